"""Appraisal: what options are worth, for authors of strategies for Rajas of the Ganges needs."""

from rajas_sim.ganges.appraisal.options import best_option
from rajas_sim.ganges.appraisal.weights import weights

__all__ = ["best_option", "weights"]
