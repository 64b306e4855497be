"""Strength of strategies: win share overall, by position, and by order round the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import distance_text, listed, share_text
from rajas_sim.analysis.reading.blocks import DIGITS, Slices, block_means, collect_slices, paired_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, adjusted, estimates, share_estimates
from rajas_sim.analysis.statistics.paired import paired_share_interval
from rajas_sim.study.design import seating


@dataclass(frozen=True, slots=True)
class StrategyStrength(Result):
    """How strategies did against each other with one player count, over the line-ups in which strategies differ.

    Attributes
    ----------
    shares
        Expected win share by strategy, averaged over positions and over the line-ups with the strategy; simultaneous intervals.
    by_position
        Expected win share by strategy and position (position 1 first); simultaneous over all of them.
    by_order
        By cyclic order (the labels as they follow one another) and strategy: the win share within this order; simultaneous over
        all of them. Empty if only one order is played, if the run has several mixed line-ups, or if a label has two seats.
    behind
        By label, without the strategy that won most: how much higher the win share of that strategy is, over the same blocks.
        Simultaneous over all pairs of strategies, so it holds whichever strategy won most. Empty if some block lacks a strategy,
        or if a stopping rule or several looks ask for wider intervals.
    """

    shares: Mapping[str, Estimate]
    by_position: Mapping[str, tuple[Estimate, ...]]
    by_order: Mapping[tuple[str, ...], Mapping[str, Estimate]]
    behind: Mapping[str, Estimate]

    @property
    def most_wins(self) -> str:
        """The label of the strategy that won most."""
        return max(self.shares, key=lambda label: self.shares[label].value)

    @property
    def may_win_as_often(self) -> list[str]:
        """The labels that may win as often as the strategy that won most, or more often."""
        return [label for label, gap in self.behind.items() if not gap.low > 0.0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """How often each strategy wins, and how much more often than the others the one that won most does."""
        shares_text = ", ".join(f"{label} {share_text(share)}" for label, share in self.shares.items())
        wins_finding = Finding.about(self.players, "strategies", f"the win shares are {shares_text}", *self.shares.values())
        findings = (wins_finding, self._most_wins_finding()) if self.behind else (wins_finding,)
        return (*findings, self._order_finding()) if self.by_order else findings

    def _order_finding(self) -> Finding:
        """Say which strategy's share is shown to depend on the order round the table, if any does."""
        extremes_by_label = []
        for label in self.shares:
            shares = {order: shares[label] for order, shares in self.by_order.items() if shares[label].has_interval}
            lowest_first = sorted(shares, key=lambda order: shares[order].value)
            if lowest_first and shares[lowest_first[0]].high < shares[lowest_first[-1]].low:
                extremes_by_label.append((label, {order: shares[order] for order in (lowest_first[-1], lowest_first[0])}))
        if not extremes_by_label:
            all_shares = [share for shares in self.by_order.values() for share in shares.values()]
            return Finding.about(
                self.players, "order", "nobody's share is shown to differ between the orders round the table", *all_shares
            )
        label, extremes = max(extremes_by_label, key=lambda pair: np.ptp([share.value for share in pair[1].values()]))
        texts = [f"{share_text(share)} in the order {', '.join(order)}" for order, share in extremes.items()]
        sentence = f"who sits behind whom matters: {label} wins {' and '.join(texts)}"
        return Finding.about(self.players, "order", sentence, *extremes.values())

    def _most_wins_finding(self) -> Finding:
        """Say how far the strategy that won most is ahead of the next, or which strategies may win as often."""
        rivals = self.may_win_as_often
        closest = min(self.behind, key=lambda label: self.behind[label].value)
        if rivals:
            rivals_text = f"{self.most_wins} won most, but {listed(rivals, 'or')} may win as often or more"
            degree = "stronger" if len(self.behind) == 1 else "the strongest"
            text = f"by wins it is undecided which strategy is {degree}: {rivals_text}"
        else:
            gap_text = distance_text(self.behind[closest], is_share=True)
            text = f"by wins {self.most_wins} is the strongest: its win share is {gap_text} above that of {closest}, the next"
            if len(self.behind) == 1:
                text = f"by wins {self.most_wins} is stronger: its win share is {gap_text} above that of {closest}"
        return Finding.about(self.players, "most_wins", text, *self.behind.values())


def strategy_shares(run: Run, players: int) -> dict[str, Estimate]:
    """Estimate the win share of each strategy, averaged over positions and mixed line-ups, as in `StrategyStrength`."""
    rivals = run.rivals(players)
    if not rivals:
        return {}
    moments = strategy_moments(run, players)
    labels = moments["strategy"].to_list()
    method = run.share_method(players)
    shares = share_estimates([f"win_share.{label}" for label in labels], moments, level=run.level, method=method)
    return dict(sorted(zip(labels, shares, strict=True), key=lambda pair: rivals.index(pair[0])))


