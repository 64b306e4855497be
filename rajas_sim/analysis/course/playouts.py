"""The chance of each seat to win in positions of one game, estimated by playing the positions on; needs no run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.game import Game
from rajas_sim.core.judging.playouts import PLAYOUT_STREAM
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy

PLAYOUTS = 100
"""Number of times that a position is played on; a chance of one half then has a 95 % interval of 10 points on either side."""
MOST_OPTIONS = 6
"""If there are more options, only this many that seem best, and the chosen one, are played on."""


@dataclass(frozen=True)
class OptionLosses:
    """How much less often a seat won with each of its options than with the best of them, when played on.

    Attributes
    ----------
    losses
        Loss of win share by option; not-a-number for an option that was not played on; empty if there was no choice.
    is_shown
        Whether each option is shown to be worse than the best: the interval of the paired difference excludes 0, Bonferroni over
        all pairs of options; empty if there was no choice.
    best
        Win share with the best option; not-a-number if there was no choice.
    """

    losses: tuple[float, ...] = ()
    is_shown: tuple[bool, ...] = ()
    best: float = math.nan

    @property
    def is_decided(self) -> bool:
        """Whether the seat won all games played on, or none, whatever the option."""
        return self.best in (0.0, 1.0) and not any(loss > 0.0 for loss in self.losses)


@dataclass(frozen=True)
class PlayedChances:
    """Chances to win, estimated by playouts.

    Attributes
    ----------
    chances
        Win share of each seat in the games played on, shape (positions, k); for a finished game, its own win shares.
    n
        How often each position, and each option, was played on.
    player
        Label of the strategy that played on, in every seat.
    options
        Losses of the options of each decision that was given to `played_chances`.
    """

    chances: Floats
    n: int
    player: str
    options: tuple[OptionLosses, ...] = ()


def played_chances(
    game: Game, positions: Sequence[State], line_up: Sequence[Strategy], n: int, decisions: Sequence[tuple[State, int]] = ()
) -> PlayedChances:
    """Play each position on to the end, `n` times with new luck, and return how often each seat won.

    The nth game of every position has the same luck. So chances of successive positions, and of the options of one position,
    differ by what was done more than by luck. The luck derives from the seed of the game: the same game gives the same chances.

    Parameters
    ----------
    positions
        Positions of one game.
    line_up
        The strategies by seat; they determine who plays on (`Appraisal.player_on`).
    decisions
        Positions whose options are to be played on one by one, each with the index of the option that was chosen.
    """
    appraisal = game.appraisal
    player = appraisal.player_on(line_up)
    seeds = luck_of_playouts(positions[0], n)

    def chances_in(state: State) -> Floats:
        if state.is_over:
            return np.array([standing.win_share for standing in sorted(state.standings, key=lambda standing: standing.seat)])
        mean: Floats = appraisal.win_shares_after(state, player, seeds).mean(axis=0)
        return mean

    def losses_of(decision: tuple[State, int]) -> OptionLosses:
        return option_losses(game, player, seeds, *decision)

    first_chances = chances_in(positions[0])  # the first call compiles the kernels before threads call them
    with ThreadPoolExecutor() as pool:
        chances = [first_chances, *pool.map(chances_in, positions[1:])]
        return PlayedChances(np.array(chances), n, player.label, tuple(pool.map(losses_of, decisions)))


def luck_of_playouts(position: State, n: int) -> list[int]:
    """Return the n seeds with which every position of a game is played on; they depend on the seed of the game only."""
    return [derive(position.seed, PLAYOUT_STREAM, nth) for nth in range(n)]


def seemingly_best(game: Game, player: Strategy, state: State) -> list[int]:
    """Return the indices of the options that seem best to a strategy, at most `MOST_OPTIONS`."""
    return game.appraisal.best_first(state, player)[:MOST_OPTIONS]


def option_losses(game: Game, player: Strategy, seeds: Sequence[int], state: State, chosen: int | None = None) -> OptionLosses:
    """Play on from the options of a position that seem best to a strategy, and from the one with the index `chosen` if given.

    It is played on once for each seed, by the strategy in every seat.
    """
    n_options = len(state.option_codes)
    if n_options < 2:
        return OptionLosses()
    played = list(dict.fromkeys([*seemingly_best(game, player, state), *([] if chosen is None else [chosen])]))
    codes, seat = [int(state.option_codes[i]) for i in played], state.seat_to_move
    # Axes: seed, option played on.
    shares = np.array([game.appraisal.win_shares_after(state, player, seeds, code)[:, seat] for code in codes]).T
    losses = shares[:, [shares.mean(axis=0).argmax()]] - shares
    moments = PairedMoments.of(losses, losses.mean(axis=0), losses.var(axis=0, ddof=1))
    low, _ = paired_share_interval(moments, level=USUAL_LEVEL, comparisons=max(1, len(played) * (len(played) - 1) // 2))
    loss_by_option = dict(zip(played, losses.mean(axis=0).tolist(), strict=True))
    is_shown_by_option = dict(zip(played, (low > 0.0).tolist(), strict=True))
    return OptionLosses(
        tuple(loss_by_option.get(i, math.nan) for i in range(n_options)),
        tuple(is_shown_by_option.get(i, False) for i in range(n_options)),
        float(shares.mean(axis=0).max()),
    )
