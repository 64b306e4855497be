"""Options, dice, bonuses and places in terms."""

from __future__ import annotations

from typing import Any

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS
from rajas_sim.charmers.rulebook.rules_record import FACE_CODES
from rajas_sim.charmers.rulebook.terms import COLOURS, COLUMNS, DICE_PER_COLOUR
from rajas_sim.charmers.sheet.province import FROM_HALF_ROADS
from rajas_sim.charmers.sheet.river import space_back
from rajas_sim.core.board.roads import N_SIDES, SIDE_NAMES, rotated
from rajas_sim.core.positions.state import State

_KEYS = {(kind, detail): key for key, (kind, detail) in EARNING_KEYS.items()}
_FACE_NAMES = {colour: {code: name for name, code in codes.items()} for colour, codes in FACE_CODES.items()}
_SHAPE_NAMES = ("straight", "bend")

#: Earnings whose amount is not simply a number of things received.
_EARNING_TEXTS = {
    "sell_any": "sell {} goods",
    "sell_same": "sell {} goods of the same kind",
    "sell_different": "sell {} different goods",
    "sail": "the next river space",
    "sail_back": "the next river space back",
    "sail_back_anywhere": "any river space back",
    "palace_action": "a palace action",
    "goods_die": "the goods of a purple die",
    "half_road": "{} half-road",
    **{person: f"the {person.replace('_', ' ')}" for person in terms.PEOPLE},
    **{shape: f"a {shape} road" for shape in ("straight", "bend", "fork", "crossroad")},
}


def face_text(die: int, face: int) -> str:
    """Return what a die shows: ``tea and silk``."""
    colour = COLOURS[die // DICE_PER_COLOUR]
    name = _FACE_NAMES[colour][face]
    return name.replace("_", " and ") if colour == "purple" else name.replace("_", " ")


def die_text(state: State, die: int) -> str:
    """Return a die with what it shows: ``purple die (tea and silk)``."""
    return f"{COLOURS[die // DICE_PER_COLOUR]} die ({face_text(die, int(state.faces[die]))})"


def cell_text(cell: int) -> str:
    """Return a province space by row and column from the top left."""
    return f"row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"


def roads_text(roads: int) -> str:
    """Return the sides a set of roads leads to."""
    return " ".join(name for side, name in enumerate(SIDE_NAMES) if roads & (1 << side))


def earning_text(earning: Any) -> str:
    """Return what an earning gives in words: ``2 goods``."""
    key = _KEYS[int(earning.kind), int(earning.detail)]
    return _EARNING_TEXTS.get(key, f"{{}} {key.replace('_', ' ')}").format(int(earning.amount))


def river_text(state: State, space: int) -> str:
    """Return a river space with what it gives: ``river space 10 (4 money)``."""
    earnings = [earning_text(earning) for earning in state.rules.record.river[space] if earning.kind]
    return f"river space {space} ({', '.join(earnings)})"


def place_text(place: int) -> str:
    """Return a place of the sheet that holds a bonus: ``edge top 5``."""
    return terms.PLACES[place].replace("/", " ").replace("_", " ")


def bonus_text(state: State, place: int) -> str:
    """Return a bonus with its place: ``goods die (edge right 1)``."""
    return f"{earning_text(state.rules.record.places[place])} ({place_text(place)})"


def _half_roads_text(code: int) -> str:
    if code >= terms.EXTEND:
        cell, side = divmod(code - terms.EXTEND, N_SIDES)
        return f"add a road at {cell_text(cell)} to the {SIDE_NAMES[side]}"
    shape, code = divmod(code, terms.N_NEW_ROADS)
    roads = rotated(FROM_HALF_ROADS[shape], code % N_SIDES)
    return f"draw a {_SHAPE_NAMES[shape]} at {cell_text(code // N_SIDES)}, roads {roads_text(roads)}"


def option_text(state: State, code: int) -> str:
    """Return an option of the decision a position waits for, in terms."""
    task = state.tasks[state.n_tasks - 1]
    seat = state.record.seats[state.seat_to_move]
    good_instead = f"take {terms.GOODS[code - terms.GOOD_INSTEAD]}" if 0 <= code - terms.GOOD_INSTEAD < terms.N_GOODS else ""
    match state.decision:
        case "take_die" if code == terms.NO_SUITABLE_DIE:
            return "carry out no action: no die suits, and no karma can be used"
        case "take_die" if code >= terms.WITH_KARMA:
            return f"use karma: reroll the {die_text(state, code - terms.WITH_KARMA)} and the elephant's"
        case "take_die":
            return f"take the {die_text(state, code)}"
        case "karma_roll":
            on_elephant = int((state.where == terms.ELEPHANT).argmax())
            dice = {terms.TAKE_FROM_ELEPHANT: on_elephant, terms.TAKE_FROM_MIDDLE: int(task.detail)}
            return f"take the {die_text(state, dice[code])}" if code in dice else "use another karma"
        case "build_road":
            roads = rotated(int(task.detail), code % N_SIDES)
            return f"draw a road at {cell_text(code // N_SIDES)}, roads {roads_text(roads)}"
        case "half_roads":
            return _half_roads_text(code)
        case "sell":
            return "sell no more" if code == terms.STOP else f"sell {terms.GOODS[code]}"
        case "take_good":
            return f"take {terms.GOODS[code]}"
        case "trader":
            return good_instead or f"sell {terms.GOODS[code]}"
        case "palace_action":
            return f"palace action: {terms.PEOPLE[code].replace('_', ' ')}"
        case "maharani":
            return f"advance {code} to {river_text(state, int(seat.river) + code)}"
        case "portuguese":
            return good_instead or f"go back {code} to {river_text(state, space_back(seat, code))}"
        case "upgrade":
            return f"upgrade {terms.BUILDINGS[code]}"
        case "goods_die":
            return f"take the goods of the {die_text(state, code)}"
        case "sail_back":
            return f"go back to {river_text(state, code)}"
        case _:
            if code == terms.COMBINE:
                return "draw two half-roads as one road"
            return "use no more bonuses" if code == terms.DECLINE else f"use bonus: {bonus_text(state, code)}"
