"""The decorator that makes a function a strategy, and its declared parameters."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.engine.kernel import is_interpreted, is_on_disk, kernel, strategy_signature
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.strategies.source_code import code_of
from rajas_sim.core.strategies.tuned_values import ByRules, LearnedNumbers, is_number, nearest_values, number_needed_text


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy.

    Attributes
    ----------
    default, low, high
        The value without any setting, and the smallest and largest allowed value.
    unit
        The unit of measurement, for instance ``fame a die``.
    meaning
        What it means, in one sentence.
    """

    name: str
    default: float
    low: float
    high: float
    unit: str
    meaning: str

    def __post_init__(self) -> None:
        for number in (self.default, self.low, self.high):
            if not is_number(number):
                raise InputError(number_needed_text(f"parameter {self.name}", number))
        if not (isfinite(self.low) and isfinite(self.high)):
            raise InputError(f"parameter {self.name}: the least and the most it may be must be finite numbers")
        if not self.low <= self.default <= self.high:
            raise InputError(f"parameter {self.name}: the default {self.default:g} is outside {self.low:g} to {self.high:g}")


def parameter(name: str, default: float, low: float, high: float, unit: str, meaning: str) -> Parameter:  # noqa: PLR0913 - the options of a declaration
    """Declare a parameter of a strategy; compiled strategies read it by its position in the declaration."""
    return Parameter(name, default, low, high, unit, meaning)


def weight(default: float, low: float, high: float, unit: str, meaning: str) -> Any:  # noqa: ANN401 - stands for a number
    """Declare a weight as the default of a field of the record that kernels read; `weights_in` turns weights into parameters."""
    return default, low, high, unit, meaning


def weights_in(record: type) -> tuple[Parameter, ...]:
    """Return the weights that the fields of a record declare, as parameters of a strategy."""
    return tuple(parameter(name, *vars(record)[name]) for name in record.__annotations__ if name in vars(record))


def with_defaults(parameters: tuple[Parameter, ...], defaults: Mapping[str, float]) -> tuple[Parameter, ...]:
    """Return parameters, such as the weights of an appraisal, with some of their defaults replaced.

    Raises
    ------
    InputError
        If a default is given for an unknown parameter.
    """
    known_names = [p.name for p in parameters]
    problems = [unknown_name("weight", name, known_names) for name in defaults if name not in known_names]
    if problems:
        raise InputError(problems)
    return tuple(replace(p, default=defaults.get(p.name, p.default)) for p in parameters)


#: The compiled functions, by Python function and game.
_COMPILED_FUNCTIONS: dict[tuple[Callable[..., Any], str], Any] = {}


