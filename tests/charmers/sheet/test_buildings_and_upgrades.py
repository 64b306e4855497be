"""Buildings and their upgrades (rulebook: Erected buildings; The upgrade of buildings)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers.rulebook import terms
from tests.charmers.sheets import (
    Table,
    add_both,
    amounts,
    choose,
    draw,
    events,
    pending,
    printed,
    released,
    take,
    texts,
)

ABOVE = (3, 3)


def with_building(building: str = "temple", **others: Any) -> dict[str, Any]:
    return printed(residence_roads="top", cells={ABOVE: building, (2, 3): "temple", (3, 4): "fort"}, **others)


@pytest.mark.parametrize("building", terms.BUILDINGS)
def test_a_connected_building_is_worth_1_fame_at_the_beginning(building: str) -> None:
    state = take(Table(overrides=with_building(building)).state(), "green die (straight)", draw(*ABOVE, "top bottom"))
    assert (state.seats[0].fame, state.seats[0].money) == (1, 0)
    assert state.seats[1].fame == 0


@pytest.mark.parametrize(("level", "fame"), [(0, 1), (1, 2), (2, 3)])
def test_an_upgraded_building_is_worth_what_the_rightmost_marked_space_shows(level: int, fame: int) -> None:
    state = Table(overrides=with_building()).levels(temple=level).state()
    assert take(state, "green die (straight)", draw(*ABOVE, "top bottom")).seats[0].fame == fame


def test_rajeshs_bend_with_the_building_upgraded_once_gives_him_2_fame() -> None:
    state = Table(overrides=with_building("mill")).levels(mill=1).state()
    state = take(state, "green die (bend)", draw(*ABOVE, "right bottom"))
    assert state.seats[0].fame == 2


def test_only_upgrades_of_its_own_type_count() -> None:
    state = Table(overrides=with_building("mill")).levels(temple=2, palace=2, fort=2).state()
    assert take(state, "green die (straight)", draw(*ABOVE, "top bottom")).seats[0].fame == 1


def test_the_values_are_printed() -> None:
    state = Table(overrides=with_building(buildings__values=[4, 6, 9])).levels(temple=1).state()
    assert take(state, "green die (straight)", draw(*ABOVE, "top bottom")).seats[0].fame == 6


def test_the_fame_of_a_building_is_scored_at_once_by_the_building() -> None:
    state = take(Table(overrides=with_building()).state(), "green die (straight)")
    assert ("fame", 1, 1, "building") in events(state, draw(*ABOVE, "top bottom"))


def test_an_expanded_road_does_not_score_its_building_again() -> None:
    table = Table(overrides=with_building()).dice(green="half_roads bend").roads({ABOVE: "top bottom"}).levels(temple=1)
    state = add_both(take(table.state(), "green die (two half-roads)"), (*ABOVE, "left"), (*ABOVE, "right"))
    assert state.seats[0].fame == 0


def test_a_half_road_towards_a_building_does_not_erect_it() -> None:
    table = Table(overrides=with_building()).dice(green="half_roads bend").roads({ABOVE: "left bottom"})
    state = add_both(take(table.state(), "green die (two half-roads)"), (*ABOVE, "right"), (*ABOVE, "top"))
    assert state.seats[0].fame == 0


def test_half_roads_combined_erect_a_building() -> None:
    table = Table(overrides=with_building()).dice(green="half_roads bend")
    state = take(table.state(), "green die (two half-roads)", "draw a straight at row 3, column 3, roads top, bottom")
    assert state.seats[0].fame == 1


def test_every_building_of_a_type_scores() -> None:
    table = Table(overrides=with_building("temple")).roads({ABOVE: "top bottom"}).levels(temple=1)
    state = take(table.state(), "green die (straight)", draw(2, 3, "top bottom"))
    assert state.seats[0].fame == 2


def test_later_upgrades_do_not_score_buildings_erected_before() -> None:
    table = Table(overrides=with_building(river={1: {"upgrade": 1}})).roads({ABOVE: "top bottom"})
    state = take(table.state(), "blue die (flag)", "upgrade temple")
    assert (amounts(state, "levels"), state.seats[0].fame) == ({"temple": 1}, 0)


# --- upgrades


def upgrading(n: int = 1, **others: Any) -> dict[str, Any]:
    """Rules whose first river space upgrades."""
    return printed(river={1: {"upgrade": n}}, **others)


def test_one_chooses_the_type_to_upgrade() -> None:
    state = take(Table(overrides=upgrading()).state(), "blue die (flag)")
    assert texts(state) == ["upgrade temple", "upgrade palace", "upgrade fort", "upgrade mill"]
    assert amounts(choose(state, "upgrade fort"), "levels") == {"fort": 1}


def test_upgrades_are_marked_from_left_to_right() -> None:
    state = take(Table(overrides=upgrading()).levels(fort=1).state(), "blue die (flag)", "upgrade fort")
    assert amounts(state, "levels") == {"fort": 2}


def test_a_type_worth_3_is_upgraded_no_more() -> None:
    state = take(Table(overrides=upgrading()).levels(fort=2, palace=1).state(), "blue die (flag)")
    assert texts(state) == ["upgrade temple", "upgrade palace", "upgrade mill"]


def test_when_all_types_are_worth_3_an_upgrade_gives_nothing() -> None:
    state = take(Table(overrides=upgrading()).levels(temple=2, palace=2, fort=2, mill=2).state(), "blue die (flag)")
    assert state.seat_to_move == 1


def test_two_upgrades_may_go_to_one_type_or_to_two() -> None:
    state = take(Table(overrides=upgrading(2)).state(), "blue die (flag)")
    assert amounts(choose(state, "upgrade fort", "upgrade fort"), "levels") == {"fort": 2}
    assert amounts(choose(state, "upgrade fort", "upgrade mill"), "levels") == {"fort": 1, "mill": 1}


COLUMNS = ({"money": 4}, {"fame": 5})


def test_the_first_column_pays_when_every_type_is_upgraded_once() -> None:
    table = Table(overrides=upgrading(upgrade_columns=COLUMNS)).levels(temple=1, palace=2, fort=1)
    state = take(table.state(), "blue die (flag)", "upgrade mill")
    assert pending(state) == {"upgrade_column 1 1"}
    assert choose(state, "use bonus: 4 money").seats[0].money == 4


def test_the_second_column_pays_when_every_type_is_upgraded_twice() -> None:
    table = Table(overrides=upgrading(upgrade_columns=COLUMNS)).levels(temple=2, palace=2, fort=1, mill=2)
    state = take(table.state(), "blue die (flag)", "upgrade fort")
    assert pending(state) == {"upgrade_column 1 2"}
    assert choose(state, "use bonus: 5 fame").seats[0].fame == 5


def test_three_upgraded_types_pay_nothing() -> None:
    table = Table(overrides=upgrading(upgrade_columns=COLUMNS)).levels(temple=2, palace=2)
    state = take(table.state(), "blue die (flag)", "upgrade mill")
    assert (released(state), state.seat_to_move) == (set(), 1)


def test_a_column_pays_once() -> None:
    table = Table(overrides=upgrading(upgrade_columns=COLUMNS)).levels(temple=1, palace=1, fort=1, mill=1)
    state = take(table.state(), "blue die (flag)", "upgrade mill")
    assert (released(state), state.seat_to_move) == ({"upgrade_column 1 1"}, 1)


def test_a_building_erected_on_the_turn_of_its_upgrade_counts_by_the_order() -> None:
    # the road of the river is drawn before the edge bonus, which is used after the action, upgrades the type
    overrides = printed(
        residence_roads="top",
        cells={ABOVE: "temple", (2, 3): "temple"},
        river={1: {"straight": 1}},
        money={1: {"upgrade": 1}},
        palace__raja_money=1,
    )
    state = take(Table(overrides=overrides).state(), "blue die (flag)", draw(*ABOVE, "top bottom"))
    assert state.seats[0].fame == 1
    state = Table(overrides=overrides).dice(orange="raja_man_singh trader").state()
    state = take(state, "orange die (Raja Man Singh)")
    assert texts(state) == ["upgrade temple", "upgrade palace", "upgrade fort", "upgrade mill"]
