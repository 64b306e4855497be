"""Set-up (rulebook: Set-up of the game; Karma)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from rajas_sim import charmers
from rajas_sim.charmers import new_game
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.terms import EVENT
from rajas_sim.charmers.state import State
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import box_label
from tests.charmers.sheets import (
    RESIDENCE,
    Table,
    amounts,
    cell_of,
    face,
    lying,
    marks,
    printed,
    roads,
    rules_for,
    texts,
)
from tests.untyped import Array


@pytest.fixture(params=box_label("charmers").player_counts)
def players(request: pytest.FixtureRequest) -> int:
    return request.param


def test_two_to_five_can_play(players: int) -> None:
    assert len(new_game(rules_for(players), 1).seats) == players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_nobody_else_can_play(players: int) -> None:
    with pytest.raises(InputError, match="players"):
        charmers.rules(players)


def test_the_pad_has_a_sun_and_a_moon_side_and_no_other() -> None:
    assert {charmers.rules(2, side).variant for side in ("sun", "moon")} == {"sun", "moon"}
    with pytest.raises(InputError, match="variant"):
        charmers.rules(2, "star")


def test_the_sun_side_is_played_unless_told_otherwise() -> None:
    assert charmers.rules(2).variant == "sun"


def test_both_sides_have_the_same_layout_and_different_bonuses() -> None:
    sun, moon = (rules_for(2, {}, side).record for side in ("sun", "moon"))
    for field in ("cells", "residence_roads", "prices", "tent_ends", "building_values", "meeting_line", "n_river"):
        assert np.array_equal(sun[field], moon[field])
    assert sun["places"].tobytes() != moon["places"].tobytes()
    assert sun["river"].tobytes() != moon["river"].tobytes()


def test_the_side_decides_what_is_on_the_sheets() -> None:
    river = {1: {"fame": 7}}
    fame = []
    for side in ("sun", "moon"):
        state = Table(overrides=printed(river=river, side=side), variant=side).state()
        fame.append(int(state.play(next(o for o in state.options if o.text == "take the blue die (flag)")).seats[0].fame))
    assert fame == [7, 7]


def test_every_sheet_starts_empty_but_for_one_karma(players: int) -> None:
    for number, seat in enumerate(new_game(rules_for(players), 3).seats):
        state = new_game(rules_for(players), 3)
        assert (seat.fame, seat.money) == (0, 0)
        assert (seat.karma_collected, seat.karma_used) == (1, 0)
        assert marks(state, number) == []
        assert seat.river == 0
        assert all(not amounts(state, field, number) for field in ("goods", "sold", "palace", "levels"))
        assert (seat.released, seat.pending) == (0, 0)


def test_the_karma_of_the_start_is_a_printed_value() -> None:
    state = new_game(rules_for(2, printed(setup__karma=2)), 1)
    assert [int(seat.karma_collected) for seat in state.seats] == [2, 2]


def test_only_the_residence_has_roads(players: int) -> None:
    state = new_game(rules_for(players, printed(residence_roads="top left")), 3)
    for number in range(players):
        assert roads(state, *RESIDENCE, number) == "top left"
        assert np.count_nonzero(state.seats[number].roads) == 1


def test_the_residence_lies_where_it_is_printed() -> None:
    spaces = [["empty"] * terms.COLUMNS for _ in range(terms.ROWS)]
    spaces[1][3] = "residence"
    state = new_game(rules_for(2, printed() | {"province.spaces": spaces, "province.residence_roads": ["bottom"]}), 1)
    assert roads(state, 2, 4) == "bottom"
    assert state.seats[0].roads[cell_of(*RESIDENCE)] == 0


def test_the_start_player_rolls_all_eight_dice_in_the_middle_of_the_table(players: int) -> None:
    state = new_game(rules_for(players), 3)
    assert len(lying(state, terms.MIDDLE)) == 8
    assert lying(state, terms.ELEPHANT) == []
    assert (state.seat_to_move, state.start_player, state.decision) == (0, 0, "take_die")
    assert (state.round_number, state.turn_in_round) == (1, 0)


def test_every_die_of_the_middle_is_offered_to_the_start_player() -> None:
    state = Table(2).state()
    assert texts(state) == [
        *("take the purple die (tea and tea)", "take the purple die (silk and spices)"),
        *("take the green die (straight)", "take the green die (bend)"),
        *("take the blue die (flag)", "take the blue die (lotus)"),
        *("take the orange die (Trader)", "take the orange die (Maharani)"),
    ]


def test_a_die_shows_one_of_its_printed_faces() -> None:
    blue = [["flag"] * 5 + ["fish"], ["boat"] * 6]
    shown = [new_game(rules_for(2, printed(dice__blue=blue)), seed) for seed in range(60)]
    assert {face(state, "blue 1") for state in shown} == {"flag", "fish"}
    assert {face(state, "blue 2") for state in shown} == {"boat"}


@lru_cache
def first_rolls() -> Array:
    """What the eight dice show at the start of 800 games; always the same ones."""
    return np.array([new_game(rules_for(2), seed).faces for seed in range(800)])


@pytest.mark.parametrize("number", range(terms.N_OF.dice))
def test_all_faces_of_a_die_are_equally_likely(number: int) -> None:
    counts = np.unique(first_rolls()[:, number], return_counts=True)[1]
    assert len(counts) == (3 if terms.COLOURS[number // 2] == "green" else 6)
    assert chisquare(counts).pvalue > 1e-5  # once in 100 000 such samples is below


@pytest.mark.parametrize("number", range(0, terms.N_OF.dice, 2))
def test_the_dice_of_a_colour_fall_independently(number: int) -> None:
    pairs = np.unique(first_rolls()[:, [number, number + 1]], axis=0, return_counts=True)[1]
    n = len(np.unique(first_rolls()[:, number]))
    assert len(pairs) == n * n
    assert chi2_contingency(pairs.reshape(n, n)).pvalue > 1e-5


def test_a_head_start_on_a_track_skips_the_bonuses_before_it() -> None:
    rules = charmers.rules(3, overrides={"players.beginner.fame": 6, "setup.money.1": 4})
    first, second, third = new_game(rules.for_seats(["expert", "beginner", "expert"]), 1).seats
    assert [seat.fame for seat in (first, second, third)] == [0, 6, 0]
    assert [seat.money for seat in (first, second, third)] == [4, 0, 0]
    assert second.released == first.released == new_game(charmers.rules(3), 1).seats[1].released


def test_money_and_fame_of_a_head_start_are_in_the_log() -> None:
    rules = charmers.rules(2, overrides={"setup.fame": 5, "setup.money.2": 3})
    start, logged = State.new_game_logged(rules, 3, rules.boards([None, None]))
    gains = {(int(e["seat"]), int(e["what"])): int(e["change"]) for e in logged if e["what"] in (EVENT.fame, EVENT.money)}
    assert gains == {(0, EVENT.fame): 5, (1, EVENT.fame): 5, (1, EVENT.money): 3}
    assert [(seat.fame, seat.money) for seat in start.seats] == [(5, 0), (5, 3)]
