"""Seat advantage: who wins from which position, whether all positions are equal, and the fairness verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.blocks_needed import blocks_to_narrow
from rajas_sim.analysis.formatting import counted, listed, mean_text, number, percent, the_player, tolerance_points
from rajas_sim.analysis.reading.blocks import DIGITS, FEWEST_FOR_EFFECTS, RatioSums
from rajas_sim.analysis.reading.moments import BlockMoments, running_sums
from rajas_sim.analysis.reading.run import Result, Run, existing_columns
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import (
    ONE_LOOK,
    Floats,
    comparisons_of,
    equality_p_value,
    mean_estimates,
    one_sided_estimates,
    share_estimates,
)
from rajas_sim.analysis.winning.fairness import Ruling, Verdict, judge
from rajas_sim.study.design import line_up_label

FEWEST_FOR_OVERLAP = 200
"""With fewer blocks Student's t may find that even seats differ if a few overlaps are very large. From here on, normal overlaps,
and overlaps skewed as a gamma distribution of shape 2, keep the error at 5 %; lognormal ones of 1.5 have 11 % with five
players."""

FEWEST_BLOCKS_TO_PLAN_BY = 30
"""Fewer blocks do not show how many are enough."""

HARDLY_ANY_EFFECT = 0.1
"""With a design effect up to this, at most some five blocks in a hundred end differently if their players change seats."""


@dataclass(frozen=True, slots=True)
class SeatGroup:
    """The games that one verdict about the seats is about.

    Attributes
    ----------
    players
        Player count.
    arm
        Rule set.
    line_ups
        Indices of the line-ups that are averaged.
    label
        Label in names of estimates: the strategy that plays every seat, ``mixed``, or the label of one of several line-ups.
    title
        How this group differs from others, in words.
    is_mirror
        Whether every seat plays the same strategy, so that only the seats differ.
    score_title
        Title of the number that says how far a seat came.
    """

    players: int
    arm: str
    line_ups: tuple[int, ...]
    label: str
    title: str
    is_mirror: bool
    score_title: str


@dataclass(frozen=True, slots=True)
class SeatAdvantage(Result):
    """Win share by position.

    Attributes
    ----------
    group
        The games.
    shares
        Expected win share by position, position 1 (the start player of round 1) first; simultaneous intervals.
    p_equal
        P-value of the test that all positions are equal, from the intervals themselves.
    verdict
        FAIR, UNFAIR, UNEVEN or UNDECIDED, with a sentence.
    design_effect
        How many games that share their luck are worth as much as one game with separate luck, for the seats. ``None`` if a block
        is one game, or the blocks are too few.
    leads
        By position: how far the final overlap of that seat is ahead of the mean of the others; simultaneous intervals. To show
        that seats differ, overlaps need a third to two thirds of the games that wins need, but they do not show who wins more.
        Empty without overlaps, with few blocks, and if the intervals of shares are not for a single look.
    """

    group: SeatGroup
    shares: tuple[Estimate, ...]
    p_equal: float
    verdict: Verdict
    design_effect: Estimate | None
    leads: tuple[Estimate, ...]

    @property
    def differences(self) -> tuple[float, ...]:
        """Win share by position minus the even share."""
        return tuple(share.value - self.even_share for share in self.shares)

    @property
    def verdict_finding(self) -> Finding:
        """The verdict alone."""
        return self.findings[0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The verdict; if undecided, also how many blocks would narrow its intervals, and what overlaps show of the seats."""
        prefix = f"{self.players}p.{self.group.arm}.{self.group.label}"
        sentences = {
            f"{prefix}.verdict": self.verdict.sentence + self._strategies_text(),
            f"{prefix}.enough_blocks": enough_blocks_text(self.shares, self.verdict),
        }
        findings = [Finding(key, f"{sentence}.", self.shares, self.players) for key, sentence in sentences.items() if sentence]
        if self.verdict.ruling is Ruling.UNDECIDED and (overlap_text := self._overlap_text()):
            findings.append(Finding(f"{prefix}.overlap", overlap_text, self.leads, self.players))
        return tuple(findings)

    def _strategies_text(self) -> str:
        """Say that the verdict tells nothing about equal players if the same strategy wins from nearly every seat."""
        if self.group.is_mirror or self.design_effect is None or self.design_effect.value > HARDLY_ANY_EFFECT:
            return ""
        return ". The strategies decide these games, hardly ever the seats: this tells nothing of equally strong players"

    def _overlap_text(self) -> str:
        """Say that the seats differ by overlap, and which seat does so most surely; empty if no difference is shown."""
        leads_shown = {p: lead for p, lead in enumerate(self.leads, 1) if lead.excludes(0.0)}
        if not leads_shown:
            return ""
        position, lead = max(leads_shown.items(), key=lambda item: min(abs(item[1].low), abs(item[1].high)) / abs(item[1].value))
        side, distance = ("above", lead) if lead.value > 0 else ("below", lead.subtracted_from(0.0, lead.name))
        others = "that of the other" if self.players == 2 else "the mean of the others"
        seat, judged_seat = (the_player(p, self.players) for p in (position, self.verdict.position))
        wins_text = "How many wins that makes is not known"
        if self.players > 2 and seat != judged_seat:
            wins_text = f"By wins {judged_seat} is farthest from even, as the verdict says; how many wins that makes is not known"
        differ_text = f"With {self.players} players the seats differ by {self.group.score_title}"
        return f"{differ_text}: that of {seat} ends {mean_text(distance)} {side} {others}. {wins_text}."


