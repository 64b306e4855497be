"""End of the game (rulebook: End of the game; The game for two players)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from tests.charmers.sheets import Table, choose, events, finish_turn, printed, take, texts

# fame + money / 2 must reach 39; every river space gives 1 money
NEARLY = {"fame": 30, "money": 17}
BLUE = "take the blue die (flag)"
RAJA = "take the orange die (Raja Man Singh)"


def late(players: int = 3, overrides: dict[str, Any] | None = None, **fields: int) -> Table:
    """A table at which seat 0 meets the line with 1 money more."""
    table = Table(players, overrides).dice(orange="raja_man_singh trader")
    return table.seat(0, **(NEARLY | fields))


def order_until_the_end(state: State) -> tuple[State, list[int]]:
    """Who still has a turn."""
    order: list[int] = []
    while not state.is_over and len(order) < 20:
        order.append(int(state.seat_to_move))
        state = finish_turn(state)
    return state, order


def overlaps(state: State) -> dict[int, float]:
    return {row.seat: row.overlap for row in state.standings}


# --- the intersection


@pytest.mark.parametrize(
    ("fame", "money", "overlap"),
    [(21, 40, 2), (16, 51, 2.5), (0, 78, 0), (39, 0, 0), (38, 1, -0.5), (38, 2, 0), (0, 0, -39), (30, 60, 21)],
)
def test_the_overlap_is_counted_in_fame_points_and_half_ones(fame: int, money: int, overlap: float) -> None:
    state = Table().seat(0, fame=fame, money=money).state()
    assert overlaps(state)[0] == overlap


def test_where_the_tracks_intersect_is_printed() -> None:
    state = Table(overrides=printed(tracks__meeting_line=50, tracks__money_per_fame=3)).seat(0, fame=40, money=33).state()
    assert overlaps(state)[0] == 1


# --- the end


def test_tracks_that_meet_exactly_end_the_game_with_the_round() -> None:
    state = choose(late().state(), BLUE)
    assert (overlaps(state)[0], state.is_over) == (0, False)
    state, order = order_until_the_end(state)
    assert order == [1, 2]
    assert state.end_reason == "markers_passed"


def test_tracks_half_a_point_apart_do_not() -> None:
    state = choose(late(money=16).state(), BLUE)
    assert overlaps(state)[0] == -0.5
    while state.round_number == 1:
        state = finish_turn(state)
    assert not state.is_over


def test_fame_ends_the_game_too() -> None:
    table = late(overrides=printed(river={1: {"fame": 1}}), fame=38, money=0)
    state, order = order_until_the_end(choose(table.state(), BLUE))
    assert (order, state.is_over) == ([1, 2], True)


def test_only_those_after_the_player_still_have_a_turn() -> None:
    table = Table(4).seat(2, **NEARLY).after("orange", "green")
    state, order = order_until_the_end(choose(table.state(), BLUE))
    assert (order, state.is_over) == ([3], True)


def test_the_last_player_of_the_round_ends_the_game_at_once() -> None:
    state = choose(Table(3).seat(2, **NEARLY).after("orange", "green").state(), BLUE)
    assert state.is_over
    assert state.round_number == 1


def test_the_round_begins_at_its_start_player() -> None:
    table = Table(3).set(start_player=1, seat_to_move=1).seat(0, **NEARLY).after("orange", "green")
    assert table.board.seat_to_move == 0
    assert choose(table.state(), BLUE).is_over
    table = Table(3).set(start_player=1, seat_to_move=1).seat(2, **NEARLY).after("orange")
    _, order = order_until_the_end(choose(table.state(), BLUE))
    assert order == [0]


def test_all_players_have_had_the_same_number_of_turns() -> None:
    state, _ = order_until_the_end(choose(late(5).state(), BLUE))
    assert state.turns == 5


def test_the_turn_is_still_carried_out_to_its_last_bonus() -> None:
    table = late(overrides=printed(money={18: {"upgrade": 1}}))
    state = choose(table.state(), BLUE)
    assert (state.decision, state.seat_to_move) == ("use_bonus", 0)
    assert choose(state, "use bonus", "upgrade fort").seats[0].levels.tolist() == [0, 0, 1, 0]


def test_others_may_still_overtake() -> None:
    table = late().seat(1, fame=30, money=18)
    state = choose(table.state(), BLUE)
    state = choose(state, "take the orange die (Trader)", "take tea")
    state, _ = order_until_the_end(state)
    assert [(row.seat, row.rank) for row in state.standings] == [(0, 1), (1, 1), (2, 3)]
    state = choose(late().seat(1, fame=30, money=18).dice(orange="raja_man_singh maharani").state(), BLUE)
    state, _ = order_until_the_end(choose(state, RAJA, "upgrade fort"))
    assert [(row.seat, row.rank, row.overlap) for row in state.standings] == [(1, 1, 0.5), (0, 2, 0), (2, 3, -39)]


def test_the_intersection_is_logged_once_for_each_player() -> None:
    before = late(overrides=printed(river={1: {"money": 1, "fame": 3}})).seat(1, fame=30, money=17).state()
    assert [what for what, *_ in events(before, BLUE)].count("markers_passed") == 1
    state = choose(before, BLUE)
    assert state.seats[0].passed == 1
    state = choose(state, RAJA, "upgrade fort")
    assert (state.seats[0].passed, state.seats[1].passed) == (1, 2)


def test_a_finished_game_offers_nothing_more() -> None:
    state, _ = order_until_the_end(choose(late().state(), BLUE))
    assert (state.options, state.decision) == ((), None)


def test_a_game_that_goes_on_for_ever_is_stopped_with_a_reason_of_its_own() -> None:
    state, order = order_until_the_end(Table(3, printed(game__round_limit=2)).state())
    assert (state.end_reason, len(order), state.round_number) == ("round_limit", 6, 2)


# --- who wins


def test_rajesh_with_21_fame_and_40_money_loses_to_leila_with_16_and_51() -> None:
    table = Table(3).dice(orange="raja_man_singh trader").seat(0, fame=21, money=39).seat(1, fame=16, money=50).seat(2, fame=5)
    state = choose(table.state(), RAJA, "upgrade fort", BLUE)
    state, order = order_until_the_end(state)
    assert order == [2]
    assert [(row.seat, row.fame, row.money, row.overlap, row.rank, row.win_share) for row in state.standings][:2] == [
        (1, 16, 51, 2.5, 1, 1),
        (0, 21, 40, 2, 2, 0),
    ]


def test_one_money_decides() -> None:
    state = Table().seat(0, fame=21, money=41).seat(1, fame=16, money=50).state()
    assert state.standings[0].seat == 0


def tied(**seats: tuple[int, int]) -> list[tuple[int, int, float]]:
    """Three seats past the line by the same distance; their karma as (collected, used)."""
    table = Table(3).seat(0, fame=30, money=20).seat(1, fame=20, money=40).seat(2, fame=36, money=8)
    for name, karma in seats.items():
        collected, used = karma
        table.karma(collected, used, seat=int(name[-1]))
    state = table.state()
    return [(row.seat, row.rank, row.win_share) for row in state.standings]


def test_of_tied_players_the_one_with_more_karma_collected_wins() -> None:
    assert tied(seat_0=(3, 3), seat_1=(4, 0), seat_2=(2, 2)) == [(1, 1, 1), (0, 2, 0), (2, 3, 0)]


def test_leila_who_used_3_of_her_5_karma_wins_the_tie_with_rajesh() -> None:
    assert tied(seat_0=(5, 0), seat_1=(5, 3), seat_2=(4, 4)) == [(1, 1, 1), (0, 2, 0), (2, 3, 0)]


def test_still_tied_players_share_the_victory() -> None:
    assert tied(seat_0=(5, 3), seat_1=(5, 3), seat_2=(5, 2)) == [(0, 1, 0.5), (1, 1, 0.5), (2, 3, 0)]
    assert [share for _, _, share in tied(seat_0=(2, 1), seat_1=(2, 1), seat_2=(2, 1))] == [pytest.approx(1 / 3)] * 3


def test_karma_counts_only_in_a_tie() -> None:
    state = Table(2).seat(0, fame=40, money=1).karma(1, 0).seat(1, fame=40).karma(5, 5, seat=1).state()
    assert [row.seat for row in state.standings] == [0, 1]


def test_who_was_first_to_intersect_does_not_matter() -> None:
    table = Table(2).seat(0, fame=30, money=20, passed=2).seat(1, fame=20, money=40, passed=1).set(n_met=2)
    assert [row.rank for row in table.state().standings] == [1, 1]


# --- two players


def two(seat: int, *taken: str) -> State:
    """A two-player game in which a seat is about to meet the line with a blue die."""
    return choose(Table(2).seat(seat, **NEARLY).after(*taken).state(), BLUE)


def test_with_two_players_the_first_die_of_the_start_player_ends_the_game_at_once() -> None:
    state = two(0)
    assert state.is_over
    assert (state.turns, state.end_reason) == (1, "markers_passed")


def test_with_two_players_the_first_die_of_the_other_ends_the_game_at_once() -> None:
    assert two(1, "orange").is_over


def test_with_two_players_the_second_die_of_the_start_player_leaves_the_other_his() -> None:
    state, order = order_until_the_end(two(0, "orange", "green"))
    assert (order, state.is_over) == ([1], True)


def test_with_two_players_the_second_die_of_the_other_ends_the_round() -> None:
    assert two(1, "orange", "green", "green 2").is_over


def test_the_turn_of_the_first_die_is_carried_out() -> None:
    table = Table(2, printed(money={18: {"upgrade": 1}})).seat(0, **NEARLY)
    state = choose(table.state(), BLUE)
    assert not state.is_over
    assert choose(state, "use bonus", "upgrade fort").is_over


def test_with_more_players_the_first_and_only_die_of_the_start_player_does_not_end_the_game_at_once() -> None:
    assert not choose(late(3).state(), BLUE).is_over
    assert "take the orange die (Trader)" in texts(take(late(3).state(), "blue die (flag)"))
