"""Restrictions: which things a seat may not use, by name.

A thing is worth to a seat what the seat loses if it may not use the thing, with everything else and all luck equal.

References
----------
Jaffe, Miller, Andersen, Liu, Karlin, Popovic (2012), Evaluating competitive game balance with restricted play, AIIDE.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import accumulate
from typing import Any

from numpy.typing import NDArray

from rajas_sim.core.errors import did_you_mean
from rajas_sim.core.rulebook.component_form import Restrictions

#: The things of one group are the bits of one 64-bit integer.
MOST_IN_A_GROUP = 64


class ThingGroups:
    """The groups of things of a game; the things are numbered through, one group after the other.

    Parameters
    ----------
    sizes
        The largest number of things in each group.
    """

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.names = tuple(sizes)
        self.first_numbers = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))
        self.count = sum(sizes.values())

    def number(self, group: str, i: int) -> int:
        """Return the number of the i-th thing of a group."""
        return self.first_numbers[group] + i

    def write(self, rows: NDArray[Any], restricted: Sequence[Collection[int]]) -> None:
        """Set the bits of restricted things.

        Parameters
        ----------
        rows
            Records with one field per group, one for each seat.
        restricted
            The numbers of the things that each seat may not use.
        """
        for row, numbers in zip(rows, restricted, strict=False):
            for number in numbers:
                group = next(name for name in reversed(self.names) if self.first_numbers[name] <= number)
                bits = int(row[group]) % (1 << MOST_IN_A_GROUP) | 1 << (number - self.first_numbers[group])
                # The field is a signed integer: the highest bit makes it negative.
                row[group] = bits - (1 << MOST_IN_A_GROUP) * (bits >> (MOST_IN_A_GROUP - 1))


def matching_things(pattern: str, things: Collection[str]) -> dict[str, list[str]]:
    """Return the things that a pattern stands for: a name, the beginning of a name, or a name with ``*``.

    A pattern is compared with names part by part, between the dots.

    Returns
    -------
    dict
        The matching things, by the beginning of their names that the pattern matches. If names have three parts, ``a.*`` gives
        one entry per beginning ``a.x``.

    Examples
    --------
    >>> matching_things("space.*", ["space.left", "space.right", "bonus.1"])
    {'space.left': ['space.left'], 'space.right': ['space.right']}
    >>> matching_things("space", ["space.left", "space.right", "bonus.1"])
    {'space': ['space.left', 'space.right']}
    """
    pattern_parts = pattern.split(".")
    things_by_prefix: dict[str, list[str]] = {}
    for thing in things:
        parts = thing.split(".")[: len(pattern_parts)]
        if len(parts) == len(pattern_parts) and all(
            fnmatchcase(part, pattern_part) for part, pattern_part in zip(parts, pattern_parts, strict=True)
        ):
            things_by_prefix.setdefault(".".join(parts), []).append(thing)
    return things_by_prefix


def restricted_things(restrictions: Restrictions, players: int, things: Mapping[str, int]) -> list[set[int]]:
    """Return the numbers of the things that each seat may not use; `restriction_problems` checks the names.

    Parameters
    ----------
    things
        Numbers of the things in play, by name.
    """
    patterns_by_seat = list(restrictions.by_seat.values())[:players]
    return [
        {
            things[name]
            for pattern in patterns
            for matching_names in matching_things(pattern, things).values()
            for name in matching_names
        }
        for patterns in patterns_by_seat
    ]


def restriction_problems(restrictions: Restrictions, players: int, things: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with restrictions: names that match nothing in play, and seats without a player."""
    for seat, (key, patterns) in enumerate(restrictions.by_seat.items(), 1):
        if patterns and seat > players:
            yield f"restrict.{key}: there are {players} players"
        for pattern in patterns:
            if not matching_things(pattern, things):
                yield f"restrict.{key}: {unknown_thing_text(pattern, things)}"


def unknown_thing_text(pattern: str, things: Collection[str]) -> str:
    """Return the message for a name that matches nothing in play."""
    groups = list(dict.fromkeys(thing.split(".")[0] for thing in things))
    hint = did_you_mean(pattern, things if "." in pattern else groups)
    if not hint and "." not in pattern:
        dotted_name = f".{pattern.rstrip('*').lower().removeprefix('the ').replace(' ', '_')}"
        # The name is perhaps that of something below a group.
        prefixes = [thing.partition(dotted_name)[0] + dotted_name for thing in things if f"{dotted_name}." in f"{thing}."]
        hint = f"; did you mean {prefixes[0]!r}?" if prefixes else ""
    return f"nothing in play is called {pattern!r}{hint or '.'} Things: {', '.join(f'{group}.*' for group in groups)}"
