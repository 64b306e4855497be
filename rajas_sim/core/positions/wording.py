"""Wording that all games share: names, cells and roads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rajas_sim.core.board import SIDE_NAMES


class Cell(NamedTuple):
    """A cell of a player's board; both numbers count from 1 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


def cell_of(number: int, columns: int) -> Cell:
    """Return a cell by its number, counted row by row from 0."""
    return Cell(number // columns + 1, number % columns + 1)


def sides_of(roads: int) -> tuple[str, ...]:
    """Return the sides that roads (core.board) lead to."""
    return tuple(name for side, name in enumerate(SIDE_NAMES) if roads & (1 << side))


def counted(n: int, singular: str, plural: str) -> str:
    """Return a number of things in words: ``1 die``, ``2 dice``."""
    return f"{n} {singular if n == 1 else plural}"


def spaced(name: str, spellings: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a name as people write it, with spaces for underscores and slashes.

    Parameters
    ----------
    spellings
        Names, or parts between slashes, that are written differently.
    """
    return " ".join(spellings.get(part) or part.replace("_", " ") for part in name.split("/"))


def lost_texts(n_paid: int, room: int, name: str) -> list[str]:
    """Return in words how much of a payment is lost because the seat has only `room` left for it; empty if nothing is."""
    n_lost = n_paid - max(0, room)
    return [f"{n_lost} of {n_paid} {name} lost"] if n_lost > 0 else []


def gained_and_used_texts(changes: Sequence[int], name: str) -> list[str]:
    """Return in words how much of something was gained and used, if both; empty if its total shows the change."""
    gained, used = sum(change for change in changes if change > 0), -sum(change for change in changes if change < 0)
    return [f"{gained} {name} gained and {used} used"] if gained and used else []


def lower_first(text: str) -> str:
    """Return a text with a lower-case first letter, for use within a sentence."""
    return text[:1].lower() + text[1:]


def upgrade_text(building_values: Sequence[int], level: int) -> str:
    """Return in words how an upgrade from this level changes the fame for a type of building."""
    return f"{building_values[level]} to {building_values[level + 1]} fame each"
