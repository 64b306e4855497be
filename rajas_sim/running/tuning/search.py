"""Searches for values of parameters: which may be tried, which are tried next, which candidates are stopped early.

A point of the search says by how many steps each parameter differs from its first value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from cmaes import CMA
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import derive
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.tuned_values import as_written
from rajas_sim.running.journal import Line

Floats = NDArray[np.float64]

# The stream of a search's luck (`derive`).
SEARCH_STREAM = 0x7E57
# A candidate is stopped if it is so many standard errors of the paired difference behind, after at least so many blocks. Chance
# puts an equal candidate three of them behind about once in 700 times; the standard error of fewer blocks is unreliable.
MIN_STANDARD_ERRORS = 3.0
FEWEST_BLOCKS = 30
# A step is a share of a parameter's first value, or of the range that the strategy allows if that is larger. It is at most a
# share of the range that is searched.
STEP_OF_VALUE, STEP_OF_ALLOWED, MOST_OF_RANGE = 0.25, 0.03, 0.25
# What a point loses for each squared step outside the ranges. Such a point is played as the nearest point inside.
LOSS_OUTSIDE = 0.01


class Generation(Line, allow_inf_nan=False):
    """What was played of one generation.

    Attributes
    ----------
    wins, score
        Win share and score of the values at the centre of the search.
    best
        The highest score of a candidate.
    scores
        The score of each candidate.
    n_stopped
        How many candidates were stopped early.
    games
        How many games were played.
    seconds
        How long the games took.
    """

    wins: float
    score: float
    best: float
    scores: tuple[float, ...]
    n_stopped: int
    games: int
    seconds: float


@dataclass(frozen=True)
class Space:
    """The values that may be tried.

    Attributes
    ----------
    names
        Names of the n parameters that are tuned.
    start, step, low, high
        First value, step, smallest and largest value of each parameter, shape (n,), in the unit of the parameter.
    """

    names: tuple[str, ...]
    start: Floats
    step: Floats
    low: Floats
    high: Floats

    @classmethod
    def around(
        cls, strategy: Strategy, start: Mapping[str, float], names: Sequence[str], ranges: Mapping[str, tuple[float, float]]
    ) -> Space:
        """Return the space of values around `start` that the strategy and `ranges` allow."""
        declared = {parameter.name: parameter for parameter in strategy.parameters}
        allowed_low, allowed_high = np.array([(declared[name].low, declared[name].high) for name in names]).T
        low, high = np.array([ranges.get(name, (declared[name].low, declared[name].high)) for name in names]).T
        clipped_start = np.clip([start[name] for name in names], low, high)
        step = np.maximum(STEP_OF_VALUE * np.abs(clipped_start), STEP_OF_ALLOWED * (allowed_high - allowed_low))
        return cls(tuple(names), clipped_start, np.minimum(step, MOST_OF_RANGE * (high - low)), low, high)

    def values(self, point: Floats) -> dict[str, float]:
        """Return the values at a point, rounded as a file writes them, so that exactly the written values are played."""
        inside = np.clip(self.start + self.step * point, self.low, self.high)
        return dict(zip(self.names, np.clip(as_written(inside), self.low, self.high).tolist(), strict=True))

    def loss(self, point: Floats) -> float:
        """Return the penalty for a point outside the ranges; 0 inside."""
        low, high = (self.low - self.start) / self.step, (self.high - self.start) / self.step
        outside = np.maximum(low - point, 0.0) + np.maximum(point - high, 0.0)
        return float(LOSS_OUTSIDE * np.sum(outside**2))


class Search:
    """A covariance matrix adaptation evolution strategy (CMA-ES) in a space of values.

    The same scores always lead to the same candidates. So a search continues if it is given the earlier scores again.

    Parameters
    ----------
    population
        Number of candidates in a generation.
    seed, number
        Seed of the tuning, and number of this search within it; together they determine the luck of the search.

    References
    ----------
    Hansen (2016), "The CMA evolution strategy: a tutorial", arXiv:1604.00772; implemented by the library cmaes.
    """

    def __init__(self, space: Space, population: int, seed: int, number: int) -> None:
        self.space = space
        search_seed = int(derive(seed, SEARCH_STREAM, number)) & 0xFFFFFFFF  # the library takes 32 bits
        self._cma = CMA(mean=np.zeros(len(space.names)), sigma=1.0, seed=search_seed, population_size=population)
        self._points: list[Floats] = []

    def mean(self) -> dict[str, float]:
        """Return the values at the centre of the search distribution: the best guess so far."""
        return self.space.values(self._cma.mean)

    def ask(self) -> list[dict[str, float]]:
        """Return the candidates of the next generation."""
        self._points = [self._cma.ask() for _ in range(self._cma.population_size)]
        return [self.space.values(point) for point in self._points]

    def tell(self, scores: Sequence[float]) -> None:
        """Take the scores of the last candidates from `ask`, in their order; higher is better."""
        losses = [self.space.loss(point) for point in self._points]
        self._cma.tell([(point, loss - score) for point, loss, score in zip(self._points, losses, scores, strict=True)])


def is_surely_worse(scores: Floats, n_better: int) -> NDArray[np.bool_]:
    """Return which candidates are clearly not among the `n_better` best; none if they have played too few blocks.

    Each candidate is compared, block by block, with the last of the `n_better` best so far. The other candidates only narrow the
    spread of the search by their rank, and a part of the blocks is enough to rank them.

    Parameters
    ----------
    scores
        Shape (candidates, blocks): the score of each candidate in blocks that all candidates have played.
    """
    n_blocks = scores.shape[1]
    if n_blocks < FEWEST_BLOCKS:
        return np.zeros(len(scores), np.bool_)
    shortfalls = scores[index_of_last_better(scores, n_better)] - scores
    standard_error = shortfalls.std(axis=1, ddof=1) / np.sqrt(n_blocks)
    return np.asarray(shortfalls.mean(axis=1) > MIN_STANDARD_ERRORS * standard_error, np.bool_)


def index_of_last_better(scores: Floats, n_better: int) -> int:
    """Return the index of the last of the `n_better` best candidates, by scores of shape (candidates, blocks).

    Of equal candidates, the first is better.
    """
    return int(np.argsort(-scores.mean(axis=1), kind="stable")[n_better - 1])
