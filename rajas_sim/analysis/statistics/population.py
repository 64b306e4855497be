"""The population, of any shape, that members were drawn from, estimated from means that luck blurs.

Each member's mean is its expected value plus luck. It shares some of this luck with all members; the rest is its own. Nothing is
assumed about the distribution of expected values. The population is estimated by nonparametric maximum likelihood (Kiefer and
Wolfowitz 1956; Laird 1978), and a share of it has the interval of all values that a likelihood ratio test does not reject. In
simulations these intervals hold for normal, skewed and two-humped populations; a bootstrap of a smooth model (Efron 2016) held in
67 to 77 % of cases where there were two kinds of members.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats

Bools = NDArray[np.bool_]
#: Says which expected values, of shape (atoms, numbers), satisfy it; the second argument is the shared luck in standard errors.
Condition = Callable[[Floats, float], Bools]

METHOD = "profile likelihood of a population of any shape, at least the exact binomial over members"
SHAPE_TEST = "Shapiro-Wilk"
SHARED_LUCK = (-1.8, -1.0, 0.0, 1.0, 1.8)
"""Numbers of standard errors of shared luck that are tried; the square of each is taken off the allowed likelihood ratio."""
GRID, MOST_MEANS = 81, 80
"""Candidates for one number: this many equal steps, and this many quantiles of the means."""
TOWARDS_MIDDLE = (1.0, 0.75, 0.5, 0.25, 0.0)
"""Candidates for several numbers: at these fractions of the way from the middle to each mean."""
LIMITS = 31
"""At how many values `Population.below` is estimated."""
FIT_STEPS, PROFILE_STEPS, HALVINGS = 100, 30, 10
"""Most steps of the best fit; steps of a fit with a given share; and how often the range of an interval's end is halved."""
FIT_TOLERANCE, SMALLEST_STEP = 1e-6, 1e-6
"""The fit ends if no atom would raise the log-likelihood by more than the first; steps are halved until they are below the
second."""
SUM_WEIGHT = 1e4
"""Weight in a fit step of the condition that weights add to 1, relative to the mean of a member."""
SMALLEST = 1e-300
"""Least divisor, and least likelihood before a logarithm."""
LEAST_WEIGHT = 1e-30
"""Least weight of an atom, so that a share may be asked of atoms that the best fit leaves empty."""


