"""Appraisal: what options are worth, for authors of strategies for The Dice Charmers needs."""

from rajas_sim.charmers.appraisal.options import best_option
from rajas_sim.charmers.appraisal.weights import weights

__all__ = ["best_option", "weights"]
