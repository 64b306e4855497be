"""The river (rulebook: Advance on the river)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers.rulebook import terms
from tests.charmers.sheets import (
    Table,
    amounts,
    choose,
    draw,
    events,
    marks,
    pending,
    printed,
    roads,
    take,
    texts,
)

# On the plain river, flags are on 1, 7 and 13, lotuses on 2, 8 and 14, then fish, boats, crocodiles, and swans on 6, 12 and 18.


@pytest.mark.parametrize(("symbol", "space"), [(symbol, i + 1) for i, symbol in enumerate(terms.SYMBOLS)])
def test_a_blue_die_advances_to_the_first_space_with_its_symbol(symbol: str, space: int) -> None:
    other = "flag" if symbol != "flag" else "swan"
    state = take(Table().dice(blue=f"{symbol} {other}").state(), f"blue die ({symbol})")
    assert marks(state) == [space]
    assert state.seats[0].river == space


def test_only_the_target_space_is_marked_and_earns() -> None:
    overrides = printed(river={3: {"money": 2}, 4: {"money": 20}, 9: {"fame": 3}})
    state = take(Table(overrides=overrides).dice(blue="fish swan").river(3).state(), "blue die (fish)")
    assert marks(state) == [3, 9]
    assert (state.seats[0].fame, state.seats[0].money) == (3, 0)


@pytest.mark.parametrize(("current", "space"), [(0, 3), (2, 3), (3, 9), (8, 9), (9, 15), (14, 15)])
def test_a_die_advances_from_the_current_position(current: int, space: int) -> None:
    table = Table().dice(blue="fish swan")
    state = take(table.river(*([current] if current else [])).state(), "blue die (fish)")
    assert state.seats[0].river == space


def test_totals_in_detail_count_the_river_spaces_sailed_and_the_goods_circled() -> None:
    state = take(Table().dice(blue="fish swan").goods(silk=2).river(2).state(), "blue die (fish)")
    assert state.totals_in_detail(0) == state.totals(0) | {"goods": 2, "river spaces": 3}


def test_the_current_position_is_the_rightmost_marked_space() -> None:
    state = take(Table().dice(blue="fish swan").river(1, 2, 10).state(), "blue die (fish)")
    assert marks(state) == [1, 2, 10, 15]


def test_spaces_passed_over_are_lost_to_blue_dice() -> None:
    state = Table().dice(blue="fish swan").river(16).state()  # all fish lie behind, none of them is marked
    assert "take the blue die (fish)" not in texts(state)
    assert "take the blue die (swan)" in texts(state)


def test_dice_with_a_symbol_whose_third_space_is_marked_are_of_no_more_use() -> None:
    state = Table().dice(blue="fish swan").river(15).state()
    assert "take the blue die (fish)" not in texts(state)


def test_on_the_last_space_blue_dice_are_of_no_more_use() -> None:
    state = Table().river(18).state()
    assert not any("blue" in text for text in texts(state))


def test_all_earnings_of_the_space_are_received() -> None:
    overrides = printed(river={1: {"money": 4, "fame": 2, "karma": 1}})
    seat = take(Table(overrides=overrides).state(), "blue die (flag)").seats[0]
    assert (seat.money, seat.fame, seat.karma_collected) == (4, 2, 2)


def test_earnings_of_the_space_come_before_the_bonuses_they_release() -> None:
    overrides = printed(river={1: {"money": 4, "upgrade": 1}}, money={3: {"fame": 5}})
    state = take(Table(overrides=overrides).state(), "blue die (flag)")
    assert (state.decision, pending(state)) == ("upgrade", {"track money 1"})
    state = choose(state, "upgrade fort")
    assert state.decision == "use_bonus"


def test_symbols_lie_where_they_are_printed() -> None:
    river = {str(n): {"symbol": "boat" if n == 5 else "flag", "earns": {"fame": n}} for n in range(1, 8)}
    state = Table(overrides=river_of(river)).dice(blue="boat swan").state()
    assert "take the blue die (swan)" not in texts(state)
    state = take(state, "blue die (boat)")
    assert (marks(state), state.seats[0].fame) == ([5], 5)


def river_of(river: dict[str, Any]) -> dict[str, Any]:
    """The plain pad with another river."""
    overrides = printed()
    overrides["sheets.sun"]["river"] = river
    return overrides


# --- what a space may give at once


def on_space_1(earns: dict[str, int], **others: Any) -> dict[str, Any]:
    """Rules whose first river space gives something."""
    return printed(river={1: earns}, **others)


def test_money_and_fame_are_recorded_on_their_tracks() -> None:
    assert take(Table(overrides=on_space_1({"money": 4})).state(), "blue die (flag)").seats[0].money == 4
    assert take(Table(overrides=on_space_1({"fame": 4})).state(), "blue die (flag)").seats[0].fame == 4


def test_goods_of_the_river_are_different_ones() -> None:
    state = take(Table(overrides=on_space_1({"goods": 2})).state(), "blue die (flag)", "take tea")
    assert texts(state) == ["take silk", "take spices"]
    assert amounts(choose(state, "take spices"), "goods") == {"tea": 1, "spices": 1}


def test_a_sale_of_the_river_is_at_once() -> None:
    state = take(Table(overrides=on_space_1({"sell_any": 2})).goods(tea=3).state(), "blue die (flag)", "sell tea", "sell tea")
    assert (amounts(state, "sold"), state.seats[0].money) == ({"tea": 2}, 2)


def test_a_sale_of_the_river_without_goods_is_lost() -> None:
    state = take(Table(overrides=on_space_1({"sell_any": 2})).state(), "blue die (flag)")
    assert (state.seat_to_move, state.seats[0].money) == (1, 0)


def test_a_palace_action_of_the_river_crosses_out_a_box_of_anybody() -> None:
    state = take(Table(overrides=on_space_1({"palace_action": 1})).palace(maharani=3).state(), "blue die (flag)")
    assert [text.removeprefix("palace action: ") for text in texts(state)] == [
        *("Great Mogul", "Trader", "Raja Man Singh", "Master Builder", "Portuguese"),
    ]
    state = choose(state, "palace action: Raja Man Singh", "upgrade fort")
    assert (amounts(state, "palace"), amounts(state, "levels")) == ({"maharani": 3, "raja_man_singh": 1}, {"fort": 1})


@pytest.mark.parametrize(
    ("shape", "offered"),
    [
        ("straight", {"top bottom"}),
        ("bend", {"right bottom", "bottom left"}),
        ("fork", {"top right bottom", "right bottom left", "top bottom left"}),
        ("crossroad", {"top right bottom left"}),
    ],
)
def test_a_road_of_the_river_is_drawn_on_a_new_space_connected_to_the_residence(shape: str, offered: set[str]) -> None:
    overrides = on_space_1({shape: 1}, residence_roads="top", cells={(3, 3): "fort"})
    state = take(Table(overrides=overrides).state(), "blue die (flag)")
    assert set(texts(state)) == {draw(3, 3, sides) for sides in offered}
    sides = min(offered)
    state = choose(state, draw(3, 3, sides))
    assert (roads(state, 3, 3), state.seats[0].fame) == (sides, 1)


def test_a_road_of_the_river_is_lost_when_there_is_no_space_for_it() -> None:
    overrides = on_space_1({"fork": 1}, residence_roads="top")
    table = Table(overrides=overrides).roads({(3, 3): "bottom top", (2, 3): "bottom top", (1, 3): "bottom top"})
    assert take(table.state(), "blue die (flag)").seat_to_move == 1


def test_sailing_on_from_a_space_marks_the_next() -> None:
    overrides = printed(river={1: {"sail": 1}, 2: {"fame": 2}})
    state = take(Table(overrides=overrides).state(), "blue die (flag)")
    assert (marks(state), state.seats[0].river, state.seats[0].fame) == ([1, 2], 2, 2)


def test_a_chain_along_the_river_goes_on_at_once() -> None:
    overrides = printed(river={1: {"maharani": 1}, 3: {"sail": 1}, 4: {"palace_action": 1}, 5: {"money": 3}})
    state = take(Table(overrides=overrides).state(), "blue die (flag)", "advance 2 ", "palace action: Maharani", "advance 1 ")
    assert (marks(state), state.seats[0].money) == ([1, 3, 4, 5], 3)
    assert amounts(state, "palace") == {"maharani": 2}


def test_what_the_river_pays_is_logged_as_the_rivers() -> None:
    logged = events(Table(overrides=on_space_1({"money": 4})).state(), "take the blue die (flag)")
    assert ("money", 4, 4, "river") in logged
