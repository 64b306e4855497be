"""Playing candidates against an opponent: one seat for the candidate, turned round the table, and the opponent on all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.game import Game
from rajas_sim.core.search.playouts import HALF_LEAD
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.running.workers.workers import Threads, Workers, outcomes_of_calls

if TYPE_CHECKING:
    from distributed import Client

    from rajas_sim.analysis.statistics.estimate import Estimate

Floats = NDArray[np.float64]

# Blocks that are played between two looks at whether to stop, and how many such parts each worker gets at least if there are
# blocks enough.
BLOCKS_PER_CALL = 200
PARTS_PER_WORKER = 4


def match_shares(matches: Sequence[Floats], level: float) -> tuple[Estimate, ...]:
    """Estimate the expected win share in each of several matches from its block means, shape (blocks,).

    Blocks are independent. Exact binomial intervals with the design effect, Bonferroni over the matches
    (`rajas_sim.analysis.statistics.intervals.share_interval`). Not for the blocks in which the values were found: these are best
    there partly by luck.
    """
    import polars as pl

    from rajas_sim.analysis.statistics.intervals import share_estimates

    rows = [{"mean": wins.mean(), "variance": wins.var(ddof=1), "n": len(wins)} for wins in matches]
    return share_estimates([f"win_share.match_{i}" for i, _ in enumerate(matches, 1)], pl.DataFrame(rows), level=level)


@dataclass(frozen=True)
class Kinds:
    """The kinds of games that are played, and by whom.

    Attributes
    ----------
    rules
        Those of each kind.
    strategies
        All that play, with any parameters.
    """

    game: Game
    rules: tuple[Any, ...]
    strategies: tuple[Strategy, ...]

    def workers(self, n_workers: int, client: Client | None, on_note: Callable[[str], None]) -> Workers:
        """Return the workers of a cluster that play these kinds of games, or threads; what they find is the same.

        Parameters
        ----------
        n_workers
            How many threads, if there is no cluster. Strategies in plain Python get one: more do not make Python faster.
        on_note
            Called with a sentence about what takes long at a cluster.

        Raises
        ------
        RunError
            If the cluster has no workers, or some that cannot play these games.
        """
        if client is None:
            is_compiled = self.game.batches.is_compiled and all(strategy.is_compiled for strategy in self.strategies)
            return Threads(self, n_workers if is_compiled else 1)
        from rajas_sim.running.workers.cluster import Cluster

        return Cluster(client, self.game, self, on_note)


@dataclass(frozen=True)
class MatchResult:
    """How a candidate did.

    Attributes
    ----------
    wins
        Its win share in each block, the mean over all seats, shape (blocks,).
    scores
        Its win share plus its lead, shape (blocks,): what a search makes as large as it can. The lead is its overlap minus that
        of the best other player, mapped to -1 to 1 by lead / (10 + |lead|), so that decided games count as well.
    """

    wins: Floats
    scores: Floats

    @classmethod
    def mean_of(cls, played: Sequence[MatchResult]) -> MatchResult:
        """Return the mean over several opponents in the same blocks."""
        return cls(np.mean([p.wins for p in played], axis=0), np.mean([p.scores for p in played], axis=0))

    @classmethod
    def joined(cls, parts: Sequence[MatchResult]) -> MatchResult:
        """Return several parts, one after the other."""
        return cls(np.concatenate([p.wins for p in parts]), np.concatenate([p.scores for p in parts]))


def play_blocks(kinds: Kinds, kind_index: int, candidate: Strategy, opponent: Strategy, seed: int, blocks: range) -> MatchResult:  # noqa: PLR0913 what determines the games
    """Play blocks of a match in one of the kinds of games, each from every seat.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    rules = kinds.rules[kind_index]
    k = rules.players
    seatings = np.tile(1 - np.eye(k, dtype=np.int8), (len(blocks), 1))
    seeds = np.repeat(np.array([block_seed(seed, block) for block in blocks], np.uint64), k)
    seats = kinds.game.batches.play(rules, [candidate, opponent], seatings, seeds, ("seats",))["seats"]
    is_candidate = seatings == 0
    win_share, overlap = (seats[name].reshape(-1, k).astype(np.float64) for name in ("win_share", "overlap"))
    lead = overlap[is_candidate] - np.where(is_candidate, -np.inf, overlap).max(axis=1)
    wins = win_share[is_candidate]
    scores = wins + lead / (HALF_LEAD + np.abs(lead))  # as `bounded_lead` of core.search.playouts
    return MatchResult(wins.reshape(-1, k).mean(axis=1), scores.reshape(-1, k).mean(axis=1))


class MatchPlayer:
    """Plays matches of one of the kinds of games; by how many workers changes nothing but the time.

    Parameters
    ----------
    kind_index
        Which of the kinds of games, from 0.
    players
        How many play it.
    """

    def __init__(self, workers: Workers, kind_index: int, players: int, opponents: Sequence[Strategy], seed: int) -> None:
        self.workers, self.kind_index, self.n_players, self.opponents, self.seed = workers, kind_index, players, opponents, seed
        self.n_games = 0

    def play(self, candidates: Sequence[Strategy], blocks: range) -> list[MatchResult]:
        """Return how each candidate did against the opponents, the mean over them.

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
        """Return how each candidate did against each of some opponents, candidate by candidate; errors are those of `play`."""
        matches = [(candidate, opponent) for candidate in candidates for opponent in opponents]
        self.n_games += len(matches) * len(blocks) * self.n_players
        blocks_per_part = min(BLOCKS_PER_CALL, max(1, len(matches) * len(blocks) // (PARTS_PER_WORKER * self.workers.n_workers)))
        parts = [blocks[start : start + blocks_per_part] for start in range(0, len(blocks), blocks_per_part)]
        calls = ((self.kind_index, *match, self.seed, part) for match in matches for part in parts)
        results_of_parts = outcomes_of_calls(self.workers, play_blocks, calls)
        n_parts = len(parts)
        return [MatchResult.joined(results_of_parts[i : i + n_parts]) for i in range(0, len(results_of_parts), n_parts)]
