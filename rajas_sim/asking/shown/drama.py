"""When games are decided, shown as a table and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis.drama.choices import Choices
from rajas_sim.analysis.drama.drama import Drama, turning_points
from rajas_sim.analysis.drama.spot_checks import SpotChecks
from rajas_sim.analysis.drama.turning_points import replay_command
from rajas_sim.analysis.reading.run import Run
from rajas_sim.asking.drama import count_choices, spot_checks
from rajas_sim.asking.shown.notebook import InNotebook, as_sentences, estimates_table
from rajas_sim.core.errors import InputError, RunError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class ShownDrama(InNotebook):
    """When the games of one player count, or of one line-up, are decided.

    Attributes
    ----------
    title
        What was asked.
    run
        The run.
    result
        All that was computed (`rajas_sim.analysis.drama.drama.Drama`).
    """

    title: str
    run: Run
    result: Drama

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(self.result.sentences)

    def table(self) -> pl.DataFrame:
        """Return all numbers with their intervals."""
        return estimates_table(self.result.estimates)

    def turning_points(self) -> pl.DataFrame:
        """Return the largest swings of the chance of each winner, up to three a game, and the command that replays each game.

        One row a game, winner and round of the half of the games that was judged; `place` is 1 for the turn that decided it.
        """
        points = pl.concat([*turning_points(self.run, self.result)])
        return points.with_columns(replay=replay_command(self.run.folder))

    def spot_checks(self, games: int = 20, playouts: int = 200) -> SpotChecks:
        """Play positions of some games on, and compare with the chances told (`rajas_sim.asking.drama.spot_checks`)."""
        return spot_checks(self.run, self.result, games, playouts)

    def choices(self, games: int = 100) -> Choices:
        """Count the turns without a choice in some games (`rajas_sim.asking.drama.count_choices`)."""
        return count_choices(self.run, self.result, games)

    def plot(self) -> Figure:
        """Draw how often the leader and the favourite win after each round, and how true the chances come."""
        from rajas_sim.report.figure import drawing, new_figure
        from rajas_sim.report.sections.course.drama import draw_leaders, draw_reliability

        with drawing("plot"):
            figure, (first, second) = new_figure(5.2, 2)
            draw_leaders(first, self.result)
            draw_reliability(second, self.result.quality)
        return figure


def pick(found: Sequence[Drama], players: int, line_up: str | None) -> Drama:
    """Pick the result of a line-up; the only one where none is named.

    Raises
    ------
    InputError
        If the run cannot say, or the line-up is not one of several.
    """
    if not found:
        raise InputError(WITHOUT_DRAMA.format(players=players))
    labels = {own.label: own for own in found}
    if line_up is None and len(found) == 1:
        return found[0]
    if line_up not in labels:
        raise InputError(f"line_up: found {line_up!r}; name one of {', '.join(labels)}")
    return labels[line_up]


#: Why a run may have nothing to say.
WITHOUT_DRAMA = (
    "{players} players: when games are decided takes a run with the table 'rounds' and at least 100 blocks, whose games last "
    "longer than one round"
)


def check_ending(file: Path) -> None:
    """Refuse a file for turning points with another ending.

    Raises
    ------
    InputError
        If it has one.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise InputError(f"{file}: found the ending {file.suffix!r}; .csv and .parquet can be written")


def write_turning_points(run: Run, found: Sequence[Drama], file: Path) -> int:
    """Write the turning points of all results to a file, ``.csv`` or ``.parquet``, and return the number of rows.

    Games are read and written slice by slice, so memory does not grow with their number. The column ``replay`` holds the
    command that plays the game of a row again.

    Raises
    ------
    InputError
        If the file has another ending.
    RunError
        If it cannot be written.
    """
    check_ending(file)
    slices = (
        points.with_columns(players=pl.lit(own.players, pl.UInt8), line_up=pl.lit(own.label), replay=replay_command(run.folder))
        for own in found
        for points in turning_points(run, own)
    )
    n, part = 0, file.with_name(f"{file.name}.part")
    try:
        if file.suffix == ".csv":
            with part.open("wb") as out:
                for points in slices:
                    points.write_csv(out, include_header=n == 0)
                    n += points.height
        else:
            from pyarrow.parquet import ParquetWriter

            writer = None
            try:
                for points in slices:
                    rows = points.to_arrow()
                    writer = writer or ParquetWriter(part, rows.schema)
                    writer.write_table(rows)
                    n += points.height
            finally:
                if writer is not None:
                    writer.close()
        if part.exists():
            part.replace(file)
    except OSError as error:
        raise RunError(f"{file}: the turning points cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return n
