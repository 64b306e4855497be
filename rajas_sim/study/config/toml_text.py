"""What `tomllib` leaves out: on which line a key stands, and values on the command line and in messages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from rajas_sim.core.rulebook.component_file import parse_toml

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
    first_line = 0
    # Not `splitlines`, which also ends a line at characters that TOML allows inside a text (U+0085, U+2028).
    rows = text.split("\n")
    for line_number, row in enumerate(rows, 1):
        if not first_line and (not row.strip() or row.lstrip().startswith("#")):
            continue
        first_line = first_line or line_number
        try:
            content = tomllib.loads("\n".join(rows[:line_number]))
        except tomllib.TOMLDecodeError:  # a value may span lines: it ends where what was read so far is valid
            continue
        for path in _paths(content):
            lines.setdefault(path, first_line)
        first_line = 0
    return lines


def line_of(lines: Mapping[str, int], key: str) -> int | None:
    """Return the line of `key`, or of the nearest table around it, or None."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None


def parse_value(text: str) -> object:
    """Return the value of a TOML value, or a bare word, or several with points between them, as the string it is.

    Raises
    ------
    ValueError
        If `text` is neither.
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
    """Return a hint, to be put behind what `tomllib` says, if quotes are missing around a word; else nothing.

    After a bracket that is not closed, `tomllib` takes the next key or table header for a value; quotes would not help there.

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
    """Yield the dotted keys of a value, before those below them; entries of lists are numbered from 1."""
    entries = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, inner_value in entries:
        yield f"{prefix}{key}"
        yield from _paths(inner_value, f"{prefix}{key}.")


def _key_text(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # The escapes of JSON are those of TOML, which wants one more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
