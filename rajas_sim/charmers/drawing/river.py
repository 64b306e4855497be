"""The river: its symbols, what the spaces give, which are marked, and the position."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.earnings import PICTURES, cross, earning_symbol
from rajas_sim.charmers.output.wording import earning_of
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import SYMBOLS
from rajas_sim.charmers.sheet.river import is_marked
from rajas_sim.core.drawing.shapes import badge, box, group, text
from rajas_sim.core.positions.views import Part

PER_ROW, WIDE, HIGH = 9, 38, 50


def height(rules: Rules) -> int:
    """Return how high the river is drawn."""
    return HIGH * -(-int(rules.record.n_river) // PER_ROW) + 16


def river(rules: Rules, seat: Part) -> list[str]:
    """Return the parts of the river: what is printed, the marks, and where the position is."""
    spaces = range(1, int(rules.record.n_river) + 1)
    marks = [space for space in spaces if is_marked(seat.record, space)]
    x, y = _corner(int(seat.river))
    position = box(x + 1, y + 1, WIDE - 2, HIGH - 3, "position", 4) if seat.river else ""
    return [
        _printed(rules),
        "".join(
            group(cross(WIDE / 2 - 6, HIGH / 2 - 6), _corner(space)[0] + WIDE / 2, _corner(space)[1] + HIGH / 2)
            for space in marks
        ),
        position,
    ]


def _corner(space: int) -> tuple[int, int]:
    row, along = divmod(space - 1, PER_ROW)
    return along * WIDE, 16 + row * HIGH


@lru_cache(maxsize=16)
def _printed(rules: Rules) -> str:
    spaces = range(1, int(rules.record.n_river) + 1)
    return text(0, 11, "River", "v") + "".join(_space(rules, space) for space in spaces)


def _space(rules: Rules, space: int) -> str:
    symbol = SYMBOLS[rules.record.symbols[space]]
    given = [earning_of(earning) for earning in rules.record.river[space] if earning.kind]
    drawn = box(0.5, 0.5, WIDE - 1, HIGH - 2, "water", 3) + badge(PICTURES[symbol], WIDE / 2, 12, 17, "sea")
    for i, earning in enumerate(given):
        drawn += group(earning_symbol(earning), WIDE / 2 + 18 * (i - (len(given) - 1) / 2), 33)
    return group(drawn, *_corner(space), title=f"{symbol}: {', '.join(map(str, given))}")
