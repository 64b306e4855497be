"""The table drawn from a position: one module an area of the sheet, symbols and what they mean."""

from rajas_sim.charmers.drawing.table import drawing_of

__all__ = ["drawing_of"]
