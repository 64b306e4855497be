"""The sheet of a seat, area by area, with everything that is drawn, circled and crossed out on it."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.symbols import BONUS_WIDTH, PICTURES, bonus_svg, cross, earning_symbol, market_sign
from rajas_sim.charmers.output.wording import SPELLINGS, earning_of, place_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import BUILDINGS, COLUMNS, FIRST_BONUS_PLACE, GOODS, N_OF, PALACE_COLUMNS, PEOPLE, ROWS
from rajas_sim.charmers.sheet.river import is_marked
from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, coin, group, mover, rectangle, roads, star, symbol, tag, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced

WIDTH, CELL_SIZE = 344, 44
LEFT, TOP = (WIDTH - COLUMNS * CELL_SIZE) // 2, 42
PROVINCE_HEIGHT = TOP + ROWS * CELL_SIZE + 30
RIVER_Y = PROVINCE_HEIGHT + 4
GAP_BETWEEN_AREAS = 8
MARKET_HEIGHT, PALACE_HEIGHT, TABLES_HEIGHT = 106, 110, 132
#: Where the palace, the upgrade table and the karma track begin, below their names.
TABLE_TOP = 16


@lru_cache(maxsize=64)
def sheet_panel(rules: Rules, seat_index: int, seat: RecordView) -> TablePanel:
    """Return the sheet of a seat."""
    market_y, palace_y, tables_y, height = tops_of_areas(rules)
    title = f"Seat {seat_index + 1}"
    upper_parts = (
        *province_parts(rules, seat),
        star(19, 18, seat.fame, 17),
        coin(WIDTH - 19, 18, seat.money, 16),
        *(group(part, 0, RIVER_Y) for part in river_parts(rules, seat)),
    )
    lower_parts = (
        *(group(part, 0, market_y) for part in market_parts(rules, seat)),
        *(group(part, 0, palace_y) for part in palace_parts(rules, seat)),
        group(upgrade_table_svg(rules, seat), 0, tables_y),
        group(karma_track_svg(rules, seat), KARMA_X, tables_y),
    )
    return TablePanel(
        f"seat_{seat_index + 1}",
        title,
        WIDTH,
        height,
        upper_parts + lower_parts,
        f"{title}: {_sheet_text(seat)}",
        seat=seat_index,
        fold=(len(upper_parts), market_y - GAP_BETWEEN_AREAS),
    )


def tops_of_areas(rules: Rules) -> tuple[int, int, int, int]:
    """Return the y where the market, the palace, and the upgrade table and karma track begin, and the y where the sheet ends."""
    market_y = RIVER_Y + height_of_river(rules) + GAP_BETWEEN_AREAS
    palace_y = market_y + MARKET_HEIGHT + GAP_BETWEEN_AREAS
    tables_y = palace_y + PALACE_HEIGHT + GAP_BETWEEN_AREAS
    return market_y, palace_y, tables_y, tables_y + TABLES_HEIGHT


def _sheet_text(seat: RecordView) -> str:
    """Return in words what is filled in on a seat's sheet: resources, goods, boat, palace, roads, upgrades and bonuses."""
    good_texts = ", ".join(
        f"{good} {int(n_circled)}, {int(n_sold)} of them sold"
        for good, n_circled, n_sold in zip(GOODS, seat.goods, seat.sold, strict=True)
    )
    person_texts = ", ".join(
        f"{spaced(person, SPELLINGS)} {n_crossed_out}"
        for person, n_crossed_out in zip(PEOPLE, seat.palace, strict=True)
        if n_crossed_out
    )
    road_texts = ", ".join(
        f"row {cell // COLUMNS + 1} column {cell % COLUMNS + 1}" for cell, roads_of_cell in enumerate(seat.roads) if roads_of_cell
    )
    level_texts = ", ".join(f"{building} {int(level)}" for building, level in zip(BUILDINGS, seat.levels, strict=True) if level)
    bonus_texts = ", ".join(
        place_text(name) for bonus_place, name in enumerate(terms.BONUS_PLACES) if seat.released >> bonus_place & 1
    )
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma_collected - seat.karma_used}; goods: {good_texts}; "
        f"river space {seat.river}; palace: {person_texts or 'nobody'}; roads at {road_texts}; upgrades {level_texts or 'none'}; "
        f"bonuses got: {bonus_texts or 'none'}"
    )


# --- the province


