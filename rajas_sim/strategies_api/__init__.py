"""What the author of a strategy needs."""

from rajas_sim.strategies_api.registry import find, find_line_up, known_names
from rajas_sim.strategies_api.strategy import Parameter, Strategy, parameter, strategy

__all__ = ["Parameter", "Strategy", "find", "find_line_up", "known_names", "parameter", "strategy"]
