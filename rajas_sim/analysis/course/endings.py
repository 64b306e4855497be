"""Why games end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import block_totals
from rajas_sim.analysis.reading.columns import words_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

NOT_OVER = "not_over"
"""The word games have for a game still running; no reason to end, and shown only if a table ever held it."""


@dataclass(frozen=True, slots=True)
class EndReasons:
    """Shares of the reasons for which the games of one player count ended.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count, and over how many games and blocks.
    shares
        Share of each reason the game knows, reasons that never occurred included; simultaneous intervals.
    counts
        Number of games by reason.
    """

    players: int
    n_games: int
    n_blocks: int
    shares: Mapping[str, Estimate]
    counts: Mapping[str, int]


def end_reasons(run: Run, players: int, *, arm: str | None = None) -> EndReasons:
    """Estimate how often games end for each reason; score intervals with the design effect, Bonferroni.

    No game is left out: a control every report carries.
    """
    games = run.table("games", players, arm=arm).select("block", "end_reason")
    named = games.with_columns(pl.col("end_reason").cast(pl.String))
    n_blocks, per_block = run.blocks(players), run.games_per_block(players)
    seen = block_totals(named, ["end_reason"], n_blocks=n_blocks, divisor=per_block)
    known = [r for r in words_of(games, "end_reason") if r != NOT_OVER or r in set(seen["end_reason"])]
    moments = pl.DataFrame({"end_reason": known}, schema={"end_reason": pl.String}).join(
        seen, on="end_reason", how="left", maintain_order="left"
    )
    moments = moments.with_columns(
        pl.col("mean").fill_null(0.0), pl.col("variance").fill_null(0.0), pl.col("n").fill_null(n_blocks)
    )
    shares = share_estimates([f"share.end.{r}" for r in known], moments, level=run.level)
    n_games = n_blocks * per_block
    return EndReasons(
        players=players,
        n_games=n_games,
        n_blocks=n_blocks,
        shares=dict(zip(known, shares, strict=True)),
        counts={r: round(s.value * n_games) for r, s in zip(known, shares, strict=True)},
    )
