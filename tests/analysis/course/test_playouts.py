"""Chances of single positions by playouts: the same game gives the same ones, and they agree with the lookahead of strategies."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.analysis.course.playouts import (
    MOST_OPTIONS,
    OptionLosses,
    Playouts,
    luck_of_playouts,
    played_chances,
)
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import walk


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_win_shares_of_games_played_on(name: str) -> None:
    game = find_game(name)
    line_up = [find_strategy("balanced", game=name)] * 3
    states = [step.after for step in game.steps(game.rules(3), line_up, seed=5)]
    positions = [states[0], states[len(states) // 2], states[-1]]
    played = played_chances(game, positions, line_up, 30)
    assert (played.n, played.player) == (30, "balanced")
    assert played.chances.sum(axis=1) == pytest.approx(1)
    assert played.chances[-1].tolist() == [s.win_share for s in sorted(states[-1].standings, key=lambda s: s.seat)]
    again = played_chances(game, positions[::-1], line_up, 30)
    assert np.array_equal(again.chances[::-1], played.chances)


def test_a_seat_that_has_almost_won_has_the_chance_for_it() -> None:
    game = find_game("charmers")
    line_up = [find_strategy("balanced", game="charmers")] * 2
    states = [step.after for step in game.steps(game.rules(2), line_up, seed=5)]
    winner = states[-1].standings[0].seat
    (chances,) = played_chances(game, states[-8:-7], line_up, 40).chances
    assert chances[winner] > 0.9


def test_where_strategies_differ_the_substitute_plays_on() -> None:
    game = find_game("charmers")
    start = game.new_game(game.rules(2), 1)
    line_up = [find_strategy(name, game="charmers") for name in ("strong", "balanced")]
    assert played_chances(game, [start], line_up, 2).player == "balanced"
    assert played_chances(game, [start], [find_strategy("random", game="charmers")] * 2, 2).player == "balanced"
    assert played_chances(game, [start], line_up[:1] * 2, 2).player == "strong"


@pytest.mark.slow
def test_options_are_played_on_under_the_same_luck() -> None:
    game, n = find_game("ganges"), 20
    line_up = [find_strategy("balanced", game="ganges")] * 2
    steps = list(game.steps(game.rules(2), line_up, 4))
    decisions = [(step.before, step.chosen) for step in steps[-12:] if step.before is not None]
    played = played_chances(game, [state for state, _ in decisions], line_up, n, decisions)
    seeds = luck_of_playouts(steps[0].after, n)
    for (state, chosen), of_decision, chances in zip(decisions, played.options, played.chances, strict=True):
        # The strategy that plays on would have chosen the same.
        shares = game.appraisal.win_shares_after(state, line_up[0], seeds, int(state.option_codes[chosen]))
        assert shares.mean(axis=0) == pytest.approx(chances)
        n_options = len(state.option_codes)
        if n_options == 1:
            assert of_decision == OptionLosses()
            continue
        losses = np.array(of_decision.losses)
        assert np.isfinite(losses).sum() in {min(n_options, MOST_OPTIONS), MOST_OPTIONS + 1}
        assert np.isfinite(losses[chosen])
        assert np.nanmin(losses) == 0.0
        lows, highs = np.array(of_decision.intervals).T
        assert np.all((lows <= losses) & (losses <= highs) | np.isnan(losses))


@pytest.mark.slow
def test_every_option_gets_a_loss_and_those_that_win_most_more_games() -> None:
    game, n = find_game("ganges"), 20
    player = find_strategy("balanced", game="ganges")
    state = game.new_game(game.rules(2), 4)
    n_options, seeds = len(state.option_codes), luck_of_playouts(state, n)
    playouts = Playouts(game, player, seeds)
    assert n_options > MOST_OPTIONS
    losses = playouts.losses_in_two_rounds(state, n_options)
    shares = np.array([game.appraisal.win_shares_after(state, player, seeds, int(code))[:, 0] for code in state.option_codes])
    by_value = playouts.seemingly_best(state, n_options)
    finalists = sorted(by_value, key=lambda i: -shares[i, : n // 2].mean())[:MOST_OPTIONS]
    best = max(finalists, key=lambda i: shares[i].mean())
    assert losses.best == shares[best].mean()
    for i in range(n_options):
        used = n if i in finalists else n // 2
        assert losses.losses[i] == pytest.approx((shares[best] - shares[i])[:used].mean())
    few = playouts.losses_in_two_rounds(state, MOST_OPTIONS)
    assert np.isfinite(few.losses).sum() == MOST_OPTIONS


@pytest.mark.slow
def test_the_rest_of_a_turn_is_chosen_by_the_finisher_until_luck_or_another_seat_comes() -> None:
    game, seeds = find_game("ganges"), [1, 2]
    balanced, adept = (find_strategy(name, game="ganges") for name in ("balanced", "adept"))
    playouts = Playouts(game, balanced, seeds, adept)
    walked = walk(game.rules(2), 5, 5)
    before, code, after = next(
        (step.before, step.code, step.after)
        for step in walked
        if step.before is not None
        and (step.before.moment, step.before.seat_to_move) == (step.after.moment, step.after.seat_to_move)
        and len(step.after.option_codes) > 1
        and playouts.rest_of_turn(step.before, step.code)[0] != step.before
    )
    last_decision, last_code = playouts.rest_of_turn(before, code)
    assert (last_decision.moment, last_decision.seat_to_move) == (after.moment, after.seat_to_move)
    assert last_decision.n_decisions > before.n_decisions
    assert last_code in last_decision.option_codes
    assert Playouts(game, balanced, seeds).rest_of_turn(before, code) == (before, code)
