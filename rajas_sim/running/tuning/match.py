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

    def workers(self, n_workers: int, client: Client | None, say: Callable[[str], None]) -> Workers:
        """Return the workers of a cluster that play these kinds of games, or threads; what they find is the same.

        Parameters
        ----------
        n_workers
            How many threads, if there is no cluster. Strategies in plain Python get one: more do not make Python faster.
        say
            Called with a sentence about what takes long at a cluster.

        Raises
        ------
        RunError
            If the cluster has no workers, or some that cannot play these games.
        """
        if client is None:
            return Threads(self, n_workers if all(strategy.is_compiled for strategy in self.strategies) else 1)
        from rajas_sim.running.workers.cluster import Cluster

        return Cluster(client, self.game, self, say)


@dataclass(frozen=True)
class Played:
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
    def mean_of(cls, played: Sequence[Played]) -> Played:
        """Return the mean over several opponents in the same blocks."""
        return cls(np.mean([p.wins for p in played], axis=0), np.mean([p.scores for p in played], axis=0))

    @classmethod
    def joined(cls, parts: Sequence[Played]) -> Played:
        """Return several parts, one after the other."""
        return cls(np.concatenate([p.wins for p in parts]), np.concatenate([p.scores for p in parts]))


def play_blocks(kinds: Kinds, kind: int, candidate: Strategy, opponent: Strategy, seed: int, blocks: range) -> Played:  # noqa: PLR0913 what determines the games
    """Play blocks of a match in one of the kinds of games, each from every seat.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    rules = kinds.rules[kind]
    k = rules.players
    seatings = np.tile(1 - np.eye(k, dtype=np.int8), (len(blocks), 1))
    seeds = np.repeat(np.array([block_seed(seed, block) for block in blocks], np.uint64), k)
    seats = kinds.game.batches.play(rules, [candidate, opponent], seatings, seeds, ("seats",))["seats"]
    is_candidate = seatings == 0
    win_share, overlap = (seats[name].reshape(-1, k).astype(np.float64) for name in ("win_share", "overlap"))
    lead = overlap[is_candidate] - np.where(is_candidate, -np.inf, overlap).max(axis=1)
    wins = win_share[is_candidate]
    scores = wins + lead / (HALF_LEAD + np.abs(lead))  # as `counted` of core.search.playouts
    return Played(wins.reshape(-1, k).mean(axis=1), scores.reshape(-1, k).mean(axis=1))


class Players:
    """Plays matches of one of the kinds of games; by how many workers changes nothing but the time.

    Parameters
    ----------
    kind
        Which of the kinds of games, from 0.
    players
        How many play it.
    """

    def __init__(self, workers: Workers, kind: int, players: int, opponents: Sequence[Strategy], seed: int) -> None:
        self.workers, self.kind, self.n_players, self.opponents, self.seed = workers, kind, players, opponents, seed
        self.n_games = 0

    def play(self, candidates: Sequence[Strategy], blocks: range) -> list[Played]:
        """Return how each candidate did against the opponents, the mean over them.

        Raises
        ------
        StoppedError
            After Ctrl-C.
        RunError
            If a strategy fails (`StrategyError`), or a cluster is lost.
        """
        each = self.against(self.opponents, candidates, blocks)
        n = len(self.opponents)
        return [Played.mean_of(each[i : i + n]) for i in range(0, len(each), n)]

    def against(self, opponents: Sequence[Strategy], candidates: Sequence[Strategy], blocks: range) -> list[Played]:
        """Return how each candidate did against each of some opponents, candidate by candidate; errors are those of `play`."""
        matches = [(candidate, opponent) for candidate in candidates for opponent in opponents]
        self.n_games += len(matches) * len(blocks) * self.n_players
        size = min(BLOCKS_PER_CALL, max(1, len(matches) * len(blocks) // (PARTS_PER_WORKER * self.workers.n_workers)))
        parts = [blocks[start : start + size] for start in range(0, len(blocks), size)]
        calls = ((self.kind, *match, self.seed, part) for match in matches for part in parts)
        played = outcomes_of_calls(self.workers, play_blocks, calls)
        n = len(parts)
        return [Played.joined(played[i : i + n]) for i in range(0, len(played), n)]
