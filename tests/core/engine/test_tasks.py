"""The stack of what is still to be resolved."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.core.engine.course import CHAIN_LIMIT, NOT_OVER, count_down, pop, push
from rajas_sim.core.engine.record_types import TASK_RECORD
from rajas_sim.core.engine.records import record_type
from tests.untyped import Array

DEPTH = 3
STATE = record_type([("end_reason", np.int8), ("n_tasks", np.int8), ("tasks", TASK_RECORD, (DEPTH,))])


@pytest.fixture
def array() -> Array:
    return np.zeros(1, STATE)


def test_the_last_task_in_is_the_first_one_out(array: Array) -> None:
    state = array[0]
    push(state, 1, 2, 3, 4)
    push(state, 5, 6, 7, 8)
    top = state.tasks[state.n_tasks - 1]
    assert (top.kind, top.cause, top.amount, top.detail, top.limit) == (5, 6, 7, 8, 0)
    pop(state)
    assert state.tasks[state.n_tasks - 1].kind == 1


def test_a_stack_emptied_again_has_the_bytes_it_began_with(array: Array) -> None:
    state = array[0]
    before = array.tobytes()
    push(state, 1, 2, 1, 4)
    state.tasks[0].limit = 9
    count_down(state)
    assert array.tobytes() == before


def test_a_task_stays_until_its_amount_is_used_up(array: Array) -> None:
    state = array[0]
    push(state, 1, 0, 2, 0)
    count_down(state)
    assert (state.n_tasks, state.tasks[0].amount) == (1, 1)
    count_down(state)
    assert state.n_tasks == 0


def test_a_full_stack_ends_the_game_with_its_reason(array: Array) -> None:
    state = array[0]
    for _ in range(DEPTH):
        push(state, 1, 0, 1, 0)
    assert state.end_reason == NOT_OVER
    push(state, 1, 0, 1, 0)
    assert (state.n_tasks, state.end_reason) == (DEPTH, CHAIN_LIMIT)
