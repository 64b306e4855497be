"""Routes to a win: how much of it is fame and how much money, and which way winners lean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.changes import metric_estimates
from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, share_text
from rajas_sim.analysis.reading.blocks import block_means, matrix_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

FAME_PART, BY_FAME, MET_BY_FAME = ROUTES = "winner.fame_part", "winner.by_fame", "winner.met_by_fame"
MOST_FAME, MOST_MONEY = "fame", "money"


@dataclass(frozen=True, slots=True)
class Routes(Result):
    """The routes of the games of one player count.

    Attributes
    ----------
    winners
        By the names of `ROUTES`: the part of the winner's advance that is fame, the part of wins that were mostly by fame, and
        the part in which a step of fame made the markers meet. Each interval by itself.
    won
        How often the seat that leans most to fame at its table wins, and the seat that leans most to money; seats that lean
        equally count together. Intervals hold for both. A lean that no seat has is left out.
    leaning
        For each strategy, the part of its advance that is fame, over all its games. Intervals hold for all strategies together.
    """

    winners: Mapping[str, Estimate]
    won: Mapping[str, Estimate]
    leaning: Mapping[str, Estimate]

    @property
    def finding(self) -> Finding:
        """Which route wins, and how seats that lean one way do."""
        by_fame, met = self.winners[BY_FAME], self.winners[MET_BY_FAME]
        k, n = self.players, counted(by_fame.n, "block")
        text = (
            f"{share_text(by_fame)} of wins are mostly by fame, and in {share_text(met)} a step of fame made the markers meet, "
            f"n = {n}"
        )
        if {MOST_FAME, MOST_MONEY} <= self.won.keys():
            text += (
                f". The seat that leans most to fame wins {share_text(self.won[MOST_FAME])} of games, and the one that leans "
                f"most to money {share_text(self.won[MOST_MONEY])}"
            )
        return Finding.about(k, "routes", text, by_fame, met, *self.won.values())


def routes(run: Run, players: int) -> Routes | None:
    """Describe the routes of the games, over all line-ups of a player count; ``None`` if the run did not record them.

    Estimates are means over blocks, with intervals of shares. How often a seat that leans one way wins is an association: it may
    lean that way because it wins.
    """
    metrics = metrics_of(run, players)
    means = tuple(metric for metric in metrics.means if metric.name in ROUTES)
    if len(means) < len(ROUTES):
        return None
    n_orders = run.n_alternating_orders(players)
    route_metrics = Metrics((), (), means)
    values = block_values(run, players, route_metrics, run.arms[:1])[run.arms[0]]
    estimates = metric_estimates(route_metrics, matrix_moments(values, n_orders), run.level)
    winners = {estimate.name: estimate for estimate in estimates}
    fame_part, same_game = pl.col("fame_part"), ["block", "game"]
    lean = (
        pl.when(fame_part == fame_part.max().over(same_game))
        .then(pl.lit(MOST_FAME))
        .when(fame_part == fame_part.min().over(same_game))
        .then(pl.lit(MOST_MONEY))
        .otherwise(pl.lit("between"))
    )
    seats = [rows.with_columns(lean.alias("lean"), pl.col("strategy").cast(pl.String)) for rows in run.slices("seats", players)]
    leaning_seats = [rows.filter(pl.col("lean") != "between") for rows in seats]
    won = _shares(run, block_means(leaning_seats, ["lean"], pl.col("win_share"), n_orders), "lean", "won_leaning_to")
    leaning = _shares(run, block_means(seats, ["strategy"], fame_part, n_orders), "strategy", "fame_part")
    return Routes(*run.result_size(players), winners, won, leaning)


def _shares(run: Run, moments: pl.DataFrame, group_column: str, prefix: str) -> dict[str, Estimate]:
    """Estimate the mean of each group, which is a share, by group; intervals hold for all groups together."""
    groups = moments[group_column].to_list()
    estimates = share_estimates(
        [f"{prefix}.{label}" for label in groups], moments, level=run.level, comparisons=max(1, len(groups))
    )
    return dict(zip(groups, estimates, strict=True))
