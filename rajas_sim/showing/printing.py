"""Printing on the terminal without letting the printed text control it.

Names, questions and labels come from files that somebody else may have written. Everything is printed by `echo`, so that they
cannot colour, clear or rename the terminal.
"""

from __future__ import annotations

import typer

# Control characters -> their escapes in JSON and TOML; line ends and tabs stay.
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def printable(text: str) -> str:
    r"""Return a text with escapes in place of control characters.

    >>> printable("\x1b[31mred")
    '\\u001b[31mred'
    """
    return text.translate(_ESCAPES)


def on_one_line(text: str) -> str:
    r"""Return a text that fits one cell of a table: line ends and tabs are escaped as well.

    >>> on_one_line("two\nlines")
    'two\\nlines'
    """
    return printable(text).replace("\n", r"\n").replace("\t", r"\t")


def echo(message: object = "", *, err: bool = False) -> None:
    """Print a message on stdout, or on stderr."""
    typer.echo(printable(str(message)), err=err)
