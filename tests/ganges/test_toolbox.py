"""What authors of strategies ask of a position; answers worked out from the rules by hand, or by playing on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import COLOUR, FLIPPED
from rajas_sim.ganges.toolbox import (
    Connections,
    Gains,
    Score,
    can_pay,
    effective_value,
    end_of_turn,
    payment,
    river_gains,
    river_space,
    tile_connects,
    tile_gains,
    tile_places,
    tile_scores,
    to_meeting,
    to_next_worker,
)
from tests.every_game.walking import Step, steps_by_decision
from tests.ganges.back_of_board import with_blue_tile
from tests.ganges.positions import YIELDS, Table, cell_of, choose, play_space, river, rules_of, tile
from tests.untyped import Array, Record

NOTHING = Gains(*[0] * len(Gains._fields))


def blue(value: int) -> int:
    """The code of a blue die."""
    return COLOUR.blue * terms.N_OF.faces + value - 1


def number(state: State, name: str) -> int:
    return rules_of(state).tile_names.index(name)


def at(row: int, column: int, turns: int) -> int:
    return cell_of(row, column) * N_SIDES + turns


# --- paying with dice


def paid(dice: str, cost: int, karma: int = 0, most_karma: int = 9) -> list[int]:
    return payment(Table().dice(dice).seat(karma=karma).state(), 0, COLOUR.blue, cost, most_karma).tolist()


def test_dice_that_pay_exactly_are_given_up_first() -> None:
    assert paid("blue 3 5 6", 8) == [blue(5), blue(3)]
    assert paid("blue 3 5 6", 9) == [blue(6), blue(3)]


def test_where_none_pay_exactly_as_little_as_possible_is_overpaid() -> None:
    assert paid("blue 3 5 6", 7) == [blue(5), blue(3)]
    assert paid("blue 2 2 6", 5) == [blue(6)]


def test_karma_is_used_where_it_saves_a_spare_pip_and_only_as_much_as_allowed() -> None:
    assert paid("blue 3 6", 4, karma=1) == [blue(3) + FLIPPED]
    assert paid("blue 3 6", 4, karma=1, most_karma=0) == [blue(6)]
    assert paid("blue 1 6", 6, karma=1) == [blue(6)]


def test_a_cost_that_all_dice_do_not_reach_is_not_paid() -> None:
    assert paid("blue 3 5 6", 15) == []
    assert paid("blue 3 5 6", 15, karma=1) == [blue(6), blue(5), blue(3) + FLIPPED]
    assert paid("green 6 6", 1) == []


def test_whether_a_cost_can_be_paid_counts_karma_and_any_seat() -> None:
    state = Table().dice("blue 3 5 6").seat(karma=1).dice("blue 1", 1).seat(1, karma=0).state()
    assert can_pay(state, 0, COLOUR.blue, 15)
    assert not can_pay(state, 0, COLOUR.blue, 16)
    assert can_pay(state, 1, COLOUR.blue, 1)
    assert not can_pay(state, 1, COLOUR.blue, 2)


def cheapest(values: list[int], cost: int, karma: int) -> tuple[int, ...] | None:
    """Return total, karma and number of dice of the cheapest payment, by trying all; None if there is none."""
    places = []
    for ways in product(
        *((0, 1, 2) if value <= 3 else (0, 1) for value in values)
    ):  # kept, given up, turned over to a higher value
        total = sum((0, value, 7 - value)[way] for way, value in zip(ways, values, strict=True))
        if total >= cost and ways.count(2) <= karma:
            places.append((total, ways.count(2), len(ways) - ways.count(0)))
    return min(places, default=None)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(1, 14), st.integers(0, 3))
def test_no_payment_is_cheaper_and_the_game_takes_it(values: list[int], cost: int, karma: int) -> None:
    table = Table(overrides=tile("blue_01", cost, "straight")).opened("blue_01").seat(karma=karma, money=5)
    state = table.dice(f"blue {' '.join(map(str, values))}").state()
    codes = payment(state, 0, COLOUR.blue, cost, karma).tolist()
    expected = cheapest(values, cost, karma)
    assert can_pay(state, 0, COLOUR.blue, cost) == (expected is not None)
    if expected is None:
        assert codes == []
        return
    assert (sum(map(effective_value, codes)), sum(code >= FLIPPED for code in codes), len(codes)) == expected
    later = play_space(state, "quarry", "take blue tile 1 ")
    for code in codes:
        assert later.decision == "pay_for_tile"
        later = later.play(code)
    assert later.decision == "choose_cell"


# --- tiles

TEMPLE = YIELDS | river() | tile("blue_01", 3, "straight", ("temple",), silk=2) | tile("blue_02", 3, "fork")


def test_a_first_straight_lies_beside_or_below_the_residence() -> None:
    state = Table(overrides=TEMPLE).state()
    assert tile_places(state, 0, number(state, "blue_01")).tolist() == [at(1, 2, 1), at(1, 4, 1), at(2, 3, 0)]


def test_a_tile_lies_in_the_province_of_the_seat_that_is_asked_for() -> None:
    table = Table(overrides=TEMPLE | tile("blue_03", 3, "straight")).tile("blue_03", 2, 3, "top bottom", seat=1)
    state = table.state()
    assert tile_places(state, 1, number(state, "blue_01")).tolist() == [at(1, 2, 1), at(1, 4, 1), at(3, 3, 0)]


def test_a_tile_scores_its_buildings_by_level_and_its_markets() -> None:
    state = Table(overrides=tile("blue_01", 3, "fork", ("temple", "palace"), silk=2, tea=3)).seat(levels=[1, 0, 0, 0]).state()
    assert tile_scores(state, 0, number(state, "blue_01")) == Score(3 + 2, 2 + 3)
    assert tile_scores(state, 1, number(state, "blue_01")) == Score(2 + 2, 2 + 3)


def test_a_tile_connects_special_yields_once_and_leads_to_empty_cells() -> None:
    state = Table(overrides=TEMPLE).state()
    straight, fork = number(state, "blue_01"), number(state, "blue_02")
    assert tile_connects(state, 0, straight, at(1, 2, 1)) == Connections(yields=1, road_ends=0, new_cells=0)
    assert tile_connects(state, 0, fork, at(1, 2, 2)) == Connections(yields=1, road_ends=1, new_cells=1)
    assert tile_connects(state, 0, fork, at(2, 3, 0)) == Connections(yields=0, road_ends=2, new_cells=2)
    connected = Table(overrides=TEMPLE).seat(yields_connected=0b111111).state()
    assert tile_connects(connected, 0, fork, at(1, 2, 2)) == Connections(yields=0, road_ends=1, new_cells=1)


def test_a_cell_that_another_road_leads_to_is_not_new() -> None:
    state = Table(overrides=TEMPLE | tile("blue_03", 3, "bend")).tile("blue_03", 2, 3, "top left").state()
    assert tile_connects(state, 0, number(state, "blue_02"), at(1, 2, 2)) == Connections(yields=1, road_ends=1, new_cells=0)


def test_a_tile_gains_its_score_the_yield_and_the_bonus_these_reach() -> None:
    state = Table(overrides=TEMPLE).seat(money=5, fame=0).state()  # a boat at 12 money, 5 money at the left of row 1
    straight = number(state, "blue_01")
    assert tile_gains(state, 0, straight, at(1, 2, 1)) == NOTHING._replace(fame=2, money=2 + 5, boat_moves=1)
    assert tile_gains(state, 0, straight, at(2, 3, 0)) == NOTHING._replace(fame=2, money=2)


def test_dice_and_upgrades_of_a_yield_are_counted() -> None:
    state = Table(overrides=TEMPLE).state()
    assert tile_gains(state, 0, number(state, "blue_02"), at(2, 5, 0)) == NOTHING._replace(dice=1, upgrades=1)


def test_upgrades_on_the_way_count_for_the_yield_after_them() -> None:
    """The upgrade on fame space 5 is received before the brown tile counts upgrades, whatever it is used for."""
    table = with_blue_tile("straight", ("temple",)).yield_tile("brown_left", "brown", {"money_per_upgrade": 2})
    state = table.seat(fame=4, levels=[0, 1, 0, 0]).state()
    place = at(1, 2, 1)
    assert place in tile_places(state, 0, number(state, "blue_01"))
    gains = tile_gains(state, 0, number(state, "blue_01"), place)
    assert (gains.upgrades, gains.money) == (1, 4)
    full = table.seat(fame=4, levels=[2, 2, 2, 2]).state()
    gains = tile_gains(full, 0, number(full, "blue_01"), place)
    assert (gains.upgrades, gains.money) == (0, 16)


def test_an_empty_stack_has_no_tile() -> None:
    state = Table().state()
    kernels_own = state.record, state.rules.record, 0, -1
    assert tile_places(*kernels_own).tolist() == []
    assert tile_scores(*kernels_own) == Score(0, 0)


def test_a_hand_of_more_dice_than_can_be_told_apart_pays_with_fifteen_of_a_value() -> None:
    state = Table(overrides={"boards.basic.hand_limit": 30, "dice.per_colour": 30}).state()
    array = state.array.copy()
    array["seats"]["dice"][0, 0, COLOUR.blue] = [20, 0, 0, 0, 0, 0]
    state = type(state)(state.rules, array)
    assert payment(state, 0, COLOUR.blue, 15, 0).tolist() == [blue(1)] * 15
    assert payment(state, 0, COLOUR.blue, 16, 0).tolist() == []


def test_a_tile_may_bring_the_worker_on_the_fame_track() -> None:
    state = Table(overrides=TEMPLE).seat(fame=13, money=0).state()
    assert tile_gains(state, 0, number(state, "blue_01"), at(2, 3, 0)) == NOTHING._replace(fame=2, money=2, workers=1)


# --- the river


def test_a_boat_skips_occupied_spaces_and_the_river_ends() -> None:
    state = Table().seat(0, river=0).seat(1, river=1).state()
    assert [river_space(state, 0, steps) for steps in (1, 2)] == [2, 3]
    assert river_space(state, 1, 1) == 2
    late = Table().seat(0, river=29).state()
    assert [river_space(late, 0, steps) for steps in (1, 2)] == [30, -1]
    assert river_gains(late, 0, 2) == NOTHING


def test_a_move_earns_what_is_printed_and_the_worker_behind_the_bridge() -> None:
    printed = river(_21={"money": 3}, _22={"upgrade": 1}, _23={"palace_action": 1}, _24={"fame_per_karma": 2})
    state = Table(overrides=printed).seat(1, river=20, karma=3, money=0, fame=0).state()
    assert [river_gains(state, 1, steps) for steps in (1, 2, 3, 4)] == [
        NOTHING._replace(workers=1, money=3),
        NOTHING._replace(workers=1, upgrades=1),
        NOTHING._replace(workers=1, palace_actions=1),
        NOTHING._replace(workers=1, fame=6, upgrades=1),  # the fifth fame space gives an upgrade
    ]
    assert river_gains(state, 1, 0) == NOTHING


def test_an_upgrade_nobody_can_do_is_not_counted() -> None:
    state = Table(overrides=river(_1={"upgrade": 1})).seat(levels=[2, 2, 2, 2]).state()
    assert river_gains(state, 0, 1) == NOTHING


# --- what is missing


def test_spaces_to_the_next_worker() -> None:
    state = Table().seat(0, fame=10, money=18, river=19).seat(1, inactive=[0, 1, 0], fame=17, money=3).state()
    assert to_next_worker(state, 0) == (5, 2, 2)  # fame 15, money 20, past the bridge behind space 20
    assert to_next_worker(state, 1) == (-1, 17, -1)


@pytest.mark.parametrize(
    ("fame", "money", "missing"),
    [(30, 65, (0, 0)), (37, 52, (0, 0)), (30, 61, (0, 0)), (30, 60, (1, 1)), (30, 59, (1, 2)), (0, 3, (59, 118))],
)
def test_spaces_until_the_markers_meet(fame: int, money: int, missing: tuple[int, ...]) -> None:
    assert to_meeting(Table().seat(1, fame=fame, money=money).state(), 1) == missing


# --- the rest of the turn


def money(state: Record, rules: Record, seat: int, parameters: Array) -> float:
    return parameters[0] * state.seats[seat].money


value_of_turn, best_of_turn = end_of_turn(money)
MONEY = np.ones(1)


def at_the_harbour() -> State:
    """The seat to move about to give up a 1 or a 2 for the river, where the second space pays most."""
    table = Table(overrides=river(_1={"money": 1}, _2={"money": 4})).dice("blue 1 2").seat(money=5, karma=0)
    return play_space(table.state(), "harbour")


@pytest.mark.long
def test_a_turn_is_played_on_to_where_its_options_differ() -> None:
    state = at_the_harbour()
    assert [value_of_turn(state, option, MONEY) for option in state.options] == [6.0, 9.0]
    assert best_of_turn(state, MONEY) == state.options[1].code
    assert best_of_turn(state, -MONEY) == state.options[0].code


@pytest.mark.long
def test_parameters_may_be_those_of_a_plain_python_strategy() -> None:
    state = at_the_harbour()
    assert value_of_turn(state, state.options[1], {"weight": 2.0}) == 18.0


def test_a_turn_ends_where_the_next_begins() -> None:
    state = choose(at_the_harbour(), "give up blue die 2")
    assert value_of_turn(state, state.options[0], MONEY) == 6.0
    assert state.play(state.options[0]).seat_to_move == 1


def test_a_function_without_a_name_of_its_own_is_refused() -> None:
    def within(state: Record, rules: Record, seat: int, parameters: Array) -> float:
        return 0.0

    for function in (within, lambda state, rules, seat, parameters: 0.0):
        with pytest.raises(ValueError, match="at the top of its file"):
            end_of_turn(function)


# --- whole games


def is_settled(step: Step) -> bool:
    """Whether the seat that moved has nothing left to choose."""
    return step.after.is_over or step.after.seat_to_move != step.position.seat_to_move or step.after.decision == "place"


@pytest.fixture(scope="module")
def steps() -> dict[str, list[Step]]:
    """The steps of games in which every decision occurs, by decision."""
    return steps_by_decision("ganges")


def compare(gains: Gains, step: Step) -> None:
    """Compare what the toolbox says with what the game did, where nothing is left to choose or was drawn by chance."""
    assert gains.others + gains.dice + gains.upgrades + gains.boat_moves + gains.palace_actions + gains.yield_tiles == 0
    before, after = (state.seats[step.position.seat_to_move] for state in (step.position, step.after))
    assert gains[:4] == tuple(getattr(after, name) - getattr(before, name) for name in Gains._fields[:4])


def waits(gains: Gains) -> bool:
    return any(gains[4:])


def test_tiles_fit_where_the_game_lays_them_and_gain_what_it_pays(steps: dict[str, list[Step]]) -> None:
    n = 0
    for step in steps["choose_cell"]:
        state = step.position
        task = state.tasks[state.n_tasks - 1]
        if task.cause != terms.CAUSE.master_builder:
            assert tile_places(state, state.seat_to_move, task.detail).tolist() == [*state.option_codes]
        gains = tile_gains(state, state.seat_to_move, task.detail, step.code)
        if is_settled(step) and state.n_tasks == 1 and not waits(gains):
            compare(gains, step)
            n += 1
    assert n > 20


def test_boats_earn_what_the_game_pays(steps: dict[str, list[Step]]) -> None:
    n = 0
    for step in steps["sail"]:
        gains = river_gains(step.position, step.position.seat_to_move, step.code)
        if is_settled(step) and step.position.n_tasks == 1 and not waits(gains):
            compare(gains, step)
            n += 1
    assert n > 5


def test_nothing_that_is_asked_changes_the_position(steps: dict[str, list[Step]]) -> None:
    state = steps["choose_cell"][0].position
    before = state.to_plain()
    seat, place = state.seat_to_move, state.option_codes[0]
    tile_gains(state, seat, state.tasks[state.n_tasks - 1].detail, place)
    river_gains(state, seat, 1)
    value_of_turn(state, place, MONEY)
    assert state.to_plain() == before


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda state: to_meeting(state, 2), "to_meeting: seat must be from 0 to 1, found 2"),
        (lambda state: tile_scores(state, 0, -1), "tile_scores: tile must be from 0 to 63, found -1"),
        (lambda state: tile_gains(state, 0, 0, 40_000), "tile_gains: place must be from 0 to 79, found 40000"),
        (lambda state: can_pay(state, 0, 4, 3), "can_pay: colour must be from 0 to 3, found 4"),
        (lambda state: value_of_turn(state, 9999, MONEY), "9999 is not an option of place"),
    ],
)
def test_what_is_not_there_is_refused(ask: Callable[..., Any], message: str) -> None:
    """Kernels do not look; from plain Python a wrong number would end in nonsense, or in a crash."""
    with pytest.raises(ValueError, match=message):
        ask(Table().dice("blue 3").state())
