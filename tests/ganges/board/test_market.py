"""Market action (rulebook: Market action)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import Table, choose, finish_turn, hand, play_space, spaces, texts, tile

RAJESHS_TILES = (
    tile("blue_01", 3, "straight", tea=3)
    | tile("blue_02", 3, "straight", tea=2)
    | tile("blue_03", 3, "straight", tea=2)
    | tile("blue_04", 3, "straight", silk=2)
)


def rajesh(players: int = 2, seat: int = 0, **overrides: Any) -> Table:
    """Three tea markets worth 7 together and one silk market, which with the best tea is worth 5."""
    table = Table(players, RAJESHS_TILES | overrides)
    table.tile("blue_01", 1, 2, "right left", seat).tile("blue_02", 1, 4, "right left", seat)
    return table.tile("blue_03", 2, 3, "top bottom", seat).tile("blue_04", 3, 3, "top bottom", seat).seat(seat, money=0, karma=0)


# --- assorted goods


def test_rajesh_gets_5_money_for_assorted_goods() -> None:
    assert play_space(rajesh().state(), "market_assorted").seats[0].money == 5


def test_assorted_goods_cost_nothing() -> None:
    after = play_space(rajesh().dice("green 2").state(), "market_assorted")
    assert hand(after) == "green 2"


def test_assorted_goods_score_one_market_of_each_kind() -> None:
    table = Table(overrides=tile("blue_01", 3, "fork", silk=2, spices=3) | tile("blue_02", 3, "fork", tea=1, spices=2))
    table.tile("blue_01", 1, 2, "top right left").tile("blue_02", 1, 4, "top right left").seat(money=0)
    assert play_space(table.state(), "market_assorted").seats[0].money == 2 + 3 + 1


@pytest.mark.parametrize("players", [3, 4])
def test_with_3_or_4_players_only_one_own_worker_a_round_uses_assorted_goods(players: int) -> None:
    state = play_space(rajesh(players).state(), "market_assorted")
    others = 0
    while state.seat_to_move != 0:
        others += "market_assorted" in spaces(state)
        state = finish_turn(play_space(state, "outer_terrace"))
    assert state.stage == 2
    assert "market_assorted" not in spaces(state)
    assert {"market_silk", "market_tea", "market_spices"} <= spaces(state)  # the other type of market stays open
    assert others == players - 1


@pytest.mark.parametrize("players", [3, 4])
def test_the_second_assorted_goods_space_is_for_another_player(players: int) -> None:
    state = play_space(rajesh(players).state(), "market_assorted")
    state = play_space(state, "market_assorted")
    assert "market_assorted" not in spaces(state)  # both taken


@pytest.mark.parametrize("players", [3, 4])
def test_in_the_next_round_assorted_goods_are_open_again(players: int) -> None:
    state = play_space(rajesh(players).state(), "market_assorted")
    while state.round_number == 1:
        state = finish_turn(state.play(state.options[-1]))
    while state.seat_to_move != 0:
        state = finish_turn(play_space(state, "terrace_" + terms.COLOURS[int(state.seat_to_move)]))
    assert "market_assorted" in spaces(state)


def test_with_2_players_the_single_assorted_space_is_gone_once_taken() -> None:
    state = play_space(rajesh().state(), "market_assorted")
    assert "market_assorted" not in spaces(state)


# --- goods of one kind


def test_rajesh_gets_7_money_for_three_teas_with_a_die_of_4() -> None:
    after = play_space(rajesh().dice("orange 4").state(), "market_tea", "give up orange die 4")
    assert (after.seats[0].money, hand(after)) == (7, "")


def test_the_die_is_the_maximum_and_the_best_markets_are_scored() -> None:
    table = rajesh()
    for value, money in [(1, 3), (2, 5), (3, 7), (5, 7), (6, 7)]:
        after = play_space(table.dice(f"orange {value}").state(), "market_tea", f"give up orange die {value}")
        assert after.seats[0].money == money


def test_only_markets_of_the_one_kind_count() -> None:
    after = play_space(rajesh().dice("green 6").state(), "market_silk", "give up green die 6")
    assert after.seats[0].money == 2


def test_a_die_of_any_colour_pays() -> None:
    state = play_space(rajesh().dice("orange 1, green 2, blue 3, purple 4").state(), "market_tea")
    assert texts(state) == ["give up orange die 1", "give up green die 2", "give up blue die 3", "give up purple die 4"]


def test_the_die_must_be_given_up_even_where_there_is_nothing_to_score() -> None:
    after = play_space(rajesh().dice("green 6").state(), "market_spices", "give up green die 6")
    assert (after.seats[0].money, hand(after)) == (0, "")


def test_karma_may_turn_the_die_so_that_it_scores_more() -> None:
    state = play_space(rajesh().seat(karma=1).dice("orange 1").state(), "market_tea")
    assert texts(state) == ["give up orange die 1", "give up orange die 1 turned to 6"]
    after = choose(state, "give up orange die 1 turned to 6")
    assert (after.seats[0].money, after.seats[0].karma) == (7, 0)


def test_two_tents_on_one_tile_are_two_markets() -> None:
    overrides = {**tile("blue_01", 3, "straight"), "tiles.blue_01.markets": [["silk", 1], ["silk", 3]]}
    table = Table(overrides=overrides).tile("blue_01", 1, 2, "right left").seat(money=0).dice("green 1 2")
    state = table.state()
    assert play_space(state, "market_silk", "give up green die 1").seats[0].money == 3
    assert play_space(state, "market_silk", "give up green die 2").seats[0].money == 4


def test_each_good_has_a_space_for_one_worker() -> None:
    state = play_space(rajesh().dice("orange 4").dice("green 3", 1).state(), "market_tea", "give up orange die 4")
    assert spaces(state) & {"market_silk", "market_tea", "market_spices"} == {"market_silk", "market_spices"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_several_own_workers_a_round_may_use_spaces_of_goods_of_one_kind(players: int) -> None:
    state = play_space(rajesh(players).dice("orange 4 4").state(), "market_tea", "give up orange die 4")
    while state.seat_to_move != 0:
        state = finish_turn(play_space(state, "outer_terrace"))
    assert {"market_silk", "market_spices"} <= spaces(state)


@pytest.mark.parametrize("value", [1, 6])
def test_a_full_province_without_a_kind_of_goods_earns_nothing_for_it(value: int) -> None:
    cells = [(1, 2), (1, 4), *((r, c) for r in (2, 3, 4) for c in range(1, 6) if (r, c) != (4, 3))]
    names = [f"{colour}_{number:02}" for colour in ("blue", "green") for number in range(1, 9)]
    overrides: dict[str, Any] = {}
    for name in names:
        overrides |= tile(name, 3, "crossroad", ("fort",))
    table = Table(overrides=overrides).seat(money=0).dice(f"orange {value}")
    for name, cell in zip(names, cells, strict=True):
        table.tile(name, *cell, "top right bottom left")
    state = play_space(table.state(), "market_silk", f"give up orange die {value}")
    assert state.seats[0].money == 0
