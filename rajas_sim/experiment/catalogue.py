"""Where an experiment finds games and strategies, and what it expects of them.

A `Catalogue` travels to worker processes, so its functions must be importable by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rajas_sim.core.strategies.declaration import Strategy

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

# One table as a game hands it over: column name -> array, with "index" saying which game of the batch a row belongs to.
Columns = dict[str, Any]


@dataclass(frozen=True)
class Catalogue:
    """The look-ups of an experiment.

    Attributes
    ----------
    games
        The names of all games; the first is the one meant where none is named.
    game
        From a name to a game; raises `InputError` for an unknown one.
    strategy
        From a game's name, a strategy's name, parameters and a label to a strategy that plays this game; raises `InputError` for
        an unknown name or parameter.
    """

    games: Callable[[], Iterable[str]]
    game: Callable[[str], Game]
    strategy: Callable[[str, str, Mapping[str, Any], str], Strategy]


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games of this package."""
    from rajas_sim.core.games import GAMES

    return tuple(GAMES)


def shipped_game(name: str) -> Game:
    """Return a game of this package by its name."""
    from rajas_sim.core import game

    return game.get(name)


def shipped_strategy(game: str, name: str, parameters: Mapping[str, Any], label: str) -> Strategy:
    """Return a strategy for a game by its name, from this package, the checkout or the user's folder."""
    from rajas_sim.core.strategies import registry

    return registry.find(name, parameters, label, game)


SHIPPED = Catalogue(shipped_games, shipped_game, shipped_strategy)
