"""Bonuses on the scoring tracks (rulebook: Bonuses on the scoring tracks)."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from tests.ganges.positions import RIVER_SPACES, TAKE_ANY_DIE, YIELDS, Table, choose, n_dice, play_space, river, texts, tile

SILK = tile("blue_01", 1, "straight", silk=9) | YIELDS | river()


def great_mogul(fame: int, **fields: int) -> State:
    table = Table(overrides=river()).dice("green 1").seat(fame=fame, **fields)
    return play_space(table.state(), "great_mogul", "give up green die 1")


def outer_terrace(money: int, passed: int, printed: dict[str, dict[str, int]] | None = None, **fields: int) -> State:
    table = Table(overrides=river(**printed or {})).dice("").seat(money=money, **fields).passed_money_bonuses(passed)
    return play_space(table.state(), "outer_terrace")


# --- the fame track


@pytest.mark.parametrize(("fame", "reached"), [(2, False), (3, True), (4, True), (5, False)])
def test_fame_space_5_gives_an_upgrade_when_reached_or_crossed(fame: int, reached: bool) -> None:
    assert (great_mogul(fame).decision == "upgrade") == reached


@pytest.mark.parametrize(("fame", "karma"), [(21, 0), (22, 2), (23, 2), (24, 0)])
def test_fame_space_24_gives_2_karma(fame: int, karma: int) -> None:
    assert great_mogul(fame, karma=0).seats[0].karma == karma


@pytest.mark.parametrize(("fame", "reached"), [(28, False), (29, True), (30, True), (31, False)])
def test_fame_space_31_moves_the_boat_to_the_next_free_space(fame: int, reached: bool) -> None:
    state = great_mogul(fame, river=3)
    assert (state.decision == "move_boat") == reached
    if reached:
        assert choose(state, "move the boat").seats[0].river == 4


def test_the_upgrade_of_fame_space_5_counts_from_the_next_turn_on() -> None:
    # the fame of the first river space reaches 5; the Master Builder of the next one scores in the same turn
    overrides = YIELDS | river(_1={"fame": 1, "palace_action": 1}) | tile("orange_01", 4, "straight")
    table = Table(overrides=overrides | tile("purple_01", 6, "straight", ("fort",)))
    table.tile("orange_01", 1, 2, "right left").only_open("purple_01").dice("green 1, purple 2").seat(fame=4, karma=0)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "upgrade fort")
    assert state.seats[0].levels.tolist() == [0, 0, 1, 0]
    state = choose(state, "palace action: Master Builder", "cover orange tile 1", "give up purple die 2", "roads right, left")
    assert state.seats[0].fame == 5 + 2


def test_in_the_next_turn_that_upgrade_counts() -> None:
    overrides = tile("blue_01", 1, "straight", ("fort",))
    table = Table(overrides=overrides).opened("blue_01").dice("green 1, blue 6").seat(fame=4, money=9, karma=0)
    state = play_space(table.state(), "great_mogul", "give up green die 1", "upgrade fort")
    state = play_space(state, "outer_terrace", "roll")
    state = play_space(state, "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    assert state.seats[0].fame == 6 + 3


def test_other_upgrades_count_at_once() -> None:
    # the river gives an upgrade; the Master Builder of the same space scores with it
    overrides = YIELDS | river(_1={"upgrade": 1, "palace_action": 1}) | tile("orange_01", 4, "straight")
    table = Table(overrides=overrides | tile("purple_01", 6, "straight", ("fort",)))
    table.tile("orange_01", 1, 2, "right left").only_open("purple_01").dice("green 1, purple 2").seat(karma=0)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "upgrade fort")
    state = choose(state, "palace action: Master Builder", "cover orange tile 1", "give up purple die 2", "roads right, left")
    assert state.seats[0].fame == 3


# --- the money track


@pytest.mark.parametrize(("space", "passed", "bonus"), [(12, 0, "boat"), (33, 1, "dice"), (44, 2, "boat"), (55, 3, "dice")])
def test_the_bonus_spaces_of_the_money_track_pay_when_reached_or_crossed(space: int, passed: int, bonus: str) -> None:
    decision = {"boat": "move_boat", "dice": "take_die"}[bonus]
    for money in (space - 2, space - 1):
        state = outer_terrace(money, passed)
        assert state.decision == decision
        assert state.seats[0].next_money_bonus == passed + 1
    assert outer_terrace(space - 3, passed).decision == "reroll"


def test_spaces_33_and_55_give_any_two_dice() -> None:
    state = outer_terrace(32, 1)
    assert texts(state) == TAKE_ANY_DIE
    assert n_dice(choose(state, "take a blue die", "take a purple die")) == 2


def test_spaces_12_and_44_move_the_boat_and_pay_the_earnings_there() -> None:
    state = outer_terrace(11, 0, printed={"_4": {"fame": 3}}, river=3)
    after = choose(state, "move the boat")
    assert (after.seats[0].river, after.seats[0].fame) == (4, 3)


def test_the_boat_may_be_left_where_it_is() -> None:
    state = outer_terrace(11, 0, river=3)
    assert texts(state) == ["leave the boat where it is", "move the boat"]
    assert choose(state, "leave the boat where it is").seats[0].river == 3


def test_the_boat_bonus_skips_occupied_spaces() -> None:
    table = Table(overrides=river()).dice("").seat(money=11, river=3).seat(1, river=4)
    after = play_space(table.state(), "outer_terrace", "move the boat")
    assert after.seats[0].river == 5


def test_a_boat_at_the_end_of_the_river_gets_nothing_from_the_boat_bonus() -> None:
    assert outer_terrace(11, 0, river=RIVER_SPACES).decision == "reroll"


def test_a_bonus_is_received_once_even_if_money_falls_back_and_rises_again() -> None:
    assert outer_terrace(11, 1).decision == "reroll"  # the bonus marker lies on 33 already
    assert outer_terrace(32, 2).decision == "reroll"


def test_the_bonus_marker_stays_where_it_is_when_money_is_paid() -> None:
    overrides = tile("blue_01", 1, "straight") | YIELDS | {"quarry.prices": [4]}
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=13).passed_money_bonuses(1)
    after = play_space(table.state(), "quarry")
    assert (after.seats[0].money, after.seats[0].next_money_bonus) == (9, 1)


def test_one_gain_can_cross_two_bonus_spaces_which_pay_in_their_order() -> None:
    overrides = tile("blue_01", 1, "straight", silk=9, tea=5) | YIELDS | river()
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=33).passed_money_bonuses(1)
    table.seat(money=32 + table.rules.values.quarry.prices[0], karma=0)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    assert state.seats[0].money == 46
    assert state.decision == "take_die"  # 33 before 44
    state = choose(state, "take a blue die", "take a blue die")
    assert state.decision == "move_boat"


def test_after_the_last_bonus_space_the_marker_leaves_the_game() -> None:
    state = outer_terrace(54, 3)
    assert state.seats[0].next_money_bonus == 4
    assert outer_terrace(57, 4).decision == "reroll"


def test_a_bonus_counts_only_on_the_track_where_it_is_printed() -> None:
    assert outer_terrace(4, 0).decision == "reroll"  # money 5 is no upgrade
    assert great_mogul(11).decision == "place"  # fame 12 moves no boat
    assert outer_terrace(23, 1, karma=0).seats[0].karma == 0


# --- chains


def test_bonuses_can_set_off_each_other() -> None:
    # money 12 moves the boat, whose fame reaches 5, which is an upgrade; then the reroll
    table = Table(overrides=river(_1={"fame": 1})).dice("").seat(money=11, fame=4)
    state = play_space(table.state(), "outer_terrace", "move the boat")
    assert state.decision == "upgrade"
    assert choose(state, "upgrade fort").decision == "reroll"


def test_a_long_chain_is_resolved_to_its_end() -> None:
    # a tile pays money past 12, which moves the boat to a palace action, whose money reaches 20, which brings a worker
    overrides = tile("blue_01", 1, "straight", silk=6) | YIELDS | river(_1={"palace_action": 1})
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0)
    table.seat(money=11 + table.rules.values.quarry.prices[0])
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    state = choose(state, "move the boat", "palace action: Raja Man Singh", "upgrade mill")
    assert (state.seats[0].money, state.seats[0].workers, state.decision) == (20, 4, "place")


def test_the_chain_of_one_seat_belongs_to_that_seat() -> None:
    table = Table(overrides=river(_1={"fame": 1})).dice("").seat(money=11, fame=4)
    state = play_space(table.state(), "outer_terrace", "move the boat")
    assert state.seat_to_move == 0
    assert (state.seats[1].fame, state.seats[1].money) == (0, 4)


def test_after_a_tile_bonuses_of_the_fame_track_come_before_those_of_the_money_track() -> None:
    overrides = tile("blue_01", 1, "straight", ("fort",), silk=9) | YIELDS | river()
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(karma=0, fame=4, money=9)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    assert state.decision == "upgrade"
    assert choose(state, "upgrade fort").decision == "move_boat"


def test_the_upgrade_of_fame_space_5_is_done_at_once_even_if_it_does_not_count_for_buildings_yet() -> None:
    table = Table(overrides=river(_1={"fame": 1, "money_per_upgrade": 2})).dice("green 1").seat(fame=4, karma=0, money=0)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "upgrade fort")
    assert state.seats[0].money == 2
