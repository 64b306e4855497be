"""What an ensemble found, noted beside the run of the experiment itself, so that its report can say how far verdicts hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError
from scipy import stats

from rajas_sim.analysis.formatting import percent_range
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.random_effects import exact_share_interval
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.study.folder.places import write_file

NOTE = "ensemble.json"


class NotedBoxes(BaseModel):
    """The share of every position in every box, under one rule set and with one line-up.

    Attributes
    ----------
    blocks
        How many every box played.
    positions
        One row for each box, one column for each position.
    errors
        The standard error that luck gives the mean of each position over all boxes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: int
    arm: str
    line_up: str
    blocks: int
    positions: list[list[float]]
    errors: list[float]


class Note(BaseModel):
    """All of them, and the components of the run that they belong to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    components: str
    boxes: list[NotedBoxes]


def write_note(run: Run, boxes: Sequence[NotedBoxes]) -> None:
    """Write the note of an ensemble into the folder of a run, in place of an earlier one.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    note = Note(components=run.manifest.hashes.components, boxes=list(boxes))
    write_file(run.folder / NOTE, (note.model_dump_json() + "\n").encode())


def read_note(folder: Path) -> Note | None:
    """Return the note in the folder of a run; None if there is none, or one that cannot be read."""
    try:
        return Note.model_validate(json.loads((folder / NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError):
        return None


def assumed_text(run: Run) -> str:
    """Say how many values of the box are assumed, without a full stop."""
    components = run.manifest.components
    if not components.n_assumed:
        return f"All {components.n_values:,} printed values of the box are known"
    return f"{components.n_assumed:,} of {components.n_values:,} printed values of the box are assumed"


def holds_text(run: Run, advantage: SeatAdvantage, note: Note | None) -> str:
    """Say in how many plausible boxes a verdict holds, without a full stop; nothing if that was not asked, or it says nothing.

    FAIR holds in a box where every seat lies within the tolerance, UNFAIR where the seat that it names lies beyond on the same
    side, UNEVEN where that seat lies on the same side of an even share. The interval of the share of boxes is the exact binomial
    one of the boxes in which it holds also if luck, which all boxes share, is taken off, to that of those in which it does if
    luck is added.
    """
    verdict = advantage.verdict
    if note is None or note.components != run.manifest.hashes.components or verdict.ruling is Ruling.UNDECIDED:
        return ""
    group = advantage.group
    boxes = [b for b in note.boxes if (b.players, b.arm) == (advantage.players, group.arm) and b.line_up in ("", group.label)]
    if not boxes:
        return ""
    deviations = np.array(boxes[0].positions) - 1.0 / advantage.players
    seat = verdict.position - 1
    deviation_of_seat = np.sign(verdict.difference) * deviations[:, seat]
    half_widths = float(stats.norm.isf((1.0 - run.level) / 2.0)) * np.array(boxes[0].errors)

    def n_boxes_where_it_holds(luck_sign: int) -> int:
        """Count the boxes in which it holds, with so many half intervals of luck in its favour."""
        if verdict.ruling is Ruling.FAIR:
            return int((np.abs(deviations) <= verdict.tolerance + luck_sign * half_widths).all(axis=1).sum())
        least = verdict.tolerance if verdict.ruling is Ruling.UNFAIR else 0.0
        return int((deviation_of_seat + luck_sign * half_widths[seat] > least).sum())

    n, count = len(deviations), n_boxes_where_it_holds(0)
    low, high = (
        exact_share_interval(n_boxes_where_it_holds(-1), n, run.level)[0],
        exact_share_interval(n_boxes_where_it_holds(1), n, run.level)[1],
    )
    return f"This holds in {count:,} of {n:,} plausible boxes ({percent_range(low, high)} % of all such boxes)"
