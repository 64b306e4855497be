"""Small pictures of things that a seat can be restricted from using; they stand beside the names of the things."""

from __future__ import annotations

from rajas_sim.charmers.drawing.symbols import PICTURES
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, GOODS
from rajas_sim.core.drawing.panel import THUMBNAIL
from rajas_sim.core.drawing.shapes import symbol

#: The symbols of boxes, by the area or the thing that they belong to.
_SYMBOLS = {
    **{f"market.{good}": PICTURES[good] for good in GOODS},
    **{f"tent.{good}": PICTURES[good] for good in GOODS},
    **{f"upgrades.{building}": PICTURES[building] for building in BUILDINGS},
    "karma": PICTURES["karma"],
    "karma_bonus": PICTURES["karma"],
    "palace": "gate",
    "palace_column": "gate",
    "river": "wave",
    "upgrade_column": PICTURES["upgrade"],
}


def picture_of(rules: Rules, thing: str) -> str:
    """Return the symbol for a thing as SVG of the size of a symbol; empty if it has none."""
    area, _, part_and_number = thing.partition(".")
    symbol_name = _SYMBOLS.get(f"{area}.{part_and_number.partition('.')[0]}") or _SYMBOLS.get(area)
    return symbol(symbol_name, 0, 0, THUMBNAIL) if symbol_name else ""
