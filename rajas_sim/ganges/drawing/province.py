"""What lies before a seat: its province with tiles, roads and yields, its dice, karma, workers and buildings."""

from __future__ import annotations

from typing import Any

from rajas_sim.core.drawing.panel import Panel
from rajas_sim.core.drawing.shapes import badge, box, coin, die, group, roads, star, symbol, text
from rajas_sim.core.positions.wording import counted
from rajas_sim.ganges.drawing.display import ROAD_WIDTH, SIZE, tile_drawing
from rajas_sim.ganges.drawing.earnings import PICTURES, earnings
from rajas_sim.ganges.output.wording import earnings_text, tile_text
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import BUILDINGS, COLOURS, COLUMNS, ROWS, N

WIDTH = 344
LEFT, TOP = (WIDTH - COLUMNS * SIZE) // 2, 28
BOTTOM = TOP + ROWS * SIZE + 10
LINE = 27
HEIGHT = BOTTOM + 4 * LINE
_VALUES_X = 46
#: Where inactive workers wait, in the order of terms.WORKER_SOURCES.
_WAITING = ("fame", "money", "bridge")


def seat_panel(state: Any, i: int) -> Panel:
    """Return what lies before a seat."""
    seat = state.seats[i]
    cells = tuple(group(_tile(state, seat, cell), *_corner(cell)) for cell in range(N.cells))
    yields = tuple(_yield(state, seat, k) for k in range(int(state.rules.record.boards[seat.board].n_yields)))
    below = (_dice(seat), _karma(state, seat), _workers(i, seat), _buildings(state, seat))
    title = f"Seat {i + 1}"
    parts = (_printed(state, seat), *cells, *yields, _fame(seat), _money(seat), *below)
    return Panel(f"seat_{i + 1}", title, WIDTH, HEIGHT, parts, f"{title}: {_told(state, seat)}", seat=i)


def _corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, COLUMNS)
    return LEFT + column * SIZE, TOP + row * SIZE


def _printed(state: Any, seat: Any) -> str:
    """Return the cells of the province board and the labels below."""
    drawn = []
    for cell in range(N.cells):
        kind = state.rules.record.cells[cell]
        if kind == terms.NO_CELL:
            continue
        printed = box(0.5, 0.5, SIZE - 1, SIZE - 1, "cell", 3)
        if kind == terms.RESIDENCE_CELL:
            printed += roads(int(state.rules.record.residence_roads), SIZE, ROAD_WIDTH)
            printed += group(badge("house", 0, 0, 26), SIZE / 2, SIZE / 2 - 2, title="the residence")
        elif kind == terms.DEAD_END_CELL:
            printed += group("".join(_dead_end(side) for side in (0, 1, 3)), title="three dead ends")
        drawn.append(group(printed, *_corner(cell)))
    for n, label in enumerate(("dice", "karma", "workers", "worth")):
        drawn.append(text(2, BOTTOM + LINE * n + 17, label, "u"))
    return "".join(drawn)


def _dead_end(side: int) -> str:
    """Return a road from the middle of a side that ends soon."""
    half, end = SIZE / 2, 12
    x1, y1, x2, y2 = ((half, 0, half, end), (SIZE, half, SIZE - end, half), (half, SIZE, half, SIZE - end), (0, half, end, half))[
        side
    ]
    path = f'd="M{x1:g} {y1:g}L{x2:g} {y2:g}"'
    return f'<path {path} class="casing" stroke-width="{ROAD_WIDTH + 3}"/><path {path} class="road" stroke-width="{ROAD_WIDTH}"/>'


def _tile(state: Any, seat: Any, cell: int) -> str:
    tile = int(seat.tiles[cell])
    if tile < 0:
        return ""
    under = box(4, 4, SIZE - 3, SIZE - 3, "under", 4) if seat.covered[cell] else ""
    return under + tile_drawing(state.rules, tile, int(seat.roads[cell]))


