"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Record


class LuckRecord(Record, Protocol):
    """The layout ``LUCK`` of core.engine.chance."""

    anew: int
    first_round: int
    last_round: int
    deal: int


class EventRecord(Record, Protocol):
    """The layout ``EVENT_RECORD`` of core.engine.course."""

    what: int
    detail: int
    change: int
    after: int
    cause: int
    seat: int


class LogRecord(Record, Protocol):
    """The layout ``LOG`` of core.engine.course."""

    n: int
    cause: int
    seat: int
    round_number: int
    stage: int
    events: Array1[EventRecord]


class TaskRecord(Record, Protocol):
    """The layout ``TASK_RECORD`` of core.engine.course."""

    kind: int
    cause: int
    amount: int
    detail: int
    limit: int


class EarningRecord(Record, Protocol):
    """The layout ``EARNING_RECORD`` of core.engine.course."""

    kind: int
    amount: int
    detail: int


class GameRow(Record, Protocol):
    """The layout ``GAME_ROW`` of core.engine.rows."""

    seed: int
    rounds: int
    turns: int
    decisions: int
    end_reason: int
    winners: int
    trigger_position: int
    trigger_round: int
    lead_changes: int
    margin: float
    leader: int
