"""What lies before a seat: its province with tiles, roads and yields, its dice, karma, workers and buildings."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, coin, die, group, place, rectangle, roads, star, symbol, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import counted
from rajas_sim.ganges.drawing.board import ROAD_WIDTH, TILE_SIZE, tile_drawing
from rajas_sim.ganges.drawing.symbols import PICTURES, earnings_symbols
from rajas_sim.ganges.output.wording import earnings_of_yield, earnings_text, tile_text, waiting_worker_texts
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BUILDINGS, COLOURS, COLUMNS, N_OF, ROWS

WIDTH = 344
#: A little to the right of the middle, so that the numbers of rows fit on the left of the yields.
LEFT, TOP = (WIDTH - COLUMNS * TILE_SIZE) // 2 + 3, 28
BOTTOM = TOP + ROWS * TILE_SIZE + 10
LINE = 27
HEIGHT = BOTTOM + 4 * LINE
VALUES_X, DIE_SIZE, BUILDING_STEP = 46, 19, 66
_DIE_STEP, _COLOUR_GAP = 20.0, 6


@lru_cache(maxsize=64)
def seat_panel(rules: Rules, seat_index: int, seat: RecordView) -> TablePanel:
    """Return what lies before a seat."""
    tiles_in_cells = zip(seat.tiles.tolist(), seat.roads.tolist(), seat.covered.tolist(), strict=True)
    cells = tuple(_cell_drawing(rules, cell, *tile) for cell, tile in enumerate(tiles_in_cells))
    board, slots = int(seat.board), seat.slots.tolist()
    yields = tuple(
        _yield_drawing(rules, board, yield_number, slots[yield_number], is_connected)
        for yield_number, is_connected in enumerate(_are_yields_connected(rules, seat))
    )
    lines_below = (
        _dice_drawing(rules, seat),
        _karma_drawing(rules, seat),
        _workers_drawing(seat_index, seat),
        _buildings_drawing(rules, seat),
    )
    title = f"Seat {seat_index + 1}"
    fame, money = star(25, 24, seat.fame, 21), coin(WIDTH - 25, 24, seat.money, 19)
    parts = (_printed_province_drawing(rules), *cells, *yields, fame, money, *lines_below)
    return TablePanel(
        f"seat_{seat_index + 1}", title, WIDTH, HEIGHT, parts, f"{title}: {_seat_text(rules, seat)}", seat=seat_index
    )


def corner_of_cell(cell: int) -> tuple[int, int]:
    """Return the top left corner of a cell."""
    row, column = divmod(cell, COLUMNS)
    return LEFT + column * TILE_SIZE, TOP + row * TILE_SIZE


@lru_cache(maxsize=16)
def _printed_province_drawing(rules: Rules) -> str:
    """Return the cells of the province board with the numbers of rows and columns, and the labels below."""
    parts = [text(2.6, TOP + (row + 0.5) * TILE_SIZE + 4, row + 1, "small middle") for row in range(ROWS)]
    parts += [text(LEFT + (column + 0.5) * TILE_SIZE, BOTTOM - 1, column + 1, "small middle") for column in range(COLUMNS)]
    for cell in range(N_OF.cells):
        kind = rules.record.cells[cell]
        if kind == terms.NO_CELL:
            continue
        if kind == terms.DEAD_END_CELL:
            parts.append(group(dead_ends_drawing(), *corner_of_cell(cell), title="three dead ends"))
            continue
        cell_svg = rectangle(0.5, 0.5, TILE_SIZE - 1, TILE_SIZE - 1, "cell", 3)
        if kind == terms.RESIDENCE_CELL:
            cell_svg += roads(int(rules.record.residence_roads), TILE_SIZE, ROAD_WIDTH)
            cell_svg += group(badge("house", 0, 0, 26), TILE_SIZE / 2, TILE_SIZE / 2 - 2, title="the residence")
        parts.append(group(cell_svg, *corner_of_cell(cell)))
    for line_number, label in enumerate(("dice", "karma", "workers", "worth")):
        parts.append(text(2, BOTTOM + LINE * line_number + 17, label, "small"))
    return "".join(parts)


def dead_ends_drawing() -> str:
    """Return the cell with the three dead ends at 0, 0."""
    cell_svg = rectangle(0.5, 0.5, TILE_SIZE - 1, TILE_SIZE - 1, "cell", 3)
    return cell_svg + "".join(_dead_end_drawing(side) for side in (0, 1, 3))


def _dead_end_drawing(side: int) -> str:
    """Return a short road that begins at the middle of a side (0 top, 1 right, 2 bottom, 3 left)."""
    size, half, length = TILE_SIZE, TILE_SIZE / 2, 12
    line_by_side = (
        (half, 0, half, length),
        (size, half, size - length, half),
        (half, size, half, size - length),
        (0, half, length, half),
    )
    x1, y1, x2, y2 = line_by_side[side]
    path = f'd="M{x1:g} {y1:g}L{x2:g} {y2:g}"'
    return f'<path {path} class="casing" stroke-width="{ROAD_WIDTH + 3}"/><path {path} class="road" stroke-width="{ROAD_WIDTH}"/>'


@lru_cache(maxsize=1024)
def _cell_drawing(rules: Rules, cell: int, tile: int, sides: int, is_covering: int) -> str:
    """Return the tile on a cell with roads to the given sides, and the edge of a tile that it covers."""
    if tile < 0:
        return ""
    covered_edge = rectangle(4, 4, TILE_SIZE - 3, TILE_SIZE - 3, "under", 4) if is_covering else ""
    return group(covered_edge + tile_drawing(rules, tile, sides), *corner_of_cell(cell))


def _are_yields_connected(rules: Rules, seat: RecordView) -> list[bool]:
    """Return which yields of a seat's board are connected."""
    return [bool(seat.yields_connected >> i & 1) for i in range(int(rules.record.boards[seat.board].n_yields))]


