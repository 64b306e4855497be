"""Actions at the palace, but for the Master Builder (rulebook: Actions at the palace)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import (
    RIVER_SPACES,
    TAKE_ANY_DIE,
    Table,
    choose,
    finish_turn,
    hand,
    in_supply,
    n_dice,
    option,
    play_space,
    river,
    spaces,
    texts,
    tile,
)

# --- outer terrace


def test_the_outer_terrace_is_free_and_gives_2_money() -> None:
    after = play_space(Table().dice("").seat(money=4).state(), "outer_terrace")
    assert after.seats[0].money == 6


def test_any_of_ones_dice_may_be_rerolled_there() -> None:
    state = play_space(Table().dice("orange 1 1, blue 6").state(), "outer_terrace")
    assert texts(state) == ["reroll orange die 1", "reroll blue die 6", "roll"]
    assert hand(choose(state, "roll")) == "orange 1 1, blue 6"


def test_dice_that_are_not_chosen_keep_their_values() -> None:
    table = Table().dice("orange 1 1, blue 6")
    rerolled = set()
    for seed in range(40):
        state = Table(seed=seed).dice("orange 1 1, blue 6").state()
        after = play_space(state, "outer_terrace", "reroll orange die 1", "roll")
        assert hand(after).endswith("blue 6")
        assert int(after.seats[0].dice[terms.COLOUR.orange].sum()) == 2
        assert after.seats[0].dice[terms.COLOUR.orange, 0] >= 1
        rerolled.add(hand(after))
    assert len(rerolled) == 6
    assert hand(play_space(table.state(), "outer_terrace", "roll")) == "orange 1 1, blue 6"


def test_chosen_dice_are_rolled_together_at_the_end() -> None:
    state = play_space(Table().dice("orange 1 1, blue 6").state(), "outer_terrace")
    state = choose(state, "reroll orange die 1", "reroll orange die 1")
    assert state.seats[0].rolls.sum() == 0
    assert texts(state) == ["reroll blue die 6", "roll"]
    after = choose(state, "reroll blue die 6", "roll")
    assert n_dice(after) == 3
    assert after.seats[0].rolls.tolist() == [2, 0, 1, 0]


def test_a_reroll_takes_no_die_from_the_supply() -> None:
    before = Table().dice("orange 1 1, blue 6").state()
    after = play_space(before, "outer_terrace", "reroll orange die 1", "reroll blue die 6", "roll")
    assert after.supply.tolist() == before.supply.tolist()


def test_dice_of_a_track_bonus_may_join_the_reroll() -> None:
    table = Table().dice("").seat(money=32).passed_money_bonuses(1)
    state = play_space(table.state(), "outer_terrace")
    assert state.decision == "take_die"  # money space 33
    state = choose(state, "take a green die", "take a blue die")
    assert state.decision == "reroll"
    assert len(texts(state)) == 3


def test_several_outer_terraces_are_used_one_after_the_other() -> None:
    state = play_space(Table().state(), "outer_terrace", "roll")
    state = play_space(state, "outer_terrace_2", "roll")
    assert state.spaces[terms.SPACES.index("outer_terrace_1")] == 1
    assert state.spaces[terms.SPACES.index("outer_terrace_2")] == 2


# --- terraces and balconies


@pytest.mark.parametrize("colour", terms.COLOURS)
def test_a_terrace_is_free_and_gives_a_die_of_its_colour(colour: str) -> None:
    after = play_space(Table().dice("").state(), f"terrace_{colour}")
    assert (n_dice(after), n_dice(after, colour)) == (1, 1)


@pytest.mark.parametrize(("given", "taken"), [("blue", "orange"), ("orange", "purple"), ("purple", "green"), ("green", "blue")])
def test_a_balcony_turns_one_die_into_two_of_another_colour(given: str, taken: str) -> None:
    before = Table().dice("orange 4, green 4, blue 4, purple 4").state()
    state = play_space(before, f"balcony_{given}")
    assert texts(state) == [f"give up {given} die 4"]
    after = choose(state, f"give up {given} die 4")
    assert n_dice(after, given) == 0
    assert n_dice(after, taken) == 3
    assert n_dice(after) == 5


def test_a_balcony_takes_any_value_of_its_colour() -> None:
    state = play_space(Table().dice("blue 1 3 6, green 2").seat(karma=3).state(), "balcony_blue")
    assert texts(state) == ["give up blue die 1", "give up blue die 3", "give up blue die 6"]


def test_a_balcony_needs_a_die_of_its_colour() -> None:
    offered = spaces(Table().dice("blue 3").state())
    assert {name for name in offered if name.startswith("balcony")} == {"balcony_blue"}


def test_one_worker_a_space() -> None:
    state = play_space(Table().dice("blue 3").dice("blue 4", 1).state(), "balcony_blue", "give up blue die 3")
    assert "balcony_blue" not in spaces(state)
    state = play_space(state, "terrace_green")
    assert "terrace_green" not in spaces(state)


# --- chambers


@pytest.mark.parametrize("chamber", terms.CHAMBERS)
def test_a_chamber_takes_one_die_of_any_colour_with_its_number(chamber: str) -> None:
    value = terms.CHAMBERS.index(chamber) + 1
    wrong = value % 6 + 1
    overrides = river() | tile("green_01", 4, "straight") | tile("orange_01", 5, "straight")
    table = Table(overrides=overrides).tile("green_01", 1, 2, "right left").only_open("orange_01").seat(karma=0)
    assert chamber not in spaces(table.dice(f"orange {wrong}, blue {wrong}").state())
    state = play_space(table.dice(f"orange {wrong} {wrong} {value}, blue {value}, purple {value}").state(), chamber)
    assert texts(state) == [f"give up orange die {value}", f"give up blue die {value}", f"give up purple die {value}"]


@pytest.mark.parametrize("chamber", terms.CHAMBERS)
def test_karma_makes_a_die_open_the_chamber_of_its_opposite_side(chamber: str) -> None:
    value = terms.CHAMBERS.index(chamber) + 1
    overrides = river() | tile("green_01", 4, "straight") | tile("orange_01", 5, "straight")
    table = Table(overrides=overrides).tile("green_01", 1, 2, "right left").only_open("orange_01").seat(karma=1)
    state = play_space(table.dice(f"orange 6, blue {7 - value}").state(), chamber)
    after = choose(state, f"give up blue die {7 - value} turned to {value}")
    assert after.seats[0].karma <= (2 if chamber == "yogi" else 1)
    assert hand(after).count("blue") == 0


def test_the_great_mogul_gives_2_fame_and_the_elephant_next_round() -> None:
    state = play_space(Table(3).dice("green 1").state(), "great_mogul", "give up green die 1")
    assert state.seats[0].fame == 2
    assert state.start_player == 0  # only in the next round does it move
    assert state.next_start_player == 0


def test_the_dancer_gives_any_two_dice_and_a_white_yield_tile() -> None:
    before = Table().dice("green 2").state()
    state = play_space(before, "dancer", "give up green die 2", "take a blue die", "take a purple die")
    assert (n_dice(state, "blue"), n_dice(state, "purple")) >= (1, 1)
    assert int(state.yield_tiles_left).bit_count() == 7
    assert state.yield_tiles_drawn == 1


@pytest.mark.parametrize(
    ("tile_earns", "check"),
    [
        ({"money": 3}, lambda before, after: after.seats[0].money == before.seats[0].money + 3),
        ({"karma": 1}, lambda before, after: after.seats[0].karma == before.seats[0].karma + 1),
        ({"upgrade": 1}, lambda before, after: after.decision == "upgrade"),
        ({"dice": 1}, lambda before, after: after.decision == "take_die"),
    ],
)
def test_the_yield_tile_is_received_at_once_after_the_two_dice(tile_earns: dict[str, int], check: Callable[..., Any]) -> None:
    before = Table(overrides={"yield_tiles.white": [tile_earns] * 8}).dice("green 2").state()
    after = play_space(before, "dancer", "give up green die 2", "take a blue die", "take a blue die")
    assert check(before, after)
    assert n_dice(after, "blue") == 2


def test_used_yield_tiles_are_mixed_again_when_none_is_left() -> None:
    before = Table().dice("green 2").set(yield_tiles_left=1 << 3, yield_tiles_drawn=7).state()
    state = finish_turn(play_space(before, "dancer", "give up green die 2"))
    assert state.yield_tiles_left == 0
    seat = state.seats[1]
    again = Table().dice("green 2").set(yield_tiles_left=0, yield_tiles_drawn=8).state()
    after = finish_turn(play_space(again, "dancer", "give up green die 2"))
    assert int(after.yield_tiles_left).bit_count() == 7
    assert seat.placed == 0


def test_until_then_no_yield_tile_is_drawn_twice() -> None:
    state = Table().state()
    drawn = []
    for _ in range(8):
        left, n_drawn = int(state.yield_tiles_left), int(state.yield_tiles_drawn)
        table = Table().dice("green 2").set(yield_tiles_left=left, yield_tiles_drawn=n_drawn)
        state = finish_turn(play_space(table.state(), "dancer", "give up green die 2"))
        drawn.append(left & ~int(state.yield_tiles_left))
    assert sorted(drawn) == [1 << i for i in range(8)]


def test_the_yogi_gives_2_karma_and_any_die() -> None:
    state = play_space(Table().dice("green 3").seat(karma=0).state(), "yogi", "give up green die 3")
    assert state.seats[0].karma == 2
    assert texts(state) == TAKE_ANY_DIE
    assert n_dice(choose(state, "take an orange die"), "orange") == 1


def test_raja_man_singh_gives_an_upgrade_and_3_money() -> None:
    before = Table().dice("green 4").seat(money=2).state()
    state = play_space(before, "raja_man_singh", "give up green die 4")
    assert texts(state) == [f"upgrade {building}" for building in terms.BUILDINGS]
    after = choose(state, "upgrade palace")
    assert after.seats[0].levels.tolist() == [0, 1, 0, 0]
    assert after.seats[0].money == 5


def test_an_upgrade_moves_a_cube_one_step_and_at_most_to_4() -> None:
    table = Table().dice("green 4").seat(levels=[2, 1, 2, 0])
    state = play_space(table.state(), "raja_man_singh", "give up green die 4")
    assert texts(state) == ["upgrade palace", "upgrade mill"]


def test_with_all_buildings_upgraded_the_raja_still_pays_3_money() -> None:
    before = Table().dice("green 4").seat(levels=[2, 2, 2, 2], money=2).state()
    after = play_space(before, "raja_man_singh", "give up green die 4")
    assert (after.decision, after.seats[0].money) == ("place", 5)


# --- Portuguese


def test_the_portuguese_advances_exactly_6_unoccupied_spaces_and_earns_where_he_stops() -> None:
    table = Table(overrides=river(_12={"money": 7})).dice("green 6").seat(river=5, money=0).seat(1, river=8)
    after = play_space(table.state(), "portuguese", "give up green die 6")
    assert (after.seats[0].river, after.seats[0].money) == (12, 7)


def test_the_portuguese_cannot_be_used_from_the_last_six_spaces() -> None:
    table = Table(overrides=river()).dice("green 6")
    assert "portuguese" in spaces(table.seat(river=RIVER_SPACES - 6).state())
    for space in range(RIVER_SPACES - 5, RIVER_SPACES + 1):
        assert "portuguese" not in spaces(table.seat(river=space).state())


def test_the_portuguese_needs_6_unoccupied_spaces_ahead() -> None:
    table = Table(overrides=river()).dice("green 6").seat(river=RIVER_SPACES - 6).seat(1, river=RIVER_SPACES - 3)
    assert "portuguese" not in spaces(table.state())
    after = play_space(table.seat(river=RIVER_SPACES - 7).state(), "portuguese", "give up green die 6")
    assert after.seats[0].river == RIVER_SPACES


def test_a_boat_on_the_final_space_does_not_block_the_portuguese() -> None:
    table = Table(overrides=river()).dice("green 6").seat(river=RIVER_SPACES - 6).seat(1, river=RIVER_SPACES)
    after = play_space(table.state(), "portuguese", "give up green die 6")
    assert after.seats[0].river == RIVER_SPACES


def test_the_die_goes_to_the_supply_and_not_onto_the_board() -> None:
    before = Table().dice("green 1").state()
    after = play_space(before, "great_mogul", "give up green die 1")
    assert in_supply(after, "green") == in_supply(before, "green") + 1


def test_a_chamber_holds_one_worker_a_round() -> None:
    state = play_space(Table().dice("green 1").dice("green 1", 1).state(), "great_mogul", "give up green die 1")
    assert "great_mogul" not in spaces(state)
    assert option(state, "outer terrace")
