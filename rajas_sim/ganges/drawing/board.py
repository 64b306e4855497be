"""The board with its workers and what lies beside it, the river with its boats, and the tiles on display."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, box, coin, die, group, roads, symbol, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced
from rajas_sim.ganges.drawing.earnings import PICTURES, earnings
from rajas_sim.ganges.output.wording import earnings_text, space_text, tile_text
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BACKS, CHAMBERS, COLOURS, FIRST, GOODS, SPACES, YIELD_COLOURS, N
from rajas_sim.ganges.state import State

WIDTH, SPACE = 344, 30
_QUARRY_Y, _MARKET_Y, _PALACE_Y = 0, 52, 106
_CHAMBERS_Y, _TERRACES_Y, _OUTER_Y = _PALACE_Y + 18, _PALACE_Y + 80, _PALACE_Y + 130
_BESIDE_Y = _PALACE_Y + 180
HEIGHT = _BESIDE_Y + 46


def board_panel(state: State) -> TablePanel:
    """Return the board with the workers on it."""
    places, taken = _places(state.rules), state.spaces.tolist()
    workers = "".join(_worker(taken[space] - 1, *at) for space, at in places.items() if taken[space])
    workers_text = [f"seat {seat} on {spaced(SPACES[i])}" for i, seat in enumerate(taken) if seat]
    supply = ", ".join(f"{colour} {n}" for colour, n in _supplied(state))
    alt = f"Workers on the board: {', '.join(workers_text) or 'none'}; dice in supply: {supply}"
    parts = (_printed(state.rules), workers, _supply(state), _yield_tiles(state.rules, state.yield_tiles_left))
    return TablePanel("board", "Board", WIDTH, HEIGHT, parts, alt)


@lru_cache(maxsize=16)
def _printed(rules: Rules) -> str:
    return _areas(rules) + "".join(_space(rules, space, *at) for space, at in _places(rules).items())


@lru_cache(maxsize=16)
def _places(rules: Rules) -> dict[int, tuple[float, float]]:
    """Return where the spaces in play lie, by their number."""
    record = rules.record
    n_right = max(int(record.n_harbour), 4)
    places: dict[int, tuple[float, float]] = {}

    def lay(first: int, n: int, x: float, y: float, room: float, step: float = 34) -> None:  # noqa: PLR0913 - where it lies
        step = min(step, room / max(n, 1))
        places.update({first + i: (x + step * i, y) for i in range(n)})

    lay(FIRST.quarry, int(record.n_quarry), 0, _QUARRY_Y + 17, WIDTH)
    left = WIDTH - 34 * n_right - 8
    lay(FIRST.assorted, int(record.n_assorted), 0, _MARKET_Y + 17, left - 34 * len(GOODS))
    lay(FIRST.one_kind, len(GOODS), min(34 * int(record.n_assorted), left - 34 * len(GOODS)), _MARKET_Y + 17, WIDTH)
    lay(FIRST.harbour, int(record.n_harbour), WIDTH - 34 * n_right + 4, _MARKET_Y + 17, 34 * n_right)
    lay(FIRST.chamber, N.chambers, 17, _CHAMBERS_Y, WIDTH, 56)
    lay(FIRST.terrace, N.colours, 8, _TERRACES_Y + 12, WIDTH)
    lay(FIRST.balcony, N.colours, 156, _TERRACES_Y + 12, WIDTH, 46)
    lay(FIRST.outer_terrace, int(record.n_outer_terraces), 8, _OUTER_Y + 12, WIDTH - 16, 34)
    return places


def _areas(rules: Rules) -> str:
    n_right = max(int(rules.record.n_harbour), 4)
    drawn = [
        text(0, _QUARRY_Y + 12, "Quarry", "v"),
        text(0, _MARKET_Y + 12, "Market", "v"),
        text(WIDTH - 34 * n_right + 4, _MARKET_Y + 12, "Harbour", "v"),
        box(0, _PALACE_Y, WIDTH, _BESIDE_Y - _PALACE_Y - 4, "palace", 6),
        text(8, _PALACE_Y + 14, "Palace", "v"),
        text(8, _TERRACES_Y + 8, "terraces", "u"),
        text(156, _TERRACES_Y + 8, "balconies", "u"),
        text(8, _OUTER_Y + 8, "outer terraces", "u"),
    ]
    for i, chamber in enumerate(CHAMBERS):
        first, _, rest = spaced(chamber).title().rpartition(" ")
        x = 32 + 56 * i
        drawn += [text(x, _CHAMBERS_Y + 41, first, "u m"), text(x, _CHAMBERS_Y + (52 if first else 41), rest, "u m")]
    return "".join(drawn)


def _space(rules: Rules, space: int, x: float, y: float) -> str:
    """Return a space with what a worker there costs or gets."""
    record = rules.record
    ground = box(0.5, 0.5, SPACE - 1, SPACE - 1, "box", 5)
    if space < FIRST.assorted:
        drawn = ground + coin(15, 15, int(record.quarry_prices[space]))
    elif space < FIRST.one_kind:
        drawn = ground + badge("tent", 15, 14) + text(17, 25, "≠", "over")
    elif space < FIRST.outer_terrace:
        drawn = ground + badge(PICTURES[GOODS[space - FIRST.one_kind]], 15, 15)
    elif space < FIRST.terrace:
        drawn = ground + coin(9, 10, int(record.outer_terrace_money), 7) + badge("again", 20, 19, 15)
    elif space < FIRST.balcony:
        drawn = ground + badge("d", 15, 15, 18, COLOURS[space - FIRST.terrace])
    elif space < FIRST.chamber:
        drawn = _balcony(record, space - FIRST.balcony)
    elif space < FIRST.harbour:
        drawn = ground + die(5, 5, int(record.chamber_dice[space - FIRST.chamber]), "grey", 20)
    else:
        drawn = ground + coin(15, 15, int(record.harbour_prices[space - FIRST.harbour]))
    return group(drawn, x, y, title=space_text(rules, space))


def _balcony(record: Any, colour: int) -> str:  # noqa: ANN401 - the record of the rules
    """Return a balcony: a die of one colour to give up, so many of another to take."""
    given = COLOURS[record.balcony_gives[colour]]
    taken = "".join(symbol("d", 28, 15 - 13 * i, 13, given) for i in range(min(int(record.balcony_dice), 2)))
    return box(0.5, 0.5, 41, SPACE - 1, "box", 5) + symbol("d", 2, 7, 16, COLOURS[colour]) + text(19, 19, "→", "u") + taken


def _worker(seat: int, x: float, y: float) -> str:
    ground = box(x + 0.5, y + 0.5, SPACE - 1, SPACE - 1, "taken", 5)
    return ground + symbol("pawn", x + 1, y + 0.5, 28, f"t{seat + 1}") + text(x + 15, y + 25, seat + 1, "n m f12")


def _supply(state: State) -> str:
    drawn = [symbol("d", 36 * i, 0, 17, colour) + text(36 * i + 20, 13, n, "t") for i, (colour, n) in enumerate(_supplied(state))]
    return text(0, _BESIDE_Y + 12, "Supply", "v") + group("".join(drawn), 0, _BESIDE_Y + 18)


def _supplied(state: State) -> Sequence[tuple[str, int]]:
    return [(colour, int(n)) for colour, n in zip(COLOURS, state.supply, strict=True)]


@lru_cache(maxsize=256)
def _yield_tiles(rules: Rules, not_drawn: int) -> str:
    """Return how many yield tiles of each colour in play are left."""
    in_play = int(rules.record.yield_tiles_in_play)
    colours = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if in_play >> i & 1]
    left = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if not_drawn >> i & 1]
    drawn = ""
    for i, colour in enumerate(colour for colour in YIELD_COLOURS if colour in colours):
        drawn += symbol("badge", 36 * i, 0, 17, colour) + text(36 * i + 20, 13, left.count(colour), "t")
    return text(176, _BESIDE_Y + 12, "Yield tiles", "v") + group(drawn, 176, _BESIDE_Y + 18)


# --- the river: its spaces from bank to bank, the bridge, river tiles and boats

PER_ROW, SPACE_WIDTH, SPACE_HEIGHT = 8, 43, 56


def river_panel(state: State) -> TablePanel:
    """Return the river, which winds from the top left downwards; boats lie at the bottom of their spaces."""
    n = int(state.rules.record.n_river)
    spaces = _river_spaces(state.rules, tuple(map(int, state.river_tiles)))
    bridge = _bridge(int(state.rules.values.workers.bridge))
    boats = tuple(_boat(state, i, seat) for i, seat in enumerate(state.seats))
    boats_text = ", ".join(f"seat {i + 1} on space {seat.river}" for i, seat in enumerate(state.seats))
    height = SPACE_HEIGHT * (n // PER_ROW + 1) + 2
    alt = f"Boats on the river of {n} spaces: {boats_text}"
    return TablePanel("river", "River", PER_ROW * SPACE_WIDTH, height, (spaces, bridge, *boats), alt)


def _corner(space: int) -> tuple[int, int]:
    """Return the top left corner of a space: rows run to the right and to the left by turns."""
    row, along = divmod(space, PER_ROW)
    return (along if row % 2 == 0 else PER_ROW - 1 - along) * SPACE_WIDTH, row * SPACE_HEIGHT


@lru_cache(maxsize=16)
def _river_spaces(rules: Rules, tiles: tuple[int, ...]) -> str:
    return "".join(_river_space(rules, space, tiles[space]) for space in range(int(rules.record.n_river) + 1))


def _river_space(rules: Rules, space: int, tile: int) -> str:
    if space == 0:
        earns = {}
    elif tile:
        earns = rules.values.ganga.tiles[tile - 1].root
    else:
        earns = rules.values.river[str(space)].root
    drawn = box(0.5, 0.5, SPACE_WIDTH - 1, SPACE_HEIGHT - 1, "water", 2)
    if tile:
        drawn += box(3, 12, SPACE_WIDTH - 6, 24, "laid", 4)
    drawn += text(4, 11, space or "start", "w") + group(earnings(earns, room=SPACE_WIDTH - 2), SPACE_WIDTH / 2, 24)
    hint = f"space {space}: {earnings_text(rules, earns) or 'nothing'}" + ", a river tile" * bool(tile) if space else "start"
    return group(drawn, *_corner(space), title=hint)


def _bridge(after: int) -> str:
    (x1, y1), (x2, y2) = _corner(after), _corner(after + 1)
    across = (max(x1, x2) - 3, y1 + 2, 6, SPACE_HEIGHT - 4)
    planks = box(*(across if y1 == y2 else (x1 + 2, y2 - 3, SPACE_WIDTH - 4, 6)), "wood", 2)
    return group(planks, title="the bridge with the third worker")


def _boat(state: State, i: int, seat: RecordView) -> str:
    """Return the boat of a seat; boats on the same space lie side by side."""
    left, y = _corner(seat.river)
    together = [j for j, other in enumerate(state.seats) if other.river == seat.river]
    step = 18 if len(together) < 3 else 10
    x = left + SPACE_WIDTH / 2 - 10 + step * (together.index(i) - (len(together) - 1) / 2)
    return symbol("ship", x, y + SPACE_HEIGHT - 21, 20, f"t{i + 1}") + text(x + 10, y + SPACE_HEIGHT - 4.5, i + 1, "n m f9")


# --- province tiles, and those on display

#: Side of a tile.
TILE_SIZE = 54
ROAD_WIDTH = 7
_ICON = 17
#: Where what a tile shows stands: buildings from the first corner on, markets from the last one back.
_CORNERS = ((2.5, 2.5), (TILE_SIZE - 19.5, TILE_SIZE - 19.5), (2.5, TILE_SIZE - 19.5), (TILE_SIZE - 19.5, 2.5))
_ACROSS, _DOWN, _LEFT = 79, 64, 30


@lru_cache(maxsize=1024)
def tile_drawing(rules: Rules, tile: int, sides: int) -> str:
    """Return a tile at 0, 0, its roads leading to some sides."""
    name = rules.tile_names[tile]
    face = rules.values.tiles[name]
    drawn = box(1, 1, TILE_SIZE - 2, TILE_SIZE - 2, f"ground {name.partition('_')[0]}", 4) + roads(sides, TILE_SIZE, ROAD_WIDTH)
    for building, (x, y) in zip(face.buildings, _CORNERS, strict=False):
        drawn += symbol(PICTURES[building], x, y, _ICON)
    for (good, value), (x, y) in zip(face.markets, reversed(_CORNERS), strict=False):
        drawn += symbol(PICTURES[str(good)], x, y, _ICON) + text(x + _ICON / 2, y + 13, value, "k m f12")
    return group(drawn, title=tile_text(rules, name))


def display_panel(state: State) -> TablePanel:
    """Return the tiles that lie open: a column for every colour, a row for every back; beside each its cost."""
    backs = "".join(text(0, 4 + _DOWN * row + TILE_SIZE / 2, back, "u") for row, back in enumerate(BACKS))
    parts, shown, hidden = [backs], state.open_tiles.tolist(), state.hidden_tiles.tolist()
    for stack in range(N.stacks):
        column, row = divmod(stack, len(BACKS))
        drawn = _open_tile(state.rules, shown[stack], hidden[stack].bit_count())
        parts.append(group(drawn, _LEFT + _ACROSS * column, _DOWN * row))
    names = [tile_text(state.rules, state.rules.tile_names[tile]) for tile in shown if tile >= 0]
    width, height = _LEFT + _ACROSS * len(COLOURS) - 2, _DOWN * len(BACKS)
    return TablePanel("display", "Tiles on display", width, height, tuple(parts), f"Tiles on display: {', '.join(names)}")


@lru_cache(maxsize=1024)
def _open_tile(rules: Rules, tile: int, left: int) -> str:
    if tile < 0:
        return box(1, 1, TILE_SIZE - 2, TILE_SIZE - 2, "open", 4) + text(TILE_SIZE / 2, TILE_SIZE / 2 + 4, "none", "u m")
    drawn = tile_drawing(rules, tile, int(rules.record.tiles[tile].roads))
    cost = text(TILE_SIZE + 11, 19, int(rules.record.tiles[tile].cost), "b m")
    return drawn + cost + text(TILE_SIZE + 11, 48, f"+{left}", "u m")
