"""What every game offers to the rooms above it, and the list of games."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rajas_sim.core.errors import InputError, unknown_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Name in configs -> module whose `GAME` plays it.
GAMES = {"ganges": "rajas_sim.ganges.game", "charmers": "rajas_sim.charmers.game"}
#: The game that is meant where one is needed and none is named.
DEFAULT_GAME = next(iter(GAMES))


class Game(Protocol):
    """One game: the same verbs for all of them.

    Attributes
    ----------
    name, title
        As written in configs, and as printed on the box.
    player_counts
        Ascending.
    variants
        The first is played where none is named.
    written, column_titles, variant_titles
        For reports: words that are written otherwise than by leaving out the underscores, columns that are not called what
        they are named, and variants that are not called versions.
    tables
        The tables `play_batch` can give, all of which are kept where none are named; games and seats are among them.
    """

    name: str
    title: str
    player_counts: tuple[int, ...]
    variants: tuple[str, ...]
    modules: tuple[str, ...]
    tables: tuple[str, ...]
    written: Mapping[str, str]
    column_titles: Mapping[str, str]
    variant_titles: Mapping[str, str]

    @property
    def layouts(self) -> tuple[np.dtype[Any], np.dtype[Any]]:
        """The dtypes of a state and of rules, from which a strategy's compiled signature follows."""

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables, by the name of the column that holds the codes."""

    def in_play(self, rules: Any) -> dict[str, tuple[str, ...]]:
        """Return, of words of the vocabulary that exist under some rules only, those that exist under these."""

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose between in a variant; none where the variant gives everybody the same."""

    def rules(
        self,
        players: int,
        variant: str = ...,
        modules: Iterable[str] = (),
        overrides: Mapping[str, Any] | None = None,
        components: Path | str | None = None,
    ) -> Any:
        """Return resolved rules (InputError with all problems); the variant left out is the first."""

    def play_batch(
        self,
        rules: Any,
        line_up: Sequence[Any],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, dict[str, NDArray[Any]]]:
        """Play one game per row of `seatings` and return the columns of the tables asked for.

        Where the variant has boards to choose between, each strategy plays on its own `board`; if none of the line-up has
        one, the first gets the advanced board, and whoever is left without one the ordinary one.
        """

    def play_game(self, rules: Any, line_up: Sequence[Any], seed: int, log: Path | None = None) -> Any:
        """Play one game, strategy i on seat i, and return its record; write every event to `log` if given."""

    def narrate(self, rules: Any, line_up: Sequence[Any], seed: int, seating: Sequence[int] | None = None) -> Iterator[str]:
        """Yield the lines of one game, decision by decision."""

    def rules_list(self, rules: Any) -> list[dict[str, Any]]:
        """Return every value of resolved rules as `components_list` does; changed ones have the provenance `override`."""

    def components_list(self, path: Path | None = None) -> list[dict[str, Any]]:
        """Return every component value with its provenance."""

    def components_export(self, target: Path) -> None:
        """Write a copy of the reference components."""

    def components_check(self, path: Path) -> list[str]:
        """Return all problems of a component file."""


def get(name: str) -> Game:
    """Return a game by its name in configs.

    Raises
    ------
    InputError
        If there is no such game.
    """
    if name not in GAMES:
        raise InputError(unknown_name("game", name, GAMES))
    game: Game = importlib.import_module(GAMES[name]).GAME
    return game