def bonus_centre(rules: Rules, bonus_place: str) -> tuple[float, float] | None:
    """Return the middle of a bonus on the sheet, by its place (terms.BONUS_PLACES); None for a bonus beside the tracks."""
    market_y, palace_y, tables_y, _ = tops_of_areas(rules)
    kind, part, number = bonus_place.split("/")  # part: the side, the good or the area
    nth = int(number) - 1
    match kind:
        case "edge":
            return _edge_centre(part, nth)
        case "tent":
            x, y = _tent_centre(rules, GOODS.index(part), nth)
            return x, market_y + y
        case "palace_column":
            x, y = _palace_bonus_centre(nth)
            return (AREA_WIDTH + 8) * terms.PALACE_AREAS.index(part) + x, palace_y + y
        case "upgrade_column":
            x, y = _upgrade_bonus_centre(nth)
            return x, tables_y + y
        case "karma_bonus":
            x, y = _karma_bonus_centre(nth)
            return KARMA_X + x, tables_y + y
    return None


def province_parts(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the province: what is printed, the roads of every space, and every bonus."""
    drawn_roads = [group(roads(int(seat.roads[cell]), CELL_SIZE, 7), *corner_of_cell(cell)) for cell in range(N_OF.cells)]
    printed, signs = _printed_province_svgs(rules)
    return [
        printed,
        *drawn_roads,
        signs,
        *(
            bonus_svg(rules, seat, FIRST_BONUS_PLACE.edge + i, *_edge_centre(side, int(number) - 1))
            for i, (side, _, number) in enumerate(edge.partition("_") for edge in terms.EDGES)
        ),
    ]


def corner_of_cell(cell: int) -> tuple[int, int]:
    """Return the top left corner of a space of the province."""
    return LEFT + cell % COLUMNS * CELL_SIZE, TOP + cell // COLUMNS * CELL_SIZE


@lru_cache(maxsize=16)
def _printed_province_svgs(rules: Rules) -> tuple[str, str]:
    """Return the ground of all spaces with the numbers of rows and columns; and the signs printed on the spaces."""
    ground_svg = rectangle(0.5, 0.5, CELL_SIZE - 1, CELL_SIZE - 1, "cell", 3)
    names = [spaced(terms.CELLS[cell], SPELLINGS) for cell in rules.record.cells]
    titled_grounds = [group(ground_svg, *corner_of_cell(cell), title=name) for cell, name in enumerate(names)]
    columns = "".join(text(LEFT + (i + 0.5) * CELL_SIZE, TOP - 3, i + 1, "small middle") for i in range(COLUMNS))
    rows = "".join(text(LEFT - 42, TOP + (i + 0.5) * CELL_SIZE + 4, i + 1, "small middle") for i in range(ROWS))
    return "".join(titled_grounds) + columns + rows, "".join(_printed_sign(rules, cell) for cell in range(N_OF.cells))


def _printed_sign(rules: Rules, cell: int) -> str:
    """Return what a space shows, in its corner so that the road stays visible."""
    name = terms.CELLS[rules.record.cells[cell]]
    if name == "residence":
        svg = badge("house", CELL_SIZE / 2, CELL_SIZE / 2 - 1, 24)
    elif name in BUILDINGS:
        svg = badge(PICTURES[name], 10, 10, 15)
    elif name == "empty":
        return ""
    else:
        svg = group(market_sign(is_of_one_kind=name == "market_same"), 10, 10)
    return group(svg, *corner_of_cell(cell))


def _edge_centre(side: str, nth: int) -> tuple[float, float]:
    """Return the middle of a place at the edge."""
    distance = (nth + 0.5) * CELL_SIZE
    match side:
        case "top":
            return LEFT + distance, TOP - 27
        case "bottom":
            return LEFT + distance, TOP + ROWS * CELL_SIZE + 15
        case "left":
            return LEFT - 19, TOP + distance
        case _:
            return LEFT + COLUMNS * CELL_SIZE + 19, TOP + distance


# --- the river

SPACES_PER_ROW, SPACE_WIDTH, SPACE_HEIGHT = 9, 38, 50


def height_of_river(rules: Rules) -> int:
    """Return the height of the drawn river."""
    return SPACE_HEIGHT * -(-int(rules.record.n_river) // SPACES_PER_ROW) + 16


def river_parts(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the river: what is printed, the marks, and the position of the seat."""
    cross_svg = cross(SPACE_WIDTH / 2 - 6, SPACE_HEIGHT / 2 - 6)
    corners_of_marks = (
        corner_of_space(space) for space in range(1, int(rules.record.n_river) + 1) if is_marked(seat.record, space)
    )
    marks = "".join(group(cross_svg, x + SPACE_WIDTH / 2, y + SPACE_HEIGHT / 2) for x, y in corners_of_marks)
    x, y = corner_of_space(int(seat.river))
    position_frame = rectangle(x + 1, y + 1, SPACE_WIDTH - 2, SPACE_HEIGHT - 3, "position", 4) if seat.river else ""
    return [_printed_river_svg(rules), marks, mover(position_frame, "river")]


def corner_of_space(space: int) -> tuple[int, int]:
    """Return the top left corner of a space of the river, within the river."""
    row, column = divmod(space - 1, SPACES_PER_ROW)
    return column * SPACE_WIDTH, 16 + row * SPACE_HEIGHT


@lru_cache(maxsize=16)
def _printed_river_svg(rules: Rules) -> str:
    spaces = range(1, int(rules.record.n_river) + 1)
    return text(0, 11, "River", "strong") + "".join(_river_space_svg(rules, space) for space in spaces)


def _river_space_svg(rules: Rules, space: int) -> str:
    """Return a river space at its place on the drawing, with its symbol and what it gives."""
    symbol = terms.SYMBOLS[rules.record.symbols[space]]
    earnings = [earning_of(earning) for earning in rules.record.river[space] if earning.kind]
    svg = rectangle(0.5, 0.5, SPACE_WIDTH - 1, SPACE_HEIGHT - 2, "water", 3) + text(2, 11, space, "small")
    svg += badge(PICTURES[symbol], SPACE_WIDTH / 2 + 6, 12, 17, "sea")
    for i, earning in enumerate(earnings):
        svg += group(earning_symbol(earning), SPACE_WIDTH / 2 + 18 * (i - (len(earnings) - 1) / 2), 33)
    return group(svg, *corner_of_space(space), title=f"space {space}, {symbol}: {', '.join(map(str, earnings))}")


# --- the market area

#: Where the rows of goods begin, and the distance between them.
MARKET_LEFT, GOODS_TOP, GOODS_ROW_HEIGHT = 24, 34, 26


def market_parts(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the market area: the prices, and the row of every good."""
    column_xs = _column_xs(rules)
    prices = "".join(coin(x + 9, 24, int(rules.record.prices[i]), 7.5) for i, x in enumerate(column_xs))
    return [
        text(0, 11, "Market", "strong") + prices,
        *(_good_row_svg(rules, seat, good, column_xs) for good in range(len(GOODS))),
    ]


def _tent_ends(rules: Rules) -> list[int]:
    """Return the number of goods after which each tent ends."""
    return [int(tent_end) for tent_end in rules.record.tent_ends if tent_end]


def _column_xs(rules: Rules) -> list[float]:
    """Return where the columns begin; after each tent there is room for its bonus."""
    n, tent_ends = int(rules.record.n_columns), _tent_ends(rules)
    step = min(22.0, (WIDTH - MARKET_LEFT - (BONUS_WIDTH + 5) * len(tent_ends)) / n)
    return [MARKET_LEFT + step * i + (BONUS_WIDTH + 5) * sum(tent_end <= i for tent_end in tent_ends) for i in range(n)]


def _good_row_svg(rules: Rules, seat: RecordView, good: int, column_xs: list[float]) -> str:
    """Return the row of a good: squares, circled once the good is taken and crossed out once it is sold; then its bonuses."""
    y = GOODS_TOP + GOODS_ROW_HEIGHT * good
    svg = group(badge(PICTURES[GOODS[good]], 10, y + 12, 18), title=GOODS[good])
    for i, x in enumerate(column_xs):
        svg += rectangle(x + 0.5, y + 3.5, 18, 18, "box", 3)
        if i < seat.goods[good]:
            svg += tag("circle", cx=x + 9.5, cy=y + 12.5, r=7.5, class_="ring")
        if i < seat.sold[good]:
            svg += group(cross(6), x + 9.5, y + 12.5)
    for i in range(len(_tent_ends(rules))):
        svg += bonus_svg(rules, seat, FIRST_BONUS_PLACE.tent + good * terms.MAX_TENTS + i, *_tent_centre(rules, good, i))
    return svg


def _tent_centre(rules: Rules, good: int, nth: int) -> tuple[float, float]:
    x_of_last_column = _column_xs(rules)[_tent_ends(rules)[nth] - 1]
    return x_of_last_column + 23 + BONUS_WIDTH / 2, GOODS_TOP + GOODS_ROW_HEIGHT * good + 12.5


# --- the palace

AREA_WIDTH, PERSON_ROW_HEIGHT, PERSON_NAME_WIDTH = 168, 20, 72
#: What is written for people whose names are too long for their column.
_SHORT_NAMES = {"raja_man_singh": "Raja M. S.", "master_builder": "Master B."}


def palace_parts(rules: Rules, seat: RecordView) -> list[str]:
    """Return the parts of the palace: its two areas side by side."""
    return [
        text(0, 11, "Upper palace", "strong"),
        text(AREA_WIDTH + 8, 11, "Lower palace", "strong"),
        *(group(_palace_area_svg(rules, seat, area), (AREA_WIDTH + 8) * area) for area in range(len(terms.PALACE_AREAS))),
    ]


def _palace_area_svg(rules: Rules, seat: RecordView, area: int) -> str:
    """Return one area of the palace: a row of boxes for each person, with a cross in each used one, and the columns' bonuses."""
    svg = rectangle(0.5, TABLE_TOP + 0.5, AREA_WIDTH - 1, PERSON_ROW_HEIGHT * N_OF.people_per_area + 33, "palace", 6)
    for row in range(N_OF.people_per_area):
        person = area * N_OF.people_per_area + row
        y = TABLE_TOP + 3 + PERSON_ROW_HEIGHT * row
        name = spaced(PEOPLE[person], SPELLINGS)
        svg += group(text(4, y + 13, _SHORT_NAMES.get(PEOPLE[person], name)), title=name)
        for column in range(PALACE_COLUMNS):
            x = PERSON_NAME_WIDTH + BONUS_WIDTH * column + 7
            svg += rectangle(x + 0.5, y + 1.5, 16, 16, "box", 3)
            if column < seat.palace[person]:
                svg += group(cross(5.5), x + 8.5, y + 9.5)
    for column in range(PALACE_COLUMNS):
        bonus_place = FIRST_BONUS_PLACE.palace_column + area * PALACE_COLUMNS + column
        svg += bonus_svg(rules, seat, bonus_place, *_palace_bonus_centre(column))
    return svg


def _palace_bonus_centre(column: int) -> tuple[float, float]:
    return PERSON_NAME_WIDTH + BONUS_WIDTH * column + 15.5, TABLE_TOP + PERSON_ROW_HEIGHT * N_OF.people_per_area + 18


# --- the building upgrade table and the karma track

BUILDING_ROW_HEIGHT, LEVEL_STEP, KARMA_X = 21, 35, 150


def upgrade_table_svg(rules: Rules, seat: RecordView) -> str:
    """Return the upgrade table; the lowest value of a building that is not crossed out is its present worth."""
    fame_by_level = rules.values.buildings.values
    svg = text(0, 11, "Buildings", "strong")
    for building_type, building in enumerate(BUILDINGS):
        y = TABLE_TOP + BUILDING_ROW_HEIGHT * building_type
        svg += group(badge(PICTURES[building], 10, y + 10, 17), title=building)
        for level, value in enumerate(fame_by_level):
            x = 40 + LEVEL_STEP * level
            is_level_of_seat = level == seat.levels[building_type]
            svg += rectangle(x - 11.5, y + 0.5, 23, 19, "level" if is_level_of_seat else "box", 3) + star(x, y + 10, value, 8)
            if level < seat.levels[building_type]:
                svg += group(cross(8, 6), x, y + 10)
    for column in range(len(fame_by_level) - 1):
        svg += bonus_svg(rules, seat, FIRST_BONUS_PLACE.upgrade_column + column, *_upgrade_bonus_centre(column))
    return svg


def _upgrade_bonus_centre(column: int) -> tuple[float, float]:
    return 40 + LEVEL_STEP * (column + 1), TABLE_TOP + BUILDING_ROW_HEIGHT * len(BUILDINGS) + 15


def karma_track_svg(rules: Rules, seat: RecordView) -> str:
    """Return the karma track: collected karma is circled, used karma crossed out."""
    svg = text(16, 11, "Karma", "strong")
    for i in range(int(rules.record.karma_limit)):
        x, bonus_y = _karma_bonus_centre(i)
        svg += symbol("lotus", x - 9, TABLE_TOP + 4, 18, None if i < seat.karma_collected else "pale")
        if i < seat.karma_collected:
            svg += tag("circle", cx=x, cy=TABLE_TOP + 13, r=12.5, class_="ring")
        if i < seat.karma_used:
            svg += group(cross(8), x, TABLE_TOP + 13)
        svg += bonus_svg(rules, seat, FIRST_BONUS_PLACE.karma_bonus + i, x, bonus_y)
    return svg


def _karma_bonus_centre(nth: int) -> tuple[float, float]:
    return 32 + (BONUS_WIDTH + 4) * nth, TABLE_TOP + 44
