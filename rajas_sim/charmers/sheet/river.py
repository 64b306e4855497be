"""The river: marked spaces, the position, and where the seat may go from it."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, EVENT, MAY_BE_DECLINED, TASK
from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import mover, note, push_earnings
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import EarningRecord, LogRecord, TaskRecord


@kernel
def is_marked(seat: SeatRecord, space: int) -> bool:
    """Return whether a river space is marked."""
    return (int(seat.river_marks) >> space) & 1 == 1


@kernel
def n_marked_spaces(seat: SeatRecord) -> int:
    """Return how many river spaces are marked."""
    n = 0
    for space in range(1, int(seat.river) + 1):
        if is_marked(seat, space):
            n += 1
    return n


@kernel
def next_space_with(seat: SeatRecord, rules: RulesRecord, symbol: int) -> int:
    """Return the next space with a symbol ahead of the position, or -1; no space ahead of the position is marked."""
    for space in range(int(seat.river) + 1, int(rules.n_river) + 1):
        if rules.symbols[space] == symbol:
            return space
    return -1


@kernel
def space_back(seat: SeatRecord, steps: int) -> int:
    """Return the space `steps` unmarked spaces behind the position, or -1; marked spaces are not counted."""
    for space in range(int(seat.river) - 1, 0, -1):
        if not is_marked(seat, space):
            steps -= 1
            if steps == 0:
                return space
    return -1


@kernel
def has_space_back(seat: SeatRecord) -> bool:
    """Return whether there is an unmarked space behind the position."""
    return space_back(seat, 1) > 0


@kernel
def is_at_river_end(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether the position is the last space."""
    return seat.river >= rules.n_river


@kernel
def earnings_at(seat: SeatRecord, rules: RulesRecord, space: int) -> Array1[EarningRecord]:
    """Return what a space gives a seat; nothing if the seat is restricted from the space."""
    # Space 0, the start, gives nothing.
    return rules.river[0 if has_bit(rules.restricted[seat.position].river, space - 1) else space]


@kernel
def may_be_declined(rules: RulesRecord, task: TaskRecord) -> bool:
    """Return whether a task is an earning of the river that need not be used (reading `bonuses`)."""
    return task.cause == CAUSE.river and rules.readings.bonuses == MAY_BE_DECLINED


@kernel
def mark_space(state: StateRecord, rules: RulesRecord, log: LogRecord, space: int) -> None:
    """Mark a space and put its earnings on the stack; the rightmost mark is the new position."""
    seat = mover(state)
    note(log, EVENT.river, 0, space - int(seat.river), space)
    seat.river_marks |= 1 << space
    seat.river = max(int(seat.river), space)
    push_earnings(state, TASK.earn, earnings_at(seat, rules, space), CAUSE.river)


@kernel
def sail_back_options(state: StateRecord, options: Options) -> int:
    """List all unmarked spaces behind the position; return how many."""
    seat = mover(state)
    n = 0
    for space in range(1, int(seat.river)):
        if not is_marked(seat, space):
            options[n] = space
            n += 1
    return n
