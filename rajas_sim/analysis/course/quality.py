"""How good the chances are: whether they come true, and how much they improve on seat and round alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.course.positions import Games
from rajas_sim.analysis.formatting import points
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates

N_BINS = 10
ROUGH = 0.1
"""Chances are rough if, in some bin, the estimate of how often they come true differs from them by more than this."""
SCORES = ("brier", "log")
_LEAST = 1e-12
"""A smaller chance counts as this in the log score, which would otherwise be infinite if the seat won."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances in one range: as the model gives them, and as they came true.

    Attributes
    ----------
    low, high
        Ends of the range.
    chance
        Mean of the chances in it.
    won
        Win share of the seats with these chances; simultaneous over all bins.
    n
        Number of chances in it: seats after rounds.
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
    """How good the chances are in games that the model was not fitted to.

    Both scores are means over positions (a game and a round after which it went on); lower is better. The Brier score of a
    position is the sum over the seats of the squared difference between chance and win share. The log score is minus the
    logarithm of the winner's chance (Gneiting and Raftery 2007, Journal of the American Statistical Association 102).

    Attributes
    ----------
    bins
        Bins of the reliability diagram.
    scores, base
        By name of the score: that of the model, and that of the base rate, which knows only the seat and the round.
    gains
        By name of the score: how much better the model is, paired position by position.
    """

    bins: tuple[Bin, ...]
    scores: Mapping[str, Estimate]
    base: Mapping[str, Estimate]
    gains: Mapping[str, Estimate]

    @property
    def sentence(self) -> str:
        """Whether chances come true as often as they say, without a full stop."""
        if not self._deviations:
            return "no difference from what came true is shown in any range of chances"
        ranges = f"{len(self._deviations)} of {len(self.bins)} ranges of chances differ from what came true"
        remark = ". What rests on them is rough" if self.is_rough else ""
        return f"{ranges}, by an estimated {points(max(self._deviations))} at most{remark}"

    @property
    def is_rough(self) -> bool:
        """Whether some interval excludes the mean chance of its bin, and its estimate is off by more than `ROUGH`."""
        return max(self._deviations, default=0.0) > ROUGH

    @property
    def _deviations(self) -> list[float]:
        """How far chances are from what came true, in the bins whose interval shows a difference."""
        return [abs(bin_.won.value - bin_.chance) for bin_ in self.bins if not bin_.is_met]


def add_quality(sums: BlockRatios, games: Games, chances: Floats, base_rate: Floats) -> None:
    """Add what `quality_of` needs from some games; `chances` and `base_rate` have the shape (m, k)."""
    rows = games.is_running
    block_of_row, win_shares = games.block[games.game_of_row[rows]], games.shares[games.game_of_row[rows]]
    model_chances, base_chances = chances[rows], base_rate[rows]
    for name, score in (("brier", _brier_score), ("log", _log_score)):
        model_score, base_score = score(model_chances, win_shares), score(base_chances, win_shares)
        sums.add(f"{name}.score", block_of_row, model_score)
        sums.add(f"{name}.base", block_of_row, base_score)
        sums.add(f"{name}.gain", block_of_row, base_score - model_score)
    bin_of_chance = np.minimum((model_chances * N_BINS).astype(np.int64), N_BINS - 1).ravel()
    block_of_chance = np.repeat(block_of_row, win_shares.shape[1])
    for i in range(N_BINS):
        is_in_bin = bin_of_chance == i
        sums.add(f"chance.{i}", block_of_chance[is_in_bin], model_chances.ravel()[is_in_bin])
        sums.add(f"won.{i}", block_of_chance[is_in_bin], win_shares.ravel()[is_in_bin])


def quality_of(sums: BlockRatios, level: float) -> Quality:
    """Estimate how good the chances are, from the sums of `add_quality`.

    Scores and their differences have t intervals. Win shares of the bins have exact binomial intervals, Bonferroni over the bins.
    All are ratios of block totals.
    """

    def means_by_score(suffix: str) -> dict[str, Estimate]:
        names = [f"{score}.{suffix}" for score in SCORES]
        return dict(zip(SCORES, mean_estimates(names, sums.moments(names), level=level), strict=True))

    filled_bins = [i for i in range(N_BINS) if f"won.{i}" in sums]
    chances = sums.moments([f"chance.{i}" for i in filled_bins])["mean"].to_list()
    names = [f"won.chance_{100 * i // N_BINS}_to_{100 * (i + 1) // N_BINS}" for i in filled_bins]
    win_shares = share_estimates(names, sums.moments([f"won.{i}" for i in filled_bins]), level=level)
    bins = tuple(
        Bin(i / N_BINS, (i + 1) / N_BINS, chance, share, int(sums.weight(f"won.{i}")))
        for i, chance, share in zip(filled_bins, chances, win_shares, strict=True)
    )
    return Quality(bins, means_by_score("score"), means_by_score("base"), means_by_score("gain"))


def _brier_score(chances: Floats, win_shares: Floats) -> Floats:
    squares: Floats = ((chances - win_shares) ** 2).sum(axis=1)
    return squares


def _log_score(chances: Floats, win_shares: Floats) -> Floats:
    scores: Floats = -(win_shares * np.log(chances.clip(_LEAST))).sum(axis=1)
    return scores
