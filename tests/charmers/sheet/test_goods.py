"""Purple dice (rulebook: Obtain goods)."""

from __future__ import annotations

import pytest

from tests.charmers.sheets import Table, amounts, events, printed, take, texts

FACES = {
    "tea_tea": {"tea": 2},
    "tea_silk": {"tea": 1, "silk": 1},
    "tea_spices": {"tea": 1, "spices": 1},
    "silk_silk": {"silk": 2},
    "silk_spices": {"silk": 1, "spices": 1},
    "spices_spices": {"spices": 2},
}


@pytest.mark.parametrize(("shown", "goods"), FACES.items())
def test_a_purple_die_gives_the_two_goods_it_shows(shown: str, goods: dict[str, int]) -> None:
    other = "silk_silk" if shown != "silk_silk" else "tea_tea"
    state = take(Table().dice(purple=f"{shown} {other}").state(), f"purple die ({shown.replace('_', ' and ')})")
    assert amounts(state, "goods") == goods
    assert amounts(state, "sold") == {}
    assert (state.seats[0].money, state.seats[0].fame) == (0, 0)


def test_new_goods_are_added_to_those_circled_before() -> None:
    state = take(Table().goods(tea=3, silk=1).sold(tea=2).state(), "purple die (tea and tea)")
    assert amounts(state, "goods") == {"tea": 5, "silk": 1}
    assert amounts(state, "sold") == {"tea": 2}


def test_only_the_sheet_of_who_took_the_die_changes() -> None:
    state = take(Table().state(), "purple die (tea and tea)")
    assert amounts(state, "goods", 1) == amounts(state, "goods", 2) == {}


def test_with_one_good_left_a_die_with_two_of_the_kind_gives_one() -> None:
    state = take(Table().goods(tea=8).state(), "purple die (tea and tea)")
    assert amounts(state, "goods") == {"tea": 9}


def test_a_kind_that_is_circled_completely_gives_no_more_goods() -> None:
    state = take(Table().goods(silk=9).state(), "purple die (silk and spices)")
    assert amounts(state, "goods") == {"silk": 9, "spices": 1}


def test_sold_goods_do_not_make_room_for_new_ones() -> None:
    state = Table().goods(tea=9).sold(tea=9).state()
    assert "take the purple die (tea and tea)" not in texts(state)


def test_how_many_goods_of_a_kind_there_are_is_printed() -> None:
    overrides = printed(market__prices=[1, 2, 3, 4], market__tents=[2, 1, 1])
    state = take(Table(overrides=overrides).goods(tea=3).state(), "purple die (tea and tea)")
    assert amounts(state, "goods") == {"tea": 4}


def test_each_good_is_logged_as_one_of_the_die() -> None:
    logged = events(Table().state(), "take the purple die (silk and spices)")
    assert [(what, cause) for what, _, _, cause in logged if what == "good"] == [("good", "die"), ("good", "die")]
