"""Plans: strategies declared by weights alone, in a file of a few lines."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from rajas_sim.core.correcting.lessons import Teaching
from rajas_sim.core.errors import InputError
from rajas_sim.core.strategies.declaration import Parameter, Strategy, strategy, with_defaults
from rajas_sim.core.strategies.tuned_values import ByRules, read_corrections, read_tuned_values


class Plan(Protocol):
    """Declares a strategy by its weights."""

    def __call__(self, file: str, description: str | None, tuned: str | None = None, **defaults: float) -> Strategy:
        """Return the strategy of a plan: of all options it takes the one that is worth most under its weights.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it: the strategy is called as the file and described by its
            docstring.
        tuned
            Name of a file beside it with values tuned for variants and numbers of players (`tuned_values`).
        defaults
            Weights that differ from those of the appraisal; all weights are parameters of the strategy.

        Raises
        ------
        InputError
            For a weight that does not exist, and for a file that cannot be read or has values that are not allowed.
        """


def plans(game: str, best_option: Callable[..., Any], weights: tuple[Parameter, ...]) -> Plan:
    """Return what declares the plans of a game.

    Parameters
    ----------
    best_option
        A kernel ``(state, rules, options, weights) -> code``.
    """

    def plan(file: str, description: str | None, tuned: str | None = None, **defaults: float) -> Strategy:
        declared = _declared(game, best_option, file, description, with_defaults(weights, defaults))
        return declared if tuned is None else _with_values(declared, read_tuned_values(Path(file).with_name(tuned)))

    plan.__doc__ = Plan.__call__.__doc__
    return plan


class Corrected(Protocol):
    """Declares a strategy by what was learned about its weights."""

    def __call__(self, file: str, description: str | None, learned: str) -> Strategy:
        """Return the strategy that takes the option of the highest worth, corrected by what was learned about such options.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it: the strategy is called as the file and described by its
            docstring.
        learned
            Name of a file beside it, written by `rajas tune` with lessons: the weights that were played with, and what to add
            to the worths they give, for variants and numbers of players.

        Raises
        ------
        InputError
            For a file that cannot be read, was learned for other kinds of options or features, or has values that are not
            allowed.
        """


def correcting(game: str, teaching: Teaching, weights: tuple[Parameter, ...]) -> Corrected:
    """Return what declares the strategies of a game whose worths were corrected by lessons."""

    def corrected(file: str, description: str | None, learned: str) -> Strategy:
        return _taught(_declared(game, teaching.choose, file, description, weights), teaching, learned)

    corrected.__doc__ = Corrected.__call__.__doc__
    return corrected


class Searching(Protocol):
    """Declares a strategy that searches."""

    def __call__(self, file: str, description: str | None, learned: str | None = None, **defaults: float) -> Strategy:
        """Return the strategy that tries options by playing on from them.

        Parameters
        ----------
        file, description
            ``__file__`` and ``__doc__`` of the file that declares it: the strategy is called as the file and described by its
            docstring.
        learned
            Name of a file beside it, as `Corrected` reads it; left out: the weights of the appraisal, and no corrections.
        defaults
            Parameters of the search, and weights, that differ from the usual ones.

        Raises
        ------
        InputError
            For a parameter that does not exist, and for a file that `Corrected` refuses.
        """


def searchers(game: str, searched_option: Callable[..., Any], teaching: Teaching, parameters: tuple[Parameter, ...]) -> Searching:
    """Return what declares the strategies of a game that search.

    Parameters
    ----------
    searched_option
        A kernel ``(state, rules, options, parameters) -> code``, whose parameters are followed by the corrections.
    """

    def searching(file: str, description: str | None, learned: str | None = None, **defaults: float) -> Strategy:
        declared = _declared(game, searched_option, file, description, with_defaults(parameters, defaults), uses_chance=True)
        return _without_corrections(declared, teaching) if learned is None else _taught(declared, teaching, learned)

    searching.__doc__ = Searching.__call__.__doc__
    return searching


def can_be_corrected(strategy: Strategy, teaching: Teaching) -> bool:
    """Return whether a strategy is a plan without corrections: whether it chooses by the weights that lessons correct."""
    weights = teaching.judging.weights
    return strategy.is_deterministic and not strategy.learned and tuple(p.name for p in strategy.parameters) == weights


def uncorrected(plan: Strategy, teaching: Teaching) -> Strategy:
    """Return a plan as the strategy that its lessons begin with: it plays as before, and can be corrected."""
    return _without_corrections(replace(plan, body=plain(teaching.choose)), teaching)


def _without_corrections(strategy: Strategy, teaching: Teaching) -> Strategy:
    """Return a strategy that gets zeros for what it could learn."""
    return replace(strategy, learned={("", 0): (0.0,) * teaching.judging.n_corrections})


def _taught(strategy: Strategy, teaching: Teaching, learned: str) -> Strategy:
    """Return a strategy with the values and corrections of a file beside it."""
    path = strategy.path.with_name(learned)
    values, corrections = read_tuned_values(path), read_corrections(path, teaching.judging.rows)
    if values.keys() != corrections.keys():
        raise InputError(f"{path}: values and corrections belong together, but are of different variants or numbers of players")
    return replace(_with_values(strategy, values), learned=corrections)


def plain(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function of a kernel."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function


def _declared(
    game: str,
    best_option: Callable[..., Any],
    file: str,
    description: str | None,
    parameters: tuple[Parameter, ...],
    uses_chance: bool = False,
) -> Strategy:
    """Return the strategy that chooses by a kernel, called as its file."""
    path = Path(file)
    declared = strategy(game=game, parameters=parameters, uses_chance=uses_chance)(plain(best_option))
    return replace(declared, name=path.stem, label=path.stem, path=path, description=inspect.cleandoc(description or ""))


def _with_values(declared: Strategy, by_rules: ByRules) -> Strategy:
    """Return a strategy with values tuned for rules; those that are unknown or out of range are refused."""
    for values in by_rules.values():
        declared.tuned(values)
    return replace(declared, by_rules=by_rules)
