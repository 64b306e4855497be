"""How long games last, how close they are, where their players end, and how the race goes round by round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import (
    Slices,
    block_ratios,
    block_totals,
    column_moments,
    exact_sum,
    known_totals,
    ratio_moments,
    value_counts,
)
from rajas_sim.analysis.reading.run import RACE_COLUMNS, Result, Run, amount_columns, categories, existing_columns
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates
from rajas_sim.analysis.statistics.quantiles import deciles

_TRIGGER = "trigger_position"
_IS_WINNER = pl.col("win_share") > 0


@dataclass(frozen=True, slots=True)
class Pacing(Result):
    """Length, closeness and final amounts of the games of one player count.

    Attributes
    ----------
    lengths
        Share of all games by number of rounds; simultaneous intervals.
    means
        Mean over games of every amount in the table of games: rounds, turns, decisions, lead changes, margin (overlap of the
        first minus the second).
    deciles
        For the same columns, the 10 %, 50 % and 90 % quantiles over games: a spread between games, not an uncertainty.
    final
        Mean over seats of every amount in the table of seats: what a player has at the end, or did in the game.
    final_of_winners
        The same over winning seats only (a mean of block means; a shared win counts its seats equally).
    first_met_shares
        Share of games in which each position was the first whose markers met (0: no position); simultaneous intervals. Empty if
        the run did not record it.
    """

    lengths: Mapping[int, Estimate]
    means: Mapping[str, Estimate]
    deciles: Mapping[str, tuple[float, float, float]]
    final: Mapping[str, Estimate]
    final_of_winners: Mapping[str, Estimate]
    first_met_shares: Mapping[int, Estimate]


def pacing(run: Run, players: int) -> Pacing:
    """Describe how games unfold, over all line-ups of a player count.

    Shares have exact binomial intervals with the design effect over blocks. Means have t intervals over block means, each by
    itself. Every game counts, whatever ended it.
    """
    game_columns, seat_columns = (amount_columns(run.table(name, players)) for name in ("games", "seats"))
    games, seats = (run.slices(name, players) for name in ("games", "seats"))
    has_trigger = _TRIGGER in run.table("games", players).collect_schema()
    return Pacing(
        *run.result_size(players),
        lengths=_shares_by_value(run, players, games, "rounds"),
        means=column_means(run, players, games, game_columns),
        deciles={c: deciles(value_counts(games, c), c) for c in game_columns},
        final=column_means(run, players, seats, seat_columns),
        final_of_winners=column_means(run, players, [rows.filter(_IS_WINNER) for rows in seats], seat_columns, prefix="winner."),
        first_met_shares=_shares_by_value(run, players, games, _TRIGGER) if has_trigger else {},
    )


def column_means(run: Run, players: int, slices: Slices, columns: tuple[str, ...], *, prefix: str = "") -> dict[str, Estimate]:
    """Estimate the means of several columns from block means, each with its own t interval over blocks.

    Their names are ``mean.<prefix><column>``.
    """
    moments = column_moments(slices, columns, run.n_alternating_orders(players))
    estimates = mean_estimates([f"mean.{prefix}{c}" for c in columns], moments, level=run.level)
    return dict(zip(columns, estimates, strict=True))


def _shares_by_value(run: Run, players: int, games: Slices, column: str) -> dict[int, Estimate]:
    """Estimate the share of games with each value of a column; simultaneous over the values."""
    moments = block_totals(games, [column], n_blocks=run.blocks(players), divisor=run.games_per_block(players))
    values = moments[column].to_list()
    shares = share_estimates([f"share.{column}_{v}" for v in values], moments, level=run.level)
    return dict(zip(values, shares, strict=True))


NOT_OVER = "not_over"
"""The end reason of a game that is still running; shown only if a table holds it."""


@dataclass(frozen=True, slots=True)
class EndReasons(Result):
    """Shares of the reasons for which the games of one player count ended.

    Attributes
    ----------
    shares
        Share of each reason that the game knows, including reasons that never occurred; simultaneous intervals.
    counts
        Number of games by reason.
    shared
        Share of games won by several seats together; its interval stands by itself.
    """

    shares: Mapping[str, Estimate]
    counts: Mapping[str, int]
    shared: Estimate


def end_reasons(run: Run, players: int) -> EndReasons:
    """Estimate how often games end for each reason; exact binomial intervals with the design effect, Bonferroni over reasons.

    No game is left out. Every report shows these shares as a check that games end as they should.
    """
    is_shared = (pl.col("winners") > 1).cast(pl.String).alias("shared")
    games = [rows.select("block", "end_reason", is_shared) for rows in run.slices("games", players)]
    _, n_games, n_blocks = result_size = run.result_size(players)
    known_reasons = categories(run.table("games", players), "end_reason")
    n_per_block = run.games_per_block(players)
    moments, seen_reasons = known_totals(games, "end_reason", known_reasons, n_blocks=n_blocks, divisor=n_per_block)
    moments_of_shared, _ = known_totals(games, "shared", ["true"], n_blocks=n_blocks, divisor=n_per_block)
    if NOT_OVER not in seen_reasons:
        moments = moments.filter(pl.col("end_reason") != NOT_OVER)
    reasons = moments["end_reason"].to_list()
    shares = share_estimates([f"share.end.{reason}" for reason in reasons], moments, level=run.level)
    return EndReasons(
        *result_size,
        shares=dict(zip(reasons, shares, strict=True)),
        counts={reason: round(share.value * n_games) for reason, share in zip(reasons, shares, strict=True)},
        shared=share_estimates(["share.shared"], moments_of_shared, level=run.level)[0],
    )


@dataclass(frozen=True, slots=True)
class RaceRound:
    """Where players stand at the end of one round.

    Attributes
    ----------
    round
        Round, from 1.
    n_games
        Number of games that reached the round.
    median, low, high
        Median, 10 % and 90 % quantiles over seats and games: the spread between players, not an uncertainty.
    mean
        Mean over seats and games, with a t interval over blocks.
    """

    round: int
    n_games: int
    median: float
    low: float
    high: float
    mean: Estimate


@dataclass(frozen=True, slots=True)
class RaceByRound(Result):
    """The race of one player count: for each of fame, money and overlap that the run recorded one `RaceRound` a round.

    Each round is described over the games that reached it, with all seats together; so late rounds show long games only.
    """

    metrics: Mapping[str, tuple[RaceRound, ...]]


def race(run: Run, players: int) -> RaceByRound | None:
    """Describe fame, money and overlap by round; ``None`` if the run recorded none of them by round.

    Quantiles are over seats and games. Means are ratios of block totals with linearised variance, since the number of games that
    reach a round differs between blocks (`rajas_sim.analysis.reading.blocks.block_ratios`). Not for comparing late rounds with
    early ones as if they were the same games.
    """
    if not run.has_table("rounds", players):
        return None
    columns = existing_columns(run.table("rounds", players), RACE_COLUMNS)
    if not columns:
        return None
    rounds = run.slices("rounds", players)
    sums = [pl.len().alias("rows"), *(exact_sum(column) for column in columns)]
    ratios = block_ratios([rows.group_by("block", "round").agg(sums) for rows in rounds], ["round"], columns, "rows")
    round_numbers = ratios["round"].to_list()
    metrics = {}
    for column in columns:
        means = mean_estimates(
            [f"mean.{column}.round_{round_number}" for round_number in round_numbers],
            ratio_moments(ratios, column),
            level=run.level,
        )
        counts = value_counts(rounds, column, ["round"]).partition_by("round", maintain_order=True)
        metrics[column] = tuple(
            _race_round(counts_of_round, column, players, mean) for counts_of_round, mean in zip(counts, means, strict=True)
        )
    return RaceByRound(*run.result_size(players), metrics)


def _race_round(counts: pl.DataFrame, column: str, players: int, mean: Estimate) -> RaceRound:
    """Describe the amounts of a column in one round, from how many seats have each of its values."""
    low, median, high = deciles(counts, column)
    return RaceRound(counts["round"][0], int(counts["count"].sum()) // players, median, low, high, mean)
