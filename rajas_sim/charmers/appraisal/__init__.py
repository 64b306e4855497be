"""Appraisal: what options are worth, as authors of strategies for The Dice Charmers need it."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.options import best_option
from rajas_sim.charmers.appraisal.parameters import WEIGHTS
from rajas_sim.core.strategies.declaration import plans

__all__ = ["WEIGHTS", "best_option", "plan"]

plan = plans("charmers", best_option, WEIGHTS)
