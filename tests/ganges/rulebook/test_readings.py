"""Doubtful rules, each read both ways; the default is the rulebook's."""

from __future__ import annotations

import pytest

from rajas_sim import ganges
from rajas_sim.core.positions.state import State
from rajas_sim.ganges import new_game
from rajas_sim.ganges.course.setup import starting_roller
from rajas_sim.ganges.rulebook import terms
from tests.ganges.late_game import MARKETS, late, outer_terrace
from tests.ganges.positions import YIELDS, Table, choose, finish_turn, play_space, river, rules_for, spaces, texts, tile


def read(state: State, **readings: str) -> State:
    """The same position under other readings."""
    overrides = {f"readings.{name}": value for name, value in readings.items()}
    base = MARKETS | {"palace.outer_terraces": 8}
    return ganges.State(rules_for(state.rules.players, base | overrides), state.array.copy())


def test_the_first_choice_of_every_reading_is_the_default() -> None:
    assert rules_for(2).readings == {name: choices[0] for name, choices in terms.READINGS.items()}


# --- what is completed after the trigger


def test_by_the_rulebook_the_stage_is_completed() -> None:
    state = read(late(fame=30, money=60).state(), finish="stage")
    assert outer_terrace(outer_terrace(state)).is_over


def test_by_the_summary_the_round_is_completed() -> None:
    state = read(late(fame=30, money=60).seat(0, placed=3).seat(1, placed=3).state(), finish="round")
    order = []
    while not state.is_over:
        order.append(int(state.seat_to_move))
        state = outer_terrace(state)
    assert order == [0, 1, 0, 1]
    assert (state.round_number, state.end_reason) == (1, "markers_passed")


# --- a tie


def tied(start_player: int) -> State:
    """Seat 1 passed before seat 0, both by 2."""
    table = late().seat(0, fame=30, money=65, passed=2).seat(1, fame=37, money=52, passed=1)
    return table.set(n_met=2, start_player=start_player).state()


@pytest.mark.parametrize("start_player", [0, 1])
def test_by_the_rulebook_whoever_passed_first_wins_a_tie(start_player: int) -> None:
    assert read(tied(start_player), tie="first_passed").standings[0].seat == 1


@pytest.mark.parametrize("start_player", [0, 1])
def test_by_the_summary_the_first_in_turn_order_wins_a_tie(start_player: int) -> None:
    assert read(tied(start_player), tie="turn_order").standings[0].seat == start_player


# --- the start player


def test_with_a_random_start_player_the_rolled_totals_do_not_matter() -> None:
    rules = rules_for(2, {"readings.start_player": "random"})
    higher = 0
    for seed in range(60):
        totals = [sum(int(seat.dice[c, v]) * (v + 1) for c in range(4) for v in range(6)) for seat in new_game(rules, seed).seats]
        higher += totals[0] > totals[1]
    assert higher > 10
    assert {starting_roller(rules_for(4, {"readings.start_player": "random"}).record, s) for s in range(60)} == {0, 1, 2, 3}


# --- one worker a round on spaces of goods of one kind


@pytest.mark.parametrize(
    ("players", "reading", "is_open"),
    [
        (2, "unlimited", True),
        (3, "unlimited", True),
        (4, "unlimited", True),
        (2, "one_a_round", True),
        (3, "one_a_round", False),
        (4, "one_a_round", False),
    ],
)
def test_goods_of_one_kind_are_limited_only_by_the_summary_and_with_3_or_4_players(
    players: int, reading: str, is_open: bool
) -> None:
    table = Table(players, {"readings.one_kind_market": reading}).dice("blue 1 1").workers_on(market_silk=0)
    assert ("market_tea" in spaces(table.state())) == is_open
    assert "market_tea" in spaces(table.dice("blue 1", 1).to_move(1).state())


# --- the Master Builder's tile


@pytest.mark.parametrize(("reading", "fame"), [("scores", 2), ("nothing", 0)])
def test_the_covering_tile_scores_or_gives_nothing(reading: str, fame: int) -> None:
    overrides = YIELDS | tile("orange_01", 4, "straight") | tile("purple_01", 6, "straight", ("fort",))
    table = Table(overrides=overrides | {"readings.master_builder": reading}).tile("orange_01", 1, 2, "right left")
    table.only_open("purple_01").dice("green 5, purple 2").seat(karma=0)
    state = play_space(table.state(), "master_builder", "give up green die 5", "cover orange tile 1", "give up purple die 2")
    assert choose(state, "roads right, left").seats[0].fame == fame


# --- the upgrade of fame space 5


@pytest.mark.parametrize(("reading", "fame"), [("next_turn", 2), ("at_once", 3)])
def test_the_upgrade_of_fame_space_5_counts_from_the_next_turn_or_at_once(reading: str, fame: int) -> None:
    overrides = YIELDS | river(_1={"fame": 1, "palace_action": 1}) | tile("orange_01", 4, "straight")
    overrides |= tile("purple_01", 6, "straight", ("fort",)) | {"readings.fame_upgrade": reading}
    table = Table(overrides=overrides).tile("orange_01", 1, 2, "right left").only_open("purple_01")
    table.dice("green 1, purple 2").seat(fame=4, karma=0)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "upgrade fort")
    state = choose(state, "palace action: Master Builder", "cover orange tile 1", "give up purple die 2", "roads right, left")
    assert state.seats[0].fame == 5 + fame


# --- a 1 at the harbour


@pytest.mark.parametrize(("reading", "stays"), [("must_move", []), ("may_stay", ["leave the boat where it is"])])
def test_a_1_at_the_harbour_moves_exactly_1_or_may_stay(reading: str, stays: list[str]) -> None:
    table = Table(overrides=river() | {"readings.harbour_one": reading}).dice("blue 1").seat(karma=0, river=3)
    state = play_space(table.state(), "harbour", "give up blue die 1")
    assert texts(state) == [*stays, "advance 1 on the river"]


def test_a_boat_that_stays_earns_nothing() -> None:
    table = Table(overrides=river(_3={"money": 5}) | {"readings.harbour_one": "may_stay"}).dice("blue 1").seat(karma=0, river=3)
    after = play_space(table.state(), "harbour", "give up blue die 1", "leave the boat")
    assert (after.seats[0].river, after.seats[0].money) == (3, 3)
    assert after.seat_to_move == 1


# --- passing


def test_by_the_rulebook_nobody_passes_who_can_place() -> None:
    assert "place no worker" not in texts(Table().state())


def test_with_passing_allowed_a_worker_may_be_kept() -> None:
    state = choose(Table(overrides={"readings.passing": "allowed"}).state(), "place no worker")
    assert (state.seat_to_move, state.seats[0].placed) == (1, 0)
    assert not state.spaces.any()


def test_who_passed_may_place_again_while_others_go_on() -> None:
    state = choose(Table(overrides={"readings.passing": "allowed"}).state(), "place no worker")
    state = finish_turn(play_space(state, "outer_terrace"))
    assert (state.seat_to_move, state.stage) == (0, 2)
    assert "outer_terrace" in spaces(state)


def test_a_round_in_which_everybody_passes_a_stage_is_over() -> None:
    state = finish_turn(play_space(Table(overrides={"readings.passing": "allowed"}).state(), "outer_terrace"))
    state = choose(state, "place no worker", "place no worker", "place no worker")
    assert state.round_number == 2
