"""What lies before a seat: its province with tiles, roads and yields, its dice, karma, workers and buildings."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, box, coin, die, group, roads, star, symbol, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import counted
from rajas_sim.ganges.drawing.board import ROAD_WIDTH, TILE_SIZE, tile_drawing
from rajas_sim.ganges.drawing.earnings import PICTURES, earnings
from rajas_sim.ganges.output.wording import earnings_text, tile_text
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BUILDINGS, COLOURS, COLUMNS, ROWS, N

WIDTH = 344
LEFT, TOP = (WIDTH - COLUMNS * TILE_SIZE) // 2, 28
BOTTOM = TOP + ROWS * TILE_SIZE + 10
LINE = 27
HEIGHT = BOTTOM + 4 * LINE
_VALUES_X = 46
#: Where inactive workers wait, in the order of terms.WORKER_SOURCES.
_WAITING = ("fame", "money", "bridge")


@lru_cache(maxsize=64)
def seat_panel(rules: Rules, i: int, seat: RecordView) -> TablePanel:
    """Return what lies before a seat."""
    laid = zip(seat.tiles.tolist(), seat.roads.tolist(), seat.covered.tolist(), strict=True)
    cells = tuple(_cell(rules, cell, *tile) for cell, tile in enumerate(laid))
    board, slots = int(seat.board), seat.slots.tolist()
    yields = tuple(_yield(rules, board, k, slots[k], is_done) for k, is_done in enumerate(_connected(rules, seat)))
    below = (_dice(seat), _karma(rules, seat), _workers(i, seat), _buildings(rules, seat))
    title = f"Seat {i + 1}"
    fame, money = star(25, 24, seat.fame, 21), coin(WIDTH - 25, 24, seat.money, 19)
    parts = (_printed(rules), *cells, *yields, fame, money, *below)
    return TablePanel(f"seat_{i + 1}", title, WIDTH, HEIGHT, parts, f"{title}: {_in_words(rules, seat)}", seat=i)


def _corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, COLUMNS)
    return LEFT + column * TILE_SIZE, TOP + row * TILE_SIZE


@lru_cache(maxsize=16)
def _printed(rules: Rules) -> str:
    """Return the cells of the province board and the labels below."""
    drawn = []
    for cell in range(N.cells):
        kind = rules.record.cells[cell]
        if kind == terms.NO_CELL:
            continue
        printed = box(0.5, 0.5, TILE_SIZE - 1, TILE_SIZE - 1, "cell", 3)
        if kind == terms.RESIDENCE_CELL:
            printed += roads(int(rules.record.residence_roads), TILE_SIZE, ROAD_WIDTH)
            printed += group(badge("house", 0, 0, 26), TILE_SIZE / 2, TILE_SIZE / 2 - 2, title="the residence")
        elif kind == terms.DEAD_END_CELL:
            printed += group("".join(_dead_end(side) for side in (0, 1, 3)), title="three dead ends")
        drawn.append(group(printed, *_corner(cell)))
    for n, label in enumerate(("dice", "karma", "workers", "worth")):
        drawn.append(text(2, BOTTOM + LINE * n + 17, label, "u"))
    return "".join(drawn)


def _dead_end(side: int) -> str:
    """Return a road from the middle of a side that ends soon."""
    size, half, end = TILE_SIZE, TILE_SIZE / 2, 12
    ends = ((half, 0, half, end), (size, half, size - end, half), (half, size, half, size - end), (0, half, end, half))
    x1, y1, x2, y2 = ends[side]
    path = f'd="M{x1:g} {y1:g}L{x2:g} {y2:g}"'
    return f'<path {path} class="casing" stroke-width="{ROAD_WIDTH + 3}"/><path {path} class="road" stroke-width="{ROAD_WIDTH}"/>'


@lru_cache(maxsize=1024)
def _cell(rules: Rules, cell: int, tile: int, sides: int, covered: int) -> str:
    """Return the tile of a cell, its roads leading to some sides, and the edge of one that it covers."""
    if tile < 0:
        return ""
    under = box(4, 4, TILE_SIZE - 3, TILE_SIZE - 3, "under", 4) if covered else ""
    return group(under + tile_drawing(rules, tile, sides), *_corner(cell))


def _connected(rules: Rules, seat: RecordView) -> list[bool]:
    """Return which yields of a seat's board are connected."""
    return [bool(seat.yields_connected >> k & 1) for k in range(int(rules.record.boards[seat.board].n_yields))]


