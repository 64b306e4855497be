"""What was played for one kind of game, generation by generation, in a file to which each generation adds a line.

A search is brought back to where it was by telling it the scores of the file again. The last line may be torn, if the power
failed; then its generation is played again, as is everything after a line that is damaged.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from rajas_sim.study.folder.files import write_file, writing


class Start(BaseModel):
    """The first line: the values that the search begins with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: dict[str, float]


class Generation(BaseModel):
    """What was played of one generation.

    Attributes
    ----------
    number
        From 0.
    wins, score
        Of the values in the middle of the candidates: win share and score.
    best
        The largest score of a candidate.
    scores
        Of each candidate.
    n_stopped
        How many candidates were stopped early.
    games
        How many were played.
    seconds
        How long that took.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    number: int
    wins: float
    score: float
    best: float
    scores: tuple[float, ...]
    n_stopped: int
    games: int
    seconds: float


@dataclass
class Journal:
    """The generations of one kind of game, in memory and in a file."""

    path: Path
    generations: list[Generation] = field(default_factory=list)

    @classmethod
    def opened(cls, path: Path, start: Mapping[str, float], population: int) -> Journal:
        """Return the journal in a file, which is begun anew if there is none, or one that began with other values.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        journal = cls(path)
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
        first = Start(start=dict(start)).model_dump_json()
        for number, line in enumerate(lines[1:] if lines[:1] == [first] else []):
            try:
                generation = Generation.model_validate_json(line)
            except ValidationError:
                break
            if generation.number != number or len(generation.scores) != population:
                break
            journal.generations.append(generation)
        whole = [first, *(generation.model_dump_json() for generation in journal.generations)]
        write_file(path, "".join(f"{line}\n" for line in whole))
        return journal

    def add(self, generation: Generation) -> None:
        """Add a generation, here and on the disk.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        with writing(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(f"{generation.model_dump_json()}\n")
            file.flush()
            os.fsync(file.fileno())
        self.generations.append(generation)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(generation.games for generation in self.generations)

    @property
    def seconds(self) -> float:
        """How long they took, earlier starts included."""
        return sum(generation.seconds for generation in self.generations)
