"""What the author of a strategy for Rajas of the Ganges needs."""

from rajas_sim.strategies_api.ganges.appraisal import best_option
from rajas_sim.strategies_api.ganges.weights import weights

__all__ = ["best_option", "weights"]
