"""The sheet of a seat with everything that is drawn, circled and crossed out on it."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing import province, river
from rajas_sim.charmers.drawing.market import market
from rajas_sim.charmers.drawing.palace import palace
from rajas_sim.charmers.drawing.tables import karma, upgrades
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, COLUMNS, GOODS, PEOPLE, PLACES
from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import coin, group, star
from rajas_sim.core.positions.views import Part
from rajas_sim.core.positions.wording import spaced

WIDTH = 344
_RIVER_Y = province.HEIGHT + 4
_SPACE_BETWEEN = 8


@lru_cache(maxsize=64)
def sheet_panel(rules: Rules, i: int, seat: Part) -> TablePanel:
    """Return the sheet of a seat."""
    market_y = _RIVER_Y + river.height(rules) + _SPACE_BETWEEN
    palace_y, tables_y, height = market_y + 114, market_y + 232, market_y + 364
    title = f"Seat {i + 1}"
    parts = (
        *province.province(rules, seat),
        star(19, 18, seat.fame, 17),
        coin(WIDTH - 19, 18, seat.money, 16),
        *(group(part, 0, _RIVER_Y) for part in river.river(rules, seat)),
        *(group(part, 0, market_y) for part in market(rules, seat)),
        *(group(part, 0, palace_y) for part in palace(rules, seat)),
        group(upgrades(rules, seat), 0, tables_y),
        group(karma(rules, seat), 150, tables_y),
    )
    return TablePanel(f"seat_{i + 1}", title, WIDTH, height, parts, f"{title}: {_in_words(seat)}", seat=i)


def _in_words(seat: Part) -> str:
    goods = ", ".join(
        f"{good} {int(has)}, {int(sold)} of them sold" for good, has, sold in zip(GOODS, seat.goods, seat.sold, strict=True)
    )
    people = ", ".join(f"{spaced(person)} {n}" for person, n in zip(PEOPLE, seat.palace, strict=True) if n)
    roads = ", ".join(f"row {cell // COLUMNS + 1} column {cell % COLUMNS + 1}" for cell, sides in enumerate(seat.roads) if sides)
    upgrades = ", ".join(f"{building} {int(n)}" for building, n in zip(BUILDINGS, seat.levels, strict=True) if n)
    bonuses = ", ".join(spaced(name) for place, name in enumerate(PLACES) if seat.released >> place & 1)
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma_collected - seat.karma_used}; goods: {goods}; "
        f"river space {seat.river}; palace: {people or 'nobody'}; roads at {roads}; upgrades {upgrades or 'none'}; "
        f"bonuses got: {bonuses or 'none'}"
    )
