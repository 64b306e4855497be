"""Stages, rounds and the elephant (rulebook: Course of the game, End of a round)."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import Table, build, finish_turn, play_space, spaces, tile

ROOMY = {"palace.outer_terraces": 8}


def play_whole_round(state: State, great_mogul_by: int | None = None) -> tuple[State, list[int]]:
    """Place all workers of a round on free spaces; one seat goes to the Great Mogul if told so."""
    number, seats = state.round_number, []
    while state.round_number == number and not state.is_over:
        seat = int(state.seat_to_move)
        seats.append(seat)
        goes = seat == great_mogul_by and "great_mogul" in spaces(state)
        name = "great_mogul" if goes else next(n for n in FREE_SPACES if n in spaces(state))
        state = finish_turn(play_space(state, name))
    return state, seats


FREE_SPACES = ("outer_terrace", *(f"terrace_{colour}" for colour in terms.COLOURS), "market_assorted")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_stage_every_player_places_one_worker_in_clockwise_order(players: int) -> None:
    state = Table(players, ROOMY).state()
    first = int(state.start_player)
    _, seats = play_whole_round(state)
    assert seats == [(first + i) % players for i in range(players)] * 3


def test_stages_are_counted_within_the_round() -> None:
    state = Table().state()
    stages = []
    while state.round_number == 1:
        stages.append(int(state.stage))
        state = finish_turn(play_space(state, next(n for n in FREE_SPACES if n in spaces(state))))
    assert stages == [1, 1, 2, 2, 3, 3]


def test_who_has_more_workers_goes_on_placing_when_the_others_have_none_left() -> None:
    table = Table(overrides=ROOMY).seat(0, workers=5, inactive=[0, 0, 0])
    _, seats = play_whole_round(table.state())
    assert seats == [0, 1, 0, 1, 0, 1, 0, 0]


def test_the_start_player_without_workers_is_passed_over() -> None:
    table = Table(3, ROOMY).seat(0, placed=3).set(placed_in_round=3)
    state = finish_turn(play_space(table.to_move(1).state(), "outer_terrace"))
    assert state.seat_to_move == 2
    state = finish_turn(play_space(state, "outer_terrace"))
    assert (state.seat_to_move, state.stage) == (1, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_elephant_moves_clockwise_when_nobody_was_at_the_great_mogul(players: int) -> None:
    state, _ = play_whole_round(Table(players, ROOMY).state())
    assert (state.round_number, state.start_player, state.seat_to_move) == (2, 1, 1)
    for seat in range(players):
        state = Table(players, ROOMY).set(start_player=seat).to_move(seat).state()
        after, _ = play_whole_round(state)
        assert after.start_player == (seat + 1) % players


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whoever_was_at_the_great_mogul_starts_the_next_round(seat: int) -> None:
    table = Table(3, ROOMY)
    for other in range(3):
        table.dice("green 1", other)
    state, _ = play_whole_round(table.state(), great_mogul_by=seat)
    assert (state.start_player, state.seat_to_move) == (seat, seat)
    assert state.next_start_player == -1


def test_the_great_mogul_counts_for_one_round_only() -> None:
    table = Table(3, ROOMY).dice("green 1", 2)
    state, _ = play_whole_round(table.state(), great_mogul_by=2)
    state, _ = play_whole_round(state)
    assert state.start_player == 0  # clockwise from seat 2


def test_at_the_end_of_a_round_all_workers_come_home() -> None:
    state, _ = play_whole_round(Table(overrides=ROOMY).state())
    assert not state.spaces.any()
    assert [seat.placed for seat in state.seats] == [0, 0]
    assert [seat.workers for seat in state.seats] == [3, 3]


def test_a_round_ends_when_nobody_can_place_a_worker_any_more() -> None:
    # no outer terrace, and all terraces but one are taken; without dice nothing else is open
    table = Table(overrides={"palace.outer_terraces": 0}).dice("").dice("", 1).seat(0, money=0).seat(1, money=0)
    table.workers_on(terrace_orange=0, terrace_green=1, terrace_blue=0, terrace_purple=1)
    state = table.state()
    assert spaces(state) == {"market_assorted"}
    state = finish_turn(play_space(state, "market_assorted"))
    assert state.round_number == 2
    assert state.seats[1].placed == 0


def crowded() -> Table:
    """Seat 1 holds a blue 1; only the quarry, with a tile of 9 above one of 1, and a terrace for seat 0 are free."""
    overrides = tile("blue_01", 9, "straight") | tile("blue_02", 1, "straight") | {"quarry.prices": [1, 1]}
    overrides |= {f"tiles.{name}.stack": "snake" for name in ("blue_01", "blue_02")}
    table = Table(3, overrides).only_open("blue_01").below("blue_02")
    table.all_taken_but("terrace_orange", "quarry_1", "quarry_2", seat=2)
    for seat, dice in enumerate(("", "blue 1", "blue 6 6")):
        table.dice(dice, seat).seat(seat, karma=0, money=5)
    return table


def test_who_cannot_place_is_passed_over() -> None:
    state = finish_turn(play_space(crowded().state(), "terrace_orange"))
    assert (state.seat_to_move, state.stage) == (2, 1)


def test_who_could_not_place_is_asked_again_in_the_next_stage() -> None:
    state = finish_turn(play_space(crowded().state(), "terrace_orange"))
    state = build(state, "blue_01", "blue 6, blue 6", (2, 3), "top bottom")  # which opens a tile that seat 1 can pay
    assert (state.seat_to_move, state.stage) == (1, 2)
    assert spaces(state) == {"quarry"}


def test_nobody_may_pass_who_can_place() -> None:
    assert terms.PASS not in Table().state().option_codes


def test_one_worker_a_space_whoever_it_belongs_to() -> None:
    state = play_space(Table().state(), "terrace_blue")
    assert "terrace_blue" not in spaces(state)
    state = play_space(state, "terrace_green")
    assert not {"terrace_blue", "terrace_green"} & spaces(state)


def test_costs_are_paid_before_the_action() -> None:
    overrides = tile("blue_01", 1, "straight", silk=3) | {"quarry.prices": [2]}
    state = Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=2, karma=0).state()
    state = play_space(state, "quarry")
    assert state.seats[0].money == 0
    assert "quarry" not in spaces(Table(overrides=overrides).opened("blue_01").dice("blue 6").seat(money=1).state())


def test_a_worker_stays_on_the_board_until_the_round_ends() -> None:
    state = play_space(Table().state(), "terrace_blue")
    assert state.spaces[terms.SPACES.index("terrace_blue")] == 1
    assert state.seats[0].placed == 1
