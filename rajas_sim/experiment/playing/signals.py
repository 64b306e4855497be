"""Ctrl-C and SIGTERM, where they must not break into what is being done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def unbroken(*, is_the_end: bool = False) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until the block is done.

    Parameters
    ----------
    is_the_end
        The work is being stopped already, and another signal means nothing more.
    """
    heard: list[tuple[int, FrameType | None]] = []
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    waiting = {number: handler for number, handler in before.items() if callable(handler)}
    for number in waiting:
        signal.signal(number, lambda *signalled: heard.append(signalled))
    try:
        yield
    finally:
        for number, handler in waiting.items():
            signal.signal(number, handler)
        for signalled in heard[:1]:
            if not is_the_end:
                waiting[signal.Signals(signalled[0])](*signalled)
