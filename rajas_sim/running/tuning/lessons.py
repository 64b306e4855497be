"""Learning corrections to an appraisal: which kinds of options are worth more or less than it says, and in which positions.

A lesson takes decisions from whole games and plays the game on after every option, under the same luck. A small network is fitted
to the part of the final leads that the appraised worth of an option does not explain. Several steps towards the network are
tried, and the step with which the strategy does best is taken. The next lesson is played with the corrected strategy, and the
network is fitted to all lessons so far. One lesson alone says little about the positions that the corrected strategy reaches
(Ross, Gordon, Bagnell 2011, "A reduction of imitation learning and structured prediction to no-regret online learning").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from rajas_sim.core.engine.chance import block_seed, derive
from rajas_sim.core.errors import RunError
from rajas_sim.core.judging.correction_network import HIDDEN, LEAST_WORTH, MOST_WORTH, Examples, fill_at_random, fit
from rajas_sim.core.judging.learned import Judging
from rajas_sim.core.judging.lessons import Lessons, new_lessons
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import correctable
from rajas_sim.core.strategies.tuned_values import as_written, corrections_table, numbers_of
from rajas_sim.running.tuning.load import Kind, LessonPlan, Tuning
from rajas_sim.running.tuning.match import Kinds, MatchPlayer
from rajas_sim.running.workers.workers import outcomes_of_calls
from rajas_sim.study.config.question_tables import StrictForm

Floats = NDArray[np.float64]

# The stream of all luck of lessons (`derive`).
LESSON_STREAM = 0x7E58
# A lesson is collected in so many parts, whatever the number of workers. It can be stopped between two parts.
PARTS = 30


class Lesson(StrictForm):
    """What was learned for one kind of game.

    Attributes
    ----------
    corrections
        What to add to worths, as a table of a values file (core.strategies.tuned_values).
    step
        How far the strategy went towards the fitted network, from 0 to 1.
    games
        How many games were played: to play options to the end, and to try steps.
    """

    corrections: dict[str, str]
    step: float
    games: int


def read_lesson(path: Path) -> Lesson | None:
    """Return the lesson in a file; None if there is no such file, or it is damaged."""
    try:
        return Lesson.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def learn(  # noqa: PLR0913 what determines a lesson
    tuning: Tuning,
    kind: Kind,
    kind_index: int,
    plan: LessonPlan,
    match_player: MatchPlayer,
    on_progress: Callable[[int, int], None],
) -> Lesson:
    """Carry out the lessons for one kind of game and return the result; the number of workers does not change it.

    Parameters
    ----------
    kind_index
        Index of the kind of game in the tuning, from 0.
    match_player
        Plays the games in which steps are tried. Its workers also collect the lessons.
    on_progress
        Called with the number of finished parts and the number of all parts, over all lessons.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        If there is nothing to be learned, or an opponent fails (`StrategyError`).
    """
    lesson_kernels = tuning.game.appraisal.lesson_kernels
    uncorrected_strategy = corrected = correctable(tuning.strategy, lesson_kernels)
    seed_of_kind = derive(tuning.config.seed, LESSON_STREAM, kind_index)
    n_games_before, step = match_player.n_games, 0.0
    lessons: list[Lessons] = []

    def report_part(n_of_lesson: int) -> None:
        on_progress(len(lessons) + n_of_lesson, plan.times * PARTS)

    for lesson_index in range(plan.times):
        seed = derive(seed_of_kind, LESSON_STREAM, lesson_index)
        calls = ((kind_index, corrected, plan, seed, part) for part in range(PARTS))
        report_part(0)
        lessons.extend(outcomes_of_calls(match_player.workers, collect_part, calls, report_part))
        network = fit_network(lesson_kernels.judging, lessons, seed, plan.epochs)
        candidates = [
            with_corrections(uncorrected_strategy, kind, as_written(scaled_network(network, step))) for step in plan.steps
        ]
        scores = [result.scores.mean() for result in match_player.play(candidates, range(tuning.config.blocks))]
        best = int(np.argmax(scores))
        corrected, step = candidates[best], plan.steps[best]
    games = sum(lesson.leads.size for lesson in lessons) + match_player.n_games - n_games_before
    numbers = corrected.learned[kind.variant, kind.players]
    return Lesson(corrections=corrections_table(numbers, lesson_kernels.judging.row_names), step=step, games=games)


def collect_part(kinds: Kinds, kind_index: int, strategy: Strategy, plan: LessonPlan, seed: int, part: int) -> Lessons:  # noqa: PLR0913 what determines a lesson
    """Return the decisions of one part of a lesson, with every option played to the end.

    The strategy plays every seat, before and after the option.

    Raises
    ------
    RunError
        If the decisions have more options than there is room for.
    """
    lesson_kernels, rules = kinds.game.appraisal.lesson_kernels, kinds.rules[kind_index]
    numbers = np.array(strategy.numbers_under(rules.variant, rules.players))
    lessons = new_lessons(lesson_kernels.judging, -(-plan.decisions // PARTS), plan.playouts)
    filled_sizes = lesson_kernels.collect(rules.array, numbers, block_seed(seed, part), plan.share, plan.stray, lessons)
    if filled_sizes[0] < len(lessons.features):
        kind_of_game = f"{rules.variant}, {rules.players} players"
        raise RunError(f"{kind_of_game}: decisions have more options than lessons have room for")
    return lessons.first(*filled_sizes)


def corrected_by(tuning: Tuning, kind: Kind, lesson: Lesson) -> Strategy:
    """Return the tuning's strategy with the corrections of a lesson."""
    numbers = numbers_of(lesson.corrections, tuning.game.appraisal.lesson_kernels.judging.row_names)
    return with_corrections(correctable(tuning.strategy, tuning.game.appraisal.lesson_kernels), kind, numbers)


