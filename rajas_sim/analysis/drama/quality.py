"""How good the chances are: whether they come true as often as they say, and how much they add to seat and round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.drama.positions import Games
from rajas_sim.analysis.formatting import points
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates

N_BINS = 10
ROUGH = 0.1
"""Chances that are off by more than this, by the estimates, are rough."""
SCORES = ("brier", "log")
_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances between two ends, as the model gives them and as they came true.

    Attributes
    ----------
    low, high
        The ends.
    chance
        Mean of the chances.
    won
        Win share of the seats that had them; simultaneous over all bins.
    n
        Number of chances: seats after rounds.
    """

    low: float
    high: float
    chance: float
    won: Estimate
    n: int

    @property
    def is_met(self) -> bool:
        """Whether the chances came true as often as they said, as far as the games show."""
        return not self.won.excludes(self.chance)


@dataclass(frozen=True, slots=True)
class Quality:
    """How good chances are in games the model was not fitted to.

    Both scores are means over positions (a game and a round after which it went on), and the lower the better. The Brier score
    of a position is the sum over the seats of the squared difference between chance and win share; the log score is minus the
    logarithm of the chance of the winner (Gneiting and Raftery 2007, Journal of the American Statistical Association 102).

    Attributes
    ----------
    bins
        The reliability diagram.
    scores, base
        By name of the score: of the model, and of the base rate, which knows the seat and the round.
    gains
        By how much the model is better, paired position by position.
    """

    bins: tuple[Bin, ...]
    scores: Mapping[str, Estimate]
    base: Mapping[str, Estimate]
    gains: Mapping[str, Estimate]

    @property
    def finding(self) -> str:
        """Whether chances come true as often as they say, without a full stop."""
        if not self._misses:
            return "no range of chances shows a difference from what came true"
        ranges = f"{len(self._misses)} of {len(self.bins)} ranges of chances differ from what came true"
        rest = ". What rests on them is rough" if self.is_rough else ""
        return f"{ranges}, by an estimated {points(max(self._misses))} at most{rest}"

    @property
    def is_rough(self) -> bool:
        """Whether some interval excludes the chances, and the estimate is off by more than `ROUGH`."""
        return max(self._misses, default=0.0) > ROUGH

    @property
    def _misses(self) -> list[float]:
        """By how much chances differ from what came true, where an interval shows that they do."""
        return [abs(each.won.value - each.chance) for each in self.bins if not each.is_met]


def add_quality(sums: BlockRatios, games: Games, chances: Floats, base: Floats) -> None:
    """Add what `quality_of` needs of some games; chances have the shape (m, k)."""
    rows = games.is_running
    block, won = games.block[games.game[rows]], games.shares[games.game[rows]]
    given, usual = chances[rows], base[rows]
    for name, score in (("brier", _brier), ("log", _log)):
        of_model, of_base = score(given, won), score(usual, won)
        sums.add(f"{name}.score", block, of_model)
        sums.add(f"{name}.base", block, of_base)
        sums.add(f"{name}.gain", block, of_base - of_model)
    k = won.shape[1]
    place = np.minimum((given * N_BINS).astype(np.int64), N_BINS - 1).ravel()
    blocks = np.repeat(block, k)
    for i in range(N_BINS):
        is_in = place == i
        sums.add(f"chance.{i}", blocks[is_in], given.ravel()[is_in])
        sums.add(f"won.{i}", blocks[is_in], won.ravel()[is_in])


def quality_of(sums: BlockRatios, level: float) -> Quality:
    """Estimate how good chances are, from sums of `add_quality`.

    Scores and their differences with t intervals, the win shares of the bins with exact binomial intervals, Bonferroni over the
    bins; all of ratios of block totals.
    """

    def means(kind: str) -> dict[str, Estimate]:
        names = [f"{score}.{kind}" for score in SCORES]
        return dict(zip(SCORES, mean_estimates(names, sums.moments(names), level=level), strict=True))

    filled = [i for i in range(N_BINS) if f"won.{i}" in sums]
    chances = sums.moments([f"chance.{i}" for i in filled])["mean"].to_list()
    names = [f"won.chance_{100 * i // N_BINS}_to_{100 * (i + 1) // N_BINS}" for i in filled]
    won = share_estimates(names, sums.moments([f"won.{i}" for i in filled]), level=level)
    bins = tuple(
        Bin(i / N_BINS, (i + 1) / N_BINS, chance, share, int(sums.weight(f"won.{i}")))
        for i, chance, share in zip(filled, chances, won, strict=True)
    )
    return Quality(bins, means("score"), means("base"), means("gain"))


def _brier(chances: Floats, won: Floats) -> Floats:
    squares: Floats = ((chances - won) ** 2).sum(axis=1)
    return squares


def _log(chances: Floats, won: Floats) -> Floats:
    surprise: Floats = -(won * np.log(chances.clip(_LEAST))).sum(axis=1)
    return surprise
