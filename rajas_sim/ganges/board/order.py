"""The order of earnings received at once: fixed, or chosen by the player (reading `order`).

Earnings received at once lie together on the stack, the first one on top. If the player chooses, that decision lies above them.
"""

from __future__ import annotations

from rajas_sim.core.engine.course import bring_to_top, pop, push, push_earnings, top
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import EarningRecord, TaskRecord
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import PLAYER_CHOOSES_ORDER, TASK


@kernel
def offer_order(state: StateRecord, rules: RulesRecord, n_tasks_before: int) -> None:
    """Ask for the order of the earnings above the first `n_tasks_before` tasks of the stack, if the player chooses the order."""
    n = int(state.n_tasks) - n_tasks_before
    if n > 1 and rules.readings.order == PLAYER_CHOOSES_ORDER:
        push(state, TASK.choose_order, top(state).cause, n, 0)


@kernel
def push_orderable_earnings(state: StateRecord, rules: RulesRecord, earnings: Array1[EarningRecord], cause: int) -> None:
    """Put what one place pays on the stack, to be received."""
    n_tasks_before = int(state.n_tasks)
    push_earnings(state, TASK.earn, earnings, cause)
    offer_order(state, rules, n_tasks_before)


@kernel
def nth_earning(state: StateRecord, i: int) -> TaskRecord:
    """Return the i-th of the earnings below the decision on their order, in the fixed order."""
    return state.tasks[state.n_tasks - 2 - i]


@kernel
def _give_the_same(task: TaskRecord, other_task: TaskRecord) -> bool:
    return task.amount == other_task.amount and task.detail == other_task.detail and task.limit == other_task.limit


@kernel
def order_options(state: StateRecord, options: Options) -> int:
    """List the earnings that may come next, by their place in the fixed order; of several equal earnings only the first."""
    n = 0
    for i in range(top(state).amount):
        is_listed = False
        for listed in range(n):
            if _give_the_same(nth_earning(state, i), nth_earning(state, int(options[listed]))):
                is_listed = True
        if not is_listed:
            options[n] = i
            n += 1
    return n


@kernel
def are_all_alike(state: StateRecord) -> bool:
    """Return whether all earnings below the decision on their order are equal."""
    for i in range(1, top(state).amount):
        if not _give_the_same(nth_earning(state, 0), nth_earning(state, i)):
            return False
    return True


@kernel
def choose_order(state: StateRecord, i: int) -> None:
    """Bring the i-th earning in the fixed order to the top of the stack, and ask again as long as several others are left."""
    n = int(top(state).amount)
    cause = int(top(state).cause)
    pop(state)
    bring_to_top(state, i)
    if n > 2:
        push(state, TASK.choose_order, cause, n - 1, 0)
        bring_to_top(state, 1)
