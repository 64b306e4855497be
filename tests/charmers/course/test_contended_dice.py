"""What taking a die would be like if nobody had taken one in this round (core.game.Game.contended)."""

from __future__ import annotations

from rajas_sim.charmers.game import GAME
from rajas_sim.charmers.rulebook.terms import MIDDLE, NO_SUITABLE_DIE
from tests.charmers.sheets import Table, choose, die, finish_turn, take

ROLLED = {
    "purple": "tea_tea silk_silk",
    "green": "straight bend",
    "blue": "flag lotus",
    "orange": "trader maharani",
}


def test_all_dice_lie_in_the_middle_as_they_were_rolled() -> None:
    first = Table(3).dice(**ROLLED).state()
    second = take(first, "blue die (flag)")
    decision = GAME.contended(second, first)
    assert decision is not None
    assert (decision.position_if_free.record.where == MIDDLE).all()
    assert (decision.position_if_free.record.faces == first.record.faces).all()
    assert decision.takers == {die("blue 1"): 0, die("blue 2"): 0}  # the other one went to the elephant
    assert die("blue 1") in decision.position_if_free.option_codes
    assert die("blue 1") not in second.option_codes
    assert decision.names[die("blue 1")] == "die.blue"
    assert {*second.option_codes} <= {*decision.names}


def test_a_die_that_karma_rolled_lies_there_as_it_was_rolled_first() -> None:
    first = Table(3).dice(**ROLLED).karma(2, seat=1).state()
    second = take(first, "blue die (flag)")
    rolled = choose(second, "use karma: reroll the purple die (tea and tea)")
    third = rolled.play(rolled.options[0])
    decision = GAME.contended(third, first)
    assert decision is not None
    assert (decision.position_if_free.record.faces == first.record.faces).all()
    assert die("purple 1") in decision.takers


def test_with_two_players_the_first_die_of_the_same_seat_counts_as_well() -> None:
    first = Table(2).dice(**ROLLED).state()
    third = finish_turn(take(take(first, "blue die (flag)"), "green die (bend)"))
    assert third.seat_to_move == 0
    decision = GAME.contended(third, first)
    assert decision is not None
    assert decision.takers == {die("blue 1"): 0, die("blue 2"): 0, die("green 2"): 1}


def test_other_decisions_are_about_nothing_that_can_be_taken() -> None:
    first = Table(3).dice(**ROLLED).state()
    building = take(first, "green die (straight)")
    assert building.decision == "build_road"
    assert GAME.contended(building, first) is None
    assert NO_SUITABLE_DIE not in first.option_codes
