"""The A/A check: the baseline against itself, where nothing is changed and nothing should be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.formatting import counted, difference_text, listed
from rajas_sim.analysis.rule_changes.metrics import START_PLAYER, Metrics
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, estimates, unpaired_interval


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The baseline against itself: odd blocks minus even blocks, where nothing is changed.

    Attributes
    ----------
    differences
        By name of the metric; unpaired, simultaneous over the metrics.
    sentence
        What the check found, without its full stop.
    """

    differences: Mapping[str, Estimate]
    sentence: str


def self_check(players: int, metrics: Metrics, blocks: Floats, level: float) -> SelfCheck:
    """Compare the odd blocks of the baseline with its even ones; Welch's t, Bonferroni over the metrics.

    `blocks` are the values of the metrics: one row a block, one column a metric.
    """
    odd, even = blocks[1::2], blocks[0::2]
    n, comparisons = len(blocks), len(metrics.free)
    ends = unpaired_interval(odd, even, level=level, comparisons=comparisons)
    mean = odd.mean(axis=0) - even.mean(axis=0) if n > 1 else np.full(len(metrics.all), np.nan)
    method = f"Welch's t over unpaired blocks, Bonferroni over {comparisons}"
    named = estimates([f"self_check.{m.name}" for m in metrics.all], mean, ends, n, level, method)
    found = {m.name: estimate for m, estimate in zip(metrics.all, named, strict=True)}
    return SelfCheck(found, _check_sentence(players, metrics, found, n))


def _check_sentence(players: int, metrics: Metrics, found: Mapping[str, Estimate], n: int) -> str:
    start = f"With {players} players, as a check, the odd blocks of the baseline against its even ones, where nothing is changed"
    if not all(d.has_interval for d in found.values()):
        return f"{start}: {counted(n, 'block')} are too few for it" if n > 1 else f"{start}: one block is too few for it"
    off = [m.title for m in metrics.all if found[m.name].excludes(0.0)]
    size = difference_text(found[START_PLAYER], is_share=True)
    share = f"the start player's win share differs by {size}, n = {counted(n, 'block')}"
    if not off:
        return f"{start}: no metric differs beyond its interval, as it should be; {share}"
    times = f"in one run of {round(1 / (1 - found[START_PLAYER].level))}"
    return (
        f"{start}: the {listed(off)} {'differs' if len(off) == 1 else 'differ'} beyond the interval, which luck alone "
        f"does {times}; read the changes with that in mind; {share}"
    )
