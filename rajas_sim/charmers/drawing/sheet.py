"""The sheet of a seat, area by area, with everything that is drawn, circled and crossed out on it."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.earnings import BONUS_WIDTH, PICTURES, bonus, cross, earning_symbol
from rajas_sim.charmers.output.wording import earning_of
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, COLUMNS, FIRST_PLACE, GOODS, PALACE_COLUMNS, PEOPLE, ROWS, N
from rajas_sim.charmers.sheet.river import is_marked
from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, box, coin, group, roads, star, symbol, tag, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced

WIDTH, SIZE = 344, 44
LEFT, TOP = (WIDTH - COLUMNS * SIZE) // 2, 30
PROVINCE_HEIGHT = TOP + ROWS * SIZE + 30
_RIVER_Y = PROVINCE_HEIGHT + 4
_SPACE_BETWEEN = 8
#: Where the palace, the upgrade table and the karma track begin, below their names.
TABLE_TOP = 16


@lru_cache(maxsize=64)
def sheet_panel(rules: Rules, i: int, seat: RecordView) -> TablePanel:
    """Return the sheet of a seat."""
    market_y = _RIVER_Y + _height_of_river(rules) + _SPACE_BETWEEN
    palace_y, tables_y, height = market_y + 114, market_y + 232, market_y + 364
    title = f"Seat {i + 1}"
    parts = (
        *province(rules, seat),
        star(19, 18, seat.fame, 17),
        coin(WIDTH - 19, 18, seat.money, 16),
        *(group(part, 0, _RIVER_Y) for part in river(rules, seat)),
        *(group(part, 0, market_y) for part in market(rules, seat)),
        *(group(part, 0, palace_y) for part in palace(rules, seat)),
        group(upgrades(rules, seat), 0, tables_y),
        group(karma(rules, seat), 150, tables_y),
    )
    return TablePanel(f"seat_{i + 1}", title, WIDTH, height, parts, f"{title}: {_in_words(seat)}", seat=i)


def _in_words(seat: RecordView) -> str:
    goods = ", ".join(
        f"{good} {int(has)}, {int(sold)} of them sold" for good, has, sold in zip(GOODS, seat.goods, seat.sold, strict=True)
    )
    people = ", ".join(f"{spaced(person)} {n}" for person, n in zip(PEOPLE, seat.palace, strict=True) if n)
    roads = ", ".join(f"row {cell // COLUMNS + 1} column {cell % COLUMNS + 1}" for cell, sides in enumerate(seat.roads) if sides)
    upgrades = ", ".join(f"{building} {int(n)}" for building, n in zip(BUILDINGS, seat.levels, strict=True) if n)
    bonuses = ", ".join(spaced(name) for place, name in enumerate(terms.PLACES) if seat.released >> place & 1)
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma_collected - seat.karma_used}; goods: {goods}; "
        f"river space {seat.river}; palace: {people or 'nobody'}; roads at {roads}; upgrades {upgrades or 'none'}; "
        f"bonuses got: {bonuses or 'none'}"
    )


# --- the province


def province(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the province: what is printed, the roads of every space, and every bonus."""
    drawn = [group(roads(int(seat.roads[cell]), SIZE, 7), *_corner_of_cell(cell)) for cell in range(N.cells)]
    printed, signs = _printed_province(rules)
    return [
        printed,
        *drawn,
        signs,
        *(bonus(rules, seat, FIRST_PLACE.edge + i, *_beside(edge)) for i, edge in enumerate(terms.EDGES)),
    ]


def _corner_of_cell(cell: int) -> tuple[int, int]:
    return LEFT + cell % COLUMNS * SIZE, TOP + cell // COLUMNS * SIZE


@lru_cache(maxsize=16)
def _printed_province(rules: Rules) -> tuple[str, str]:
    """Return the ground of all spaces, and what they show."""
    ground = box(0.5, 0.5, SIZE - 1, SIZE - 1, "cell", 3)
    names = [spaced(terms.CELLS[cell]) for cell in rules.record.cells]
    grounds = [group(ground, *_corner_of_cell(cell), title=name) for cell, name in enumerate(names)]
    return "".join(grounds), "".join(_sign(rules, cell) for cell in range(N.cells))


