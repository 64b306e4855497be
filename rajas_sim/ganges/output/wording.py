"""Options, tiles, yields and spaces as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.output.options import Cell, Die, YieldTile, option_fields
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules


def die_text(die: Die) -> str:
    """Return a die in words: ``blue 3``, or ``blue 3 turned to 4``."""
    turned = f" turned to {die.counts}" if die.is_flipped else ""
    return f"{die.colour} {die.value}{turned}"


def cell_text(cell: Cell) -> str:
    """Return a cell of the province by row and column from the top left."""
    return f"row {cell.row}, column {cell.column}"


def tile_text(rules: Rules, name: str) -> str:
    """Return a tile in words: ``orange_07 (cost 6, fork, temple, silk 2)``."""
    face = rules.values.tiles[name]
    shows = [face.roads, *face.buildings, *(f"{good} {value}" for good, value in face.markets)]
    return f"{name} (cost {face.cost}, {', '.join(shows)})"


#: Earnings whose amount is not simply a number of things received.
_EARNING_TEXTS = {
    "boat": "the boat moves {} on",
    "sail": "advance up to {} on the river",
    "assorted": "up to {} different markets",
    "one_kind": "up to {} markets of one kind",
    "fame_per_river_spaces": "{} fame per {spaces} river spaces",
    "palace_action": "a palace action",
    **{chamber: f"the action of the {chamber.replace('_', ' ')}" for chamber in terms.CHAMBERS},
}


def earnings_text(rules: Rules, earns: Mapping[str, int]) -> str:
    """Return what a place pays in words: ``1 die, 2 karma``."""
    parts = []
    for key, amount in earns.items():
        name = key.replace("_", " ")
        plain = "{} " + (name.replace("dice", "die") if amount == 1 else name)
        parts.append(_EARNING_TEXTS.get(key, plain).format(amount, spaces=rules.values.yield_tiles.river_spaces_per_fame))
    return ", ".join(parts)


def yield_tile_text(rules: Rules, tile: YieldTile) -> str:
    """Return a yield tile in words: ``brown yield tile (2 fame per bend)``."""
    return f"{tile.colour} yield tile ({earnings_text(rules, tile.earns)})"


def space_text(rules: Rules, space: int) -> str:
    """Return a space for workers in words, with the money it costs."""
    name = terms.SPACES[space].replace("_", " ")
    if terms.FIRST_BALCONY <= space < terms.FIRST_CHAMBER:
        taken = terms.COLOURS[rules.record.balcony_gives[space - terms.FIRST_BALCONY]]
        return f"{name} ({rules.values.palace.balcony_dice} {taken} dice for it)"
    price = space_price(rules, space)
    return name if price is None else f"{name} for {price} money"


def space_price(rules: Rules, space: int) -> int | None:
    """Return the money a worker costs on a space of the quarry or the harbour."""
    if space < terms.FIRST_ASSORTED:
        return rules.values.quarry.prices[space]
    if space >= terms.FIRST_HARBOUR:
        return rules.values.harbour.prices[space - terms.FIRST_HARBOUR]
    return None


def option_text(state: State, code: int) -> str:
    """Return an option of the decision a position waits for in words."""
    rules: Any = state.rules
    fields = option_fields(state, code)
    match state.decision:
        case "place":
            return f"place a worker: {space_text(rules, code)}" if fields["space"] else "place no worker"
        case "pay_die" | "pay_for_tile":
            return f"give up {die_text(fields['die'])}"
        case "choose_tile":
            return f"take tile {tile_text(rules, fields['tile'])}"
        case "choose_cell":
            return f"lay {fields['tile']} at {cell_text(fields['cell'])}, roads {' '.join(fields['roads'])}"
        case "cover_tile":
            return f"cover {fields['covered']} at {cell_text(fields['cell'])} with {tile_text(rules, fields['tile'])}"
        case "upgrade":
            return f"upgrade {fields['building']}"
        case "take_die":
            return f"take {'an' if fields['colour'] == 'orange' else 'a'} {fields['colour']} die"
        case "give_back_die":
            return f"give {die_text(fields['die'])} back" if fields["die"] else "take fewer dice"
        case "reroll":
            return f"reroll {die_text(fields['die'])}" if fields["die"] else "roll"
        case "sail":
            return f"advance {fields['steps']} on the river"
        case "move_boat":
            return "move the boat" if fields["steps"] else "leave the boat"
        case "palace_action":
            return f"palace action: {fields['chamber'].replace('_', ' ')}"
        case "choose_good":
            return f"score {fields['good']} markets"
        case "take_yield_tile":
            held = fields["yield_tile"]
            return f"take the {yield_tile_text(rules, held)}" if held else "take no yield tile"
        case "place_yield_tile":
            held = yield_tile_text(rules, fields["yield_tile"])
            return f"lay the {held} at {cell_text(fields['cell'])}, {fields['side']}"
    raise AssertionError(f"no words for the options of {state.decision}")
