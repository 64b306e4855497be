"""What `tomllib` lacks: the line of each key, and values on the command line and in messages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from rajas_sim.core.rulebook.component_file import parse_toml

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
BARE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# How `tomllib` words this message.
INVALID_VALUE_AT = re.compile(r"invalid value \(at line (\d+), column (\d+)\)", re.IGNORECASE)
# What follows a word that is a key, or a part of one.
REST_OF_KEY = re.compile(r"\s*[=.]")
TABLE_HEADER = re.compile(r"\s*\[.*\]\s*(#.*)?")


def key_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of every key of a valid TOML text.

    Keys are dotted; entries of arrays are numbered from 1: ``{"arms.1": 9, "arms.1.name": 10}``. A key inside a value gets the
    line on which the statement of that value begins.
    """
    lines: dict[str, int] = {}
    statement_line = 0  # the line on which an unfinished statement began; 0 between statements
    # Not `splitlines`, which also splits at characters that TOML allows inside a text (U+0085, U+2028).
    rows = text.split("\n")
    for line_number, row in enumerate(rows, 1):
        if not statement_line and (not row.strip() or row.lstrip().startswith("#")):
            continue
        statement_line = statement_line or line_number
        try:
            content = tomllib.loads("\n".join(rows[:line_number]))
        except tomllib.TOMLDecodeError:  # a value may span several lines: it ends where the text up to here is valid
            continue
        for path in _paths(content):
            lines.setdefault(path, statement_line)
        statement_line = 0
    return lines


def line_of(lines: Mapping[str, int], key: str) -> int | None:
    """Return the line of `key`, or else of the nearest table around it; None if there is neither."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None


def parse_value(text: str) -> object:
    """Return the value of a text in TOML.

    A bare word, or several joined by dots, is returned as a string.

    Raises
    ------
    ValueError
        If `text` is neither valid TOML nor such words.
    """
    try:
        content = parse_toml(f"value = {text}")
    except tomllib.TOMLDecodeError:
        content = {}
    if list(content) == ["value"]:
        return content["value"]
    if all(BARE_WORD.fullmatch(word) for word in text.split(".")):
        return text
    shell_hint = ", all of it in quotes for the shell" if set(text) & set("[]{}'\"") else ""
    raise ValueError(f"{text!r} is not a TOML value; write 12, 0.5, true, 'text' or [1, 2]{shell_hint}")


def quotes_hint(text: str, reason: str) -> str:
    """Return a hint to append to a message of `tomllib` if a word lacks its quotes; else an empty text.

    After an unclosed bracket, `tomllib` reads the next key or table header as a value. Quotes would not help there, so there is
    no hint.

    >>> quotes_hint("slot = yellow", "invalid value (at line 1, column 8)")
    '; a text needs quotes: "yellow"'
    """
    position = INVALID_VALUE_AT.search(reason)
    if position is None:
        return ""
    line_number, column = map(int, position.groups())
    line = text.split("\n")[line_number - 1]
    word = BARE_WORD.match(line, column - 1)
    if word is None or REST_OF_KEY.match(line, word.end()) or TABLE_HEADER.fullmatch(line):
        return ""
    return f'; a text needs quotes: "{word.group()}"'


def value_text(value: object) -> str:
    """Return a value as TOML writes it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(value_text(v) for v in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key_text(k)} = {value_text(v)}" for k, v in value.items()) + " }" if value else "{}"
    return _quoted(str(value))


def _paths(value: object, prefix: str = "") -> Iterator[str]:
    """Yield the dotted keys of a value, each before the keys below it; entries of lists are numbered from 1."""
    entries = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, inner_value in entries:
        yield f"{prefix}{key}"
        yield from _paths(inner_value, f"{prefix}{key}.")


def _key_text(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # JSON's escapes are valid in TOML, which requires one more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
