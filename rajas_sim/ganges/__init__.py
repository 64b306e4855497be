"""Rajas of the Ganges (Inka and Markus Brand, HUCH! 2017)."""

from __future__ import annotations

from rajas_sim.core.steps import GameRecord
from rajas_sim.ganges.audit import AUDIT
from rajas_sim.ganges.rules import Rules, rules
from rajas_sim.ganges.state import Option, Standing, State, new_game

__all__ = ["GameRecord", "Option", "Rules", "Standing", "State", "new_game", "play_game", "rules"]

play_game = AUDIT.play
