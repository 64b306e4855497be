"""What a topic of a run adds to its answer."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.analysis.answer import Finding, Section


class Topic(NamedTuple):
    """A section, and the findings that it refers to."""

    section: Section
    findings: tuple[Finding, ...] = ()


def keys_of(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Return the keys of findings."""
    return tuple(finding.key for finding in findings)
