"""Master Builder: covering a tile (rulebook: Actions at the palace, Master builder)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from tests.ganges.positions import (
    YIELDS,
    Table,
    cell_of,
    choose,
    finish_turn,
    give_up,
    hand,
    open_tiles,
    play_space,
    river,
    side_list,
    spaces,
    texts,
    tile,
    tile_at,
)

ORANGE_4 = tile("orange_01", 4, "straight")
VIOLET_6 = tile("purple_01", 6, "straight", ("fort",))
BASE = YIELDS | river() | ORANGE_4 | VIOLET_6


def leila(dice: str, overrides: dict[str, Any] | None = None, karma: int = 0) -> Table:
    """Leila's province holds the orange 4 left of the residence; the violet 6 is the only open tile."""
    table = Table(overrides=BASE | (overrides or {})).tile("orange_01", 1, 2, "right left").only_open("purple_01")
    return table.dice(dice).seat(karma=karma, money=3)


def covering(state: State, *dice: str, roads: str = "right left") -> State:
    covers = "cover orange tile 1 at row 1, column 2 with purple tile 1 "
    state = play_space(state, "master_builder", "give up green die 5", covers)
    return choose(state, *map(give_up, dice), f"lay purple tile 1 at row 1, column 2, roads {side_list(roads)}")


def test_leila_covers_the_orange_4_with_the_violet_6_for_a_violet_die_of_at_least_2() -> None:
    after = covering(leila("green 5, purple 2").state(), "purple 2")
    assert tile_at(after, 1, 2) == "purple_01"
    assert hand(after) == ""


def test_a_violet_1_is_not_enough() -> None:
    assert "master_builder" not in spaces(leila("green 5, purple 1").state())


def test_only_dice_of_the_new_tiles_colour_pay_the_difference() -> None:
    assert "master_builder" not in spaces(leila("green 5, orange 6").state())


def test_the_difference_may_be_overpaid() -> None:
    assert hand(covering(leila("green 5, purple 6").state(), "purple 6")) == ""


def test_the_difference_may_be_paid_with_several_dice() -> None:
    assert hand(covering(leila("green 5, purple 1 1").state(), "purple 1", "purple 1")) == ""


def test_karma_may_turn_dice_of_the_difference() -> None:
    after = covering(leila("green 5, purple 1", karma=1).state(), "purple 1 turned to 6")
    assert after.seats[0].karma == 0


def test_karma_spent_on_the_chamber_is_missing_for_the_difference() -> None:
    assert "master_builder" not in spaces(leila("green 2, purple 1", karma=1).state())
    assert "master_builder" in spaces(leila("green 2, purple 1", karma=2).state())


def test_the_die_that_opens_the_chamber_does_not_pay_the_difference_too() -> None:
    assert "master_builder" not in spaces(leila("purple 5").state())
    assert "master_builder" in spaces(leila("purple 5 5").state())


def test_only_dice_that_leave_the_difference_payable_are_offered_for_the_chamber() -> None:
    state = play_space(leila("green 5, purple 5").state(), "master_builder")
    assert texts(state) == ["give up green die 5"]


def test_the_new_tile_must_be_more_expensive() -> None:
    for cost in (3, 4):
        table = leila("green 5, purple 6 6", tile("purple_01", cost, "straight"))
        assert "master_builder" not in spaces(table.state())
    assert "master_builder" in spaces(leila("green 5, purple 6 6", tile("purple_01", 5, "straight")).state())


def test_without_a_tile_in_the_province_the_chamber_cannot_be_used() -> None:
    table = Table(overrides=BASE).only_open("purple_01").dice("green 5, purple 6")
    assert "master_builder" not in spaces(table.state())


def test_the_new_tile_is_scored() -> None:
    after = covering(leila("green 5, purple 2").state(), "purple 2")
    assert after.seats[0].fame == 2
    after = covering(leila("green 5, purple 2").seat(levels=[0, 0, 2, 0]).state(), "purple 2")
    assert after.seats[0].fame == 4


def test_markets_of_the_new_tile_pay_at_once_and_those_below_no_longer() -> None:
    overrides = tile("purple_01", 6, "straight", silk=3) | tile("orange_01", 4, "straight", tea=4)
    after = covering(leila("green 5, purple 2", overrides).state(), "purple 2")
    assert after.seats[0].money == 3 + 3
    state = finish_turn(play_space(after, "outer_terrace"))
    assert play_space(state, "market_assorted").seats[0].money == after.seats[0].money + 3


def test_a_covered_tile_pays_no_special_yield() -> None:
    after = covering(leila("green 5, purple 2").state(), "purple 2")  # its road leads to the yield of 5 money again
    assert after.seats[0].money == 3


def test_a_special_yield_newly_connected_by_covering_is_not_paid() -> None:
    overrides = tile("purple_01", 6, "fork")
    after = covering(leila("green 5, purple 2", overrides).state(), "purple 2", roads="top right left")
    assert after.decision == "place"
    assert (after.seats[0].money, hand(after)) == (3, "")


def with_a_fork(reading: str, roads: str = "right left") -> Table:
    """Leila covers with a fork; the yield above pays a die, the one on the left 5 money."""
    overrides = tile("purple_01", 6, "fork") | tile("orange_01", 4, "straight") | {"readings.builder_yields": reading}
    table = Table(overrides=BASE | overrides).tile("orange_01", 1, 2, roads).only_open("purple_01")
    return table.dice("green 5, purple 2").seat(karma=0, money=3)


