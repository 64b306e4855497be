"""Workers: on which spaces they are placed, and when the extra ones arrive."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import (
    Slices,
    block_ratios,
    count_moments,
    games_reaching,
    known_totals,
    n_games_reaching,
    ratio_moments,
    value_counts,
)
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates


@dataclass(frozen=True, slots=True)
class SpaceUsage(Result):
    """Placements of workers in the games of one player count.

    Attributes
    ----------
    spaces
        Mean placements per game on each existing space, in board order; simultaneous intervals.
    reached
        Number of games that reached each round.
    by_round
        Mean placements per area and round, over the games that reached the round; simultaneous over all cells.
    """

    spaces: Mapping[str, Estimate]
    reached: Mapping[int, int]
    by_round: Mapping[str, Mapping[int, Estimate]]


def areas_of(spaces: Sequence[str]) -> dict[str, str]:
    """Group spaces into areas by their names alone.

    Numbered spaces share an area (``mill_1``, ``mill_2``), and so do names with the same first word
    (``shop_bread``, ``shop_cloth``); every other space is an area by itself.

    >>> areas_of(["mill_1", "mill_2", "shop_bread", "shop_cloth_2"])
    {'mill_1': 'mill', 'mill_2': 'mill', 'shop_bread': 'shop', 'shop_cloth_2': 'shop'}
    >>> areas_of(["left_wing_1", "old_bridge"])
    {'left_wing_1': 'left_wing', 'old_bridge': 'old_bridge'}
    """
    stems = {space: re.sub(r"_\d+$", "", space) for space in spaces}
    n_stems_by_first_word = Counter(stem.split("_")[0] for stem in set(stems.values()))
    return {space: stem.split("_")[0] if n_stems_by_first_word[stem.split("_")[0]] > 1 else stem for space, stem in stems.items()}


def space_usage(run: Run, players: int) -> SpaceUsage | None:
    """Estimate how often each space is used, over all line-ups of a player count; ``None`` if the run did not record it.

    Estimates are block totals per game with t intervals, Bonferroni over the spaces. By area and round they are ratios of block
    totals: only games that reached the round count. How often a space is used says nothing about whether it helps.
    """
    if not run.has_table("spaces", players):
        return None
    placements = [rows.select("block", "round", "space") for rows in run.slices("spaces", players)]
    known_spaces = run.words("spaces", "space", players)
    moments, _ = known_totals(
        placements, "space", known_spaces, n_blocks=run.blocks(players), divisor=run.games_per_block(players)
    )
    spaces = mean_estimates([f"placements.{s}" for s in known_spaces], moments, level=run.level, simultaneous=True, least=0.0)
    games = run.slices("games", players)
    return SpaceUsage(
        *run.result_size(players),
        spaces=dict(zip(known_spaces, spaces, strict=True)),
        reached=n_games_reaching(games),
        by_round=_by_round(placements, areas_of(known_spaces), [games_reaching(rows) for rows in games], run.level),
    )


def _by_round(
    placements: Slices, area_of_space: Mapping[str, str], games_by_round: Slices, level: float
) -> dict[str, dict[int, Estimate]]:
    """Estimate mean placements per game by area and round; a block without a placement counts as zero."""
    areas = list(dict.fromkeys(area_of_space.values()))
    spaces_by_area = {area: [space for space in area_of_space if area_of_space[space] == area] for area in areas}
    placements_by_area = [pl.col("space").is_in(names).sum().cast(pl.Int64).alias(area) for area, names in spaces_by_area.items()]
    totals = []
    for games_of_slice, rows in zip(games_by_round, placements, strict=True):
        counts_by_round = rows.group_by("block", "round").agg(placements_by_area)
        totals.append(games_of_slice.join(counts_by_round, on=["block", "round"], how="left").fill_null(0))
    ratios = block_ratios(totals, ["round"], areas, "games")
    rounds = ratios["round"].to_list()
    names = [f"placements.{area}.round_{r}" for area in areas for r in rounds]
    rates = mean_estimates(
        names, pl.concat([ratio_moments(ratios, area) for area in areas]), level=level, simultaneous=True, least=0.0
    )
    return {area: dict(zip(rounds, rates[i * len(rounds) : (i + 1) * len(rounds)], strict=True)) for i, area in enumerate(areas)}


_ROUND_COLUMN_SUFFIX = "_worker_round"


@dataclass(frozen=True, slots=True)
class ExtraWorker:
    """One kind of extra worker (by fame, by money ...) with one player count.

    Attributes
    ----------
    kind
        Name of the kind, from the column ``<kind>_worker_round``.
    ever
        Share of all seats that got it before the game ended; simultaneous over the kinds.
    mean_round
        Mean round of arrival among the seats that got it; ``None`` if no seat did.
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

    Shares have exact binomial intervals with the design effect over blocks. The mean round is a ratio of block totals with a t
    interval.
    """
    columns = [c for c in run.table("seats", players).collect_schema().names() if c.endswith(_ROUND_COLUMN_SUFFIX)]
    if not columns:
        return ()
    worker_rows = [
        rows.select("block", *columns).unpivot(columns, index="block", variable_name="column", value_name="arrival")
        for rows in run.slices("seats", players)
    ]
    last_round = max(value_counts(run.slices("games", players), "rounds")["rounds"])
    round_of_arrival = pl.col("arrival").cast(pl.Int64)
    has_arrived = round_of_arrival > 0  # 0 if the worker never came
    arrivals = [
        rows.group_by("column", "block").agg(round_of_arrival.sum(), has_arrived.sum().alias("n_arrived")) for rows in worker_rows
    ]
    ratios = block_ratios(arrivals, ["column"], ["arrival"], "n_arrived")
    worker_columns, n_arrived = ratios["column"].to_list(), ratios["weight"].to_list()
    n_blocks, seats_per_block = run.blocks(players), run.games_per_block(players) * players
    counts = [rows.select("column", "block", pl.col("n_arrived").cast(pl.Int64).alias("count")) for rows in arrivals]
    moments_of_arrivals = count_moments(counts, ["column"], n_blocks=n_blocks, divisor=seats_per_block)
    ever = share_estimates(
        [f"share.{c.removesuffix(_ROUND_COLUMN_SUFFIX)}_worker" for c in worker_columns], moments_of_arrivals, level=run.level
    )
    mean_rounds = mean_estimates([f"mean.{c}" for c in worker_columns], ratio_moments(ratios, "arrival"), level=run.level)
    n_arrived_by_round = [
        (has_arrived & (round_of_arrival <= r)).sum().cast(pl.Int64).alias(str(r)) for r in range(1, last_round + 1)
    ]
    by_round = [
        rows.group_by("column", "block")
        .agg(n_arrived_by_round)
        .unpivot(index=["column", "block"], variable_name="round", value_name="count")
        for rows in worker_rows
    ]
    counts_by_round = [rows.with_columns(pl.col("round").cast(pl.Int32)) for rows in by_round]
    moments_by_round = count_moments(counts_by_round, ["column", "round"], n_blocks=n_blocks, divisor=seats_per_block)
    result = []
    for i, column in enumerate(worker_columns):
        kind = column.removesuffix(_ROUND_COLUMN_SUFFIX)
        moments_of_kind = moments_by_round.filter(pl.col("column") == column)
        rounds = moments_of_kind["round"].to_list()
        arrived_shares = share_estimates(
            [f"share.{kind}_worker.round_{r}" for r in rounds], moments_of_kind, level=run.level, comparisons=1
        )
        mean_round = mean_rounds[i] if n_arrived[i] > 0 else None
        result.append(ExtraWorker(kind, ever[i], mean_round, dict(zip(rounds, arrived_shares, strict=True))))
    return tuple(sorted(result, key=lambda w: columns.index(w.kind + _ROUND_COLUMN_SUFFIX)))
