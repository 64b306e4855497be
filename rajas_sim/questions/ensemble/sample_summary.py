"""Result of sampling boxes: how many were kept, and the values of each target before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import scipy
from pydantic import Field

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_interval
from rajas_sim.questions.ensemble.estimates import SPREAD
from rajas_sim.running.boxes.sample import Candidate, Sample


@dataclass(frozen=True, slots=True)
class Spread:
    """Values of a target in a group of boxes: the mean with an interval over boxes, and the ends of nine boxes in ten."""

    mean: Estimate
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TargetSummary:
    """A target: its range, its values in all boxes that were drawn and played and in those that were kept, and its misses.

    Attributes
    ----------
    n_missed
        Number of played boxes whose value lies outside the range by more than the tolerance.
    """

    name: str
    at_least: float | None
    at_most: float | None
    source: str
    drawn: Spread
    kept: Spread
    n_missed: Annotated[int, Field(serialization_alias="missed")]
    range_text: Annotated[str, Field(exclude=True)]


@dataclass(frozen=True, slots=True)
class SampleSummary:
    """Result of sampling; the aliases of its fields are their names in the JSON form.

    Attributes
    ----------
    n_kept, n_drawn, n_impossible
        Numbers of boxes that were kept, that were drawn, and that the check of components refused.
    acceptance
        Share of drawn boxes that are kept.
    """

    folder: str
    n_kept: Annotated[int, Field(serialization_alias="kept")]
    n_drawn: Annotated[int, Field(serialization_alias="drawn")]
    n_impossible: Annotated[int, Field(serialization_alias="impossible")]
    acceptance: Estimate
    targets: tuple[TargetSummary, ...]


def sample_summary(sample: Sample) -> SampleSummary:
    """Describe a sample.

    Drawing ends with the last box that is kept, so the number of draws is what varies. The share kept is estimated without bias
    by ``(kept - 1) / (drawn - 1)`` (Haldane 1945), with the exact interval of the negative binomial distribution.
    """
    n_kept, n_drawn = len(sample.kept), len(sample.candidates)
    tail = (1.0 - USUAL_LEVEL) / 2
    low = float(scipy.stats.beta.ppf(tail, n_kept, n_drawn - n_kept + 1))
    high = float(scipy.stats.beta.isf(tail, n_kept, n_drawn - n_kept)) if n_drawn > n_kept else 1.0
    share = (n_kept - 1) / (n_drawn - 1) if n_kept > 1 else n_kept / n_drawn
    acceptance = Estimate("acceptance", share, low, high, USUAL_LEVEL, n_drawn, "exact negative binomial")
    misses, targets = sample.misses, []
    for name, goal in sample.sampling.goals.items():
        drawn, kept = _spread(name, sample.played), _spread(name, sample.kept)
        targets.append(TargetSummary(name, goal.at_least, goal.at_most, goal.source, drawn, kept, misses[name], goal.text))
    return SampleSummary(str(sample.folder), n_kept, n_drawn, n_drawn - len(sample.played), acceptance, tuple(targets))


def _spread(target: str, candidates: Sequence[Candidate]) -> Spread:
    values: Floats = np.array([candidate.means[target] for candidate in candidates])
    variance = float(values.var(ddof=1)) if len(values) > 1 else 0.0
    low, high = mean_interval(values.mean(), variance, len(values), level=USUAL_LEVEL)
    mean = Estimate(target, float(values.mean()), float(low), float(high), USUAL_LEVEL, len(values), "t over boxes")
    low_end, high_end = np.quantile(values, SPREAD)
    return Spread(mean, float(low_end), float(high_end))
