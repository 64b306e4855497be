"""Why games end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import known_totals
from rajas_sim.analysis.reading.columns import categories
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

NOT_OVER = "not_over"
"""The end reason of a game that is still running; shown only if a table holds it."""


@dataclass(frozen=True, slots=True)
class EndReasons(Result):
    """Shares of the reasons for which the games of one player count ended.

    Attributes
    ----------
    shares
        Share of each reason the game knows, reasons that never occurred included; simultaneous intervals.
    counts
        Number of games by reason.
    """

    shares: Mapping[str, Estimate]
    counts: Mapping[str, int]


def end_reasons(run: Run, players: int) -> EndReasons:
    """Estimate how often games end for each reason; exact binomial intervals with the design effect, Bonferroni.

    No game is left out: a control every report carries.
    """
    games = [rows.select("block", "end_reason") for rows in run.slices("games", players)]
    _, n_games, n_blocks = extent = run.extent(players)
    known = categories(run.table("games", players), "end_reason")
    moments, seen = known_totals(games, "end_reason", known, n_blocks=n_blocks, divisor=run.games_per_block(players))
    if NOT_OVER not in seen:
        moments = moments.filter(pl.col("end_reason") != NOT_OVER)
    reasons = moments["end_reason"].to_list()
    shares = share_estimates([f"share.end.{r}" for r in reasons], moments, level=run.level)
    return EndReasons(
        *extent,
        shares=dict(zip(reasons, shares, strict=True)),
        counts={r: round(s.value * n_games) for r, s in zip(reasons, shares, strict=True)},
    )
