"""Which inputs explain an output, from given inputs and outputs (given-data sensitivity).

The first-order index of an input is the share of the variance of the output that would be gone on average if the input were
known. It is estimated by random balance designs (RBD-FAST; Tarantola et al. 2006, bias corrected after Tissot and Prieur 2012) as
in SALib. Outputs shuffled among the members show how large the index of an input without any effect may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, estimates

METHOD = "RBD-FAST, bootstrap over members"
#: Number of harmonics. One is for effects that go up or down over the range of an input; each more lets in as much noise again.
HARMONICS = 1
#: Shuffles of the output for the floor: enough for a quantile of 97.5 %.
PERMUTATIONS = 1000
#: Bootstrap samples for the intervals.
RESAMPLES = 200
FEWEST_MEMBERS = 20


@dataclass(frozen=True, slots=True)
class FirstOrderIndices:
    """How much of an output each input explains.

    Attributes
    ----------
    indices
        One estimate for each input, the largest first: its share of the variance between members. They need not add up to 1,
        since inputs that vary together explain the same part.
    floor
        What the largest index stays below if no input has an effect, with the level of the estimates.
    """

    indices: tuple[Estimate, ...]
    floor: float


def first_order_indices(  # noqa: PLR0913 - what the estimator takes
    names: Sequence[str], inputs: Floats, output: Floats, *, level: float, reliability: float = 1.0, seed: int = 1
) -> FirstOrderIndices:
    """Estimate the first-order index of every input.

    Parameters
    ----------
    names
        Names of the inputs.
    inputs
        One row per member, one column per input; members with the same value are put in random order.
    output
        One number per member.
    level
        Confidence level of the interval of each index, and of the floor.
    reliability
        Share of the variance of the output that is not luck; indices are shares of this part.

    Raises
    ------
    ValueError
        If there are too few members, or nothing to explain.
    """
    from SALib.analyze import rbd_fast

    n = len(output)
    if n < FEWEST_MEMBERS or not names or not reliability > 0 or not output.std() > 0:
        raise ValueError(f"{FEWEST_MEMBERS} members that differ are needed, found {n}")
    rng = np.random.default_rng(seed)
    # Ties in random order; otherwise a value that few members have would follow the order in which members were drawn.
    member_order = rng.permutation(n)
    ranks = np.empty_like(inputs)
    for column in range(inputs.shape[1]):
        members_by_value = member_order[inputs[member_order, column].argsort(kind="stable")]
        ranks[members_by_value, column] = np.arange(n)
        member_order = rng.permutation(n)
    problem = {"num_vars": len(names), "names": list(names), "bounds": [[0.0, 1.0]] * len(names)}
    analysis = rbd_fast.analyze(
        problem, ranks, output, M=HARMONICS, num_resamples=RESAMPLES, conf_level=level, seed=int(rng.integers(2**31))
    )
    indices_by_chance = np.array([_all_first_order(ranks, rng.permutation(output)) for _ in range(PERMUTATIONS)]) / reliability
    values, half_widths = np.array(analysis["S1"]) / reliability, np.array(analysis["S1_conf"]) / reliability
    ends = np.maximum(0.0, values - half_widths), np.minimum(1.0, values + half_widths)
    indices = estimates(names, values, ends, n, level, METHOD)
    largest_first = sorted(indices, key=lambda estimate: -estimate.value)
    return FirstOrderIndices(tuple(largest_first), float(np.quantile(indices_by_chance.max(axis=1), level, method="higher")))


def _all_first_order(ranks: Floats, output: Floats) -> Floats:
    """Return the first-order index of every input as SALib's `rbd_fast` does, but all at once: the floor needs thousands.

    `ranks` has one row per member and one column per input: the place of the member in the order of the input.
    """
    n = len(output)
    rising = ranks.argsort(axis=0)
    rising_then_falling = np.concatenate([rising[::2], rising[1::2][::-1]])
    spectrum = np.abs(np.fft.rfft(output[rising_then_falling] - output.mean(), axis=0)) ** 2
    weights = np.full(len(spectrum), 2.0)
    weights[0] = 0.0
    if n % 2 == 0:
        weights[-1] = 1.0
    power = spectrum * weights[:, None]
    share = power[1 : HARMONICS + 1].sum(axis=0) / power.sum(axis=0)
    bias = 2.0 * HARMONICS / n
    corrected: Floats = share - bias / (1.0 - bias) * (1.0 - share)
    return corrected
