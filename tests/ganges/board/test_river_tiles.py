"""What the five kinds of river tiles give (rulebook: The river tiles)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import on_slot
from tests.ganges.positions import (
    RIVER_SPACES,
    TAKE_ANY_DIE,
    Table,
    choose,
    events,
    finish_turn,
    hand,
    n_dice,
    play_space,
    river,
    spaces,
    texts,
    tile,
    tile_at,
)
from tests.ganges.river_tiles import only_tile, stopping

ANY_PER_KARMA = {"dice_per_karma": 1}
THREE_DICE = {"orange_dice": 1, "green_dice": 1, "blue_dice": 1}


def arriving(earns: dict[str, int], overrides: dict[str, Any] | None = None, variant: str = "base", **fields: int) -> State:
    """The position after seat 0 has stopped on the first space, where this river tile lies."""
    return stopping(only_tile(1, earns, overrides, variant).seat(**fields))


def all_ends(state: State) -> list[State]:
    """Every position in which this turn can end."""
    if state.decision == "place":
        return [state]
    return [end for option in state.options for end in all_ends(state.play(option))]


# --- as many dice of any colours as karma


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_as_many_dice_as_karma(karma: int) -> None:
    state = arriving(ANY_PER_KARMA, karma=karma)
    if karma:
        assert texts(state) == TAKE_ANY_DIE
    state = choose(state, *["take a green die"] * karma)
    assert (n_dice(state), n_dice(state, "green"), state.decision) == (karma, karma, "place")
    assert state.seats[0].karma == karma


def test_the_dice_for_karma_may_be_of_different_colours() -> None:
    state = choose(arriving(ANY_PER_KARMA, karma=3), "take an orange die", "take a blue die", "take a purple die")
    assert [n_dice(state, colour) for colour in terms.COLOURS] == [1, 0, 1, 1]


def test_karma_spent_on_the_die_for_the_harbour_is_missing_for_the_dice() -> None:
    table = only_tile(1, ANY_PER_KARMA).dice("purple 6").seat(karma=2)
    state = play_space(table.state(), "harbour", "give up purple die 6 turned to 1", "advance 1")
    assert n_dice(choose(state, "take a green die")) == 1


# --- three dice, one of each colour shown


@pytest.mark.parametrize("shown", list(combinations(terms.COLOURS, 3)))
def test_three_dice_one_of_each_colour_shown(shown: tuple[str, ...]) -> None:
    after = arriving({f"{colour}_dice": 1 for colour in shown})
    assert {colour: n_dice(after, colour) for colour in terms.COLOURS} == {c: int(c in shown) for c in terms.COLOURS}
    assert after.decision == "place"


def test_a_colour_shown_that_ran_out_is_left_out() -> None:
    table = only_tile(1, THREE_DICE).dice("purple 1, green 2 2").dice("green 1 1 1 1 1 1 1 1 1 1", 1)
    assert [n_dice(stopping(table), colour) for colour in terms.COLOURS] == [1, 2, 1, 0]


def with_nine_dice() -> Table:
    """Seat 0 stops with nine dice, so that the Kali statue has room for one of the three."""
    return only_tile(1, THREE_DICE).dice("purple 1 5 5 5 5 5 5 5 5 5")


def test_dice_are_put_back_before_any_of_the_three_is_taken_and_rolled() -> None:
    state = stopping(with_nine_dice())
    assert state.decision == "give_back_die"
    assert hand(state) == "purple 5 5 5 5 5 5 5 5 5"


def test_only_dice_that_lay_there_before_can_be_put_back() -> None:
    state = stopping(with_nine_dice())
    while state.decision == "give_back_die":
        assert {text for text in texts(state) if text.startswith("give")} == {"give purple die 5 back"}
        state = choose(state, "give purple die 5 back")
    assert [n_dice(state, colour) for colour in terms.COLOURS] == [1, 1, 1, 7]


def test_who_takes_fewer_of_the_three_dice_chooses_which() -> None:
    n_rolled = with_nine_dice().state().seats[0].rolls.sum()
    ends = [end for end in all_ends(stopping(with_nine_dice())) if end.seats[0].rolls.sum() == n_rolled + 1]
    assert {colour for end in ends for colour in terms.COLOURS[:3] if n_dice(end, colour)} == {"orange", "green", "blue"}


# --- the palace action of the character shown


def test_a_yogi_shown_gives_2_karma_and_any_die() -> None:
    state = arriving({"yogi": 1})
    assert (state.seats[0].karma, texts(state)) == (2, TAKE_ANY_DIE)
    assert n_dice(choose(state, "take a blue die")) == 1


def test_a_raja_man_singh_shown_gives_an_upgrade_and_3_money() -> None:
    state = arriving({"raja_man_singh": 1})
    assert texts(state) == [f"upgrade {building}" for building in terms.BUILDINGS]
    after = choose(state, "upgrade mill")
    assert (after.seats[0].money, after.seats[0].levels.tolist()) == (3, [0, 0, 0, 1])


@pytest.mark.parametrize("variant", ["base", "mixed"])
def test_a_dancer_shown_gives_two_dice_and_draws_a_white_tile(variant: str) -> None:
    state = arriving({"dancer": 1}, {"yield_tiles.white": [{"money": 3}] * 8}, variant)
    assert texts(state) == TAKE_ANY_DIE
    after = choose(state, "take a blue die", "take a blue die")
    assert (n_dice(after, "blue"), after.seats[0].money, after.decision) == (2, 3, "place")


def test_a_dancer_shown_gives_two_dice_and_a_choice_of_yield_tiles_or_the_dice_alone_in_the_navaratnas_version() -> None:
    reading = {"readings.dancer_on_river": "no_yield_tile"}
    state = choose(arriving({"dancer": 1}, reading, "navaratnas"), "take a blue die", "take a blue die")
    assert state.decision == "place"
    state = choose(arriving({"dancer": 1}, variant="navaratnas"), "take a blue die", "take a blue die")
    assert state.decision == "take_yield_tile"
    after = choose(state, "take the white yield tile (3 money)", "row 1, column 2, top")
    assert (on_slot(after, "white_top"), after.seats[0].money) == ("white {'money': 3}", 0)


def test_a_portuguese_shown_sails_6_unoccupied_spaces_and_earns_there() -> None:
    after = stopping(only_tile(1, {"portuguese": 1}, river(_8={"fame": 4})).seat(1, river=5))
    assert (after.seats[0].river, after.seats[0].fame) == (8, 4)


@pytest.mark.parametrize(("space", "goal"), [(RIVER_SPACES - 6, RIVER_SPACES), (RIVER_SPACES - 5, RIVER_SPACES - 5)])
def test_a_portuguese_shown_on_the_last_six_spaces_does_nothing(space: int, goal: int) -> None:
    after = stopping(only_tile(space, {"portuguese": 1}))
    assert (after.seats[0].river, after.decision, after.seat_to_move) == (goal, "place", 1)


def at_the_builder(dice: str) -> State:
    """Leila stops at a river tile with the Master Builder; her orange 4 may be covered with the violet 6."""
    overrides = tile("orange_01", 4, "straight") | tile("purple_01", 6, "straight", ("fort",))
    table = only_tile(1, {"master_builder": 1}, overrides).tile("orange_01", 1, 2, "right left").only_open("purple_01").dice(dice)
    return play_space(table.state(), "harbour", "give up green die 1", "advance 1")


def test_a_master_builder_shown_covers_a_tile_for_the_difference() -> None:
    state = choose(at_the_builder("green 1, purple 2"), "cover orange tile 1", "give up purple die 2", "roads right, left")
    assert (tile_at(state, 1, 2), state.seats[0].fame, hand(state)) == ("purple_01", 2, "")


def test_a_master_builder_shown_does_nothing_without_matching_dice() -> None:
    state = at_the_builder("green 1, purple 1")
    assert (state.decision, hand(state), tile_at(state, 1, 2)) == ("place", "purple 1", "orange_01")


def test_a_great_mogul_shown_gives_2_fame_and_the_elephant() -> None:
    after = arriving({"great_mogul": 1})
    assert (after.seats[0].fame, after.next_start_player) == (2, 0)


@pytest.mark.parametrize("chamber", ["dancer", "yogi", "raja_man_singh"])
def test_a_character_shown_needs_no_worker_in_the_palace_and_no_die(chamber: str) -> None:
    table = only_tile(1, {chamber: 1}).dice("purple 1, blue 2 3 4").dice("green 2 3 4", 1)
    state = stopping(table)
    assert state.decision in ("take_die", "upgrade")
    assert (hand(state), state.seats[0].placed) == ("blue 2 3 4", 1)
    assert chamber in spaces(finish_turn(state))


@pytest.mark.parametrize("chamber", ["dancer", "yogi", "raja_man_singh"])
def test_the_chamber_of_a_character_shown_may_be_occupied(chamber: str) -> None:
    state = stopping(only_tile(1, {chamber: 1}).workers_on(**{chamber: 1}))
    assert state.decision in ("take_die", "upgrade")


# --- goods of one kind


def with_markets() -> State:
    """Seat 0 stops on the river tile for goods of one kind; it has teas for 3, 2, 2 and 1, and silks for 2 and 1."""
    overrides = tile("blue_01", 3, "straight", tea=3, silk=1) | tile("blue_02", 3, "straight", tea=2)
    overrides |= tile("blue_03", 3, "straight", tea=2) | tile("blue_04", 3, "straight", tea=1, silk=2)
    table = only_tile(1, {"one_kind": 3}, overrides).dice("purple 1, green 6")
    table.tile("blue_01", 1, 2, "right left").tile("blue_02", 1, 4, "right left")
    return stopping(table.tile("blue_03", 2, 3, "top bottom").tile("blue_04", 3, 3, "top bottom"))


def test_up_to_three_markets_of_one_kind_are_scored_without_a_die() -> None:
    state = with_markets()
    assert texts(state) == ["score silk markets", "score tea markets"]
    after = choose(state, "score tea markets")
    assert (after.seats[0].money, hand(after)) == (3 + 2 + 2, "green 6")


def test_a_kind_with_fewer_markets_scores_those_there_are() -> None:
    assert choose(with_markets(), "score silk markets").seats[0].money == 3


def test_markets_of_a_river_tile_use_no_space_of_the_market() -> None:
    after = choose(with_markets(), "score tea markets")
    assert not after.spaces[terms.FIRST_SPACE.assorted : terms.FIRST_SPACE.outer_terrace].any()


def test_without_markets_goods_of_one_kind_bring_nothing() -> None:
    after = arriving({"one_kind": 3})
    assert (after.decision, after.seats[0].money) == ("place", 0)


# --- up to 3 unoccupied spaces on


def sailing(space: int = 1, other: int = 0, overrides: dict[str, Any] | None = None) -> State:
    """The position after seat 0 has stopped on the river tile that advances up to 3 spaces."""
    return stopping(only_tile(space, {"sail": 3}, overrides).seat(1, river=other))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_up_to_3_spaces_on_and_the_earnings_where_one_stops(n: int) -> None:
    overrides = river(**{f"_{1 + i}": {"money": i} for i in (1, 2, 3)})
    state = choose(sailing(overrides=overrides), f"advance {n} on the river")
    assert (state.seats[0].river, state.seats[0].money, state.decision) == (1 + n, n, "place")


def test_not_more_than_3_spaces_on() -> None:
    assert "advance 4 on the river" not in texts(sailing())


def test_occupied_spaces_do_not_count_and_are_skipped() -> None:
    state = sailing(other=3)
    assert [choose(state, f"advance {n} on the river").seats[0].river for n in (1, 2, 3)] == [2, 4, 5]


def test_no_die_is_given_up_for_advancing() -> None:
    state = choose(stopping(only_tile(1, {"sail": 3}).dice("purple 1, blue 3")), "advance 3 on the river")
    assert hand(state) == "blue 3"


def test_not_beyond_the_final_space() -> None:
    state = sailing(RIVER_SPACES - 2)
    assert "advance 2 on the river" in texts(state)
    assert "advance 3 on the river" not in texts(state)
    assert choose(state, "advance 2").seats[0].river == RIVER_SPACES


def test_the_final_space_holds_several_boats_here_too() -> None:
    state = choose(sailing(RIVER_SPACES - 1, other=RIVER_SPACES), "advance 1 on the river")
    assert state.seats[0].river == RIVER_SPACES


def test_advancing_past_the_bridge_brings_the_worker() -> None:
    state = sailing(19, overrides={"workers.bridge": 20})
    assert choose(state, "advance 1").seats[0].workers == 3
    assert choose(state, "advance 2").seats[0].workers == 4


def test_from_one_river_tile_to_the_next() -> None:
    overrides = {"ganga.tiles": [{"sail": 3}, {"yogi": 1}]}
    state = choose(stopping(only_tile(1, {"sail": 3}, overrides).river_tile(3, {"yogi": 1})), "advance 2 on the river")
    assert (state.seats[0].river, state.seats[0].karma) == (3, 2)


# --- the log


def test_the_log_tells_what_a_river_tile_pays_from_what_is_printed() -> None:
    table = only_tile(1, {"raja_man_singh": 1}, river(_2={"money": 9})).dice("green 2").seat(levels=[2, 2, 2, 2])
    state = play_space(table.state(), "harbour", "give up green die 2")
    assert [cause for what, _, _, cause in events(state, "advance 1") if what == "money"] == ["raja_man_singh"]
    assert ("money", 9, 9, "river") in events(state, "advance 2")
