"""How long games last, how close they are, and where their players end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.blocks import block_matrix, block_totals, matrix_moments
from rajas_sim.analysis.estimate import Estimate
from rajas_sim.analysis.intervals import mean_estimates, share_estimates
from rajas_sim.analysis.run import Run

GAME_COLUMNS = ("rounds", "turns", "decisions", "lead_changes", "margin")
SEAT_COLUMNS = ("fame", "money", "overlap", "workers", "n_tiles", "n_upgrades", "river", "karma")
_WON = pl.col("win_share") > 0


@dataclass(frozen=True, slots=True)
class Pacing:
    """Length, closeness and final standings of the games of one player count.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count, and over how many games and blocks.
    lengths
        Share of games by number of rounds; simultaneous intervals.
    means
        Mean over games of rounds, turns (workers placed), decisions, lead changes and margin (overlap of the
        first minus the second).
    deciles
        For the same columns: the 10 %, 50 % and 90 % quantiles over games. A spread between games, not an
        uncertainty.
    final
        Mean over seats of what a player has at the end.
    final_of_winners
        The same over winning seats only (a mean of block means; a shared win counts its seats equally).
    trigger
        Share of games in which each position was the first whose markers met (0 = nobody's); simultaneous
        intervals.
    """

    players: int
    n_games: int
    n_blocks: int
    lengths: Mapping[int, Estimate]
    means: Mapping[str, Estimate]
    deciles: Mapping[str, tuple[float, float, float]]
    final: Mapping[str, Estimate]
    final_of_winners: Mapping[str, Estimate]
    trigger: Mapping[int, Estimate]


def pacing(run: Run, players: int, *, arm: str | None = None) -> Pacing:
    """Describe how games unfold, over all line-ups of a player count.

    Shares: score intervals with the design effect over blocks. Means: t over block means, each interval by
    itself. Every game counts, whatever ended it.
    """
    games = run.table("games", players, arm=arm)
    n_blocks, per_block = run.blocks(players), run.games_per_block(players)
    quantiles = games.select(
        pl.col(c).cast(pl.Float64).quantile(q).alias(f"{c}.{q}") for c in GAME_COLUMNS for q in (0.1, 0.5, 0.9)
    ).collect()
    seats = run.table("seats", players, arm=arm)
    return Pacing(
        players=players,
        n_games=n_blocks * per_block,
        n_blocks=n_blocks,
        lengths=_shares(games, "rounds", n_blocks, per_block, run.level),
        means=column_means(games, GAME_COLUMNS, run.level),
        deciles={
            c: (quantiles[f"{c}.0.1"].item(), quantiles[f"{c}.0.5"].item(), quantiles[f"{c}.0.9"].item()) for c in GAME_COLUMNS
        },
        final=column_means(seats, SEAT_COLUMNS, run.level),
        final_of_winners=column_means(seats.filter(_WON), SEAT_COLUMNS, run.level, prefix="winner."),
        trigger=_shares(games, "trigger_position", n_blocks, per_block, run.level),
    )


def column_means(frame: pl.LazyFrame, columns: tuple[str, ...], level: float, *, prefix: str = "") -> dict[str, Estimate]:
    """Mean of block means of several columns at once, each with its own t interval over blocks."""
    moments = matrix_moments(block_matrix(frame, columns))
    estimates = mean_estimates([f"mean.{prefix}{c}" for c in columns], moments, level=level)
    return dict(zip(columns, estimates, strict=True))


def _shares(frame: pl.LazyFrame, column: str, n_blocks: int, per_block: int, level: float) -> dict[int, Estimate]:
    moments = block_totals(frame.select("block", column), [column], n_blocks=n_blocks, divisor=per_block)
    values = moments[column].to_list()
    return dict(
        zip(
            values,
            share_estimates([f"share.{column}_{v}" for v in values], moments, level=level),
            strict=True,
        )
    )
