"""Dice: supply, rolling, the ten hands of Kali (rulebook: Placing workers; summary: Placing workers and doing actions)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from positions import Table, choose, finish_turn, hand, in_supply, n_dice, play_space, river, spaces, texts

from rajas_sim.ganges.rulebook import terms

TEN = "orange 1 1 2, green 3 3 4, blue 5 5 6, purple 6"


def test_a_die_taken_from_the_supply_is_rolled_and_lies_on_the_kali_statue():
    before = Table().dice("green 2").state()
    after = play_space(before, "terrace_blue")
    assert n_dice(after, "blue") == 1
    assert in_supply(after, "blue") == in_supply(before, "blue") - 1
    assert hand(after).startswith("green 2")


def test_every_face_can_be_rolled():
    rolled = {hand(play_space(Table(seed=seed).dice("").state(), "terrace_blue")) for seed in range(80)}
    assert rolled == {f"blue {value}" for value in range(1, 7)}


def test_a_die_given_up_goes_back_to_the_supply():
    before = Table().dice("blue 4").state()
    after = play_space(before, "balcony_blue", "give up blue 4")
    assert in_supply(after, "blue") == in_supply(before, "blue") + 1


def test_a_colour_that_ran_out_cannot_be_taken():
    table = Table().dice("blue 1 1", 0).dice("blue 1 1 1 1 1 1 1 1 1 1", 1)
    after = play_space(table.state(), "terrace_blue")
    assert after.decision == "place"
    assert hand(after) == "blue 1 1"


def test_of_two_dice_only_one_is_taken_when_the_supply_has_one():
    table = Table().dice("blue 3, orange 1", 0).dice("orange 1 1 1 1 1 1 1 1 1 1", 1)
    after = play_space(table.state(), "balcony_blue", "give up blue 3")
    assert (n_dice(after, "orange"), in_supply(after, "orange")) == (2, 0)


def test_a_colour_that_ran_out_is_not_among_the_colours_to_choose_from():
    table = Table().dice("purple 3, green 1 1", 0).dice("green 1 1 1 1 1 1 1 1 1 1", 1)
    state = play_space(table.state(), "yogi", "give up purple 3")
    assert texts(state) == ["take an orange die", "take a blue die", "take a purple die"]


def test_colours_left_in_the_supply_can_all_be_combined():
    table = Table().dice("orange 2 1, green 1, blue 1", 0).dice("orange 1 1 1 1 1 1 1 1 1 1", 1)
    state = play_space(table.state(), "dancer", "give up orange 2")  # which leaves one orange die to take
    assert combinations_offered(state) == {
        c for c in combinations_with_replacement(terms.COLOURS, 2) if c != ("orange", "orange")
    }


def combinations_offered(state):
    found = set()
    for first in state.options:
        middle = state.play(first)
        found |= {
            (terms.COLOURS[first.code], terms.COLOURS[second.code]) for second in middle.options if middle.decision == "take_die"
        }
    return found


def test_several_dice_taken_at_once_are_rolled_together():
    state = play_space(Table().dice("orange 2").state(), "dancer", "give up orange 2")
    between = choose(state, "take a blue die")
    assert between.decision == "take_die"
    assert n_dice(between) == 0
    assert between.seats[0].rolls.sum() == 0
    assert n_dice(choose(between, "take a purple die")) >= 2


def test_two_dice_may_be_of_one_colour_or_of_two_and_order_does_not_matter():
    state = play_space(Table().dice("orange 2").state(), "dancer", "give up orange 2")
    offered = []
    for first in state.options:
        offered += [(first.code, second.code) for second in state.play(first).options]
    assert sorted(offered) == list(combinations_with_replacement(range(4), 2))


# --- ten hands


def test_with_ten_dice_an_eleventh_is_not_stored_unless_one_is_given_back():
    state = play_space(Table().dice(TEN).state(), "terrace_blue")
    assert state.decision == "give_back_die"
    assert n_dice(finish_turn(state)) == 10


def test_any_die_may_be_given_back_or_fewer_dice_taken():
    state = play_space(Table().dice(TEN).state(), "terrace_blue")
    assert texts(state) == [
        *("give orange 1 back", "give orange 2 back", "give green 3 back", "give green 4 back"),
        *("give blue 5 back", "give blue 6 back", "give purple 6 back", "take fewer dice"),
    ]


def test_dice_are_given_back_before_the_new_ones_are_rolled():
    before = Table().dice(TEN).state()
    state = play_space(before, "terrace_blue")
    assert state.seats[0].rolls.tolist() == before.seats[0].rolls.tolist()
    given = choose(state, "give purple 6 back")
    assert n_dice(given, "purple") == 0
    assert n_dice(given, "blue") == 4
    assert in_supply(given, "purple") == in_supply(before, "purple") + 1


def test_taking_fewer_dice_leaves_the_kali_statue_as_it_was():
    state = choose(play_space(Table().dice(TEN).state(), "terrace_blue"), "take fewer dice")
    assert hand(state) == TEN
    assert state.decision == "place"


def test_with_nine_dice_one_of_two_new_dice_fits():
    nine = "orange 1 1 2, green 3 3 4, blue 5 5 6, purple 1"  # one of them pays the balcony
    state = play_space(Table().dice(nine).state(), "balcony_purple", "give up purple 1")
    assert state.decision == "give_back_die"
    after = choose(state, "take fewer dice")
    assert (n_dice(after), n_dice(after, "green")) == (10, 4)
    after = choose(state, "give orange 1 back")
    assert (n_dice(after), n_dice(after, "green"), n_dice(after, "orange")) == (10, 5, 2)


def test_of_two_dice_too_many_one_may_be_given_back_and_one_not_taken():
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1})).dice(TEN.replace("orange 1 1", "orange 1")).seat(karma=2)
    state = play_space(table.dice("orange 1 2 2, green 3 3 4, blue 5 5 6, purple 6 6").state(), "harbour", "give up orange 1")
    state = choose(state, "advance 1")
    assert state.decision == "give_back_die"
    after = choose(state, "give purple 6 back", "take fewer dice")
    assert n_dice(after) == 10
    assert n_dice(after, "orange") == 3
    assert n_dice(after, "purple") == 1


def test_dice_given_back_are_offered_in_one_order_only():
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1})).seat(karma=2)
    state = play_space(table.dice("orange 1 2 2, green 3 3 4, blue 5 5 6, purple 6 6").state(), "harbour", "give up orange 1")
    state = choose(state, "advance 1", "give blue 5 back")
    assert texts(state) == ["give blue 5 back", "give blue 6 back", "give purple 6 back", "take fewer dice"]


def test_a_reroll_needs_no_free_hand():
    state = play_space(Table().dice(TEN).state(), "outer_terrace")
    assert state.decision == "reroll"
    assert n_dice(choose(state, "reroll blue 5", "roll")) == 10


def test_the_hand_limit_is_a_value_of_the_rules():
    table = Table(overrides={"boards.basic.hand_limit": 8}).dice("orange 1 1 2, green 3 3 4, blue 5 5")
    assert play_space(table.state(), "terrace_blue").decision == "give_back_die"


def test_without_dice_spaces_that_cost_a_die_cannot_be_used():
    offered = spaces(Table().dice("").seat(money=10).state())
    assert offered == {"market_assorted", "outer_terrace", *(f"terrace_{colour}" for colour in terms.COLOURS)}


def test_what_the_supply_lacks_is_cut_off_before_dice_are_given_back():
    # three orange dice are due, two are left: with nine dice in hand only one has to be given back
    table = Table(overrides=river(_1={"orange_dice_per_karma": 1}))
    table.dice("green 1 3 3 4, blue 5 5 6, orange 1 1, purple 6").dice("orange 1 1 1 1 1 1 1 1", 1).seat(karma=3)
    state = play_space(table.state(), "harbour", "give up green 1", "advance 1")
    state = choose(state, "give purple 6 back")
    assert (n_dice(state), n_dice(state, "orange")) == (10, 4)