def seat_groups(run: Run, players: int) -> tuple[SeatGroup, ...]:
    """List the groups of games that get a verdict each: every mirror match, and all other line-ups together.

    If the question is asked of several line-ups separately, each of them is a group. In a mirror match every seat plays the same
    strategy, so only the seats differ. Other line-ups are averaged: each strategy visits each seat equally often, so the average
    over line-ups is again about the seats.
    """
    line_ups, mixed_indices = run.line_ups(players), tuple(run.mixed_line_up_indices(players))
    mirrors = [(line_ups[i][0], (i,)) for i in range(len(line_ups)) if i not in mixed_indices]
    labels_with_line_ups = [*run.compared_line_ups(players).items()] or [
        *mirrors,
        *([("mixed", mixed_indices)] if mixed_indices else []),
    ]
    return tuple(_seat_group(run, players, arm, indices, label) for arm in run.arms for label, indices in labels_with_line_ups)


def _seat_group(run: Run, players: int, arm: str, indices: tuple[int, ...], label: str) -> SeatGroup:
    """Return the group of the line-ups with these indices; its title has the label too if that says more than the line-up."""
    line_up = run.line_ups(players)[indices[0]]
    is_mirror = len(indices) == 1 and len(set(line_up)) == 1
    if is_mirror:
        title, usual_label = f"{line_up[0]} in every seat", line_up[0]
    elif len(indices) == 1:
        title, usual_label = listed(line_up), line_up_label(line_up)
    else:
        title, usual_label = f"averaged over {counted(len(indices), 'line-up')}", ""
    is_usual = label == usual_label or label not in run.compared_line_ups(players)
    return SeatGroup(
        players, arm, indices, label, title if is_usual else f"{label}: {title}", is_mirror, run.names.title("overlap")
    )


def seat_advantage(run: Run, group: SeatGroup) -> SeatAdvantage:
    """Estimate the expected win share of each position, and judge the seats.

    Estimates are block means over the rotations and line-ups. Intervals are exact binomial with the design effect
    (`rajas_sim.analysis.statistics.intervals.share_interval`). If a rule may stop the run, or several looks were taken, they are
    a confidence sequence (`rajas_sim.analysis.statistics.sequences`). Both are Bonferroni over the positions.

    Not for strategies that do not visit all seats equally often: seat and strategy would be confounded.
    """
    k = group.players
    moments = seat_moments(run, group)
    names = [f"win_share.position_{p}" for p in range(1, k + 1)]
    moments_table = moments.table()
    method = run.share_method(k, group.line_ups)
    shares = share_estimates(names, moments_table, level=run.level, comparisons=comparisons_of(k), method=method)
    one_sided_shares = one_sided_estimates(names, moments_table, level=run.level, method=method)
    verdict = judge(shares, one_sided_shares, run.tolerance, qualifier=_qualifier(run, group))
    p_equal, design_effect = equality_p_value(moments_table, method), _design_effect(run, group, moments)
    leads = _overlap_leads(run, group) if method is ONE_LOOK else ()
    return SeatAdvantage(*run.result_size(k, group.line_ups), group, shares, p_equal, verdict, design_effect, leads)


