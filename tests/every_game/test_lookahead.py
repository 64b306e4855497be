"""Trying options out from plain Python, and strategies that search, in every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import EVERY_KIND, walk

N_ASKED = 6
"""In so many positions of a game a search is asked twice."""


def lookahead_of(game: str) -> Callable[..., Any]:
    """Return what tries out options of a game."""
    return find_game(game).appraisal.lookahead


def last_positions(game: str) -> list[tuple[State, int, State]]:
    """Return the last position before the end of random games, the option that ended each, and the end."""
    endings = []
    for players, variant, modules, _, seed in EVERY_KIND[game]:
        *_, last = walk(find_game(game).rules(players, variant, modules), seed, seed)
        endings.append((last.position, last.code, last.after))
    return endings


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_ends_the_game_leads_to_that_end(game: str) -> None:
    for before, code, after in last_positions(game):
        seat = before.seat_to_move
        ends = lookahead_of(game)(before, code, 2)
        shares = {standing.seat: standing.win_share for standing in after.standings}
        overlaps = {standing.seat: standing.overlap for standing in after.standings}
        ahead = overlaps[seat] - max(overlap for other, overlap in overlaps.items() if other != seat)
        assert ends.win_shares.tolist() == [shares[seat]] * 2
        assert ends.leads.tolist() == pytest.approx([ahead] * 2)


@pytest.mark.skipif(is_interpreted(), reason="takes minutes")
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_played_on_alike_from_the_same_seed_only(game: str) -> None:
    lookahead, games = lookahead_of(game), find_game(game)
    state = games.new_game(games.rules(2), seed=5)
    other = type(state).from_plain(state.rules, state.to_plain() | {"seed": 6})
    before = state.to_plain()
    ends, again, otherwise = (lookahead(position, position.options[0], 50) for position in (state, state, other))
    assert np.array_equal(ends.leads, again.leads)
    assert not np.array_equal(ends.leads, otherwise.leads)
    assert len(set(ends.leads.tolist())) > 10, "every playout has luck of its own"
    assert set(ends.win_shares.tolist()) <= {0.0, 0.5, 1.0}
    assert ((ends.leads > 0) <= (ends.win_shares == 1.0)).all()
    assert state.to_plain() == before


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_only_options_and_plans_are_played_on(game: str) -> None:
    state, code, _ = last_positions(game)[0]
    with pytest.raises(ValueError, match="is not an option of"):
        lookahead_of(game)(state, -99)
    with pytest.raises(InputError, match=f"strategy 'random' is not a plan of {game}"):
        lookahead_of(game)(state, code, 1, "random")


@pytest.mark.skipif(is_interpreted(), reason="takes minutes")
@pytest.mark.parametrize("game", GAMES)
def test_a_search_does_not_see_the_luck_of_the_game(game: str) -> None:
    """What is hidden follows from the seed of the game alone; with another one the search answers alike."""
    games, expert = find_game(game), find_strategy("expert", {"budget": 8}, game=game)
    rules = games.rules(2)
    asked = 0
    for step in walk(rules, 5, 5):
        state = step.before
        if state is None or len(state.option_codes) < 3 or asked == N_ASKED:
            continue
        asked += 1
        elsewhere = type(state).from_plain(rules, state.to_plain() | {"seed": state.seed + 1})
        assert ask(expert, state, strategy_seed=99, seed=0) == ask(expert, elsewhere, strategy_seed=99, seed=0)
    assert asked == N_ASKED
