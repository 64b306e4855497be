"""Appraisal: what options are worth, as authors of strategies for Rajas of the Ganges need it."""

from __future__ import annotations

from rajas_sim.core.strategies.declaration import Strategy, weighted
from rajas_sim.ganges.appraisal.options import best_option
from rajas_sim.ganges.appraisal.parameters import WEIGHTS

__all__ = ["WEIGHTS", "best_option", "plan"]


def plan(file: str, description: str | None, **defaults: float) -> Strategy:
    """Return the strategy of a plan: of all options it takes the one that is worth most under its weights.

    Parameters
    ----------
    file, description
        ``__file__`` and ``__doc__`` of the file that declares it: the strategy is called as the file and described by its
        docstring.
    defaults
        Weights that differ from those of the appraisal (appraisal/parameters.py); all weights are parameters of the strategy.

    Raises
    ------
    InputError
        For a weight that does not exist.
    """
    return weighted(file, description, "ganges", best_option, WEIGHTS, defaults)
