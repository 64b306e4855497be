"""Bonuses: when they are circled and used, and what every symbol gives (rulebook: Bonuses; The Symbols)."""

from __future__ import annotations

from collections.abc import Callable
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
    draw,
    drawable,
    events,
    finish_turn,
    lying,
    marks,
    pending,
    printed,
    released,
    roads,
    take,
    texts,
)

FULL = {(row, column): "top right bottom left" for row in range(1, 5) for column in range(1, 6) if (row, column) != (4, 3)}
FLAG = "take the blue die (flag)"


def track(bonus: dict[str, int], **others: Any) -> dict[str, Any]:
    """Rules with a bonus on the first space of the money track, which the first flag of the river reaches."""
    return printed(**{"river": {1: {"money": 1}}, "money": {1: bonus}} | others)


def on_track(bonus: dict[str, int], table: Callable[..., Any] | None = None, **others: Any) -> State:
    """The start player took a blue die, and is about to use a bonus if he can."""
    make = table or (lambda rules: rules)
    return choose(make(Table(overrides=track(bonus, **others))).state(), FLAG)


def used(bonus: dict[str, int], *fragments: str, table: Callable[..., Any] | None = None, **others: Any) -> State:
    """The same after using the bonus."""
    return choose(on_track(bonus, table, **others), "use bonus", *fragments)


def is_lost(bonus: dict[str, int], table: Callable[..., Any] | None = None, **others: Any) -> bool:
    """Whether a bonus cannot be used and goes to waste."""
    state = on_track(bonus, table, **others)
    assert released(state) >= {"track money 1"}
    return state.seat_to_move == 1 and pending(state) == set()


# --- circled at once, used after the action


def test_a_bonus_is_circled_during_the_action_and_used_after_it() -> None:
    overrides = printed(river={1: {"money": 1, "upgrade": 1}}, money={1: {"fame": 2}})
    state = choose(Table(overrides=overrides).state(), FLAG)
    assert (state.decision, pending(state), state.seats[0].fame) == ("upgrade", {"track money 1"}, 0)
    state = choose(state, "upgrade fort")
    assert texts(state) == ["use bonus: 2 fame (money track, bonus 1)"]
    state = choose(state, "use bonus")
    assert (state.seats[0].fame, pending(state), released(state), state.seat_to_move) == (2, set(), {"track money 1"}, 1)


TWO: dict[str, Any] = {"river": {1: {"money": 5}}, "money": {2: {"fame": 2}, 4: {"goods": 1}}}


def test_several_bonuses_are_used_in_any_order() -> None:
    state = choose(Table(overrides=printed(**TWO)).state(), FLAG)
    assert texts(state) == ["use bonus: 2 fame (money track, bonus 1)", "use bonus: 1 good (money track, bonus 2)"]
    first = choose(state, "use bonus: 2 fame")
    assert texts(first) == ["use bonus: 1 good (money track, bonus 2)"]
    second = choose(state, "use bonus: 1 good (", "take tea")
    assert texts(second) == ["use bonus: 2 fame (money track, bonus 1)"]
    both = choose(first, "use bonus: 1 good (", "take tea"), choose(second, "use bonus: 2 fame")
    assert both[0].seats[0] == both[1].seats[0]


def test_using_a_bonus_may_release_another() -> None:
    overrides = printed(river={1: {"money": 1}}, money={1: {"fame": 3}}, fame={2: {"money": 4}, 3: {"karma": 1}})
    state = choose(Table(overrides=overrides).state(), FLAG, "use bonus: 3 fame")
    assert pending(state) == {"track fame 1", "track fame 2"}
    state = choose(state, "use bonus: 4 money", "use bonus: 1 karma")
    assert (state.seats[0].money, state.seats[0].karma_collected, state.seat_to_move) == (5, 2, 1)


def test_bonuses_of_a_bonus_wait_until_it_is_used_completely() -> None:
    overrides = printed(river={1: {"money": 1}}, money={1: {"sell_any": 2}, 2: {"fame": 1}})
    state = choose(Table(overrides=overrides).goods(tea=3).state(), FLAG, "use bonus", "sell tea")
    assert (state.decision, pending(state)) == ("sell", {"track money 2"})
    state = choose(state, "sell tea")
    assert state.decision == "use_bonus"


