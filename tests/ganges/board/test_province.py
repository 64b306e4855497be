"""The province board: where tiles may lie, what they pay, special yields (rulebook: The province boards, Special yields)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim.core.board import SHAPES, SIDE_NAMES, rotated
from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import (
    TAKE_ANY_DIE,
    YIELDS,
    Table,
    build,
    cell_of,
    choose,
    events,
    finish_turn,
    hand,
    n_dice,
    place,
    play_space,
    river,
    rules_of,
    texts,
    tile,
    tile_at,
)

PLAIN = YIELDS | river()


def table_with(
    roads: str = "straight", buildings: tuple[str, ...] = (), overrides: dict[str, Any] | None = None, **markets: int
) -> Table:
    """A table where blue_01, cost 1, lies open and seat 0 can pay it."""
    table = Table(overrides=PLAIN | tile("blue_01", 1, roads, buildings, **markets) | (overrides or {}))
    return table.opened("blue_01").dice("blue 6").seat(money=5, karma=0)


def laying(table: Table) -> State:
    """The position in which blue_01 is to be laid."""
    return play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6")


def places(state: State) -> set[str]:
    return {text.removeprefix("lay blue tile 1 at ") for text in texts(state)}


def shaped(*shapes: str) -> dict[str, Any]:
    """Overrides that give blue_02, blue_03, ... these roads."""
    overrides: dict[str, Any] = {}
    for number, shape in enumerate(shapes, start=2):
        overrides |= tile(f"blue_{number:02}", 1, shape)
    return overrides


# --- where a tile may lie


def test_the_first_tile_lies_beside_or_below_the_residence() -> None:
    assert places(laying(table_with("straight"))) == {
        "row 1, column 2, roads right, left",
        "row 1, column 4, roads right, left",
        "row 2, column 3, roads top, bottom",
    }


def test_a_tile_may_be_turned_in_any_direction() -> None:
    assert places(laying(table_with("bend"))) == {
        "row 1, column 2, roads top, right",
        "row 1, column 2, roads right, bottom",
        "row 1, column 4, roads bottom, left",
        "row 1, column 4, roads top, left",
        "row 2, column 3, roads top, right",
        "row 2, column 3, roads top, left",
    }
    assert len(places(laying(table_with("fork")))) == 9
    assert len(places(laying(table_with("crossroad")))) == 3
    assert len(places(laying(table_with("dead_end")))) == 3


def test_a_tile_must_meet_a_road_that_leads_to_it() -> None:
    table = table_with("bend", overrides=shaped("bend")).tile("blue_02", 2, 3, "top right")
    cells = {text.split(", roads")[0] for text in places(laying(table))}
    assert cells == {"row 1, column 2", "row 1, column 4", "row 2, column 4"}
    assert {text for text in places(laying(table)) if text.startswith("row 2")} == {
        "row 2, column 4, roads top, left",
        "row 2, column 4, roads bottom, left",
    }


def test_a_tile_may_cut_off_the_road_of_a_neighbour() -> None:
    table = table_with("bend", overrides=shaped("fork", "bend"))
    table.tile("blue_02", 1, 2, "right bottom left").tile("blue_03", 2, 3, "top left")
    after = choose(laying(table), "row 2, column 2, roads right, bottom")
    assert tile_at(after, 2, 2) == "blue_01"  # the road of blue_02 that led down here ends now


def test_a_tile_that_only_touches_others_without_a_road_may_not_lie_there() -> None:
    table = table_with("straight", overrides=shaped("straight", "straight"))
    table.tile("blue_02", 2, 3, "top bottom").tile("blue_03", 1, 2, "right left")
    assert {text.split(", roads")[0] for text in places(laying(table))} == {"row 1, column 4", "row 3, column 3"}


def test_the_two_top_corners_do_not_exist() -> None:
    table = table_with("crossroad", overrides=shaped("straight", "straight"))
    table.tile("blue_02", 1, 2, "right left").tile("blue_03", 1, 4, "right left")
    assert places(laying(table)) == {"row 2, column 3, roads top, right, bottom, left"}


def test_nothing_is_laid_on_the_dead_ends_and_no_road_leads_through_them() -> None:
    table = table_with("fork", overrides=shaped("straight", "straight"))
    table.tile("blue_02", 2, 3, "top bottom").tile("blue_03", 3, 3, "top bottom")
    cells = {text.split(", roads")[0] for text in places(laying(table))}
    assert cells == {"row 1, column 2", "row 1, column 4"}


def test_16_tiles_fill_the_province() -> None:
    assert sum(kind == terms.FREE_CELL for kind in Table().rules.record.cells) == 16


def test_a_tile_stays_where_it_was_laid() -> None:
    table = table_with("straight", overrides=shaped("fork")).tile("blue_02", 1, 2, "right bottom left")
    after = choose(laying(table), "row 2, column 2, roads top, bottom")
    assert tile_at(after, 1, 2) == "blue_02"
    assert after.seats[0].roads[cell_of(1, 2)] == 2 + 4 + 8


def neighbours(row: int, column: int) -> dict[int, tuple[int, int]]:
    return {1: (row - 1, column), 2: (row, column + 1), 4: (row + 1, column), 8: (row, column - 1)}


OPPOSITE = {1: 4, 2: 8, 4: 1, 8: 2}


def reachable(province: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    """Every cell with a road to the residence; `province` holds the roads of each tile by (row, column)."""
    roads = {(1, 3): 14, **province}
    reached, waiting = {(1, 3)}, [(1, 3)]
    while waiting:
        cell = waiting.pop()
        for side, there in neighbours(*cell).items():
            if there in roads and there not in reached and roads[cell] & side and roads[there] & OPPOSITE[side]:
                reached.add(there)
                waiting.append(there)
    return reached


def free_cells(province: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    missing = {(1, 1), (1, 5), (1, 3), (4, 3)}
    return [(r, c) for r in range(1, 5) for c in range(1, 6) if (r, c) not in missing and (r, c) not in province]


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(SHAPES)), st.randoms(use_true_random=False)), min_size=1, max_size=8),
    st.sampled_from(sorted(SHAPES)),
)
def test_exactly_the_connected_places_are_offered(laid: list[tuple[str, Random]], shape: str) -> None:
    table = table_with(shape, overrides=shaped(*(name for name, _ in laid)))
    province: dict[tuple[int, int], int] = {}
    for number, (name, random) in enumerate(laid, start=2):
        possible = [
            (cell, rotated(SHAPES[name], turns))
            for cell in free_cells(province)
            for turns in range(4)
            if cell in reachable(province | {cell: rotated(SHAPES[name], turns)})
        ]
        if not possible:
            break
        cell, roads = random.choice(possible)
        province[cell] = roads
        sides = " ".join(side for i, side in enumerate(SIDE_NAMES) if roads & 1 << i)
        table.tile(f"blue_{number:02}", *cell, sides)
    expected = {
        (cell, rotated(SHAPES[shape], turns))
        for cell in free_cells(province)
        for turns in range(4)
        if cell in reachable(province | {cell: rotated(SHAPES[shape], turns)})
    }
    if not expected:
        return
    codes = laying(table).option_codes
    offered = [((code // 4 // 5 + 1, code // 4 % 5 + 1), rotated(SHAPES[shape], code % 4)) for code in codes]
    assert sorted(offered) == sorted(expected)


# --- what a tile pays


def test_a_market_pays_its_money_at_once() -> None:
    after = choose(laying(table_with(silk=3)), "row 2, column 3")
    assert after.seats[0].money == 5 - rules_of(after).values.quarry.prices[0] + 3


def test_two_markets_pay_both() -> None:
    state = laying(table_with(silk=3, tea=2))
    assert choose(state, "row 2, column 3").seats[0].money == state.seats[0].money + 5


@pytest.mark.parametrize(("level", "fame"), [(0, 2), (1, 3), (2, 4)])
def test_a_building_pays_2_3_or_4_fame_by_its_upgrades(level: int, fame: int) -> None:
    table = table_with(buildings=("fort",)).seat(levels=[0, 0, level, 0])
    assert choose(laying(table), "row 2, column 3").seats[0].fame == fame


def test_two_buildings_pay_4_fame_before_any_upgrade() -> None:
    assert choose(laying(table_with(buildings=("fort", "palace"))), "row 2, column 3").seats[0].fame == 4
    assert choose(laying(table_with(buildings=("fort", "fort"))), "row 2, column 3").seats[0].fame == 4


def test_a_tile_with_both_pays_money_and_fame() -> None:
    state = laying(table_with(buildings=("mill",), tea=2))
    after = choose(state, "row 2, column 3")
    assert (after.seats[0].fame, after.seats[0].money) == (2, state.seats[0].money + 2)


def test_the_upgrade_of_another_building_type_does_not_count() -> None:
    table = table_with(buildings=("fort",)).seat(levels=[2, 2, 0, 2])
    assert choose(laying(table), "row 2, column 3").seats[0].fame == 2


def test_an_upgrade_pays_nothing_for_buildings_that_lie_already() -> None:
    table = table_with(overrides=tile("blue_02", 1, "straight", ("fort", "fort"))).tile("blue_02", 2, 3, "top bottom")
    before = table.dice("purple 4").state()
    after = play_space(before, "raja_man_singh", "give up purple die 4", "upgrade fort")
    assert after.seats[0].fame == before.seats[0].fame


# --- special yields


def leila_at_the_yield() -> State:
    """A road to the right edge of row 2; a bend there reaches the yield of a die and an upgrade."""
    table = table_with("bend", ("temple", "mill"), shaped("bend", "straight", "bend", "bend")).seat(levels=[0, 0, 0, 1])
    table.tile("blue_02", 1, 4, "bottom left").tile("blue_03", 2, 4, "top bottom")
    return laying(table.tile("blue_04", 3, 4, "top right").tile("blue_05", 3, 5, "top left"))


LEILAS_BEND = "lay blue tile 1 at row 2, column 5, roads right, bottom"


def test_leilas_bend_pays_5_fame_for_a_temple_and_an_upgraded_mill() -> None:
    after = choose(leila_at_the_yield(), LEILAS_BEND)
    assert (after.seats[0].fame, after.decision) == (5, "upgrade")  # the fame marker reaches space 5, which is an upgrade too


def test_leila_then_takes_any_die_and_an_upgrade_from_the_special_yield() -> None:
    state = choose(leila_at_the_yield(), LEILAS_BEND, "upgrade fort")
    assert texts(state) == TAKE_ANY_DIE
    state = choose(state, "take a purple die")
    assert n_dice(state, "purple") == 1
    after = choose(state, "upgrade palace")
    assert after.seats[0].levels.tolist() == [0, 1, 1, 1]
    assert after.decision == "place"


def test_the_tile_is_scored_before_the_special_yield_is_received() -> None:
    state = laying(table_with("fork", ("temple",)))
    log = events(state, "row 1, column 2, roads right, bottom, left")
    paid = [(what, change, cause) for what, change, _, cause in log if what in ("fame", "money")]
    assert paid == [("fame", 2, "tile"), ("money", 5, "special_yield")]


def test_bonuses_reached_by_the_score_come_before_the_special_yield() -> None:
    state = laying(table_with("fork", ("temple",)).seat(fame=4))
    state = choose(state, f"{place((1, 2))}, roads right, bottom, left")
    assert state.decision == "upgrade"  # fame space 5
    assert state.seats[0].money == 5 - rules_of(state).values.quarry.prices[0]
    assert choose(state, "upgrade fort").seats[0].money == 5 - rules_of(state).values.quarry.prices[0] + 5


def test_leilas_corner_yields_any_die_and_5_money() -> None:
    state = laying(table_with("fork"))
    money = state.seats[0].money
    state = choose(state, f"{place((1, 2))}, roads top, right, left")
    assert texts(state) == TAKE_ANY_DIE
    after = choose(state, "take a green die")
    assert (n_dice(after, "green"), after.seats[0].money) == (1, money + 5)


def test_a_tile_beside_a_yield_without_a_road_to_it_gets_nothing() -> None:
    state = laying(table_with("bend"))
    after = choose(state, f"{place((1, 2))}, roads right, bottom")
    assert after.decision == "place"
    assert (after.seats[0].money, hand(after)) == (state.seats[0].money, "")
    assert after.seats[0].yields_connected == 0


def test_a_special_yield_is_received_once_only() -> None:
    table = table_with("straight", overrides=shaped("straight")).tile("blue_02", 1, 2, "right left")
    assert table.board.seats[0].yields_connected == 0b10
    state = laying(table)
    after = finish_turn(choose(state, "row 2, column 3"))
    assert after.seats[0].money == state.seats[0].money


def test_every_player_has_special_yields_of_his_own() -> None:
    table = table_with("straight").dice("blue 6 6 6 6", 1).seat(1, money=5)
    after = build(table.state(), "blue_01", "blue 6", (1, 2), "right left")
    assert after.seats[0].yields_connected == 0b10
    assert after.seats[1].yields_connected == 0


def test_sixteen_special_yields_work_like_eight() -> None:
    edges = [(1, 2, "top"), (1, 2, "left"), (1, 4, "top"), (1, 4, "right"), *((r, 1, "left") for r in (2, 3, 4))]
    edges += [*((r, 5, "right") for r in (2, 3, 4)), *((4, c, "bottom") for c in (1, 2, 4, 5)), (2, 1, "top"), (2, 5, "top")]
    yields = {f"yield_{i}": {"cell": [r, c], "side": s, "earns": {"money": 1}} for i, (r, c, s) in enumerate(edges)}
    state = laying(table_with("fork", overrides={"boards.basic.yields": yields}))
    after = choose(state, "row 1, column 2, roads top, right, left")
    assert after.seats[0].money == state.seats[0].money + 2


def test_the_log_says_which_tile_was_laid_where() -> None:
    state = laying(table_with("straight"))
    assert events(state, "row 2, column 3, roads top, bottom")[0] == ("tile", 0, cell_of(2, 3), "tile")
