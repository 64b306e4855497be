"""The table drawn from a position: one module an area, symbols and what they mean."""

from rajas_sim.ganges.drawing.table import drawing_of

__all__ = ["drawing_of"]
