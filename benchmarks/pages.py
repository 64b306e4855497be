"""Run the commands on pages again, and put what they print now in place of what stands below them.

``python benchmarks/pages.py docs/recipes.md`` plays the console blocks of a page, in order, in this folder and in a terminal of
145 columns; ``--only decide`` those with that word. `rajas` must be on the path. Of a long output a page shows some lines, with
``...`` between them: each stretch is replaced by the lines most like it once numbers are masked. Where they are not much alike,
the tool says so, and somebody has to look. A command without output is run only if one with output follows in its block.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path

COLUMNS = 145
LEFT_OUT = "..."
ALIKE = 0.85
"""Stretches less alike than that are named."""
BLOCK = re.compile(r"(?<=```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
NUMBER = re.compile(r"\d[\d.,]*")


def main() -> None:
    """Go through the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="Only commands with this word.")
    arguments = parser.parse_args()
    for page in arguments.pages:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.findall(text):
            if arguments.only in block:
                text = text.replace(block, "".join(f"{line}\n" for line in again(block, page)), 1)
                page.write_text(text, encoding="utf-8")


def again(block: str, page: Path) -> Iterator[str]:
    """Return the lines of a block with what its commands print now."""
    steps = list(steps_of(block))
    last = max((i for i, (_, shown) in enumerate(steps) if shown), default=-1)
    for i, (command, shown) in enumerate(steps):
        yield f"$ {command}"
        if i > last:
            continue
        start = time.monotonic()
        printed = output_of(command)
        print(f"{page}: {command} ({time.monotonic() - start:.0f} s)", flush=True)
        yield from replaced(shown, printed)


def steps_of(block: str) -> Iterator[tuple[str, list[str]]]:
    """Split a block into its commands, each with the lines below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        while command.endswith("\\"):
            command += f"\n{shown.pop(0)}"
        yield command, shown


def output_of(command: str) -> list[str]:
    """Run a command in a terminal and return the lines it prints, those on the error stream first and without progress."""
    leader, follower = pty.openpty()
    ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = os.environ | {"COLUMNS": str(COLUMNS)}
    printed = b""
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, shell=True, stdin=subprocess.DEVNULL, stdout=follower, stderr=errors, env=environment):
            os.close(follower)
            while chunk := _read(leader):
                printed += chunk
        os.close(leader)
        errors.seek(0)
        text = COLOUR.sub("", (errors.read() + printed).decode().replace("\r\n", "\n"))
    return [line.rstrip() for line in text.splitlines()]


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # The command has ended, and with it the terminal.
        return b""


def replaced(shown: list[str], printed: list[str]) -> Iterator[str]:
    """Return the shown lines with each stretch replaced by the printed lines that are most like it, in order."""
    begin = 0
    for is_left_out, lines in itertools.groupby(shown, lambda line: line == LEFT_OUT):
        old = list(lines)
        if is_left_out:
            yield from old
            continue
        starts = range(begin, max(len(printed) - len(old), begin) + 1)
        likeness, negative_start = max((alike(old, printed[i : i + len(old)]), -i) for i in starts)
        begin = len(old) - negative_start
        new = printed[begin - len(old) : begin]
        if likeness < ALIKE:
            print("  not much alike, look:", *(f"  - {line}" for line in old), *(f"  + {line}" for line in new), sep="\n")
        yield from new


def alike(old: list[str], new: list[str]) -> float:
    """Return how alike lines are once numbers are masked: 1 for the same."""
    masked_pairs = [(NUMBER.sub("0", a), NUMBER.sub("0", b)) for a, b in zip(old, new, strict=False)]
    return sum(difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() for a, b in masked_pairs) / len(old)


if __name__ == "__main__":
    main()
