"""The words of the game and the tables over them are complete."""

from __future__ import annotations

import pytest

from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS

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
