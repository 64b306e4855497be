"""The small stack of what is still to be resolved in a turn; the last task in is the first one out."""

from __future__ import annotations

from rajas_sim.core.kernel import Record, kernel
from rajas_sim.ganges.layout import MAX_TASKS
from rajas_sim.ganges.words import CHAIN_LIMIT, EARN, EARN_NOTHING


@kernel
def push(state: Record, kind: int, cause: int, amount: int, detail: int) -> None:
    """Put a task on the stack; its `limit` starts at 0.

    A stack that is full, which printed values do not bring about, ends the game with the reason `chain_limit`.
    """
    if state.n_tasks == MAX_TASKS:
        state.end_reason = CHAIN_LIMIT
        return
    task = state.tasks[state.n_tasks]
    task.kind = kind
    task.cause = cause
    task.amount = amount
    task.detail = detail
    task.limit = 0
    state.n_tasks += 1


@kernel
def pop(state: Record) -> None:
    """Take the top task off and wipe it, so that equal positions have equal bytes."""
    state.n_tasks -= 1
    task = state.tasks[state.n_tasks]
    task.kind = 0
    task.cause = 0
    task.amount = 0
    task.detail = 0
    task.limit = 0


@kernel
def count_down(state: Record) -> None:
    """Take one off the amount of the top task, and the task off the stack with the last one."""
    task = state.tasks[state.n_tasks - 1]
    task.amount -= 1
    if task.amount <= 0:
        pop(state)


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
