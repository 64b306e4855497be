"""The words of the game and the tables over them are complete."""

from __future__ import annotations

import math

import numpy as np
import pytest
from games import games_of_all_kinds, positions_by_decision

from rajas_sim.core.engine.tasks import top
from rajas_sim.ganges.appraisal import WEIGHTS
from rajas_sim.ganges.appraisal.options import option_worth
from rajas_sim.ganges.appraisal.outlook import Outlook, rest_of_game
from rajas_sim.ganges.appraisal.parameters import WEIGHT
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS
from rajas_sim.ganges.rulebook.events import EVENT_FIELDS
from rajas_sim.ganges.rulebook.tasks import TASK_FIELDS

NUMBERED = {
    "COLOUR": terms.COLOURS,
    "CHAMBER": terms.CHAMBERS,
    "WORKER_FROM": terms.WORKER_SOURCES,
    "BOARD": terms.BOARDS,
    "YIELD_COLOUR": terms.YIELD_COLOURS,
    "AREA": terms.AREAS,
    "EARN": terms.EARNINGS,
    "TASK": terms.TASKS,
    "CAUSE": terms.CAUSES,
    "EVENT": terms.EVENTS,
}


@pytest.mark.parametrize("name", NUMBERED)
def test_every_word_has_its_place_as_its_number(name):
    numbers = getattr(terms, name)
    assert [getattr(numbers, word) for word in NUMBERED[name]] == list(range(len(NUMBERED[name])))


def test_causes_of_the_chambers_follow_each_other_in_the_order_of_the_chambers():
    first = terms.CAUSE.great_mogul
    assert terms.CAUSES[first : first + terms.N.chambers] == terms.CHAMBERS


def test_every_earning_has_a_name_in_component_files():
    assert {kind for kind, _ in EARNING_KEYS.values()} == set(range(1, len(terms.EARNINGS)))


def test_every_space_has_a_name():
    assert len(terms.SPACES) == len(set(terms.SPACES)) == terms.N.spaces


def test_the_weights_are_the_parameters_in_their_order():
    assert tuple(p.name for p in WEIGHTS) == WEIGHT._fields


# --- tasks and events


def test_every_kind_of_task_and_event_has_its_row():
    assert tuple(TASK_FIELDS) == terms.TASKS
    assert tuple(EVENT_FIELDS) == terms.EVENTS


def test_played_games_show_every_kind():
    steps = games_of_all_kinds()
    assert {step.after.decision for step in steps if not step.after.is_over} == set(terms.DECISIONS)
    assert {terms.EVENTS[event.what] for step in steps for event in step.events} == set(terms.EVENTS)


def test_a_field_without_a_meaning_has_the_value_the_table_says():
    for step in games_of_all_kinds():
        tasks = [(TASK_FIELDS[terms.TASKS[task.kind]], task) for task in step.after.record.tasks[: step.after.n_tasks]]
        events = [(EVENT_FIELDS[terms.EVENTS[event.what]], event) for event in step.events]
        for fields, found in tasks + events:
            for name, meaning in fields._asdict().items():
                assert isinstance(meaning, str) or found[name] == meaning, (found, name)


# --- decisions


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_every_decision_is_appraised(decision):
    w = np.array([weight.default for weight in WEIGHTS])
    for state in positions_by_decision()[decision]:
        rules, kind = state.rules.record, terms.TASKS.index(decision)
        outlook = Outlook(state.record, rules, state.mover.record, w, rest_of_game(state.record, rules))
        for code in state.option_codes:
            assert not math.isnan(option_worth(outlook, kind, top(state.record), int(code)))