def test_a_bonus_that_is_of_no_use_yet_may_be_used_after_another() -> None:
    overrides = printed(river={1: {"money": 2}}, money={1: {"sell_any": 1}, 2: {"goods": 1}})
    state = choose(Table(overrides=overrides).state(), FLAG)
    assert texts(state) == ["use bonus: 1 good (money track, bonus 2)"]
    state = choose(state, "use bonus", "take silk")
    assert texts(state) == ["use bonus: sell 1 good (money track, bonus 1)"]
    state = choose(state, "use bonus", "sell silk")
    assert (amounts(state, "sold"), state.seats[0].money) == ({"silk": 1}, 3)


def test_a_bonus_that_cannot_be_used_on_the_turn_goes_to_waste() -> None:
    before = Table(overrides=track({"sell_any": 1})).state()
    state = choose(before, FLAG)
    assert (state.seat_to_move, pending(state), released(state)) == (1, set(), {"track money 1"})
    assert [what for what, *_ in events(before, FLAG)].count("bonus_lost") == 1


def test_a_wasted_bonus_does_not_come_back() -> None:
    table = Table(overrides=track({"sell_any": 1})).seat(money=1).goods(tea=2)
    state = take(table.state(), "purple die (tea and tea)")
    assert (pending(state), state.seat_to_move) == (set(), 1)


def test_bonuses_belong_to_the_player_and_are_used_on_his_turn() -> None:
    state = choose(Table(overrides=printed(**TWO)).state(), FLAG)
    assert state.seat_to_move == 0
    assert (released(state, 1), pending(state, 1)) == (set(), set())


def test_every_sheet_has_its_own_bonuses() -> None:
    table = Table(overrides=track({"fame": 2})).seat(1, money=5).after("orange")
    assert released(table.state(), 1) == {"track money 1"}
    assert released(table.state(), 0) == set()


def test_circling_and_crossing_out_are_logged() -> None:
    before = Table(overrides=track({"fame": 2})).state()
    assert [what for what, *_ in events(before, FLAG)].count("bonus") == 1
    assert [what for what, *_ in events(choose(before, FLAG), "use bonus")].count("bonus_used") == 1


# --- tracks


@pytest.mark.parametrize(("before", "gain", "gets"), [(0, 2, False), (0, 3, True), (1, 4, True), (3, 2, False), (2, 1, True)])
@pytest.mark.parametrize("name", ["money", "fame"])
def test_who_lands_on_or_passes_a_bonus_of_a_track_receives_it(name: str, before: int, gain: int, gets: bool) -> None:
    track: dict[str, Any] = {name: {3: {"karma": 1}}}
    overrides = printed(river={1: {name: gain}}, **track)
    state = choose(Table(overrides=overrides).seat(**{name: before}).state(), FLAG)
    assert pending(state) == ({f"track {name} 1"} if gets else set())


def test_all_bonuses_passed_at_once_are_received() -> None:
    overrides = printed(river={1: {"money": 9}}, money={3: {"fame": 1}, 9: {"fame": 2}, 10: {"fame": 4}})
    state = choose(Table(overrides=overrides).state(), FLAG)
    assert pending(state) == {"track money 1", "track money 2"}
    assert finish_turn(state).seats[0].fame == 3


def test_tracks_have_their_own_bonuses() -> None:
    overrides = printed(river={1: {"money": 3}}, money={3: {"fame": 1}}, fame={3: {"money": 30}})
    state = finish_turn(choose(Table(overrides=overrides).state(), FLAG))
    assert (state.seats[0].money, state.seats[0].fame) == (3, 1)


# --- symbols


@pytest.mark.parametrize(("bonus", "field", "value"), [({"fame": 3}, "fame", 3), ({"money": 6}, "money", 7)])
def test_fame_and_money_are_recorded_on_their_tracks(bonus: dict[str, int], field: str, value: int) -> None:
    assert getattr(used(bonus).seats[0], field) == value


@pytest.mark.parametrize("n", [1, 2])
def test_get_a_karma(n: int) -> None:
    assert used({"karma": n}).seats[0].karma_collected == 1 + n


