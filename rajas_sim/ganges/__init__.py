"""Rajas of the Ganges (Inka and Markus Brand, HUCH! 2017)."""

from rajas_sim.ganges.rules import Rules, rules
from rajas_sim.ganges.state import Option, Standing, State, new_game

__all__ = ["Option", "Rules", "Standing", "State", "new_game", "rules"]
