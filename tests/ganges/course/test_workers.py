"""New workers (rulebook: Get new workers)."""

from __future__ import annotations

from tests.ganges.positions import Table, choose, finish_turn, play_space, river, spaces, tile

BRIDGE = {"workers.bridge": 20}


def test_money_space_20_brings_a_worker_when_reached() -> None:
    after = play_space(Table().seat(money=18).state(), "outer_terrace")
    assert after.seats[0].workers == 4
    assert after.seats[0].inactive.tolist() == [1, 0, 1]


def test_money_space_20_brings_a_worker_when_crossed() -> None:
    after = play_space(Table().seat(money=19).state(), "outer_terrace")
    assert (after.seats[0].money, after.seats[0].workers) == (21, 4)


def test_just_short_of_the_space_there_is_no_worker() -> None:
    after = play_space(Table().seat(money=17).state(), "outer_terrace")
    assert after.seats[0].workers == 3


def test_fame_space_15_brings_a_worker_when_reached_or_crossed() -> None:
    for fame, workers in [(12, 3), (13, 4), (14, 4)]:
        after = play_space(Table().dice("green 1").seat(fame=fame).state(), "great_mogul", "give up green die 1")
        assert after.seats[0].workers == workers


def test_passing_the_bridge_brings_a_worker() -> None:
    table = Table(overrides=river() | BRIDGE).dice("green 3").seat(river=19)
    state = play_space(table.state(), "harbour", "give up green die 3")
    assert choose(state, "advance 1").seats[0].workers == 3  # space 20 lies before the bridge
    assert choose(state, "advance 2").seats[0].workers == 4
    assert choose(state, "advance 3").seats[0].inactive.tolist() == [1, 1, 0]


def test_the_bridge_is_no_river_space() -> None:
    table = Table(overrides=river() | BRIDGE).dice("green 1").seat(river=20)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    assert state.seats[0].river == 21
    assert len(table.rules.values.river) == 30


def test_with_the_second_extra_worker_the_last_one_leaves_the_game() -> None:
    table = Table().seat(money=18, workers=4, inactive=[0, 1, 1], fame=16)
    after = play_space(table.state(), "outer_terrace")
    assert after.seats[0].workers == 5
    assert after.seats[0].inactive.tolist() == [0, 0, 0]


def test_the_third_extra_worker_is_never_received() -> None:
    table = Table(overrides=river() | BRIDGE).dice("green 1").seat(river=20, workers=5, inactive=[0, 0, 0])
    after = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    assert after.seats[0].workers == 5


def test_the_river_worker_can_be_the_second_one_and_then_the_track_worker_leaves() -> None:
    table = Table(overrides=river() | BRIDGE).dice("green 1").seat(river=20, workers=4, inactive=[0, 1, 1], money=0)
    after = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    assert (after.seats[0].workers, after.seats[0].inactive.tolist()) == (5, [0, 0, 0])


def test_one_tile_can_bring_both_track_workers() -> None:
    overrides = tile("blue_01", 1, "straight", ("fort",), silk=2)
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=19, fame=13, next_money_bonus=1, karma=0)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 2, column 3, roads top, bottom")
    assert state.seats[0].workers == 5
    assert state.seats[0].inactive.tolist() == [0, 0, 0]


def test_a_worker_stays_when_money_falls_back() -> None:
    overrides = tile("blue_01", 1, "straight") | {"quarry.prices": [3]}
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=20, workers=4, inactive=[1, 0, 1])
    state = play_space(table.seat(next_money_bonus=1).state(), "quarry", "take blue tile 1 ", "give up blue die 6")
    assert (state.seats[0].money, state.seats[0].workers) == (17, 4)


def test_money_crossing_20_again_brings_no_second_worker() -> None:
    table = Table().seat(money=18, workers=4, inactive=[1, 0, 1], next_money_bonus=1)
    assert play_space(table.state(), "outer_terrace").seats[0].workers == 4


def test_a_new_worker_may_be_placed_in_the_same_round() -> None:
    table = Table().dice("").dice("", 1).seat(money=18, placed=2, next_money_bonus=1).seat(1, placed=2)
    state = finish_turn(play_space(table.set(placed_in_round=4).state(), "outer_terrace"))
    state = finish_turn(play_space(state, "outer_terrace"))
    assert (state.round_number, state.seat_to_move, state.seats[0].placed) == (1, 0, 3)
    state = finish_turn(play_space(state, "outer_terrace"))
    assert state.round_number == 2


def test_the_fourth_worker_is_there_in_every_later_round() -> None:
    state = Table().seat(0, workers=4, inactive=[1, 0, 1], money=20).state()
    placed = 0
    while state.round_number == 1:
        placed += state.seat_to_move == 0
        state = finish_turn(play_space(state, sorted(spaces(state))[-1]))
    assert placed == 4
    assert state.seats[0].workers == 4