def test_a_karma_beyond_the_last_space_is_of_no_use() -> None:
    assert is_lost({"karma": 1}, lambda t: t.karma(5, 2))


def test_receive_an_upgrade() -> None:
    state = used({"upgrade": 1}, table=lambda t: t.levels(temple=2))
    assert texts(state) == ["upgrade palace", "upgrade fort", "upgrade mill"]
    assert amounts(choose(state, "upgrade fort"), "levels") == {"temple": 2, "fort": 1}
    assert is_lost({"upgrade": 1}, lambda t: t.levels(temple=2, palace=2, fort=2, mill=2))


@pytest.mark.parametrize("person", terms.PEOPLE)
def test_people_are_crossed_out_at_the_palace(person: str) -> None:
    state = used({person: 1}, table=lambda t: t.palace(**{person: 2}))
    assert amounts(state, "palace") == {person: 3}


@pytest.mark.parametrize("person", terms.PEOPLE)
def test_people_crossed_out_three_times_are_of_no_use(person: str) -> None:
    assert is_lost({person: 1}, lambda t: t.palace(**{person: 3}))


def test_the_portuguese_as_a_bonus_moves_1_or_2_unmarked_spaces_back() -> None:
    state = used({"portuguese": 1}, table=lambda t: t.river(2, 5), river={7: {"money": 1}, 4: {"fame": 3}})
    assert texts(state)[:2] == ["go back 1 to river space 6 (1 money)", "go back 2 to river space 4 (3 fame)"]
    state = choose(state, "go back 2 ")
    assert (marks(state), state.seats[0].fame) == ([2, 4, 5, 7], 3)


def test_the_great_mogul_as_a_bonus_crosses_out_two_boxes() -> None:
    state = used({"great_mogul": 1}, "palace action: Trader", "take tea")
    assert amounts(state, "palace") == {"great_mogul": 1, "trader": 1}


def test_a_palace_action_of_ones_choice() -> None:
    state = used({"palace_action": 1}, table=lambda t: t.palace(trader=3, maharani=2))
    assert [text.removeprefix("palace action: ") for text in texts(state)] == [
        *("Great Mogul", "Maharani", "Raja Man Singh", "Master Builder", "Portuguese"),
    ]
    assert amounts(choose(state, "palace action: Maharani"), "palace") == {"trader": 3, "maharani": 3}
    assert is_lost({"palace_action": 1}, lambda t: t.palace(**dict.fromkeys(terms.PEOPLE, 3)))


def test_a_palace_action_may_be_the_great_moguls() -> None:
    state = used({"palace_action": 1}, "palace action: Great Mogul", "palace action: Trader", "take tea")
    assert amounts(state, "palace") == {"great_mogul": 1, "trader": 1}


# goods


def test_the_goods_die_gives_the_goods_of_one_purple_die_which_stays_where_it_is() -> None:
    state = used({"goods_die": 1})
    assert texts(state) == [
        "take the goods of the purple die (tea and tea)",
        "take the goods of the purple die (silk and spices)",
    ]
    state = choose(state, "take the goods of the purple die (silk and spices)")
    assert amounts(state, "goods") == {"silk": 1, "spices": 1}
    assert {"purple 1", "purple 2"} <= set(lying(state, terms.MIDDLE))


@pytest.mark.parametrize("takes", [("purple",), ("purple 2",), ("orange", "purple"), ("orange", "purple 2")])
def test_it_does_not_matter_where_the_purple_dice_lie(takes: tuple[str, ...]) -> None:
    table = Table(4, track({"goods_die": 1})).after(*takes)
    state = choose(table.state(), FLAG, "use bonus")
    assert len(texts(state)) == 2
    goods = choose(state, "take the goods of the purple die (tea and tea)")
    assert amounts(goods, "goods", len(takes)) == {"tea": 2}
    assert [int(n) for n in goods.where[:2]] == [int(n) for n in table.board.where[:2]]


