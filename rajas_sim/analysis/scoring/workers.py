"""When each kind of extra worker arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import block_ratios, count_moments, one_value, value_counts
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates

_SUFFIX = "_worker_round"


@dataclass(frozen=True, slots=True)
class ExtraWorker:
    """One kind of extra worker (by fame, by money ...) with one player count.

    Attributes
    ----------
    kind
        Its name, from the column ``<kind>_worker_round``.
    ever
        Share of all seats that got it before the game ended; simultaneous over the kinds.
    mean_round
        Mean round of arrival among the seats that got it; ``None`` where nobody did.
    arrived
        Share of *all* seats that had it by the end of each round; seats of finished games keep what they had.
        Each interval by itself.
    """

    kind: str
    ever: Estimate
    mean_round: Estimate | None
    arrived: Mapping[int, Estimate]


def extra_workers(run: Run, players: int) -> tuple[ExtraWorker, ...]:
    """Estimate how often and when extra workers arrive, over all seats and line-ups of a player count.

    Shares: exact binomial intervals with the design effect over blocks. Mean round: ratio of block totals, t interval.
    """
    columns = [c for c in run.table("seats", players).collect_schema().names() if c.endswith(_SUFFIX)]
    if not columns:
        return ()
    tidy = [
        rows.select("block", *columns).unpivot(columns, index="block", variable_name="kind", value_name="at")
        for rows in run.slices("seats", players)
    ]
    last_round = max(value_counts(run.slices("games", players), "rounds")["rounds"])
    has, at = pl.col("at") > 0, pl.col("at").cast(pl.Int64)
    by_block = [rows.group_by("kind", "block").agg(at.sum(), has.sum().alias("got")) for rows in tidy]
    ratios = block_ratios(by_block, ["kind"], ["at"], "got")
    kinds, got = ratios["kind"].to_list(), ratios["weight"].to_list()
    n_blocks, per_block = run.blocks(players), run.games_per_block(players) * players
    counts = [rows.select("kind", "block", pl.col("got").cast(pl.Int64).alias("count")) for rows in by_block]
    ever = count_moments(counts, ["kind"], n_blocks=n_blocks, divisor=per_block)
    shares = share_estimates([f"share.{c.removesuffix(_SUFFIX)}_worker" for c in kinds], ever, level=run.level)
    means = mean_estimates([f"mean.{c}" for c in kinds], one_value(ratios, "at"), level=run.level)
    had = [(has & (at <= r)).sum().cast(pl.Int64).alias(str(r)) for r in range(1, last_round + 1)]
    by_round = [
        rows.group_by("kind", "block").agg(had).unpivot(index=["kind", "block"], variable_name="round", value_name="count")
        for rows in tidy
    ]
    of_rounds = [rows.with_columns(pl.col("round").cast(pl.Int32)) for rows in by_round]
    arrived = count_moments(of_rounds, ["kind", "round"], n_blocks=n_blocks, divisor=per_block)
    result = []
    for i, column in enumerate(kinds):
        kind = column.removesuffix(_SUFFIX)
        rows = arrived.filter(pl.col("kind") == column)
        rounds = rows["round"].to_list()
        curve = share_estimates([f"share.{kind}_worker.round_{r}" for r in rounds], rows, level=run.level, comparisons=1)
        mean = means[i] if got[i] > 0 else None
        result.append(ExtraWorker(kind, shares[i], mean, dict(zip(rounds, curve, strict=True))))
    return tuple(sorted(result, key=lambda w: columns.index(w.kind + _SUFFIX)))
