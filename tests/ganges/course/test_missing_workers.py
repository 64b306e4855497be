"""Yield tiles for missing workers (rulebook: Navaratnas version, When you have fewer active workers than other players)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import back, lying_open, on_slot, on_slots
from tests.ganges.positions import Table, choose, events, play_space, river, spaces, texts

#: Room for every worker on spaces that cost nothing, and no bonus on the way.
ROOMY = {"palace.outer_terraces": 8, "palace.outer_terrace_money": 0, "palace.terrace_dice": 0, "tracks.money.bonus": {}}
FREE_SPACES = ("outer_terrace", *(f"terrace_{colour}" for colour in terms.COLOURS), "market_assorted")
#: A third, fourth, fifth and sixth worker come from here.
INACTIVE = {3: [1, 1, 1], 4: [0, 1, 1], 5: [0, 0, 1], 6: [0, 0, 0]}
TILE = "a yield tile"


def with_workers(*workers: int, start_player: int = 0, overrides: dict[str, Any] | None = None) -> Table:
    """A table at the beginning of a round on which the seats have so many active workers, no dice and no karma."""
    table = back(len(workers), ROOMY | (overrides or {})).set(start_player=start_player, seat_to_move=start_player)
    for seat, n in enumerate(workers):
        table.dice("", seat).seat(seat, workers=n, inactive=INACTIVE[n], karma=0)
    return table


def play_stage(state: State, refuse: bool = False) -> tuple[State, list[tuple[int, str]]]:
    """Play one stage on free spaces; return the position after it and what every seat did in order."""
    number, stage, done = state.round_number, state.stage, []
    while (state.round_number, state.stage) == (number, stage) and not state.is_over:
        seat = int(state.seat_to_move)
        if state.decision == "take_yield_tile":
            done.append((seat, TILE))
            state = choose(state, "take no yield tile") if refuse else take_one(state)
        else:
            name = next(name for name in FREE_SPACES if name in spaces(state))
            done.append((seat, "a worker"))
            state = go_to(state, name)
    return state, done


def go_to(state: State, name: str) -> State:
    """Place a worker on a space that costs nothing, and reroll nothing there."""
    state = play_space(state, name)
    return choose(state, "roll") if state.decision == "reroll" else state


def take_one(state: State) -> State:
    """Take the first yield tile and place it; finish_turn would also answer for the next seat."""
    state = state.play(state.options[0])
    assert state.decision == "place_yield_tile"
    return state.play(state.options[0])


def play_round(state: State, refuse: bool = False) -> tuple[State, list[list[tuple[int, str]]]]:
    """Play one round; return the position after it and what happened in each stage."""
    number, stages = state.round_number, []
    while state.round_number == number:
        state, done = play_stage(state, refuse)
        stages.append(done)
    return state, stages


def tiles_by_stage(stages: list[list[tuple[int, str]]]) -> list[tuple[int, ...]]:
    """The stages in which a seat took a yield tile: [(5, 0)]."""
    return [(number, seat) for number, stage in enumerate(stages, start=1) for seat, what in stage if what == TILE]


def n_placed(stages: list[list[tuple[int, str]]], seat: int) -> int:
    return sum((seat, "a worker") == each for stage in stages for each in stage)


# --- 4 against 5


@pytest.mark.parametrize("start_player", [0, 1])
def test_with_4_workers_against_5_one_takes_a_yield_tile_in_the_fifth_stage(start_player: int) -> None:
    _, stages = play_round(with_workers(4, 5, start_player=start_player).state())
    assert tiles_by_stage(stages) == [(5, 0)]
    assert len(stages) == 5
    assert (n_placed(stages, 0), n_placed(stages, 1)) == (4, 5)


@pytest.mark.parametrize("start_player", [0, 1])
def test_it_is_taken_when_it_would_be_ones_turn(start_player: int) -> None:
    _, stages = play_round(with_workers(4, 5, start_player=start_player).state())
    assert stages[4] == [(0, TILE), (1, "a worker")][:: 1 if start_player == 0 else -1]


@pytest.mark.parametrize("workers", [3, 4, 5, 6])
def test_with_equally_many_workers_nobody_takes_a_yield_tile(workers: int) -> None:
    state, stages = play_round(with_workers(workers, workers).state())
    assert tiles_by_stage(stages) == []
    assert not on_slots(state, 0) + on_slots(state, 1)


@pytest.mark.parametrize(("fewer", "more"), [(3, 4), (4, 5), (5, 6)])
def test_one_worker_fewer_is_worth_one_yield_tile(fewer: int, more: int) -> None:
    state, stages = play_round(with_workers(fewer, more).state())
    assert tiles_by_stage(stages) == [(more, 0)]
    assert (len(on_slots(state, 0)), len(on_slots(state, 1))) == (1, 0)


@pytest.mark.parametrize(("fewer", "more"), [(3, 5), (4, 6)])
@pytest.mark.parametrize("start_player", [0, 1])
def test_two_workers_fewer_are_worth_a_second_yield_tile(fewer: int, more: int, start_player: int) -> None:
    state, stages = play_round(with_workers(fewer, more, start_player=start_player).state())
    assert tiles_by_stage(stages) == [(fewer + 1, 0), (fewer + 2, 0)]
    assert len(on_slots(state, 0)) == 2


def test_three_workers_fewer_are_worth_a_third_yield_tile_or_two_at_most() -> None:
    for reading, tiles in (("full_difference", [(4, 0), (5, 0), (6, 0)]), ("two_at_most", [(4, 0), (5, 0)])):
        state, stages = play_round(with_workers(3, 6, overrides={"readings.missing_workers": reading}).state())
        assert tiles_by_stage(stages) == tiles
        assert len(on_slots(state, 0)) == len(tiles)


def test_two_at_most_are_two_in_every_round() -> None:
    state, _ = play_round(with_workers(3, 6, overrides={"readings.missing_workers": "two_at_most"}).state())
    state, stages = play_round(state)
    assert tiles_by_stage(stages) == [(4, 0), (5, 0)]
    assert len(on_slots(state, 0)) == 4


# --- three and four players


@pytest.mark.parametrize("order", list(permutations((3, 4, 5))))
def test_of_three_players_each_is_compared_with_whoever_has_most(order: tuple[int, ...]) -> None:
    _, stages = play_round(with_workers(*order).state())
    three, four = order.index(3), order.index(4)
    assert sorted(tiles_by_stage(stages)) == sorted([(4, three), (5, three), (5, four)])


def test_it_is_enough_that_one_of_the_others_has_more() -> None:
    _, stages = play_round(with_workers(3, 3, 4, 3).state())
    assert tiles_by_stage(stages) == [(4, 0), (4, 1), (4, 3)]


@pytest.mark.parametrize("start_player", range(4))
def test_of_four_players_everybody_has_his_turn_in_clockwise_order(start_player: int) -> None:
    _, stages = play_round(with_workers(3, 4, 3, 3, start_player=start_player).state())
    order = [(start_player + i) % 4 for i in range(4)]
    assert stages[3] == [(seat, "a worker" if seat == 1 else TILE) for seat in order]


# --- what is taken


def in_the_fifth_stage(**fields: Any) -> Table:
    """Seat 0 had 4 workers and placed them all; seat 1 is about to place the fifth."""
    table = with_workers(4, 5, start_player=1).seat(0, placed=4).seat(1, placed=4).seat(0, **fields)
    return table.set(placed_in_round=8, stage=5).to_move(1)


def seat_0_takes(table: Table) -> State:
    """The position in which seat 0 chooses its yield tile."""
    state = go_to(table.state(), "outer_terrace")
    assert (state.seat_to_move, state.decision) == (0, "take_yield_tile")
    return state


def test_any_colour_with_space_may_be_taken() -> None:
    state = seat_0_takes(in_the_fifth_stage())
    assert {colour for colour in terms.YIELD_COLOURS if f"the {colour} " in " ".join(texts(state))} == set(terms.YIELD_COLOURS)
    table = in_the_fifth_stage().yield_tile("red_left", "red", {"karma": 2}).yield_tile("yellow_top", "yellow", {"boat": 1})
    assert not [text for text in texts(seat_0_takes(table)) if "red" in text or "yellow" in text]


def test_it_is_placed_at_once_on_an_unoccupied_space_of_its_colour() -> None:
    table = in_the_fifth_stage().yield_tile("white_top", "white", {"money": 3})
    state = choose(seat_0_takes(table), "take the white yield tile (1 karma)")
    assert (state.seat_to_move, state.decision) == (0, "place_yield_tile")
    assert texts(state) == ["lay the white yield tile (1 karma) at row 2, column 5, right"]
    after = choose(state, "row 2, column 5, right")
    assert on_slot(after, "white_right") == "white {'karma': 1}"
    assert (after.seats[0].karma, after.round_number) == (0, 2)


def test_no_dice_come_with_it() -> None:
    after = take_one(seat_0_takes(in_the_fifth_stage()))
    assert after.seats[0].dice.sum() == 0


def test_the_log_tells_that_it_stands_for_a_missing_worker() -> None:
    state = choose(seat_0_takes(in_the_fifth_stage()), "take the red yield tile (2 karma)")
    placed, *_ = events(state, "row 2, column 1, left")
    assert (placed[0], placed[3]) == ("slot", "missing_worker")


def test_one_may_refrain_and_is_not_asked_again() -> None:
    state, stages = play_round(with_workers(4, 5).state(), refuse=True)
    assert tiles_by_stage(stages) == [(5, 0)]
    assert not on_slots(state)
    assert len(lying_open(state)) == 30


def test_refusing_the_first_leaves_the_second() -> None:
    state, stages = play_round(with_workers(3, 5).state(), refuse=True)
    assert tiles_by_stage(stages) == [(4, 0), (5, 0)]
    assert not on_slots(state)


def test_without_space_on_the_board_there_is_no_yield_tile() -> None:
    table = with_workers(3, 4).only_open_yield_tiles(("red", {"karma": 2}), ("red", {"boat": 1}))
    table.yield_tile("red_left", "red", {"boat": 1})
    state, stages = play_round(table.state())
    assert tiles_by_stage(stages) == []
    assert on_slots(state) == ["red {'boat': 1}"]


def test_of_two_missing_workers_the_second_brings_nothing_once_the_board_is_full() -> None:
    table = with_workers(3, 5).only_open_yield_tiles(("red", {"karma": 2}), ("red", {"boat": 1}))
    state, stages = play_round(table.state())
    assert tiles_by_stage(stages) == [(4, 0)]
    assert len(on_slots(state)) == 1


# --- only without workers, and only where somebody is ahead


def only_a_die_opens_the_way(mine: int, theirs: int, placed: tuple[int, ...]) -> Table:
    """Only Yogi and Great Mogul are free; seat 1, to move, has the dice for both and seat 0 has none."""
    table = with_workers(mine, theirs, start_player=1, overrides=river()).all_taken_but("yogi", "great_mogul", seat=1)
    table.dice("green 1 3", 1).seat(0, placed=placed[0]).seat(1, placed=placed[1])
    return table.set(placed_in_round=sum(placed), stage=max(placed) + 1)


def test_a_worker_that_cannot_be_placed_is_no_missing_worker() -> None:
    table = only_a_die_opens_the_way(4, 5, (3, 3))  # seat 0 has a worker left, but nowhere to go
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert (state.seat_to_move, state.decision, state.stage) == (1, "place", 5)
    assert not on_slots(state)


def test_with_all_workers_placed_the_same_position_brings_a_yield_tile() -> None:
    table = only_a_die_opens_the_way(3, 5, (3, 3))
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert (state.seat_to_move, state.decision) == (0, "take_yield_tile")


def test_whoever_is_not_behind_waits_while_others_place_late_workers() -> None:
    table = only_a_die_opens_the_way(3, 3, (3, 1))  # seat 1 was passed over before and has as many workers as seat 0
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert (state.seat_to_move, state.decision) == (1, "place")


def test_the_difference_in_workers_limits_the_tiles_even_if_the_round_has_more_stages() -> None:
    table = only_a_die_opens_the_way(4, 5, (4, 3))  # seat 1 was passed over once, so its workers are placed in stages 5 and 6
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert (state.seat_to_move, state.decision) == (0, "take_yield_tile")
    state = take_one(state)
    assert (state.seat_to_move, state.decision) == (1, "place")
    after = play_space(state, "yogi", "give up green die 3", "take a blue die")
    assert (after.round_number, len(on_slots(after, 0))) == (2, 1)


# --- workers won during the round


WINNING = {"workers.fame_space": 2, "palace.outer_terraces": 8, "tracks.fame.bonus": {}}


def test_who_wins_a_worker_in_this_round_places_it_instead() -> None:
    table = with_workers(4, 5, overrides=WINNING).dice("green 1").seat(0, inactive=[1, 0, 1])
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert state.seats[0].workers == 5
    _, stages = play_round(state)
    assert tiles_by_stage(stages) == []
    assert n_placed(stages, 0) == 4  # and one at the Great Mogul


def test_who_wins_a_worker_in_the_last_stage_of_his_own_places_it_in_the_next() -> None:
    table = with_workers(4, 5, overrides=WINNING).dice("green 1").seat(0, inactive=[1, 0, 1], placed=3).seat(1, placed=3)
    state = play_space(table.set(placed_in_round=6, stage=4).state(), "great_mogul", "give up green die 1")
    _, stages = play_round(state)
    assert [each for stage in stages for each in stage] == [(1, "a worker"), (0, "a worker"), (1, "a worker")]


@pytest.mark.parametrize("start_player", [0, 1])
def test_a_worker_that_another_player_wins_in_this_round_counts(start_player: int) -> None:
    table = with_workers(3, 3, start_player=start_player, overrides=WINNING).dice("green 1", 1)
    if start_player == 0:
        table.to_move(1).seat(0, placed=1).set(placed_in_round=1)
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert state.seats[1].workers == 4
    after, stages = play_round(state)
    assert len(tiles_by_stage(stages)) == 1
    assert (len(on_slots(after, 0)), n_placed(stages, 1)) == (1, 3)


def test_a_second_worker_won_after_the_first_tile_brings_the_second_tile() -> None:
    table = with_workers(3, 4, start_player=1, overrides=WINNING).dice("green 1", 1).seat(1, inactive=[1, 0, 1])
    table.seat(0, placed=3).seat(1, placed=3).set(placed_in_round=6, stage=4)
    state = play_space(table.state(), "great_mogul", "give up green die 1")  # the fourth worker wins a fifth
    assert (state.seat_to_move, state.decision) == (0, "take_yield_tile")
    state = take_one(state)
    state = go_to(state, "outer_terrace")
    assert (state.seat_to_move, state.decision, state.round_number) == (0, "take_yield_tile", 1)
    after = take_one(state)
    assert (len(on_slots(after, 0)), after.round_number) == (2, 2)


# --- the round


@pytest.mark.parametrize("start_player", [0, 1])
@pytest.mark.parametrize("refuse", [False, True])
def test_the_round_ends_with_the_stage_in_which_the_last_worker_is_placed(start_player: int, refuse: bool) -> None:
    state, stages = play_round(with_workers(4, 5, start_player=start_player).state(), refuse)
    assert [len(stage) for stage in stages] == [2] * 5
    assert (state.round_number, state.stage, state.decision) == (2, 1, "place")
    assert state.seat_to_move == state.start_player == 1 - start_player
    assert [seat.placed for seat in state.seats] == [0, 0]


def test_yield_tiles_for_missing_workers_come_again_in_the_next_round() -> None:
    state, first = play_round(with_workers(4, 5).state())
    state, second = play_round(state)
    assert (tiles_by_stage(first), tiles_by_stage(second)) == ([(5, 0)], [(5, 0)])
    assert len(on_slots(state, 0)) == 2


def test_a_yield_tile_takes_no_space_and_is_no_worker_on_the_board() -> None:
    before = go_to(
        with_workers(4, 5).seat(0, placed=3).seat(1, placed=3).set(placed_in_round=6, stage=4).state(), "outer_terrace"
    )
    before = go_to(before, "outer_terrace")
    assert (before.seat_to_move, before.decision, before.stage) == (0, "take_yield_tile", 5)
    after = take_one(before)
    assert after.seats[0].placed == 4
    assert after.spaces.tolist() == before.spaces.tolist()


def late(start_player: int) -> Table:
    """The fifth stage begins; seat 1 is about to have its markers meet with its last worker."""
    overrides = {"palace.outer_terrace_money": 2}
    table = with_workers(4, 5, start_player=start_player, overrides=overrides).seat(0, placed=4).seat(1, placed=4)
    return table.seat(1, fame=30, money=60).set(placed_in_round=8, stage=5)


def test_the_game_ends_with_the_stage_although_a_yield_tile_was_taken_in_it() -> None:
    state = go_to(late(start_player=0).to_move(1).state(), "outer_terrace")
    assert (state.is_over, state.end_reason) == (True, "markers_passed")


def test_the_game_ends_with_the_stage_although_somebody_after_has_no_worker_left() -> None:
    state = go_to(late(start_player=1).to_move(1).state(), "outer_terrace")
    while not state.is_over:
        assert (state.seat_to_move, state.stage) == (0, 5)
        assert state.decision != "place"
        state = state.play(state.options[-1])
    assert state.end_reason == "markers_passed"


@pytest.mark.parametrize("variant", ["base", "mixed"])
def test_only_the_navaratnas_version_knows_yield_tiles_for_missing_workers(variant: str) -> None:
    table = back(2, ROOMY, variant=variant)
    for seat, n in enumerate((3, 5)):
        table.dice("", seat).seat(seat, workers=n, inactive=[0, 0, 0] if n == 5 else [1, 1, 1], karma=0)
    state, stages = play_round(table.state())
    assert tiles_by_stage(stages) == []
    assert not on_slots(state)
