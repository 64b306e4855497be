"""Markets of the province and the market area (rulebook: Opened-up markets)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
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
ROAD = draw(*ABOVE, "top bottom")


def opened(kind: str, overrides: dict[str, Any] | None = None, **goods: Any) -> State:
    """The start player just opened up a market: `sold` of a good are crossed out, the rest is in stock."""
    table = Table(overrides=overrides or with_market(kind))
    for good, (circled, sold) in goods.items():
        table.goods(**{good: circled}).sold(**{good: sold})
    return take(table.state(), "green die (straight)", ROAD)


def with_market(kind: str, **others: Any) -> dict[str, Any]:
    return printed(residence_roads="top", cells={ABOVE: f"market_{kind}"}, **others)


# --- what may be sold


def test_a_market_of_different_goods_buys_one_of_each_kind() -> None:
    state = opened("different", tea=(2, 0), silk=(2, 0), spices=(2, 0))
    state = choose(state, "sell tea")
    assert texts(state) == ["sell silk", "sell spices", "sell no more"]
    state = choose(state, "sell silk")
    assert texts(state) == ["sell spices", "sell no more"]
    state = choose(state, "sell spices")
    assert amounts(state, "sold") == {"tea": 1, "silk": 1, "spices": 1}
    assert state.seat_to_move == 1


def test_a_market_of_goods_of_the_same_kind_buys_up_to_three_of_one() -> None:
    state = opened("same", tea=(5, 0), silk=(2, 0))
    state = choose(state, "sell tea")
    assert texts(state) == ["sell tea", "sell no more"]
    state = choose(state, "sell tea", "sell tea")
    assert (amounts(state, "sold"), state.seat_to_move) == ({"tea": 3}, 1)


def test_fewer_goods_may_be_sold_than_a_market_takes() -> None:
    state = choose(opened("same", tea=(5, 0)), "sell tea", "sell no more")
    assert (amounts(state, "sold"), state.seats[0].money, state.seat_to_move) == ({"tea": 1}, 1, 1)
    state = choose(opened("different", tea=(5, 0), silk=(1, 0)), "sell tea", "sell no more")
    assert (amounts(state, "sold"), state.seat_to_move) == ({"tea": 1}, 1)
    state = choose(opened("different", tea=(5, 0), silk=(1, 0)), "sell silk")
    assert (amounts(state, "sold"), state.seat_to_move) == ({"silk": 1}, 1)


def test_only_goods_in_stock_can_be_sold() -> None:
    state = opened("different", tea=(4, 4), silk=(1, 0))
    assert "sell silk" in texts(state)
    assert not {"sell tea", "sell spices"} & set(texts(state))


def test_a_market_opened_without_goods_earns_nothing_and_is_no_market_later() -> None:
    state = opened("same")
    assert (state.seat_to_move, state.seats[0].money) == (1, 0)
    table = Table(overrides=with_market("same")).dice(green="half_roads bend").roads({ABOVE: "top bottom"}).goods(tea=3)
    state = add_both(take(table.state(), "green die (two half-roads)"), (*ABOVE, "left"), (*ABOVE, "right"))
    assert (state.seat_to_move, amounts(state, "sold")) == (1, {})


def test_a_market_gives_no_fame() -> None:
    assert choose(opened("same", tea=(1, 0)), "sell tea").seats[0].fame == 0


def test_goods_are_sold_before_the_bonuses_of_the_road_are_used() -> None:
    overrides = printed(residence_roads="left", cells={(4, 2): "market_same"}, edge={"bottom_2": {"goods": 3}})
    state = take(Table(overrides=overrides).state(), "green die (bend)", draw(4, 2, "right bottom"))
    assert state.decision == "use_bonus"  # nothing to sell yet, and when the goods come the sale is over
    state = choose(state, "use bonus: 3 goods", "take tea", "take silk", "take spices")
    assert (amounts(state, "goods"), state.seat_to_move) == ({"tea": 1, "silk": 1, "spices": 1}, 1)


# --- what they are worth


def test_leilas_road_opens_a_market_where_one_good_of_each_kind_brings_5_money() -> None:
    state = opened("different", tea=(2, 1), silk=(1, 0), spices=(7, 6))
    state = choose(state, "sell tea", "sell silk", "sell spices")
    assert state.seats[0].money == 5
    assert amounts(state, "sold") == {"tea": 2, "silk": 1, "spices": 7}


@pytest.mark.parametrize(("sold", "price"), [(0, 2), (1, 3), (2, 5), (3, 7), (4, 11)])
def test_the_coin_of_the_column_is_what_a_good_brings(sold: int, price: int) -> None:
    overrides = with_market("same", market__prices=[2, 3, 5, 7, 11], market__tents=[2, 2, 1])
    state = choose(opened("same", overrides, silk=(5, sold)), "sell silk", *(["sell no more"] if sold < 4 else []))
    assert state.seats[0].money == price


def test_each_good_sold_makes_the_next_of_its_kind_more_valuable_at_once() -> None:
    overrides = with_market("same", market__prices=[2, 3, 5, 7, 11], market__tents=[2, 2, 1])
    state = choose(opened("same", overrides, silk=(5, 1)), "sell silk", "sell silk", "sell silk")
    assert state.seats[0].money == 3 + 5 + 7


def test_kinds_rise_in_value_each_for_itself() -> None:
    overrides = with_market("different", market__prices=[2, 3, 5, 7, 11], market__tents=[2, 2, 1])
    state = opened("different", overrides, tea=(5, 3), silk=(5, 0), spices=(5, 1))
    assert choose(state, "sell tea", "sell silk", "sell spices").seats[0].money == 7 + 2 + 3


def test_how_many_goods_a_market_buys_is_printed() -> None:
    overrides = with_market("same", province__market_goods=2)
    state = choose(opened("same", overrides, tea=(5, 0)), "sell tea", "sell tea")
    assert (amounts(state, "sold"), state.seat_to_move) == ({"tea": 2}, 1)


def test_the_money_is_recorded_good_by_good() -> None:
    state = opened("different", tea=(2, 1), spices=(7, 6))
    assert [e for e in events(state, "sell spices") if e[0] == "money"] == [("money", 3, 3, "market")]


# --- tents

TENTS = {"tea": [{"fame": 2}, {"money": 5}, {"fame": 4}], "silk": [{"fame": 3}, {"fame": 6}, {"fame": 7}]}


def test_who_has_sold_all_goods_of_a_tent_gets_its_bonus_after_the_action() -> None:
    overrides = with_market("same", tents=TENTS, market__tents=[2, 3, 4])
    state = choose(opened("same", overrides, tea=(5, 1)), "sell tea")
    assert pending(state) == {"tent tea 1"}
    assert state.decision == "sell"  # the bonus waits
    state = choose(state, "sell no more")
    assert texts(state) == ["use bonus: 2 fame (tea tent 1)"]
    assert choose(state, "use bonus: 2 fame").seats[0].fame == 2


def test_goods_that_are_only_circled_do_not_empty_a_tent() -> None:
    overrides = with_market("same", tents=TENTS, market__tents=[2, 3, 4])
    state = choose(opened("same", overrides, tea=(5, 0)), "sell tea", "sell no more")
    assert (released(state), state.seat_to_move) == (set(), 1)


def test_every_tent_has_its_own_bonus() -> None:
    overrides = with_market("same", tents=TENTS, market__tents=[2, 3, 4])
    state = choose(opened("same", overrides, tea=(9, 4)), "sell tea", "sell no more")
    assert pending(state) == {"tent tea 2"}
    assert choose(state, "use bonus: 5 money").seats[0].money == 2 + 5
    state = choose(opened("same", overrides, tea=(9, 6)), "sell tea", "sell tea", "sell tea")
    assert pending(state) == {"tent tea 3"}


def test_tents_of_different_goods_have_different_bonuses() -> None:
    overrides = with_market("different", tents=TENTS, market__tents=[2, 3, 4])
    state = choose(opened("different", overrides, tea=(2, 1), silk=(2, 1)), "sell tea", "sell silk")
    assert pending(state) == {"tent tea 1", "tent silk 1"}
    assert set(texts(state)) == {"use bonus: 2 fame (tea tent 1)", "use bonus: 3 fame (silk tent 1)"}


def test_one_sale_may_empty_two_tents() -> None:
    overrides = with_market("same", tents=TENTS, market__tents=[1, 2, 4])
    state = choose(opened("same", overrides, silk=(9, 0)), "sell silk", "sell silk", "sell silk")
    assert pending(state) == {"tent silk 1", "tent silk 2"}


def test_a_tent_pays_once() -> None:
    overrides = with_market("same", tents=TENTS, market__tents=[2, 3, 4])
    state = choose(opened("same", overrides, tea=(9, 2)), "sell tea", "sell no more")
    assert (released(state), pending(state), state.seat_to_move) == ({"tent tea 1"}, set(), 1)
