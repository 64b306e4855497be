"""What the author of a strategy for The Dice Charmers needs."""

from rajas_sim.strategies_api.charmers.appraisal import best_option
from rajas_sim.strategies_api.charmers.weights import weights

__all__ = ["best_option", "weights"]
