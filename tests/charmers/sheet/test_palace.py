"""The six people of the palace (rulebook: Carry out a palace action)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.positions.state import State
from tests.charmers.sheets import (
    Table,
    add,
    add_both,
    addable,
    amounts,
    choose,
    drawable,
    events,
    finish_turn,
    marks,
    pending,
    printed,
    released,
    roads,
    take,
    texts,
)


def people(person: str) -> str:
    return person.replace("_", " ").title()


def action(person: str, table: Table | None = None, overrides: dict[str, Any] | None = None) -> State:
    """The start player took the die of a person."""
    other = "trader" if person != "trader" else "maharani"
    table = (table or Table(overrides=overrides)).dice(orange=f"{person} {other}")
    return take(table.state(), f"orange die ({people(person)})")


@pytest.mark.parametrize("person", terms.PEOPLE)
@pytest.mark.parametrize("crossed_out", [0, 1, 2])
def test_the_next_space_of_the_person_is_crossed_out_first(person: str, crossed_out: int) -> None:
    state = action(person, Table().palace(**{person: crossed_out}))
    assert amounts(state, "palace") == {person: crossed_out + 1}


@pytest.mark.parametrize("person", terms.PEOPLE)
def test_everybody_can_be_used_three_times(person: str) -> None:
    other = "trader" if person != "trader" else "maharani"
    state = Table().dice(orange=f"{person} {other}").palace(**{person: 3}).state()
    assert f"take the orange die ({people(person)})" not in texts(state)
    assert f"take the orange die ({people(other)})" in texts(state)


def test_boxes_belong_to_the_sheet_of_the_player() -> None:
    state = Table().dice(orange="trader maharani").palace(1, trader=3).state()
    assert "take the orange die (Trader)" in texts(state)
    assert amounts(action("trader"), "palace", 1) == {}


# --- the Great Mogul


def test_the_great_mogul_lets_one_choose_from_the_other_five() -> None:
    state = action("great_mogul")
    assert texts(state) == [f"palace action: {people(person)}" for person in terms.PEOPLE if person != "great_mogul"]


def test_a_box_of_the_chosen_person_is_crossed_out_as_well() -> None:
    state = choose(action("great_mogul", Table().palace(trader=1)), "palace action: Trader", "take silk")
    assert amounts(state, "palace") == {"great_mogul": 1, "trader": 2}
    assert (amounts(state, "goods"), state.seat_to_move) == ({"silk": 1}, 1)


def test_the_great_mogul_cannot_choose_somebody_crossed_out_three_times() -> None:
    state = action("great_mogul", Table().palace(trader=3, portuguese=3))
    assert [text.removeprefix("palace action: ") for text in texts(state)] == ["Maharani", "Raja Man Singh", "Master Builder"]


def test_with_nobody_left_to_choose_only_the_great_moguls_box_is_crossed_out() -> None:
    others = dict.fromkeys((person for person in terms.PEOPLE if person != "great_mogul"), 3)
    state = finish_turn(action("great_mogul", Table().palace(great_mogul=1, **others)))
    assert (amounts(state, "palace"), state.seat_to_move) == ({"great_mogul": 2, **others}, 1)


def test_the_action_of_the_chosen_person_is_carried_out() -> None:
    state = choose(action("great_mogul", Table().river(3)), "palace action: Maharani", "advance 2 ")
    assert marks(state) == [3, 5]


# --- the Maharani


def test_the_maharani_advances_1_or_2_spaces_and_earns_there() -> None:
    overrides = printed(river={4: {"money": 7}, 5: {"fame": 6}})
    state = action("maharani", Table(overrides=overrides).river(3))
    assert texts(state) == ["advance 1 to river space 4 (7 money)", "advance 2 to river space 5 (6 fame)"]
    one, two = (choose(state, f"advance {n} ") for n in (1, 2))
    assert (marks(one), one.seats[0].money, one.seats[0].fame) == ([3, 4], 7, 0)
    assert (marks(two), two.seats[0].money, two.seats[0].fame) == ([3, 5], 0, 6)


def test_the_maharani_starts_from_the_rightmost_mark_or_the_start() -> None:
    assert marks(choose(action("maharani"), "advance 1 ")) == [1]
    assert marks(choose(action("maharani", Table().river(2, 9)), "advance 2 ")) == [2, 9, 11]


def test_before_the_last_space_the_maharani_advances_1() -> None:
    state = action("maharani", Table().river(17))
    assert texts(state) == ["advance 1 to river space 18 (1 money)"]


# --- the Trader


def test_the_trader_sells_up_to_two_goods_of_any_kinds() -> None:
    state = action("trader", Table().goods(tea=2, silk=1))
    both = choose(state, "sell tea", "sell silk")
    assert (amounts(both, "sold"), both.seats[0].money, both.seat_to_move) == ({"tea": 1, "silk": 1}, 2, 1)
    two = choose(state, "sell tea", "sell tea")
    assert (amounts(two, "sold"), two.seat_to_move) == ({"tea": 2}, 1)
    one = choose(state, "sell tea", "sell no more")
    assert (amounts(one, "sold"), one.seats[0].money, one.seat_to_move) == ({"tea": 1}, 1, 1)


def test_who_does_not_want_to_sell_takes_one_good_of_any_kind() -> None:
    state = action("trader", Table().goods(tea=2))
    assert texts(state) == ["sell tea", "take tea", "take silk", "take spices"]
    state = choose(state, "take spices")
    assert (amounts(state, "goods"), amounts(state, "sold"), state.seat_to_move) == ({"tea": 2, "spices": 1}, {}, 1)


def test_who_has_nothing_to_sell_takes_one_good() -> None:
    state = action("trader", Table().goods(tea=9).sold(tea=9))
    assert texts(state) == ["take silk", "take spices"]


def test_who_sold_takes_no_good() -> None:
    state = choose(action("trader", Table().goods(tea=1)), "sell tea")
    assert (amounts(state, "goods"), state.seat_to_move) == ({"tea": 1}, 1)


# --- Raja Man Singh


def test_raja_man_singh_gives_1_money_and_an_upgrade() -> None:
    state = action("raja_man_singh")
    assert state.seats[0].money == 1
    assert texts(state) == ["upgrade temple", "upgrade palace", "upgrade fort", "upgrade mill"]
    state = choose(state, "upgrade mill")
    assert (amounts(state, "levels"), state.seat_to_move) == ({"mill": 1}, 1)


def test_raja_man_singh_pays_even_if_nothing_can_be_upgraded() -> None:
    state = action("raja_man_singh", Table().levels(temple=2, palace=2, fort=2, mill=2))
    assert (state.seats[0].money, state.seat_to_move) == (1, 1)


# --- the Master Builder

NORTH = printed(residence_roads="top")


def test_the_master_builders_half_roads_make_a_straight_or_a_bend() -> None:
    state = action("master_builder", overrides=NORTH)
    assert drawable(state) == {(3, 3, "top bottom"), (3, 3, "right bottom"), (3, 3, "bottom left")}
    state = choose(state, "draw a bend at row 3, column 3, roads right, bottom")
    assert (roads(state, 3, 3), state.seat_to_move) == ("right bottom", 1)


def test_the_master_builders_half_roads_expand_existing_roads() -> None:
    state = action("master_builder", Table(overrides=NORTH).roads({(3, 3): "top bottom", (2, 3): "bottom left"}))
    assert addable(state) == {(3, 3, "left"), (3, 3, "right"), (2, 3, "top"), (2, 3, "right")}
    state = add_both(state, (3, 3, "right"), (2, 3, "top"))
    assert (roads(state, 3, 3), roads(state, 2, 3)) == ("top right bottom", "top bottom left")


def test_the_master_builder_erects_buildings_too() -> None:
    state = action("master_builder", overrides=printed(residence_roads="top", cells={(3, 3): "palace"}))
    assert choose(state, "draw a straight at row 3, column 3, roads top, bottom").seats[0].fame == 1


# --- the Portuguese

RAJESH = printed(river={8: {"sell_any": 2}, 9: {"palace_action": 1}, 10: {"money": 4}})


def rajesh() -> Table:
    """He stands on space 11 and has used the palace action of space 9 before."""
    return Table(overrides=RAJESH).river(9, 11)


def test_rajeshs_portuguese_leaves_the_choice_between_4_money_and_two_sales() -> None:
    state = action("portuguese", rajesh().goods(tea=2))
    assert texts(state) == [
        *("go back 1 to river space 10 (4 money)", "go back 2 to river space 8 (sell up to 2 goods)"),
        *("take tea", "take silk", "take spices"),
    ]
    state = choose(state, "go back 1 ")
    assert (marks(state), state.seats[0].money, state.seats[0].river) == ([9, 10, 11], 4, 11)


def test_rajesh_may_sell_instead() -> None:
    state = choose(action("portuguese", rajesh().goods(tea=2)), "go back 2 ", "sell tea", "sell tea")
    assert (marks(state), state.seats[0].money) == ([8, 9, 11], 2)


def test_who_went_back_sails_on_from_the_rightmost_mark() -> None:
    state = choose(action("portuguese", rajesh()), "go back 1 ")
    again = Table(overrides=RAJESH).river(*marks(state)).dice(blue="swan flag").state()
    assert marks(take(again, "blue die (swan)")) == [9, 10, 11, 12]


def test_the_portuguese_counts_unmarked_spaces_only() -> None:
    state = action("portuguese", Table().river(1, 4, 5, 6, 7))
    assert texts(state)[:2] == ["go back 1 to river space 3 (1 money)", "go back 2 to river space 2 (1 money)"]


def test_the_portuguese_does_not_go_back_beyond_the_first_space() -> None:
    state = action("portuguese", Table().river(1, 3))
    assert texts(state) == ["go back 1 to river space 2 (1 money)", "take tea", "take silk", "take spices"]
    state = action("portuguese", Table().river(2))
    assert texts(state)[0] == "go back 1 to river space 1 (1 money)"


@pytest.mark.parametrize("marked", [(), (1,), (1, 2, 3)])
def test_without_an_unmarked_space_behind_one_takes_a_good(marked: tuple[int, ...]) -> None:
    state = action("portuguese", Table().river(*marked))
    assert texts(state) == ["take tea", "take silk", "take spices"]
    assert amounts(choose(state, "take silk"), "goods") == {"silk": 1}


def test_who_does_not_want_to_go_back_takes_a_good() -> None:
    state = choose(action("portuguese", rajesh()), "take tea")
    assert (marks(state), amounts(state, "goods"), state.seats[0].money) == ([9, 11], {"tea": 1}, 0)


# --- columns

COLUMNS: dict[str, Any] = {"upper": ({"money": 2}, {"money": 3}, {"money": 5}), "lower": ({"fame": 2}, {"fame": 3}, {"fame": 5})}


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_complete_column_of_the_upper_area_pays_its_bonus(column: int) -> None:
    table = Table(overrides=printed(**COLUMNS)).palace(great_mogul=column, maharani=3, trader=column - 1)
    state = choose(action("trader", table), "take tea")
    assert pending(state) == {f"palace_column upper {column}"}
    assert finish_turn(state).seats[0].money == (2, 3, 5)[column - 1]


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_complete_column_of_the_lower_area_pays_its_bonus(column: int) -> None:
    table = Table(overrides=printed(**COLUMNS)).palace(raja_man_singh=3, master_builder=column, portuguese=column - 1)
    state = choose(action("portuguese", table), "take tea")
    assert pending(state) == {f"palace_column lower {column}"}
    assert finish_turn(state).seats[0].fame == (2, 3, 5)[column - 1]


@pytest.mark.parametrize("missing", ["great_mogul", "maharani"])
def test_an_incomplete_column_pays_nothing(missing: str) -> None:
    boxes = {"great_mogul": 1, "maharani": 1, "raja_man_singh": 1, "master_builder": 1, "portuguese": 1} | {missing: 0}
    state = choose(action("trader", Table(overrides=printed(**COLUMNS)).palace(**boxes)), "take tea")
    assert (pending(state), state.seat_to_move) == (set(), 1)


def test_the_areas_are_three_people_each() -> None:
    table = Table(overrides=printed(**COLUMNS)).palace(raja_man_singh=1, master_builder=1, portuguese=1, maharani=1)
    state = choose(action("trader", table), "take tea")
    assert (released(state), pending(state)) == ({"palace_column lower 1"}, set())


def test_a_box_beside_the_great_moguls_may_complete_another_column() -> None:
    table = Table(overrides=printed(**COLUMNS)).palace(maharani=1, trader=1, raja_man_singh=1, master_builder=1)
    state = choose(action("great_mogul", table), "palace action: Portuguese", "take tea")
    assert pending(state) == {"palace_column upper 1", "palace_column lower 1"}


def test_the_bonus_of_a_column_is_used_after_the_action() -> None:
    table = Table(overrides=printed(**COLUMNS)).palace(raja_man_singh=0, master_builder=1, portuguese=1)
    state = action("raja_man_singh", table)
    assert (state.decision, pending(state)) == ("upgrade", {"palace_column lower 1"})
    state = choose(state, "upgrade fort")
    assert state.decision == "use_bonus"


# --- what the values are printed as


def test_what_the_people_give_is_printed() -> None:
    overrides = printed(palace__maharani_steps=3, palace__trader_goods=1, palace__raja_money=4, palace__portuguese_steps=1)
    assert len(texts(action("maharani", overrides=overrides))) == 3
    assert choose(action("trader", Table(overrides=overrides).goods(tea=2)), "sell tea").seat_to_move == 1
    assert action("raja_man_singh", overrides=overrides).seats[0].money == 4
    assert len(texts(action("portuguese", Table(overrides=overrides).river(9)))) == 1 + 3


def test_raja_man_singh_may_be_printed_without_an_upgrade() -> None:
    state = action("raja_man_singh", overrides=printed(palace__raja_upgrades=0))
    assert (state.seats[0].money, state.seat_to_move) == (1, 1)


def test_the_master_builder_may_be_printed_with_a_third_half_road() -> None:
    overrides = printed(residence_roads="top", palace__master_builder_half_roads=3)
    state = action("master_builder", Table(overrides=overrides).roads({(3, 3): "top bottom"}))
    state = choose(state, "draw a straight at row 2, column 3, roads top, bottom")
    assert (state.decision, addable(state)) == ("half_roads", {(3, 3, "right"), (3, 3, "left"), (2, 3, "right"), (2, 3, "left")})


def test_a_palace_action_is_logged_under_its_person() -> None:
    state = Table().dice(orange="raja_man_singh trader").state()
    logged = events(state, "take the orange die (Raja Man Singh)")
    assert ("money", 1, 1, "raja_man_singh") in logged
    assert [(what, after) for what, _, after, _ in logged if what == "palace"] == [("palace", 1)]


def test_the_master_builders_half_roads_are_used_as_those_of_the_green_die() -> None:
    table = Table(overrides=NORTH).roads({(3, 3): "top bottom"}).dice(green="half_roads bend")
    green = take(table.state(), "green die (two half-roads)")
    assert texts(action("master_builder", table)) == texts(green)
    assert add(3, 3, "right") in texts(green)