def _yield(state: Any, seat: Any, k: int) -> str:
    """Return a yield at the edge: framed once it is connected, in the colour of its slot or of the tile on it."""
    special = state.rules.record.boards[seat.board].yields[k]
    printed = [*getattr(state.rules.values.boards, terms.BOARDS[seat.board]).yields.values()][k]
    tile = int(seat.slots[k])
    earns = state.rules.yield_tiles[tile - 1][1].root if tile else printed.earns.root
    is_beside = special.side in (1, 3)
    left, top = _corner(int(special.cell))
    shift = SIZE / 2 + 17
    x = left + SIZE / 2 + (0, shift, 0, -shift)[special.side]
    y = top + SIZE / 2 + (-SIZE / 2 - 13, 0, SIZE / 2 + 13, 0)[special.side]
    wide, high = (31, 44) if is_beside else (48, 24)
    class_ = "done" if seat.yields_connected >> k & 1 else "yield"
    ground = box(-wide / 2, -high / 2, wide, high, f"{class_} {printed.slot or ''}" + " laid" * bool(tile), 6)
    hint = earnings_text(state.rules, earns) + (", connected" if class_ == "done" else "")
    return group(ground + earnings(earns, is_beside), x, y, title=hint)


def _fame(seat: Any) -> str:
    return star(25, 24, seat.fame, 21)


def _money(seat: Any) -> str:
    return coin(WIDTH - 25, 24, seat.money, 19)


def _dice(seat: Any) -> str:
    """Return the dice on the Kali statue, colour by colour."""
    shown = [(COLOURS[c], v + 1) for c in range(N.colours) for v in range(N.faces) for _ in range(seat.dice[c, v])]
    step = min(20.0, (WIDTH - _VALUES_X - 20) / max(len(shown), 1))
    drawn, x = "", 0.0
    for i, (colour, value) in enumerate(shown):
        x += step + (6 if shown[i - 1][0] != colour else 0) if i else 0
        drawn += die(x, 0, value, colour, 19)
    return group(drawn, _VALUES_X, BOTTOM + 3)


def _karma(state: Any, seat: Any) -> str:
    limit = int(state.rules.record.karma_limit)
    drawn = "".join(symbol("lotus", 22 * i, 0, 19, None if i < seat.karma else "pale") for i in range(max(limit, seat.karma)))
    return group(drawn, _VALUES_X, BOTTOM + LINE + 3)


def _workers(i: int, seat: Any) -> str:
    """Return the active workers, those on the board pale; then where others wait."""
    to_place = seat.workers - seat.placed
    drawn = "".join(
        symbol("pawn", 20 * nth, 0, 19, f"t{i + 1}" if nth < to_place else f"t{i + 1} pale") for nth in range(seat.workers)
    )
    waiting = [place for place, waits in zip(_WAITING, seat.inactive, strict=True) if waits]
    if waiting:
        drawn += text(20 * seat.workers + 8, 14, f"waiting: {', '.join(waiting)}", "u")
    return group(drawn, _VALUES_X, BOTTOM + 2 * LINE + 3)


def _buildings(state: Any, seat: Any) -> str:
    """Return the buildings with the fame each is worth now."""
    values = state.rules.values.buildings.values
    drawn = ""
    for i, building in enumerate(BUILDINGS):
        level = int(seat.levels[i]) - int(seat.levels_from_next_turn[i])
        drawn += symbol(PICTURES[building], 66 * i, 0, 19) + star(66 * i + 30, 10, values[level], 9)
        drawn += text(66 * i + 41, 14, "▴" * int(seat.levels[i]), "u")
    return group(drawn, _VALUES_X, BOTTOM + 3 * LINE + 3)


def _told(state: Any, seat: Any) -> str:
    dice = [f"{COLOURS[c]} {v + 1}" for c in range(N.colours) for v in range(N.faces) for _ in range(seat.dice[c, v])]
    tiles = [
        f"{tile_text(state.rules, state.rules.tile_names[tile])} at row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"
        for cell, tile in enumerate(seat.tiles)
        if tile >= 0
    ]
    return (
        f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, "
        f"{counted(seat.workers - seat.placed, 'worker', 'workers')} to place; dice {', '.join(dice) or 'none'}; "
        f"tiles {'; '.join(tiles) or 'none'}"
    )
