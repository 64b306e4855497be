"""River action at the harbour."""

from __future__ import annotations

from rajas_sim.core.engine.course import mover, pop, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.dice import has_die_in_range
from rajas_sim.ganges.board.quarry import leftmost_free_index
from rajas_sim.ganges.board.river import has_arrived, sail_to, space_ahead
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, FIRST_SPACE, HARBOUR_ONE_MAY_STAY


@kernel
def harbour_space(state: StateRecord, rules: RulesRecord) -> int:
    """Return the harbour space that a worker may be placed on, -1 if there is none."""
    seat = mover(state)
    index = leftmost_free_index(state, FIRST_SPACE.harbour, rules.n_harbour)
    if index < 0 or rules.harbour_prices[index] > seat.money or has_arrived(state, rules):
        return -1
    return FIRST_SPACE.harbour + index if has_die_in_range(seat, 1, rules.harbour_highest_die) else -1


@kernel
def sail_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List how many unoccupied spaces the boat may advance: a 1 exactly one, a 2 one or two, a 3 up to three.

    A river tile lets it advance as a 3 does.
    """
    n = 0
    task = top(state)
    most_steps = int(task.amount)
    fewest_steps = (
        0 if most_steps == 1 and task.cause == CAUSE.harbour and rules.readings.harbour_one == HARBOUR_ONE_MAY_STAY else 1
    )
    for steps in range(fewest_steps, most_steps + 1):
        if space_ahead(state, rules, steps) >= 0:
            options[n] = steps
            n += 1
    return n


@kernel
def sail(state: StateRecord, rules: RulesRecord, log: LogRecord, steps: int) -> None:
    """Advance the boat by the chosen number of unoccupied spaces."""
    pop(state)
    if steps > 0:
        sail_to(state, rules, log, space_ahead(state, rules, steps))