def test_the_die_just_used_may_be_read_again() -> None:
    overrides = printed(lower=({"goods_die": 1}, {"fame": 1}, {"fame": 1}), money={1: {"goods_die": 1}})
    table = Table(overrides=overrides).dice(orange="raja_man_singh trader").levels(temple=2, palace=2, fort=2, mill=2)
    state = take(table.palace(master_builder=1, portuguese=1).state(), "orange die (Raja Man Singh)")
    assert pending(state) == {"palace_column lower 1", "track money 1"}
    twice = "take the goods of the purple die (tea and tea)"
    state = choose(state, "(lower palace, column 1)", twice, "(money track, bonus 1)", twice)
    assert amounts(state, "goods") == {"tea": 4}


def test_goods_of_the_goods_die_need_a_space() -> None:
    state = used({"goods_die": 1}, table=lambda t: t.goods(tea=9))
    assert "take the goods of the purple die (silk and spices)" in texts(state)
    state = used({"goods_die": 1}, "(silk and spices)", table=lambda t: t.goods(tea=9, silk=9))
    assert amounts(state, "goods") == {"tea": 9, "silk": 9, "spices": 1}
    assert is_lost({"goods_die": 1}, lambda t: t.goods(tea=9, silk=9, spices=9))


def test_three_goods_are_one_of_each_kind() -> None:
    state = finish_turn(used({"goods": 3}))
    assert amounts(state, "goods") == {"tea": 1, "silk": 1, "spices": 1}


def test_fewer_goods_are_different_ones_of_ones_choice() -> None:
    assert amounts(used({"goods": 1}, "take spices"), "goods") == {"spices": 1}
    state = used({"goods": 2}, "take silk")
    assert texts(state) == ["take spices"]  # tea and silk is chosen with tea first
    assert amounts(choose(state, "take spices"), "goods") == {"silk": 1, "spices": 1}
    state = used({"goods": 2}, "take tea")
    assert texts(state) == ["take silk", "take spices"]


def test_goods_circled_completely_are_left_out() -> None:
    assert amounts(finish_turn(used({"goods": 3}, table=lambda t: t.goods(silk=9))), "goods") == {
        "tea": 1,
        "silk": 9,
        "spices": 1,
    }
    state = used({"goods": 2}, table=lambda t: t.goods(silk=9, tea=9))
    assert amounts(finish_turn(state), "goods") == {"tea": 9, "silk": 9, "spices": 1}
    assert is_lost({"goods": 2}, lambda t: t.goods(silk=9, tea=9, spices=9))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_any_goods_are_sold(n: int) -> None:
    state = used({"sell_any": n}, *["sell tea"] * n, table=lambda t: t.goods(tea=9, silk=9))
    assert (amounts(state, "sold"), state.seat_to_move, state.seats[0].money) == ({"tea": n}, 1, 1 + n)


def test_any_goods_may_be_of_several_kinds() -> None:
    state = used({"sell_any": 3}, "sell tea", "sell tea", "sell silk", table=lambda t: t.goods(tea=9, silk=9))
    assert amounts(state, "sold") == {"tea": 2, "silk": 1}


def test_fewer_goods_may_be_sold() -> None:
    state = used({"sell_any": 2}, "sell tea", "sell no more", table=lambda t: t.goods(tea=9))
    assert (amounts(state, "sold"), state.seat_to_move) == ({"tea": 1}, 1)


def test_goods_of_the_same_kind_are_sold() -> None:
    state = used({"sell_same": 3}, "sell tea", table=lambda t: t.goods(tea=9, silk=9))
    assert texts(state) == ["sell tea", "sell no more"]
    assert amounts(choose(state, "sell tea", "sell tea"), "sold") == {"tea": 3}


def test_two_different_goods_are_sold() -> None:
    state = used({"sell_different": 2}, "sell tea", table=lambda t: t.goods(tea=9, silk=9, spices=9))
    assert texts(state) == ["sell silk", "sell spices", "sell no more"]
    state = choose(state, "sell spices")
    assert (amounts(state, "sold"), state.seat_to_move) == ({"tea": 1, "spices": 1}, 1)


@pytest.mark.parametrize("kind", ["any", "same", "different"])
def test_without_goods_in_stock_a_sale_is_of_no_use(kind: str) -> None:
    assert is_lost({f"sell_{kind}": 2}, lambda t: t.goods(tea=4).sold(tea=4))


