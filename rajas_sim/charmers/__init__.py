"""Rajas of the Ganges: The Dice Charmers (Inka and Markus Brand, HUCH! 2020)."""

from __future__ import annotations

from rajas_sim.charmers.output.log_fields import AUDIT
from rajas_sim.charmers.rulebook.rules import Rules, rules
from rajas_sim.charmers.state import Option, Standing, State, new_game
from rajas_sim.core.playing.one_game import GameRecord

__all__ = ["GameRecord", "Option", "Rules", "Standing", "State", "new_game", "play_game", "rules"]

play_game = AUDIT.play