@dataclass(frozen=True)
class Population:
    """Members' means and the luck in them.

    Attributes
    ----------
    means
        Measured means, of shape (members, numbers).
    covariance
        Covariance of the luck that a member shares with no other, of shape (numbers, numbers).
    shared_error
        Standard error of the luck that all members share; a `Condition` shifts by it. If there is one number only, it is that
        number's.
    level
        Confidence level of each interval.
    lower_limit, upper_limit
        Limits of the number, if there is a single one: 0 and 1 for a share.
    """

    means: Floats
    covariance: Floats
    shared_error: float
    level: float
    lower_limit: float = -math.inf
    upper_limit: float = math.inf

    @property
    def n_members(self) -> int:
        """Number of members."""
        return len(self.means)

    @cached_property
    def atoms(self) -> Floats:
        """Candidates for expected values, of shape (atoms, numbers)."""
        if self.means.shape[1] == 1:
            column = self.means[:, 0]
            margin = 2.0 * math.sqrt(self.covariance[0, 0])
            steps = np.linspace(max(column.min() - margin, self.lower_limit), min(column.max() + margin, self.upper_limit), GRID)
            means = np.quantile(column, np.linspace(0.0, 1.0, min(self.n_members, MOST_MEANS)), method="nearest")
            return np.unique(np.concatenate([steps, means]))[:, None]
        middle = self.means.mean(axis=0)
        return np.concatenate([middle + fraction * (self.means - middle) for fraction in TOWARDS_MIDDLE])

    @cached_property
    def _likelihood(self) -> Floats:
        """Likelihood of every member's mean at every atom, relative to the member's best atom: (members, atoms)."""
        floor = max(1e-24, 1e-9 * float(self.means.var(axis=0).max()))
        whitening = np.linalg.cholesky(np.linalg.inv(self.covariance + floor * np.eye(len(self.covariance))))
        distances = ((self.means @ whitening)[:, None, :] - (self.atoms @ whitening)[None, :, :]) ** 2
        exponents = -0.5 * distances.sum(axis=2)
        likelihood: Floats = np.exp(exponents - exponents.max(axis=1, keepdims=True))
        return likelihood

    @cached_property
    def _fit(self) -> tuple[float, Floats]:
        """The largest log-likelihood, and the weights of the atoms that reach it.

        Each Newton step is a least-squares problem with weights that are not negative and add to 1 (Wang 2007, Journal of the
        Royal Statistical Society B 69). Steps are halved until the likelihood grows.
        """
        likelihood, n_atoms = self._likelihood, len(self.atoms)
        weights = np.full(n_atoms, 1.0 / n_atoms)
        mixture = likelihood @ weights
        for _ in range(FIT_STEPS):
            ratios = likelihood / mixture[:, None]
            if ratios.sum(axis=0).max() - self.n_members <= FIT_TOLERANCE:
                break
            sum_row = np.full(n_atoms, SUM_WEIGHT)
            target, _ = scipy.optimize.nnls(np.vstack([ratios, sum_row]), np.append(np.full(self.n_members, 2.0), SUM_WEIGHT))
            step, target_mixture = 1.0, likelihood @ (target / target.sum())
            while np.log((1.0 - step) * mixture + step * target_mixture).sum() < np.log(mixture).sum() and step > SMALLEST_STEP:
                step /= 2.0
            weights = (1.0 - step) * weights + step * target / target.sum()
            mixture = likelihood @ weights
        return float(np.log(mixture).sum()), weights

    @property
    def weights(self) -> Floats:
        """The estimated population: a weight for each of the `atoms`."""
        return self._fit[1]

    @cached_property
    def normality_p_value(self) -> float:
        """P-value of the hypothesis that the first number is normally distributed (`SHAPE_TEST`, on the means of members).

        Luck is nearly normal, so the means are normal if the number is. 1 if all means are equal.
        """
        column = self.means[:, 0]
        return float(scipy.stats.shapiro(column).pvalue) if np.ptp(column) > 0 else 1.0

    def share(self, name: str, condition: Condition) -> Estimate:
        """Estimate the share of the population that fulfils a condition."""
        return self._shares([name], [condition])[0]

    @cached_property
    def below(self) -> tuple[Estimate, ...]:
        """The share of the population below each of `LIMITS` equally spaced `limits`; only for a single number."""
        return tuple(self._shares(["below"] * LIMITS, [self._is_below(limit) for limit in self.limits]))

    @cached_property
    def limits(self) -> Floats:
        """Values at which `below` is estimated."""
        return np.linspace(self.atoms[0, 0], self.atoms[-1, 0], LIMITS)

    def share_below(self, name: str, limit: float) -> Estimate:
        """Estimate the share of the population whose number is below a limit."""
        return self.share(name, self._is_below(limit))

    def quantile(self, name: str, q: float) -> Estimate:
        """Estimate a quantile of a single number; its interval ends where the intervals of `below` no longer include `q`."""
        atoms, limits = self.atoms[:, 0], self.limits
        value = float(atoms[min(int(self.weights.cumsum().searchsorted(q - 1e-9)), len(atoms) - 1)])
        lows = np.maximum.accumulate([estimate.low for estimate in self.below])
        highs = np.maximum.accumulate([estimate.high for estimate in self.below])
        low, high = limits[max(0, int(highs.searchsorted(q)) - 1)], limits[min(LIMITS - 1, int(lows.searchsorted(q, "right")))]
        return Estimate(name, value, min(float(low), value), max(float(high), value), self.level, self.n_members, METHOD)

    def _is_below(self, limit: float) -> Condition:
        return lambda values, luck: values[:, 0] < limit + luck * self.shared_error

    def _shares(self, names: Sequence[str], conditions: Sequence[Condition]) -> list[Estimate]:
        """Estimate the share of the population that fulfils each condition.

        An interval includes those under all `SHARED_LUCK` that is tried, and the exact binomial one.
        """
        luck_tried = SHARED_LUCK if self.shared_error > 0 else (0.0,)
        # Axes: condition, shared luck, atom.
        is_inside = np.array([[condition(self.atoms, luck) for luck in luck_tried] for condition in conditions])
        largest_ratio = float(scipy.stats.chi2.ppf(self.level, 1))
        allowed_ratios = np.array([largest_ratio - luck**2 for luck in luck_tried] * len(conditions))
        is_inside_rows = is_inside.reshape(len(allowed_ratios), -1)
        shape = is_inside.shape[:2]
        lows = self._ends(is_inside_rows, allowed_ratios, 0.0).reshape(shape).min(axis=1)
        highs = self._ends(is_inside_rows, allowed_ratios, 1.0).reshape(shape).max(axis=1)
        values = (is_inside[:, luck_tried.index(0.0)] @ self.weights).round(6)
        n, estimates = self.n_members, []
        for name, value, low, high in zip(names, values.clip(0.0, 1.0).tolist(), lows.tolist(), highs.tolist(), strict=True):
            exact_low = exact_share_interval(math.floor(n * value + 1e-6), n, self.level)[0]
            exact_high = exact_share_interval(math.ceil(n * value - 1e-6), n, self.level)[1]
            estimates.append(Estimate(name, value, min(low, exact_low), max(high, exact_high), self.level, n, METHOD))
        return estimates

    def _ends(self, is_inside: Bools, allowed_ratios: Floats, outermost: float) -> Floats:
        """Return how near to `outermost` (0 or 1) shares of the population can come before their likelihood ratio is too large.

        Each row says which atoms are inside, that is, which count towards the share; each has its allowed likelihood ratio.
        """
        best_log_likelihood, best_weights = self._fit
        possible = is_inside @ best_weights
        impossible = np.full(len(possible), outermost)
        can_move = is_inside.any(axis=1) & ~is_inside.all(axis=1)
        impossible[~can_move] = possible[~can_move]
        weights = np.repeat(best_weights[None, :], len(possible), axis=0)
        for _ in range(HALVINGS):
            tried = (possible + impossible) / 2.0
            log_likelihoods, tried_weights = self._fitted(is_inside, tried, weights, PROFILE_STEPS)
            is_possible = 2.0 * (best_log_likelihood - log_likelihoods) <= allowed_ratios
            possible, impossible = np.where(is_possible, tried, possible), np.where(is_possible, impossible, tried)
            weights = np.where(is_possible[:, None], tried_weights, weights)
        return impossible

    def _fitted(self, is_inside: Bools, shares: Floats, weights: Floats, n_steps: int) -> tuple[Floats, Floats]:
        """Return the largest log-likelihoods if atoms inside have the given shares, and the weights of the atoms: one row each.

        It is less exact than `_fit`, but fast for many shares at once. Steps of expectation and maximisation are extrapolated
        three at a time (SQUAREM; Varadhan and Roland 2008).
        """
        likelihood = self._likelihood
        has_outside = ~is_inside.all(axis=1)

        def with_shares(weights: Floats) -> Floats:
            """Scale the weights so that those inside add up to the shares, and all to 1."""
            weights = np.maximum(weights, LEAST_WEIGHT)
            inside = (weights * is_inside).sum(axis=1)
            outside = (weights * ~is_inside).sum(axis=1)
            factors_inside = np.where(has_outside, shares, 1.0) / np.maximum(inside, SMALLEST)
            factors_outside = (1.0 - shares) / np.maximum(outside, SMALLEST)
            scaled: Floats = weights * np.where(is_inside, factors_inside[:, None], factors_outside[:, None])
            return scaled

        def next_weights(weights: Floats) -> Floats:
            """Return the weights after one step of expectation and maximisation."""
            return with_shares(weights * ((1.0 / np.maximum(weights @ likelihood.T, SMALLEST)) @ likelihood))

        def log_likelihoods(weights: Floats) -> Floats:
            values: Floats = np.log(np.maximum(weights @ likelihood.T, SMALLEST)).sum(axis=1)
            return values

        # No weight begins at zero, where it would stay.
        weights = with_shares(weights + 1e-4 / weights.shape[1])
        for _ in range(n_steps):
            once = next_weights(weights)
            twice = next_weights(once)
            change, bend = once - weights, twice - 2.0 * once + weights
            length = np.sqrt((change**2).sum(axis=1) / np.maximum((bend**2).sum(axis=1), SMALLEST)).clip(1.0, 64.0)[:, None]
            further = weights + 2.0 * length * change + length**2 * bend
            further = with_shares(np.where(further > 0.0, further, 1e-3 * twice))
            weights = np.where((log_likelihoods(further) >= log_likelihoods(twice))[:, None], further, twice)
        return log_likelihoods(weights), weights


def exact_share_interval(count: int, n: int, level: float) -> tuple[float, float]:
    """Return the exact binomial interval of the share ``count / n`` (Clopper and Pearson 1934)."""
    tail = (1.0 - level) / 2.0
    low = float(scipy.stats.beta.ppf(tail, count, n - count + 1)) if count > 0 else 0.0
    high = float(scipy.stats.beta.isf(tail, count + 1, n - count)) if count < n else 1.0
    return low, high
