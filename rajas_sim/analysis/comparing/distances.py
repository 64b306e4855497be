"""Compare distances of rule sets from a goal, such as even seats: differences under the same luck.

The distance of a rule set is how far the win share of its farthest seat is from an even share. More generally, several numbers
have the same target, and the distance is that of the number farthest from it. The distance is the largest of the deviations,
upward and downward, so the difference of two distances is

    max over deviations a of the first, min over deviations b of the second, of (a - b),

and each ``a - b`` is the mean of paired block values. A lower end of the difference follows from the lower ends of these. The
least over b needs no adjustment, since it holds if the one at the true least does; the largest over a is adjusted for their
number (Berger 1982, Technometrics 24; Bonferroni). No assumption is made about which number is the farthest. Unlike the intervals
of single differences, the ends do not allow for the skewness of block differences (`rajas_sim.analysis.statistics.paired`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.formatting import percent_range, points
from rajas_sim.analysis.reading.blocks import covariance_over_orders
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, adjusted, estimates, share_interval
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_mean_interval, paired_share_interval


def change_text(change: Estimate, than: str = "") -> str:
    """Say how much nearer to an even share, or farther from it, one rule set is than another.

    `than` names the other, as in " than theirs".
    """
    side = "farther from" if change.value > 0 else "nearer to"
    if not change.excludes(0.0):
        ends_text = f"from {points(change.low)} nearer to {points(change.high)} farther"
        return f"{points(change.value)} {side} an even share{than} ({ends_text})"
    least, most = sorted((abs(change.low), abs(change.high)))
    return f"{points(change.value)} ({percent_range(least, most)}) {side} an even share{than}"


class Distances:
    """Distances from a goal of several rule sets with one number of players.

    Parameters
    ----------
    blocks
        Win shares by position, or other numbers; axes: block, rule set, number.
    n_orders
        How many cyclic orders take turns from block to block.
    target
        The target value of every number; by default an even share.
    is_share
        Whether the numbers are win shares, between 0 and 1.
    """

    def __init__(self, blocks: Floats, n_orders: int, target: float | None = None, *, is_share: bool = True) -> None:
        self.n_blocks, self.n_rule_sets, n_given_numbers = blocks.shape
        self.target = 1.0 / n_given_numbers if target is None else target
        self.is_share = is_share
        # If two shares have an even share as their target, the second mirrors the first.
        is_mirrored = (
            is_share and n_given_numbers == 2 and bool((np.abs(blocks.sum(axis=2) - 2.0 * self.target) < SAME_SHARE).all())
        )
        self.n_numbers = 1 if is_mirrored else n_given_numbers
        free_blocks = blocks[:, :, : self.n_numbers].reshape(self.n_blocks, -1)
        mean, covariance = covariance_over_orders(free_blocks, n_orders)
        # Axes: rule set, number.
        self.deviations = mean.reshape(self.n_rule_sets, self.n_numbers) - self.target
        self.blocks = blocks
        # Axes: rule set, number, and the rule set and number that it varies with.
        self.covariance = covariance.reshape(self.n_rule_sets, self.n_numbers, self.n_rule_sets, self.n_numbers)

    @property
    def values(self) -> Floats:
        """The estimated distance of each rule set."""
        values: Floats = np.abs(self.deviations).max(axis=1)
        return values

    def differences_from(self, base: int, level: float) -> tuple[Estimate, ...]:
        """Estimate how much farther from the target each rule set is than that with the index `base`; below 0 it is nearer.

        The intervals of all other rule sets hold together; both ends of that of the base are 0.
        """
        all_rule_sets = np.arange(self.n_rule_sets)
        comparisons = max(1, self.n_rule_sets - 1)
        tail = (1.0 - level) / 2 / comparisons
        bases = np.full(self.n_rule_sets, base)
        low, high = self._lower_ends(all_rule_sets, bases, tail), -self._lower_ends(bases, all_rule_sets, tail)
        # Even if no block differs, the distances may: blocks that were not played might differ.
        is_same = (self.blocks == self.blocks[:, [base]]).all(axis=(0, 2))
        unseen_change = self._unseen_change(base, level, comparisons)
        low[is_same], high[is_same] = -unseen_change, unseen_change
        low[base] = high[base] = 0.0
        interval_name, numbers_name = ("exact binomial", "seats") if self.is_share else ("t", "numbers")
        method = adjusted(f"{interval_name} over paired block differences of all {numbers_name}", comparisons)
        names = [f"distance.{rule_set}" for rule_set in all_rule_sets]
        return estimates(names, self.values - self.values[base], (low, high), self.n_blocks, level, method)

    def _unseen_change(self, base: int, level: float, comparisons: int) -> float:
        """Return how much a number may differ between the base and a rule set that played the same in every block.

        The intervals of `comparisons` rule sets hold together.
        """
        zeros, comparisons = np.zeros(self.n_numbers), comparisons * self.n_numbers
        moments = PairedMoments(zeros, zeros, np.full(self.n_numbers, self.n_blocks), n_differing=zeros)
        if self.is_share:
            _, most = paired_share_interval(moments, level=level, comparisons=comparisons)
        else:
            unpaired_variance = 2.0 * np.einsum("ii->i", self.covariance[base, :, base])
            _, most = paired_mean_interval(moments, unpaired_variance, level=level, comparisons=comparisons)
        return float(most.max())

    def may_be_fairest(self, level: float) -> NDArray[np.bool_]:
        """Say for each rule set whether it may be the fairest of all.

        The truly fairest is left out in at most one minus the level of runs. A rule set is left out if another is shown to be
        fairer, adjusted for the number of others (multiple comparison with the best).

        References
        ----------
        Hsu (1996), Multiple Comparisons: Theory and Methods, chapter 4.
        """
        judged, other = np.nonzero(~np.eye(self.n_rule_sets, dtype=bool))
        lower_ends = self._lower_ends(judged, other, (1.0 - level) / max(1, self.n_rule_sets - 1))
        is_less_fair = np.zeros(self.n_rule_sets, dtype=bool)
        is_less_fair[judged[lower_ends > 0.0]] = True
        return ~is_less_fair

    def are_farther(self, base: int, tail: float) -> NDArray[np.bool_]:
        """Say for each rule set whether it is shown to be farther off than the base; each "yes" is wrong with chance `tail`."""
        all_rule_sets = np.arange(self.n_rule_sets)
        is_farther: NDArray[np.bool_] = self._lower_ends(all_rule_sets, np.full(self.n_rule_sets, base), tail) > 0.0
        is_farther[base] = False
        return is_farther

    def _lower_ends(self, first: NDArray[np.intp], second: NDArray[np.intp], tail: float) -> Floats:
        """Return for pairs of rule sets a lower end of the first's distance minus the second's, each wrong with chance `tail`.

        `first` and `second` are indices of the rule sets of each pair. The arrays below have five axes: the pair, the number of
        the first rule set, the sign of its deviation, the number of the second, and the sign of its deviation.
        """
        signs = np.array([1.0, -1.0])
        numbers = np.arange(self.n_numbers)
        first_number, second_number = np.ix_(numbers, numbers)
        first_sign, second_sign = signs[None, None, :, None, None], signs[None, None, None, None, :]
        first_deviation = self.deviations[first][:, :, None, None, None]
        second_deviation = self.deviations[second][:, None, None, :, None]
        variances = np.einsum("aiai->ai", self.covariance)
        unpaired_variance = variances[first][:, :, None, None, None] + variances[second][:, None, None, :, None]
        covariances = self.covariance[first[:, None, None], first_number, second[:, None, None], second_number]
        covariance = covariances[:, :, None, :, None]
        mean = first_sign * first_deviation - second_sign * second_deviation
        variance = np.maximum(unpaired_variance - 2.0 * first_sign * second_sign * covariance, 0.0)
        level = 1.0 - 2.0 * tail / (2 * self.n_numbers)
        if not self.is_share:
            moments = PairedMoments(mean, variance, np.array(self.n_blocks))
            low, _ = paired_mean_interval(moments, unpaired_variance, level=level)
            return _distance_lower_ends(low)
        # Each difference of deviations lies in an interval of length 2, which is shifted and scaled to 0 to 1.
        shift_if_unlike = np.where(first_sign > 0, 2.0 * self.target, 2.0 - 2.0 * self.target)
        shift = np.where(first_sign == second_sign, 1.0, shift_if_unlike)
        low, _ = share_interval((mean + shift) / 2.0, variance / 4.0, self.n_blocks, level=level)
        return _distance_lower_ends(2.0 * low - shift)


def _distance_lower_ends(low: Floats) -> Floats:
    """Return the lower end of each pair's difference of distances from those of its differences of deviations (`_lower_ends`)."""
    lower_end: Floats = np.nan_to_num(low, nan=-np.inf).min(axis=(3, 4)).max(axis=(1, 2))
    return lower_end