def enough_blocks_text(shares: Sequence[Estimate], verdict: Verdict) -> str:
    """Say how many blocks would decide an undecided verdict; empty for other verdicts, and with few blocks.

    With that many blocks the intervals reach half the tolerance to either side, since they narrow with the root of the number of
    blocks. The number is rounded up to two digits. A share near the tolerance may stay undecided.
    """
    n_blocks = shares[0].n
    if verdict.ruling is not Ruling.UNDECIDED or n_blocks < FEWEST_BLOCKS_TO_PLAN_BY:
        return ""
    widest = max(shares, key=lambda share: share.high - share.low)
    n_needed = blocks_to_narrow(widest, verdict.tolerance / 2) if verdict.tolerance > 0 else 0
    if n_needed <= n_blocks:
        return ""
    limit = tolerance_points(verdict.tolerance / 2)
    return f"With {len(shares)} players some {n_needed:,} blocks would narrow the intervals to \u00b1{limit}, half the tolerance"


def seat_moments(run: Run, group: SeatGroup) -> BlockMoments:
    """Return the moments of each seat's win share in a block, one column per seat, position 1 first."""
    moments = BlockMoments(run.n_alternating_orders(group.players))
    for block_numbers, shares, _ in block_shares(run, group):
        moments.add(shares, block_numbers)
    return moments


def _overlap_leads(run: Run, group: SeatGroup) -> tuple[Estimate, ...]:
    """Estimate by position how far a seat's overlap ends ahead of the mean of the others; empty without overlaps."""
    k, moments = group.players, BlockMoments(run.n_alternating_orders(group.players))
    if not existing_columns(run.table("seats", k), ["overlap"]) or run.blocks(k, group.line_ups) < FEWEST_FOR_OVERLAP:
        return ()
    overlap = pl.col("overlap").cast(pl.Float64).mean().round(DIGITS)
    for rows in run.slices("seats", k, arm=group.arm, line_ups=group.line_ups):
        per_block = rows.group_by("block", "position").agg(overlap).sort("block", "position").collect()
        overlaps = per_block["overlap"].to_numpy().reshape(-1, k)
        leads = (k * overlaps - overlaps.sum(axis=1, keepdims=True)) / (k - 1)
        moments.add(leads, per_block["block"].to_numpy()[::k])
    names = [f"overlap_lead.position_{p}" for p in range(1, k + 1)]
    return mean_estimates(names, moments.table(), level=run.level, simultaneous=k > 2)


def block_shares(run: Run, group: SeatGroup) -> Iterator[tuple[NDArray[np.integer], Floats, Floats]]:
    """Yield for each slice its block numbers, and block means of each seat's win share and of its square: one column per seat."""
    win_share, k = pl.col("win_share"), group.players
    means = [win_share.mean().round(DIGITS).alias("mean"), (win_share**2).mean().round(DIGITS).alias("square")]
    for rows in run.slices("seats", k, arm=group.arm, line_ups=group.line_ups):
        per_block = rows.group_by("block", "position").agg(means).sort("block", "position").collect()
        shares, squares = (per_block[column].to_numpy().reshape(-1, k) for column in ("mean", "square"))
        yield per_block["block"].to_numpy()[::k], shares, squares


