"""The chance of each seat to win in positions of one game, estimated by playing them on; needs no run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
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


MOST_OPTIONS = 6
"""Of more options, only those that seem best are played on, and the chosen one."""
LEVEL = 0.95


@dataclass(frozen=True)
class OptionLosses:
    """By how much less often a seat won with each of its options than with the best of them, in games played on.

    Attributes
    ----------
    losses
        Win share by option, not-a-number for an option that was not played on; empty where there was no choice.
    is_shown
        Whether the option is shown to be worse: the interval of the paired difference leaves out 0, Bonferroni over all pairs.
    """

    losses: tuple[float, ...] = ()
    is_shown: tuple[bool, ...] = ()


@dataclass(frozen=True)
class PlayedChances:
    """Chances to win, estimated by playouts.

    Attributes
    ----------
    chances
        Win share of each seat in the games played on, shape (positions, k); of a finished game its own win shares.
    n
        Games that each position, and each option, was played on for.
    player
        Label of the strategy that played on, on every seat.
    options
        What the options of each position that was asked about are worth.
    """

    chances: Floats
    n: int
    player: str
    options: tuple[OptionLosses, ...] = ()


def played_chances(
    game: Game, positions: Sequence[State], line_up: Sequence[Strategy], n: int, decisions: Sequence[tuple[State, int]] = ()
) -> PlayedChances:
    """Play each position on to the end, `n` times with new luck, and return how often each seat won.

    The nth game of every position has the same luck, so that chances of successive positions, and of the options of one, differ
    by what was done more than by luck. The luck derives from the seed of the game: the same game gives the same chances.

    Parameters
    ----------
    line_up
        The strategies by seat. A plan that plays every seat plays on; otherwise `SUBSTITUTE` does.
    decisions
        Positions whose options are played on one by one, and the index of the option that was chosen in each.
    """
    player = _player(game, line_up)
    playouts = _Playouts.of(game, player, positions[0], n)

    def chances(state: State) -> Floats:
        if state.is_over:
            return np.array([standing.win_share for standing in sorted(state.standings, key=lambda standing: standing.seat)])
        mean: Floats = playouts.shares(state).mean(axis=0)
        return mean

    def losses(decision: tuple[State, int]) -> OptionLosses:
        return _option_losses(game, player, playouts, *decision)

    first = chances(positions[0])  # compiles the kernels before threads call them
    with ThreadPoolExecutor() as pool:
        rows = [first, *pool.map(chances, positions[1:])]
        return PlayedChances(np.array(rows), n, player.label, tuple(pool.map(losses, decisions)))


@dataclass(frozen=True)
class _Playouts:
    """Games that one strategy plays on, on every seat, under luck that derives from the seed of the game."""

    n: int
    parameters: NDArray[np.float64]
    choose: Callable[..., int]
    play_on: Callable[..., None]

    @classmethod
    def of(cls, game: Game, player: Strategy, position: State, n: int) -> _Playouts:
        strategy = player
        if plans.can_be_corrected(player, game.appraisal.lesson_kernels):
            strategy = plans.correctable(player, game.appraisal.lesson_kernels)
        # Private, because a public name in the core would change the digest of the engine, and so the identity of every run.
        kernels = game.appraisal._playout_kernels
        return cls(n, parameter_table([strategy], position.rules)[0], kernels.choose, make_play_on(kernels))

    def shares(self, state: State, code: int | None = None) -> Floats:
        """Play a position on, first an option if one is given, and return win shares: one row a game, one column a seat."""
        ranks, shares = np.zeros(state.rules.players, np.int16), np.zeros((self.n, state.rules.players))
        listed, spare, log = np.zeros(state.max_options, np.int16), np.zeros(state.max_options, np.int16), np.zeros(1, LOG)
        codes = np.array(state.option_codes, np.int16)
        for nth in range(self.n):
            played = writable_copy(state.array)
            played["seed"] = derive(int(state.record.seed), PLAYOUT_STREAM, nth)
            first = int(self.choose(played[0], state.rules.record, codes, self.parameters)) if code is None else code
            self.play_on(played[0], state.rules.record, log[0], first, listed, spare, self.parameters, 0)
            state.kernels.write_ranks(played[0], state.rules.record, ranks)
            shares[nth] = _shares_of(ranks)
        return shares


def _option_losses(game: Game, player: Strategy, playouts: _Playouts, state: State, chosen: int) -> OptionLosses:
    """Play the options of a position on that seem best to a strategy, and the chosen one."""
    n_options = len(state.option_codes)
    if n_options < 2:
        return OptionLosses()
    worths = game.appraisal.worths(state, player)
    best_first = range(n_options) if worths is None else np.argsort(-worths, kind="stable").tolist()
    played = list(dict.fromkeys([*best_first[:MOST_OPTIONS], chosen]))
    shares = np.array([playouts.shares(state, int(state.option_codes[i]))[:, state.seat_to_move] for i in played]).T
    losses = shares[:, [shares.mean(axis=0).argmax()]] - shares
    moments = PairedMoments.of(losses, losses.mean(axis=0), losses.var(axis=0, ddof=1))
    low, _ = paired_share_interval(moments, level=LEVEL, comparisons=max(1, len(played) * (len(played) - 1) // 2))
    loss_by_option = dict(zip(played, losses.mean(axis=0).tolist(), strict=True))
    is_shown_by_option = dict(zip(played, (low > 0.0).tolist(), strict=True))
    return OptionLosses(
        tuple(loss_by_option.get(i, math.nan) for i in range(n_options)),
        tuple(is_shown_by_option.get(i, False) for i in range(n_options)),
    )


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
