"""What a topic of a run adds to its answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from rajas_sim.analysis.answer import Column, Finding, Intervals, Section, Unit
from rajas_sim.analysis.formatting import position_label
from rajas_sim.questions.answer_tables import FilledColumn

T = TypeVar("T")

#: Figures of win shares around an even share, and of changes around 0; a column of the rows says which are beyond or shown.
FigureOfShares = partial(Intervals, stressed="is_beyond", is_centred=True, shows_values=True)
FigureOfChanges = partial(Intervals, stressed="is_shown", is_centred=True, shows_values=True)


class Topic(NamedTuple):
    """A section, and the findings that no other part of the answer has."""

    section: Section
    findings: tuple[Finding, ...] = ()


def without_none(results: Iterable[T | None]) -> list[T]:
    """Return the results that are not None."""
    return [result for result in results if result is not None]


def keys_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the keys of findings."""
    return tuple(finding.key for finding in findings)


def share_column(position: int) -> FilledColumn:
    """Return the column of the win share at a position, for items that have `shares`."""
    return Column(f"position_{position}", position_label(position), Unit.SHARE), lambda item: item.shares[position - 1]


def shown_in_tables(*groups: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of all groups, marked as shown in a table as well."""
    return tuple(replace(finding, in_table=True) for group in groups for finding in group)
