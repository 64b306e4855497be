"""Wraps the sentences that commands printed, as a terminal does, so that they need no scrolling; tables stay as they are."""

from __future__ import annotations

import re
import textwrap
from typing import Any

WIDTH = 110
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)|(?<=^```text\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)


def wrapped(line: str) -> str:
    """Return a line broken into several if it is a sentence; a command or a row of a table is returned as it is."""
    if line.startswith(("$", " ", "|")) or "   " in line:
        return line
    # A number stays with its sign, without which the next line would begin with what looks like a prompt.
    with_fixed_signs = line.replace(" %", "\N{NO-BREAK SPACE}%")
    return "\n".join(textwrap.wrap(with_fixed_signs, WIDTH, break_long_words=False, break_on_hyphens=False)).replace(
        "\N{NO-BREAK SPACE}", " "
    )


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Wrap the sentences in every block of what a terminal shows."""
    return CONSOLE.sub(lambda match: "\n".join(map(wrapped, match[0].split("\n"))), markdown)
