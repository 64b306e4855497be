"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Array2, Record


class HeldRecord(Record, Protocol):
    """The layout ``HELD`` of ganges.appraisal.outlook."""

    n_dice: int
    dice: Array1[int]
    values: int
    payable: Array1[int]
    markets: Array1[int]
    building_fame: Array1[int]
    die: float
    gain: Array1[float]
    price: Array2[float]


class WeightsRecord(Record, Protocol):
    """The layout ``WEIGHTS_RECORD`` of ganges.appraisal.parameters."""

    fame: float
    money: float
    die: float
    pip: float
    karma: float
    upgrade: float
    worker: float
    river: float
    market: float
    road: float
    start: float
    yield_tile: float
    build: float
    scarce: float
    reach: float
    colour: float
    near_fame: float
    near_money: float
    near_bridge: float
    late: float
    assorted: float
    one_kind: float
    outer_terrace: float
    terrace: float
    balcony: float
    harbour: float
    chambers: Array1[float]
