"""Playing candidates against an opponent: one seat for the candidate, turned round the table, and the opponent on all others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import StoppedError
from rajas_sim.core.game import Game
from rajas_sim.core.search.playouts import HALF_LEAD
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.experiment.tuning.space import Floats

T = TypeVar("T")

# Blocks that are played between two looks at whether to stop, how many such parts each worker gets at least if there are blocks
# enough, and how long to wait for the last of them.
BLOCKS_PER_CALL = 200
PARTS_PER_WORKER = 4
SECONDS_TO_STOP = 3.0


@dataclass(frozen=True)
class Share:
    """The win share of the values found against somebody, with its interval.

    Attributes
    ----------
    level
        The confidence level of all intervals of one kind of game together.
    blocks
        How many luck seeds it rests on.
    method
        How the interval was computed, in words.
    """

    value: float
    low: float
    high: float
    level: float
    blocks: int
    method: str


#: ``(block values of each match, level) -> shares``: estimates the win share of each, with intervals that hold together.
Judge = Callable[[Sequence[Floats], float], Sequence[Share]]


@dataclass(frozen=True)
class Played:
    """How a candidate did.

    Attributes
    ----------
    wins
        Its win share in each block, the mean over all seats, shape (blocks,).
    scores
        Its win share plus its lead, shape (blocks,): what a search makes as large as it can. The lead is its overlap minus that
        of the best other player, drawn into -1 to 1 by lead / (10 + |lead|), so that decided games, too, tell who plays better.
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


def play_blocks(game: Game, rules: Any, candidate: Strategy, opponent: Strategy, seed: int, blocks: range) -> Played:
    """Play blocks of a match, each from every seat.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    k = rules.players
    seatings = np.tile(1 - np.eye(k, dtype=np.int8), (len(blocks), 1))
    seeds = np.repeat(np.array([block_seed(seed, block) for block in blocks], np.uint64), k)
    seats = game.batches.play(rules, [candidate, opponent], seatings, seeds, ("seats",))["seats"]
    is_candidate = seatings == 0
    win_share, overlap = (seats[name].reshape(-1, k).astype(np.float64) for name in ("win_share", "overlap"))
    lead = overlap[is_candidate] - np.where(is_candidate, -np.inf, overlap).max(axis=1)
    wins = win_share[is_candidate]
    scores = wins + lead / (HALF_LEAD + np.abs(lead))  # as `counted` of core.search.playouts
    return Played(wins.reshape(-1, k).mean(axis=1), scores.reshape(-1, k).mean(axis=1))


class Players:
    """Threads that play matches of one kind of game; how many they are changes nothing but the time.

    Strategies in plain Python play one after the other, since threads do not make Python faster.
    """

    def __init__(self, game: Game, rules: Any, opponents: Sequence[Strategy], seed: int, n_workers: int) -> None:
        self.game, self.rules, self.opponents, self.seed = game, rules, opponents, seed
        self.n_games, self.n_workers = 0, n_workers
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(n_workers, thread_name_prefix="rajas")

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Release the threads, without waiting for games nobody wants any more."""
        self._stopped.set()
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def play(self, candidates: Sequence[Strategy], blocks: range) -> list[Played]:
        """Return how each candidate did against the opponents, the mean over them.

        Raises
        ------
        StoppedError
            After Ctrl-C.
        StrategyError
            If a strategy fails.
        """
        each = self.against(self.opponents, candidates, blocks)
        n = len(self.opponents)
        return [Played.mean_of(each[i : i + n]) for i in range(0, len(each), n)]

    def against(self, opponents: Sequence[Strategy], candidates: Sequence[Strategy], blocks: range) -> list[Played]:
        """Return how each candidate did against each of some opponents, candidate by candidate; errors are those of `play`."""
        matches = [(candidate, opponent) for candidate in candidates for opponent in opponents]
        self.n_games += len(matches) * len(blocks) * self.rules.players
        size = min(BLOCKS_PER_CALL, max(1, len(matches) * len(blocks) // (PARTS_PER_WORKER * self.n_workers)))
        parts = [blocks[start : start + size] for start in range(0, len(blocks), size)]
        futures = [[self._pool.submit(self._part, *match, part) for part in parts] for match in matches]
        try:
            return [Played.joined([future.result() for future in of_match]) for of_match in futures]
        except KeyboardInterrupt as interrupt:
            self._stopped.set()
            stopped = StoppedError.of(interrupt)
            stopped.is_still_busy = bool(busy([future for of_match in futures for future in of_match]))
            raise stopped from None

    def _part(self, candidate: Strategy, opponent: Strategy, blocks: range) -> Played:
        if self._stopped.is_set():
            raise CancelledError
        return play_blocks(self.game, self.rules, candidate, opponent, self.seed, blocks)


def busy(futures: Sequence[Future[T]]) -> set[Future[T]]:
    """Cancel what has not begun, and return what is still at work a few seconds later."""
    for future in futures:
        future.cancel()
    return wait(futures, SECONDS_TO_STOP).not_done