# roads

NORTH: dict[str, Any] = {"residence_roads": "top"}


def test_a_half_road_is_connected_to_a_drawn_road() -> None:
    state = used({"half_road": 1}, table=lambda t: t.roads({(3, 3): "top bottom", (2, 3): "top right bottom left"}), **NORTH)
    assert addable(state) == {(3, 3, "right"), (3, 3, "left")}
    assert drawable(state) == set()
    state = choose(state, add(3, 3, "left"))
    assert (roads(state, 3, 3), state.seat_to_move) == ("top bottom left", 1)


def test_a_half_road_is_of_no_use_before_a_road_is_drawn() -> None:
    assert is_lost({"half_road": 1})
    assert is_lost({"half_road": 1}, lambda t: t.roads(FULL))


def test_a_half_road_may_release_a_bonus_at_the_edge() -> None:
    drawn = {(3, 3): "top bottom", (2, 3): "top bottom", (1, 3): "left bottom"}
    state = used({"half_road": 1}, add(1, 3, "top"), table=lambda t: t.roads(drawn), edge={"top_3": {"fame": 4}}, **NORTH)
    assert texts(state) == ["use bonus: 4 fame (top edge, column 3)"]
    assert choose(state, "use bonus").seats[0].fame == 4


@pytest.mark.parametrize(("shape", "n"), [("straight", 1), ("fork", 3), ("crossroad", 1)])
def test_a_road_is_drawn_on_a_new_space(shape: str, n: int) -> None:
    state = used({shape: 1}, cells={(3, 3): "mill"}, **NORTH)
    assert {(row, column) for row, column, _ in drawable(state)} == {(3, 3)}
    assert len(texts(state)) == n
    state = state.play(state.options[0])
    assert (state.seats[0].fame, state.seat_to_move) == (1, 1)


def test_a_road_without_a_space_is_of_no_use() -> None:
    assert is_lost({"crossroad": 1}, lambda t: t.roads(FULL))


def test_a_road_may_open_a_market_whose_goods_are_sold_at_once() -> None:
    state = used({"fork": 1}, table=lambda t: t.goods(tea=2), cells={(3, 3): "market_same"}, **NORTH)
    state = choose(state, draw(3, 3, "right bottom left"))
    assert state.decision == "sell"


# two half-roads of one turn


def two_half_roads(drawn: dict[tuple[int, int], str] | None = None, **others: Any) -> State:
    """Raja Man Singh's box completes a column that pays a half-road, his money reaches another on the track."""
    half = {"half_road": 1}
    overrides = printed(lower=(half, {"fame": 1}, {"fame": 1}), money={1: half}, **NORTH, **others)
    table = Table(overrides=overrides).dice(orange="raja_man_singh trader").palace(master_builder=1, portuguese=1)
    table.roads(drawn or {}).levels(temple=2, palace=2, fort=2, mill=2)
    return take(table.state(), "orange die (Raja Man Singh)")


COMBINE = "draw two half-roads as one road"


def test_two_half_roads_of_one_turn_are_combined_to_a_straight_or_a_bend() -> None:
    state = two_half_roads(cells={(3, 3): "mill"})
    assert texts(state) == [COMBINE]
    state = choose(state, COMBINE)
    assert drawable(state) == {(3, 3, "top bottom"), (3, 3, "right bottom"), (3, 3, "bottom left")}
    state = choose(state, "draw a bend at row 3, column 3, roads bottom, left")
    assert (roads(state, 3, 3), state.seats[0].fame) == ("bottom left", 3)
    assert (pending(state), state.seat_to_move) == (set(), 1)


def test_two_half_roads_of_one_turn_may_be_added_one_by_one() -> None:
    state = two_half_roads({(3, 3): "top bottom"})
    assert set(texts(state)) - {COMBINE} <= {
        f"use bonus: 1 half-road ({at})" for at in ("lower palace, column 1", "money track, bonus 1")
    }
    assert COMBINE in texts(state)
    state = choose(state, "use bonus: 1 half-road (lower palace, column 1)", add(3, 3, "right"))
    assert texts(state) == ["use bonus: 1 half-road (money track, bonus 1)"]
    state = choose(state, "use bonus", add(3, 3, "left"))
    assert (roads(state, 3, 3), state.seat_to_move) == ("top right bottom left", 1)


