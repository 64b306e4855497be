"""A journal: a file to which each step of a long work adds a line.

Interrupted work continues after the lines that are there. If the power failed, the last line may be incomplete; its step is then
repeated. So is everything from a damaged line on.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from rajas_sim.study.config.question_tables import StrictForm
from rajas_sim.study.folder.places import errors_of_writing, write_file


class Line(StrictForm):
    """One step; steps are numbered from 0."""

    number: int


L = TypeVar("L", bound=Line)


@dataclass
class Journal(Generic[L]):
    """The finished steps, in memory and in a file."""

    path: Path
    lines: list[L]

    @classmethod
    def open_file(cls, path: Path, form: type[L], header: str | None = None) -> Journal[L]:
        """Open the journal in a file, cut after its last whole line; without a file, or with another header, it begins empty.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        header_lines = [] if header is None else [header]
        text_lines = path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1] if path.is_file() else []
        has_header = text_lines[: len(header_lines)] == header_lines
        lines: list[L] = []
        for text in text_lines[len(header_lines) :] if has_header else []:
            try:
                line = form.model_validate_json(text)
            except ValidationError:
                break
            if line.number != len(lines):
                break
            lines.append(line)
        write_file(path, "".join(f"{text}\n" for text in [*header_lines, *(line.model_dump_json() for line in lines)]))
        return cls(path, lines)

    def add(self, *lines: L) -> None:
        """Add steps in memory and on the disk.

        Raises
        ------
        RunError
            If they cannot be written.
        """
        with errors_of_writing(self.path), self.path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line.model_dump_json()}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        self.lines += lines
