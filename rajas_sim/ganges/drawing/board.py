"""Drawings of the board with its workers and what lies beside it, of the river with its boats, and of the tiles on display."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import badge, coin, die, group, mover, rectangle, roads, symbol, text
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced
from rajas_sim.ganges.drawing.symbols import PICTURES, earnings_symbols
from rajas_sim.ganges.output.wording import SPELLINGS, earnings_of_river, earnings_text, price_text, space_text, tile_text
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BACKS, CHAMBERS, COLOURS, FIRST_SPACE, GOODS, N_OF, SPACES, YIELD_COLOURS
from rajas_sim.ganges.state import State

WIDTH, SPACE, STEP, BALCONY_WIDTH, SUPPLY_STEP = 344, 30, 34, 42, 36
_HARBOUR_GAP, _CHAMBERS_X, _CHAMBER_STEP = 8, 16, 55
_QUARRY_Y, _MARKET_Y, _PALACE_Y = 0, 52, 106
_CHAMBERS_Y, _TERRACES_Y, _OUTER_Y = _PALACE_Y + 18, _PALACE_Y + 80, _PALACE_Y + 130
BESIDE_Y = _PALACE_Y + 180
HEIGHT = BESIDE_Y + 46


def board_panel(state: State) -> TablePanel:
    """Return the board with the workers on it."""
    corners = corners_of_spaces(state.rules)
    seat_numbers_by_space = state.spaces.tolist()  # from 1; 0 is a space without a worker
    worker_drawings = "".join(
        _worker_drawing(seat_numbers_by_space[space] - 1, *corner)
        for space, corner in corners.items()
        if seat_numbers_by_space[space]
    )
    workers_text = [
        f"seat {number} on {spaced(SPACES[i], SPELLINGS)}" for i, number in enumerate(seat_numbers_by_space) if number
    ]
    supply = ", ".join(f"{colour} {n}" for colour, n in _dice_in_supply(state))
    alt = f"Workers on the board: {', '.join(workers_text) or 'none'}; dice in supply: {supply}"
    parts = (
        _printed_board_drawing(state.rules),
        worker_drawings,
        _supply_drawing(state),
        _yield_tiles_drawing(state.rules, state.yield_tiles_left),
    )
    return TablePanel("board", "Board", WIDTH, HEIGHT, parts, alt)


@lru_cache(maxsize=16)
def _printed_board_drawing(rules: Rules) -> str:
    return _areas_drawing(rules) + "".join(
        group(space_drawing(rules, space), *corner) for space, corner in corners_of_spaces(rules).items()
    )


@lru_cache(maxsize=16)
def corners_of_spaces(rules: Rules) -> dict[int, tuple[float, float]]:
    """Return the top left corners of the spaces in play, by number."""
    record = rules.record
    corners: dict[int, tuple[float, float]] = {}

    def lay_row(first_space: int, n_spaces: int, x: float, y: float, step: float) -> None:
        corners.update({first_space + i: (x + step * i, y) for i in range(n_spaces)})

    n_assorted, harbour_step = int(record.n_assorted), _harbour_step(rules)
    lay_row(FIRST_SPACE.quarry, int(record.n_quarry), 0, _QUARRY_Y + 17, min(STEP, WIDTH / int(record.n_quarry or 1)))
    lay_row(FIRST_SPACE.assorted, n_assorted, 0, _MARKET_Y + 17, harbour_step)
    lay_row(FIRST_SPACE.one_kind, len(GOODS), harbour_step * n_assorted, _MARKET_Y + 17, harbour_step)
    lay_row(FIRST_SPACE.harbour, int(record.n_harbour), _harbour_left(rules), _MARKET_Y + 17, harbour_step)
    lay_row(FIRST_SPACE.chamber, N_OF.chambers, _CHAMBERS_X, _CHAMBERS_Y, _CHAMBER_STEP)
    lay_row(FIRST_SPACE.terrace, N_OF.colours, 8, _TERRACES_Y + 12, STEP)
    lay_row(FIRST_SPACE.balcony, N_OF.colours, 156, _TERRACES_Y + 12, 46)
    lay_row(FIRST_SPACE.outer_terrace, int(record.n_outer_terraces), 8, _OUTER_Y + 12, STEP)
    return corners


def _harbour_step(rules: Rules) -> float:
    """Return the distance between spaces of market and harbour, which share a row; with more spaces than usual it is smaller."""
    n_spaces = int(rules.record.n_assorted) + len(GOODS) + _n_harbour_columns(rules)
    return min(STEP, (WIDTH - _HARBOUR_GAP - 2 * SPACE) / (n_spaces - 2))


def _harbour_left(rules: Rules) -> float:
    """Return the x where the harbour begins."""
    return WIDTH - _harbour_step(rules) * (_n_harbour_columns(rules) - 1) - SPACE


def _n_harbour_columns(rules: Rules) -> int:
    """Return for how many harbour spaces there is room: at least for the four of the smallest reference board."""
    return max(int(rules.record.n_harbour), 4)


def _areas_drawing(rules: Rules) -> str:
    """Return the ground of the board below its spaces: the names of areas and chambers, and the palace."""
    parts = [
        text(0, _QUARRY_Y + 12, "Quarry", "strong"),
        text(0, _MARKET_Y + 12, "Market", "strong"),
        text(_harbour_left(rules), _MARKET_Y + 12, "Harbour", "strong"),
        rectangle(0, _PALACE_Y, WIDTH, BESIDE_Y - _PALACE_Y - 4, "palace", 6),
        text(8, _PALACE_Y + 14, "Palace", "strong"),
        text(8, _TERRACES_Y + 8, "terraces", "small"),
        text(156, _TERRACES_Y + 8, "balconies", "small"),
        text(8, _OUTER_Y + 8, "outer terraces", "small"),
    ]
    for i, chamber in enumerate(CHAMBERS):
        upper_line, _, lower_line = spaced(chamber, SPELLINGS).rpartition(" ")
        x = _CHAMBERS_X + SPACE / 2 + _CHAMBER_STEP * i
        parts += [
            text(x, _CHAMBERS_Y + 41, upper_line, "small middle"),
            text(x, _CHAMBERS_Y + (52 if upper_line else 41), lower_line, "small middle"),
        ]
    return "".join(parts)


def space_drawing(rules: Rules, space: int) -> str:
    """Return a space at 0, 0, with what a worker there costs or gets."""
    record = rules.record
    background = rectangle(0.5, 0.5, SPACE - 1, SPACE - 1, "box", 5)
    if space < FIRST_SPACE.assorted:
        svg = background + coin(15, 15, int(record.quarry_prices[space]))
    elif space < FIRST_SPACE.one_kind:
        svg = background + badge("tent", 15, 14) + text(17, 25, "≠", "over")
    elif space < FIRST_SPACE.outer_terrace:
        svg = background + badge(PICTURES[GOODS[space - FIRST_SPACE.one_kind]], 15, 15)
    elif space < FIRST_SPACE.terrace:
        svg = background + coin(9, 10, int(record.outer_terrace_money), 7) + badge("again", 20, 19, 15)
    elif space < FIRST_SPACE.balcony:
        svg = background + badge("d", 15, 15, 18, COLOURS[space - FIRST_SPACE.terrace])
    elif space < FIRST_SPACE.chamber:
        svg = _balcony_drawing(record, space - FIRST_SPACE.balcony)
    elif space < FIRST_SPACE.harbour:
        svg = background + die(5, 5, int(record.chamber_dice[space - FIRST_SPACE.chamber]), "grey", 20)
    else:
        svg = background + coin(15, 15, int(record.harbour_prices[space - FIRST_SPACE.harbour]))
    title = ", ".join(filter(None, (space_text(rules, space), price_text(rules, space))))
    return group(svg, title=title)


def _balcony_drawing(record: Any, colour: int) -> str:  # noqa: ANN401 - the record of the rules
    """Return a balcony: a die of one colour to give up, and dice of another colour to take."""
    gained_colour = COLOURS[record.balcony_gives[colour]]
    gained_dice = "".join(symbol("d", 28, 15 - 13 * i, 13, gained_colour) for i in range(min(int(record.balcony_dice), 2)))
    return (
        rectangle(0.5, 0.5, BALCONY_WIDTH - 1, SPACE - 1, "box", 5)
        + symbol("d", 2, 7, 16, COLOURS[colour])
        + text(19, 19, "→", "small")
        + gained_dice
    )


def _worker_drawing(seat: int, x: float, y: float) -> str:
    background = rectangle(x + 0.5, y + 0.5, SPACE - 1, SPACE - 1, "taken", 5)
    pawn = symbol("pawn", x + 1, y + 0.5, 28, f"t{seat + 1}") + text(x + 15, y + 25, seat + 1, "inverse middle f12")
    return mover(background + pawn, f"worker {seat + 1} at {x:g} {y:g}", f"workers {seat + 1}")


def _supply_drawing(state: State) -> str:
    """Return the number of dice of each colour in the supply, beside the board."""
    symbols = [
        symbol("d", SUPPLY_STEP * i, 0, 17, colour) + text(SUPPLY_STEP * i + 20, 13, n, "plain")
        for i, (colour, n) in enumerate(_dice_in_supply(state))
    ]
    return text(0, BESIDE_Y + 12, "Supply", "strong") + group("".join(symbols), 0, BESIDE_Y + 18)


def _dice_in_supply(state: State) -> Sequence[tuple[str, int]]:
    return [(colour, int(n)) for colour, n in zip(COLOURS, state.supply, strict=True)]


@lru_cache(maxsize=256)
def _yield_tiles_drawing(rules: Rules, tiles_left: int) -> str:
    """Return how many yield tiles of each colour in play are left."""
    tiles_in_play = int(rules.record.yield_tiles_in_play)
    colours_in_play = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if tiles_in_play >> i & 1]
    colours_left = [colour for i, (colour, _) in enumerate(rules.yield_tiles) if tiles_left >> i & 1]
    svg = ""
    for i, colour in enumerate(colour for colour in YIELD_COLOURS if colour in colours_in_play):
        svg += symbol("badge", 36 * i, 0, 17, colour) + text(36 * i + 20, 13, colours_left.count(colour), "plain")
    return text(176, BESIDE_Y + 12, "Yield tiles", "strong") + group(svg, 176, BESIDE_Y + 18)


# --- the river: its spaces from bank to bank, the bridge, river tiles and boats

SPACES_PER_ROW, SPACE_WIDTH, SPACE_HEIGHT = 8, 43, 56


def river_panel(state: State) -> TablePanel:
    """Return the river, which winds from the top left downwards; boats lie at the bottom of their spaces."""
    n = int(state.rules.record.n_river)
    spaces = _river_drawing(state.rules, tuple(map(int, state.river_tiles)))
    bridge = _bridge_drawing(int(state.rules.values.workers.bridge))
    boats = tuple(_boat_drawing(state, i, seat) for i, seat in enumerate(state.seats))
    boats_text = ", ".join(f"seat {i + 1} on space {seat.river}" for i, seat in enumerate(state.seats))
    height = SPACE_HEIGHT * (n // SPACES_PER_ROW + 1) + 2
    alt = f"Boats on the river of {n} spaces: {boats_text}"
    return TablePanel("river", "River", SPACES_PER_ROW * SPACE_WIDTH, height, (spaces, bridge, *boats), alt)


def corner_of_river_space(space: int) -> tuple[int, int]:
    """Return the top left corner of a space; rows run alternately to the right and to the left."""
    row, steps_along_row = divmod(space, SPACES_PER_ROW)
    return (steps_along_row if row % 2 == 0 else SPACES_PER_ROW - 1 - steps_along_row) * SPACE_WIDTH, row * SPACE_HEIGHT


@lru_cache(maxsize=16)
def _river_drawing(rules: Rules, tiles: tuple[int, ...]) -> str:
    return "".join(_river_space_drawing(rules, space, tiles[space]) for space in range(int(rules.record.n_river) + 1))


def _river_space_drawing(rules: Rules, space: int, tile: int) -> str:
    """Return a river space at its place on the drawing; `tile` is the number of the river tile on it, 0 for none."""
    earns = earnings_of_river(rules, space, tile)
    svg = rectangle(0.5, 0.5, SPACE_WIDTH - 1, SPACE_HEIGHT - 1, "water", 2) + text(4, 11, space or "start")
    if tile:
        svg += rectangle(2, 14, SPACE_WIDTH - 4, 24, "laid", 4)
    room, symbols_y = (SPACE_WIDTH - 8, 26) if tile else (SPACE_WIDTH - 2, 24)
    svg += group(earnings_symbols(earns, room=room), SPACE_WIDTH / 2, symbols_y)
    title = f"space {space}: {earnings_text(rules, earns) or 'nothing'}" + ", a river tile" * bool(tile) if space else "start"
    return group(svg, *corner_of_river_space(space), title=title)


def _bridge_drawing(space_before: int) -> str:
    """Return the bridge between two river spaces, which lie side by side or, at the end of a row, one below the other."""
    (x1, y1), (x2, y2) = corner_of_river_space(space_before), corner_of_river_space(space_before + 1)
    if y1 == y2:
        planks = rectangle(max(x1, x2) - 3, y1 + 2, 6, SPACE_HEIGHT - 4, "wood", 2)
    else:
        planks = rectangle(x1 + 2, y2 - 3, SPACE_WIDTH - 4, 6, "wood", 2)
    return group(planks, title="the bridge with the third worker")


def _boat_drawing(state: State, seat_index: int, seat: RecordView) -> str:
    """Return the boat of a seat; boats on the same space lie side by side, a second pair above the first."""
    left, top = corner_of_river_space(seat.river)
    seats_on_space = [other_index for other_index, other_seat in enumerate(state.seats) if other_seat.river == seat.river]
    pair, place_in_pair = divmod(seats_on_space.index(seat_index), 2)
    n_in_pair = min(len(seats_on_space) - 2 * pair, 2)
    x = left + SPACE_WIDTH / 2 - 10 + 20 * (place_in_pair - (n_in_pair - 1) / 2)
    y = top + SPACE_HEIGHT - 21 - 20 * pair
    ship = symbol("ship", x, y, 20, f"t{seat_index + 1}")
    return mover(ship + text(x + 10, y + 17, seat_index + 1, "inverse middle"), f"boat {seat_index + 1}")


# --- province tiles, and those on display

#: Side of a tile.
TILE_SIZE = 54
ROAD_WIDTH = 7
_ICON_SIZE = 17
#: Corners for the symbols on a tile: buildings take them from the first on, markets from the last back.
_CORNERS = ((2.5, 2.5), (TILE_SIZE - 19.5, TILE_SIZE - 19.5), (2.5, TILE_SIZE - 19.5), (TILE_SIZE - 19.5, 2.5))
#: Keeps a number of two digits off the tile beside it and within its column.
NARROW = "letter-spacing:-0.8px"
STACKS_ACROSS, STACKS_DOWN, STACKS_LEFT = 77, 64, 36


@lru_cache(maxsize=1024)
def tile_drawing(rules: Rules, tile: int, sides: int) -> str:
    """Return a tile at 0, 0 with roads to the given sides, a set of bits."""
    name = rules.tile_names[tile]
    face, (colour, _, _) = rules.values.tiles[name], name.partition("_")
    ground = rectangle(1, 1, TILE_SIZE - 2, TILE_SIZE - 2, f"ground {colour}", 4)
    svg = ground + roads(sides, TILE_SIZE, ROAD_WIDTH)
    for building, (x, y) in zip(face.buildings, _CORNERS, strict=False):
        svg += symbol(PICTURES[building], x, y, _ICON_SIZE)
    for (good, value), (x, y) in zip(face.markets, reversed(_CORNERS), strict=False):
        svg += symbol(PICTURES[str(good)], x, y, _ICON_SIZE) + text(x + _ICON_SIZE / 2, y + 13, value, "bright middle f12")
    return group(svg, title=tile_text(rules, name))


def tile_with_cost(rules: Rules, tile: int) -> str:
    """Return a tile as it lies on display, beside it its cost and the number by which texts name it."""
    face, number = rules.record.tiles[tile], int(rules.tile_names[tile].partition("_")[2])
    beside = text(TILE_SIZE + 11, 19, int(face.cost), "heading middle")
    beside += text(TILE_SIZE + 11, 34, f"#{number}", "small middle", NARROW)
    return tile_drawing(rules, tile, int(face.roads)) + beside


def display_panel(state: State) -> TablePanel:
    """Return the open tiles, each beside its cost: a column for every colour, a row for every back."""
    backs = "".join(text(0, 4 + STACKS_DOWN * row + TILE_SIZE / 2, back, "small") for row, back in enumerate(BACKS))
    parts, open_tiles, hidden_tiles = [backs], state.open_tiles.tolist(), state.hidden_tiles.tolist()
    for stack in range(N_OF.stacks):
        column, row = divmod(stack, len(BACKS))
        tile = open_tiles[stack]
        stack_drawing = _open_tile_drawing(state.rules, tile, hidden_tiles[stack].bit_count())
        title = tile_text(state.rules, state.rules.tile_names[tile]) if tile >= 0 else "no tile"
        parts.append(group(stack_drawing, STACKS_LEFT + STACKS_ACROSS * column, STACKS_DOWN * row, title=title))
    tile_texts = [tile_text(state.rules, state.rules.tile_names[tile]) for tile in open_tiles if tile >= 0]
    width, height = STACKS_LEFT + STACKS_ACROSS * len(COLOURS) - 2, STACKS_DOWN * len(BACKS)
    return TablePanel("display", "Tiles on display", width, height, tuple(parts), f"Tiles on display: {', '.join(tile_texts)}")


@lru_cache(maxsize=1024)
def _open_tile_drawing(rules: Rules, tile: int, n_hidden: int) -> str:
    """Return the open tile of a stack with the number of hidden tiles below it; an empty frame if the stack is empty."""
    if tile < 0:
        return rectangle(1, 1, TILE_SIZE - 2, TILE_SIZE - 2, "open", 4) + text(
            TILE_SIZE / 2, TILE_SIZE / 2 + 4, "none", "small middle"
        )
    return tile_with_cost(rules, tile) + text(TILE_SIZE + 11, 48, f"+{n_hidden}", "small middle")
