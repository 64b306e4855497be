"""Inputs mutated at random: texts of files, values of JSON documents, and lists of arguments."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

STRANGE_VALUES = (
    *("nan", "-inf", "1e400", "-1", "0", "1.5", "9" * 40, "0x10", "1_0", "true", '""', '"baseline"', "[]", "{}", "[[]]", "[3]"),
    *("'''", '"\\u0000"', '"\u202e\u00e4\U0001f3b2"', '"a/b"', '"%s{}"', '" "', "1979-05-27", "[" * 300 + "]" * 300, "{ a = 1 }"),
    '"' + "x" * 5000 + '"',
)
STRANGE_WORDS = (
    *("", "-", "--", "-1", "0", "1.5", "nan", "inf", "9" * 40, "true", "--nope", "--players", "--set", "x=1", "=", "a=b=c"),
    *(
        "\u00e4\u202e",
        "\U0001f3b2",
        "%s{0}",
        "[bold]x[/]",
        "[/]",
        "balancd",
        "random",
        "charmers",
        "moon",
        "x" * 5000,
        "baseline",
    ),
    *("setup.karma=nan", "setup.money=[", "arms=[{}]", "setup=1", "players=[2,2]", "missing.toml", ".", "'", "\n", "[[[["),
)
STRANGE_JSON: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2,
    1.5,
    10**40,
    float("nan"),
    "",
    "x",
    "\u202e",
    [],
    {},
    [[]],
    ["x"],
    {"x": 1},
)


def mutated_bytes(text: str, rng: random.Random) -> bytes:
    """Mutate the text of a TOML file one to three times."""
    content = text.encode()
    for _ in range(rng.randint(1, 3)):
        content = rng.choice(_OF_TEXT)(content, rng)
    return content


def mutated_json(text: str, rng: random.Random, written: Callable[[Any], str] = json.dumps) -> bytes:
    """Mutate a JSON document: mostly some of its values or keys, which are then `written`, sometimes its text."""
    if rng.random() < 0.2:
        return mutated_bytes(text, rng)
    document = json.loads(text)
    for _ in range(rng.randint(1, 3)):
        _mutate_value(document, rng)
    return written(document).encode()


def mutated_words(words: Sequence[str], rng: random.Random) -> list[str]:
    """Mutate a list of arguments one to three times."""
    result = list(words)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(result) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            result.insert(place, rng.choice(STRANGE_WORDS))
        elif not result[place:]:
            continue
        elif kind == 1:
            result[place] = rng.choice(STRANGE_WORDS)
        elif kind == 2:
            del result[place]
        elif kind == 3:
            result.insert(place, result[place])
        else:
            word = result[place]
            cut = rng.randrange(len(word) + 1)
            result[place] = word[:cut] + rng.choice(STRANGE_WORDS)[:20] + word[cut + 1 :]
    return result


def _in_lines(change: Callable[[list[bytes], int, random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    def mutate(content: bytes, rng: random.Random) -> bytes:
        lines = content.split(b"\n")
        change(lines, rng.randrange(len(lines)), rng)
        return b"\n".join(lines)

    return mutate


def _delete(lines: list[bytes], i: int, rng: random.Random) -> None:
    del lines[i]


def _duplicate(lines: list[bytes], i: int, rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines)), lines[i])


def _swap(lines: list[bytes], i: int, rng: random.Random) -> None:
    j = rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


def _set_value(lines: list[bytes], i: int, rng: random.Random) -> None:
    """Give the next key from here on another value."""
    for j in range(i, len(lines)):
        key, sign, _ = lines[j].partition(b"=")
        if sign and not key.lstrip().startswith(b"#"):
            lines[j] = key + b"= " + rng.choice(STRANGE_VALUES).encode("utf-8", "surrogatepass")
            return


def _rename(lines: list[bytes], i: int, rng: random.Random) -> None:
    lines[i] = re.sub(rb"^\w+", rng.choice([b"nope", b"name", b'"\xc3\xa4"', b"a.b.c", b"arms", b"x y"]), lines[i], count=1)


def _change_number(content: bytes, rng: random.Random) -> bytes:
    numbers = list(re.finditer(rb"-?\d+(\.\d+)?", content))
    if not numbers:
        return content
    number = rng.choice(numbers)
    other = rng.choice([b"0", b"-1", b"7", b"99", b"1.5", b"1e308", b"9" * 25, b"nan", b"'2'", str(rng.randrange(20)).encode()])
    return content[: number.start()] + other + content[number.end() :]


def _truncate(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _flip(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _insert(content: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    junk = rng.choice(
        [b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"[[", b"]]", b"\r", b'"', b"#", b"=" * 3, b"[a" + b".a" * 500 + b"]\n"]
    )
    return content[:place] + junk + content[place:]


_OF_TEXT = (
    *map(_in_lines, (_delete, _duplicate, _swap, _set_value, _set_value, _rename)),
    _change_number,
    _truncate,
    _flip,
    _insert,
)


def _mutate_value(document: object, rng: random.Random) -> None:
    """Change, delete or duplicate one value somewhere in a document."""
    places: list[tuple[Any, Any]] = []
    left: list[Any] = [document]
    while left:
        part = left.pop()
        keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else []
        places += [(part, key) for key in keys]
        left += [part[key] for key in keys]
    if not places:
        return
    part, key = rng.choice(places)
    kind = rng.randrange(3)
    if kind == 0:
        del part[key]
    elif kind == 1:
        part[key] = rng.choice(STRANGE_JSON)
    elif isinstance(part, list):
        part.append(part[key])
    else:
        part[f"{key}x"] = part[key]
