"""Who beats whom: every pair of strategies, and the circles, dominated strategies and best answers that follow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import counted, listed, share_text, tolerance_points
from rajas_sim.analysis.reading.blocks import DIGITS, Slices, collect_slices, matrix_moments, paired_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, share_estimates
from rajas_sim.analysis.statistics.paired import paired_share_interval

AS_GOOD = 0.02
"""A strategy does not count as better if it finishes ahead more often than another by at most this share."""
MOST_CIRCLES = 3
"""If there are more circles, the others are counted, not named."""


@dataclass(frozen=True, slots=True)
class HeadToHead(Result):
    """How strategies did in pairs against each other, over the line-ups in which strategies differ.

    Attributes
    ----------
    labels
        The strategies, in the order of the line-up.
    ahead
        For each ordered pair of strategies: share of the games with both in which the first finished ahead of the second (a tie
        counts half); simultaneous over the unordered pairs. With two players this is the win share.
    circles
        Circles of strategies. Each finishes ahead of the next in more than half of games, and the last ahead of the first, as the
        intervals of `ahead` show. Only the shortest circles are listed.
    dominated
        By label: the strategies that dominate it. Against no opponent does it finish ahead more often than they do by more than
        `AS_GOOD`, and against some opponent it does so less often, as simultaneous intervals of the differences show.
    best_answers
        By label: the strategy that finishes ahead of it more often than all others do, as the same intervals show. It may be the
        strategy itself (in half of games). Left out if none is shown.
    """

    labels: tuple[str, ...]
    ahead: Mapping[tuple[str, str], Estimate]
    circles: tuple[tuple[str, ...], ...]
    dominated: Mapping[str, tuple[str, ...]]
    best_answers: Mapping[str, str]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Circles, dominated strategies and best answers that are shown, then what is undecided; empty for two strategies."""
        if len(self.labels) < 3:
            return ()
        statements_by_kind = {
            "circles": [*self._about_circles()],
            "dominated strategies": [*self._about_dominated()],
            "best answers": [*self._about_best_answers()],
        }
        statements = [statement for statements in statements_by_kind.values() for statement in statements]
        if undecided := [kind for kind, statements in statements_by_kind.items() if not statements]:
            statements.append(("undecided", f"These games do not tell whether there are {listed(undecided, 'or')}"))
        k = self.players
        return tuple(Finding(f"{k}p.head_to_head.{key}", f"{sentence}.", (), k) for key, sentence in statements)

    @property
    def _beats_text(self) -> str:
        return "beats" if self.players == 2 else "finishes ahead of"

    def _about_circles(self) -> Iterator[tuple[str, str]]:
        """Yield a key and a sentence for each circle, for how many more there are, and for no circle if that is shown."""
        strongest_first = sorted(self.labels, key=lambda a: -sum(self.ahead[a, b].value for b in self.labels if b != a))
        for circle in self.circles[:MOST_CIRCLES]:
            pairs = zip(circle, (*circle[1:], circle[0]), strict=True)
            steps = [f"{a} {self._beats_text} {b} in {share_text(self.ahead[a, b])} of games" for a, b in pairs]
            yield f"circle.{'.'.join(circle)}", f"There is a circle: {listed(steps)}"
        if (n_more := len(self.circles) - MOST_CIRCLES) > 0:
            yield (
                "more_circles",
                f"{counted(n_more, 'more circle')} of {len(self.circles[0])} {'exists' if n_more == 1 else 'exist'}",
            )
        if not self.circles and all(self.ahead[pair].low > 0.5 for pair in itertools.combinations(strongest_first, 2)):
            yield "no_circle", f"There is no circle: each of {listed(strongest_first)} {self._beats_text} all that follow it"

    def _about_dominated(self) -> Iterator[tuple[str, str]]:
        """Yield a key and a sentence that says which strategies dominate which; nothing if none does."""
        if not self.dominated:
            return
        texts = []
        for label, dominators in self.dominated.items():
            names = listed(dominators) if len(dominators) < len(self.labels) - 1 else "all others"
            texts.append(f"{names} dominate{'s' if len(dominators) == 1 else ''} {label}")
        yield (
            "dominated",
            f"Among these strategies, {'; '.join(texts)}. One that dominates another does as well as it within "
            f"{tolerance_points(AS_GOOD)} against every opponent, and better against some",
        )

    def _about_best_answers(self) -> Iterator[tuple[str, str]]:
        """Yield a key and a sentence for each strategy that is the best answer to others, or to itself."""
        for answer in dict.fromkeys(self.best_answers.values()):
            answered = [label for label, best in self.best_answers.items() if best == answer]
            if others := [label for label in answered if label != answer]:
                yield f"best_answer.{answer}", f"The best answer to {listed(others)} is {answer}"
            if answer in answered:
                yield f"unbeaten.{answer}", f"No other strategy {self._beats_text} {answer} in half of games"


