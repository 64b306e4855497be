"""Several earnings at once: in a fixed order, or as the player likes (reading `order`)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from tests.ganges.back_of_board import laid, laying, with_blue_tile
from tests.ganges.positions import YIELDS, Table, build, choose, events, play_space, river, texts, tile

CHOOSES = {"readings.order": "player_chooses"}


def stopping(earns: dict[str, int], overrides: dict[str, str] = CHOOSES, **fields: Any) -> State:
    """Seat 0 stops at a river space that pays this."""
    table = Table(overrides=river(_1=earns) | overrides).dice("purple 1").seat(karma=0, money=0).seat(**fields)
    return play_space(table.state(), "harbour", "give up purple die 1", "advance 1")


@pytest.mark.parametrize(("reading", "fame"), [("fixed", 0), ("player_chooses", 2)])
def test_earnings_of_one_place_come_in_a_fixed_order_or_as_the_player_likes(reading: str, fame: int) -> None:
    state = stopping({"fame_per_karma": 2, "karma": 1}, {"readings.order": reading})
    if reading == "player_chooses":
        assert texts(state) == ["receive next: 2 fame per karma (river)", "receive next: 1 karma (river)"]
        state = choose(state, "receive next: 1 karma")
    assert (state.decision, state.seats[0].karma, state.seats[0].fame) == ("place", 1, fame)


def test_the_first_is_the_one_that_would_come_first() -> None:
    earns = {"fame_per_karma": 2, "karma": 1}
    first, fixed = stopping(earns).options[0], stopping(earns, {})
    state = stopping(earns).play(first)
    assert (state.seats[0].karma, state.seats[0].fame) == (fixed.seats[0].karma, fixed.seats[0].fame)


def test_of_three_earnings_the_player_chooses_twice() -> None:
    state = stopping({"money": 3, "fame_per_karma": 2, "karma": 1})
    assert len(texts(state)) == 3
    state = choose(state, "receive next: 1 karma")
    assert texts(state) == ["receive next: 3 money (river)", "receive next: 2 fame per karma (river)"]
    after = choose(state, "receive next: 2 fame per karma")
    assert (after.seats[0].fame, after.seats[0].money, after.decision) == (2, 3, "place")


def test_what_an_earning_sets_off_comes_before_the_next_is_chosen() -> None:
    overrides = river(_2={"money": 2}) | {"river.1": {"money": 12, "karma": 1, "fame": 1}} | CHOOSES
    table = Table(overrides=overrides).dice("purple 1").seat(karma=0, money=0)
    state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1")
    state = choose(state, "receive next: 12 money")
    assert state.decision == "move_boat"
    state = choose(state, "move the boat")
    assert (state.decision, state.seats[0].money) == ("choose_order", 14)


def test_earnings_that_are_alike_leave_nothing_to_choose() -> None:
    overrides = (
        {
            "boards.basic.yields": YIELDS["boards.basic.yields"]
            | {"top_left": {"cell": [1, 2], "side": "top", "earns": {"money": 5}}}
        }
        | tile("blue_01", 1, "fork")
        | {"quarry.prices": [0]}
        | CHOOSES
    )
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, money=0)
    after = build(table.state(), "blue_01", "blue 6", (1, 2), "top right left")
    assert (after.decision, after.seats[0].money) == ("place", 10)


@pytest.mark.parametrize(("reading", "money"), [("fixed", 0), ("player_chooses", 2)])
def test_yields_that_one_tile_connects_may_be_received_in_any_order(reading: str, money: int) -> None:
    yields = {
        "boards.basic.yields": {
            "left": {"cell": [1, 2], "side": "left", "earns": {"money_per_upgrade": 2}},
            "top": {"cell": [1, 2], "side": "top", "earns": {"upgrade": 1}},
        }
    }
    overrides = yields | tile("blue_01", 1, "fork") | {"quarry.prices": [0], "readings.order": reading}
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, money=0)
    state = build(table.state(), "blue_01", "blue 6", (1, 2), "top right left")
    if reading == "player_chooses":
        state = choose(state, "receive next: 1 upgrade (special yield)")
    assert choose(state, "upgrade fort").seats[0].money == money


def test_several_earnings_of_one_yield_join_those_of_the_other_yields() -> None:
    yields = {
        "boards.basic.yields": {
            "left": {"cell": [1, 2], "side": "left", "earns": {"money": 2, "karma": 1}},
            "top": {"cell": [1, 2], "side": "top", "earns": {"fame": 1}},
        }
    }
    overrides = yields | tile("blue_01", 1, "fork") | {"quarry.prices": [0]} | CHOOSES
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, money=0)
    state = build(table.state(), "blue_01", "blue 6", (1, 2), "top right left")
    assert {option.received.cause for option in state.options} == {"special_yield"}
    assert [dict(option.received.earns) for option in state.options] == [{"money": 2}, {"karma": 1}, {"fame": 1}]


def test_yield_tiles_that_one_tile_connects_may_be_received_in_any_order() -> None:
    table = with_blue_tile("fork", overrides=CHOOSES)
    table.yield_tile("brown_left", "brown", {"money_per_upgrade": 2}).yield_tile("white_top", "white", {"upgrade": 1})
    state = choose(laying(table.seat(money=0)), laid(1, 2, "top right left"))
    assert texts(state) == ["receive next: 2 money per upgrade (yield tile)", "receive next: 1 upgrade (yield tile)"]
    assert choose(state, "receive next: 1 upgrade", "upgrade mill").seats[0].money == 2


def test_bonuses_that_one_tile_reaches_on_both_tracks_may_be_received_in_any_order() -> None:
    overrides = tile("blue_01", 1, "straight", ("fort",), silk=9) | YIELDS | river() | CHOOSES
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, fame=4, money=9)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    assert texts(state) == ["receive next: 1 upgrade (fame track)", "receive next: the boat moves on by 1 (money track)"]
    assert choose(state, "money track").decision == "move_boat"
    assert choose(state, "fame track").decision == "upgrade"


def test_bonuses_come_before_special_yields_in_any_case() -> None:
    overrides = tile("blue_01", 1, "fork", ("fort",)) | YIELDS | river() | CHOOSES | {"quarry.prices": [0]}
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, fame=3, money=0)
    state = build(table.state(), "blue_01", "blue 6", (1, 2), "top right left")
    assert state.decision == "upgrade"  # fame 5; the tile is scored before its yields
    assert choose(state, "upgrade fort").decision == "choose_order"


def test_dice_of_several_kinds_are_named_as_one_earning() -> None:
    state = stopping({"blue_dice": 1, "dice": 2, "karma": 1})
    assert texts(state) == ["receive next: 1 blue die, 2 dice (river)", "receive next: 1 karma (river)"]


def test_choosing_changes_nothing_by_itself() -> None:
    state = stopping({"fame_per_karma": 2, "karma": 1})
    assert [event[0] for event in events(state, "receive next: 1 karma")] == ["karma", "fame"]
