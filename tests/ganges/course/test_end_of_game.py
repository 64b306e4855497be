"""End of the game (rulebook: End of the game)."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from tests.ganges.late_game import late, outer_terrace
from tests.ganges.positions import Table, finish_turn, play_space, spaces


def standing(state: State) -> dict[int, int]:
    return {row.seat: row.rank for row in state.standings}


@pytest.mark.parametrize(
    ("fame", "money", "overlap"),
    [
        *[(30, 65, 2), (37, 52, 2), (30, 63, 1), (30, 62, 0), (30, 61, 0), (30, 60, -1)],
        *[(0, 122, 0), (60, 2, 0), (60, 1, 0), (61, 0, 0), (0, 3, -59)],
    ],
)
def test_the_overlap_is_counted_in_fame_points(fame: int, money: int, overlap: int) -> None:
    state = late().seat(0, fame=fame, money=money).state()
    assert next(row for row in state.standings if row.seat == 0).overlap == overlap


def test_markers_that_meet_exactly_trigger_the_end() -> None:
    state = late(fame=30, money=59).to_move(0).state()
    state = outer_terrace(state)
    assert state.seats[0].passed == 1
    assert not state.is_over
    assert outer_terrace(state).is_over


def test_markers_one_space_short_do_not_trigger_the_end() -> None:
    state = outer_terrace(late(fame=30, money=58).state())
    assert state.seats[0].passed == 0
    assert not outer_terrace(state).is_over


def test_fame_triggers_the_end_too() -> None:
    table = late(fame=49, money=20).dice("green 1")
    state = finish_turn(play_space(table.state(), "great_mogul", "give up green die 1"))
    assert state.seats[0].passed == 1


def test_players_before_the_start_player_still_place_one_worker() -> None:
    table = late(4).seat(1, money=60).to_move(1).set(start_player=0)
    state = outer_terrace(table.state())
    order = []
    while not state.is_over:
        order.append(int(state.seat_to_move))
        state = outer_terrace(state)
    assert order == [2, 3]
    assert state.end_reason == "markers_passed"


def test_the_last_player_of_a_stage_ends_the_game_at_once() -> None:
    state = outer_terrace(late(3).seat(2, money=60).to_move(2).set(start_player=0).state())
    assert state.is_over


def test_the_order_of_the_stage_begins_at_the_start_player_of_the_round() -> None:
    table = late(3).seat(1, money=60).to_move(1).set(start_player=2)
    state = outer_terrace(table.state())
    assert state.is_over  # seat 1 sits right before the start player
    table = late(3).seat(2, money=60).to_move(2).set(start_player=2)
    state = outer_terrace(table.state())
    assert not state.is_over
    assert outer_terrace(outer_terrace(state)).is_over


def test_players_without_workers_get_no_last_turn() -> None:
    table = late(3).seat(0, money=60).seat(1, placed=5)
    state = outer_terrace(table.state())
    assert state.seat_to_move == 2
    assert outer_terrace(state).is_over


def test_the_turn_that_triggers_the_end_is_still_carried_out() -> None:
    table = late(fame=30, money=60).dice("blue 2")
    state = play_space(table.state(), "outer_terrace")
    assert state.decision == "reroll"
    assert state.seats[0].passed == 1


def test_a_player_alone_past_the_line_wins() -> None:
    state = outer_terrace(outer_terrace(late(fame=30, money=60).state()))
    assert state.is_over
    assert standing(state) == {0: 1, 1: 2}
    assert state.standings[0].win_share == 1


def test_of_two_who_passed_the_larger_difference_wins() -> None:
    table = late(fame=30, money=60).seat(1, fame=38, money=46)
    table.tile("blue_02", 1, 2, "right left", 1).dice("green 1", 1)
    state = outer_terrace(table.state())
    state = finish_turn(play_space(state, "market_silk", "give up green die 1"))
    assert state.is_over
    assert [(row.seat, row.overlap) for row in state.standings] == [(1, 3), (0, 0)]


def rajesh_and_leila() -> State:
    """Rajesh ends on money 65 and fame 30, then Leila on money 52 and fame 37."""
    table = late().seat(0, fame=30, money=60).seat(1, fame=37, money=46)
    table.tile("blue_01", 1, 2, "right left", 0).tile("blue_02", 1, 2, "right left", 1).dice("green 1", 1)
    state = finish_turn(play_space(table.state(), "market_assorted"))
    return finish_turn(play_space(state, "market_silk", "give up green die 1"))


def test_rajesh_30_65_ekes_out_the_win_over_leila_37_52_because_he_was_first() -> None:
    state = rajesh_and_leila()
    assert state.is_over
    assert [(row.fame, row.money, row.overlap) for row in state.standings] == [(30, 65, 2), (37, 52, 2)]
    assert [(row.seat, row.rank, row.win_share) for row in state.standings] == [(0, 1, 1), (1, 2, 0)]


def test_the_others_are_placed_by_the_fame_points_still_between_their_markers() -> None:
    table = late(4, money=60).seat(1, fame=20, money=20).seat(2, fame=35, money=20).seat(3, fame=20, money=40)
    state = table.state()
    while not state.is_over:
        state = outer_terrace(state)
    assert [row.seat for row in state.standings] == [0, 2, 3, 1]
    assert [row.rank for row in state.standings] == [1, 2, 3, 4]


def test_who_passed_is_before_who_did_not() -> None:
    state = outer_terrace(outer_terrace(late(fame=30, money=59).seat(1, fame=30, money=56).state()))
    assert standing(state) == {0: 1, 1: 2}


def test_equal_distances_short_of_the_line_share_their_place() -> None:
    table = late(3, money=60).seat(1, fame=20, money=20).seat(2, fame=20, money=20)
    state = table.state()
    while not state.is_over:
        state = outer_terrace(state)
    assert standing(state) == {0: 1, 1: 2, 2: 2}


def test_without_the_trigger_the_game_goes_on_into_the_next_round() -> None:
    state = late().state()
    while state.round_number == 1:
        name = "outer_terrace" if "outer_terrace" in spaces(state) else sorted(spaces(state))[-1]
        state = finish_turn(play_space(state, name))
    assert not state.is_over


def test_a_finished_game_offers_nothing_more() -> None:
    state = rajesh_and_leila()
    assert state.options == ()
    assert state.decision is None


def test_a_game_that_goes_on_for_ever_is_stopped_with_a_reason_of_its_own() -> None:
    state = Table(overrides={"game.round_limit": 1, "palace.outer_terraces": 8}).state()
    while not state.is_over:
        state = finish_turn(play_space(state, "outer_terrace"))
    assert state.end_reason == "round_limit"
    assert state.round_number == 1
