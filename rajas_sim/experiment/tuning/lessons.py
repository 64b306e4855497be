"""Learning what to add to an appraisal: which kinds of options are worth more or less than it thinks, and in which positions.

Decisions of whole games are played on with every option, under the same luck. What the leads at the end have in common with the
kind of the option and the features of the position, beyond its appraised worth, is fitted by ridge regression within decisions.
Of several steps towards what was fitted, the one is taken with which the strategy does best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from rajas_sim.core.engine.chance import block_seed, derive
from rajas_sim.core.errors import RunError, StoppedError
from rajas_sim.core.search.learned import NO_KIND, Judging
from rajas_sim.core.search.lessons import Lessons, Teaching, new_lessons
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import uncorrected
from rajas_sim.core.strategies.tuned_values import as_written, corrections_table, numbers_of
from rajas_sim.experiment.tuning.form import LessonPlan
from rajas_sim.experiment.tuning.load import Kind, Tuning
from rajas_sim.experiment.tuning.match import Players, busy
from rajas_sim.experiment.tuning.space import Floats

LESSON_STREAM = 0x7E58
# A lesson is collected in so many parts, whatever the number of workers; between them it can be stopped.
PARTS = 30
# Worths outside this range are of options that are never or always taken.
LEAST_WORTH, MOST_WORTH = -20.0, 60.0
# Decisions of which the products are added up at a time.
DECISIONS_AT_ONCE = 1000


class Lesson(BaseModel):
    """What was learned for one kind of game.

    Attributes
    ----------
    corrections
        What to add to worths, as the table of a file (core.strategies.tuned_values).
    step
        How far the strategy went towards what was fitted.
    games
        How many were played: options that were played on, and games in which steps were tried.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    corrections: dict[str, Any]
    step: float
    games: int


def read_lesson(path: Path) -> Lesson | None:
    """Return the lesson that a file keeps; None if there is no such file, or it is damaged."""
    try:
        return Lesson.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def learn(
    tuning: Tuning,
    kind: Kind,
    number: int,
    plan: LessonPlan,
    players: Players,
    workers: int,
    say: Callable[[int], None],
) -> Lesson:
    """Return what a lesson teaches; the same whatever the number of workers.

    Parameters
    ----------
    number
        Which kind of game of the tuning it is, from 0.
    players
        Play the games in which steps are tried.
    say
        Called with the number of finished parts, of `PARTS`.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        If there is nothing to be learned, or an opponent fails (`StrategyError`).
    """
    judging, strategy = tuning.game.teaching.judging, uncorrected(tuning.strategy, tuning.game.teaching)
    say(0)
    lessons = _collect(
        tuning.game.teaching, kind, strategy, plan, derive(tuning.config.seed, LESSON_STREAM, number), workers, say
    )
    goal = fitted(judging, lessons, plan.penalty)
    games_before = players.n_games
    tried = [with_corrections(strategy, kind, as_written(step * goal)) for step in plan.steps]
    scores = [played.scores.mean() for played in players.play(tried, range(tuning.config.blocks))]
    best = int(np.argmax(scores))
    games = sum(lesson.leads.size for lesson in lessons) + players.n_games - games_before
    numbers = tried[best].learned[kind.variant, kind.players]
    return Lesson(corrections=corrections_table(numbers, judging.kinds, judging.features), step=plan.steps[best], games=games)


def _collect(
    teaching: Teaching, kind: Kind, strategy: Strategy, plan: LessonPlan, luck: int, workers: int, say: Callable[[int], None]
) -> list[Lessons]:
    """Return the decisions of a lesson, in parts, with a strategy on every seat that also plays on."""
    numbers = np.array(strategy.numbers_under(kind.variant, kind.players))

    def part(nth: int) -> Lessons:
        lessons = new_lessons(teaching.judging, -(-plan.decisions // PARTS), plan.playouts)
        filled = teaching.collect(kind.rules.array, numbers, block_seed(luck, nth), plan.share, plan.stray, lessons)
        return lessons.first(*filled)

    pool = ThreadPoolExecutor(workers, thread_name_prefix="rajas")
    futures = [pool.submit(part, nth) for nth in range(PARTS)]
    try:
        for n_done, _ in enumerate(as_completed(futures), 1):
            say(n_done)
        return [future.result() for future in futures]
    except KeyboardInterrupt as interrupt:
        stopped = StoppedError.of(interrupt)
        stopped.is_still_busy = bool(busy(futures))
        raise stopped from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def corrected_by(tuning: Tuning, kind: Kind, lesson: Lesson) -> Strategy:
    """Return the tuning's strategy as a lesson corrected it."""
    judging = tuning.game.teaching.judging
    numbers = numbers_of(lesson.corrections, judging.kinds, judging.features)
    return with_corrections(uncorrected(tuning.strategy, tuning.game.teaching), kind, numbers)


def with_corrections(strategy: Strategy, kind: Kind, numbers: tuple[float, ...]) -> Strategy:
    """Return a strategy with corrections for one kind of game."""
    return replace(strategy, learned={(kind.variant, kind.players): numbers})


def fitted(judging: Judging, lessons: Sequence[Lessons], penalty: float) -> Floats:
    """Return what to add to the worth of each kind of option, in units of worth, shape (kinds x features,).

    Least squares of the mean lead on the worth and on kind x features, all taken from their mean over the options of the
    decision, with a `penalty` on the squares of all but the coefficient of the worth (ridge regression).

    Raises
    ------
    RunError
        If options of a higher worth do not lead to larger leads, so that there is no unit to correct in.
    """
    n_features, size = len(judging.features), len(judging.kinds) * len(judging.features)
    products, targets = np.zeros((size + 1, size + 1)), np.zeros(size + 1)
    for lesson in lessons:
        n_decisions = int(lesson.decisions[-1]) + 1
        starts = np.searchsorted(lesson.decisions, np.arange(0, n_decisions + DECISIONS_AT_ONCE, DECISIONS_AT_ONCE))
        for begin, end in pairwise(starts):
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
    if solution[-1] <= 0.0:
        raise RunError("options that the strategy thinks are worth more do not lead to larger leads; lessons cannot correct it")
    return np.asarray(solution[:-1] / solution[-1])
