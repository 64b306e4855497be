"""What authors of strategies ask of a position; answers worked out from the rules by hand, or by playing on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.toolbox import (
    BEND,
    STRAIGHT,
    Connections,
    Gains,
    end_of_turn,
    half_road_places,
    river_gains,
    river_space,
    road_connects,
    road_gains,
    road_places,
    sale_income,
    to_meeting,
)
from rajas_sim.core.board import N_SIDES
from tests.charmers.sheets import Table, cell_of, option, printed
from tests.every_game.walking import Step, steps_by_decision
from tests.untyped import Array, Record

NOTHING = Gains(*[0] * len(Gains._fields))
RIGHT, BOTTOM, LEFT = 1, 2, 3


def at(row: int, column: int, turns: int) -> int:
    return cell_of(row, column) * N_SIDES + turns


def north(**more: Any) -> dict[str, Any]:
    """A pad whose residence, at row 4, column 3, leads up only."""
    return printed(residence_roads="top", **more)


# --- roads


def test_a_first_road_starts_from_the_residence() -> None:
    state = Table(overrides=north()).state()
    assert road_places(state, 0, STRAIGHT).tolist() == [at(3, 3, 0)]
    assert road_places(state, 0, BEND).tolist() == [at(3, 3, 1), at(3, 3, 2)]


def test_a_road_fits_on_the_sheet_of_the_seat_that_is_asked_for() -> None:
    state = Table(overrides=north()).roads({(3, 3): "top bottom"}, seat=1).state()
    assert road_places(state, 1, STRAIGHT).tolist() == [at(2, 3, 0)]
    assert half_road_places(state, 1).tolist() == [at(3, 3, RIGHT), at(3, 3, LEFT)]
    assert half_road_places(state, 0).tolist() == []


def test_a_road_leads_to_spaces_and_to_bonuses_at_the_edge() -> None:
    overrides = printed(residence_roads="left", edge={"bottom_2": {"fame": 1}})
    state = Table(overrides=overrides).state()
    assert road_connects(state, 0, BEND, at(4, 2, 0)) == Connections(bonuses=0, road_ends=1, new_spaces=1)  # right and top
    assert road_connects(state, 0, BEND, at(4, 2, 1)) == Connections(bonuses=1, road_ends=0, new_spaces=0)  # right and bottom
    assert road_gains(state, 0, BEND, at(4, 2, 1)) == NOTHING._replace(bonuses=1)
    assert road_gains(state, 0, BEND, at(4, 2, 0)) == NOTHING


def test_a_space_that_another_road_leads_to_is_not_new() -> None:
    state = Table(overrides=printed(residence_roads="top left")).roads({(3, 3): "bottom left"}).state()
    assert road_connects(state, 0, BEND, at(4, 2, 0)) == Connections(bonuses=0, road_ends=1, new_spaces=0)


def test_a_bonus_released_before_is_not_counted() -> None:
    overrides = printed(residence_roads="left", edge={"bottom_2": {"fame": 1}})
    array = Table(overrides=overrides).state().array.copy()
    array[0].seats[0].released |= 1 << terms.BONUS_PLACES.index("edge/bottom/2")
    state = type(Table().state())(Table(overrides=overrides).rules, array)
    assert road_connects(state, 0, BEND, at(4, 2, 1)).bonuses == 0


def test_a_road_scores_the_building_of_its_space() -> None:
    overrides = north(cells={(3, 3): "temple"}, fame={2: {"karma": 1}})
    state = Table(overrides=overrides).levels(temple=1).state()
    assert road_gains(state, 0, STRAIGHT, at(3, 3, 0)) == NOTHING._replace(fame=2, bonuses=1)
    assert road_gains(state, 1, STRAIGHT, at(3, 3, 0)) == NOTHING._replace(fame=1)


def test_a_market_counts_where_there_is_something_to_sell() -> None:
    overrides = north(cells={(3, 3): "market_same"})
    state = Table(overrides=overrides).goods(tea=2).state()
    assert road_gains(state, 0, STRAIGHT, at(3, 3, 0)) == NOTHING._replace(sales=3)
    assert road_gains(state, 1, STRAIGHT, at(3, 3, 0)) == NOTHING


# --- goods


def test_goods_bring_the_price_of_their_column() -> None:
    state = Table().goods(tea=4).sold(tea=2).state()  # prices 1 1 1 2 2 2 3 3 3
    assert [sale_income(state, 0, terms.GOOD.tea, n) for n in (1, 2, 5)] == [1, 1 + 2, 1 + 2]
    assert sale_income(state, 0, terms.GOOD.silk, 1) == 0


# --- the river


def test_a_river_space_ahead() -> None:
    state = Table().river(1, 17, seat=1).state()
    assert [river_space(state, 1, steps) for steps in (1, 2)] == [18, -1]
    assert river_gains(state, 1, 2) == NOTHING
    assert river_gains(state, 1, 1) == NOTHING._replace(money=1)


def test_a_river_space_gives_what_is_printed() -> None:
    shown = {1: {"fame": 2}, 2: {"upgrade": 1}, 3: {"goods": 2}, 4: {"half_road": 2}, 5: {"karma": 1}}
    state = Table(overrides=north(river=shown)).state()
    assert [river_gains(state, 0, steps) for steps in (1, 2, 3, 4, 5)] == [
        NOTHING._replace(fame=2),
        NOTHING._replace(upgrades=1),
        NOTHING._replace(goods=2),
        NOTHING._replace(half_roads=2),
        NOTHING._replace(karma=1),
    ]


# --- what is missing


@pytest.mark.parametrize(
    ("fame", "money", "reading", "missing"),
    [
        (30, 15, "ends_the_game", (2, 3)),  # 9 fame points are 18 money
        (30, 15, "must_pass", (2, 4)),
        (30, 18, "ends_the_game", (0, 0)),
        (30, 18, "must_pass", (1, 1)),
        (39, 1, "must_pass", (0, 0)),
    ],
)
def test_what_is_missing_until_the_tracks_intersect(fame: int, money: int, reading: str, missing: tuple[int, ...]) -> None:
    state = Table(overrides=printed(readings__meeting=reading)).seat(1, fame=fame, money=money).state()
    assert to_meeting(state, 1) == missing


# --- the rest of the turn


def fame(state: Record, rules: Record, seat: int, parameters: Array) -> float:
    return parameters[0] * state.seats[seat].fame


value_of_turn, best_of_turn = end_of_turn(fame)
FAME = np.ones(1)


@pytest.mark.long
def test_a_turn_is_played_on_to_where_its_options_differ() -> None:
    overrides = north(cells={(3, 3): "fort"})
    state = Table(overrides=overrides).dice(green="straight bend").state()
    green, blue = option(state, "green die (straight)"), option(state, "blue die (flag)")
    assert [value_of_turn(state, each, FAME) for each in (green, blue)] == [1.0, 0.0]
    assert best_of_turn(state, FAME) == green.code


@pytest.mark.long
def test_a_turn_goes_on_to_the_bonuses_it_releases() -> None:
    overrides = printed(residence_roads="left", edge={"bottom_2": {"fame": 3}})
    state = Table(overrides=overrides).dice(green="bend straight").state()
    assert value_of_turn(state, option(state, "green die (bend)"), FAME) == 3.0
    assert value_of_turn(state, option(state, "green die (bend)"), -FAME) == 0.0


# --- whole games


@pytest.fixture(scope="module")
def steps() -> dict[str, list[Step]]:
    """The steps of games in which every decision occurs, by decision."""
    return steps_by_decision("charmers")


def test_roads_fit_where_the_game_draws_them_and_gain_what_it_pays(steps: dict[str, list[Step]]) -> None:
    n = 0
    for step in steps["build_road"]:
        state = step.position
        seat, roads = state.seat_to_move, state.tasks[state.n_tasks - 1].detail
        assert road_places(state, seat, roads).tolist() == [code for code in state.option_codes if code != terms.NO_ROAD]
        if step.code == terms.NO_ROAD:
            continue
        gains = road_gains(state, seat, roads, step.code)
        if state.n_tasks > 1 or any(gains[4:]):
            continue
        before, after = state.seats[seat], step.after.seats[seat]
        if after.pending or step.after.is_over or step.after.seat_to_move != seat:
            moved = [getattr(after, name) - getattr(before, name) for name in ("fame", "money", "karma_collected")]
            assert [*gains[:3]] == moved
            n += 1
    assert n > 10


def test_half_roads_fit_where_the_game_adds_them(steps: dict[str, list[Step]]) -> None:
    n = 0
    for step in steps["half_roads"]:
        state = step.position
        task = state.tasks[state.n_tasks - 1]
        if task.amount == 1 and task.limit == 0:
            offered = [code - terms.FIRST_EXTENSION for code in state.option_codes if code != terms.NO_HALF_ROADS]
            assert half_road_places(state, state.seat_to_move).tolist() == offered
            n += 1
    assert n > 0


def test_nothing_that_is_asked_changes_the_position(steps: dict[str, list[Step]]) -> None:
    state = steps["build_road"][0].position
    before = state.to_plain()
    seat, roads = state.seat_to_move, state.tasks[state.n_tasks - 1].detail
    road_gains(state, seat, roads, state.option_codes[0])
    river_gains(state, seat, 1)
    value_of_turn(state, state.option_codes[0], FAME)
    assert state.to_plain() == before


def test_what_is_not_there_is_refused() -> None:
    state = Table().state()
    with pytest.raises(ValueError, match="road_gains: place must be from 0 to"):
        road_gains(state, 0, STRAIGHT, 4000)
    with pytest.raises(ValueError, match="sale_income: good must be from 0 to 2, found 3"):
        sale_income(state, 0, 3, 1)
