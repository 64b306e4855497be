"""Which of several rule sets is nearer to a goal, such as even seats: differences of their distances under the same luck.

The distance of a rule set is how far the win share of its farthest seat is from an even one, or more generally the one of some
numbers that is farthest from the value that all of them are to have. It is the largest of the
deviations, upward and downward, so that the difference of two distances is

    max over deviations a of the first, min over deviations b of the second, of (a - b),

and each ``a - b`` is the mean of paired block values. A lower end of the difference follows from lower ends of these: the least
over b needs no adjustment, since it holds if the one at the true least does; the largest over a is adjusted for their number
(Berger 1982, Technometrics 24; Bonferroni). No assumption is made about which one is the farthest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import covariance_over_orders
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, adjusted, estimates, paired_mean_interval, share_interval


class Distances:
    """Distances of several rule sets with one number of players from a goal.

    Parameters
    ----------
    blocks
        Win shares, or other numbers: one row a block, then one a rule set, then one a position.
    orders
        How many cyclic orders take turns from block to block.
    target
        The value that each of them is to have; by default an even share.
    is_share
        Whether they are win shares, between 0 and 1.
    """

    def __init__(self, blocks: Floats, orders: int, target: float | None = None, *, is_share: bool = True) -> None:
        self.n, self.rule_sets, numbers = blocks.shape
        self.even = 1.0 / numbers if target is None else target
        self.is_share = is_share
        # Of two shares with an even one as their target the second mirrors the first.
        is_mirrored = is_share and numbers == 2 and bool((np.abs(blocks.sum(axis=2) - 2.0 * self.even) < SAME_SHARE).all())
        self.seats = 1 if is_mirrored else numbers
        free = blocks[:, :, : self.seats].reshape(self.n, -1)
        mean, covariance = covariance_over_orders(free, orders)
        self.deviations = mean.reshape(self.rule_sets, self.seats) - self.even
        self.blocks = blocks
        self.covariance = covariance.reshape(self.rule_sets, self.seats, self.rule_sets, self.seats)

    @property
    def values(self) -> Floats:
        """The distance of each rule set by its estimates."""
        values: Floats = np.abs(self.deviations).max(axis=1)
        return values

    def differences_from(self, base: int, level: float) -> tuple[Estimate, ...]:
        """Estimate for every rule set its distance minus that of one of them; the intervals of all others hold together.

        A value below 0 is fairer than that one.
        """
        others = np.arange(self.rule_sets)
        comparisons = max(1, self.rule_sets - 1)
        tail = (1.0 - level) / 2 / comparisons
        bases = np.full(self.rule_sets, base)
        low, high = self._least(others, bases, tail), -self._least(bases, others, tail)
        same = (self.blocks == self.blocks[:, [base]]).all(axis=(0, 2))
        low[same] = high[same] = 0.0
        kind = "exact binomial" if self.is_share else "t"
        method = adjusted(f"{kind} over paired block differences of all {'seats' if self.is_share else 'numbers'}", comparisons)
        names = [f"distance.{i}" for i in others]
        return estimates(names, self.values - self.values[base], (low, high), self.n, level, method)

    def may_be_fairest(self, level: float) -> NDArray[np.bool_]:
        """Say for each rule set whether it may be the fairest of all.

        The truly fairest is left out in at most one minus the level of runs: a rule set is left out where some other one is
        shown to be fairer, adjusted for the number of others (multiple comparison with the best).

        References
        ----------
        Hsu (1996), Multiple Comparisons: Theory and Methods, chapter 4.
        """
        first, second = np.nonzero(~np.eye(self.rule_sets, dtype=bool))
        least = self._least(first, second, (1.0 - level) / max(1, self.rule_sets - 1))
        is_less_fair = np.zeros(self.rule_sets, dtype=bool)
        is_less_fair[first[least > 0.0]] = True
        return ~is_less_fair

    def are_farther(self, base: int, tail: float) -> NDArray[np.bool_]:
        """Say for each rule set whether it is farther off than one of them, each wrong with chance `tail`."""
        others = np.arange(self.rule_sets)
        is_farther: NDArray[np.bool_] = self._least(others, np.full(self.rule_sets, base), tail) > 0.0
        is_farther[base] = False
        return is_farther

    def _least(self, first: NDArray[np.intp], second: NDArray[np.intp], tail: float) -> Floats:
        """Return lower ends of the distances of some rule sets minus those of others, each wrong with chance `tail`."""
        signs = np.array([1.0, -1.0])
        seats = np.arange(self.seats)
        # Axes: pair of rule sets, seat of the first, its sign, seat of the second, its sign.
        p, q = np.ix_(seats, seats)
        variance = np.einsum("aiai->ai", self.covariance)
        cross = self.covariance[first[:, None, None], p, second[:, None, None], q][:, :, None, :, None]
        up, down = signs[None, None, :, None, None], signs[None, None, None, None, :]
        mean = up * self.deviations[first][:, :, None, None, None] - down * self.deviations[second][:, None, None, :, None]
        spread = variance[first][:, :, None, None, None] + variance[second][:, None, None, :, None] - 2.0 * up * down * cross
        level = 1.0 - 2.0 * tail / (2 * self.seats)
        if not self.is_share:
            apart = variance[first][:, :, None, None, None] + variance[second][:, None, None, :, None]
            low, _ = paired_mean_interval(mean, np.maximum(spread, 0.0), apart, self.n, level=level)
            return _extreme(low)
        # Each difference of deviations lies within an interval of length 2, which is moved to that from 0 to 1.
        shift = np.where(up == down, 1.0, np.where(up > 0, 2.0 * self.even, 2.0 - 2.0 * self.even))
        low, _ = share_interval((mean + shift) / 2.0, np.maximum(spread, 0.0) / 4.0, self.n, level=level)
        return _extreme(2.0 * low - shift)


def _extreme(low: Floats) -> Floats:
    """Return the lower end of each difference of distances from those of all differences of deviations."""
    least: Floats = np.nan_to_num(low, nan=-np.inf).min(axis=(3, 4)).max(axis=(1, 2))
    return least
