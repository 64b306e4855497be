"""The river: its spaces from bank to bank, the bridge, river tiles and boats."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.core.drawing.panel import TablePanel
from rajas_sim.core.drawing.shapes import box, group, symbol, text
from rajas_sim.core.positions.views import Part
from rajas_sim.ganges.drawing.earnings import earnings
from rajas_sim.ganges.output.wording import earnings_text
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.state import State

PER_ROW, WIDE, HIGH = 8, 43, 56


def river_panel(state: State) -> TablePanel:
    """Return the river, which winds from the top left downwards; boats lie at the bottom of their spaces."""
    n = int(state.rules.record.n_river)
    spaces = _spaces(state.rules, tuple(map(int, state.river_tiles)))
    bridge = _bridge(int(state.rules.values.workers.bridge))
    boats = tuple(_boat(state, i, seat) for i, seat in enumerate(state.seats))
    boats_text = ", ".join(f"seat {i + 1} on space {seat.river}" for i, seat in enumerate(state.seats))
    height = HIGH * (n // PER_ROW + 1) + 2
    return TablePanel(
        "river", "River", PER_ROW * WIDE, height, (spaces, bridge, *boats), f"Boats on the river of {n} spaces: {boats_text}"
    )


def _corner(space: int) -> tuple[int, int]:
    """Return the top left corner of a space: rows run to the right and to the left by turns."""
    row, along = divmod(space, PER_ROW)
    return (along if row % 2 == 0 else PER_ROW - 1 - along) * WIDE, row * HIGH


@lru_cache(maxsize=16)
def _spaces(rules: Rules, tiles: tuple[int, ...]) -> str:
    return "".join(_space(rules, space, tiles[space]) for space in range(int(rules.record.n_river) + 1))


def _space(rules: Rules, space: int, tile: int) -> str:
    if space == 0:
        earns = {}
    elif tile:
        earns = rules.values.ganga.tiles[tile - 1].root
    else:
        earns = rules.values.river[str(space)].root
    drawn = box(0.5, 0.5, WIDE - 1, HIGH - 1, "water", 2)
    if tile:
        drawn += box(3, 12, WIDE - 6, 24, "laid", 4)
    drawn += text(4, 11, space or "start", "w") + group(earnings(earns, room=WIDE - 2), WIDE / 2, 24)
    hint = f"space {space}: {earnings_text(rules, earns) or 'nothing'}" + ", a river tile" * bool(tile) if space else "start"
    return group(drawn, *_corner(space), title=hint)


def _bridge(after: int) -> str:
    (x1, y1), (x2, y2) = _corner(after), _corner(after + 1)
    planks = box(max(x1, x2) - 3, y1 + 2, 6, HIGH - 4, "wood", 2) if y1 == y2 else box(x1 + 2, y2 - 3, WIDE - 4, 6, "wood", 2)
    return group(planks, title="the bridge with the third worker")


def _boat(state: State, i: int, seat: Part) -> str:
    """Return the boat of a seat; boats on the same space lie side by side."""
    left, y = _corner(seat.river)
    together = [j for j, other in enumerate(state.seats) if other.river == seat.river]
    step = 18 if len(together) < 3 else 10
    x = left + WIDE / 2 - 10 + step * (together.index(i) - (len(together) - 1) / 2)
    return symbol("ship", x, y + HIGH - 21, 20, f"t{i + 1}") + text(x + 10, y + HIGH - 4.5, i + 1, "n m f9")
