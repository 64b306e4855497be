"""What authors of strategies take from the appraisal of a game: strategies that choose by it, and the worths of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.errors import InputError
from rajas_sim.core.judging.learned import Judging, learned_kernels
from rajas_sim.core.judging.lessons import LessonKernels, make_lesson_kernels
from rajas_sim.core.judging.playouts import (
    SEARCH_PARAMETER_NAMES,
    VALUE_PARAMETER_NAMES,
    Lookahead,
    PlayoutKernels,
    lookahead,
    make_play_on,
)
from rajas_sim.core.judging.position_inputs import PositionInputs
from rajas_sim.core.judging.recording import RecordedKernels, make_recorder
from rajas_sim.core.playing.asking import parameters_under
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies import plans
from rajas_sim.core.strategies.declaration import Parameter, Strategy, with_defaults
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.core.strategies.tuned_values import LearnedNumbers, read_tuned_values
from rajas_sim.core.strategies.value_file import read_value


class GameEnds(NamedTuple):
    """How games that were played on from a position ended, for the seat that was to move.

    Attributes
    ----------
    win_shares
        Shape (n,): 1 for a win, 1/m for a win shared by m seats, else 0.
    leads
        Shape (n,): by how many fame spaces the seat's overlap exceeds the best of the other seats'.
    """

    win_shares: NDArray[np.float64]
    leads: NDArray[np.float64]


class Appraisal:
    """How the options of a game are judged.

    Parameters
    ----------
    game
        The game's name in configs.
    state_class
        The class of the game's positions.
    best_option
        A kernel ``(state, rules, options, weights) -> code``: chooses the option that is worth most under the weights.
    weights
        The weights, which are the parameters of a plan.
    judging
        How options are judged if lessons correct the appraisal.
    lead
        A kernel ``(state, rules, seat) -> float``: by how many fame spaces a seat is ahead of the best of the others.
    inputs
        The inputs of a value of positions.
    """

    def __init__(  # noqa: PLR0913 - what a game says of itself
        self,
        game: str,
        state_class: type[State],
        best_option: Callable[..., int],
        weights: tuple[Parameter, ...],
        judging: Judging,
        lead: Callable[..., float],
        inputs: PositionInputs,
    ) -> None:
        self.game, self.best_option, self.weights, self.inputs = game, best_option, weights, inputs
        kernels, corrected_kernels = state_class.kernels, learned_kernels(judging)
        self._playout_kernels = PlayoutKernels(
            state_class.layout,
            state_class.max_options,
            kernels.list_options,
            kernels.play_option,
            corrected_kernels.choose,
            corrected_kernels.appraise,
            judging.judgement_layout,
            kernels.write_ranks,
            lead,
            inputs,
            len(judging.weights) + judging.n_corrections,
        )
        self._recorded_kernels = RecordedKernels(
            state_class.layout,
            state_class.max_options,
            kernels.set_up,
            kernels.list_options,
            kernels.play_option,
            kernels.write_ranks,
            lead,
        )
        self.lesson_kernels: LessonKernels = make_lesson_kernels(self._playout_kernels, judging, kernels.set_up)

    @cached_property
    def kernels(self) -> Lookahead:
        """The kernels that look ahead."""
        return lookahead(self._playout_kernels)

    @cached_property
    def record_games(self) -> Callable[..., tuple[int, int, int]]:
        """The kernel that records games by the inputs of a value (`make_recorder`)."""
        return make_recorder(self._recorded_kernels, self.inputs)

    # --- strategies

    def plan(self, file: str, description: str | None, tuned: str | None = None, **defaults: float) -> Strategy:
        """Return the strategy of a plan, which always takes the option that is worth most under its weights.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it. The file gives the strategy its name, the docstring its
            description.
        tuned
            Name of a file beside it with values tuned for variants and numbers of players (`tuned_values`).
        defaults
            Weights that differ from those of the appraisal; all weights are parameters of the strategy.

        Raises
        ------
        InputError
            For an unknown weight, and for a file that cannot be read or has values that are not allowed.
        """
        strategy = plans.declared_strategy(self.game, self.best_option, file, description, with_defaults(self.weights, defaults))
        return strategy if tuned is None else plans.with_values(strategy, read_tuned_values(Path(file).with_name(tuned)))

    def corrected(self, file: str, description: str | None, learned: str) -> Strategy:
        """Return the strategy that takes the option of the highest worth, after learned corrections.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it. The file gives the strategy its name, the docstring its
            description.
        learned
            Name of a file beside it, written by `rajas tune` with lessons. For variants and numbers of players it holds the
            weights that were played with, and the corrections to the worths they give.

        Raises
        ------
        InputError
            For a file that cannot be read, was learned for other kinds of options or features, or has values that are not
            allowed.
        """
        strategy = plans.declared_strategy(self.game, self.lesson_kernels.choose, file, description, self.weights)
        return plans.with_learned_file(strategy, self.lesson_kernels, learned)

    def searching(self, file: str, description: str | None, learned: str | None = None, **defaults: float) -> Strategy:
        """Return the strategy that tries options by playing on from them.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it. The file gives the strategy its name, the docstring its
            description.
        learned
            Name of a file beside it, as in `corrected`; if left out: the weights of the appraisal, and no corrections.
        defaults
            Defaults of parameters of the search, and of weights, that differ from the usual ones.

        Raises
        ------
        InputError
            For an unknown parameter, and for a file that `corrected` refuses.
        """
        parameters = with_defaults((*plans.SEARCH_DECLARATIONS, *self.weights), defaults)
        strategy = plans.declared_strategy(
            self.game, self.kernels.searched_option, file, description, parameters, uses_chance=True
        )
        if learned is None:
            return plans.with_zero_corrections(strategy, self.lesson_kernels)
        return plans.with_learned_file(strategy, self.lesson_kernels, learned)

    def valuing(
        self,
        file: str,
        description: str | None,
        learned: str,
        value: str,
        by_variant: Mapping[str, Mapping[str, float]] | None = None,
        **defaults: float,
    ) -> Strategy:
        """Return the strategy that plays options on for a few turns, and judges the positions there by a learned value.

        Parameters
        ----------
        file, description, learned
            As in `searching`.
        value
            Name of a file beside it with the value (`core.strategies.value_file`). For a variant or number of players without a
            value, playouts go on to the end of the game.
        by_variant
            Values of parameters that differ in some variants, by variant.
        defaults
            Defaults of parameters of the search, and of weights, that differ from the usual ones.

        Raises
        ------
        InputError
            For an unknown parameter, and for a file that cannot be read or does not fit.
        """
        corrected = self.corrected(file, description, learned)
        strategy = self.judging_by(corrected, read_value(corrected.path.with_name(value), self.inputs).networks, **defaults)
        return plans.with_values_of_variants(strategy, by_variant or {})

    def judging_by(self, corrected: Strategy, value: LearnedNumbers, **defaults: float) -> Strategy:
        """Return the strategy that `valuing` returns, given a strategy that `corrected` returned and the networks of a value."""
        parameters = with_defaults((*plans.VALUE_DECLARATIONS, *corrected.parameters), defaults)
        kernel, file = self.kernels.valued_option, str(corrected.path)
        strategy = plans.declared_strategy(self.game, kernel, file, corrected.description, parameters, uses_chance=True)
        strategy = replace(plans.with_values(strategy, corrected.by_rules), learned=corrected.learned)
        return plans.with_value(strategy, value)

    # --- what options are worth

    def worths(self, state: State, strategy: Strategy) -> NDArray[np.float64] | None:
        """Return how much each option of a decision is worth in a strategy's estimate, in fame points.

        The options come in the order of `State.option_codes`. For a strategy that searches, these are its estimates before it
        plays options on. The result is ``None`` for a strategy that does not choose by the worth of options.
        """
        appraiser, n_search_parameters = plans.correctable_if_plan(strategy.for_game(self.game), self.lesson_kernels), 0
        if appraiser.body is plans.python_function(self.kernels.searched_option):
            n_search_parameters = len(SEARCH_PARAMETER_NAMES)
        elif appraiser.body is plans.python_function(self.kernels.valued_option):
            n_search_parameters = len(VALUE_PARAMETER_NAMES)
        elif appraiser.body is not plans.python_function(self.lesson_kernels.choose):
            return None
        options = np.array(state.option_codes, np.int16)
        estimates = np.zeros(len(options))
        all_values = parameters_under(appraiser, state.rules)[n_search_parameters:]
        parameter_values = all_values[: self._playout_kernels.n_plan]
        self.kernels.appraise_options(state.array, state.rules.array, options, parameter_values, estimates)
        return estimates

    def best_first(self, state: State, strategy: Strategy) -> list[int]:
        """Return the indices of the options, those of the highest worth first; as listed if there are no worths."""
        worths = self.worths(state, strategy)
        return [*range(len(state.option_codes))] if worths is None else np.argsort(-worths, kind="stable").tolist()

    def lookahead(self, state: State, option: Option | int, n: int = 16, plan: str | Strategy = "balanced") -> GameEnds:
        """Play an option and then on to the end of the game, `n` times, and return how the games ended.

        All options of one decision meet the same `n` deals. So differences between options are more precise than the result of
        each option. The luck is drawn from the seed of the position, which for a strategy is not that of the game.

        Parameters
        ----------
        plan
            The strategy that plays on, on every seat: one made by `plan` or `corrected`, or its name. A name is looked up once
            per process.

        Raises
        ------
        ValueError
            If `option` is not an option of the position.
        InputError
            If `plan` is not a plan, makes errors on purpose, or plays another game.
        """
        code = option.code if isinstance(option, Option) else int(option)
        if code not in state.option_codes:
            raise ValueError(f"{option!r} is not an option of {state.decision}; options: {[*state.option_codes]}")
        strategy = plan.for_game(self.game) if isinstance(plan, Strategy) else self._find_plan(plan)
        if strategy.error:
            raise InputError(
                f"strategy {strategy.label!r} makes errors on purpose; only a plan without errors can play a position on"
            )
        strategy = plans.correctable_if_plan(strategy, self.lesson_kernels)
        if strategy.body is not plans.python_function(self.lesson_kernels.choose):
            raise InputError(f"strategy {strategy.label!r} is not a plan of {self.game}: only plans can play a position on")
        ends = np.zeros((n, 2))
        self.kernels.try_option(state.array, state.rules.array, code, parameters_under(strategy, state.rules), ends)
        return GameEnds(ends[:, 0], ends[:, 1])

    # --- positions played on

    def player_on(self, line_up: Sequence[Strategy]) -> Strategy:
        """Return the strategy that plays positions on, on every seat: the plan that all seats play, or else ``balanced``."""
        strategy, kernels = line_up[0].for_game(self.game), self.lesson_kernels
        is_plan = plans.can_be_corrected(strategy, kernels) or strategy.body is plans.python_function(kernels.choose)
        is_one = len({player.label for player in line_up}) == 1 and is_plan and not strategy.error
        return strategy if is_one else self._find_plan("balanced")

    def win_shares_after(
        self, state: State, player: Strategy, seeds: Sequence[int], code: int | None = None
    ) -> NDArray[np.float64]:
        """Play a position on once for each seed, and return the win shares.

        Parameters
        ----------
        player
            The strategy that plays on, on every seat; a plan, as `player_on` returns.
        code
            The option to begin with; None leaves it to the player.

        Returns
        -------
        shares
            One row per game, one column per seat.
        """
        ranks, shares = np.zeros(state.rules.players, np.int16), np.zeros((len(seeds), state.rules.players))
        for row, (last_position,) in zip(shares, self._played_on(state, player, seeds, code), strict=True):
            self._playout_kernels.write_ranks(last_position, state.rules.record, ranks)
            row[:] = (ranks == 1) / (ranks == 1).sum()
        return shares

    def ends_after(self, state: State, player: Strategy, seeds: Sequence[int], code: int | None = None) -> Iterator[State]:
        """Play a position on as `win_shares_after` does, and yield the last position of each game."""
        for played in self._played_on(state, player, seeds, code):
            yield type(state)(state.rules, played)

    def _played_on(self, state: State, player: Strategy, seeds: Sequence[int], code: int | None) -> Iterator[NDArray[Any]]:
        """Yield the last position of each game as an array with one record; parameters are those of `win_shares_after`."""
        kernels = self._playout_kernels
        player = plans.correctable_if_plan(player, self.lesson_kernels)
        parameters, rules = parameters_under(player, state.rules), state.rules.record
        log = np.zeros(1, LOG)
        listed, spare = np.zeros(state.max_options, np.int16), np.zeros(state.max_options, np.int16)
        codes = np.array(state.option_codes, np.int16)
        for seed in seeds:
            played = writable_copy(state.array)
            played["seed"] = seed
            first = int(kernels.choose(played[0], rules, codes, parameters)) if code is None else code
            self._play_on(played[0], rules, log[0], first, listed, spare, parameters, 0)
            yield played

    @cached_property
    def _play_on(self) -> Callable[..., None]:
        return make_play_on(self._playout_kernels)

    @cached_property
    def _find_plan(self) -> Callable[[str], Strategy]:
        return cache(partial(find_strategy, game=self.game))
