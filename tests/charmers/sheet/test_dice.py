"""Dice, turns, rounds and the elephant (rulebook: Course of the game; The game for two players)."""

from __future__ import annotations

import pytest

from rajas_sim.charmers.appraisal import APPRAISAL
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from tests.charmers.sheets import (
    Table,
    amounts,
    choose,
    draw,
    events,
    face,
    finish_turn,
    lying,
    marks,
    play_round,
    printed,
    take,
    texts,
)

ALL_DRAWN = {(row, column): "top right bottom left" for row in range(1, 5) for column in range(1, 6) if (row, column) != (4, 3)}


def taken(state: State) -> set[str]:
    """The colours and faces one may take without karma."""
    return {text.removeprefix("take the ") for text in texts(state) if text.startswith("take the ")}


# --- taking dice


@pytest.mark.parametrize("number", [1, 2])
def test_the_start_players_die_lies_on_his_depot_and_its_twin_on_the_elephant(number: int) -> None:
    shown = ["flag", "lotus"][number - 1]
    state = take(Table().state(), f"blue die ({shown})")
    assert lying(state, terms.DEPOT) == [f"blue {number}"]
    assert lying(state, terms.ELEPHANT) == [f"blue {3 - number}"]
    assert len(lying(state, terms.MIDDLE)) == 6


def test_the_die_on_the_elephant_is_not_available_to_the_other_players() -> None:
    state = take(Table().state(), "blue die (flag)")
    assert "blue die (lotus)" not in taken(state)
    assert taken(state) == {
        *("purple die (tea and tea)", "purple die (silk and spices)", "green die (straight)", "green die (bend)"),
        *("orange die (Trader)", "orange die (Maharani)"),
    }


def test_the_other_players_choose_from_the_middle_and_their_twins_stay_there() -> None:
    state = take(Table().state(), "blue die (flag)")
    state = take(state, "purple die (tea and tea)")
    assert lying(state, terms.DEPOT + 1) == ["purple 1"]
    assert lying(state, terms.ELEPHANT) == ["blue 2"]
    assert "purple 2" in lying(state, terms.MIDDLE)
    assert "purple die (silk and spices)" in taken(state)


def test_a_die_on_somebodys_depot_cannot_be_taken_again() -> None:
    state = Table().after("orange", "purple").state()
    assert "purple die (tea and tea)" not in taken(state)


def test_dice_keep_showing_what_they_show_while_they_are_taken() -> None:
    before = Table().state()
    after = take(before, "blue die (flag)")
    assert after.faces.tolist() == before.faces.tolist()


# --- turns and rounds


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_uses_one_die_in_clockwise_order(players: int) -> None:
    state, order = Table(players).state(), []
    while state.round_number == 1:
        order.append(int(state.seat_to_move))
        state = finish_turn(state)
    assert order == list(range(players))


def test_five_players_leave_two_dice_in_the_middle() -> None:
    state = Table(5).after("blue", "green", "green 2", "purple").state()
    assert len(lying(state, terms.MIDDLE)) == 3  # the last player takes one of them


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_elephant_is_passed_on_clockwise_and_the_new_start_player_rolls_all_dice(players: int) -> None:
    state, starters = Table(players).state(), []
    for _ in range(players + 1):
        starters.append(int(state.start_player))
        assert state.seat_to_move == state.start_player
        assert len(lying(state, terms.MIDDLE)) == 8
        state = play_round(state)
    assert starters == [*range(players), 0]


def test_all_eight_dice_are_rolled_anew() -> None:
    changed = set()
    for seed in range(30):
        before = Table(seed=seed).state()
        after = play_round(before)
        changed |= {n for n in range(terms.N_OF.dice) if before.faces[n] != after.faces[n]}
    assert changed == set(range(terms.N_OF.dice))


def test_new_rolls_do_not_repeat_those_of_the_round_before() -> None:
    rolls, state = [], Table(2, seed=5).state()
    for _ in range(8):
        state = play_round(state)
        rolls.append(tuple(state.faces.tolist()))
    assert len(set(rolls)) == len(rolls)


