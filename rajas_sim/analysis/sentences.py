"""Findings about the games with one number of players."""

from __future__ import annotations

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.statistics.estimate import Estimate


def finding_with(players: int, key: str, sentence: str, *estimates: Estimate, which: str = "") -> Finding:
    """Make a finding that begins with the number of players, and a key that does.

    `which` says which of their games it is about; the sentence comes without a full stop.

    >>> finding_with(4, "refused", "the rules refuse 2 settings", which="balanced")
    Finding(key='4p.refused', sentence='With 4 players (balanced), the rules refuse 2 settings.', estimates=(), players=4, \
in_table=False)
    """
    who = f"With {players} players{f' ({which})' if which else ''}"
    return Finding(f"{players}p.{key}", f"{who}, {sentence}.", estimates, players)
