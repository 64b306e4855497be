"""The rows of a table, each with the columns of its game and of its seat."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.scoring.scores import DECIDING

ARM, FOLLOWS, PLACE = "arm", "follows", "place"
_KEYS = {"seats": ("game", "position"), "games": ("game",)}
"""Tables whose columns rows of others have as well, and by what these are found."""


def tables_in_order(run: Run) -> tuple[str, ...]:
    """Return the tables of a run, those with the fewest rows a game first."""
    usual = [name for name in ("games", "seats", "rounds") if name in run.manifest.tables]
    return tuple(dict.fromkeys([*usual, *run.manifest.tables]))


def column_types(run: Run, table: str) -> dict[str, pl.DataType]:
    """Return the columns that rows of a table have, by name."""
    types: dict[str, pl.DataType] = {}
    for name in _joined_tables(run, table, run.players[0]):
        of_table = dict(run.table(name, run.players[0]).collect_schema())
        if name == "seats":
            of_table[FOLLOWS] = of_table["strategy"]
        if name == "rounds" and DECIDING in of_table:
            of_table[PLACE] = of_table["position"]
        types = of_table | types
    return types


def joined_rows(run: Run, table: str, players: int, columns: Sequence[str], arm: str | None) -> pl.DataFrame:
    """Read some columns of the rows of a table, which include those of its seat and its game that it lacks.

    They may also be ``follows``, the strategy of the seat before, where their seat is known; and at the end of rounds ``place``,
    by the score so far, which equals share.

    Parameters
    ----------
    arm
        Rule set; None for all.
    """
    names = _joined_tables(run, table, players)
    slices = zip(*(run.slices(name, players, arm=arm, every_arm=arm is None) for name in names), strict=True)
    return pl.concat([_joined(names, rows, players).select(columns).collect() for rows in slices])


def _joined_tables(run: Run, table: str, players: int) -> list[str]:
    """Return the table, and those whose columns its rows have as well."""
    columns = run.table(table, players).collect_schema().names()
    others = [name for name, key in _KEYS.items() if run.has_table(name, players) and {*key} <= {*columns}]
    return list(dict.fromkeys([table, *others]))


def _joined(names: Sequence[str], rows: Sequence[pl.LazyFrame], players: int) -> pl.LazyFrame:
    """Join the rows of one slice of some tables to those of the first."""
    joined: pl.LazyFrame | None = None
    for name, of_table in zip(names, rows, strict=True):
        # Rows that are read once for two purposes are read here: the same plan in two places goes wrong in polars.
        wider = _with_follows(of_table.collect(), players) if name == "seats" else of_table
        wider = _with_place(of_table.collect()) if name == "rounds" else wider
        if joined is None:
            joined = wider
            continue
        known = joined.collect_schema().names()
        added = [column for column in wider.collect_schema().names() if column not in known]
        joined = joined.join(wider.select(*_KEYS[name], *added), on=_KEYS[name], how="left", maintain_order="left")
    assert joined is not None
    return joined


def _with_place(rounds: pl.DataFrame) -> pl.LazyFrame:
    """Add the place at the end of each round, where the score is known."""
    if DECIDING not in rounds:
        return rounds.lazy()
    place = pl.col(DECIDING).rank("min", descending=True).over("game", "round")
    return rounds.with_columns(place.cast(pl.UInt8).alias(PLACE)).lazy()


def _with_follows(seats: pl.DataFrame, players: int) -> pl.LazyFrame:
    """Add the strategy of the seat before, in turn order."""
    next_position = (pl.col("position") % players + 1).cast(seats["position"].dtype)
    before = seats.select("game", next_position, pl.col("strategy").alias(FOLLOWS))
    return seats.join(before, on=_KEYS["seats"], how="left", maintain_order="left").lazy()
