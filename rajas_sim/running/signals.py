"""Ctrl-C and SIGTERM: not losing them, and holding them back where they must not interrupt the work."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rajas_sim.core.errors import StoppedError

#: Numbers of signals for which KeyboardInterrupt was raised; Python may have dropped the exception inside a callback.
_raised: list[int] = []
#: Seconds until a signal that came at a bad moment is sent again, and how often at most, since an import may hang.
_DEFERRED_BY, _MOST_DEFERRALS = 0.05, 60
#: File name of the stack frames of an import.
_IMPORTING = "<frozen importlib._bootstrap>"
#: How often the last signal has been deferred.
_n_deferrals = 0
#: Whether a signal has stopped the work.
_is_stopped = False


def handle_stop_signals() -> None:
    """From now on, record Ctrl-C and SIGTERM in addition to raising KeyboardInterrupt for them.

    Python drops exceptions raised inside its callbacks, such as those of imports and of a compiler. A signal dropped in this way
    is sent again, and `raise_if_missed` raises those that were dropped silently. No traceback is printed for a dropped signal,
    nor, after a stop, for objects that are deleted half made, such as those of an interrupted compiler.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _handle)
    default_hook = sys.unraisablehook  # Python calls it for exceptions that it drops

    def send_again_or_print(dropped: sys.UnraisableHookArgs) -> None:
        if _raised and isinstance(dropped.exc_value, KeyboardInterrupt):
            _send_later(_raised.pop())
        elif not _is_stopped:
            default_hook(dropped)

    sys.unraisablehook = send_again_or_print


def raise_if_missed() -> None:
    """Raise KeyboardInterrupt for a recorded signal, in case its exception was dropped."""
    if _raised:
        _raise(_raised.pop())


def _handle(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt for a signal, or defer the signal during an import."""
    global _n_deferrals, _is_stopped
    if _n_deferrals < _MOST_DEFERRALS and _is_importing(frame):
        _n_deferrals += 1
        _send_later(number)
    else:
        _n_deferrals = 0
        _is_stopped = True
        _raised.append(number)
        _raise(number)


def _send_later(number: int) -> None:
    timer = threading.Timer(_DEFERRED_BY, os.kill, (os.getpid(), number))
    timer.daemon = True  # a program that has ended by then needs no signal
    timer.start()


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether a signal interrupts an import.

    An exception would make polars panic, and others raise an ImportError.
    """
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTING:
            return True
        frame = frame.f_back
    return False


def _raise(number: int) -> None:
    raise KeyboardInterrupt(*([] if number == signal.SIGINT else [signal.Signals(number).name]))


@contextmanager
def unbroken(*, is_the_end: bool = False) -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM until the end of the `with` block; in other threads than the main one, which get none, do nothing.

    Parameters
    ----------
    is_the_end
        Whether the work is being stopped already; then a signal is ignored instead.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    handlers_before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    callable_handlers = {number: handler for number, handler in handlers_before.items() if callable(handler)}
    for number in callable_handlers:
        signal.signal(number, lambda *number_and_frame: received.append(number_and_frame))
    try:
        yield
    finally:
        for number, handler in callable_handlers.items():
            signal.signal(number, handler)
        if received and not is_the_end:
            first_number, frame = received[0]
            callable_handlers[signal.Signals(first_number)](first_number, frame)


@contextmanager
def blocked(*signals: signal.Signals) -> Iterator[None]:
    """Block some signals in processes that begin inside the `with` block; their parent tells them what to do."""
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


@contextmanager
def adding_when_stopped(text: str) -> Iterator[None]:
    """Add a text to the error if Ctrl-C or SIGTERM ends the `with` block."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise StoppedError(f"{StoppedError.by_interrupt(interrupt)}\n{text}") from None
