"""Province tiles, and those on display."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import box, group, roads, symbol, text
from rajas_sim.ganges.drawing.earnings import PICTURES
from rajas_sim.ganges.output.wording import tile_text
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import BACKS, COLOURS, N
from rajas_sim.ganges.state import State

#: Side of a tile.
SIZE = 54
ROAD_WIDTH = 7
_ICON = 17
#: Where what a tile shows stands: buildings from the first corner on, markets from the last one back.
_CORNERS = ((2.5, 2.5), (SIZE - 19.5, SIZE - 19.5), (2.5, SIZE - 19.5), (SIZE - 19.5, 2.5))
_ACROSS, _DOWN, _LEFT = 79, 64, 30


@lru_cache(maxsize=1024)
def tile_drawing(rules: Rules, tile: int, sides: int) -> str:
    """Return a tile at 0, 0, its roads leading to some sides."""
    name = rules.tile_names[tile]
    face = rules.values.tiles[name]
    drawn = box(1, 1, SIZE - 2, SIZE - 2, f"ground {name.partition('_')[0]}", 4) + roads(sides, SIZE, ROAD_WIDTH)
    for building, (x, y) in zip(face.buildings, _CORNERS, strict=False):
        drawn += symbol(PICTURES[building], x, y, _ICON)
    for (good, value), (x, y) in zip(face.markets, reversed(_CORNERS), strict=False):
        drawn += symbol(PICTURES[str(good)], x, y, _ICON) + text(x + _ICON / 2, y + 13, value, "k m f12")
    return group(drawn, title=tile_text(rules, name))


def display_panel(state: State) -> TablePanel:
    """Return the tiles that lie open: a column for every colour, a row for every back; beside each its cost."""
    backs = "".join(text(0, 4 + _DOWN * row + SIZE / 2, back, "u") for row, back in enumerate(BACKS))
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
        return box(1, 1, SIZE - 2, SIZE - 2, "open", 4) + text(SIZE / 2, SIZE / 2 + 4, "none", "u m")
    drawn = tile_drawing(rules, tile, int(rules.record.tiles[tile].roads))
    cost = text(SIZE + 11, 19, int(rules.record.tiles[tile].cost), "b m")
    return drawn + cost + text(SIZE + 11, 48, f"+{left}", "u m")
