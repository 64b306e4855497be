"""The A/A check: the baseline against itself, where nothing is changed and nothing should be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics
from rajas_sim.analysis.formatting import counted, difference_text, listed
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The baseline against itself through the code that pairs arms, once with other luck and once with the same.

    Attributes
    ----------
    differences
        By name of the metric: blocks minus other blocks in the same cyclic order; simultaneous over the metrics.
    is_zero_with_same_luck
        Whether every block minus the same block, read from the tables a second time, is 0 in all metrics.
    sentence
        What the check found, without its full stop.
    """

    differences: Mapping[str, Estimate]
    is_zero_with_same_luck: bool
    sentence: str


def self_check(players: int, metrics: Metrics, blocks: Floats, again: Floats, orders: int, level: float) -> SelfCheck:
    """Pair the blocks of the baseline with other blocks of it, and with themselves, as an arm is paired with the baseline.

    `blocks` are the values of the metrics: one row a block, one column a metric; `again` are the same, read a second time. Cyclic
    orders take turns after `orders` blocks, and every second turn is paired with the one before it.
    """
    turns = blocks[: len(blocks) // (2 * orders) * 2 * orders].reshape(-1, 2, orders, blocks.shape[1])
    before, after = (turns[:, side].reshape(-1, blocks.shape[1]) for side in (0, 1))
    same = PairedDifferences.of(metrics, blocks, again, orders)
    is_zero = not np.nan_to_num(same.moments.select("mean", "variance").to_numpy()).any()
    found: dict[str, Estimate] = {}
    if len(before) > 1:
        named = PairedDifferences.of(metrics, before, after, orders).estimates("self_check", level, len(metrics.free))
        found = {m.name: estimate for m, estimate in zip(metrics.all, named, strict=True)}
    return SelfCheck(found, is_zero, _sentence(players, metrics, found, is_zero, len(blocks)))


def _sentence(players: int, metrics: Metrics, found: Mapping[str, Estimate], is_zero: bool, n: int) -> str:
    start = f"With {players} players, as a check, the baseline is paired with itself as the others are with it"
    same = (
        "with the same luck every difference is 0"
        if is_zero
        else "with the same luck some difference is not 0, which is an error"
    )
    if not found:
        return f"{start}: {same}; other luck needs more than {counted(n, 'block')}"
    start = f"{start}: {same}; with other luck (every second block)"
    off = [m.title for m in metrics.all if found[m.name].excludes(0.0)]
    size = difference_text(found[START_PLAYER], is_share=True)
    share = f"the start player's win share differs by {size}, n = {counted(found[START_PLAYER].n, 'pair')} of blocks"
    if not off:
        return f"{start} the interval of every difference holds 0, as it should; {share}"
    times = f"in one run of {round(1 / (1 - found[START_PLAYER].level))}"
    return (
        f"{start} the {listed(off)} {'differs' if len(off) == 1 else 'differ'} beyond the interval, which luck alone "
        f"does {times}; read the changes with that in mind; {share}"
    )