def with_corrections(strategy: Strategy, kind: Kind, numbers: tuple[float, ...]) -> Strategy:
    """Return a strategy with corrections for one kind of game."""
    return replace(strategy, learned={(kind.variant, kind.players): numbers})


def scaled_network(network: Floats, factor: float) -> Floats:
    """Return the numbers of a network whose output is a multiple of another network's output."""
    numbers = network.copy()
    numbers[-HIDDEN:] *= factor  # the weights of the output come last
    return numbers


def fit_network(judging: Judging, lessons: Sequence[Lessons], seed: int, epochs: int) -> Floats:
    """Return the numbers of a network (core.judging.correction_network) whose output is added to worths, in units of worth.

    Least squares finds how much lead one point of worth stands for, with a term for each kind of option. The network is fitted to
    the rest: the mean lead over the playouts minus the part that the worth explains. Leads and worths are differences from their
    means over the options of the decision.

    Raises
    ------
    RunError
        If options of a higher worth do not lead to larger leads, so that there is no unit for corrections.
    """
    option_counts = [np.bincount(lesson.decisions) for lesson in lessons]  # of each decision
    # Products of the columns of `rows`: lead, worth, and one for each kind of option.
    products, leads_and_worths = np.zeros((len(judging.kinds) + 2,) * 2), []
    for lesson, n_options in zip(lessons, option_counts, strict=True):
        worths = np.clip(lesson.worths, LEAST_WORTH, MOST_WORTH)
        is_of_kind = lesson.kinds[:, None] == np.arange(len(judging.kinds))
        rows = np.column_stack([lesson.leads.mean(axis=1), worths, is_of_kind])
        firsts = np.cumsum(n_options) - n_options
        rows -= np.repeat(np.add.reduceat(rows, firsts) / n_options[:, None], n_options, axis=0)
        products += rows.T @ rows
        leads_and_worths.append(rows[:, :2])
    lead_per_worth = float(np.linalg.lstsq(products[1:, 1:], products[1:, 0])[0][0])
    if not lead_per_worth > 0.0:
        raise RunError("options that the strategy thinks are worth more do not lead to larger leads; lessons cannot correct it")
    leads, worths = np.concatenate(leads_and_worths).T
    examples = Examples(
        features=np.concatenate([lesson.features for lesson in lessons]),
        firsts=np.concatenate([[0], np.cumsum(np.concatenate(option_counts))]),
        kinds=np.concatenate([lesson.kinds for lesson in lessons]),
        worths=np.concatenate([lesson.worths for lesson in lessons]),
        targets=leads - lead_per_worth * worths,
    )
    numbers = np.zeros(judging.n_corrections)
    fill_at_random(numbers, len(judging.features), seed)
    fit(numbers, examples, seed, epochs)
    return scaled_network(numbers, 1.0 / lead_per_worth)
