"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Array2, Record


class KnownRecord(Record, Protocol):
    """The layout ``KNOWN`` of charmers.appraisal.outlook."""

    is_die: Array2[int]
    die: Array2[float]
    is_road: Array1[int]
    road: Array1[float]
    are_arms: int
    arms: Array1[float]
    is_action: Array1[int]
    action: Array1[float]


class WeightsRecord(Record, Protocol):
    """The layout ``WEIGHTS_RECORD`` of charmers.appraisal.parameters."""

    fame: float
    money: float
    good: float
    karma: float
    upgrade: float
    road: float
    bonus: float
    action: float
    box: float
    skip: float
    reserve: float
    hold: float
    ahead: float
    half_road: float
    arms: float
    late: float
    people: Array1[float]
    dice: Array1[float]
    colours: Array1[float]
