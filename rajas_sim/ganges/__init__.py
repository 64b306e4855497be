"""Rajas of the Ganges (Inka and Markus Brand, HUCH! 2017)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rajas_sim.core.steps import GameRecord
from rajas_sim.ganges.audit import AUDIT
from rajas_sim.ganges.component_kit import KIT
from rajas_sim.ganges.rules import Rules, rules
from rajas_sim.ganges.state import Option, Standing, State, new_game

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
