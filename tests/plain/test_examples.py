"""The shipped games in plain Python, held against what is known of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.plain.game import PlainGame


def plain(name: str) -> PlainGame:
    game = find_game(name)
    assert isinstance(game, PlainGame)
    return game


def first_wins(name: str, line_up: list[str], n: int, **overrides: Any) -> np.ndarray:
    """Return the win share of the start player in games with these seeds."""
    game = plain(name)
    rules = game.rules(len(line_up), overrides=overrides)
    strategies = [find_strategy(strategy, game=name) for strategy in line_up]
    seatings = np.tile(np.arange(len(line_up), dtype=np.int8), (n, 1))
    seats = game.batches.play(rules, strategies, seatings, np.arange(n, dtype=np.uint64), ("seats",))["seats"]
    return seats["win_share"][seats["position"] == 1]


def test_the_start_player_of_pig_wins_as_often_as_neller_and_presser_say() -> None:
    strategy = find_strategy("optimal", game="pig")
    chances = sys.modules[strategy.body.__module__].chances(100, 6)
    assert chances[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)
    wins = first_wins("pig", ["optimal", "optimal"], 400)
    assert abs(wins.mean() - 0.5306) < 1.96 * wins.std() / len(wins) ** 0.5


def test_pig_says_what_a_1_costs() -> None:
    pig = plain("pig").file.module
    before = pig.State(pig.Numbers(), 0, (10, 20), at_risk=7)
    lost, kept = replace(before, mover=1, at_risk=0), replace(before, at_risk=9)
    assert pig.happened(before, "throw", lost) == ("7 points of the turn are lost",)
    assert pig.happened(before, "throw", kept) == pig.happened(before, "hold", lost) == ()
    assert pig.happened(replace(before, at_risk=0), "throw", lost) == ()


def test_playing_best_beats_holding_at_twenty() -> None:
    wins = np.concatenate(
        [first_wins("pig", ["optimal", "hold_at_20"], 300), 1 - first_wins("pig", ["hold_at_20", "optimal"], 300)]
    )
    assert wins.mean() > 0.5


@pytest.mark.parametrize(
    ("houses", "answers"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWW")], ids=["one house", "two houses", "three houses"]
)
def test_small_boards_of_kalah_end_as_they_are_solved(houses: int, answers: str) -> None:
    """Irving, Donkers and Uiterwijk, table 1: what the start player gets with 1, 2, 3 ... seeds in each house."""
    kalah = plain("kalah").file.module

    @cache
    def value(pits: tuple[int, ...]) -> int:
        state = kalah.State(0, pits)
        if (result := kalah.result(state)) is not None:
            mine, others = result.scores
            return (mine > others) - (mine < others)
        played = [kalah.play(state, house, None) for house in kalah.options(state)]
        return max(value(after.pits) if after.mover == 0 else -value(after.pits) for after in played)

    assert "".join("DWL"[value(((seeds,) * houses + (0,)) * 2)] for seeds in range(1, len(answers) + 1)) == answers


def test_the_searcher_wins_the_won_boards_of_kalah() -> None:
    for seeds, share in ((1, 1.0), (2, 0.0), (3, 0.0), (5, 1.0)):
        assert first_wins("kalah", ["searcher", "searcher"], 4, houses=2, seeds=seeds).mean() == share


def test_the_head_start_that_makes_guilds_fair_is_what_the_charter_pays() -> None:
    line_up = ["greedy", "greedy"]
    assert first_wins("guilds", line_up, 60).mean() > 0.6
    fair_wins = first_wins("guilds", line_up, 200, **{"setup.coins.2": 7})
    assert abs(fair_wins.mean() - 0.5) < 1.96 * fair_wins.std() / len(fair_wins) ** 0.5


def test_the_board_of_kalah_shows_the_numbers_of_houses_and_where_they_are_sown() -> None:
    game = plain("kalah")
    state = game.new_game(game.rules(2), 1)
    assert state.play(state.options[-1]).lines() == [
        "house      3   2   1  ← seat 1",
        "seeds      0   3   3",
        "store  1              store 0",
        "seeds      4   4   3",
        "house      1   2   3  → seat 2",
    ]


def test_crafts_of_guilds_say_what_they_cost_and_bring() -> None:
    game = plain("guilds")
    texts = [option.text for option in game.new_game(game.rules(2, overrides={"brewery_cost": 2, "loan": 5}), 5).options]
    assert texts == ["loan: take 5 coins", "brewery: costs 2, pays 2 a round, scores 3"]


def test_seats_of_guilds_say_what_their_score_is_made_of() -> None:
    game = plain("guilds")
    state = game.new_game(game.rules(2, overrides={"brewery_cost": 2}), 5)
    assert str(state.play(state.options[1])).splitlines()[-2:] == [
        "seat 1: 7 coins; score 2 = 0 for crafts + 2 for coins: no craft",
        "seat 2: 2 coins; score 3 = 3 for crafts + 0 for coins: brewery 3",
    ]


def test_the_last_option_of_a_round_of_guilds_tells_what_crafts_paid_to_all() -> None:
    game = plain("guilds")
    start = game.new_game(game.rules(2, overrides={"brewery_cost": 2}), 5)
    bought = start.play(start.options[1])
    assert bought.happened_texts(None) == ()
    paid = bought.play(bought.options[0])
    assert paid.happened_texts(None) == ("at the end of round 1 crafts pay 2 to seat 2",)
