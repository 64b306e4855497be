"""Setting up a single game from what was typed on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.experiment.catalogue import SHIPPED, Catalogue, Strategy
from rajas_sim.experiment.changes import by_set

if TYPE_CHECKING:
    from rajas_sim.core.game import Game


@dataclass(frozen=True)
class Table:
    """A game, its rules and who sits at the table, in turn order."""

    game: Game
    rules: Any
    strategies: list[Strategy]

    def write_log(self, seed: int, log: Path) -> None:
        """Play the game and write every change of a resource, one JSON object a line.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        try:
            self.game.play_game(self.rules, self.strategies, seed, log)
        except OSError as error:
            raise RunError(f"{log}: cannot be written: {error.strerror}") from None


def set_table(
    game_name: str,
    players: int | None,
    names: Sequence[str],
    *,
    variant: str | None = None,
    modules: Sequence[str] = (),
    sets: Sequence[str] = (),
    components: Path | None = None,
    catalogue: Catalogue = SHIPPED,
) -> Table:
    """Return a table for one game.

    Parameters
    ----------
    players
        By default as many as strategies, but at least two.
    names
        Strategies in turn order; one alone plays every seat.
    sets
        Changed rules as ``path=value``.

    Raises
    ------
    InputError
        With everything that is wrong.
    """
    game = catalogue.game(game_name)
    k = players or max(2, len(names))
    problems: list[str] = []
    if len(names) not in (1, k):
        problems.append(f"--strategy: found {len(names)} for {k} players; give one (it plays every seat) or {k}")
    strategies = []
    for name in names:
        try:
            strategies.append(catalogue.strategy(name, {}, name))
        except InputError as error:
            problems += [f"--strategy: {problem}" for problem in error.problems]
    rules = None
    try:
        rules = game.rules(
            players=k,
            variant=variant or game.variants[0],
            modules=modules,
            overrides={change.key: change.value for change in by_set(sets)},
            components=components,
        )
    except InputError as error:
        problems += [_as_option(problem) for problem in error.problems]
    if problems:
        raise InputError(problems)
    return Table(game, rules, strategies * k if len(strategies) == 1 else strategies)


def _as_option(problem: str) -> str:
    place, colon, rest = problem.partition(": ")
    options = {"overrides": "--set", "players": "--players", "variant": "--variant", "modules": "--module"}
    return f"{options[place]}: {rest}" if colon and place in options else problem
