"""The words of the game and the tables over them are complete."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim import ganges
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.ganges.game import GAME
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS

NUMBERED = {
    "COLOUR": terms.COLOURS,
    "CHAMBER": terms.CHAMBERS,
    "WORKER_SOURCE": terms.WORKER_SOURCES,
    "BOARD": terms.BOARDS,
    "YIELD_COLOUR": terms.YIELD_COLOURS,
    "AREA": terms.AREAS,
    "EARN": terms.EARNINGS,
    "TASK": terms.TASKS,
    "CAUSE": terms.CAUSES,
    "EVENT": terms.EVENTS,
}


@pytest.mark.parametrize("name", NUMBERED)
def test_every_word_has_its_place_as_its_number(name: str) -> None:
    numbers = getattr(terms, name)
    assert [getattr(numbers, word) for word in NUMBERED[name]] == list(range(len(NUMBERED[name])))


def test_causes_of_the_chambers_follow_each_other_in_the_order_of_the_chambers() -> None:
    first = terms.CAUSE.great_mogul
    assert terms.CAUSES[first : first + terms.N_OF.chambers] == terms.CHAMBERS


def test_every_earning_has_a_name_in_component_files() -> None:
    assert {kind for kind, _ in EARNING_KEYS.values()} == set(range(1, len(terms.EARNINGS)))


def test_every_space_has_a_name() -> None:
    assert len(terms.SPACES) == len(set(terms.SPACES)) == terms.N_OF.spaces


def test_the_board_has_more_spaces_with_more_players() -> None:
    spaces = {players: GAME.words_in_play(ganges.rules(players))["space"] for players in (2, 3, 4)}
    for players, names in spaces.items():
        record = ganges.rules(players).record
        assert set(terms.CHAMBERS) <= set(names)
        assert sum(space.startswith("quarry_") for space in names) == record.n_quarry
        assert sum(space.startswith("harbour_") for space in names) == record.n_harbour
    assert set(spaces[2]) < set(spaces[4])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_no_worker_stands_on_a_space_that_is_not_in_play(players: int) -> None:
    rules = ganges.rules(players)
    seeds = np.arange(20, dtype=np.uint64)
    line_up = [find_strategy("random", game="ganges")]
    placed = GAME.batches.play(rules, line_up, np.zeros((20, players), np.int8), seeds, ["spaces"])["spaces"]["space"]
    assert {terms.SPACES[space] for space in np.unique(placed)} <= set(GAME.words_in_play(rules)["space"])