@lru_cache(maxsize=1024)
def _yield_drawing(rules: Rules, board: int, yield_number: int, tile: int, is_connected: bool) -> str:
    """Return a yield at the edge: framed once it is connected, in the colour of its slot or of the tile on it."""
    yield_earnings = earnings_of_yield(rules, board, yield_number, tile)
    slot_number = int(rules.record.boards[board].yields[yield_number].slot)
    slot_colour = "" if slot_number == terms.NO_SLOT else terms.YIELD_COLOURS[slot_number]
    x, y, width, height = place_of_yield(rules, board, yield_number)
    is_left_or_right = width < height
    class_ = "done" if is_connected else "yield"
    background = rectangle(-width / 2, -height / 2, width, height, f"{class_} {slot_colour}" + " laid" * bool(tile), 6)
    title = earnings_text(rules, yield_earnings) + ", connected" * is_connected
    return group(background + earnings_symbols(yield_earnings, is_left_or_right), x, y, title=title)


def place_of_yield(rules: Rules, board: int, yield_number: int) -> tuple[float, float, int, int]:
    """Return the middle of a yield, its width and its height: at the edge of the board, beside its cell."""
    special_yield = rules.record.boards[board].yields[yield_number]
    left, top = corner_of_cell(int(special_yield.cell))
    across, up = TILE_SIZE / 2 + 17, TILE_SIZE / 2 + 13
    x = left + TILE_SIZE / 2 + (0, across, 0, -across)[special_yield.side]
    y = top + TILE_SIZE / 2 + (-up, 0, up, 0)[special_yield.side]
    return (x, y, 31, 44) if special_yield.side in (1, 3) else (x, y, 48, 24)


def _dice_drawing(rules: Rules, seat: RecordView) -> str:
    """Return the dice on the Kali statue, colour by colour, and its free hands."""
    dice = _dice_in_order(seat)
    svg = "".join(die(x, 0, value, colour, DIE_SIZE) for (colour, value), x in zip(dice, dice_xs(seat), strict=True))
    hands = range(len(dice), int(rules.record.boards[seat.board].hand_limit))
    gaps = _COLOUR_GAP * (N_OF.colours - 1)
    svg += "".join(rectangle(_DIE_STEP * i + gaps + 1, 1, DIE_SIZE - 2, DIE_SIZE - 2, "open", 4) for i in hands)
    return group(svg, VALUES_X, BOTTOM + 3)


