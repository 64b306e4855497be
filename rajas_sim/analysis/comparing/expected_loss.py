"""Expected loss of the rule set that looks best, compared with the truly best one.

The loss of a rule set is its distance from a goal plus its cost, in the unit of the goal. Its regret is its loss minus the loss
of the truly best rule set. Weighting blocks at random gives draws of what the true numbers may be after these blocks. The
expected loss is the mean regret over all draws, including those in which it is 0. It is an expectation given the games played,
and promises no error rate for any one truth. All true numbers count as equally likely beforehand. So if rule sets differ little,
the blocks that were used to choose a rule set understate its loss; other blocks do not (see its test).

References
----------
Rubin (1981), The Bayesian bootstrap, Annals of Statistics 9; Chick and Inoue (2001), New two-stage and sequential procedures for
selecting the best simulated system, Operations Research 49 (expected opportunity cost).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.statistics.bootstrap import simultaneous_intervals, smooth_weights
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, estimates

DRAWS = 2000
"""How often the blocks are weighted at random."""
METHOD_OF_SAVINGS = "bootstrap over blocks, simultaneous over rule sets"
MOST_WEIGHTS_AT_ONCE = 5_000_000
"""Weights that are in memory together: 40 MB."""
LEAST_REGRET = 1e-12
"""Smaller regrets are rounding errors between equal rules."""


@dataclass(frozen=True, slots=True)
class ExpectedLosses:
    """Expected loss of every rule set compared with the truly best one, and how likely it is the best.

    Attributes
    ----------
    expected, chances
        One number per rule set: its mean regret over all draws, in the unit of the goal, and the share of draws in which it is
        the best. Equal rule sets share a draw.
    best
        Index of the rule set with the least expected loss; the first of equal ones.
    """

    expected: Floats
    chances: Floats
    best: int


def loss_draws(blocks: Floats, target: float, costs: Sequence[float], n_orders: int, seed: int) -> Floats:
    """Draw possible true losses of each rule set: its distance from the target plus its cost.

    Parameters
    ----------
    blocks
        Numbers of the goal; axes: block, rule set, number.
    target
        Target value of each number.
    costs
        Cost of each rule set, in the unit of the numbers.
    n_orders
        How many cyclic orders take turns from block to block; each has at least three blocks.

    Returns
    -------
    array
        One row per draw, one column per rule set.
    """
    n_blocks, n_rule_sets, n_numbers = blocks.shape
    flat_blocks = blocks.reshape(n_blocks, -1)
    means = np.concatenate([weights @ flat_blocks / n_blocks for weights in _weights(n_blocks, n_orders, seed)])
    distances: Floats = np.abs(means.reshape(-1, n_rule_sets, n_numbers) - target).max(axis=2)
    draws: Floats = distances + np.asarray(costs)
    return draws


def expected_losses(draws: Floats) -> ExpectedLosses:
    """Return the mean regret of every rule set; `draws` come from `loss_draws`, or are the mean of several such arrays."""
    regrets = draws - draws.min(axis=1, keepdims=True)
    expected = regrets.mean(axis=0)
    is_best = np.isclose(regrets, 0.0, rtol=0.0, atol=LEAST_REGRET)
    chances = (is_best / is_best.sum(axis=1, keepdims=True)).mean(axis=0)
    return ExpectedLosses(expected, chances, int(np.argmin(np.round(expected, 12))))


def savings_of(draws: Floats, chosen: int, level: float, n_blocks: int) -> tuple[Estimate, ...]:
    """Estimate how much less each rule set loses than the chosen one: the difference of their expected losses.

    Parameters
    ----------
    draws
        The result of `loss_draws`: one row per draw, one column per rule set.
    chosen
        Index of the chosen rule set.
    n_blocks
        Number of blocks that were weighted.
    """
    savings = draws[:, [chosen]] - draws
    names, ends = [f"saving.{i}" for i in range(savings.shape[1])], simultaneous_intervals(savings, level, n_blocks)
    return estimates(names, savings.mean(axis=0), ends, n_blocks, level, METHOD_OF_SAVINGS)


def _weights(n_blocks: int, n_orders: int, seed: int) -> Iterator[Floats]:
    """Yield random weights in portions that fit into memory: one row per draw, `DRAWS` in all, and one column per block."""
    rng, order_of_block = np.random.default_rng(seed), np.arange(n_blocks) % n_orders
    draws_per_portion = max(1, MOST_WEIGHTS_AT_ONCE // n_blocks)
    for first_draw in range(0, DRAWS, draws_per_portion):
        yield smooth_weights(rng, order_of_block, min(draws_per_portion, DRAWS - first_draw))
