"""The course of a game: what is still to be resolved in a turn, what happened, why a game ended and who won.

A state holds the tasks of a turn as the fields ``tasks`` (an array of `TaskRecord`) and ``n_tasks``, beside ``end_reason``.
The last task in is the first one out.

The log of events is one record that every kernel gets beside the state. Batches add it up into tables, `play --log` writes it
out, and a search that does not need it discards it. Kernels set `cause` before they change anything.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnySeat, AnyState, Seat_co
from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.core.engine.memory import copy_record
from rajas_sim.core.engine.record_types import MAX_EVENTS, EarningRecord, LogRecord, TaskRecord


class EndReason(StrEnum):
    """Why a game ended."""

    NOT_OVER = "not_over"
    MARKERS_PASSED = "markers_passed"
    ROUND_LIMIT = "round_limit"
    CHAIN_LIMIT = "chain_limit"


#: Their codes in the field ``end_reason`` of a state.
NOT_OVER, BY_MARKERS, BY_ROUND_LIMIT, CHAIN_LIMIT = range(len(EndReason))


#: So many events may gather before a batch fills its rows; what one option does fits into the rest.
MAX_GATHERED_EVENTS = MAX_EVENTS // 2


@kernel
def note(log: LogRecord, what: int, detail: int, change: int, after: int) -> None:
    """Add an event under the present cause and seat."""
    if log.n < MAX_EVENTS:
        event = log.events[log.n]
        event.what = what
        event.detail = detail
        event.change = change
        event.after = after
        event.cause = log.cause
        event.seat = log.seat
    log.n += 1


#: The most earnings that one place pays.
EARNINGS_AT_ONE_PLACE = 3


@kernel
def top(state: AnyState[AnySeat]) -> TaskRecord:
    """Return the task that comes next, the last one put on the stack."""
    return state.tasks[state.n_tasks - 1]


@kernel
def mover(state: AnyState[Seat_co]) -> Seat_co:
    """Return the seat to move."""
    return state.seats[state.seat_to_move]


@kernel
def push(state: AnyState[AnySeat], kind: int, cause: int, amount: int, detail: int) -> None:
    """Put a task on the stack; its `limit` starts at 0.

    A stack that is full, which printed values do not bring about, ends the game with the reason `chain_limit`.
    """
    if state.n_tasks == len(state.tasks):
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
def pop(state: AnyState[AnySeat]) -> None:
    """Take the top task off and wipe it, so that equal positions have equal bytes."""
    state.n_tasks -= 1
    task = state.tasks[state.n_tasks]
    task.kind = 0
    task.cause = 0
    task.amount = 0
    task.detail = 0
    task.limit = 0


@kernel
def bring_to_top(state: AnyState[AnySeat], i: int) -> None:
    """Bring the task that lies `i` below the top one to the top; the others keep their order."""
    for index in range(state.n_tasks - 1 - i, state.n_tasks - 1):
        task, task_above = state.tasks[index], state.tasks[index + 1]
        task.kind, task_above.kind = int(task_above.kind), int(task.kind)
        task.cause, task_above.cause = int(task_above.cause), int(task.cause)
        task.amount, task_above.amount = int(task_above.amount), int(task.amount)
        task.detail, task_above.detail = int(task_above.detail), int(task.detail)
        task.limit, task_above.limit = int(task_above.limit), int(task.limit)


@kernel
def count_down(state: AnyState[AnySeat]) -> None:
    """Take one off the amount of the top task, and the task off the stack with the last one."""
    task = top(state)
    task.amount -= 1
    if task.amount <= 0:
        pop(state)


@kernel
def decision_of(state: AnyState[AnySeat]) -> int:
    """Return the kind of the decision the state waits for, which is the task on top of the stack; -1 when the game is over."""
    if state.end_reason != NOT_OVER:
        return -1
    return int(top(state).kind)


@kernel
def push_earning(state: AnyState[AnySeat], kind: int, earning: EarningRecord, cause: int) -> None:
    """Put one earning on the stack as a task of this kind: its kind is the task's detail, its detail the task's limit.

    Kind 0 stands for no earning.
    """
    if earning.kind != 0:
        push(state, kind, cause, earning.amount, earning.kind)
        top(state).limit = earning.detail


@kernel
def push_earnings(state: AnyState[AnySeat], kind: int, earnings: Array1[EarningRecord], cause: int) -> None:
    """Put all earnings of one place on the stack, the first of them on top."""
    for i in range(len(earnings) - 1, -1, -1):
        push_earning(state, kind, earnings[i], cause)


@kernel
def copy_with_no_tasks(target: AnyState[AnySeat], state: AnyState[AnySeat], seat: int) -> None:
    """Copy a position into `target` as if a seat were to move and nothing else were to be resolved."""
    copy_record(target, state)
    target.seat_to_move = seat
    target.end_reason = NOT_OVER
    target.n_tasks = 0


@kernel
def is_ahead(keys: NDArray[np.int64], a: int, b: int) -> bool:
    """Return whether row a of `keys` is placed before row b: the larger number decides, from the first column on."""
    for column in range(keys.shape[1]):
        if keys[a, column] != keys[b, column]:
            return bool(keys[a, column] > keys[b, column])
    return False


@kernel
def write_ranks_by(keys: NDArray[np.int64], players: int, ranks: Array1[int]) -> None:
    """Write each seat's place (1 is the winner) into `ranks` (players,); equal seats share the better place.

    Parameters
    ----------
    keys
        What decides, one row a seat, the most important column first; the larger number is better.
    """
    for a in range(players):
        ranks[a] = 1
        for b in range(players):
            if is_ahead(keys, b, a):
                ranks[a] += 1
