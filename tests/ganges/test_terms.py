"""The words of the game and the tables over them are complete."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest
from games import games_of_all_kinds, positions_by_decision

from rajas_sim.core.engine.tasks import top
from rajas_sim.ganges.appraisal import weights
from rajas_sim.ganges.appraisal.options import option_worth
from rajas_sim.ganges.appraisal.outlook import Outlook, rest_of_game
from rajas_sim.ganges.appraisal.weights import WEIGHT
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS
from rajas_sim.ganges.rulebook.events import EVENT_FIELDS, EventFields
from rajas_sim.ganges.rulebook.tasks import TASK_FIELDS, UNUSED, TaskFields

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
    assert terms.CAUSES[first : first + terms.N_CHAMBERS] == terms.CHAMBERS


def test_every_earning_has_a_name_in_component_files():
    assert {kind for kind, _ in EARNING_KEYS.values()} == set(range(1, len(terms.EARNINGS)))


def test_every_space_has_a_name():
    assert len(terms.SPACES) == len(set(terms.SPACES)) == terms.N_SPACES


def test_the_weights_are_the_parameters_in_their_order():
    assert tuple(p.name for p in weights()) == WEIGHT._fields


# --- tasks and events


def test_the_fields_of_every_kind_of_task_are_explained():
    assert tuple(TASK_FIELDS) == terms.TASKS


def test_the_fields_of_every_kind_of_event_are_explained():
    assert tuple(EVENT_FIELDS) == terms.EVENTS


def used_fields(kinds: tuple[str, ...], records: list[tuple[int, tuple[int, ...]]], names: tuple[str, ...]):
    """Return which fields of each kind are not always 0."""
    found = defaultdict(set)
    for kind, values in records:
        found[kinds[kind]] |= {name for name, value in zip(names, values, strict=True) if value}
    return found


def test_unused_fields_of_tasks_are_0_in_played_games():
    names = TaskFields._fields
    tasks = {
        (int(task.kind), tuple(int(task[name]) for name in names))
        for step in games_of_all_kinds()
        for task in step.after.record.tasks[: step.after.n_tasks]
    }
    used = used_fields(terms.TASKS, sorted(tasks), names)
    assert {terms.TASKS[kind] for kind, _ in tasks} >= set(terms.DECISIONS)
    for kind, fields in used.items():
        assert fields <= {name for name in names if getattr(TASK_FIELDS[kind], name) != UNUSED}, kind


def test_unused_fields_of_events_are_0_in_played_games():
    names = EventFields._fields
    events = {
        (int(event.what), tuple(int(event[name]) for name in names)) for step in games_of_all_kinds() for event in step.events
    }
    used = used_fields(terms.EVENTS, sorted(events), names)
    assert {what for what, _ in events} == set(range(len(terms.EVENTS)))
    for what, fields in used.items():
        assert fields <= {name for name in names if getattr(EVENT_FIELDS[what], name) != UNUSED}, what


# --- decisions


@pytest.mark.parametrize("decision", terms.DECISIONS)
def test_every_decision_is_appraised(decision):
    w = [weight.default for weight in weights()]
    for state in positions_by_decision()[decision]:
        rules, kind = state.rules.record, terms.TASKS.index(decision)
        outlook = Outlook(state.record, rules, state.mover.record, w, rest_of_game(state.record, rules))
        for code in state.option_codes:
            assert not math.isnan(option_worth(outlook, kind, top(state.record), int(code)))