@lru_cache(maxsize=1024)
def _yield(rules: Rules, board: int, k: int, tile: int, is_connected: bool) -> str:
    """Return a yield at the edge: framed once it is connected, in the colour of its slot or of the tile on it."""
    special = rules.record.boards[board].yields[k]
    printed = _printed_yields(rules, board)[k]
    earns = _earns(rules, board, k, tile)
    is_beside = special.side in (1, 3)
    left, top = _corner(int(special.cell))
    shift = TILE_SIZE / 2 + 17
    x = left + TILE_SIZE / 2 + (0, shift, 0, -shift)[special.side]
    y = top + TILE_SIZE / 2 + (-TILE_SIZE / 2 - 13, 0, TILE_SIZE / 2 + 13, 0)[special.side]
    wide, high = (31, 44) if is_beside else (48, 24)
    class_ = "done" if is_connected else "yield"
    ground = box(-wide / 2, -high / 2, wide, high, f"{class_} {printed.slot or ''}" + " laid" * bool(tile), 6)
    hint = earnings_text(rules, earns) + ", connected" * is_connected
    return group(ground + earnings(earns, is_beside), x, y, title=hint)


def _printed_yields(rules: Rules, board: int) -> list[Any]:
    return [*getattr(rules.values.boards, terms.BOARDS[board]).yields.values()]


def _earns(rules: Rules, board: int, k: int, tile: int) -> dict[str, int]:
    """Return what a yield earns: what is printed, or what the yield tile on its slot shows."""
    earns: dict[str, int] = rules.yield_tiles[tile - 1][1].root if tile else _printed_yields(rules, board)[k].earns.root
    return earns


def _dice(seat: RecordView) -> str:
    """Return the dice on the Kali statue, colour by colour."""
    shown = _dice_of(seat)
    step = min(20.0, (WIDTH - _VALUES_X - 20) / max(len(shown), 1))
    drawn, x = "", 0.0
    for i, (colour, value) in enumerate(shown):
        x += step + (6 if shown[i - 1][0] != colour else 0) if i else 0
        drawn += die(x, 0, value, colour, 19)
    return group(drawn, _VALUES_X, BOTTOM + 3)


def _dice_of(seat: RecordView) -> list[tuple[str, int]]:
    """Return colour and value of every die of a seat."""
    dice = seat.dice.tolist()
    return [(COLOURS[c], v + 1) for c in range(N.colours) for v in range(N.faces) for _ in range(dice[c][v])]


def _karma(rules: Rules, seat: RecordView) -> str:
    limit, has = int(rules.record.karma_limit), seat.karma
    drawn = "".join(symbol("lotus", 22 * i, 0, 19, None if i < has else "pale") for i in range(max(limit, has)))
    return group(drawn, _VALUES_X, BOTTOM + LINE + 3)


def _workers(i: int, seat: RecordView) -> str:
    """Return the active workers, those on the board pale; then where others wait."""
    to_place = seat.workers - seat.placed
    drawn = "".join(
        symbol("pawn", 20 * nth, 0, 19, f"t{i + 1}" if nth < to_place else f"t{i + 1} pale") for nth in range(seat.workers)
    )
    waiting = _waiting(seat)
    if waiting:
        drawn += text(20 * seat.workers + 8, 14, f"waiting: {', '.join(waiting)}", "u")
    return group(drawn, _VALUES_X, BOTTOM + 2 * LINE + 3)


def _waiting(seat: RecordView) -> list[str]:
    """Return where workers wait that are not the seat's yet."""
    return [place for place, waits in zip(_WAITING, seat.inactive, strict=True) if waits]


def _buildings(rules: Rules, seat: RecordView) -> str:
    """Return the buildings with the fame each is worth now."""
    values = rules.values.buildings.values
    drawn, upgrades, pending = "", seat.levels.tolist(), seat.levels_from_next_turn.tolist()
    for i, building in enumerate(BUILDINGS):
        level = upgrades[i] - pending[i]
        drawn += symbol(PICTURES[building], 66 * i, 0, 19) + star(66 * i + 30, 10, values[level], 9)
        drawn += text(66 * i + 41, 14, "▴" * upgrades[i], "u")
    return group(drawn, _VALUES_X, BOTTOM + 3 * LINE + 3)


def _in_words(rules: Rules, seat: RecordView) -> str:
    dice = [f"{colour} {value}" for colour, value in _dice_of(seat)]
    tiles = [
        f"{tile_text(rules, rules.tile_names[tile])} at row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"
        for cell, tile in enumerate(seat.tiles)
        if tile >= 0
    ]
    connected = [
        earnings_text(rules, _earns(rules, int(seat.board), k, int(seat.slots[k])))
        for k, is_connected in enumerate(_connected(rules, seat))
        if is_connected
    ]
    upgrades = [f"{building} {level}" for building, level in zip(BUILDINGS, seat.levels, strict=True) if level]
    waiting = _waiting(seat)
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, "
        f"{counted(seat.workers - seat.placed, 'worker', 'workers')} to place; dice {', '.join(dice) or 'none'}; "
        f"tiles {'; '.join(tiles) or 'none'}; connected yields {', '.join(connected) or 'none'}; "
        f"upgrades {', '.join(upgrades) or 'none'}; workers waiting at {', '.join(waiting) or 'no place'}"
    )