def test_half_roads_that_are_combined_make_a_new_road() -> None:
    state = choose(two_half_roads({(3, 3): "top bottom"}), COMBINE)
    assert drawable(state) == {(2, 3, "top bottom"), (2, 3, "right bottom"), (2, 3, "bottom left")}
    assert addable(state) == set()


def test_a_single_half_road_draws_no_road() -> None:
    assert COMBINE not in texts(on_track({"half_road": 1}, lambda t: t.roads({(3, 3): "top bottom"})))


def test_a_half_road_waits_for_a_second_one_on_the_same_turn() -> None:
    # nothing is drawn yet; the money that reaches the second half-road is a bonus itself
    overrides = printed(river={1: {"money": 2}}, money={1: {"half_road": 1}, 2: {"money": 3}, 5: {"half_road": 1}}, **NORTH)
    state = choose(Table(overrides=overrides).state(), FLAG)
    assert texts(state) == ["use bonus: 3 money (money track, bonus 2)"]
    state = choose(state, "use bonus")
    assert texts(state) == [COMBINE]


def test_half_roads_of_different_turns_are_not_combined() -> None:
    overrides = printed(river={1: {"money": 1}}, money={1: {"half_road": 1}, 2: {"half_road": 1}}, **NORTH)
    table = Table(overrides=overrides).seat(money=1)
    assert COMBINE not in texts(choose(table.state(), FLAG))
    assert choose(table.state(), FLAG).seat_to_move == 1


# the river


def test_forward_to_the_next_river_space() -> None:
    state = used({"sail": 1}, table=lambda t: t.river(2, 5), river={7: {"money": 1}, 8: {"fame": 6}})
    assert (marks(state), state.seats[0].fame, state.seats[0].river) == ([2, 5, 7, 8], 6, 8)


def test_on_the_last_space_sailing_on_is_of_no_use() -> None:
    state = take(Table(overrides=track({"sail": 1})).dice(blue="swan flag").river(17).state(), "blue die (swan)")
    assert (marks(state), state.seat_to_move) == ([17, 18], 1)


def test_back_to_the_next_unmarked_river_space() -> None:
    state = used({"sail_back": 1}, table=lambda t: t.river(5, 6), river={7: {"money": 1}, 4: {"fame": 6}})
    assert (marks(state), state.seats[0].fame, state.seats[0].river) == ([4, 5, 6, 7], 6, 7)


def test_the_first_river_space_can_be_gone_back_to() -> None:
    state = used({"sail_back": 1}, table=lambda t: t.river(2, 3, 4, 5, 6), river={7: {"money": 1}, 1: {"fame": 6}})
    assert (marks(state), state.seats[0].fame) == ([1, 2, 3, 4, 5, 6, 7], 6)


def test_back_to_any_unmarked_river_space() -> None:
    state = used({"sail_back_anywhere": 1}, table=lambda t: t.river(2, 5, 6), river={7: {"money": 1}, 1: {"fame": 6}})
    assert [text.split("(")[0] for text in texts(state)] == [
        *("go back to river space 1 ", "go back to river space 3 ", "go back to river space 4 "),
    ]
    state = choose(state, "go back to river space 1 ")
    assert (marks(state), state.seats[0].fame, state.seats[0].river) == ([1, 2, 5, 6, 7], 6, 7)


@pytest.mark.parametrize("back", ["sail_back", "sail_back_anywhere"])
def test_without_an_unmarked_space_behind_going_back_is_of_no_use(back: str) -> None:
    assert is_lost({back: 1}, lambda t: t.river(1, 2, 3, 4, 5, 6), river={7: {"money": 1}})


# --- Leila


