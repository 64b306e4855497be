"""The market area: the boxes of every good with their prices, and the bonuses of the tents."""

from __future__ import annotations

from rajas_sim.charmers.drawing.earnings import PICTURES, WIDE, bonus, cross
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import FIRST_PLACE, GOODS, MAX_TENTS
from rajas_sim.core.drawing.shapes import badge, box, coin, group, tag, text
from rajas_sim.core.positions.views import Part

WIDTH, LEFT, ROW = 344, 24, 26
_TOP = 34


def market(rules: Rules, seat: Part) -> list[str]:
    """Return the parts of the market area: the prices, and the row of every good."""
    columns = _columns(rules)
    prices = "".join(coin(x + 9, 24, int(rules.record.prices[i]), 7.5) for i, x in enumerate(columns))
    return [text(0, 11, "Market", "v") + prices, *(_row(rules, seat, good, columns) for good in range(len(GOODS)))]


def _tents(rules: Rules) -> list[int]:
    """Return after how many goods each tent ends."""
    return [int(end) for end in rules.record.tent_ends if end]


def _columns(rules: Rules) -> list[float]:
    """Return where the columns begin; behind each tent there is room for its bonus."""
    n, tents = int(rules.record.n_columns), _tents(rules)
    step = min(22.0, (WIDTH - LEFT - (WIDE + 5) * len(tents)) / n)
    return [LEFT + step * i + (WIDE + 5) * sum(end <= i for end in tents) for i in range(n)]


def _row(rules: Rules, seat: Part, good: int, columns: list[float]) -> str:
    """Return the boxes of a good: empty, circled while it is in stock, crossed out once it is sold; then the bonuses."""
    y = _TOP + ROW * good
    drawn = group(badge(PICTURES[GOODS[good]], 10, y + 12, 18), title=GOODS[good])
    for i, x in enumerate(columns):
        drawn += box(x + 0.5, y + 3.5, 18, 18, "box", 3)
        if i < seat.goods[good]:
            drawn += tag("circle", cx=x + 9.5, cy=y + 12.5, r=7.5, class_="ring")
        if i < seat.sold[good]:
            drawn += group(cross(6), x + 9.5, y + 12.5)
    for i, end in enumerate(_tents(rules)):
        drawn += bonus(rules, seat, FIRST_PLACE.tent + good * MAX_TENTS + i, columns[end - 1] + 23 + WIDE / 2, y + 12.5)
    return drawn
