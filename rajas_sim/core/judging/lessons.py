"""Lessons: decisions of whole games, with every option played on to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.chance import derive, draw, with_error
from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import Floats, Options, Record, kernel
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.judging.learned import Judgement, Judging
from rajas_sim.core.judging.playouts import PlayoutKernels, bounded_lead, make_play_on

#: Streams far above those of any game.
GAME_STREAM, TAKEN_STREAM, LUCK_STREAM = 0x1E55, 0x1E56, 0x1E58
#: How many different numbers `draw` may return.
N_DRAWS = float(1 << 32)
#: Average number of options that there is room for per decision; decisions of these games have ten.
OPTIONS_PER_DECISION = 40


class Lessons(NamedTuple):
    """Decisions and the results of their options; the options of a decision are adjacent.

    Attributes
    ----------
    features
        Shape (decisions, features).
    decisions
        Shape (options,): the decision of each option.
    kinds, worths
        Shape (options,): the kind of each option, and its worth in the appraisal.
    leads
        Shape (options, playouts): the bounded lead at the end of each game, between -1 and 1; one half at 10 fame spaces.
    """

    features: Floats
    decisions: NDArray[np.int64]
    kinds: NDArray[np.int16]
    worths: Floats
    leads: Floats

    def first(self, n_decisions: int, n_options: int) -> Lessons:
        """Return the lessons with only the first decisions and options."""
        kinds, worths, leads = self.kinds[:n_options], self.worths[:n_options], self.leads[:n_options]
        return Lessons(self.features[:n_decisions], self.decisions[:n_options], kinds, worths, leads)


class LessonMemory(Record, Protocol):
    """The memory for collecting lessons: ``memory_layout`` in `make_lesson_kernels`."""

    game: Annotated[AnyState[AnySeat], "state"]  # the game whose decisions become lessons
    tried: Annotated[AnyState[AnySeat], "state"]  # a copy of it, in which an option is played on to the end
    blank: Annotated[AnyState[AnySeat], "state"]  # zeros, which clear `game`
    log: LogRecord
    options: Annotated[Options, "codes"]
    listed: Annotated[Options, "codes"]  # options of a position that is played on
    spare: Annotated[Options, "codes"]  # scratch for kernels that list options to find out what is possible
    boards: Annotated[NDArray[np.int8], "boards"]  # of the seats: zeros, the board that the variant gives


class LessonKernels(NamedTuple):
    """What a game supplies so that lessons can correct its appraisal.

    Attributes
    ----------
    judging
        How options are judged.
    choose
        ``(state, rules, options, parameters) -> code``: takes the option of the highest corrected worth.
    collect
        Fills lessons (`make_lesson_kernels`).
    """

    judging: Judging
    choose: Callable[..., int]
    collect: Callable[..., tuple[int, int]]


def new_lessons(judging: Judging, n_decisions: int, playouts: int) -> Lessons:
    """Return empty lessons with room for so many decisions, and so many playouts of each option."""
    n_options = n_decisions * OPTIONS_PER_DECISION + judging.max_options
    return Lessons(
        np.zeros((n_decisions, len(judging.features))),
        np.zeros(n_options, np.int64),
        np.zeros(n_options, np.int16),
        np.zeros(n_options),
        np.zeros((n_options, playouts)),
    )


def make_lesson_kernels(playout_kernels: PlayoutKernels, judging: Judging, set_up: Callable[..., None]) -> LessonKernels:  # noqa: C901 - encloses its kernels
    """Return what a game supplies so that lessons can correct its appraisal.

    The kernel that collects is ``(rules, parameters, seed, share, stray, lessons) -> (decisions, options)``. It plays games with
    ``playout_kernels.choose`` on every seat, which takes another option than it chose with probability `stray`. It picks a
    `share` of the decisions whose options have kinds and plays every option of these on to the end, all with the same luck.
    It stops when there is no room left, and returns how many decisions and options it has written. `rules` is an array of one
    record, `parameters` is what ``playout_kernels.choose`` gets.

    Parameters
    ----------
    set_up
        The kernel that starts a game (core.positions.state.Kernels).
    """
    layout, max_options, list_options, play_option, choose, _, _, _, lead, *_ = playout_kernels
    play_on = make_play_on(playout_kernels)
    judge, judgement_layout = judging.judge, judging.judgement_layout
    max_players = len(np.zeros(1, layout)["seats"][0])
    compiled = kernel(store_with=judge)
    codes, boards = (np.int16, (max_options,)), (np.int8, (max_players,))
    memory_layout = layout_of(LessonMemory, state=(layout,), codes=codes, boards=boards)

    @compiled
    def add_lesson(  # noqa: PLR0913 - what the kernel computes with
        memory: LessonMemory,
        judgement: Judgement,
        rules: AnyRules,
        parameters: Floats,
        game_seed: int,
        n: int,
        lessons: Lessons,
        nth: int,
        first_row: int,
    ) -> None:
        """Add the nth decision to the lessons, and play each of its n options on; the first one goes to row `first_row`."""
        game, tried = memory.game, memory.tried
        decision_number, seat = game.n_decisions, int(game.seat_to_move)
        for j in range(lessons.features.shape[1]):
            lessons.features[nth, j] = judgement.x[j]
        for i in range(n):
            row = first_row + i
            lessons.decisions[row] = nth
            lessons.kinds[row] = judgement.kinds[i]
            lessons.worths[row] = judgement.worths[i]
            for k in range(lessons.leads.shape[1]):
                copy_record(tried, game)
                tried.seed = derive(derive(game_seed, LUCK_STREAM, decision_number), LUCK_STREAM, k)
                play_on(tried, rules, memory.log, int(memory.options[i]), memory.listed, memory.spare, parameters, 0)
                lessons.leads[row, k] = bounded_lead(lead(tried, rules, seat))

    @compiled
    def collect(  # noqa: PLR0913 - what the kernel computes with
        rules_array: NDArray[Any], parameters: Floats, seed: int, share: float, stray: float, lessons: Lessons
    ) -> tuple[int, int]:
        """Play games until the lessons are full; return how many decisions and options they hold (`make_lesson_kernels`)."""
        memory, judgement, rules = new_record(memory_layout), new_record(judgement_layout), rules_array[0]
        game, log = memory.game, memory.log
        n_decisions, n_options, nth_game = 0, 0, 0
        while True:
            game_seed = derive(seed, GAME_STREAM, nth_game)
            nth_game += 1
            copy_record(game, memory.blank)
            log.n = 0
            set_up(game, rules, log, game_seed, memory.boards, memory.spare)
            while game.end_reason == NOT_OVER:
                if n_decisions == len(lessons.features) or n_options + max_options > len(lessons.kinds):
                    return n_decisions, n_options
                n, decision_number = list_options(game, rules, memory.options), game.n_decisions
                options = memory.options[:n]
                code = int(options[0])
                if n > 1:
                    code = choose(game, rules, options, parameters)
                    if draw(game_seed, TAKEN_STREAM, decision_number) < share * N_DRAWS and judge(
                        game, rules, options, parameters, judgement
                    ):
                        add_lesson(memory, judgement, rules, parameters, game_seed, n, lessons, n_decisions, n_options)
                        n_decisions += 1
                        n_options += n
                    code = with_error(options, code, stray, game_seed, decision_number)
                log.n = 0
                play_option(game, rules, log, code, memory.spare)

    return LessonKernels(judging, choose, collect)
