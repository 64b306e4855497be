"""Dice: supply, rolling, the ten hands of Kali (rulebook: Placing workers; summary: Placing workers and doing actions)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import (
    TAKE_ANY_DIE,
    Table,
    choose,
    finish_turn,
    hand,
    in_supply,
    n_dice,
    play_space,
    river,
    spaces,
    texts,
)

TEN = "orange 1 1 2, green 3 3 4, blue 5 5 6, purple 6"
ROLLING = terms.READINGS["gained_dice"]
NINE = "orange 1 1 2, green 3 3 4, blue 5 5 6"


def test_a_die_taken_from_the_supply_is_rolled_and_lies_on_the_kali_statue() -> None:
    before = Table().dice("green 2").state()
    after = play_space(before, "terrace_blue")
    assert n_dice(after, "blue") == 1
    assert in_supply(after, "blue") == in_supply(before, "blue") - 1
    assert hand(after).startswith("green 2")


def test_every_face_can_be_rolled() -> None:
    rolled = {hand(play_space(Table(seed=seed).dice("").state(), "terrace_blue")) for seed in range(80)}
    assert rolled == {f"blue {value}" for value in range(1, 7)}


def test_a_die_given_up_goes_back_to_the_supply() -> None:
    before = Table().dice("blue 4").state()
    after = play_space(before, "balcony_blue", "give up blue die 4")
    assert in_supply(after, "blue") == in_supply(before, "blue") + 1


def test_a_colour_that_ran_out_cannot_be_taken() -> None:
    table = Table().dice("blue 1 1", 0).dice("blue 1 1 1 1 1 1 1 1 1 1", 1)
    after = play_space(table.state(), "terrace_blue")
    assert after.decision == "place"
    assert hand(after) == "blue 1 1"


def test_of_two_dice_only_one_is_taken_when_the_supply_has_one() -> None:
    table = Table().dice("blue 3, orange 1", 0).dice("orange 1 1 1 1 1 1 1 1 1 1", 1)
    after = play_space(table.state(), "balcony_blue", "give up blue die 3")
    assert (n_dice(after, "orange"), in_supply(after, "orange")) == (2, 0)


def test_a_colour_that_ran_out_is_not_among_the_colours_to_choose_from() -> None:
    table = Table().dice("purple 3, green 1 1", 0).dice("green 1 1 1 1 1 1 1 1 1 1", 1)
    state = play_space(table.state(), "yogi", "give up purple die 3")
    assert texts(state) == ["take an orange die", "take a blue die", "take a purple die"]


def test_colours_left_in_the_supply_can_all_be_combined() -> None:
    table = Table().dice("orange 2 1, green 1, blue 1", 0).dice("orange 1 1 1 1 1 1 1 1 1 1", 1)
    state = play_space(table.state(), "dancer", "give up orange die 2")  # which leaves one orange die to take
    assert combinations_offered(state) == {
        c for c in combinations_with_replacement(terms.COLOURS, 2) if c != ("orange", "orange")
    }


def combinations_offered(state: State) -> set[tuple[str, str]]:
    pairs = set()
    for first in state.options:
        middle = state.play(first)
        pairs |= {
            (terms.COLOURS[first.code], terms.COLOURS[second.code]) for second in middle.options if middle.decision == "take_die"
        }
    return pairs


def test_several_dice_taken_at_once_are_rolled_together() -> None:
    state = play_space(Table().dice("orange 2").state(), "dancer", "give up orange die 2")
    between = choose(state, "take a blue die")
    assert between.decision == "take_die"
    assert n_dice(between) == 0
    assert between.seats[0].rolls.sum() == 0
    assert n_dice(choose(between, "take a purple die")) >= 2


def test_two_dice_may_be_of_one_colour_or_of_two_and_order_does_not_matter() -> None:
    state = play_space(Table().dice("orange 2").state(), "dancer", "give up orange die 2")
    offered = []
    for first in state.options:
        offered += [(first.code, second.code) for second in state.play(first).options]
    assert sorted(offered) == list(combinations_with_replacement(range(4), 2))


# --- ten hands


def test_with_ten_dice_an_eleventh_is_not_stored_unless_one_is_given_back() -> None:
    state = play_space(Table().dice(TEN).state(), "terrace_blue")
    assert state.decision == "give_back_die"
    assert n_dice(finish_turn(state)) == 10


def test_any_die_may_be_given_back_or_fewer_dice_taken() -> None:
    state = play_space(Table().dice(TEN).state(), "terrace_blue")
    assert texts(state) == [
        *("give orange die 1 back", "give orange die 2 back", "give green die 3 back", "give green die 4 back"),
        *("give blue die 5 back", "give blue die 6 back", "give purple die 6 back", "take fewer dice"),
    ]


def test_dice_are_given_back_before_the_new_ones_are_rolled() -> None:
    before = Table().dice(TEN).state()
    state = play_space(before, "terrace_blue")
    assert state.seats[0].rolls.tolist() == before.seats[0].rolls.tolist()
    given = choose(state, "give purple die 6 back")
    assert n_dice(given, "purple") == 0
    assert n_dice(given, "blue") == 4
    assert in_supply(given, "purple") == in_supply(before, "purple") + 1


def test_taking_fewer_dice_leaves_the_kali_statue_as_it_was() -> None:
    state = choose(play_space(Table().dice(TEN).state(), "terrace_blue"), "take fewer dice")
    assert hand(state) == TEN
    assert state.decision == "place"


def test_with_nine_dice_one_of_two_new_dice_fits() -> None:
    nine = "orange 1 1 2, green 3 3 4, blue 5 5 6, purple 1"  # one of them pays the balcony
    state = play_space(Table().dice(nine).state(), "balcony_purple", "give up purple die 1")
    assert state.decision == "give_back_die"
    after = choose(state, "take fewer dice")
    assert (n_dice(after), n_dice(after, "green")) == (10, 4)
    after = choose(state, "give orange die 1 back")
    assert (n_dice(after), n_dice(after, "green"), n_dice(after, "orange")) == (10, 5, 2)


def test_of_two_dice_too_many_one_may_be_given_back_and_one_not_taken() -> None:
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1})).dice(TEN.replace("orange 1 1", "orange 1")).seat(karma=2)
    state = play_space(table.dice("orange 1 2 2, green 3 3 4, blue 5 5 6, purple 6 6").state(), "harbour", "give up orange die 1")
    state = choose(state, "advance 1")
    assert state.decision == "give_back_die"
    after = choose(state, "give purple die 6 back", "take fewer dice")
    assert n_dice(after) == 10
    assert n_dice(after, "orange") == 3
    assert n_dice(after, "purple") == 1


def test_dice_given_back_are_offered_in_one_order_only() -> None:
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1})).seat(karma=2)
    state = play_space(table.dice("orange 1 2 2, green 3 3 4, blue 5 5 6, purple 6 6").state(), "harbour", "give up orange die 1")
    state = choose(state, "advance 1", "give blue die 5 back")
    assert texts(state) == ["give blue die 5 back", "give blue die 6 back", "give purple die 6 back", "take fewer dice"]


def test_a_reroll_needs_no_free_hand() -> None:
    state = play_space(Table().dice(TEN).state(), "outer_terrace")
    assert state.decision == "reroll"
    assert n_dice(choose(state, "reroll blue die 5", "roll")) == 10


def test_the_hand_limit_is_a_value_of_the_rules() -> None:
    table = Table(overrides={"boards.basic.hand_limit": 8}).dice("orange 1 1 2, green 3 3 4, blue 5 5")
    assert play_space(table.state(), "terrace_blue").decision == "give_back_die"


def test_without_dice_spaces_that_cost_a_die_cannot_be_used() -> None:
    offered = spaces(Table().dice("").seat(money=10).state())
    assert offered == {"market_assorted", "outer_terrace", *(f"terrace_{colour}" for colour in terms.COLOURS)}


def test_what_the_supply_lacks_is_cut_off_before_dice_are_given_back() -> None:
    # three orange dice are due, two are left: with nine dice in hand only one has to be given back
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1}))
    table.dice("green 1 3 3 4, blue 5 5 6, orange 1 1, purple 6").dice("orange 1 1 1 1 1 1 1 1", 1).seat(karma=3)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    state = choose(state, "give purple die 6 back")
    assert (n_dice(state), n_dice(state, "orange")) == (10, 4)


def stopping(earns: dict[str, int], dice: str = "", reading: str = "rolled_together", supply: str | None = None) -> State:
    """Seat 0 stops at a river space that pays this, with these dice; `supply` is what seat 1 has taken from it."""
    table = Table(overrides=river(_1=earns) | {"readings.gained_dice": reading}).dice(f"purple 1, {dice}").dice(supply or "", 1)
    return play_space(table.seat(karma=0).state(), "harbour", "give up purple die 1", "advance 1")


def n_rolled(state: State) -> int:
    return int(state.seats[0].rolls.sum())


def colours(state: State) -> list[int]:
    return [n_dice(state, colour) for colour in terms.COLOURS]


# --- rolled together, or one by one


def test_all_colours_are_chosen_then_all_dice_are_rolled() -> None:
    state = stopping({"dice": 2})
    before = n_rolled(state)
    state = choose(state, "take a blue die")
    assert (n_rolled(state) - before, n_dice(state)) == (0, 0)
    assert colours(choose(state, "take a purple die")) == [0, 0, 1, 1]


def test_or_each_die_is_rolled_before_the_next_is_chosen() -> None:
    state = stopping({"dice": 2}, reading="rolled_one_by_one")
    before = n_rolled(state)
    state = choose(state, "take a blue die")
    assert (n_rolled(state) - before, colours(state)) == (1, [0, 0, 1, 0])
    assert texts(state) == TAKE_ANY_DIE  # what was rolled may speak for any colour, so their order matters
    assert colours(choose(state, "take an orange die")) == [1, 0, 1, 0]


def test_the_luck_of_the_dice_is_the_same_in_both_readings() -> None:
    both = [choose(stopping({"dice": 2}, reading=reading), "take a blue die", "take a purple die") for reading in ROLLING]
    assert hand(both[0]) == hand(both[1])


def test_dice_of_given_colours_leave_nothing_to_choose_as_long_as_there_is_room() -> None:
    for reading in ROLLING:
        after = stopping({"orange_dice": 1, "blue_dice": 1}, reading=reading)
        assert (colours(after), after.decision) == ([1, 0, 1, 0], "place")


def test_room_is_made_for_all_dice_or_for_the_next_one() -> None:
    together, one_by_one = (stopping({"blue_dice": 3}, NINE.replace("orange 1 1", "orange 1"), reading) for reading in ROLLING)
    assert (together.decision, n_dice(together)) == ("give_back_die", 8)
    assert (one_by_one.decision, n_dice(one_by_one)) == ("give_back_die", 10)
    # the dice just rolled may be given back for the next
    given = choose(one_by_one, f"give blue die {hand(one_by_one).split()[-1]} back")
    assert (n_dice(given), n_rolled(given) - n_rolled(one_by_one)) == (10, 1)


def test_who_takes_fewer_dice_one_by_one_takes_no_more() -> None:
    state = stopping({"blue_dice": 3}, NINE, "rolled_one_by_one")
    assert n_dice(state) == 10
    after = choose(state, "take fewer dice")
    assert (n_dice(after), n_dice(after, "blue"), after.decision) == (10, 4, "place")


def test_of_dice_of_several_colours_one_chooses_which_comes_first_where_only_one_fits() -> None:
    state = stopping({"orange_dice": 1, "green_dice": 1}, NINE, "rolled_one_by_one")
    assert texts(state) == ["take an orange die", "take a green die"]
    state = choose(state, "take a green die")
    assert (state.decision, n_dice(state, "green")) == ("give_back_die", 4)
    after = choose(state, "give blue die 6 back")
    assert (n_dice(after), n_dice(after, "orange")) == (10, 4)


# --- given colours and any colour at one place


@pytest.mark.parametrize("earns", [{"blue_dice": 1, "dice": 1}, {"dice": 1, "blue_dice": 1}])
def test_dice_of_one_colour_and_of_any_colour_are_chosen_together_and_rolled_together(earns: dict[str, int]) -> None:
    state = stopping(earns)
    assert (texts(state), n_dice(state)) == (TAKE_ANY_DIE, 0)
    assert colours(choose(state, "take a purple die")) == [0, 0, 1, 1]
    assert colours(choose(state, "take a blue die")) == [0, 0, 2, 0]


def test_one_by_one_the_given_colour_is_rolled_before_the_other_is_chosen() -> None:
    state = stopping({"dice": 1, "blue_dice": 1}, reading="rolled_one_by_one")
    assert (texts(state), colours(state)) == (TAKE_ANY_DIE, [0, 0, 1, 0])


def test_who_has_no_room_for_all_of_them_gives_back_before_any_is_rolled() -> None:
    state = stopping({"blue_dice": 1, "dice": 1}, NINE)
    assert state.decision == "give_back_die"
    state = choose(state, "give orange die 2 back")
    assert (texts(state), n_dice(state)) == (TAKE_ANY_DIE, 8)
    assert colours(choose(state, "take an orange die")) == [3, 3, 4, 0]


def test_who_takes_fewer_of_them_may_leave_the_given_colour_or_the_chosen_one() -> None:
    state = choose(stopping({"blue_dice": 1, "dice": 1}, NINE), "take fewer dice")
    assert texts(state) == TAKE_ANY_DIE
    assert {tuple(colours(state.play(option))) for option in state.options} == {
        *((4, 3, 3, 0), (3, 4, 3, 0), (3, 3, 4, 0), (3, 3, 3, 1)),
    }


def test_of_two_given_and_two_of_any_colour_every_selection_of_three_is_offered_once() -> None:
    eight = "orange 1 1 2, green 3 3 4, blue 5"
    state = choose(stopping({"blue_dice": 2, "dice": 2}, eight), "take fewer dice")
    totals = []

    def follow(position: State, taken: list[str]) -> None:
        if position.decision != "take_die":
            totals.append(tuple(taken))
            return
        for option in position.options:
            follow(position.play(option), [*taken, option.colour])

    follow(state, [])
    possible = {tuple(sorted(c, key=terms.COLOURS.index)) for c in _three_dice() if sum(colour != "blue" for colour in c) <= 2}
    assert sorted(totals) == sorted(possible)


def _three_dice() -> list[tuple[str, ...]]:
    return [(a, b, c) for a in terms.COLOURS for b in terms.COLOURS for c in terms.COLOURS]


def test_a_given_colour_that_ran_out_is_left_out_and_any_other_may_still_be_taken() -> None:
    state = stopping({"blue_dice": 1, "dice": 1}, supply="blue 1 1 1 1 1 1 1 1 1 1 1 1")
    assert texts(state) == ["take an orange die", "take a green die", "take a purple die"]
    after = choose(state, "take a green die")
    assert (colours(after), after.decision) == ([0, 1, 0, 0], "place")


def test_with_one_die_of_the_given_colour_left_it_is_the_given_one() -> None:
    state = stopping({"blue_dice": 1, "dice": 1}, supply="blue 1 1 1 1 1 1 1 1 1 1 1")
    assert texts(state) == ["take an orange die", "take a green die", "take a purple die"]
    assert colours(choose(state, "take a green die")) == [0, 1, 1, 0]
