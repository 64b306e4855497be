"""Run the commands on pages again, and put what they print now in place of what stands below them.

``python benchmarks/pages.py docs/recipes.md`` plays the console blocks of a page, in order, in this folder and in a terminal of
200 columns; ``--only decide`` those with that word; ``--apart`` each block in an empty folder. `rajas` must be on the path. Of a
long output a page shows some lines, with ``...`` between them: each line is replaced by that which is most like it once numbers
are masked, in order. Where none is much like it, the tool says so, and somebody has to look. A command without output is run only
if one with output follows in its block.
"""

from __future__ import annotations

import argparse
import difflib
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

import numpy as np
from numpy.typing import NDArray

COLUMNS = 200
LEFT_OUT = "..."
LEAST_ALIKE, ALIKE = 0.5, 0.8
"""Lines less alike than the first are not taken for each other; those less alike than the second are named."""
BLOCK = re.compile(r"(?<=```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
NUMBER = re.compile(r"\d[\d.,]+")


def main() -> None:
    """Go through the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="Only commands with this word.")
    parser.add_argument("--apart", action="store_true", help="Each block in an empty folder.")
    arguments = parser.parse_args()
    for page in arguments.pages:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.findall(text):
            if arguments.only in block:
                with tempfile.TemporaryDirectory() as empty:
                    lines = renewed_lines(block, page, Path(empty) if arguments.apart else Path.cwd())
                    text = text.replace(block, "".join(f"{line}\n" for line in lines), 1)
                page.write_text(text, encoding="utf-8")


def renewed_lines(block: str, page: Path, folder: Path) -> Iterator[str]:
    """Yield the lines of a block, with what its commands print now when they are run in `folder`."""
    steps = list(steps_of(block))
    last_with_output = max((i for i, (_, shown) in enumerate(steps) if shown), default=-1)
    for i, (command, shown) in enumerate(steps):
        yield f"$ {command}"
        if i > last_with_output:
            continue
        start = time.monotonic()
        printed = output_of(command, folder)
        print(f"{page}: {command} ({time.monotonic() - start:.0f} s)", flush=True)
        yield from renewed_output(shown, printed)


def steps_of(block: str) -> Iterator[tuple[str, list[str]]]:
    """Split a block into its commands, each with the lines below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        while command.endswith("\\"):
            command += f"\n{shown.pop(0)}"
        yield command, shown


def output_of(command: str, folder: Path) -> list[str]:
    """Run a command in a terminal and return the lines it prints, those on the error stream first, without empty ones."""
    leader, follower = pty.openpty()
    ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = os.environ | {"COLUMNS": str(COLUMNS)}
    printed = b""
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(
            command, shell=True, stdin=subprocess.DEVNULL, stdout=follower, stderr=errors, env=environment, cwd=folder
        ):
            os.close(follower)
            while chunk := _read(leader):
                printed += chunk
        os.close(leader)
        errors.seek(0)
        text = COLOUR.sub("", (errors.read() + printed).decode().replace("\r\n", "\n"))
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _read(leader: int) -> bytes:
    """Return what a terminal shows next; empty once its command has ended."""
    try:
        return os.read(leader, 65536)
    except OSError:  # The command has ended, and with it the terminal.
        return b""


def renewed_output(shown: list[str], printed: list[str]) -> Iterator[str]:
    """Yield the printed lines that are most like those shown, in order, and a mark where some are left out."""
    likenesses = np.array([[likeness(line, other) for other in printed] for line in shown if line != LEFT_OUT])
    chosen = iter(matching_columns(likenesses))
    last, is_marked = -1, False  # the index of the last printed line that was yielded; whether a mark is due
    for line in shown:
        if line == LEFT_OUT:
            is_marked = True
            continue
        i = next(chosen)
        if i is None:
            print(f"  nothing is like: {line}")
            continue
        if likeness(line, printed[i]) < ALIKE:
            print(f"  not much alike:\n  - {line}\n  + {printed[i]}")
        if is_marked or i > last + 1:
            yield LEFT_OUT
        yield printed[i]
        last, is_marked = i, False
    if is_marked or last + 1 < len(printed):
        yield LEFT_OUT


def matching_columns(likenesses: NDArray[np.float64]) -> list[int | None]:
    """Choose a column for every row, each after that of the row before, so that the sum of likenesses is highest.

    None stands for a row that no column is like.
    """
    n_rows, n_columns = likenesses.shape if likenesses.size else (len(likenesses), 0)
    # best[i, j] is the highest sum for the first i rows and j columns.
    best = np.zeros((n_rows + 1, n_columns + 1))
    worth = np.where(likenesses >= LEAST_ALIKE, likenesses, -1.0) if likenesses.size else likenesses
    for i in range(n_rows):
        for j in range(n_columns):
            best[i + 1, j + 1] = max(best[i, j] + worth[i, j], best[i, j + 1], best[i + 1, j])
    chosen: list[int | None] = [None] * n_rows
    i, j = n_rows, n_columns
    while i and j:
        if best[i, j] == best[i - 1, j]:
            i -= 1
        elif best[i, j] == best[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            chosen[i] = j
    return chosen


def likeness(old: str, new: str) -> float:
    """Return how alike lines are once numbers are masked: 1 for the same."""
    return difflib.SequenceMatcher(None, NUMBER.sub("0", old), NUMBER.sub("0", new), autojunk=False).ratio()


if __name__ == "__main__":
    main()
