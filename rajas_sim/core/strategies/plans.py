"""Strategies that choose by the weights of an appraisal, declared in a file of a few lines (core.playing.appraisal)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.judging.lessons import LessonKernels
from rajas_sim.core.strategies.declaration import Parameter, Strategy, parameter, strategy
from rajas_sim.core.strategies.tuned_values import (
    ByRules,
    LearnedNumbers,
    nearest_values,
    read_corrections,
    read_tuned_values,
)

#: The parameters of strategies that search; they come before the weights.
SEARCH_DECLARATIONS = (
    parameter("budget", 64, 2, 1_000_000, "playouts", "about how many playouts a decision may take"),
    parameter("candidates", 6, 2, 1000, "options", "how many options are tried, those that seem to be worth most"),
    parameter("trust", 1.0, 0.0, 100.0, "playouts per fame point", "what an option seems to be worth, beside its playouts"),
    parameter("softness", 1.0, 0.0, 100.0, "win shares", "what a large lead is worth beside the win itself"),
)

#: The parameters of strategies whose playouts end with a value.
VALUE_DECLARATIONS = (
    parameter("budget", 24, 2, 1_000_000, "playouts", "about how many playouts a decision may take"),
    *SEARCH_DECLARATIONS[1:2],
    parameter("trust", 0.2, 0.0, 100.0, "playouts per fame point", "what an option seems to be worth, beside its playouts"),
    *SEARCH_DECLARATIONS[3:],
    parameter("horizon", 2, 0, 1000, "turns a player", "when a playout ends and a value judges; 0: at the end of the game"),
)


def can_be_corrected(strategy: Strategy, lesson_kernels: LessonKernels) -> bool:
    """Return whether a strategy is a plan without corrections, which chooses by the weights that lessons correct."""
    weights = lesson_kernels.judging.weights
    return strategy.is_deterministic and not strategy.learned and tuple(p.name for p in strategy.parameters) == weights


def correctable(plan: Strategy, lesson_kernels: LessonKernels) -> Strategy:
    """Return a plan as the strategy with which its lessons begin: it plays as before, and can be corrected."""
    return with_zero_corrections(replace(plan, body=python_function(lesson_kernels.choose)), lesson_kernels)


def correctable_if_plan(strategy: Strategy, lesson_kernels: LessonKernels) -> Strategy:
    """Return a plan as `correctable` does, and any other strategy as it is."""
    return correctable(strategy, lesson_kernels) if can_be_corrected(strategy, lesson_kernels) else strategy


def with_zero_corrections(strategy: Strategy, lesson_kernels: LessonKernels) -> Strategy:
    """Return a strategy with zeros in place of what it could learn, for all rules: they are nearest to any (`nearest_values`)."""
    return replace(strategy, learned={("", 0): (0.0,) * lesson_kernels.judging.n_corrections})


def with_learned_file(strategy: Strategy, lesson_kernels: LessonKernels, learned: str) -> Strategy:
    """Return a strategy with the values and corrections of a file beside it; errors are those of `Appraisal.corrected`."""
    path = strategy.path.with_name(learned)
    values, corrections = read_tuned_values(path), read_corrections(path, lesson_kernels.judging.row_names)
    if values.keys() != corrections.keys():
        raise InputError(f"{path}: values and corrections belong together, but are of different variants or numbers of players")
    return replace(with_values(strategy, values), learned=corrections)


def with_value(strategy: Strategy, value: LearnedNumbers) -> Strategy:
    """Return a strategy that gets the numbers of a value after its learned numbers, in the games that have a value."""
    variants = {variant for variant, _ in (*strategy.learned, *value)}
    counts = {players for _, players in strategy.learned}
    keys = [(variant, players) for variant in sorted(variants) for players in sorted(counts)]
    learned = {key: (*nearest_values(strategy.learned, *key), *value.get(key, ())) for key in keys}
    return replace(strategy, learned=learned)


def python_function(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function of a kernel."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function


def declared_strategy(  # noqa: PLR0913 - what a declaration consists of
    game: str,
    best_option: Callable[..., Any],
    file: str,
    description: str | None,
    parameters: tuple[Parameter, ...],
    uses_chance: bool = False,
) -> Strategy:
    """Return the strategy that chooses by the kernel `best_option`.

    It is named after its file, and `description` is the docstring of that file. A declaration takes the Python function of the
    kernel, which it compiles itself.
    """
    path = Path(file)
    strategy_of_file = strategy(game=game, parameters=parameters, uses_chance=uses_chance)(python_function(best_option))
    return replace(strategy_of_file, name=path.stem, label=path.stem, path=path, description=inspect.cleandoc(description or ""))


def with_values_of_variants(strategy: Strategy, by_variant: Mapping[str, Mapping[str, float]]) -> Strategy:
    """Return a strategy in which some values of a variant are replaced, for every number of players.

    Raises
    ------
    InputError
        If no values were tuned for a variant, and for values that `with_values` refuses.
    """
    tuned_variants = {variant for variant, _ in strategy.by_rules}
    if unknown_variants := by_variant.keys() - tuned_variants:
        raise InputError([unknown_name("variant with tuned values", name, tuned_variants) for name in sorted(unknown_variants)])
    return with_values(strategy, {key: {**values, **by_variant.get(key[0], {})} for key, values in strategy.by_rules.items()})


def with_values(strategy: Strategy, by_rules: ByRules) -> Strategy:
    """Return a strategy with values tuned for rules; unknown values and values out of range are refused."""
    for values in by_rules.values():
        strategy.tuned(values)
    return replace(strategy, by_rules=by_rules)
