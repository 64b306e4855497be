"""The course of a game: the tasks still to be resolved in a turn, the events, the reason for the end and the winners.

A state holds the tasks of a turn in the fields ``tasks`` (an array of `TaskRecord`) and ``n_tasks``, beside ``end_reason``.
The last task put in is the first one taken out.

The log of events is a record that every kernel gets beside the state. Batches add it up into tables, `play --log` writes it to a
file, and a search that does not need it discards it. Kernels set `cause` before they change anything.
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


#: Codes of the reasons in the field ``end_reason`` of a state.
NOT_OVER, BY_MARKERS, BY_ROUND_LIMIT, CHAIN_LIMIT = range(len(EndReason))


#: A batch fills its rows once this many events have gathered; the events of one more option fit into the rest of the log.
MAX_GATHERED_EVENTS = MAX_EVENTS // 2


@kernel
def note(log: LogRecord, what: int, detail: int, change: int, after: int) -> None:
    """Add an event with the current cause and seat; in a full log it is only counted."""
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
    """Return the task to resolve next: the last one put on the stack."""
    return state.tasks[state.n_tasks - 1]


@kernel
def mover(state: AnyState[Seat_co]) -> Seat_co:
    """Return the seat to move."""
    return state.seats[state.seat_to_move]


@kernel
def push(state: AnyState[AnySeat], kind: int, cause: int, amount: int, detail: int) -> None:
    """Put a task on the stack; its `limit` starts at 0.

    If the stack is full, the game ends with the reason `chain_limit`. Printed values never lead to that.
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
    """Remove the top task and clear its fields, so that equal positions have equal bytes."""
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
    """Reduce the amount of the top task by 1, and remove the task when nothing is left of it."""
    task = top(state)
    task.amount -= 1
    if task.amount <= 0:
        pop(state)


@kernel
def decision_of(state: AnyState[AnySeat]) -> int:
    """Return the kind of decision that the state waits for: the kind of the top task, or -1 when the game is over."""
    if state.end_reason != NOT_OVER:
        return -1
    return int(top(state).kind)


@kernel
def push_earning(state: AnyState[AnySeat], kind: int, earning: EarningRecord, cause: int) -> None:
    """Push an earning as a task of this kind; the earning's kind becomes the task's detail, its detail the task's limit.

    An earning of kind 0 stands for none and is skipped.
    """
    if earning.kind != 0:
        push(state, kind, cause, earning.amount, earning.kind)
        top(state).limit = earning.detail


@kernel
def push_earnings(state: AnyState[AnySeat], kind: int, earnings: Array1[EarningRecord], cause: int) -> None:
    """Push all earnings of one place, so that the first one is on top."""
    for i in range(len(earnings) - 1, -1, -1):
        push_earning(state, kind, earnings[i], cause)


@kernel
def copy_with_no_tasks(target: AnyState[AnySeat], state: AnyState[AnySeat], seat: int) -> None:
    """Copy a position into `target` with `seat` to move, no tasks and the game not over."""
    copy_record(target, state)
    target.seat_to_move = seat
    target.end_reason = NOT_OVER
    target.n_tasks = 0


@kernel
def is_ahead(keys: NDArray[np.int64], a: int, b: int) -> bool:
    """Return whether row a of `keys` ranks before row b: columns are compared from the first on, and the larger number wins."""
    for column in range(keys.shape[1]):
        if keys[a, column] != keys[b, column]:
            return bool(keys[a, column] > keys[b, column])
    return False


@kernel
def write_ranks_by(keys: NDArray[np.int64], players: int, ranks: Array1[int]) -> None:
    """Write each seat's rank (1 is the winner) into `ranks` (players,); equal seats share the better rank.

    Parameters
    ----------
    keys
        The criteria of the ranking, one row per seat, the most important column first; a larger number is better.
    """
    for a in range(players):
        ranks[a] = 1
        for b in range(players):
            if is_ahead(keys, b, a):
                ranks[a] += 1