@pytest.mark.parametrize(("reading", "pays"), [("pay_nothing", False), ("pay_when_new", True)])
def test_a_special_yield_that_covering_connects_for_the_first_time_pays_nothing_or_as_any_first_connection(
    reading: str, pays: bool
) -> None:
    after = covering(with_a_fork(reading).state(), "purple 2", roads="top right left")
    assert after.seats[0].money == 3  # the 5 money on the left were received with the first tile
    assert (after.decision == "take_die") == pays


def test_a_new_yield_under_a_covering_tile_comes_after_its_score_and_once_only() -> None:
    table = with_a_fork("pay_when_new")
    table.board.seats[0].yields_connected = 0  # as if no yield had been connected before
    state = covering(table.state(), "purple 2", roads="top right left")
    after = choose(state, "take a blue die")
    assert (after.seats[0].money, hand(after).split()[0]) == (3 + 5, "blue")
    assert int(after.seats[0].yields_connected).bit_count() == 2


def test_a_tile_may_be_covered_once_only() -> None:
    after = covering(leila("green 5 5, purple 2 6").state(), "purple 2")
    table = Table(overrides=BASE | tile("blue_01", 9, "straight")).tile("orange_01", 1, 2, "right left").opened("blue_01")
    table.dice("green 5, blue 6 6").seat(karma=0)
    assert "master_builder" in spaces(table.state())
    table.board.seats[0].covered[cell_of(1, 2)] = 1
    assert "master_builder" not in spaces(table.state())
    assert after.seats[0].covered[cell_of(1, 2)] == 1


def test_the_next_tile_of_the_stack_comes_to_lie_open() -> None:
    table = Table(overrides=BASE).tile("orange_01", 1, 2, "right left").opened("purple_01")
    table.dice("green 5, purple 2").seat(karma=0)
    before = table.state()
    state = play_space(before, "master_builder", "give up green die 5")
    fragment = "cover orange tile 1 at row 1, column 2 with purple tile 1 "
    after = choose(state, fragment, "give up purple die 2", "lay purple tile 1 at row 1, column 2, roads right, left")
    assert set(open_tiles(before)) - set(open_tiles(after)) == {"purple_01"}
    assert len(open_tiles(after)) == 12


def test_the_new_tile_may_be_of_another_colour_and_of_any_stack() -> None:
    overrides = tile("green_12", 5, "bend")
    table = Table(overrides=BASE | overrides).tile("orange_01", 1, 2, "right left").only_open("green_12", "purple_01")
    state = play_space(table.dice("green 5 1, purple 6").seat(karma=0).state(), "master_builder", "give up green die 5")
    assert [text.split(" (")[0].split(" with ")[-1] for text in texts(state)] == ["green tile 12", "purple tile 1"]


# --- the connection of all tiles


def chain(new_roads: str) -> Table:
    """Orange tile right of which lies another one that hangs on it: residence - (1, 2) - (2, 2)."""
    overrides = BASE | tile("orange_01", 4, "bend") | tile("orange_02", 9, "straight") | tile("purple_01", 6, new_roads)
    table = Table(overrides=overrides).tile("orange_01", 1, 2, "right bottom").tile("orange_02", 2, 2, "top bottom")
    return table.only_open("purple_01").dice("green 5, purple 2").seat(karma=0)


def test_all_tiles_must_stay_connected_to_the_residence() -> None:
    state = play_space(chain("bend").state(), "master_builder", "give up green die 5", "cover orange tile 1")
    state = choose(state, "give up purple die 2")
    assert texts(state) == ["lay purple tile 1 at row 1, column 2, roads right, bottom"]


def test_forks_leave_a_choice_of_rotations() -> None:
    covers = ("cover orange tile 1", "give up purple die 2")
    state = play_space(chain("fork").state(), "master_builder", "give up green die 5", *covers)
    assert {text.split("roads ")[1] for text in texts(state)} == {"top, right, bottom", "right, bottom, left"}


def test_a_tile_that_would_cut_others_off_in_every_rotation_cannot_cover() -> None:
    assert "master_builder" not in spaces(chain("straight").state())


def test_another_way_round_keeps_the_tiles_connected() -> None:
    overrides = BASE | tile("orange_01", 4, "bend") | tile("orange_02", 9, "fork") | tile("orange_03", 9, "fork")
    table = Table(overrides=overrides | tile("purple_01", 6, "straight")).tile("orange_01", 1, 2, "right bottom")
    table.tile("orange_02", 2, 2, "top right bottom").tile("orange_03", 2, 3, "top bottom left").only_open("purple_01")
    state = play_space(table.dice("green 5, purple 2").seat(karma=0).state(), "master_builder", "give up green die 5")
    state = choose(state, "cover orange tile 1", "give up purple die 2")
    # on its own the new tile needs the residence, for the others reach it by the third tile
    assert {text.split("roads ")[1] for text in texts(state)} == {"right, left", "top, bottom"}


# --- from the river


def test_from_a_river_space_no_die_is_given_up_for_the_chamber_but_the_difference_is_paid() -> None:
    overrides = river(_1={"palace_action": 1})
    table = leila("green 1, purple 2", overrides)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "palace action: Master Builder")
    laid = "lay purple tile 1 at row 1, column 2, roads right, left"
    state = choose(state, "cover orange tile 1", "give up purple die 2", laid)
    assert tile_at(state, 1, 2) == "purple_01"
    assert hand(state) == ""


def test_from_a_river_space_nothing_to_cover_means_no_master_builder() -> None:
    table = leila("green 1, purple 1", river(_1={"palace_action": 1}))
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    assert "palace action: Master Builder" not in texts(state)
