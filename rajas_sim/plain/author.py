"""What the file of a game imports: numbers that may be changed, chance by name, and the result of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

Item = TypeVar("Item")


class GameResult(NamedTuple):
    """How a game ended.

    Attributes
    ----------
    scores
        The score of every seat; the highest wins, and seats with equal scores share the better rank.
    reason
        Why it ended: one of the ``REASONS`` of the game, if it names any.
    ranks
        The rank of every seat, 1 for the winner, if scores alone do not decide; equal seats share the better rank.
    """

    scores: Sequence[float]
    reason: str = "over"
    ranks: Sequence[int] = ()


@dataclass(frozen=True)
class DeclaredNumber:
    """A value of the rules as the file of a game declares it (`number`, `by_seat`, `one_of`).

    Attributes
    ----------
    low, high
        The smallest and largest value of a number; they mean nothing for a word.
    choices
        The words that a word may be; empty for a number.
    is_by_seat
        Whether each seat starts with a number of its own.
    by_players, by_variant
        Other values than the default, by number of players and by variant.
    """

    default: int | str
    meaning: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    assumed: bool = False
    is_by_seat: bool = False
    by_players: dict[int, int | str] = field(default_factory=dict)
    by_variant: dict[str, int | str] = field(default_factory=dict)


def number(  # noqa: PLR0913 - what can be said about a number
    default: int,
    low: int,
    high: int,
    meaning: str,
    *,
    assumed: bool = False,
    by_players: dict[int, int] | None = None,
    by_variant: dict[str, int] | None = None,
) -> Any:  # noqa: ANN401 - stands for a number
    """Declare a whole number of the rules, as the default of a field of ``Numbers``.

    Parameters
    ----------
    low, high
        The smallest and largest value it may be changed to.
    meaning
        What it means, in a few words.
    assumed
        Whether it is a guess; plausible boxes draw such numbers at random between `low` and `high`.
    by_players, by_variant
        Its value for some numbers of players, or in some variants.
    """
    return DeclaredNumber(
        default, meaning, low, high, assumed=assumed, by_players={**(by_players or {})}, by_variant={**(by_variant or {})}
    )


def by_seat(default: int, low: int, high: int, meaning: str) -> Any:  # noqa: ANN401 - stands for numbers
    """Declare a number that each seat starts with; positions get a tuple with the number of every seat.

    The number belongs to the set-up: ``setup.NAME`` changes it for all seats, ``setup.NAME.2`` only for the second player, and
    ``players.LABEL.NAME`` gives more of it to one player, on any seat.
    """
    return DeclaredNumber(default, meaning, low, high, is_by_seat=True)


def one_of(choices: Sequence[str], meaning: str, *, assumed: bool = False) -> Any:  # noqa: ANN401 - stands for a word
    """Declare a rule that is one of several words, the first by default."""
    return DeclaredNumber(choices[0], meaning, choices=tuple(choices), assumed=assumed)


class Chance(Protocol):
    """The luck of a game, asked by name.

    Each name in the ``LUCK`` of a game is a source of its own. What a seat draws depends only on the seed, the name, and how
    often that seat has asked for this name. So one more throw by another seat, or from another source, changes nothing else.
    """

    def die(self, name: str, sides: int = 6) -> int:
        """Return a throw of a die, from 1 to `sides`."""

    def below(self, name: str, n: int) -> int:
        """Return a whole number from 0 to n - 1; all are equally likely."""

    def choice(self, name: str, items: Sequence[Item]) -> Item:
        """Return one of the items; all are equally likely."""

    def shuffled(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return all items in random order."""
