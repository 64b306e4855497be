"""Learning what to add to the appraisal: which kinds of options are worth more or less than it thinks, and in which positions.

Decisions of whole games are played on with every option, under the same luck. What the leads at the end have in common with the
kind of the option and the features of the position, beyond its appraised worth, is fitted by ridge regression within decisions.
Of the steps towards that, the one with which the strategy beats itself by most is taken; then the same again with what it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.search.learned import NO_KIND, Judging
from rajas_sim.core.search.lessons import Lessons, new_lessons
from rajas_sim.core.strategies.declaration import Strategy

#: Worths outside this range are of options that are never or always taken.
LEAST_WORTH, MOST_WORTH = -20.0, 60.0


@dataclass(frozen=True)
class Course:
    """How much is learned from.

    Attributes
    ----------
    decisions, playouts, share, stray
        Decisions of a lesson, how often each option is played on, which share of a game's decisions is taken, and how often the
        players of these games stray from their choice.
    penalty
        Of the ridge regression, in options.
    steps
        How far to go towards what was fitted; each is tried.
    blocks
        Blocks of the games in which they are tried.
    """

    decisions: int = 60_000
    playouts: int = 2
    share: float = 0.3
    stray: float = 0.05
    penalty: float = 300.0
    steps: tuple[float, ...] = (0.25, 0.5, 0.75, 1.0)
    blocks: int = 1500


def fitted(judging: Judging, lessons: Sequence[Lessons], penalty: float) -> NDArray[np.float64]:
    """Return what to add to the worth of each kind of option, in units of worth, shape (kinds, features)."""
    n_features, size = len(judging.features), len(judging.kinds) * len(judging.features)
    products, targets = np.zeros((size + 1, size + 1)), np.zeros(size + 1)
    for lesson in lessons:
        starts = np.flatnonzero(np.diff(lesson.decisions, prepend=-1))
        for first in range(0, len(starts), 1000):
            begin = starts[first]
            end = starts[first + 1000] if first + 1000 < len(starts) else len(lesson.decisions)
            here = slice(begin, end)
            kinds, decisions = lesson.kinds[here], lesson.decisions[here]
            rows = np.zeros((end - begin, len(judging.kinds), n_features))
            has_kind = np.flatnonzero(kinds != NO_KIND)
            rows[has_kind, kinds[has_kind]] = lesson.features[decisions[has_kind]]
            worths = np.clip(lesson.worths[here], LEAST_WORTH, MOST_WORTH)
            table = np.column_stack([rows.reshape(len(rows), -1), worths, lesson.leads[here].mean(axis=1)])
            firsts = np.flatnonzero(np.diff(decisions, prepend=-1))
            counts = np.diff(firsts, append=len(decisions))
            table -= np.repeat(np.add.reduceat(table, firsts) / counts[:, None], counts, axis=0)
            products += table[:, :-1].T @ table[:, :-1]
            targets += table[:, :-1].T @ table[:, -1]
    ridge = np.full(size + 1, penalty)
    ridge[-1] = 0.0
    solution = np.linalg.solve(products + np.diag(ridge), targets)
    return (solution[:-1] / solution[-1]).reshape(len(judging.kinds), n_features)


def learn(
    game: Game,
    rules: Rules,
    strategy: Strategy,
    teach: Callable[..., tuple[int, int]],
    judging: Judging,
    course: Course,
    seed: int,
    n_lessons: int,
    workers: int = 2,
) -> Iterator[tuple[Strategy, float]]:
    """Yield the strategy after every lesson, with its win share against what it was before."""
    key = (rules.variant, rules.players)
    for nth in range(n_lessons):
        parts = 4

        def collected(part: int, strategy: Strategy = strategy, nth: int = nth, parts: int = parts) -> Lessons:
            lessons = new_lessons(judging, course.decisions // parts, course.playouts)
            numbers = np.array(strategy.numbers_under(*key))
            n_decisions, n_options = teach(
                rules.array, numbers, block_seed(seed, nth * parts + part), course.share, course.stray, lessons
            )
            return lessons.first(n_decisions, n_options)

        with ThreadPoolExecutor(workers) as pool:
            lessons = list(pool.map(collected, range(parts)))
        before = strategy.learned.get(key)
        goal = fitted(judging, lessons, course.penalty).ravel()
        origin = np.zeros_like(goal) if before is None else before
        tried = [replace(strategy, learned={**strategy.learned, key: origin + step * (goal - origin)}) for step in course.steps]
        seeds = [block_seed(seed + 1, nth * course.blocks + block) for block in range(course.blocks)]
        with ThreadPoolExecutor(workers) as pool:
            shares = list(pool.map(partial(share_against, game, rules, other=strategy, seeds=seeds), tried))
        best = int(np.argmax(shares))
        strategy = tried[best]
        yield strategy, shares[best]


def share_against(game: Game, rules: Rules, strategy: Strategy, other: Strategy, seeds: Sequence[int]) -> float:
    """Return the win share of a strategy at tables where all others are another one; each luck from every seat."""
    k = rules.players
    turned = (np.arange(k)[None, :] - np.arange(k)[:, None]) % k
    seatings = np.tile(turned.astype(np.int8), (len(seeds), 1))
    line_up: list[Any] = [strategy, *[other] * (k - 1)]
    seats = game.batches.play(rules, line_up, seatings, np.repeat(np.array(seeds, np.uint64), k), ("seats",))["seats"]
    return float(seats["win_share"][seats["strategy"] == 0].mean())
