"""How often a turn leaves nothing to choose, counted in games that were played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.reading.ratios import BlockRatios
from rajas_sim.analysis.reading.run import Result
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates


@dataclass(frozen=True, slots=True)
class ChoicesOfGame:
    """What one game left to choose.

    Attributes
    ----------
    block
        Its block.
    turns, idle_turns
        Turns, and those of them without a decision between options that lead to different positions.
    decisions, single, alike
        Decisions, those of them with one option only, and those with several options that all lead to the very same position.
    """

    block: int
    turns: int
    idle_turns: int
    decisions: int
    single: int
    alike: int


@dataclass(frozen=True, slots=True)
class Choices(Result):
    """How often there is nothing to choose. Options that differ in the position but never in what follows count as a choice.

    Attributes
    ----------
    idle_turns
        Share of turns without a choice.
    single, alike
        Share of decisions with one option only, and of those whose options are all alike.
    """

    idle_turns: Estimate
    single: Estimate
    alike: Estimate


def choices_of(players: int, games: Sequence[ChoicesOfGame], level: float) -> Choices:
    """Estimate how often there is nothing to choose: ratios of block totals, exact binomial intervals, each by itself."""
    games = sorted(games, key=lambda game: game.block)
    block = np.array([game.block for game in games])

    def share(name: str, of: str) -> Estimate:
        sums = BlockRatios()
        many, whole = (np.array([getattr(game, column) for game in games], dtype=float) for column in (name, of))
        sums.add(name, block, many / np.maximum(whole, 1.0), whole)
        return share_estimates([f"share.{name}"], sums.moments([name]), level=level)[0]

    return Choices(
        players,
        len(games),
        len(np.unique(block)),
        idle_turns=share("idle_turns", "turns"),
        single=share("single", "decisions"),
        alike=share("alike", "decisions"),
    )
