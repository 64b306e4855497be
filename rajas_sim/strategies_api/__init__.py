"""What the author of a strategy needs."""

from rajas_sim.strategies_api.registry import find, known_names
from rajas_sim.strategies_api.strategy import Parameter, Strategy, parameter, strategy

__all__ = ["Parameter", "Strategy", "find", "known_names", "parameter", "strategy"]
