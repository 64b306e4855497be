"""What an ensemble came to, noted beside the run of the experiment itself, so that its report can say how far verdicts hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from rajas_sim.analysis.formatting import percent_range
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.random_effects import exact_share
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.experiment.folder.files import write_file

NOTE = "ensemble.json"


class NotedBoxes(BaseModel):
    """The share of every position in every box, under one rule set and with one line-up."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: int
    arm: str
    line_up: str
    blocks: int
    positions: list[list[float]]


class Note(BaseModel):
    """All of them, and the components of the run that they belong to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    components: str
    boxes: list[NotedBoxes]


def write_note(run: Run, findings: Sequence[EnsembleFinding]) -> None:
    """Write the note of an ensemble into the folder of a run, in place of an earlier one.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    boxes = [
        NotedBoxes(
            players=own.players,
            arm=at.arm,
            line_up=at.line_up,
            blocks=own.n_blocks,
            positions=[[round(float(share), 6) for share in box] for box in at.positions],
        )
        for own in findings
        for at in own.in_boxes
    ]
    note = Note(components=run.manifest.hashes.components, boxes=boxes)
    write_file(run.folder / NOTE, (note.model_dump_json() + "\n").encode())


def read_note(folder: Path) -> Note | None:
    """Return the note in the folder of a run; None if there is none, or one that cannot be read."""
    try:
        return Note.model_validate(json.loads((folder / NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError):
        return None


def assumed_text(run: Run) -> str:
    """Say how many values of the box are assumed, without a full stop."""
    own = run.manifest.components
    if not own.n_assumed:
        return f"All {own.n_values:,} printed values of the box are known"
    return f"{own.n_assumed:,} of {own.n_values:,} printed values of the box are assumed"


def holds_text(run: Run, advantage: SeatAdvantage, note: Note | None) -> str:
    """Say in how many plausible boxes a verdict holds, without a full stop; nothing if that was not asked, or it says nothing.

    FAIR holds in a box where every seat lies within the tolerance, UNFAIR where the seat that it names lies beyond on the same
    side, UNEVEN where that seat lies on the same side of an even share.
    """
    verdict = advantage.verdict
    if note is None or note.components != run.manifest.hashes.components or verdict.ruling is Ruling.UNDECIDED:
        return ""
    group = advantage.group
    own = [b for b in note.boxes if (b.players, b.arm) == (advantage.players, group.arm) and b.line_up in ("", group.label)]
    if not own:
        return ""
    apart = np.array(own[0].positions) - 1.0 / advantage.players
    side = np.sign(verdict.difference) * apart[:, verdict.position - 1]
    if verdict.ruling is Ruling.FAIR:
        count = int((np.abs(apart) <= verdict.tolerance).all(axis=1).sum())
    else:
        count = int((side > (verdict.tolerance if verdict.ruling is Ruling.UNFAIR else 0.0)).sum())
    n = len(apart)
    low, high = exact_share(count, n, run.level)
    return f"This holds in {count:,} of {n:,} plausible boxes ({percent_range(low, high)} % of all such boxes)"
