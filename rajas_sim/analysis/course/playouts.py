"""The chance of each seat to win in positions of one game, estimated by playing the positions on; needs no run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.game import Game
from rajas_sim.core.judging.playouts import PLAYOUT_STREAM
from rajas_sim.core.playing.asking import ask
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
    intervals
        Interval of the loss of each option, from the paired differences to the best, Bonferroni over all pairs of options; empty
        if there was no choice.
    best
        Win share with the best option; not-a-number if there was no choice.
    """

    losses: tuple[float, ...] = ()
    intervals: tuple[tuple[float, float], ...] = ()
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
    playouts = Playouts(game, game.appraisal.player_on(line_up), luck_of_playouts(positions[0], n))

    def chances_in(state: State) -> Floats:
        if state.is_over:
            return np.array([standing.win_share for standing in sorted(state.standings, key=lambda standing: standing.seat)])
        mean: Floats = game.appraisal.win_shares_after(state, playouts.player, playouts.seeds).mean(axis=0)
        return mean

    first_chances = chances_in(positions[0])  # the first call compiles the kernels before threads call them
    with ThreadPoolExecutor() as pool:
        chances = [first_chances, *pool.map(chances_in, positions[1:])]
        losses = tuple(pool.map(lambda decision: playouts.losses(*decision), decisions))
        return PlayedChances(np.array(chances), n, playouts.player.label, losses)


def luck_of_playouts(position: State, n: int) -> list[int]:
    """Return the n seeds with which every position of a game is played on; they depend on the seed of the game only."""
    return [derive(position.seed, PLAYOUT_STREAM, nth) for nth in range(n)]


@dataclass(frozen=True)
class Playouts:
    """How positions of one game are played on.

    Attributes
    ----------
    player
        The strategy that plays on, on every seat.
    seeds
        The seed of each game that is played on from an option.
    finisher
        The strategy that chooses the rest of a turn after an option (`rest_of_turn`); None if it is the player.
    """

    game: Game
    player: Strategy
    seeds: Sequence[int]
    finisher: Strategy | None = None

    def seemingly_best(self, state: State, most: int = MOST_OPTIONS) -> list[int]:
        """Return the indices of the options that seem best to the player, at most so many."""
        return self.game.appraisal.best_first(state, self.player)[:most]

    def shares_after(self, state: State, code: int) -> Floats:
        """Return the win share of the seat to move in each game that is played on from an option."""
        return self._shares_after_line(self.rest_of_turn(state, code), self.seeds)

    def rest_of_turn(self, state: State, code: int) -> tuple[State, int]:
        """Return the last decision of a turn to which an option leads without luck, and the option that the finisher takes there.

        Games that are played on from there do not blame an option for what the player would choose later in the same turn. If
        luck or another seat comes first, or without a finisher, the position and the option are returned as they are.
        """
        if self.finisher is None:
            return state, code
        turn, (seed, other_seed) = (state.moment, state.seat_to_move), luck_of_playouts(state, 2)
        while True:
            after, with_other_luck = (state.shown(luck).play(code) for luck in (seed, other_seed))
            if after.is_over or (after.moment, after.seat_to_move) != turn or after != with_other_luck.shown(seed):
                return state, code
            state = after
            code = ask(self.finisher, state, seed, seed) if len(state.option_codes) > 1 else int(state.option_codes[0])

    def losses(self, state: State, chosen: int | None = None) -> OptionLosses:
        """Play on from the options of a position that seem best, and from the one with the index `chosen` if given."""
        if len(state.option_codes) < 2:
            return OptionLosses()
        played = dict.fromkeys([*self.seemingly_best(state), *([] if chosen is None else [chosen])])
        return _losses(len(state.option_codes), {i: self.shares_after(state, int(state.option_codes[i])) for i in played})

    def losses_in_two_rounds(self, state: State, most_options: int) -> OptionLosses:
        """Play on from the options of a position that seem best, at most `most_options`.

        Only the `MOST_OPTIONS` of them that win most with the seeds of the first round (`n_in_first_round`) are played on with
        all.
        """
        if len(state.option_codes) < 2:
            return OptionLosses()
        played, n_first = self.seemingly_best(state, most_options), n_in_first_round(len(self.seeds))
        lines = {i: self.rest_of_turn(state, int(state.option_codes[i])) for i in played}
        shares = {i: self._shares_after_line(line, self.seeds[:n_first]) for i, line in lines.items()}
        best_first = sorted(played, key=lambda i: -shares[i].mean())[:MOST_OPTIONS]
        for i in best_first:
            shares[i] = np.concatenate([shares[i], self._shares_after_line(lines[i], self.seeds[n_first:])])
        return _losses(len(state.option_codes), shares)

    def _shares_after_line(self, line: tuple[State, int], seeds: Sequence[int]) -> Floats:
        """Return the win share of the seat to move in each game that is played on from what `rest_of_turn` returned."""
        state, code = line
        return self.game.appraisal.win_shares_after(state, self.player, seeds, code)[:, state.seat_to_move]


def n_in_first_round(n: int) -> int:
    """Return how many of n games are played on from every option, before only the best are played on further."""
    return n // 2


def _losses(n_options: int, shares: Mapping[int, Floats]) -> OptionLosses:
    """Return the losses of options (index -> win share in each game), each in the games that the best option has as well.

    The best option must have as many games as any.
    """
    n_most = max(map(len, shares.values()))
    best = max((i for i in shares if len(shares[i]) == n_most), key=lambda i: float(shares[i].mean()))
    n_pairs = max(1, len(shares) * (len(shares) - 1) // 2)
    losses, intervals = [math.nan] * n_options, [(math.nan, math.nan)] * n_options
    for i, option_shares in shares.items():
        differences = shares[best][: len(option_shares)] - option_shares
        losses[i] = float(differences.mean())
        moments = PairedMoments.of(differences[:, None], differences.mean(keepdims=True), differences.var(ddof=1, keepdims=True))
        low, high = paired_share_interval(moments, level=USUAL_LEVEL, comparisons=n_pairs)
        intervals[i] = float(low[0]), float(high[0])
    return OptionLosses(tuple(losses), tuple(intervals), float(shares[best].mean()))
