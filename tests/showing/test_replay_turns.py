"""Turns of a game, their sentences, and which of them are turning points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rajas_sim.analysis.course.playouts import PlayedChances
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.showing.replay.chances import shown_chances
from rajas_sim.showing.replay.layout import layout_of
from rajas_sim.showing.replay.turns import Turn, _Choice, _gains_text, _group_text, _past_tense_sentence, turns_of


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_lies_in_one_turn_of_its_seat(name: str) -> None:
    game = find_game(name)
    steps = list(game.steps(game.rules(2), [find_strategy("random", game=name)] * 2, seed=2))
    turns = turns_of(steps, ["first", "second"])
    assert turns[-1].last == len(steps) - 1
    first = 1
    for turn in turns:
        befores = [step.before for step in steps[first : turn.last + 1]]
        assert {(before.moment, before.seat_to_move) for before in befores if before} == {(turn.when, turn.seat)}
        first = turn.last + 1


def test_a_sentence_says_what_was_chosen_and_what_came_of_it() -> None:
    game = find_game("ganges")
    steps = list(game.steps(game.rules(2), [find_strategy("balanced", game="ganges")] * 2, seed=7))
    turns = turns_of(steps, ["first", "second"])
    turn = next(turn for turn in turns if "worker: quarry" in turn.sentence)
    assert turn.sentence.startswith(("First placed a worker: quarry, ", "Second placed a worker: quarry, "))
    assert " (" in turn.sentence.splitlines()[0]
    assert "-" not in turn.sentence.replace("\u2212", ""), "minus signs are typographic"
    at_the_dancer = [turn.sentence for turn in turns if "worker: Dancer" in turn.sentence]
    assert at_the_dancer
    assert all("white yield tile: " in sentence for sentence in at_the_dancer)
    assert any("(1 karma gained and 1 used; white yield tile: 1 karma)" in sentence for sentence in at_the_dancer)


def test_choices_that_begin_alike_are_joined() -> None:
    texts = ["take orange tile 3", "give up blue die 5", "give up blue die 4", "take an orange die", "sell tea"]
    assert (
        _past_tense_sentence("Seat 1", texts)
        == "Seat 1 took orange tile 3, gave up blue die 5 and blue die 4, took an orange die, and sold tea."
    )


def test_a_long_turn_has_a_line_for_each_choice_after_the_first() -> None:
    texts = ["take the green die", "draw a road at row 1, column 2", "sell tea", "take silk", "upgrade mill"]
    sentence = _past_tense_sentence("Seat 1", texts, "money +2", "altogether money +2")
    assert sentence.splitlines() == [
        "Seat 1 took the green die, and then did more (altogether money +2):",
        "\u2022 drew a road at row 1, column 2",
        "\u2022 sold tea",
        "\u2022 took silk",
        "\u2022 upgraded mill",
    ]
    assert _past_tense_sentence("Seat 1", texts[:4]).endswith("sold tea and took silk.")


def test_what_came_of_a_choice_stands_before_what_it_all_brought() -> None:
    assert _group_text([_Choice("hold", ("die 4",))], "altogether score +3") == "hold (die 4; altogether score +3)"


def test_dice_that_are_only_marked_are_not_said_to_be_rolled() -> None:
    sentence = _past_tense_sentence("Seat 1", ["reroll blue die 2", "reroll blue die 4"])
    assert sentence == "Seat 1 chose to reroll blue die 2 and blue die 4."


@pytest.mark.parametrize(
    ("text", "several"),
    [("take a green die", "take 2 green dice"), ("sell silk", "sell 2 silk"), ("upgrade mill", "upgrade mill (twice)")],
)
def test_equal_choices_are_told_as_one(text: str, several: str) -> None:
    assert _group_text([_Choice(text, ())] * 2) == several
    assert _group_text([_Choice(text, ())]) == text


def test_turning_points_are_the_turns_that_move_most_whoever_wins() -> None:
    turns = [Turn(last, last % 2, "round 1", "") for last in range(1, 5)]
    chances = PlayedChances(np.array([[0.5, 0.5], [0.52, 0.48], [0.8, 0.2], [0.3, 0.7], [1.0, 0.0]]), 100, "balanced")
    shown = shown_chances(chances, [], turns)
    assert shown.turning_points == (2, 3, 4)
    assert shown.rows == tuple(map(tuple, chances.chances.tolist()))
    assert "100 times" in shown.method
    assert "±10 points" in shown.short_method
    mirrored = replace(chances, chances=chances.chances[:, ::-1])
    assert shown_chances(mirrored, [], turns).turning_points == (2, 3, 4)


def test_chances_hold_until_the_next_turn_is_over() -> None:
    turns = [Turn(2, 0, "", ""), Turn(5, 1, "", "")]
    chances = PlayedChances(np.array([[0.5, 0.5], [0.6, 0.4], [1.0, 0.0]]), 10, "balanced")
    assert [row[0] for row in shown_chances(chances, [], turns).rows] == [0.5, 0.5, 0.6, 0.6, 0.6, 1.0]


@pytest.mark.parametrize("name", GAMES)
def test_a_layout_has_every_panel_once_in_columns_that_fit(name: str) -> None:
    game = find_game(name)
    for players in game.player_counts:
        drawing = game.new_game(game.rules(players), 1).drawing
        layout = layout_of(drawing, [f"seat {i + 1}" for i in range(players)])
        panels = [panel for column in layout.columns for panel in column] + list(layout.seats)
        assert sorted(panel.key for panel in panels) == sorted(panel.key for panel in drawing.panels)
        assert [panel.seat for panel in layout.seats] == [i + 1 for i in range(players)]
        indices = [index for panel in panels for piece in panel.pieces for index, _ in piece.parts]
        assert sorted(indices) == list(range(len(indices)))
        assert layout.columns_height <= 570


def test_the_seat_whose_totals_changed_is_named_where_what_happened_names_seats() -> None:
    game = find_game("charmers")
    steps = list(game.steps(game.rules(2), [find_strategy("balanced", game="charmers")] * 2, seed=7))
    gains = {_gains_text([step], ["first", "second"], names_mover=True, prefix="altogether ") for step in steps[1:]} - {""}
    assert gains
    with_totals = [text for text in gains if text.startswith("altogether ")]
    assert with_totals
    assert all(text.startswith(("altogether seat 1 ", "altogether seat 2 ")) for text in with_totals)
    assert all("altogether" not in text for text in gains if text not in with_totals), "there is no total to sum up"
