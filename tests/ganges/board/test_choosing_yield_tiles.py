"""Yield tiles from the Dancer in the Navaratnas version (rulebook: Navaratnas version, When you are at the dancer)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import BROWN, back, lying_open, on_slot, on_slots
from tests.ganges.positions import (
    TAKE_ANY_DIE,
    Table,
    build,
    choose,
    events,
    finish_turn,
    give_up,
    hand,
    n_dice,
    play_space,
    river,
    spaces,
    texts,
    tile,
)

TWO_DICE = ("take a blue die", "take a purple die")
#: The tiles left open by `few_open`, in the words of the options.
FEW = {
    "take the white yield tile (3 money)",
    "take the yellow yield tile (1 boat)",
    "take the red yield tile (2 karma)",
    "take the brown yield tile (2 fame per bend)",
    "take no yield tile",
}


def few_open(dice: str = "green 2", overrides: dict[str, Any] | None = None) -> Table:
    """A table on which one yield tile of each colour lies open."""
    table = back(overrides=overrides).dice(dice).seat(karma=0, money=5)
    return table.only_open_yield_tiles(
        ("white", {"money": 3}), ("yellow", {"boat": 1}), ("red", {"karma": 2}), ("brown", {"fame_per_bend": 2})
    )


def at_the_dancer(table: Table, die: str = "green 2") -> State:
    """The position after two dice were taken at the Dancer."""
    return play_space(table.state(), "dancer", give_up(die), *TWO_DICE)


def offered(state: State) -> set[str]:
    assert state.decision == "take_yield_tile"
    return set(texts(state))


def colours(state: State) -> set[str]:
    return {colour for colour in terms.YIELD_COLOURS if any(f"the {colour} yield" in text for text in offered(state))}


def test_it_says_how_many_dice_are_still_to_take() -> None:
    state = play_space(few_open().state(), "dancer", give_up("green 2"))
    assert state.decision_text == "take 2 dice, one after the other"
    assert choose(state, TWO_DICE[0]).decision_text == "take a die"


# --- what the Dancer gives


@pytest.mark.parametrize("colour", terms.COLOURS)
def test_the_dancer_costs_a_die_of_value_2_of_any_colour(colour: str) -> None:
    table = few_open(f"{colour} 2 3")
    state = play_space(table.state(), "dancer")
    assert texts(state) == [f"give up {colour} die 2"]
    assert "dancer" not in spaces(few_open(f"{colour} 1 3 4 5 6").state())


def test_karma_may_turn_a_5_for_the_dancer() -> None:
    state = play_space(few_open("green 5").seat(karma=1).state(), "dancer", "give up green die 5 turned to 2", *TWO_DICE)
    assert (state.decision, state.seats[0].karma) == ("take_yield_tile", 0)


def test_the_dancer_gives_two_dice_of_ones_choice_and_then_a_choice_of_yield_tiles() -> None:
    state = play_space(few_open().state(), "dancer", "give up green die 2")
    assert texts(state) == TAKE_ANY_DIE
    state = choose(state, *TWO_DICE)
    assert (n_dice(state), n_dice(state, "blue"), n_dice(state, "purple")) == (2, 1, 1)
    assert {text.split(" (")[0] for text in offered(state)} == {text.split(" (")[0] for text in FEW}


def test_any_yield_tile_that_lies_open_may_be_chosen() -> None:
    state = at_the_dancer(back().dice("green 2"))
    kinds = set(lying_open(state))
    assert len(texts(state)) == len(kinds) + 1  # and none
    assert sum("brown" in text for text in texts(state)) == len(BROWN)


def test_the_yield_tile_is_placed_at_once_on_a_space_of_its_colour() -> None:
    state = choose(at_the_dancer(few_open()), "take the white yield tile")
    assert (state.decision, state.seat_to_move) == ("place_yield_tile", 0)
    assert texts(state) == [
        f"lay the white yield tile (3 money) at {at}" for at in ("row 1, column 2, top", "row 2, column 5, right")
    ]
    after = choose(state, "row 2, column 5, right")
    assert on_slots(after) == [on_slot(after, "white_right")] == ["white {'money': 3}"]
    assert (after.decision, after.seat_to_move) == ("place", 1)


@pytest.mark.parametrize(
    ("colour", "slot"), [("white", "white_top"), ("yellow", "yellow_top"), ("red", "red_left"), ("brown", "brown_left")]
)
def test_a_yield_tile_of_every_colour_can_be_chosen_and_placed(colour: str, slot: str) -> None:
    after = finish_turn(choose(at_the_dancer(few_open()), f"take the {colour} yield tile"))
    assert str(on_slot(after, slot)).startswith(colour)


# --- what may not be chosen, and refusing


def test_only_colours_with_space_on_ones_board_may_be_taken() -> None:
    table = back().dice("green 2").yield_tile("yellow_top", "yellow", {"boat": 1}).yield_tile("white_top", "white", {"money": 3})
    assert colours(at_the_dancer(table)) == {"white", "red", "brown"}
    table.yield_tile("white_right", "white", {"karma": 1}).yield_tile("red_left", "red", {"karma": 2})
    assert colours(at_the_dancer(table)) == {"brown"}


def test_a_slot_of_another_player_does_not_count() -> None:
    table = back().dice("green 2").yield_tile("yellow_top", "yellow", {"boat": 1}, seat=1)
    assert colours(at_the_dancer(table)) == {"white", "yellow", "red", "brown"}


def test_one_may_refrain_from_taking_a_yield_tile() -> None:
    state = at_the_dancer(few_open())
    after = choose(state, "take no yield tile")
    assert (after.decision, after.seat_to_move) == ("place", 1)
    assert not on_slots(after)
    assert lying_open(after) == lying_open(state)


def test_with_every_space_taken_the_dancer_gives_two_dice_only() -> None:
    table = back().dice("green 2")
    for slot, colour, earns in (
        ("brown_left", "brown", {"fame_per_bend": 2}),
        ("brown_right", "brown", {"money_per_building": 1}),
        ("white_top", "white", {"money": 3}),
        ("white_right", "white", {"karma": 1}),
        ("yellow_top", "yellow", {"boat": 1}),
        ("red_left", "red", {"karma": 2}),
    ):
        table.yield_tile(slot, colour, earns)
    after = at_the_dancer(table)
    assert (after.decision, after.seat_to_move, n_dice(after)) == ("place", 1, 2)


def test_with_no_yield_tile_left_the_dancer_gives_two_dice_only() -> None:
    after = at_the_dancer(back().dice("green 2").only_open_yield_tiles())
    assert (after.decision, after.seat_to_move, n_dice(after)) == ("place", 1, 2)


def test_a_yield_tile_taken_is_no_longer_there_for_the_others() -> None:
    state = finish_turn(choose(at_the_dancer(few_open()), "take the red yield tile"))
    assert sorted(each.split()[0] for each in lying_open(state)) == ["brown", "white", "yellow"]


def test_of_two_alike_one_is_left() -> None:
    table = back().dice("green 2").only_open_yield_tiles(("white", {"money": 3}), ("white", {"money": 3}))
    state = finish_turn(choose(at_the_dancer(table), "take the white yield tile (3 money)"))
    assert lying_open(state) == ["white {'money': 3}"]


# --- when it pays


def test_the_yield_is_not_earned_as_the_tile_is_placed() -> None:
    before = at_the_dancer(few_open())
    after = choose(before, "take the white yield tile", "row 1, column 2, top")
    assert (after.seats[0].money, after.decision) == (before.seats[0].money, "place")


def test_the_yield_is_earned_once_a_road_connects_the_tile() -> None:
    table = few_open("green 2, orange 6", tile("orange_01", 1, "bend") | {"quarry.prices": [0]}).opened("orange_01")
    state = choose(at_the_dancer(table), "take the white yield tile", "row 1, column 2, top")
    state = finish_turn(play_space(state, "outer_terrace"))
    money = state.seats[0].money
    assert build(state, "orange_01", "orange 6", (1, 2), "right bottom").seats[0].money == money
    assert build(state, "orange_01", "orange 6", (1, 2), "top right").seats[0].money == money + 3


def test_a_minor_yield_is_earned_where_no_tile_was_placed() -> None:
    table = few_open("green 2, orange 6", tile("orange_01", 1, "bend") | {"quarry.prices": [0]}).opened("orange_01")
    state = choose(at_the_dancer(table), "take the white yield tile", "row 2, column 5, right")
    state = finish_turn(play_space(state, "outer_terrace"))
    after = build(state, "orange_01", "orange 6", (1, 2), "top right")
    assert after.seats[0].money == state.seats[0].money + 1


# --- the Dancer elsewhere


def test_a_palace_action_of_the_river_gives_the_same() -> None:
    table = few_open("purple 1", river(_1={"palace_action": 1}))
    state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1", "palace action: Dancer")
    assert (hand(state), texts(state)) == ("", TAKE_ANY_DIE)
    state = choose(state, *TWO_DICE)
    assert len(offered(state)) == len(FEW)
    after = finish_turn(choose(state, "take the red yield tile"))
    assert on_slot(after, "red_left") == "red {'karma': 2}"


@pytest.mark.parametrize(("reading", "gives_a_tile"), [("yield_tile", True), ("no_yield_tile", False)])
def test_a_palace_action_of_the_river_gives_a_yield_tile_or_none(reading: str, gives_a_tile: bool) -> None:
    overrides = {"readings.dancer_on_river": reading}
    table = few_open("purple 1", river(_1={"palace_action": 1}) | overrides)
    state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1", "palace action: Dancer", *TWO_DICE)
    assert (state.decision == "take_yield_tile", n_dice(state)) == (gives_a_tile, 2)
    table = back(overrides={"ganga.tiles": [{"dancer": 1}]} | overrides, modules=("ganga",)).river_tile(1, {"dancer": 1})
    state = play_space(table.dice("purple 1").seat(karma=0).state(), "harbour", "give up purple die 1", "advance 1", *TWO_DICE)
    assert (state.decision == "take_yield_tile", n_dice(state)) == (gives_a_tile, 2)


@pytest.mark.parametrize("reading", terms.READINGS["dancer_on_river"])
def test_a_worker_at_the_dancer_gets_a_yield_tile_in_any_case(reading: str) -> None:
    assert at_the_dancer(few_open(overrides={"readings.dancer_on_river": reading})).decision == "take_yield_tile"


@pytest.mark.parametrize("reading", terms.READINGS["dancer_on_river"])
def test_the_base_game_draws_a_white_tile_on_the_river_in_any_case(reading: str) -> None:
    overrides = {"yield_tiles.white": [{"money": 3}] * 8, "readings.dancer_on_river": reading} | river(_1={"palace_action": 1})
    table = Table(overrides=overrides).dice("purple 1").seat(money=0, karma=0)
    after = play_space(table.state(), "harbour", "give up purple die 1", "advance 1", "palace action: Dancer", *TWO_DICE)
    assert (after.seats[0].money, after.decision) == (3, "place")


def test_a_full_kali_statue_is_asked_before_the_dice_of_the_dancer() -> None:
    table = few_open("green 2, blue 1 1 1 1 1 1 1")
    state = play_space(table.state(), "dancer", "give up green die 2")
    assert state.decision == "give_back_die"
    after = choose(state, "take fewer dice")
    while after.decision == "take_die":
        after = choose(after, "take an orange die")
    assert (n_dice(after), after.decision) == (8, "take_yield_tile")


def test_the_base_game_draws_a_white_tile_instead() -> None:
    table = Table(overrides={"yield_tiles.white": [{"money": 3}] * 8}).dice("green 2").seat(money=0)
    after = play_space(table.state(), "dancer", "give up green die 2", *TWO_DICE)
    assert (after.seats[0].money, after.decision) == (3, "place")


def test_the_log_tells_where_a_yield_tile_came_from() -> None:
    state = choose(at_the_dancer(few_open()), "take the red yield tile")
    placed, *_ = events(state, "row 2, column 1, left")
    assert (placed[0], placed[3]) == ("slot", "dancer")
