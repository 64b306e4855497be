"""The records that every game has: their fields and memory layouts."""

from __future__ import annotations

from typing import Annotated, Protocol

from rajas_sim.core.engine.kernel import Array1, Record
from rajas_sim.core.engine.records import Float32, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, layout_of

#: The most events that the log holds; a test plays games to show that the chain between two decisions stays far below.
MAX_EVENTS = 256


class LuckRecord(Record, Protocol):
    """Which luck is redrawn."""

    anew: Int64  # bit set: sources of luck that are redrawn
    first_round: Int16  # first round with redrawn luck; the set-up is round 0
    last_round: Int16
    deal: Int16  # number of the other deal


class EventRecord(Record, Protocol):
    """A change; the meaning of `detail`, `change` and `after` depends on `what` changed (`Events` in the terms of the game)."""

    what: Int16  # which resource or thing
    detail: Int16  # which one of its kind
    change: Int16
    after: Int16  # its value after the change
    cause: Int16
    seat: Int16


class LogRecord(Record, Protocol):
    """The events since rows were last filled, and the cause and seat of the next event."""

    n: Int32
    cause: Int16  # of the next event
    seat: Int16
    round_number: Int16  # the round of all these events, for a batch
    stage: Int16
    events: Annotated[Array1[EventRecord], MAX_EVENTS]


class TaskRecord(Record, Protocol):
    """A task; the meaning of `amount`, `detail` and `limit` depends on its kind (`Tasks` in the terms of the game)."""

    kind: Int8
    cause: Int8  # of what the task will change
    amount: Int16
    detail: Int16
    limit: Int16


class EarningRecord(Record, Protocol):
    """What a place pays; the meaning of `detail` depends on the kind (`EarningKinds` in the terms of the game)."""

    kind: Int16
    amount: Int16
    detail: Int16


class GameRow(Record, Protocol):
    """The row of a game in the table ``games``."""

    seed: UInt64
    rounds: UInt16
    turns: UInt16
    decisions: UInt32
    end_reason: UInt8  # the codes are those of core.engine.course
    winners: UInt8  # how many
    trigger_position: UInt8  # position of the first seat whose markers met, from 1; 0 if there is none
    trigger_round: UInt16  # the round in which they met; 0 if there is none
    lead_changes: UInt16
    margin: Float32  # the largest overlap minus the second largest
    leader: Int8  # during the game: position of the last sole leader, 0 if there was none yet


LUCK = layout_of(LuckRecord)
LOG = layout_of(LogRecord)
GAME_ROW = layout_of(GameRow)
TASK_RECORD = layout_of(TaskRecord)
