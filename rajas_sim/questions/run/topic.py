"""What a topic of a run adds to its answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from rajas_sim.analysis.answer import Finding, Section


class Topic(NamedTuple):
    """A section, and the findings that it refers to."""

    section: Section
    findings: tuple[Finding, ...] = ()


def keys_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the keys of findings."""
    return tuple(finding.key for finding in findings)


def in_tables(*groups: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of all groups as findings that a table shows as well."""
    return tuple(replace(finding, in_table=True) for group in groups for finding in group)
