"""Small pictures of things that a seat can be restricted from using; they stand beside the names of the things."""

from __future__ import annotations

from collections.abc import Mapping

from rajas_sim.core.drawing.panel import THUMBNAIL, thumbnail
from rajas_sim.core.drawing.shapes import group, symbol
from rajas_sim.ganges.drawing.board import BALCONY_WIDTH, SPACE, TILE_SIZE, space_drawing, tile_with_cost
from rajas_sim.ganges.drawing.symbols import PICTURES, earnings_symbols
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import SPACES


def picture_of(rules: Rules, thing: str) -> str:
    """Return a thing as SVG (`thumbnail`), empty if it has no picture; a group, such as a row, is shown by its first thing."""
    kind, _, name = thing.partition(".")
    space_name = name.replace(".", "_")
    spaces = [i for i, space in enumerate(SPACES) if space == space_name or space.startswith(f"{space_name}_")]
    if kind in ("space", "chamber") and spaces:
        drawing = space_drawing(rules, spaces[0])
        return thumbnail(drawing, BALCONY_WIDTH if space_name.startswith("balcony") else SPACE, SPACE)
    if kind == "tile" and name in rules.tile_names:
        return thumbnail(tile_with_cost(rules, rules.tile_names.index(name)), TILE_SIZE + 22, TILE_SIZE)
    if kind == "worker":
        return symbol("pawn", 0, 0, THUMBNAIL, "dim")
    if kind == "upgrade" and name in PICTURES:
        return symbol(PICTURES[name], 0, 0, THUMBNAIL)
    earnings = _earnings_of_thing(rules, kind, name)
    middle = THUMBNAIL / 2
    return thumbnail(group(earnings_symbols(earnings, room=THUMBNAIL), middle, middle), THUMBNAIL, THUMBNAIL) if earnings else ""


def _earnings_of_thing(rules: Rules, kind: str, name: str) -> Mapping[str, int]:
    """Return what a bonus, a space or tile of the river, or a yield tile pays; empty for other things."""
    values, number = rules.values, int(name) if name.isdecimal() else 0
    bonuses = {"fame_bonus": values.tracks.fame.bonus, "money_bonus": values.tracks.money.bonus}.get(kind, {})
    earnings_by_number = [*bonuses.values()]
    if kind == "river":
        earnings_by_number = [*values.river.values()]
    elif kind == "river_tile":
        earnings_by_number = [*values.ganga.tiles]
    elif kind == "yield_tile":
        earnings_by_number = [earnings for _, earnings in rules.yield_tiles]
    return earnings_by_number[number - 1].root if 0 < number <= len(earnings_by_number) else {}
