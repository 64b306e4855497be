"""Whether the expectations about an experiment's numbers hold, however often one looks."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.formatting import counted, estimate_text
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, one_sided_estimates, share_estimates
from rajas_sim.analysis.statistics.sequences import EVERY_LOOK_AT_MEANS
from rajas_sim.core.errors import InputError
from rajas_sim.study.config.expectations import Expectation, expectation


class ExpectationStatus(enum.StrEnum):
    """Whether an expectation holds."""

    HOLDS = "HOLDS"
    FAILS = "FAILS"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class CheckedExpectation:
    """An expectation and whether it holds, for one number of players.

    Attributes
    ----------
    estimate
        The number itself. If several are meant, as for ``seats``, it is the one farthest from what is expected. Its interval
        holds at every look, together with those of all expectations of the experiment.
    is_share
        Whether the number is a share, such as a win share.
    """

    expectation: Expectation
    players: int
    status: ExpectationStatus
    estimate: Estimate
    is_share: bool

    @property
    def distance_inside(self) -> Estimate:
        """How far inside the expected range the number lies; below 0 it lies outside."""
        low, high = self.expectation.bounds(self.players)

        def distance_of(value: float) -> float:
            return min(value - low, high - value)

        estimate = self.estimate
        distances = [distance_of(estimate.low), distance_of(estimate.high)]
        lowest_distance = min(distances)
        if math.isfinite(low + high):
            # The value in the interval that lies farthest inside the range need not be an end of it.
            distances.append(distance_of(min(max((low + high) / 2, estimate.low), estimate.high)))
        return replace(estimate, value=distance_of(estimate.value), low=lowest_distance, high=max(distances))

    @property
    def sentence(self) -> str:
        """What was expected, whether it holds, and the number."""
        number = estimate_text(self.estimate, is_share=self.is_share)
        status = "is undecided" if self.status is ExpectationStatus.UNDECIDED else self.status.lower()
        blocks = counted(self.estimate.n, "block")
        return f"With {self.players} players, \u2018{self.expectation.text}\u2019 {status}: {number} after {blocks}."


def checked_expectations(run: Run, players: int) -> tuple[CheckedExpectation, ...]:
    """Check the run's expectations for a number of players, under the first rule set.

    An expectation HOLDS if the intervals of all its numbers lie in the expected range; they are one-sided at each end, since both
    ends must hold. It FAILS if the two-sided interval of one number lies entirely outside. Otherwise it is UNDECIDED. Intervals
    are confidence sequences over blocks (`rajas_sim.analysis.statistics.sequences`), exact for shares, asymptotic for means;
    Bonferroni over all numbers with an expectation.

    Raises
    ------
    InputError
        If the run's tables do not have a number.
    """
    all_expected = [expectation(text) for text in run.manifest.stop.expect] if run.manifest.stop is not None else []
    wanted = [expected for expected in all_expected if expected.players in (None, players)]
    if not wanted:
        return ()
    metrics = metrics_of(run, players)
    names_of_shares = {metric.name for metric in metrics.all if metric.is_share}
    metric_names = [metric.name for metric in metrics.all]
    if unknown := [expected for expected in wanted if not set(expected.metric_names(players)) <= {*metric_names}]:
        raise InputError(f"{expected.text}: games with {players} players do not have this number" for expected in unknown)
    values = block_values(run, players, metrics, run.arms[:1])[run.arms[0]]
    n_comparisons = sum(
        len(expected.metric_names(k)) for expected in all_expected for k in run.manifest.players if expected.players in (None, k)
    )
    two_sided, one_sided = _two_and_one_sided_estimates(run, players, metric_names, names_of_shares, values, n_comparisons)
    return tuple(_checked_expectation(expected, players, two_sided, one_sided, names_of_shares) for expected in wanted)


def _two_and_one_sided_estimates(  # noqa: PLR0913 - values, and what they are estimates of
    run: Run, players: int, metric_names: Sequence[str], names_of_shares: set[str], values: Floats, n_comparisons: int
) -> Iterator[dict[str, Estimate]]:
    """Yield estimates by metric with two-sided intervals, and then with one-sided ones, whose ends each have the level.

    `values` have one row per block and one column per metric.
    """
    methods = (run.share_method(players), EVERY_LOOK_AT_MEANS)
    moments = matrix_moments(values, run.n_alternating_orders(players)).with_columns(skewness=skewness(values))
    for estimates_of in (share_estimates, one_sided_estimates):
        as_shares, as_means = (
            estimates_of(metric_names, moments, level=run.level, comparisons=n_comparisons, method=method) for method in methods
        )
        yield {name: (as_shares if name in names_of_shares else as_means)[i] for i, name in enumerate(metric_names)}


def skewness(values: Floats) -> Floats:
    """Return the skewness of each column of block values; not-a-number if all values of a column are the same."""
    deviations = values - values.mean(axis=0)
    deviations[:, np.ptp(values, axis=0) < SAME_SHARE] = 0.0
    with np.errstate(invalid="ignore"):
        skew: Floats = (deviations**3).mean(axis=0) / (deviations**2).mean(axis=0) ** 1.5
    return skew


def _checked_expectation(
    expected: Expectation, players: int, two_sided: dict[str, Estimate], one_sided: dict[str, Estimate], names_of_shares: set[str]
) -> CheckedExpectation:
    """Say whether one expectation holds, from the estimates by metric with two-sided and with one-sided intervals.

    The estimate returned is the one farthest outside the range, or nearest to an end of it. If the intervals of some numbers lie
    wholly outside, it is one of these.
    """
    low, high = expected.bounds(players)
    names = expected.metric_names(players)
    estimates = {name: two_sided[name] for name in names}
    names_outside = [
        name for name, estimate in estimates.items() if estimate.has_interval and (estimate.high < low or estimate.low > high)
    ]
    status = ExpectationStatus.UNDECIDED
    if all(one_sided[name].lies_within(low, high) for name in names):
        status = ExpectationStatus.HOLDS
    elif names_outside:
        status = ExpectationStatus.FAILS
    worst_name = max(names_outside or names, key=lambda name: max(low - estimates[name].value, estimates[name].value - high))
    return CheckedExpectation(expected, players, status, estimates[worst_name], worst_name in names_of_shares)