def head_to_head(run: Run, players: int) -> HeadToHead | None:
    """Compare how strategies finished in games with each other; ``None`` if all line-ups are mirror matches.

    Estimates are block means over all rotations and mixed line-ups, with exact binomial intervals with the design effect,
    Bonferroni over the pairs (`rajas_sim.analysis.statistics.intervals.share_interval`). Differences between two strategies with
    the same opponent are paired by block (`paired_share_interval`), Bonferroni over all of them. So a false circle is named in at
    most one minus the level of runs, and so is anything false about domination and best answers.

    With more than two players, the others at the table affect who finishes ahead of whom.
    """
    mixed, labels = run.mixed_line_up_indices(players), run.rivals(players)
    if not mixed:
        return None
    columns = ["game", "block", pl.col("strategy").cast(pl.String), "rank"]
    block_shares = _shares_ahead([rows.select(columns) for rows in run.slices("seats", players, line_ups=mixed)], labels)
    return head_to_head_of_blocks(
        run.result_size(players, mixed), labels, block_shares, run.n_alternating_orders(players), run.level
    )


def head_to_head_of_blocks(
    result_size: tuple[int, int, int], labels: tuple[str, ...], block_shares: Floats, n_orders: int, level: float
) -> HeadToHead:
    """Find from block values who beats whom, and what follows from it.

    Parameters
    ----------
    result_size
        Players, games and blocks.
    labels
        The strategies.
    block_shares
        One row per block, one column per pair in the order of `itertools.combinations`: the share of games in which its first
        finished ahead.
    n_orders
        How many cyclic orders take turns from block to block.
    level
        Confidence level.
    """
    pairs = list(itertools.combinations(labels, 2))
    shares = share_estimates([f"ahead.{a}.{b}" for a, b in pairs], matrix_moments(block_shares, n_orders), level=level)
    ahead = dict(zip(pairs, shares, strict=True))
    ahead |= {(b, a): share.subtracted_from(1.0, f"ahead.{b}.{a}") for (a, b), share in ahead.items()}
    least_gains = _least_gains(block_shares, n_orders, len(labels), level)
    return HeadToHead(
        *result_size, labels, ahead, _circles(labels, ahead), _dominators(labels, least_gains), _best_answers(labels, least_gains)
    )


def _shares_ahead(seats: Slices, labels: Sequence[str]) -> Floats:
    """Compare ranks within games: one row per block, one column per pair, the share of games in which its first finished ahead.

    Pairs are in the order of `itertools.combinations` of the labels; a tie counts half.
    """
    strategy_index = pl.col("strategy").replace_strict(labels, range(len(labels)), return_dtype=pl.Int32)
    is_ahead = pl.col("rank") < pl.col("rank_other")
    share_ahead = pl.when(is_ahead).then(1.0).when(pl.col("rank") == pl.col("rank_other")).then(0.5).otherwise(0.0)
    shares_of_slices = []
    for rows in seats:
        ranked = rows.select("game", "block", "rank", strategy_index.alias("who"))
        opponents = ranked.select("game", pl.col("rank").alias("rank_other"), pl.col("who").alias("whom"))
        pairs = ranked.join(opponents, on="game").filter(pl.col("who") < pl.col("whom"))
        by_block = pairs.group_by("block", "who", "whom").agg(share_ahead.mean().round(DIGITS).alias("ahead"))
        shares_of_slices.append(by_block.sort("block", "who", "whom").select("ahead"))
    return collect_slices(shares_of_slices)["ahead"].to_numpy().reshape(-1, math.comb(len(labels), 2))


