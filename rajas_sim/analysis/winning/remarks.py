"""What must be known to read the verdicts of a run: how many there are, how often one has looked, what would decide them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rajas_sim.analysis.formatting import counted, listed, number, percent, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import ONE_LOOK
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage

FEWEST_TO_PLAN_BY = 30
"""Intervals over fewer blocks do not tell how many would be enough."""
_AT_EVERY_LOOK = (
    "win shares by seat and by strategy have intervals that hold at every look, all other intervals are for a single one"
)


def how_many_text(verdicts: Sequence[SeatAdvantage]) -> str:
    """Say how many verdicts there are and how many may be false; nothing for a single one."""
    if len(verdicts) < 2:
        return ""
    chance = 1.0 - verdicts[0].shares[0].level
    return (
        f"These are {len(verdicts)} verdicts, each false in at most {percent(chance, 0)} of runs: "
        f"up to {number(len(verdicts) * chance, 2)} of them on average"
    )


def enough_text(advantage: SeatAdvantage) -> str:
    """Say how many blocks would decide an open verdict unless a share lies near the tolerance; nothing of others, or of few.

    Those at which intervals reach half the tolerance to either side, as they narrow with the root of the number of blocks;
    rounded up to two digits.
    """
    verdict = advantage.verdict
    if verdict.ruling is not Ruling.UNDECIDED or advantage.n_blocks < FEWEST_TO_PLAN_BY:
        return ""
    reach = max(share.high - share.low for share in advantage.shares) / 2
    n = math.ceil(advantage.n_blocks * (2 * reach / verdict.tolerance) ** 2) if verdict.tolerance > 0 else 0
    if n <= advantage.n_blocks:
        return ""
    digit = 10 ** max(len(str(n)) - 2, 0)
    return (
        f"Some {math.ceil(n / digit) * digit:,} blocks would narrow the intervals to "
        f"{tolerance_points(verdict.tolerance / 2)} to either side, half the tolerance"
    )


def looks_text(run: Run, players: int) -> str:
    """Say that the verdicts of a number of players hold at every look, and what was looked at; nothing for a single look."""
    if run.share_method(players) is ONE_LOOK:
        return ""
    looks = run.looks(players)
    start = f"With {players} players"
    if run.manifest.is_rebuilt:
        return f"{start} it is not known how often one has looked at the run, since its manifest was lost once; {_AT_EVERY_LOOK}"
    by_rule, by_readers = ([look for look in looks if (look.stop is None) == is_reader] for is_reader in (False, True))
    who = [f"by its rule {counted(len(by_rule), 'time')}"] if by_rule else []
    who += [f"by readers {counted(len(by_readers), 'time')}"] if by_readers else []
    fewest, most = min(look.blocks for look in looks), max(look.blocks for look in looks)
    parts = [f"at {most:,} blocks" if fewest == most else f"from {fewest:,} to {most:,} blocks"]
    limits = sorted({look.tolerance for look in looks})
    levels = sorted({look.level for look in looks})
    parts += [f"under tolerances of {listed([tolerance_points(limit) for limit in limits])}"] if len(limits) > 1 else []
    parts += [f"at levels of {listed([percent(level, 0) for level in levels])}"] if len(levels) > 1 else []
    if run.manifest.stop is not None:
        parts.append("and ended by its rule" if run.manifest.is_stopped(players) else "and its rule was not met")
    return f"{start} the run was looked at {listed(who)}, {', '.join(parts)}; {_AT_EVERY_LOOK}"