def test_leilas_edge_bonus_is_used_after_the_building_and_takes_her_down_the_river() -> None:
    overrides = printed(residence_roads="left", cells={(4, 2): "fort"}, edge={"bottom_2": {"sail": 1}}, river={5: {"goods": 3}})
    table = Table(overrides=overrides).after("orange").levels(1, fort=1).river(4, seat=1)
    state = take(table.state(), "green die (bend)", draw(4, 2, "right bottom"))
    assert (state.seats[1].fame, pending(state, 1), marks(state, 1)) == (2, {"edge bottom_2"}, [4])
    state = choose(state, "use bonus: the next river space (bottom edge, column 2)", "take tea", "take silk", "take spices")
    assert marks(state, 1) == [4, 5]
    assert amounts(state, "goods", 1) == {"tea": 1, "silk": 1, "spices": 1}
    assert state.seat_to_move == 2


def test_leilas_whole_turn_with_multiple_bonuses() -> None:
    overrides = printed(
        residence_roads="top",
        cells={(1, 5): "palace", (2, 4): "temple"},
        river={7: {"fork": 1}, 8: {"money": 4}},
        edge={"top_5": {"master_builder": 1}, "right_1": {"goods_die": 1}, "right_3": {"sail": 1}},
        lower=({"goods_die": 1}, {"fame": 1}, {"fame": 1}),
    )
    table = Table(overrides=overrides).dice(purple="tea_silk spices_spices").after("purple")  # the goods die is on the elephant
    table.roads({(3, 3): "top right bottom", (3, 4): "right left", (3, 5): "top left"}, 1)
    table.roads({(2, 3): "top bottom", (1, 3): "right bottom", (1, 4): "right left"}, 1)
    table.levels(1, palace=1).palace(1, raja_man_singh=1, portuguese=2).river(5, seat=1).seat(1, fame=22, money=28)

    # she advances to the next flag symbol, where she gets a fork
    state = take(table.state(), "blue die (flag)")
    assert (marks(state, 1), state.decision) == ([5, 7], "build_road")
    # in the top right corner it connects two bonuses, and the upgraded building is worth 2 fame
    state = choose(state, draw(1, 5, "top right left"))
    assert pending(state, 1) == {"edge top_5", "edge right_1"}
    assert (state.seats[1].fame, state.seats[1].money) == (24, 28)
    # the Goods Die
    state = choose(state, "use bonus: the goods of a purple die (right edge, row 1)", "(spices and spices)")
    assert amounts(state, "goods", 1) == {"spices": 2}
    # the Master Builder, who completes the first column of the lower palace area
    state = choose(state, "use bonus: the Master Builder action (top edge, column 5)")
    assert amounts(state, "palace", 1) == {"raja_man_singh": 1, "master_builder": 1, "portuguese": 2}
    assert pending(state, 1) == {"palace_column lower 1"}
    # one half-road opens up the road to the temple, the other receives a bonus at the edge
    state = add_both(state, (1, 4, "bottom"), (3, 5, "right"))
    assert state.seats[1].fame == 24
    assert pending(state, 1) == {"palace_column lower 1", "edge right_3"}
    # the next river space has 4 coins, with which her tracks intersect
    state = choose(state, "use bonus: the next river space (right edge, row 3)")
    assert (marks(state, 1), state.seats[1].money) == ([5, 7, 8], 32)
    assert (state.seats[1].passed, state.seat_to_move) == (1, 1)
    # the column bonus, again 2 spices
    state = choose(state, "use bonus: the goods of a purple die (lower palace, column 1)", "(spices and spices)")
    assert amounts(state, "goods", 1) == {"spices": 4}
    assert (state.seat_to_move, state.is_over) == (2, False)
    assert finish_turn(state).is_over


def test_a_road_pays_for_a_chain_through_both_tracks() -> None:
    chain: dict[str, Any] = {"edge": {"top_3": {"money": 1}}, "money": {1: {"fame": 1}}, "fame": {1: {"goods": 1}}}
    overrides = printed(residence_roads="top", river={1: {"fork": 1}}, **chain)
    table = Table(overrides=overrides).roads({(3, 3): "top bottom", (2, 3): "top bottom"})
    state = choose(table.state(), FLAG, draw(1, 3, "top bottom left"), "use bonus", "use bonus", "use bonus", "take tea")
    assert released(state) == {"edge top_3", "track money 1", "track fame 1"}
    assert (state.seat_to_move, amounts(state, "goods")) == (1, {"tea": 1})