def _sign(rules: Rules, cell: int) -> str:
    """Return what a space shows, in its corner so that the road stays to be seen."""
    name = terms.CELLS[rules.record.cells[cell]]
    if name == "residence":
        drawn = badge("house", SIZE / 2, SIZE / 2 - 1, 24)
    elif name in BUILDINGS:
        drawn = badge(PICTURES[name], 10, 10, 15)
    elif name == "empty":
        return ""
    else:
        drawn = badge("tent", 10, 10, 14) + text(13, 20, "=" if name == "market_same" else "≠", "over")
    return group(drawn, *_corner_of_cell(cell))


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


# --- the river

PER_ROW, SPACE_WIDE, SPACE_HIGH = 9, 38, 50


def _height_of_river(rules: Rules) -> int:
    """Return how high the river is drawn."""
    return SPACE_HIGH * -(-int(rules.record.n_river) // PER_ROW) + 16


def river(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the river: what is printed, the marks, and where the position is."""
    cross_out = cross(SPACE_WIDE / 2 - 6, SPACE_HIGH / 2 - 6)
    corners = (_corner_of_space(space) for space in range(1, int(rules.record.n_river) + 1) if is_marked(seat.record, space))
    marks = "".join(group(cross_out, x + SPACE_WIDE / 2, y + SPACE_HIGH / 2) for x, y in corners)
    x, y = _corner_of_space(int(seat.river))
    position = box(x + 1, y + 1, SPACE_WIDE - 2, SPACE_HIGH - 3, "position", 4) if seat.river else ""
    return [_printed_river(rules), marks, position]


def _corner_of_space(space: int) -> tuple[int, int]:
    row, along = divmod(space - 1, PER_ROW)
    return along * SPACE_WIDE, 16 + row * SPACE_HIGH


@lru_cache(maxsize=16)
def _printed_river(rules: Rules) -> str:
    spaces = range(1, int(rules.record.n_river) + 1)
    return text(0, 11, "River", "v") + "".join(_space(rules, space) for space in spaces)


def _space(rules: Rules, space: int) -> str:
    symbol = terms.SYMBOLS[rules.record.symbols[space]]
    given = [earning_of(earning) for earning in rules.record.river[space] if earning.kind]
    drawn = box(0.5, 0.5, SPACE_WIDE - 1, SPACE_HIGH - 2, "water", 3) + badge(PICTURES[symbol], SPACE_WIDE / 2, 12, 17, "sea")
    for i, earning in enumerate(given):
        drawn += group(earning_symbol(earning), SPACE_WIDE / 2 + 18 * (i - (len(given) - 1) / 2), 33)
    return group(drawn, *_corner_of_space(space), title=f"{symbol}: {', '.join(map(str, given))}")


# --- the market area

#: Where the rows of goods begin, and how far they are apart.
MARKET_LEFT, GOODS_TOP, GOODS_ROW = 24, 34, 26


def market(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the market area: the prices, and the row of every good."""
    columns = _columns(rules)
    prices = "".join(coin(x + 9, 24, int(rules.record.prices[i]), 7.5) for i, x in enumerate(columns))
    return [text(0, 11, "Market", "v") + prices, *(_row_of_good(rules, seat, good, columns) for good in range(len(GOODS)))]


def _tents(rules: Rules) -> list[int]:
    """Return after how many goods each tent ends."""
    return [int(end) for end in rules.record.tent_ends if end]


def _columns(rules: Rules) -> list[float]:
    """Return where the columns begin; behind each tent there is room for its bonus."""
    n, tents = int(rules.record.n_columns), _tents(rules)
    step = min(22.0, (WIDTH - MARKET_LEFT - (BONUS_WIDTH + 5) * len(tents)) / n)
    return [MARKET_LEFT + step * i + (BONUS_WIDTH + 5) * sum(end <= i for end in tents) for i in range(n)]


def _row_of_good(rules: Rules, seat: RecordView, good: int, columns: list[float]) -> str:
    """Return the boxes of a good: empty, circled while it is in stock, crossed out once it is sold; then the bonuses."""
    y = GOODS_TOP + GOODS_ROW * good
    drawn = group(badge(PICTURES[GOODS[good]], 10, y + 12, 18), title=GOODS[good])
    for i, x in enumerate(columns):
        drawn += box(x + 0.5, y + 3.5, 18, 18, "box", 3)
        if i < seat.goods[good]:
            drawn += tag("circle", cx=x + 9.5, cy=y + 12.5, r=7.5, class_="ring")
        if i < seat.sold[good]:
            drawn += group(cross(6), x + 9.5, y + 12.5)
    for i, end in enumerate(_tents(rules)):
        drawn += bonus(
            rules, seat, FIRST_PLACE.tent + good * terms.MAX_TENTS + i, columns[end - 1] + 23 + BONUS_WIDTH / 2, y + 12.5
        )
    return drawn


# --- the palace

AREA_WIDTH, PERSON_ROW, PERSON_NAME = 168, 20, 72


def palace(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the palace: its two areas side by side."""
    return [
        text(0, 11, "Palace", "v"),
        *(group(_area(rules, seat, area), (AREA_WIDTH + 8) * area) for area in range(len(terms.PALACE_AREAS))),
    ]


def _area(rules: Rules, seat: RecordView, area: int) -> str:
    drawn = box(0.5, TABLE_TOP + 0.5, AREA_WIDTH - 1, PERSON_ROW * N.people_per_area + 33, "palace", 6)
    for row in range(N.people_per_area):
        person = area * N.people_per_area + row
        y = TABLE_TOP + 3 + PERSON_ROW * row
        drawn += text(5, y + 13, spaced(PEOPLE[person]).title(), "p")
        for column in range(PALACE_COLUMNS):
            x = PERSON_NAME + BONUS_WIDTH * column + 7
            drawn += box(x + 0.5, y + 1.5, 16, 16, "box", 3)
            if column < seat.palace[person]:
                drawn += group(cross(5.5), x + 8.5, y + 9.5)
    for column in range(PALACE_COLUMNS):
        place = FIRST_PLACE.palace_column + area * PALACE_COLUMNS + column
        drawn += bonus(
            rules, seat, place, PERSON_NAME + BONUS_WIDTH * column + 15.5, TABLE_TOP + PERSON_ROW * N.people_per_area + 18
        )
    return drawn


# --- the building upgrade table and the karma track

BUILDING_ROW, LEVEL_STEP = 21, 35


def upgrades(rules: Rules, seat: RecordView) -> str:
    """Return the upgrade table: what every building is worth is not crossed out."""
    values = rules.values.buildings.values
    drawn = text(0, 11, "Buildings", "v")
    for row, building in enumerate(BUILDINGS):
        y = TABLE_TOP + BUILDING_ROW * row
        drawn += group(badge(PICTURES[building], 10, y + 10, 17), title=building)
        for level, value in enumerate(values):
            x = 40 + LEVEL_STEP * level
            is_now = level == seat.levels[row]
            drawn += box(x - 11.5, y + 0.5, 23, 19, "level" if is_now else "box", 3) + star(x, y + 10, value, 8)
            if level < seat.levels[row]:
                drawn += group(cross(8, 6), x, y + 10)
    below = TABLE_TOP + BUILDING_ROW * len(BUILDINGS) + 15
    for column in range(len(values) - 1):
        drawn += bonus(rules, seat, FIRST_PLACE.upgrade_column + column, 40 + LEVEL_STEP * (column + 1), below)
    return drawn


def karma(rules: Rules, seat: RecordView) -> str:
    """Return the karma track: collected karma is circled, used karma crossed out."""
    drawn = text(16, 11, "Karma", "v")
    for i in range(int(rules.record.karma_limit)):
        x = 32 + (BONUS_WIDTH + 4) * i
        drawn += symbol("lotus", x - 9, TABLE_TOP + 4, 18, None if i < seat.karma_collected else "pale")
        if i < seat.karma_collected:
            drawn += tag("circle", cx=x, cy=TABLE_TOP + 13, r=12.5, class_="ring")
        if i < seat.karma_used:
            drawn += group(cross(8), x, TABLE_TOP + 13)
        drawn += bonus(rules, seat, FIRST_PLACE.karma_bonus + i, x, TABLE_TOP + 44)
    return drawn
