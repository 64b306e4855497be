"""Options as people see them: their fields by name, and their texts (docs/options_charmers.md)."""

from __future__ import annotations

from typing import Any

from rajas_sim.charmers.output.wording import SPELLINGS, Die, PlacedBonus, bonus_of, die_of, river_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.sheet.dice import die_on_elephant
from rajas_sim.charmers.sheet.province import FROM_HALF_ROADS
from rajas_sim.charmers.sheet.river import space_back
from rajas_sim.core.board import N_SIDES, SIDE_NAMES, rotated
from rajas_sim.core.engine.course import mover, top
from rajas_sim.core.positions import option as core
from rajas_sim.core.positions.option import OptionForm
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import Cell, cell_of, sides_of, spaced

#: The shapes in which two half-roads may be drawn, in the order of FROM_HALF_ROADS.
_HALF_ROAD_SHAPES = ("straight", "bend")
#: The form of the options of each decision.
FORMS = {
    "take_die": OptionForm(terms.NO_SUITABLE_DIE + 1, ("die", "uses_karma"), pass_code=terms.NO_SUITABLE_DIE),
    "karma_roll": OptionForm(terms.ROLL_AGAIN + 1, ("die", "uses_karma")),
    "build_road": OptionForm(terms.NO_ROAD + 1, ("cell", "shows", "rotation", "roads"), pass_code=terms.NO_ROAD),
    "half_roads": OptionForm(
        terms.NO_HALF_ROADS + 1, ("cell", "shows", "shape", "rotation", "roads"), pass_code=terms.NO_HALF_ROADS
    ),
    "sell": OptionForm(terms.SELL_NO_MORE + 1, ("good",), pass_code=terms.SELL_NO_MORE),
    "take_good": OptionForm(terms.N_OF.goods, ("good",)),
    "palace_action": OptionForm(terms.NOBODY + 1, ("person",), pass_code=terms.NOBODY),
    "maharani": OptionForm(terms.MAX_RIVER + 1, ("steps", "river_space")),
    "trader": OptionForm(terms.GOOD_INSTEAD + terms.N_OF.goods, ("good", "is_sale")),
    "portuguese": OptionForm(terms.GOOD_INSTEAD + terms.N_OF.goods, ("steps", "river_space", "good")),
    "upgrade": OptionForm(terms.N_OF.buildings, ("building",)),
    "goods_die": OptionForm(terms.N_OF.dice, ("die",)),
    "sail_back": OptionForm(terms.MAX_RIVER + 1, ("river_space",)),
    "use_bonus": OptionForm(terms.DECLINE_BONUSES + 1, ("bonus", "combines_half_roads"), pass_code=terms.DECLINE_BONUSES),
}

#: What is to be decided, in words for people who play.
DECISION_TEXTS = {
    "take_die": "take a die",
    "karma_roll": "take a rolled die",
    "build_road": "draw a road",
    "half_roads": "draw the half-roads",
    "take_good": "take a good",
    "maharani": "advance on the river (Maharani)",
    "trader": "sell or take a good (Trader)",
    "portuguese": "go back on the river or take a good (Portuguese)",
    "upgrade": "upgrade a building",
    "goods_die": "take the goods of a purple die",
    "sail_back": "go back on the river",
    "use_bonus": "use a bonus",
}


class Option(core.Option):
    """One option of the seat to move; which of these fields it has depends on the decision (`FORMS`)."""

    __slots__ = ()
    forms = FORMS

    die: Die | None
    uses_karma: bool
    cell: Cell | None
    shows: str | None
    shape: str | None
    rotation: int | None
    roads: tuple[str, ...] | None
    good: str | None
    is_sale: bool
    person: str | None
    steps: int | None
    river_space: int | None
    building: str
    bonus: PlacedBonus | None
    combines_half_roads: bool


