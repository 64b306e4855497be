"""The chance of each seat to win in positions of one game, estimated by playing them on; needs no run."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import parameter_table
from rajas_sim.core.positions.state import State
from rajas_sim.core.search.playouts import PLAYOUT_STREAM, make_play_on
from rajas_sim.core.strategies import plans
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy

PLAYOUTS = 100
"""Games a position is played on for; a chance of one half then has a 95 % interval of 10 points on either side."""
SUBSTITUTE = "balanced"
"""Who plays on where strategies differ, or cannot play positions on."""


@dataclass(frozen=True)
class PlayedChances:
    """Chances to win, estimated by playouts.

    Attributes
    ----------
    chances
        Win share of each seat in the games played on, shape (positions, k); of a finished game its own win shares.
    n
        Games that each position was played on for.
    player
        Label of the strategy that played on, on every seat.
    """

    chances: Floats
    n: int
    player: str


def played_chances(game: Game, positions: Sequence[State], line_up: Sequence[Strategy], n: int) -> PlayedChances:
    """Play each position on to the end, `n` times with new luck, and return how often each seat won.

    The nth game of every position has the same luck, so that chances of successive positions differ by what was done between
    them more than by luck. The luck derives from the seed of the game: the same game gives the same chances.

    Parameters
    ----------
    line_up
        The strategies by seat. A plan that plays every seat plays on; otherwise `SUBSTITUTE` does.
    """
    player = _player(game, line_up)
    strategy = player
    if plans.can_be_corrected(player, game.appraisal.lesson_kernels):
        strategy = plans.correctable(player, game.appraisal.lesson_kernels)
    parameters = parameter_table([strategy], positions[0].rules)[0]
    # Private, because a public name in the core would change the digest of the engine, and so the identity of every run.
    kernels = game.appraisal._playout_kernels
    play_on, choose = make_play_on(kernels), kernels.choose

    def win_shares(state: State) -> Floats:
        total, ranks = np.zeros(state.rules.players), np.zeros(state.rules.players, np.int16)
        if state.is_over:
            return np.array([standing.win_share for standing in sorted(state.standings, key=lambda standing: standing.seat)])
        listed, spare, log = np.zeros(state.max_options, np.int16), np.zeros(state.max_options, np.int16), np.zeros(1, LOG)
        codes = np.array(state.option_codes, np.int16)
        for nth in range(n):
            played = writable_copy(state.array)
            played["seed"] = derive(int(state.record.seed), PLAYOUT_STREAM, nth)
            code = int(choose(played[0], state.rules.record, codes, parameters))
            play_on(played[0], state.rules.record, log[0], code, listed, spare, parameters)
            state.kernels.write_ranks(played[0], state.rules.record, ranks)
            total += _shares_of(ranks)
        return total / n

    first = win_shares(positions[0])  # compiles the kernels before threads call them
    with ThreadPoolExecutor() as pool:
        return PlayedChances(np.array([first, *pool.map(win_shares, positions[1:])]), n, player.label)


def _player(game: Game, line_up: Sequence[Strategy]) -> Strategy:
    strategy = line_up[0].for_game(game.name)
    kernels = game.appraisal.lesson_kernels
    is_plan = plans.can_be_corrected(strategy, kernels) or strategy.body is plans.python_function(kernels.choose)
    if len({player.label for player in line_up}) == 1 and is_plan and not strategy.error:
        return strategy
    return find_strategy(SUBSTITUTE, game=game.name)


def _shares_of(ranks: NDArray[np.int16]) -> Floats:
    is_first = ranks == 1
    shares: Floats = is_first / is_first.sum()
    return shares
