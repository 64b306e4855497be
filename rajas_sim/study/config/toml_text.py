"""What `tomllib` leaves out: on which line a key stands, and values on the command line and in messages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
BARE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
# As in the messages of `tomllib`.
INVALID_VALUE_AT = re.compile(r"invalid value \(at line (\d+), column (\d+)\)", re.IGNORECASE)
REST_OF_KEY = re.compile(r"\s*[=.]")
TABLE_HEADER = re.compile(r"\s*\[.*\]\s*(#.*)?")


def key_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of every key of a valid TOML text.

    Keys are dotted; entries of arrays are numbered from 1: ``{"arms.1": 9, "arms.1.name": 10}``. What stands inside a value has
    the line on which the value's statement begins.
    """
    lines: dict[str, int] = {}
    n_entries: dict[str, int] = {}
    table: list[str] = []
    for number, statement in _statements(text):
        content = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _header_path(content, n_entries)
            for i in range(1, len(table) + 1):
                lines.setdefault(".".join(table[:i]), number)
        else:
            for path in _paths(content):
                lines.setdefault(".".join([*table, *path]), number)
    return lines


def line_of(lines: Mapping[str, int], key: str) -> int | None:
    """Return the line of `key`, or of the nearest table around it, or None."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None


def parse_value(text: str) -> object:
    """Return the value of a TOML value, or a bare word as the string it is.

    Raises
    ------
    ValueError
        If `text` is neither.
    """
    try:
        content = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        content = {}
    if list(content) == ["value"]:
        return content["value"]
    if BARE_WORD.fullmatch(text):
        return text
    raise ValueError(f"{text!r} is not a TOML value; write 12, 0.5, true, 'text' or [1, 2], all of it in quotes for the shell")


def quotes_hint(text: str, reason: str) -> str:
    """Return a hint, to be put behind what `tomllib` says, if quotes are missing around a word; else nothing.

    After a bracket that is not closed, `tomllib` takes the next key or table header for a value; quotes would not help there.

    >>> quotes_hint("slot = yellow", "invalid value (at line 1, column 8)")
    '; a text needs quotes: "yellow"'
    """
    place = INVALID_VALUE_AT.search(reason)
    if place is None:
        return ""
    number, column = map(int, place.groups())
    line = text.split("\n")[number - 1]
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
        return "{ " + ", ".join(f"{_key(k)} = {value_text(v)}" for k, v in value.items()) + " }" if value else "{}"
    return _quoted(str(value))


def _statements(text: str) -> Iterator[tuple[int, str]]:
    # Not `splitlines`, which also ends a line at characters that TOML allows inside a text (U+0085, U+2028).
    lines = text.split("\n")
    i = 0
    while i < len(lines):
        start = i
        i += 1
        if not lines[start].strip() or lines[start].lstrip().startswith("#"):
            continue
        # A value may span lines: the statement ends where what was read so far is valid.
        while not _is_valid("\n".join(lines[start:i])) and i < len(lines):
            i += 1
        yield start + 1, "\n".join(lines[start:i])


def _is_valid(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _header_path(content: dict[str, Any], n_entries: dict[str, int]) -> list[str]:
    path: list[str] = []
    while content:
        name = next(iter(content))
        path.append(name)
        content = content[name]
        joined = ".".join(path)
        if isinstance(content, list):
            n_entries[joined] = n_entries.get(joined, 0) + 1
            content = content[0]
        if joined in n_entries:
            path.append(str(n_entries[joined]))
    return path


def _paths(value: object) -> Iterator[list[str]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, inner in entries:
        yield [str(key)]
        for path in _paths(inner):
            yield [str(key), *path]


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # The escapes of JSON are those of TOML, which wants one more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
