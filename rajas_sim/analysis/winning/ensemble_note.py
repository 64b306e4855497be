"""What an ensemble found, stored in the folder of the experiment's run, so that its report can say how far verdicts hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ValidationError

from rajas_sim.analysis.formatting import is_interval_too_wide, percent, percent_range
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.population import Bools, Population
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.core.games import GAMES
from rajas_sim.study.folder.places import write_file

NOTE = "ensemble.json"
"""Name of the file of a note."""


class BoxShares(BaseModel, extra="forbid", frozen=True):
    """The measured share of every position in every box, under one rule set and with one line-up.

    Attributes
    ----------
    line_up
        Label of the line-up; empty if there is only one.
    blocks
        Number of blocks played with every box.
    positions
        One row for each box, one column for each position.
    covariance
        Covariance of a box's measured shares from luck that it shares with no other box: one row and one column per position.
    errors
        Standard error that luck gives the mean of each position over all boxes.
    """

    players: int
    arm: str
    line_up: str
    blocks: int
    positions: list[list[float]]
    covariance: list[list[float]]
    errors: list[float]


class Note(BaseModel, extra="forbid", frozen=True):
    """All measured shares of an ensemble, and the hash of the components that the run had."""

    components: str
    boxes: list[BoxShares]


def write_note(run: Run, boxes: Sequence[BoxShares]) -> None:
    """Write the note of an ensemble into the folder of a run, in place of an earlier one.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    note = Note(components=run.manifest.hashes.components, boxes=list(boxes))
    write_file(run.folder / NOTE, (note.model_dump_json() + "\n").encode())


def read_note(folder: Path) -> Note | None:
    """Return the note in the folder of a run; None if there is none, or if it cannot be read."""
    try:
        return Note.model_validate(json.loads((folder / NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError, RecursionError):
        return None


def assumed_text(run: Run) -> str:
    """Say how many values of the box, or of the rules of a game in a file, are assumed, without a full stop."""
    components = run.manifest.components
    has_box = run.manifest.game in GAMES
    values = "printed values in play" if has_box else "values of the rules"
    if not components.n_assumed:
        return f"All {components.n_values:,} {values} are {'known' if has_box else 'from its file; none is assumed'}"
    return f"{components.n_assumed:,} of {components.n_values:,} {values} are assumed"


def holds_text(run: Run, advantage: SeatAdvantage, note: Note | None) -> str:
    """Say in what share of plausible boxes a verdict holds, without a full stop; nothing if it was not asked or is undecided.

    FAIR holds in a box if every seat is within the tolerance. UNFAIR holds if the named seat is beyond the tolerance on the same
    side, UNEVEN if it is on the same side of an even share. Luck is removed (`Population`).
    """
    verdict, k = advantage.verdict, advantage.players
    if note is None or note.components != run.manifest.hashes.components or verdict.ruling is Ruling.UNDECIDED:
        return ""
    group = advantage.group
    matching = [b for b in note.boxes if (b.players, b.arm) == (k, group.arm) and b.line_up in ("", group.label)]
    if not matching:
        return ""
    box_shares = matching[0]
    errors = np.array(box_shares.errors)

    def holds(expected_shares: Floats, errors_in_favour: float) -> Bools:
        """Say for each row of expected shares, of all seats but the last, whether the verdict holds.

        Deviations may be off by `errors_in_favour` standard errors of the luck that all boxes share.
        """
        deviations = np.column_stack([expected_shares, 1.0 - expected_shares.sum(axis=1)]) - 1.0 / k
        allowance = errors_in_favour * errors
        if verdict.ruling is Ruling.FAIR:
            return np.asarray((np.abs(deviations) <= verdict.tolerance + allowance).all(axis=1))
        threshold = verdict.tolerance if verdict.ruling is Ruling.UNFAIR else 0.0
        seat = verdict.position - 1
        return np.asarray(np.sign(verdict.difference) * deviations[:, seat] + allowance[seat] > threshold)

    population = Population(
        np.array(box_shares.positions)[:, :-1], np.array(box_shares.covariance)[:-1, :-1], float(errors.max()), run.level
    )
    share = population.share("boxes.verdict_holds", holds)
    if is_interval_too_wide(share):
        return f"{share.n:,} plausible boxes are too few to tell in how many this holds"
    range_text = percent_range(share.low, share.high)
    return f"This holds in {percent(share.value)} of plausible boxes ({range_text} %, from {share.n:,} boxes)"
