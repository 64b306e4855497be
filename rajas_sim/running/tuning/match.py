"""Matches of candidates against an opponent: the candidate plays one seat, each in turn; the opponent plays all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.game import Game
from rajas_sim.core.judging.playouts import HALF_LEAD
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.running.workers.workers import Threads, Workers, outcomes_of_calls

if TYPE_CHECKING:
    from distributed import Client

    from rajas_sim.analysis.statistics.estimate import Estimate

Floats = NDArray[np.float64]

# How many blocks are played between two checks for a stop, and into how many parts per worker the blocks are split at least, if
# there are enough blocks.
BLOCKS_PER_CALL = 200
PARTS_PER_WORKER = 4


def match_shares(matches: Sequence[Floats], level: float) -> tuple[Estimate, ...]:
    """Estimate the expected win share in each of several matches; a match is the win share in each block, shape (blocks,).

    Blocks are independent. Exact binomial intervals with the design effect, Bonferroni over the matches
    (`rajas_sim.analysis.statistics.intervals.share_interval`). Do not use this for the blocks of the search itself: the values
    that the search chose did best there partly by luck.
    """
    import polars as pl

    from rajas_sim.analysis.statistics.intervals import share_estimates

    rows = [{"mean": shares.mean(), "variance": shares.var(ddof=1), "n": len(shares)} for shares in matches]
    return share_estimates([f"win_share.match_{i}" for i, _ in enumerate(matches, 1)], pl.DataFrame(rows), level=level)


@dataclass(frozen=True)
class Kinds:
    """The kinds of games to play, and the strategies that play them.

    Attributes
    ----------
    rules
        The rules of each kind.
    strategies
        All strategies that play, with any values of their parameters.
    """

    game: Game
    rules: tuple[Any, ...]
    strategies: tuple[Strategy, ...]

    def workers(self, n_workers: int, client: Client | None, on_note: Callable[[str], None]) -> Workers:
        """Return workers that play these kinds of games: those of a cluster, or threads.

        The results are the same.

        Parameters
        ----------
        n_workers
            Number of threads, if there is no cluster. Plain Python gets one thread, because more do not make it faster.
        on_note
            Called with a sentence about what takes long on a cluster.

        Raises
        ------
        RunError
            If the cluster has no workers, or workers that cannot play these games.
        """
        if client is None:
            is_compiled = self.game.batches.is_compiled and all(strategy.is_compiled for strategy in self.strategies)
            return Threads(self, n_workers if is_compiled else 1)
        from rajas_sim.running.workers.cluster import Cluster

        return Cluster(client, self.game, self, on_note)


@dataclass(frozen=True)
class MatchResult:
    """How a candidate did in a match.

    Attributes
    ----------
    wins
        Win share of the candidate in each block, the mean over all seats, shape (blocks,).
    scores
        Win share plus bounded lead, shape (blocks,); a search maximises this. The lead is the candidate's overlap minus that of
        the best other player. It is mapped to -1 to 1 by lead / (`HALF_LEAD` + |lead|), so that decided games count as well.
    """

    wins: Floats
    scores: Floats

    @classmethod
    def mean_of(cls, results: Sequence[MatchResult]) -> MatchResult:
        """Return the mean of results against several opponents in the same blocks."""
        return cls(np.mean([result.wins for result in results], axis=0), np.mean([result.scores for result in results], axis=0))

    @classmethod
    def joined(cls, parts: Sequence[MatchResult]) -> MatchResult:
        """Return the results in several parts of the blocks, joined in their order."""
        return cls(np.concatenate([part.wins for part in parts]), np.concatenate([part.scores for part in parts]))


def play_blocks(kinds: Kinds, kind_index: int, candidate: Strategy, opponent: Strategy, seed: int, blocks: range) -> MatchResult:  # noqa: PLR0913 what determines the games
    """Play blocks of a match in one kind of game; the candidate plays each block once from every seat.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    rules = kinds.rules[kind_index]
    players = rules.players
    # In each game of a block, another seat has 0, the candidate; the others have 1, the opponent.
    seatings = np.tile(1 - np.eye(players, dtype=np.int8), (len(blocks), 1))
    seeds = np.repeat(np.array([block_seed(seed, block) for block in blocks], np.uint64), players)
    seats = kinds.game.batches.play(rules, [candidate, opponent], seatings, seeds, ("seats",))["seats"]
    is_candidate = seatings == 0
    win_share, overlap = (seats[name].reshape(-1, players).astype(np.float64) for name in ("win_share", "overlap"))
    lead = overlap[is_candidate] - np.where(is_candidate, -np.inf, overlap).max(axis=1)
    wins = win_share[is_candidate]
    scores = wins + lead / (HALF_LEAD + np.abs(lead))  # as `bounded_lead` of core.judging.playouts
    return MatchResult(wins.reshape(-1, players).mean(axis=1), scores.reshape(-1, players).mean(axis=1))


class MatchPlayer:
    """Plays matches in one kind of game.

    The number of workers changes only how long that takes.

    Parameters
    ----------
    workers
        Workers from `Kinds.workers`.
    kind_index
        Index of the kind of game among those of the workers, from 0.
    players
        Number of players of this kind of game.
    opponents
        Each candidate plays a match against each of them.
    seed
        Seed of the luck of all blocks.
    """

    def __init__(self, workers: Workers, kind_index: int, players: int, opponents: Sequence[Strategy], seed: int) -> None:
        self.workers, self.kind_index, self.n_players, self.opponents, self.seed = workers, kind_index, players, opponents, seed
        self.n_games = 0

    def play(self, candidates: Sequence[Strategy], blocks: range) -> list[MatchResult]:
        """Return the result of each candidate, the mean over all opponents.

        Raises
        ------
        StoppedError
            After Ctrl-C.
        RunError
            If a strategy fails (`StrategyError`), or a cluster is lost.
        """
        results = self.against(self.opponents, candidates, blocks)
        n_opponents = len(self.opponents)
        return [MatchResult.mean_of(results[i : i + n_opponents]) for i in range(0, len(results), n_opponents)]

    def against(self, opponents: Sequence[Strategy], candidates: Sequence[Strategy], blocks: range) -> list[MatchResult]:
        """Return the result of each candidate against each opponent, candidate by candidate; raises as `play` does."""
        matches = [(candidate, opponent) for candidate in candidates for opponent in opponents]
        self.n_games += len(matches) * len(blocks) * self.n_players
        blocks_per_part = min(BLOCKS_PER_CALL, max(1, len(matches) * len(blocks) // (PARTS_PER_WORKER * self.workers.n_workers)))
        parts = [blocks[start : start + blocks_per_part] for start in range(0, len(blocks), blocks_per_part)]
        calls = ((self.kind_index, *match, self.seed, part) for match in matches for part in parts)
        results_of_parts = outcomes_of_calls(self.workers, play_blocks, calls)
        n_parts = len(parts)
        return [MatchResult.joined(results_of_parts[i : i + n_parts]) for i in range(0, len(results_of_parts), n_parts)]
