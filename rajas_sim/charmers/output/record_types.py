"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Record


class TurnRecord(Record, Protocol):
    """The layout ``TURN`` of charmers.output.rows."""

    die: int
    karma_used: int
    n_bonuses: int
    fame: int
    money: int


class SeatRow(Record, Protocol):
    """The layout ``SEAT_ROW`` of charmers.output.rows."""

    rank: int
    passed: int
    fame: int
    money: int
    overlap: float
    karma: int
    karma_collected: int
    karma_used: int
    river: int
    n_river: int
    n_roads: int
    n_buildings: int
    n_markets: int
    n_upgrades: int
    n_palace: int
    n_goods: int
    n_sold: int
    n_bonuses: int
    n_lost: int
    n_no_action: int
    fame_from: Array1[int]
    money_from: Array1[int]
    turn: TurnRecord


class RoundRow(Record, Protocol):
    """The layout ``ROUND_ROW`` of charmers.output.rows."""

    index: int
    round: int
    position: int
    fame: int
    money: int
    overlap: float
    karma: int
    river: int
    n_roads: int


class TurnRow(Record, Protocol):
    """The layout ``TURN_ROW`` of charmers.output.rows."""

    index: int
    round: int
    position: int
    die: int
    karma_used: int
    n_bonuses: int
    fame: int
    money: int


class BoxRow(Record, Protocol):
    """The layout ``BOX_ROW`` of charmers.output.rows."""

    index: int
    round: int
    position: int
    box: int
