"""The province: roads on its spaces, what is printed there, and the bonuses at its edge."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.earnings import PICTURES, bonus
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, CELLS, COLUMNS, EDGES, FIRST_PLACE, ROWS, N
from rajas_sim.core.drawing.shapes import badge, box, group, roads, text
from rajas_sim.core.positions.views import Part
from rajas_sim.core.positions.wording import spaced

WIDTH, SIZE = 344, 44
LEFT, TOP = (WIDTH - COLUMNS * SIZE) // 2, 30
HEIGHT = TOP + ROWS * SIZE + 30


def province(rules: Rules, seat: Part) -> list[str]:
    """Return the parts of the province: what is printed, the roads of every space, and every bonus."""
    drawn = [group(roads(int(seat.roads[cell]), SIZE, 7), *_corner(cell)) for cell in range(N.cells)]
    printed, signs = _printed(rules)
    return [printed, *drawn, signs, *(bonus(rules, seat, FIRST_PLACE.edge + i, *_beside(edge)) for i, edge in enumerate(EDGES))]


def _corner(cell: int) -> tuple[int, int]:
    return LEFT + cell % COLUMNS * SIZE, TOP + cell // COLUMNS * SIZE


@lru_cache(maxsize=16)
def _printed(rules: Rules) -> tuple[str, str]:
    """Return the ground of all spaces, and what they show."""
    ground = box(0.5, 0.5, SIZE - 1, SIZE - 1, "cell", 3)
    names = [spaced(CELLS[cell]) for cell in rules.record.cells]
    grounds = [group(ground, *_corner(cell), title=name) for cell, name in enumerate(names)]
    return "".join(grounds), "".join(_sign(rules, cell) for cell in range(N.cells))


def _sign(rules: Rules, cell: int) -> str:
    """Return what a space shows, in its corner so that the road stays to be seen."""
    name = CELLS[rules.record.cells[cell]]
    if name == "residence":
        drawn = badge("house", SIZE / 2, SIZE / 2 - 1, 24)
    elif name in BUILDINGS:
        drawn = badge(PICTURES[name], 10, 10, 15)
    elif name == "empty":
        return ""
    else:
        drawn = badge("tent", 10, 10, 14) + text(13, 20, "=" if name == "market_same" else "≠", "over")
    return group(drawn, *_corner(cell))


def _beside(edge: str) -> tuple[float, float]:
    """Return the middle of a place at the edge."""
    side, _, number = edge.partition("_")
    along = (int(number) - 0.5) * SIZE
    match side:
        case "top":
            return LEFT + along, TOP - 15
        case "bottom":
            return LEFT + along, TOP + ROWS * SIZE + 15
        case "left":
            return LEFT - 19, TOP + along
        case _:
            return LEFT + COLUMNS * SIZE + 19, TOP + along
