"""Doubtful rules, each read both ways; the default is the rulebook's."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from tests.charmers.sheets import (
    Table,
    amounts,
    choose,
    finish_turn,
    lying,
    pending,
    printed,
    released,
    rules_for,
    texts,
)

FLAG = "take the blue die (flag)"


def test_the_first_choice_of_every_reading_is_the_default() -> None:
    assert rules_for(2).readings == {name: choices[0] for name, choices in terms.READINGS.items()}


# --- tracks that meet exactly


def meeting(reading: str, **seat: int) -> State:
    return choose(Table(3, printed(readings__meeting=reading)).after("orange", "green").seat(2, **seat).state(), FLAG)


@pytest.mark.parametrize(("reading", "ends"), [("ends_the_game", True), ("must_pass", False)])
def test_tracks_that_meet_exactly_end_the_game_or_do_not(reading: str, ends: bool) -> None:
    state = meeting(reading, fame=30, money=17)
    assert (state.is_over, bool(state.seats[2].passed)) == (ends, ends)


@pytest.mark.parametrize("reading", terms.READINGS["meeting"])
def test_tracks_half_a_point_past_the_line_end_the_game_in_any_case(reading: str) -> None:
    assert meeting(reading, fame=30, money=18).is_over


# --- the end with the first die of two players


def first_die(reading: str, seat: int, *taken: str) -> State:
    overrides = printed(readings__first_die=reading)
    return choose(Table(2, overrides).seat(seat, fame=30, money=17).after(*taken).state(), FLAG)


def test_the_first_die_of_the_start_player_ends_the_game_at_once_or_after_the_others_first_die() -> None:
    assert first_die("ends_at_once", 0).is_over
    state = first_die("other_player_too", 0)
    assert (state.is_over, state.seat_to_move) == (False, 1)
    assert finish_turn(state).is_over


@pytest.mark.parametrize("reading", terms.READINGS["first_die"])
def test_the_first_die_of_the_other_player_ends_the_game_at_once_in_any_case(reading: str) -> None:
    assert first_die(reading, 1, "orange").is_over


@pytest.mark.parametrize("reading", terms.READINGS["first_die"])
def test_after_second_dice_the_round_is_completed_in_any_case(reading: str) -> None:
    state = first_die(reading, 0, "orange", "green")
    assert (state.is_over, state.seat_to_move) == (False, 1)
    assert finish_turn(state).is_over
    assert first_die(reading, 1, "orange", "green", "green 2").is_over


@pytest.mark.parametrize("reading", terms.READINGS["first_die"])
def test_with_more_players_the_reading_does_not_matter(reading: str) -> None:
    state = choose(Table(3, printed(readings__first_die=reading)).seat(0, fame=30, money=17).state(), FLAG)
    assert not state.is_over
    assert finish_turn(finish_turn(state)).is_over


# --- bonuses one does not want

DECLINE = "use no more bonuses"
NO_ACTION = "carry out no palace action"


def two_bonuses(reading: str) -> State:
    overrides = printed(river={1: {"money": 2}}, money={1: {"fame": 2}, 2: {"goods": 1}}, readings__bonuses=reading)
    return choose(Table(overrides=overrides).state(), FLAG)


def test_a_bonus_that_can_be_used_must_be_used() -> None:
    assert DECLINE not in texts(two_bonuses("must_be_used"))


def test_bonuses_may_be_declined() -> None:
    state = two_bonuses("may_be_declined")
    assert DECLINE in texts(state)
    none = choose(state, DECLINE)
    assert (none.seat_to_move, none.seats[0].fame, amounts(none, "goods")) == (1, 0, {})
    assert (pending(none), len(released(none))) == (set(), 2)
    one = choose(state, "use bonus: 2 fame", DECLINE)
    assert (one.seat_to_move, one.seats[0].fame, amounts(one, "goods")) == (1, 2, {})


def a_palace_action(reading: str, **place: Any) -> State:
    overrides = printed(**{"river": {1: {"palace_action": 1}}, **place}, readings__bonuses=reading)
    return choose(Table(overrides=overrides).state(), FLAG)


def test_a_palace_action_of_the_river_must_be_used() -> None:
    assert NO_ACTION not in texts(a_palace_action("must_be_used"))


def test_a_palace_action_of_the_river_may_be_declined() -> None:
    state = a_palace_action("may_be_declined")
    assert NO_ACTION in texts(state)
    none = choose(state, NO_ACTION)
    assert (none.seat_to_move, none.seats[0].palace.sum()) == (1, 0)


def test_a_palace_action_chosen_as_a_bonus_or_by_the_great_mogul_is_carried_out() -> None:
    bonus = a_palace_action("may_be_declined", river={1: {"money": 1}}, money={1: {"palace_action": 1}})
    chosen = choose(bonus, "use bonus")
    assert str(chosen.decision) == "palace_action"
    assert NO_ACTION not in texts(chosen)
    assert NO_ACTION not in texts(choose(a_palace_action("may_be_declined"), "palace action: Great Mogul"))


@pytest.mark.parametrize(("reserve", "is_declined"), [(0.0, False), (5.0, True)])
def test_a_strategy_with_a_reserve_declines_a_palace_action_of_the_river(reserve: float, is_declined: bool) -> None:
    state = a_palace_action("may_be_declined")
    answer = ask(find_strategy("rule_of_thumb", {"reserve": reserve}, game="charmers"), state, 1, 1)
    assert option_of(state, answer).is_pass == is_declined


# Leila gets a fork on the river "that she may immediately build in" (rulebook: Receiving multiple bonuses on one turn).
NO_ROAD = "draw no road"


def a_road(earns: str, amount: int, reading: str, **place: Any) -> State:
    overrides = printed(**{"river": {1: {earns: amount}}, **place}, readings__bonuses=reading)
    return choose(Table(overrides=overrides).state(), FLAG)


def drawn_spaces(state: State) -> int:
    return int((state.seats[0].roads > 0).sum())


@pytest.mark.parametrize("earns", ["straight", "bend", "fork", "crossroad"])
def test_a_road_of_the_river_must_be_drawn(earns: str) -> None:
    assert NO_ROAD not in texts(a_road(earns, 1, "must_be_used"))


@pytest.mark.parametrize("earns", ["straight", "bend", "fork", "crossroad"])
def test_a_road_of_the_river_may_be_declined(earns: str) -> None:
    state = a_road(earns, 1, "may_be_declined")
    assert [option.text for option in state.options if option.is_pass] == [NO_ROAD]
    assert set(state.options[-1].fields.values()) == {None}
    none, drawn = choose(state, NO_ROAD), state.play(state.options[0])
    assert (none.seat_to_move, drawn_spaces(none), drawn_spaces(drawn)) == (1, 1, 2)


def test_a_half_road_of_the_river_may_be_declined_each_by_itself() -> None:
    assert NO_ROAD not in texts(a_road("half_road", 2, "must_be_used"))
    state = a_road("half_road", 2, "may_be_declined")
    assert [option.text for option in state.options if option.is_pass] == [NO_ROAD]
    none = choose(state, NO_ROAD)
    assert (none.seat_to_move, drawn_spaces(none)) == (1, 1)
    overrides = printed(river={1: {"half_road": 2}}, readings__bonuses="may_be_declined")
    table = Table(overrides=overrides).roads({(3, 3): "top bottom"})
    one_arm = choose(choose(table.state(), FLAG), "add a road at row 3, column 3 to the right", NO_ROAD)
    assert (one_arm.seat_to_move, one_arm.seats[0].roads.sum()) == (1, table.state().seats[0].roads.sum() + 2)


def test_roads_of_dice_of_people_and_of_bonuses_are_drawn() -> None:
    overrides = printed(readings__bonuses="may_be_declined", river={1: {"palace_action": 1}}, money={1: {"fork": 1}})
    state = Table(overrides=overrides).state()
    assert NO_ROAD not in texts(choose(state, "take the green die (straight)"))
    assert NO_ROAD not in texts(choose(state, FLAG, "palace action: Master Builder"))
    bonus = printed(readings__bonuses="may_be_declined", river={1: {"money": 1}}, money={1: {"fork": 1}})
    assert NO_ROAD not in texts(choose(Table(overrides=bonus).state(), FLAG, "use bonus"))


@pytest.mark.parametrize("earns", ["fork", "half_road"])
def test_a_strategy_that_weighs_declining_draws_the_roads_of_the_river(earns: str) -> None:
    state = a_road(earns, 1 if earns == "fork" else 2, "may_be_declined")
    answer = ask(find_strategy("rule_of_thumb", {"reserve": 5.0}, game="charmers"), state, 1, 1)
    assert not option_of(state, answer).is_pass


@pytest.mark.parametrize("reading", terms.READINGS["bonuses"])
def test_a_bonus_that_cannot_be_used_is_lost_without_a_question_in_any_case(reading: str) -> None:
    state = choose(Table(overrides=printed(money={1: {"sell_any": 2}}, readings__bonuses=reading)).state(), FLAG)
    assert (state.seat_to_move, pending(state), released(state)) == (1, set(), {"track money 1"})


@pytest.mark.parametrize("reading", terms.READINGS["bonuses"])
def test_fewer_goods_may_be_sold_in_any_case(reading: str) -> None:
    overrides = printed(money={1: {"sell_any": 2}}, readings__bonuses=reading)
    state = choose(Table(overrides=overrides).goods(tea=3).state(), FLAG, "use bonus", "sell tea", "sell no more")
    assert amounts(state, "sold") == {"tea": 1}


@pytest.mark.parametrize(("reading", "first"), [("must_be_used", False), ("may_be_declined", True)])
def test_a_sale_without_selling_anything_is_the_same_as_declining_it(reading: str, first: bool) -> None:
    overrides = printed(residence_roads="top", cells={(3, 3): "market_same"}, readings__bonuses=reading)
    state = choose(Table(overrides=overrides).goods(tea=3).state(), "take the green die (straight)", "draw a road")
    assert ("sell no more" in texts(state)) == first


def with_a_maharani(river_space: dict[str, int], **seat: int) -> State:
    """Seat 0 may use the Maharani as a bonus, who takes it to river space 2 or 3 that pay this."""
    overrides = printed(river={1: {"money": 1}, 2: river_space, 3: river_space}, money={1: {"maharani": 1}})
    table = Table(overrides=overrides | {"readings.bonuses": "may_be_declined"}).seat(0, **seat)
    return choose(table.state(), FLAG)


@pytest.mark.parametrize(
    ("reserve", "river_space", "is_declined"),
    [(0.0, {"money": 1}, False), (1.0, {"money": 1}, True), (1.0, {"fame": 3}, False)],
)
def test_a_strategy_with_a_reserve_declines_a_palace_box_for_less_than_the_box_could_bring_later(
    reserve: float, river_space: dict[str, int], is_declined: bool
) -> None:
    state = with_a_maharani(river_space)
    answer = ask(find_strategy("rule_of_thumb", {"reserve": reserve}, game="charmers"), state, 1, 1)
    assert (option_of(state, answer).text == DECLINE) == is_declined


def test_late_in_the_race_nothing_is_reserved_for_later() -> None:
    state = with_a_maharani({"money": 1}, fame=37)
    answer = ask(find_strategy("rule_of_thumb", {"reserve": 1.0}, game="charmers"), state, 1, 1)
    assert option_of(state, answer).text != DECLINE


def test_what_is_worth_using_is_used_before_the_rest_is_declined() -> None:
    overrides = printed(
        river={1: {"money": 2}, 2: {"money": 1}, 3: {"money": 1}},
        money={1: {"maharani": 1}, 2: {"fame": 1}},
        readings__bonuses="may_be_declined",
    )
    state, strategy = (
        choose(Table(overrides=overrides).state(), FLAG),
        find_strategy("rule_of_thumb", {"reserve": 1.0}, game="charmers"),
    )
    first = option_of(state, ask(strategy, state, 1, 1))
    assert first.text == "use bonus: 1 fame (money track, bonus 2)"
    rest = state.play(first)
    assert option_of(rest, ask(strategy, rest, 1, 1)).text == DECLINE


@pytest.mark.parametrize(("good", "is_declined"), [(0.8, False), (1.5, True)])
def test_a_strategy_to_which_goods_in_stock_are_worth_more_than_their_price_declines_a_market(
    good: float, is_declined: bool
) -> None:
    overrides = printed(residence_roads="top", cells={(3, 3): "market_same"}, readings__bonuses="may_be_declined")
    state = choose(Table(overrides=overrides).goods(tea=2).state(), "take the green die (straight)", "draw a road")
    answer = ask(find_strategy("rule_of_thumb", {"good": good}, game="charmers"), state, 1, 1)
    assert (option_of(state, answer).text == "sell no more") == is_declined


def option_of(state: State, code: int) -> Option:
    """Return the option with this code."""
    return state.options[state.option_codes.index(code)]


# --- purple dice on depots


def goods_die(reading: str, *taken: str, players: int = 4) -> State:
    overrides = printed(money={1: {"goods_die": 1}}, readings__goods_die=reading)
    return choose(Table(players, overrides).after(*taken).state(), FLAG)


def goods_offered(state: State) -> set[str]:
    if "use bonus" not in texts(state)[0]:
        return set()
    return {text.removeprefix("take the goods of the purple die ").strip("()") for text in texts(choose(state, "use bonus"))}


@pytest.mark.parametrize("reading", terms.READINGS["goods_die"])
def test_dice_in_the_middle_and_on_the_elephant_can_be_read_in_any_case(reading: str) -> None:
    assert goods_offered(goods_die(reading)) == {"tea and tea", "silk and spices"}
    table = Table(4, printed(readings__goods_die=reading)).after("purple").state()
    assert lying(table, terms.ELEPHANT) == ["purple 2"]
    assert "silk and spices" in goods_offered(goods_die(reading, "purple"))


@pytest.mark.parametrize(
    ("reading", "shown"), [("anywhere", {"tea and tea", "silk and spices"}), ("middle_and_elephant", {"silk and spices"})]
)
def test_a_die_on_another_players_depot_can_be_read_or_not(reading: str, shown: set[str]) -> None:
    assert goods_offered(goods_die(reading, "purple")) == shown
    assert goods_offered(goods_die(reading, "orange", "purple")) == shown


def test_with_both_dice_on_depots_the_bonus_is_lost_by_the_other_reading() -> None:
    assert goods_offered(goods_die("anywhere", "orange", "purple", "purple 2")) == {"tea and tea", "silk and spices"}
    state = goods_die("middle_and_elephant", "orange", "purple", "purple 2")
    assert goods_offered(state) == set()
    assert (pending(state, 3), state.round_number) == (set(), 2)


@pytest.mark.parametrize(("reading", "n"), [("anywhere", 2), ("middle_and_elephant", 1)])
def test_ones_own_depot_is_no_other_place_than_the_depots_of_others(reading: str, n: int) -> None:
    overrides = printed(money={1: {"goods_die": 1}}, readings__goods_die=reading)
    state = choose(Table(2, overrides).after("purple", "orange").state(), FLAG)
    assert len(goods_offered(state)) == n
