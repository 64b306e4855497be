"""Rajas of the Ganges: The Dice Charmers (Inka and Markus Brand, HUCH! 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rajas_sim.charmers.audit import AUDIT
from rajas_sim.charmers.component_kit import KIT
from rajas_sim.charmers.rules import Rules, rules
from rajas_sim.charmers.state import Option, Standing, State, new_game
from rajas_sim.core.steps import GameRecord

if TYPE_CHECKING:
    from rajas_sim.strategies_api import Strategy

__all__ = ["GameRecord", "Option", "Rules", "Standing", "State", "new_game", "play_game", "rules"]


def play_game(rules: Rules, strategies: Sequence[str | Strategy], seed: int, log: Path | None = None) -> GameRecord[State]:
    """Play one game, strategy i on seat i.

    Parameters
    ----------
    strategies
        One per seat: names, or strategies found with `rajas_sim.strategies_api.find`.
    log
        A file for the audit log, one JSON object a line.

    Raises
    ------
    InputError
        If a name is unknown or there is not one strategy per seat.
    StrategyError
        If a strategy raises or returns something that is not an option.
    RunError
        If the log cannot be written.
    """
    from rajas_sim.strategies_api import find_line_up

    line_up = find_line_up(strategies, rules.players, KIT.game)
    return AUDIT.play_game(rules, line_up, seed, log)