def test_rounds_and_turns_are_counted() -> None:
    state = Table(3).state()
    seen = []
    for _ in range(7):
        seen.append((int(state.round_number), int(state.turn_in_round), int(state.turns)))
        state = finish_turn(state)
    assert seen == [(1, 0, 0), (1, 1, 1), (1, 2, 2), (2, 0, 3), (2, 1, 4), (2, 2, 5), (3, 0, 6)]


def test_the_second_start_players_twin_goes_on_the_elephant() -> None:
    state = play_round(Table(3).state())
    assert state.start_player == 1
    colour = next(text for text in texts(state) if text.startswith("take the"))
    state = choose(state, colour)
    mine = lying(state, terms.DEPOT + 1)
    on_elephant = lying(state, terms.ELEPHANT)
    assert len(mine) == len(on_elephant) == 1
    assert mine[0].split()[0] == on_elephant[0].split()[0]


# --- two players


def test_two_players_alternate_until_both_have_had_two_turns() -> None:
    state, order = Table(2).state(), []
    while state.round_number <= 2:
        order.append((int(state.round_number), int(state.seat_to_move)))
        state = finish_turn(state)
    assert order == [(1, 0), (1, 1), (1, 0), (1, 1), (2, 1), (2, 0), (2, 1), (2, 0)]


def test_two_players_have_two_dice_each_on_their_depots() -> None:
    state = take(Table(2).state(), "blue die (flag)")
    state = take(state, "purple die (tea and tea)")
    state = take(state, "purple die (silk and spices)")
    assert lying(state, terms.DEPOT) == ["purple 2", "blue 1"]
    assert lying(state, terms.DEPOT + 1) == ["purple 1"]


def test_the_second_die_of_the_start_player_sends_no_twin_to_the_elephant() -> None:
    state = take(Table(2).after("blue", "green").state(), "orange die (Trader)", "take tea")
    assert lying(state, terms.ELEPHANT) == ["blue 2"]
    assert "orange 2" in lying(state, terms.MIDDLE)
    assert lying(state, terms.DEPOT) == ["blue 1", "orange 1"]


def test_in_the_two_player_game_the_start_player_changes_after_four_turns() -> None:
    state = Table(2).after("blue", "green", "green 2").state()
    assert state.seat_to_move == 1
    state = take(state, "purple die (tea and tea)")
    assert (state.round_number, state.start_player, state.seat_to_move) == (2, 1, 1)
    assert len(lying(state, terms.MIDDLE)) == 8


# --- suitable dice


def test_a_blue_die_whose_symbol_does_not_come_any_more_is_not_suitable() -> None:
    state = Table().river(13).state()  # the third flag
    assert "blue die (flag)" not in taken(state)
    assert "blue die (lotus)" in taken(state)


def test_a_purple_die_whose_goods_are_all_circled_is_not_suitable() -> None:
    state = Table().goods(tea=9).state()
    assert "purple die (tea and tea)" not in taken(state)
    assert "purple die (silk and spices)" in taken(state)


def test_an_orange_die_of_somebody_crossed_out_three_times_is_not_suitable() -> None:
    state = Table().palace(trader=3).state()
    assert "orange die (Trader)" not in taken(state)
    assert "orange die (Maharani)" in taken(state)


def test_a_green_die_without_a_space_to_draw_on_is_not_suitable() -> None:
    state = Table().roads(ALL_DRAWN).state()
    assert not any(text.startswith("green") for text in taken(state))


def test_half_roads_that_fit_nowhere_are_not_suitable() -> None:
    state = Table().dice(green="half_roads straight").roads(ALL_DRAWN).state()
    assert not any(text.startswith("green") for text in taken(state))


def nothing_left(table: Table, seat: int) -> Table:
    """Make every die but purple ones useless to a seat, and those too."""
    return (
        table.roads(ALL_DRAWN, seat)
        .goods(seat, tea=9, silk=9, spices=9)
        .river(18, seat=seat)
        .palace(seat, great_mogul=3, maharani=3, trader=3, raja_man_singh=3, master_builder=3, portuguese=3)
    )


