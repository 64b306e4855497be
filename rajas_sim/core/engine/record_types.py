"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Record


class EventRecord(Record, Protocol):
    """The layout ``EVENT_RECORD`` of core.engine.events."""

    what: int
    detail: int
    change: int
    after: int
    cause: int
    seat: int


class LogRecord(Record, Protocol):
    """The layout ``LOG`` of core.engine.events."""

    n: int
    cause: int
    seat: int
    round_number: int
    stage: int
    events: Array1[EventRecord]


class TaskRecord(Record, Protocol):
    """The layout ``TASK_RECORD`` of core.engine.tasks."""

    kind: int
    cause: int
    amount: int
    detail: int
    limit: int


class EarningRecord(Record, Protocol):
    """The layout ``EARNING_RECORD`` of core.engine.tasks."""

    kind: int
    amount: int
    detail: int


class LuckRecord(Record, Protocol):
    """The layout ``LUCK`` of core.engine.luck."""

    anew: int
    first_round: int
    last_round: int
    deal: int


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
