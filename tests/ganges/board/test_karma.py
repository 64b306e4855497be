"""Karma (rulebook: Karma)."""

from __future__ import annotations

import pytest

from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import YIELDS, Table, choose, hand, play_space, river, spaces, texts, tile


def test_karma_never_rises_above_3() -> None:
    for karma, after in [(0, 2), (1, 3), (2, 3), (3, 3)]:
        state = play_space(Table().dice("green 3").seat(karma=karma).state(), "yogi", "give up green die 3")
        assert state.seats[0].karma == after


@pytest.mark.parametrize("value", range(1, 7))
def test_karma_turns_a_die_to_its_opposite_side(value: int) -> None:
    chamber = terms.CHAMBERS[6 - value]
    overrides = river() | tile("green_01", 4, "straight") | tile("orange_01", 5, "straight")
    table = Table(overrides=overrides).tile("green_01", 1, 2, "right left").only_open("orange_01")
    state = play_space(table.dice(f"orange 6, blue {value}").seat(karma=1).state(), chamber)
    assert f"give up blue die {value} turned to {7 - value}" in texts(state)


def test_each_turn_of_a_die_costs_one_karma() -> None:
    state = play_space(Table().dice("green 6").seat(karma=3).state(), "great_mogul", "give up green die 6 turned to 1")
    assert state.seats[0].karma == 2


def test_without_karma_no_die_is_turned() -> None:
    assert "great_mogul" not in spaces(Table().dice("green 6").seat(karma=0).state())


def test_karma_can_go_down_to_zero() -> None:
    state = play_space(Table().dice("green 6").seat(karma=1).state(), "great_mogul", "give up green die 6 turned to 1")
    assert state.seats[0].karma == 0


def test_the_die_is_turned_only_as_it_is_given_up() -> None:
    state = play_space(Table().dice("green 6 6").seat(karma=2).state(), "great_mogul", "give up green die 6 turned to 1")
    assert hand(state) == "green 6"


def test_karma_needs_no_worker() -> None:
    state = play_space(Table().dice("green 6").seat(karma=1).state(), "great_mogul", "give up green die 6 turned to 1")
    assert state.seats[0].placed == 1


def test_a_natural_die_is_offered_beside_a_turned_one() -> None:
    state = play_space(Table().dice("green 1, blue 6").seat(karma=1).state(), "great_mogul")
    assert texts(state) == ["give up green die 1", "give up blue die 6 turned to 1"]


def test_several_dice_of_one_payment_may_be_turned_up_to_the_karma_there_is() -> None:
    overrides = tile("blue_01", 16, "straight") | YIELDS
    table = Table(overrides=overrides).only_open("blue_01").dice("blue 1 1 2").seat(money=3)
    assert "quarry" not in spaces(table.seat(karma=2).state())
    state = play_space(table.seat(karma=3).state(), "quarry", "take blue tile 1 ")
    state = choose(state, "give up blue die 1 turned to 6", "give up blue die 1 turned to 6", "give up blue die 2 turned to 5")
    assert (state.decision, state.seats[0].karma) == ("choose_cell", 0)


def test_karma_turned_for_a_tile_is_one_step_for_each_die() -> None:
    overrides = tile("blue_01", 12, "straight") | YIELDS
    table = Table(overrides=overrides).only_open("blue_01").dice("blue 1 6").seat(money=3, karma=1)
    state = play_space(table.state(), "quarry", "take blue tile 1 ")
    assert texts(state) == ["give up blue die 6"]
    state = choose(state, "give up blue die 6")
    assert texts(state) == ["give up blue die 1 turned to 6"]
    assert choose(state, "give up blue die 1 turned to 6").seats[0].karma == 0