@dataclass(frozen=True)
class Strategy:
    """A way to play.

    Attributes
    ----------
    name
        The name in configs.
    label
        The name in tables; differs from `name` for a variant with other parameters.
    game
        The game it plays; None for a strategy of every game, until `for_game` sets one.
    body
        The Python function that chooses, not compiled.
    path
        The file that declares it.
    description
        What the author says about it: idea and origin.
    is_compiled
        Whether it is compiled; otherwise it is called as plain Python.
    is_deterministic
        Whether it always gives the same answer in the same position.
    values
        Parameter values by name, in the order of declaration; used unless values were tuned for the rules.
    by_rules
        Values tuned for a variant and a number of players.
    learned
        Numbers learned for a variant and a number of players; the function gets them after the parameter values.
    given
        Parameters that the user has set; tuned values do not replace them.
    board
        The board it plays on, if the variant lets players differ; None leaves the choice to the game.
    error
        The probability that it takes another option than it chose; all other options are equally likely.
    """

    name: str
    label: str
    game: str | None
    body: Callable[..., Any]
    path: Path
    description: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, float]
    is_compiled: bool
    is_deterministic: bool
    board: str | None = None
    error: float = 0.0
    by_rules: ByRules = field(default_factory=dict)
    learned: LearnedNumbers = field(default_factory=dict)
    given: frozenset[str] = frozenset()

    def seed_in(self, game_seed: int, index: int) -> int:
        """Return the seed of its random numbers in a game, given its index in the line-up."""
        return int(derive(game_seed, STRATEGY_STREAM, index))

    def values_under(self, variant: str, players: int) -> dict[str, float]:
        """Return the parameter values under rules: those the user set, else those tuned for the rules, else the defaults."""
        tuned = nearest_values(self.by_rules, variant, players)
        return {**self.values, **{name: float(value) for name, value in tuned.items() if name not in self.given}}

    def numbers_under(self, variant: str, players: int) -> list[float]:
        """Return all numbers that its function gets: the parameter values under rules, then what was learned for the rules."""
        return [*self.values_under(variant, players).values(), *nearest_values(self.learned, variant, players)]

    @property
    def playouts(self) -> float:
        """About how many playouts a decision takes, according to the parameter with the unit ``playouts``; 0 without one."""
        return max((self.values[p.name] for p in self.parameters if p.unit == "playouts"), default=0.0)

    @property
    def summary(self) -> str:
        """The first line of the description."""
        return self.description.partition("\n")[0]

    def function(self, game: str, layouts: tuple[np.dtype[Any], np.dtype[Any]]) -> Any:  # noqa: ANN401 - a compiled function
        """Return the function that chooses an option: compiled at first use, or plain Python.

        Parameters
        ----------
        layouts
            The dtypes of the game's states and rules; a game always has the same.

        Raises
        ------
        InputError
            If it is a strategy of another game.
        """
        body = self.for_game(game).body
        if not self.is_compiled or is_interpreted():
            return body
        if (body, game) not in _COMPILED_FUNCTIONS:
            _COMPILED_FUNCTIONS[body, game] = kernel(signature=strategy_signature(*layouts), game=game)(body)
        return _COMPILED_FUNCTIONS[body, game]

    def must_be_compiled(self, game: str) -> bool:
        """Return whether it must still be compiled before it can play a game: its compiled code is neither loaded nor on disk."""
        body = self.for_game(game).body
        return (
            self.is_compiled and not is_interpreted() and (body, game) not in _COMPILED_FUNCTIONS and not is_on_disk(body, game)
        )

    def digest(self) -> str:
        """Return a digest of its code, its values, what was tuned and learned, its board and its error."""
        content = code_of(self.path) + repr(sorted(self.values.items())).encode()
        if self.by_rules:
            content += repr((sorted(self.by_rules.items()), sorted(self.given))).encode()
        if self.learned:
            content += repr([(key, np.array(numbers).tobytes()) for key, numbers in sorted(self.learned.items())]).encode()
        if self.board is not None:
            content += self.board.encode()
        if self.error:
            content += repr(self.error).encode()
        return hashlib.sha256(content).hexdigest()[:16]

    def for_game(self, game: str) -> Strategy:
        """Return this strategy for a game.

        Raises
        ------
        InputError
            If it is a strategy of another game.
        """
        if self.game not in (None, game):
            raise InputError(f"strategy {self.label!r} plays {self.game}, not {game}")
        return self if self.game == game else replace(self, game=game)

    def on_board(self, board: str | None) -> Strategy:
        """Return this strategy on a board, for variants in which players may differ; None leaves the choice to the variant."""
        return replace(self, board=board)

    def careless(self, error: float) -> Strategy:
        """Return this strategy playing carelessly: with probability `error` it takes another option than it chose.

        Raises
        ------
        InputError
            If `error` is not a probability.
        """
        if not 0.0 <= error <= 1.0:
            raise InputError(f"strategy {self.label!r}: the error must lie between 0 and 1, found {error:g}")
        return replace(self, error=float(error), is_deterministic=self.is_deterministic and error == 0.0)

    def tuned(self, values: Mapping[str, float], label: str | None = None) -> Strategy:
        """Return this strategy with other parameter values.

        Raises
        ------
        InputError
            For every unknown parameter and every value out of range.
        """
        parameters_by_name = {p.name: p for p in self.parameters}
        problems = []
        for name, value in values.items():
            declared_parameter = parameters_by_name.get(name)
            if declared_parameter is None:
                names = parameters_by_name or ["none"]
                problems.append(f"strategy {self.name!r}: {unknown_name('parameter', name, names)}")
            elif not is_number(value):
                problems.append(number_needed_text(f"strategy {self.name!r}: parameter {name}", value))
            elif not declared_parameter.low <= value <= declared_parameter.high:
                low, high = declared_parameter.low, declared_parameter.high
                problems.append(f"strategy {self.name!r}: parameter {name}: {value} is outside {low:g} to {high:g}")
        if problems:
            raise InputError(problems)
        new_values = {name: float(value) for name, value in values.items()}
        return replace(self, label=label or self.label, values={**self.values, **new_values}, given=self.given | {*new_values})


def strategy(
    *,
    game: str | None = None,
    parameters: tuple[Parameter, ...] = (),
    compiled: bool = True,
    uses_chance: bool = False,
) -> Callable[[Callable[..., Any]], Strategy]:
    """Make a function a strategy; its name is the name in configs, its docstring the description.

    Parameters
    ----------
    game
        The game it plays. If left out, it plays every game, so it may not use anything that only one game has.
    compiled
        True: the function is a kernel ``(state, rules, options, parameters) -> code`` of flat records and arrays, compiled by
        Numba. False: it is plain Python ``(state, parameters) -> Option`` and gets a `State` and a dict.
    uses_chance
        Whether it draws random numbers, ``draw(state.seed, CHOICE_STREAM, state.n_decisions)``. ``state.seed`` is the strategy's
        own seed, since the luck of the game stays hidden from it.
    """
    if not isinstance(parameters, tuple) or not all(isinstance(p, Parameter) for p in parameters):
        raise InputError("the parameters of a strategy are a tuple of what parameter() returns, such as parameters=(GREED,)")

    def declare(body: Callable[..., Any]) -> Strategy:
        return Strategy(
            name=body.__name__,
            label=body.__name__,
            game=game,
            body=body,
            path=Path(body.__code__.co_filename),
            description=inspect.getdoc(body) or "",
            parameters=parameters,
            values={p.name: float(p.default) for p in parameters},
            is_compiled=compiled,
            is_deterministic=not uses_chance,
        )

    return declare
