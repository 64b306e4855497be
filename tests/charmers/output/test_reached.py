"""What options say of what they bring: spaces of the river, palace actions, fame, sales and bonuses of the sheet."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from tests.charmers.sheets import Table, choose, printed


def notes(state: State) -> dict[str, str]:
    return {option.text: state.option_note(option.code) for option in state.options}


def test_a_die_says_the_river_space_or_the_palace_action_it_leads_to() -> None:
    overrides = printed(river={1: {"money": 3, "karma": 1}}, palace__raja_money=3)
    table = Table(overrides=overrides).dice(blue="flag lotus", orange="raja_man_singh maharani", green="half_roads bend")
    offered = notes(table.state())
    assert offered["take the blue die (flag)"] == "river space 1: 3 money, 1 karma"
    assert offered["take the orange die (Raja Man Singh)"] == "3 money and 1 upgrade"
    assert offered["take the green die (two half-roads)"] == ""
    assert offered["take the green die (bend)"] == ""


def test_a_road_says_the_fame_of_the_building_it_reaches_or_what_its_market_lets_one_sell() -> None:
    overrides = printed(residence_roads="left right", cells={(4, 2): "mill", (4, 4): "market_same"})
    table = Table(overrides=overrides).dice(green="bend straight")
    empty_handed = choose(table.state(), "green die (bend)")
    assert notes(empty_handed)["draw a road at row 4, column 2, roads top, right"] == "mill: 1 fame"
    assert notes(empty_handed)["draw a road at row 4, column 4, roads top, left"] == "market: nothing to sell"
    with_goods = choose(table.goods(silk=2).state(), "green die (bend)")
    assert (
        notes(with_goods)["draw a road at row 4, column 4, roads top, left"]
        == "market: sell up to 3 goods of the same kind, now 2"
    )
    full_handed = choose(table.goods(silk=3).state(), "green die (bend)")
    assert notes(full_handed)["draw a road at row 4, column 4, roads top, left"] == "market: sell up to 3 goods of the same kind"


def test_a_sale_says_its_money_and_an_upgrade_the_fame_before_and_after_it() -> None:
    table = Table(overrides=printed(market__prices=[2, 1, 1, 2, 2, 2, 3, 3, 3])).dice(orange="trader raja_man_singh")
    trading = notes(choose(table.goods(silk=2).state(), "orange die (Trader)"))
    assert trading["sell silk"] == "2 money"
    assert trading["take silk"] == ""
    assert notes(choose(table.state(), "orange die (Raja Man Singh)"))["upgrade fort"] == "1 to 2 fame each"


@pytest.mark.parametrize(("karma", "note"), [(3, ""), (4, "; 1 of 2 karma lost")])
def test_karma_beyond_the_most_one_may_have_is_said_to_be_lost(karma: int, note: str) -> None:
    table = Table(overrides=printed(river={1: {"karma": 2}})).dice(blue="flag lotus").karma(karma)
    assert notes(table.state())["take the blue die (flag)"] == f"river space 1: 2 karma{note}"


def test_what_is_decided_says_how_many_are_left() -> None:
    table = Table(overrides=printed()).dice(green="half_roads bend").roads({(4, 2): "right bottom"})
    first = choose(table.state(), "green die (two half-roads)")
    assert first.offered()[0] == "draw the half-roads, 2 left"
    assert choose(first, "add a road at row 4, column 2 to the top").offered()[0] == "draw the half-roads, 1 left"
