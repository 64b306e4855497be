"""Earnings on the stack of what is still to be resolved (core.engine.tasks)."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.tasks import push
from rajas_sim.ganges.rulebook.terms import EARN, EARN_NOTHING


@kernel
def push_earning(state: Record, earning: Record, cause: int) -> None:
    """Put one earning on the stack, to be received when the tasks above it are done."""
    if earning.kind != EARN_NOTHING:
        push(state, EARN, cause, earning.amount, earning.kind)
        state.tasks[state.n_tasks - 1].limit = earning.colour


@kernel
def push_earnings(state: Record, earnings: Record, cause: int) -> None:
    """Put all earnings of one place on the stack, the first of them on top."""
    for i in range(len(earnings) - 1, -1, -1):
        push_earning(state, earnings[i], cause)