def _least_gains(block_shares: Floats, n_orders: int, n_strategies: int, level: float) -> Floats:
    """Return how much more often, at least, a strategy finishes ahead of an opponent than a rival does.

    The axes are strategy, rival and opponent. The values are lower ends of simultaneous intervals. A strategy counts as ahead of
    itself in half of games. `block_shares` is as in `head_to_head_of_blocks`.
    """
    # Every pair with each third strategy as the opponent, and every pair against one half.
    comparisons = n_strategies * math.comb(n_strategies - 1, 2) + math.comb(n_strategies, 2)
    least_gains = np.zeros((n_strategies, n_strategies, n_strategies))
    for strategy, rival in itertools.combinations(range(n_strategies), 2):
        gains = _shares_against_all(block_shares, n_strategies, strategy) - _shares_against_all(block_shares, n_strategies, rival)
        # Allow for differences up to 1, even if none so large was seen (`paired_share_interval`).
        moments = replace(paired_moments(gains, n_orders), largest=1.0)
        least_gains[strategy, rival], most_gains = paired_share_interval(moments, level=level, comparisons=comparisons)
        least_gains[rival, strategy] = -most_gains
    return least_gains


def _shares_against_all(block_shares: Floats, n_strategies: int, strategy: int) -> Floats:
    """Return how often one strategy finished ahead of each: one row per block, one column per opponent, 0.5 for itself."""
    shares = np.full((len(block_shares), n_strategies), 0.5)
    for column, (first, second) in enumerate(itertools.combinations(range(n_strategies), 2)):
        if strategy == first:
            shares[:, second] = block_shares[:, column]
        elif strategy == second:
            shares[:, first] = 1.0 - block_shares[:, column]
    return shares


def _circles(labels: Sequence[str], ahead: Mapping[tuple[str, str], Estimate]) -> tuple[tuple[str, ...], ...]:
    """Find the shortest circles in which each strategy beats the next; list each circle once."""
    beats = np.array([[a != b and ahead[a, b].low > 0.5 for b in labels] for a in labels], dtype=float)
    for length in range(3, len(labels) + 1):
        members = np.flatnonzero(np.diagonal(np.linalg.matrix_power(beats, length))).tolist()
        paths = [path for path in itertools.permutations(members, length) if path[0] == min(path)]
        circles = [path for path in paths if all(beats[path[i - 1], path[i]] for i in range(length))]
        if circles:
            return tuple(tuple(labels[i] for i in path) for path in circles)
    return ()


def _dominators(labels: Sequence[str], least_gains: Floats) -> dict[str, tuple[str, ...]]:
    """Return `HeadToHead.dominated` from `_least_gains`."""
    is_dominating = np.all(least_gains >= -AS_GOOD, axis=2) & np.any(least_gains > 0.0, axis=2)
    dominators = {label: tuple(itertools.compress(labels, is_dominating[:, i])) for i, label in enumerate(labels)}
    return {label: dominating_labels for label, dominating_labels in dominators.items() if dominating_labels}


def _best_answers(labels: Sequence[str], least_gains: Floats) -> dict[str, str]:
    """Return `HeadToHead.best_answers` from `_least_gains`."""
    is_self = np.eye(len(labels), dtype=bool)[:, :, None]
    is_best = np.all((least_gains > 0.0) | is_self, axis=1)
    return {labels[opponent]: labels[answer] for answer, opponent in np.argwhere(is_best).tolist()}