def dice_xs(seat: RecordView) -> list[float]:
    """Return the x of each die of a seat, from the first die on; there is a small gap between colours."""
    dice = _dice_in_order(seat)
    step = min(_DIE_STEP, (WIDTH - VALUES_X - 20) / max(len(dice), 1))
    gaps = (step + (_COLOUR_GAP if colour != previous_colour else 0) for (previous_colour, _), (colour, _) in pairwise(dice))
    return [*accumulate(gaps, initial=0.0)][: len(dice)]


def die_corner(seat: RecordView, colour: str, value: int) -> tuple[float, float]:
    """Return where the first die of a colour and value lies."""
    return VALUES_X + dice_xs(seat)[_dice_in_order(seat).index((colour, value))], BOTTOM + 3


def _dice_in_order(seat: RecordView) -> list[tuple[str, int]]:
    """Return colour and value of every die of a seat, colour by colour and by rising value."""
    return [
        (colour, value)
        for colour, numbers_of_dice in zip(COLOURS, seat.dice.tolist(), strict=True)
        for value, n in enumerate(numbers_of_dice, 1)
        for _ in range(n)
    ]


def _karma_drawing(rules: Rules, seat: RecordView) -> str:
    """Return a lotus for each level of karma, pale above the level of the seat."""
    highest_level, level = int(rules.record.karma_limit), seat.karma
    svg = "".join(symbol("lotus", 22 * i, 0, 19, None if i < level else "pale") for i in range(max(highest_level, level)))
    return group(svg, VALUES_X, BOTTOM + LINE + 3)


def _workers_drawing(seat_index: int, seat: RecordView) -> str:
    """Return the active workers, pale if they are on the board; in words, where inactive workers wait."""
    n_to_place = seat.workers - seat.placed
    svg = "".join(
        symbol("pawn", 20 * nth, 0, 19, f"t{seat_index + 1}" if nth < n_to_place else f"t{seat_index + 1} pale")
        for nth in range(seat.workers)
    )
    svg = place(svg, f"workers {seat_index + 1}")
    waiting_texts = waiting_worker_texts(seat.inactive)
    if waiting_texts:
        svg += text(20 * seat.workers + 8, 14, f"waiting: {', '.join(waiting_texts)}", "small")
    return group(svg, VALUES_X, BOTTOM + 2 * LINE + 3)


def _buildings_drawing(rules: Rules, seat: RecordView) -> str:
    """Return the buildings with the fame each is worth now."""
    fame_by_level = rules.values.buildings.values
    svg, n_upgrades, n_pending_upgrades = "", seat.levels.tolist(), seat.levels_from_next_turn.tolist()
    for i, building in enumerate(BUILDINGS):
        level = n_upgrades[i] - n_pending_upgrades[i]
        x = BUILDING_STEP * i
        svg += symbol(PICTURES[building], x, 0, 19) + star(x + 30, 10, fame_by_level[level], 9)
        svg += text(x + 41, 14, "▴" * n_upgrades[i], "small")
    return group(svg, VALUES_X, BOTTOM + 3 * LINE + 3)


def _seat_text(rules: Rules, seat: RecordView) -> str:
    """Return what lies before a seat in words: resources, dice, tiles, connected yields, upgrades and waiting workers."""
    dice_texts = [f"{colour} {value}" for colour, value in _dice_in_order(seat)]
    tile_texts = [
        f"{tile_text(rules, rules.tile_names[tile])} at row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"
        for cell, tile in enumerate(seat.tiles)
        if tile >= 0
    ]
    connected_texts = [
        earnings_text(rules, earnings_of_yield(rules, int(seat.board), i, int(seat.slots[i])))
        for i, is_connected in enumerate(_are_yields_connected(rules, seat))
        if is_connected
    ]
    upgrade_texts = [f"{building} {level}" for building, level in zip(BUILDINGS, seat.levels, strict=True) if level]
    waiting_texts = waiting_worker_texts(seat.inactive)
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, "
        f"{counted(seat.workers - seat.placed, 'worker', 'workers')} to place; dice {', '.join(dice_texts) or 'none'}; "
        f"tiles {'; '.join(tile_texts) or 'none'}; connected yields {', '.join(connected_texts) or 'none'}; "
        f"upgrades {', '.join(upgrade_texts) or 'none'}; workers waiting at {', '.join(waiting_texts) or 'no place'}"
    )
