"""The building upgrade table and the karma track, both with their bonuses."""

from __future__ import annotations

from rajas_sim.charmers.drawing.earnings import PICTURES, WIDE, bonus, cross
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, FIRST_PLACE
from rajas_sim.core.drawing.shapes import badge, box, group, star, symbol, tag, text
from rajas_sim.core.positions.views import Part

ROW, STEP = 21, 35
_TOP = 16


def upgrades(rules: Rules, seat: Part) -> str:
    """Return the upgrade table: what every building is worth is not crossed out."""
    values = rules.values.buildings.values
    drawn = text(0, 11, "Buildings", "v")
    for row, building in enumerate(BUILDINGS):
        y = _TOP + ROW * row
        drawn += group(badge(PICTURES[building], 10, y + 10, 17), title=building)
        for level, value in enumerate(values):
            x = 40 + STEP * level
            is_now = level == seat.levels[row]
            drawn += box(x - 11.5, y + 0.5, 23, 19, "level" if is_now else "box", 3) + star(x, y + 10, value, 8)
            if level < seat.levels[row]:
                drawn += group(cross(8, 6), x, y + 10)
    for column in range(len(values) - 1):
        drawn += bonus(
            rules, seat, FIRST_PLACE.upgrade_column + column, 40 + STEP * (column + 1), _TOP + ROW * len(BUILDINGS) + 15
        )
    return drawn


def karma(rules: Rules, seat: Part) -> str:
    """Return the karma track: collected karma is circled, used karma crossed out."""
    drawn = text(16, 11, "Karma", "v")
    for i in range(int(rules.record.karma_limit)):
        x = 32 + (WIDE + 4) * i
        drawn += symbol("lotus", x - 9, _TOP + 4, 18, None if i < seat.karma_collected else "pale")
        if i < seat.karma_collected:
            drawn += tag("circle", cx=x, cy=_TOP + 13, r=12.5, class_="ring")
        if i < seat.karma_used:
            drawn += group(cross(8), x, _TOP + 13)
        drawn += bonus(rules, seat, FIRST_PLACE.karma_bonus + i, x, _TOP + 44)
    return drawn
