"""Both games as environments for players that learn; what they learned can play as a strategy.

::

    from rajas_sim.learning import environment

    env = environment("charmers", players=3, variant="moon")     # a PettingZoo AEC environment
    env.reset(seed=7)

`recorded_games` plays compiled strategies and returns every turn as numbers from which a value can be learned (`positions`).
`encode` turns positions into numbers and options into actions, and lets a policy choose for a strategy; `aec` is the environment.
Only `aec` needs PettingZoo, which comes with the extra ``rajas[rl]``; strategies play without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.core.game import find_game
from rajas_sim.learning.encode import Action, Encoding, Field, Policy, chosen_by, encoding_of
from rajas_sim.learning.positions import Positions, recorded_games
from rajas_sim.learning.values import FittedValue, fit_value, write_fitted_values

if TYPE_CHECKING:
    from rajas_sim.learning.aec import Environment

__all__ = [
    "Action",
    "Encoding",
    "Field",
    "FittedValue",
    "Policy",
    "Positions",
    "chosen_by",
    "encoding_of",
    "environment",
    "fit_value",
    "recorded_games",
    "write_fitted_values",
]


def environment(  # noqa: PLR0913 - what `rules` takes, and how the environment is used
    game: str,
    players: int = 2,
    variant: str | None = None,
    modules: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
    boards: Sequence[str | None] = (),
) -> Environment:
    """Return a game as a PettingZoo AEC environment (`aec.Environment`).

    Parameters
    ----------
    game
        Its name in configs, ``"ganges"`` or ``"charmers"``.
    variant, modules, overrides, components
        The rules of the game (`core.game.Game.rules`).
    boards
        The board of each seat, for a variant in which players may differ.

    Raises
    ------
    InputError
        If there is no such game, or its rules or boards are impossible.
    ImportError
        If PettingZoo is missing.
    """
    from rajas_sim.learning.aec import Environment

    return Environment(find_game(game).rules(players, variant, modules, overrides, components), boards)


def __dir__() -> list[str]:
    return __all__
