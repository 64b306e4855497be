"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Record


class SeatRow(Record, Protocol):
    """The layout ``SEAT_ROW`` of ganges.output.rows."""

    board: int
    rank: int
    fame: int
    money: int
    overlap: int
    karma: int
    workers: int
    river: int
    n_tiles: int
    n_upgrades: int
    n_yield_tiles: int
    passed: int
    money_paid: int
    worker_round: Array1[int]
    fame_from: Array1[int]
    money_from: Array1[int]
    dice_from: Array1[int]
    used: Array1[int]


class RoundRow(Record, Protocol):
    """The layout ``ROUND_ROW`` of ganges.output.rows."""

    index: int
    round: int
    position: int
    fame: int
    money: int
    overlap: int
    dice: int
    karma: int
    workers: int
    river: int


class SpaceRow(Record, Protocol):
    """The layout ``SPACE_ROW`` of ganges.output.rows."""

    index: int
    round: int
    stage: int
    position: int
    space: int


class TileRow(Record, Protocol):
    """The layout ``TILE_ROW`` of ganges.output.rows."""

    index: int
    round: int
    position: int
    tile: int
    cell: int
    rotation_of_tile: int
    covering: bool