def strategy_moments(run: Run, players: int) -> pl.DataFrame:
    """Return mean and variance, over blocks, of the win share of each strategy, over the line-ups in which strategies differ."""
    label = pl.col("strategy").cast(pl.String)
    slices = run.slices("seats", players, line_ups=run.mixed_line_up_indices(players))
    seats = [rows.select("block", label, "win_share") for rows in slices]
    return block_means(seats, ["strategy"], pl.col("win_share"), run.n_alternating_orders(players))


def strategy_strength(run: Run, players: int) -> StrategyStrength | None:
    """Estimate how strong each strategy is against the others; ``None`` if all line-ups are mirror matches.

    Estimates are block means over all rotations and mixed line-ups, with exact binomial intervals with the design effect,
    Bonferroni (`rajas_sim.analysis.statistics.intervals.share_interval`). Mirror matches say nothing about strength and are left
    out.

    A win share depends on who else plays: it is a strength within this field of strategies, not in general. With ``seatings =
    "given"`` it also depends on whom a strategy follows: if players take from a common supply, the player after a weak one gains.
    Otherwise it is the mean over all orders round the table.
    """
    line_ups, mixed = run.line_ups(players), run.mixed_line_up_indices(players)
    if not mixed:
        return None
    columns = ["block", "order", "position", pl.col("strategy").cast(pl.String), "win_share"]
    seats = [rows.select(columns) for rows in run.slices("seats", players, line_ups=mixed)]
    n_orders = run.n_alternating_orders(players)
    shares = strategy_shares(run, players)
    moments_at_position = block_means(seats, ["strategy", "position"], pl.col("win_share"), n_orders)
    names = [f"win_share.{s}.position_{p}" for s, p in moments_at_position.select("strategy", "position").iter_rows()]
    position_estimates = share_estimates(names, moments_at_position, level=run.level)
    shares_at_position = dict(
        zip(moments_at_position.select("strategy", "position").iter_rows(), position_estimates, strict=True)
    )
    return StrategyStrength(
        *run.result_size(players, mixed),
        shares=shares,
        by_position={
            label: tuple(shares_at_position[label, p] for p in range(1, players + 1) if (label, p) in shares_at_position)
            for label in shares
        },
        by_order=_by_order(seats, [line_ups[i] for i in mixed], run.manifest.orders[players], run.level),
        behind=_behind(seats, shares, n_orders, run.level) if run.share_method(players) is ONE_LOOK else {},
    )


def _behind(seats: Slices, shares: Mapping[str, Estimate], n_orders: int, level: float) -> dict[str, Estimate]:
    """Estimate how far each strategy is behind the one that won most, from paired block means (`StrategyStrength.behind`)."""
    label = pl.col("strategy")
    by_block = collect_slices([rows.group_by("block", label).agg(pl.col("win_share").mean().round(DIGITS)) for rows in seats])
    one_row_per_block = by_block.pivot(on="strategy", index="block", values="win_share").sort("block")
    others = sorted(shares, key=lambda name: -shares[name].value)
    best = others.pop(0)
    if not others or one_row_per_block.null_count().sum_horizontal().item() or len(one_row_per_block) < 2:
        return {}
    differences = one_row_per_block.select((pl.col(best) - pl.col(name)).alias(name) for name in others).to_numpy()
    moments = paired_moments(differences, n_orders)
    n_pairs = len(shares) * (len(shares) - 1) // 2
    ends = paired_share_interval(moments, level=level, comparisons=n_pairs)
    names = [f"win_share.behind.{name}" for name in others]
    method = adjusted("exact binomial over paired block differences", n_pairs)
    gaps = estimates(names, moments.mean, ends, moments.n, level, method)
    return dict(zip(others, gaps, strict=True))


def _by_order(
    seats: Slices, line_ups: Sequence[tuple[str, ...]], n_orders: int, level: float
) -> dict[tuple[str, ...], dict[str, Estimate]]:
    """Estimate the share of each strategy by cyclic order; empty if only one order was played, or orders cannot be told apart."""
    if n_orders == 1 or len(line_ups) > 1 or len(set(line_ups[0])) < len(line_ups[0]):
        return {}
    (line_up,) = line_ups
    moments = block_means(seats, ["order", "strategy"], pl.col("win_share"))
    keys = list(moments.select("order", "strategy").iter_rows())
    shares = share_estimates([f"win_share.{label}.order_{order}" for order, label in keys], moments, level=level)
    by_order: dict[tuple[str, ...], dict[str, Estimate]] = {}
    for (order, label), share in zip(keys, shares, strict=True):
        by_order.setdefault(tuple(line_up[i] for i in seating(len(line_up), order, 0)), {})[label] = share
    return by_order