def option_values(state: State, code: int) -> tuple[Any, ...]:  # noqa: C901 - one case a decision
    """Return the values of the fields of an option, in the order of `FORMS`."""
    match state.decision:
        case "take_die" if code == terms.NO_SUITABLE_DIE:
            return None, False
        case "take_die":
            return _die_as_it_lies(state, code % terms.N_OF.dice), code >= terms.WITH_KARMA
        case "karma_roll":
            rolled_die = int(top(state.record).detail)
            die = die_on_elephant(state.record) if code == terms.TAKE_FROM_ELEPHANT else rolled_die
            return _die_as_it_lies(state, die), code == terms.ROLL_AGAIN
        case "build_road" if code == terms.NO_ROAD:
            return None, None, None, None
        case "build_road":
            cell, turns = divmod(code, N_SIDES)
            roads_of_face = int(top(state.record).detail)
            return *_cell_and_printed_word(state, cell), turns, sides_of(rotated(roads_of_face, turns))
        case "half_roads" if code < terms.FIRST_EXTENSION:
            shape, cell_and_turns = divmod(code, terms.N_NEW_ROADS)
            cell, turns = divmod(cell_and_turns, N_SIDES)
            return (
                *_cell_and_printed_word(state, cell),
                _HALF_ROAD_SHAPES[shape],
                turns,
                sides_of(rotated(FROM_HALF_ROADS[shape], turns)),
            )
        case "half_roads" if code == terms.NO_HALF_ROADS:
            return None, None, None, None, None
        case "half_roads":
            cell, side = divmod(code - terms.FIRST_EXTENSION, N_SIDES)
            return *_cell_and_printed_word(state, cell), None, None, (SIDE_NAMES[side],)
        case "sell":
            return (None if code == terms.SELL_NO_MORE else terms.GOODS[code],)
        case "take_good":
            return (terms.GOODS[code],)
        case "palace_action":
            return (None if code == terms.NOBODY else terms.PEOPLE[code],)
        case "maharani":
            return code, int(mover(state.record).river) + code
        case "trader":
            return terms.GOODS[code % terms.GOOD_INSTEAD], code < terms.GOOD_INSTEAD
        case "portuguese" if code >= terms.GOOD_INSTEAD:
            return None, None, terms.GOODS[code - terms.GOOD_INSTEAD]
        case "portuguese":
            return code, space_back(mover(state.record), code), None
        case "upgrade":
            return (terms.BUILDINGS[code],)
        case "goods_die":
            return (_die_as_it_lies(state, code),)
        case "sail_back":
            return (code,)
        case "use_bonus":
            return (bonus_of(state, code) if code < terms.N_OF.bonus_places else None), code == terms.COMBINE_HALF_ROADS
    raise AssertionError(f"no options of {state.decision} are known")


def _die_as_it_lies(state: State, die_number: int) -> Die:
    return die_of(die_number, int(state.record.faces[die_number]))


def _die_text(state: State, die: Die) -> str:
    """Return a die in words, with its number if the two dice of its colour are different."""
    if state.rules.record.are_alike[terms.COLOURS.index(die.colour)]:
        return str(die)
    return f"{die.colour} die {die.number} ({die.shows})"


def _cell_and_printed_word(state: State, cell: int) -> tuple[Cell, str]:
    return cell_of(cell, terms.COLUMNS), terms.CELLS[state.rules.record.cells[cell]]


def option_text(state: State, code: int) -> str:  # noqa: C901 - one case a decision
    """Return the text of an option."""
    match state.decision, *option_values(state, code):
        case "take_die", None, False:
            return "carry out no action: no die suits, and no karma can be used"
        case "take_die", die, True:
            return f"use karma: reroll the {_die_text(state, die)} and the elephant's"
        case "karma_roll", _, True:
            return "use another karma"
        case "take_die" | "karma_roll", die, False:
            return f"take the {_die_text(state, die)}"
        case "build_road" | "half_roads", None, *_:
            return "draw no road"
        case "build_road", cell, _, _, roads:
            return f"draw a road at {cell}, roads {', '.join(roads)}"
        case "half_roads", cell, _, None, None, (side,):
            return f"add a road at {cell} to the {side}"
        case "half_roads", cell, _, shape, _, roads:
            return f"draw a {shape} at {cell}, roads {', '.join(roads)}"
        case "sell", None:
            return "sell no more"
        case ("sell", good) | ("trader", good, True):
            return f"sell {good}"
        case ("take_good", good) | ("trader", good, False) | ("portuguese", None, None, good):
            return f"take {good}"
        case "palace_action", None:
            return "carry out no palace action"
        case "palace_action", person:
            return f"palace action: {spaced(person, SPELLINGS)}"
        case "maharani", steps, space:
            return f"advance {steps} to {river_text(state, space)}"
        case "portuguese", steps, space, None:
            return f"go back {steps} to {river_text(state, space)}"
        case "upgrade", building:
            return f"upgrade {building}"
        case "goods_die", die:
            return f"take the goods of the {die}"
        case "sail_back", space:
            return f"go back to {river_text(state, space)}"
        case "use_bonus", None, True:
            return "draw two half-roads as one road"
        case "use_bonus", None, False:
            return "use no more bonuses"
        case "use_bonus", bonus, False:
            return f"use bonus: {bonus}"
    raise AssertionError(f"no words for an option of {state.decision}")
