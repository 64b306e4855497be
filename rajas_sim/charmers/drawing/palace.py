"""The palace: both areas with the boxes of their people and the bonuses below the columns."""

from __future__ import annotations

from rajas_sim.charmers.drawing.earnings import WIDE, bonus, cross
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import FIRST_PLACE, PALACE_AREAS, PALACE_COLUMNS, PEOPLE, N
from rajas_sim.core.drawing.shapes import box, group, text
from rajas_sim.core.positions.views import Part
from rajas_sim.core.positions.wording import spaced

WIDTH, ROW, NAME = 168, 20, 72
_TOP = 16


def palace(rules: Rules, seat: Part) -> list[str]:
    """Return the parts of the palace: its two areas side by side."""
    return [
        text(0, 11, "Palace", "v"),
        *(group(_area(rules, seat, area), (WIDTH + 8) * area) for area in range(len(PALACE_AREAS))),
    ]


def _area(rules: Rules, seat: Part, area: int) -> str:
    drawn = box(0.5, _TOP + 0.5, WIDTH - 1, ROW * N.people_per_area + 33, "palace", 6)
    for row in range(N.people_per_area):
        person = area * N.people_per_area + row
        y = _TOP + 3 + ROW * row
        drawn += text(5, y + 13, spaced(PEOPLE[person]).title(), "p")
        for column in range(PALACE_COLUMNS):
            x = NAME + WIDE * column + 7
            drawn += box(x + 0.5, y + 1.5, 16, 16, "box", 3)
            if column < seat.palace[person]:
                drawn += group(cross(5.5), x + 8.5, y + 9.5)
    for column in range(PALACE_COLUMNS):
        place = FIRST_PLACE.palace_column + area * PALACE_COLUMNS + column
        drawn += bonus(rules, seat, place, NAME + WIDE * column + 15.5, _TOP + ROW * N.people_per_area + 18)
    return drawn