NO_ACTION = "carry out no action: no die suits, and no karma can be used"


def test_without_a_suitable_die_and_without_karma_there_is_no_action() -> None:
    table = nothing_left(Table().karma(1, 1, seat=1), 1)
    before = take(table.state(), "purple die (tea and tea)")
    assert before.seat_to_move == 1
    assert texts(before) == [NO_ACTION]
    logged = events(before, NO_ACTION)
    state = choose(before, NO_ACTION)
    assert [what for what, *_ in logged] == ["no_action", "turn_ended"]
    assert state.seat_to_move == 2
    assert lying(state, terms.DEPOT + 1) == []
    assert state.seats[1] == before.seats[1]
    assert state.turns == 2


@pytest.mark.parametrize("name", ["balanced", "strong"])
def test_no_action_is_worth_nothing_to_strategies(name: str) -> None:
    state = take(nothing_left(Table().karma(1, 1, seat=1), 1).state(), "purple die (tea and tea)")
    assert texts(state) == [NO_ACTION]
    assert APPRAISAL.worths(state, find_strategy(name, game="charmers")) == pytest.approx([0.0])


def test_who_has_a_suitable_die_or_karma_must_act() -> None:
    assert NO_ACTION not in texts(Table().state())
    assert NO_ACTION not in texts(nothing_left(Table().after("orange").karma(1, 0, seat=1), 1).state())


def test_somebody_without_an_action_still_had_his_turn() -> None:
    table = nothing_left(Table(2).karma(1, 1, seat=1), 1)
    state, order = table.state(), []
    while state.round_number == 1:
        order.append(int(state.seat_to_move))
        state = finish_turn(state)
    assert order == [0, 1, 0, 1]
    assert state.start_player == 1


def test_when_nobody_can_do_anything_any_more_the_rounds_go_on_without_actions_to_their_limit() -> None:
    table = Table(2, printed(game__round_limit=7))
    for seat in (0, 1):
        nothing_left(table.karma(1, 1, seat=seat), seat)
    table.goods(1, tea=8).after("orange", "green", "green 2")  # seat 1 takes the last good there is
    state = take(table.state(), "purple die (tea and tea)")
    while not state.is_over:
        assert texts(state) == [NO_ACTION]
        state = choose(state, NO_ACTION)
    assert (state.end_reason, state.round_number) == ("round_limit", 7)
    assert state.turns == 7 * 4 - 3


def test_a_start_player_without_a_suitable_die_takes_none_and_nobody_can_use_karma() -> None:
    state = choose(play_round(nothing_left(Table(3), 1).state()), NO_ACTION)
    assert state.start_player == 1
    assert state.seat_to_move == 2
    assert lying(state, terms.ELEPHANT) == []
    assert not any("karma" in text for text in texts(state))
    assert len(lying(state, terms.MIDDLE)) == 8


def test_with_karma_somebody_without_a_suitable_die_rerolls() -> None:
    table = Table(3, printed(cells={})).after("orange").roads(ALL_DRAWN, 1).goods(1, tea=9, silk=9, spices=9).river(18, seat=1)
    table.palace(1, trader=3, maharani=3)
    state = table.state()
    assert state.seat_to_move == 1
    assert taken(state) == set()
    assert all(text.startswith("use karma") for text in texts(state))


def test_the_chosen_die_is_carried_out_by_its_colour() -> None:
    state = Table().state()
    assert amounts(take(state, "purple die (tea and tea)"), "goods") == {"tea": 2}
    assert marks(take(state, "blue die (lotus)")) == [2]
    assert amounts(take(state, "orange die (Trader)", "take silk"), "palace") == {"trader": 1}
    after = take(state, "green die (straight)", draw(3, 3, "top bottom"))
    assert after.seats[0].roads.astype(bool).sum() == 2
    assert face(state, "green 1") == "straight"
