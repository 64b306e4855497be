"""Options, tiles, yields and spaces in terms."""

from __future__ import annotations

from typing import Any

from rajas_sim.core.board.roads import N_SIDES, SIDE_NAMES, rotated
from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import Earnings
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import COLUMNS, FLIPPED, N_FACES, N_STACKS


def die_text(option: int) -> str:
    """Return a die option in words: ``blue 3``, or ``blue 3 turned to 4``."""
    die = option % FLIPPED
    colour, value = terms.COLOURS[die // N_FACES], die % N_FACES + 1
    turned = f" turned to {N_FACES + 1 - value}" if option >= FLIPPED else ""
    return f"{colour} {value}{turned}"


def cell_text(cell: int) -> str:
    """Return a cell of the province by row and column from the top left."""
    return f"row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"


def tile_text(rules: Rules, tile: int) -> str:
    """Return a tile in words: ``orange_07 (cost 6, fork, temple, silk 2)``."""
    name = rules.tile_names[tile]
    face = rules.values.tiles[name]
    shows = [face.roads, *face.buildings, *(f"{good} {value}" for good, value in face.markets)]
    return f"{name} (cost {face.cost}, {', '.join(shows)})"


def roads_text(roads: int) -> str:
    """Return the sides a set of roads leads to."""
    return " ".join(name for side, name in enumerate(SIDE_NAMES) if roads & (1 << side))


def yield_names(rules: Rules, board: int) -> list[str]:
    """Return the names of the special yields of a board (index into terms.BOARDS), as the component file has them."""
    return list(getattr(rules.values.boards, terms.BOARDS[board]).yields)


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


def earnings_text(rules: Rules, earnings: Earnings) -> str:
    """Return what a place pays in words: ``1 die, 2 karma``."""
    parts = []
    for key, amount in earnings.root.items():
        name = key.replace("_", " ")
        plain = "{} " + (name.replace("dice", "die") if amount == 1 else name)
        parts.append(_EARNING_TEXTS.get(key, plain).format(amount, spaces=rules.values.yield_tiles.river_spaces_per_fame))
    return ", ".join(parts)


def yield_tile_text(rules: Rules, tile: int) -> str:
    """Return a yield tile in words: ``brown yield tile (2 fame per bend)``."""
    colour, earnings = rules.yield_tiles[tile]
    return f"{colour} yield tile ({earnings_text(rules, earnings)})"


def space_text(rules: Rules, space: int) -> str:
    """Return a space for workers in words, with the money it costs."""
    if space == terms.PASS:
        return "no worker"
    name = terms.SPACES[space].replace("_", " ")
    if terms.FIRST_BALCONY <= space < terms.FIRST_CHAMBER:
        taken = terms.COLOURS[rules.record.balcony_gives[space - terms.FIRST_BALCONY]]
        return f"{name} ({rules.values.palace.balcony_dice} {taken} dice for it)"
    prices = None
    if space < terms.FIRST_ASSORTED:
        prices = rules.values.quarry.prices[space]
    elif space >= terms.FIRST_HARBOUR:
        prices = rules.values.harbour.prices[space - terms.FIRST_HARBOUR]
    return name if prices is None else f"{name} for {prices} money"


def _slot_text(state: State, i: int) -> str:
    rules, board = state.rules, int(state.mover.board)
    special = rules.record.boards[board].yields[i]
    return f"{cell_text(int(special.cell))}, {SIDE_NAMES[special.side]}"


def option_text(state: State, code: int) -> str:
    """Return an option of the decision a position waits for, in terms."""
    rules: Any = state.rules
    match state.decision:
        case "place":
            return f"place a worker: {space_text(rules, code)}" if code != terms.PASS else "place no worker"
        case "pay_die" | "pay_for_tile":
            return f"give up {die_text(code)}"
        case "choose_tile":
            return f"take tile {tile_text(rules, int(state.open_tiles[code]))}"
        case "choose_cell":
            tile = state.tasks[state.n_tasks - 1].detail
            roads = rotated(int(rules.record.tiles[tile].roads), code % N_SIDES)
            return f"lay {rules.tile_names[tile]} at {cell_text(code // N_SIDES)}, roads {roads_text(roads)}"
        case "cover_tile":
            cell = code // N_STACKS
            new = tile_text(rules, int(state.open_tiles[code % N_STACKS]))
            old = rules.tile_names[state.mover.tiles[cell]]
            return f"cover {old} at {cell_text(cell)} with {new}"
        case "upgrade":
            return f"upgrade {terms.BUILDINGS[code]}"
        case "take_die":
            return f"take {'an' if code == terms.COLOUR.orange else 'a'} {terms.COLOURS[code]} die"
        case "give_back_die":
            return "take fewer dice" if code == terms.STOP else f"give {die_text(code)} back"
        case "reroll":
            return "roll" if code == terms.STOP else f"reroll {die_text(code)}"
        case "sail":
            return f"advance {code} on the river"
        case "move_boat":
            return "move the boat" if code == terms.MOVE else "leave the boat"
        case "palace_action":
            return f"palace action: {terms.CHAMBERS[code].replace('_', ' ')}"
        case "take_yield_tile":
            return "take no yield tile" if code == terms.NO_YIELD_TILE else f"take the {yield_tile_text(rules, code)}"
        case "place_yield_tile":
            held = yield_tile_text(rules, state.tasks[state.n_tasks - 1].detail)
            return f"lay the {held} at {_slot_text(state, code)}"
        case _:
            return f"score {terms.GOODS[code]} markets"
