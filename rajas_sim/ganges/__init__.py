"""Rajas of the Ganges (Inka and Markus Brand, HUCH! 2017)."""

from __future__ import annotations

from rajas_sim.core.playing.one_game import GameRecord
from rajas_sim.ganges.output.log_fields import AUDIT
from rajas_sim.ganges.rulebook.rules import Rules, rules
from rajas_sim.ganges.state import Option, Standing, State, new_game

__all__ = ["GameRecord", "Option", "Rules", "Standing", "State", "new_game", "play_game", "rules"]

play_game = AUDIT.play
