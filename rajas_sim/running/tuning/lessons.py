"""Learning what to add to an appraisal: which kinds of options are worth more or less than it thinks, and in which positions.

Decisions of whole games are played on with every option, under the same luck. A small network is fitted to what the leads at the
end say about an option beyond its appraised worth. Several steps towards the network are tried, and the one with which the
strategy does best is taken. The next lesson is played with it, and the network is fitted to all lessons again. The first lesson
alone says little about the positions that the strategy reaches after it (Ross, Gordon, Bagnell 2011, "A reduction of imitation
learning and structured prediction to no-regret online learning").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from rajas_sim.core.correcting.learned import Judging
from rajas_sim.core.correcting.lessons import Lessons, new_lessons
from rajas_sim.core.correcting.network import HIDDEN, LEAST_WORTH, MOST_WORTH, Examples, begin, fit
from rajas_sim.core.engine.chance import block_seed, derive
from rajas_sim.core.errors import RunError
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import uncorrected
from rajas_sim.core.strategies.tuned_values import as_written, corrections_table, numbers_of
from rajas_sim.running.tuning.load import Kind, LessonPlan, Tuning
from rajas_sim.running.tuning.match import Kinds, Players
from rajas_sim.running.workers.workers import outcomes_of_calls
from rajas_sim.study.config.question_tables import StrictForm

Floats = NDArray[np.float64]

LESSON_STREAM = 0x7E58
# A lesson is collected in this many parts, for any number of workers; between them it can be stopped.
PARTS = 30


class Lesson(StrictForm):
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

    corrections: dict[str, str]
    step: float
    games: int


def read_lesson(path: Path) -> Lesson | None:
    """Return the lesson that a file keeps; None if there is no such file, or it is damaged."""
    try:
        return Lesson.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def learn(  # noqa: PLR0913 what determines a lesson
    tuning: Tuning, kind: Kind, number: int, plan: LessonPlan, players: Players, say: Callable[[int, int], None]
) -> Lesson:
    """Return what a lesson teaches; the number of workers does not change it.

    Parameters
    ----------
    number
        Which kind of game of the tuning it is, from 0.
    players
        Play the games in which steps are tried; their workers collect the lessons.
    say
        Called with the number of finished lessons, and how many of the `PARTS` of the next one are finished.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        If there is nothing to be learned, or an opponent fails (`StrategyError`).
    """
    teaching = tuning.game.appraisal.teaching
    uncorrected_strategy = corrected = uncorrected(tuning.strategy, teaching)
    luck = derive(tuning.config.seed, LESSON_STREAM, number)
    games_before, step = players.n_games, 0.0
    lessons: list[Lessons] = []
    for nth in range(plan.times):
        seed = derive(luck, LESSON_STREAM, nth)
        calls = ((number, corrected, plan, seed, part) for part in range(PARTS))
        say(nth, 0)
        lessons += outcomes_of_calls(players.workers, collect_part, calls, partial(say, nth))
        goal = fitted(teaching.judging, lessons, seed, plan.epochs)
        tried = [with_corrections(uncorrected_strategy, kind, as_written(a_step(goal, step))) for step in plan.steps]
        scores = [played.scores.mean() for played in players.play(tried, range(tuning.config.blocks))]
        best = int(np.argmax(scores))
        corrected, step = tried[best], plan.steps[best]
    games = sum(lesson.leads.size for lesson in lessons) + players.n_games - games_before
    numbers = corrected.learned[kind.variant, kind.players]
    return Lesson(corrections=corrections_table(numbers, teaching.judging.rows), step=step, games=games)


def collect_part(kinds: Kinds, kind: int, strategy: Strategy, plan: LessonPlan, luck: int, nth: int) -> Lessons:  # noqa: PLR0913 what determines a lesson
    """Return the decisions of one part of a lesson, with a strategy on every seat that also plays on.

    Raises
    ------
    RunError
        If decisions have more options than there is room for.
    """
    teaching, rules = kinds.game.appraisal.teaching, kinds.rules[kind]
    numbers = np.array(strategy.numbers_under(rules.variant, rules.players))
    lessons = new_lessons(teaching.judging, -(-plan.decisions // PARTS), plan.playouts)
    filled = teaching.collect(rules.array, numbers, block_seed(luck, nth), plan.share, plan.stray, lessons)
    if filled[0] < len(lessons.features):
        kind_of_game = f"{rules.variant}, {rules.players} players"
        raise RunError(f"{kind_of_game}: decisions have more options than lessons have room for")
    return lessons.first(*filled)


def corrected_by(tuning: Tuning, kind: Kind, lesson: Lesson) -> Strategy:
    """Return the tuning's strategy as a lesson corrected it."""
    numbers = numbers_of(lesson.corrections, tuning.game.appraisal.teaching.judging.rows)
    return with_corrections(uncorrected(tuning.strategy, tuning.game.appraisal.teaching), kind, numbers)


def with_corrections(strategy: Strategy, kind: Kind, numbers: tuple[float, ...]) -> Strategy:
    """Return a strategy with corrections for one kind of game."""
    return replace(strategy, learned={(kind.variant, kind.players): numbers})


def a_step(goal: Floats, step: float) -> Floats:
    """Return a network that says a share of what another one says."""
    numbers = goal.copy()
    numbers[-HIDDEN:] *= step
    return numbers


def fitted(judging: Judging, lessons: Sequence[Lessons], seed: int, epochs: int) -> Floats:
    """Return the numbers of a network (core.correcting.network) that says what to add to worths, in units of worth.

    What one point of worth is in leads is found by least squares, beside what each kind of option is; to what the worth leaves of
    the mean lead, the network is fitted. Leads and worths are taken from their means over the options of the decision.

    Raises
    ------
    RunError
        If options of a higher worth do not lead to larger leads, so that there is no unit to correct in.
    """
    counts = [np.bincount(lesson.decisions) for lesson in lessons]
    products, columns = np.zeros((len(judging.kinds) + 2,) * 2), []
    for lesson, n in zip(lessons, counts, strict=True):
        worths = np.clip(lesson.worths, LEAST_WORTH, MOST_WORTH)
        are_of_kind = lesson.kinds[:, None] == np.arange(len(judging.kinds))
        table = np.column_stack([lesson.leads.mean(axis=1), worths, are_of_kind])
        firsts = np.cumsum(n) - n
        table -= np.repeat(np.add.reduceat(table, firsts) / n[:, None], n, axis=0)
        products += table.T @ table
        columns.append(table[:, :2])
    lead_a_worth = float(np.linalg.lstsq(products[1:, 1:], products[1:, 0])[0][0])
    if not lead_a_worth > 0.0:
        raise RunError("options that the strategy thinks are worth more do not lead to larger leads; lessons cannot correct it")
    leads, worths = np.concatenate(columns).T
    examples = Examples(
        features=np.concatenate([lesson.features for lesson in lessons]),
        firsts=np.concatenate([[0], np.cumsum(np.concatenate(counts))]),
        kinds=np.concatenate([lesson.kinds for lesson in lessons]),
        worths=np.concatenate([lesson.worths for lesson in lessons]),
        targets=leads - lead_a_worth * worths,
    )
    numbers = np.zeros(judging.n_corrections)
    begin(numbers, len(judging.features), seed)
    fit(numbers, examples, seed, epochs)
    return a_step(numbers, 1.0 / lead_a_worth)
