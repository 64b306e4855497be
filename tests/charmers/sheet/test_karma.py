"""Karma (rulebook: Karma; The game for two players)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.positions.state import State
from tests.charmers.sheets import (
    SHOWN_TEXTS,
    Table,
    amounts,
    choose,
    die,
    face,
    finish_turn,
    lying,
    marks,
    pending,
    printed,
    take,
    texts,
)


def second(
    players: int = 3, overrides: dict[str, Any] | None = None, seed: int = 1, karma: int = 1, used: int = 0, **dice: Any
) -> State:
    """Seat 1 is to move; the first orange die is taken, the second one lies on the elephant."""
    table = Table(players, overrides, seed).dice(**{"orange": "trader portuguese"} | dice).after("orange")
    return table.karma(karma, used, seat=1).state()


def with_karma(state: State) -> set[str]:
    """The dice one may reroll together with the one on the elephant."""
    return {
        text.removeprefix("use karma: reroll the ").removesuffix(" and the elephant's")
        for text in texts(state)
        if "karma" in text
    }


REROLL_BLUE = "use karma: reroll the blue die (flag)"


# --- who may use it, and when


def test_every_other_player_may_reroll_any_die_of_the_middle_with_the_elephants() -> None:
    assert with_karma(second()) == {
        *("purple die (tea and tea)", "purple die (silk and spices)", "green die (straight)", "green die (bend)"),
        *("blue die (flag)", "blue die (lotus)"),
    }


def test_the_dice_can_still_be_taken_as_they_lie() -> None:
    assert sum(text.startswith("take the") for text in texts(second())) == 6


def test_the_start_player_cannot_use_karma() -> None:
    state = Table().karma(5).state()
    assert with_karma(state) == set()


def test_nobody_uses_karma_he_does_not_have() -> None:
    assert with_karma(second(karma=2, used=2)) == set()
    assert with_karma(second(karma=0)) == set()
    assert with_karma(second(karma=2, used=1)) != set()


def test_a_useless_die_of_the_middle_may_be_rerolled_too() -> None:
    table = Table().after("orange").river(13, seat=1)
    assert "blue die (flag)" in with_karma(table.state())


def test_with_two_players_the_start_player_may_use_karma_on_his_second_turn() -> None:
    state = Table(2).after("orange", "green").state()
    assert state.seat_to_move == 0
    assert "blue die (flag)" in with_karma(state)


def test_with_two_players_the_start_player_may_not_on_his_first() -> None:
    assert with_karma(Table(2).state()) == set()


def test_with_two_players_the_other_may_on_both_turns() -> None:
    assert with_karma(Table(2).after("orange").state()) != set()
    assert with_karma(Table(2).after("orange", "green", "green 2").state()) != set()


def test_karma_is_used_only_at_the_beginning_of_the_turn() -> None:
    state = take(second(), "green die (straight)")
    assert not any("karma" in text for text in texts(state))


@pytest.mark.parametrize("karma", [1, 2])
def test_a_decision_about_dice_has_the_same_words_whether_karma_may_be_used_or_not(karma: int) -> None:
    state = second(karma=karma)
    assert state.decision_text == second(karma=0).decision_text == "take a die"
    assert choose(state, REROLL_BLUE).decision_text == "take a rolled die"


# --- the roll


def test_exactly_the_two_dice_are_rolled() -> None:
    changed = set()
    for seed in range(20):
        before = second(seed=seed)
        after = choose(before, REROLL_BLUE)
        assert after.decision == "karma_roll"
        changed |= {n for n in range(terms.N_OF.dice) if before.faces[n] != after.faces[n]}
    assert changed == {4, 7}  # the first blue one and the second orange one


def test_both_dice_can_show_each_of_their_faces() -> None:
    blue, orange = set(), set()
    for seed in range(80):
        after = choose(second(seed=seed), REROLL_BLUE)
        blue.add(face(after, "blue 1"))
        orange.add(face(after, "orange 2"))
    assert blue == set(terms.SYMBOLS)
    assert orange == set(terms.PEOPLE)


def test_using_karma_crosses_one_out_and_leaves_it_collected() -> None:
    after = choose(second(karma=3, used=1), REROLL_BLUE)
    assert (after.seats[1].karma_collected, after.seats[1].karma_used) == (3, 2)
    assert (after.seats[0].karma_used, after.seats[2].karma_used) == (0, 0)


def rolled(wanted: tuple[str, ...], **position: Any) -> State:
    """A position after a roll with karma in which both dice show what is wanted: ``rolled(("flag", "trader"))``."""
    for seed in range(400):
        state = choose(second(seed=seed, **position), REROLL_BLUE)
        if (face(state, "blue 1"), face(state, "orange 2")) == wanted:
            return state
    raise AssertionError(f"{wanted} was never rolled")


def test_one_of_the_two_results_is_chosen() -> None:
    state = rolled(("fish", "portuguese"))
    assert texts(state) == ["take the orange die (Portuguese)", "take the blue die (fish)"]


def test_the_die_not_chosen_goes_on_the_elephant() -> None:
    state = take(rolled(("fish", "portuguese")), "blue die (fish)")
    assert lying(state, terms.DEPOT + 1) == ["blue 1"]
    assert lying(state, terms.ELEPHANT) == ["orange 2"]
    assert (marks(state, 1), state.seat_to_move) == ([3], 2)


def test_the_die_of_the_elephant_may_be_chosen() -> None:
    state = take(rolled(("fish", "portuguese")), "orange die (Portuguese)", "take silk")
    assert lying(state, terms.DEPOT + 1) == ["orange 2"]
    assert lying(state, terms.ELEPHANT) == ["blue 1"]
    assert "blue 1" not in lying(state, terms.MIDDLE)
    assert (amounts(state, "goods", 1), amounts(state, "palace", 1)) == ({"silk": 1}, {"portuguese": 1})


def test_the_die_on_the_elephant_is_available_again_to_later_karma() -> None:
    state = take(rolled(("fish", "portuguese")), "orange die (Portuguese)", "take silk")
    assert (face(state, "blue 1"), state.seat_to_move) == ("fish", 2)
    assert "take the blue die (fish)" not in texts(state)
    after = choose(state, "use karma: reroll the green die (straight)")
    green, blue = face(after, "green 1"), face(after, "blue 1")
    assert f"take the blue die ({blue})" in texts(after)
    assert f"take the green die ({SHOWN_TEXTS.get(green, green)})" in texts(after)
    assert (after.seats[2].karma_used, after.seats[1].karma_used) == (1, 1)


def test_new_results_keep_lying_for_the_others() -> None:
    state = take(rolled(("fish", "portuguese")), "blue die (fish)")
    assert face(state, "orange 2") == "portuguese"


# --- more than one


def test_as_much_karma_as_one_has_may_be_used_on_one_turn() -> None:
    state = choose(second(karma=3), REROLL_BLUE)
    assert "use another karma" in texts(state)
    state = choose(state, "use another karma", "use another karma")
    assert state.seats[1].karma_used == 3
    assert "use another karma" not in texts(state)


def test_the_same_two_dice_are_rolled_again() -> None:
    changed = set()
    for seed in range(20):
        before = choose(second(karma=2, seed=seed), REROLL_BLUE)
        after = choose(before, "use another karma")
        assert after.decision == "karma_roll"
        changed |= {n for n in range(terms.N_OF.dice) if before.faces[n] != after.faces[n]}
    assert changed == {4, 7}


def test_each_reroll_is_a_roll_of_its_own() -> None:
    results = set()
    for seed in range(12):
        state = choose(second(karma=4, seed=seed), REROLL_BLUE, "use another karma", "use another karma")
        results.add((face(state, "blue 1"), face(state, "orange 2")))
    assert len(results) > 6


def test_one_need_not_roll_again() -> None:
    state = rolled(("fish", "portuguese"), karma=3)
    assert texts(state) == ["take the orange die (Portuguese)", "take the blue die (fish)", "use another karma"]
    assert take(state, "blue die (fish)").seats[1].karma_used == 1


# --- results of no use


def test_a_result_without_use_is_not_chosen_when_the_other_has_one() -> None:
    for seed in range(10):
        state = Table(seed=seed).dice(orange="trader portuguese").after("orange").river(18, seat=1).state()
        state = choose(state, REROLL_BLUE)
        assert texts(state) == [f"take the orange die ({face(state, 'orange 2').replace('_', ' ').title()})"]


def test_the_same_holds_for_the_die_of_the_elephant() -> None:
    for seed in range(10):
        table = Table(seed=seed).dice(orange="trader portuguese").after("orange")
        state = choose(table.palace(1, **dict.fromkeys(terms.PEOPLE, 3)).state(), REROLL_BLUE)
        assert texts(state) == [f"take the blue die ({face(state, 'blue 1')})"]


def useless(karma: int) -> State:
    """Seat 1, whose river and palace are done."""
    table = Table().dice(orange="trader portuguese").after("orange").river(18, seat=1)
    return table.palace(1, **dict.fromkeys(terms.PEOPLE, 3)).karma(karma, seat=1).state()


def test_when_both_results_are_of_no_use_the_chosen_die_has_no_action() -> None:
    before = choose(useless(1), REROLL_BLUE)
    assert len(texts(before)) == 2
    state = before.play(before.options[1])
    assert state.seat_to_move == 2
    assert before.seats[1] == state.seats[1]
    assert (lying(state, terms.DEPOT + 1), lying(state, terms.ELEPHANT)) == (["blue 1"], ["orange 2"])


def test_when_both_results_are_of_no_use_more_karma_may_be_used() -> None:
    assert "use another karma" in texts(choose(useless(2), REROLL_BLUE))


# --- collecting it


def test_karma_is_collected_on_the_river_the_edge_and_the_money_track() -> None:
    on_river = take(Table(overrides=printed(river={1: {"karma": 1}})).state(), "blue die (flag)")
    assert (on_river.seats[0].karma_collected, on_river.seats[0].karma_used) == (2, 0)
    on_track = finish_turn(Table(overrides=printed(money={1: {"karma": 1}})).dice(purple="tea_tea silk_silk").state())
    assert on_track.seats[0].karma_collected == 1  # the first option is a purple die, without money
    on_track = finish_turn(take(Table(overrides=printed(money={1: {"karma": 1}})).state(), "blue die (flag)"))
    assert on_track.seats[0].karma_collected == 2


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_third_fourth_and_fifth_karma_bring_a_bonus_each(number: int) -> None:
    overrides = printed(river={1: {"karma": 1}}, karma={3: {"money": 3}, 4: {"money": 4}, 5: {"money": 5}})
    state = take(Table(overrides=overrides).karma(number - 1).state(), "blue die (flag)")
    assert pending(state) == ({f"karma_bonus 1 {number}"} if number >= 3 else set())
    if number >= 3:
        assert finish_turn(state).seats[0].money == number


def test_circled_karma_counts_even_if_it_was_used() -> None:
    overrides = printed(river={1: {"karma": 1}}, karma={3: {"money": 3}})
    state = take(Table(overrides=overrides).karma(2, 2).state(), "blue die (flag)")
    assert pending(state) == {"karma_bonus 1 3"}


def test_several_karma_at_once_bring_all_their_bonuses() -> None:
    overrides = printed(river={1: {"karma": 3}}, karma={3: {"money": 3}, 4: {"money": 4}, 5: {"money": 5}})
    state = take(Table(overrides=overrides).karma(1).state(), "blue die (flag)")
    assert pending(state) == {"karma_bonus 1 3", "karma_bonus 1 4"}


def test_nobody_collects_more_karma_than_the_track_has_spaces() -> None:
    overrides = printed(river={1: {"karma": 2}})
    state = take(Table(overrides=overrides).karma(4, 4).state(), "blue die (flag)")
    assert state.seats[0].karma_collected == 5
    state = take(Table(overrides=overrides).karma(5, 5).state(), "blue die (flag)")
    assert (state.seats[0].karma_collected, state.seats[0].karma_used) == (5, 5)


def test_of_two_dice_that_are_alike_and_roll_the_same_one_is_offered() -> None:
    results = set()
    for seed in range(40):
        table = Table(seed=seed).after("orange")
        table.board.where[die("orange 2")] = terms.MIDDLE
        table.board.where[die("green 1")] = terms.ELEPHANT
        state = choose(table.state(), "use karma: reroll the green die (bend)")
        shown = {face(state, f"green {number}") for number in (1, 2)}
        results.add((len(shown), len([text for text in texts(state) if text.startswith("take the")])))
    assert results == {(1, 1), (2, 2)}