def _design_effect(run: Run, group: SeatGroup, share_moments: BlockMoments) -> Estimate | None:
    """Estimate the variance of block means of win shares, times the games of a block, divided by that of single games' shares.

    This is a ratio of block totals with linearised variance. The tables are read again, now that the means are known.
    """
    n_games, mean_shares = run.games_per_block(group.players, group.line_ups), share_moments.mean_of_blocks
    if n_games == 1 or share_moments.n < FEWEST_FOR_EFFECTS:
        return None
    sums = np.zeros(5)
    for _, shares, squares in block_shares(run, group):
        deviations_of_games = (squares - 2 * mean_shares * shares + mean_shares**2).sum(axis=1)
        deviations_of_blocks = n_games * ((shares - mean_shares) ** 2).sum(axis=1)
        summands = [
            deviations_of_blocks,
            deviations_of_blocks**2,
            deviations_of_blocks * deviations_of_games,
            deviations_of_games,
            deviations_of_games**2,
        ]
        sums = running_sums(sums, np.column_stack(summands))[-1]
    (values, value_squares, products), (weights, weight_squares) = sums[:3, None], sums[3:].tolist()
    if not weight_squares:
        return None
    ratio = RatioSums(share_moments.n, values, value_squares, products, weights, weight_squares)
    return mean_estimates(["design_effect.seats"], ratio.moments(), level=run.level, least=0.0)[0]


def _qualifier(run: Run, group: SeatGroup) -> str:
    """Say how this group differs from the others of its player count; empty for a single mirror match."""
    remarks = []
    if len(run.line_ups(group.players)) > 1 or not group.is_mirror:
        remarks.append(group.title)
    if len(run.arms) > 1:
        remarks.append(f"rules {run.title_in_sentence(group.arm)}")
    return f" ({', '.join(remarks)})" if remarks else ""


_AT_EVERY_LOOK = "Intervals of win shares by seat and by strategy hold at every look, all others at a single look"


def how_many_text(n_verdicts: int, level: float, compared: Sequence[str] = ()) -> str:
    """Say how many statements there are and how many may be false; empty for a single statement.

    Parameters
    ----------
    compared
        What is compared, in words: one for each group of comparisons whose intervals hold together.
    """
    n, chance = n_verdicts + len(compared), 1.0 - level
    if n < 2:
        return ""
    comparisons_text = f"{counted(len(compared), 'comparison')} (of {listed([*dict.fromkeys(compared)])})" if compared else ""
    verdicts_text = counted(n_verdicts, "verdict") if n_verdicts else ""
    return (
        f"{' and '.join(filter(None, (verdicts_text, comparisons_text)))}, each false in at most {percent(chance, 0)} of runs. "
        f"Of all {n}, at most {number(n * chance, 2)} are expected to be false"
    )


def looks_text(run: Run, players: int) -> str:
    """Say who looked at the estimates, how often, and which intervals hold at every look; empty for a single look."""
    if run.share_method(players) is ONE_LOOK:
        return ""
    looks = run.looks(players)
    start = f"With {players} players,"
    if run.manifest.is_rebuilt:
        return f"{start} the number of looks is unknown because the manifest was lost once. {_AT_EVERY_LOOK}"
    n_by_rule = sum(look.stop is not None for look in looks)
    n_looks_by_viewer = {"the stopping rule": n_by_rule, "readers": len(looks) - n_by_rule}
    viewers_text = listed(
        [f"{viewer} saw the estimates {counted(n_looks, 'time')}" for viewer, n_looks in n_looks_by_viewer.items() if n_looks]
    )
    fewest, most = min(look.blocks for look in looks), max(look.blocks for look in looks)
    where_texts = [f"at {most:,} blocks" if fewest == most else f"from {fewest:,} to {most:,} blocks"]
    tolerances = sorted({look.tolerance for look in looks})
    levels = sorted({look.level for look in looks})
    if len(tolerances) > 1:
        where_texts.append(f"under tolerances of {listed([tolerance_points(tolerance) for tolerance in tolerances])}")
    if len(levels) > 1:
        where_texts.append(f"at levels of {listed([percent(level, 0) for level in levels])}")
    end_text = ""
    if run.manifest.stop is not None:
        end_text = ". The rule ended the run" if run.manifest.is_stopped(players) else ". The rule was not met"
    return f"{start} {viewers_text}, {', '.join(where_texts)}{end_text}. {_AT_EVERY_LOOK}"
