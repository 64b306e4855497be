"""Options as people see them: their fields by name, and their texts (docs/options_ganges.md)."""

from __future__ import annotations

from typing import Any

from rajas_sim.core.board import N_SIDES, SIDE_NAMES, rotated
from rajas_sim.core.engine.course import top
from rajas_sim.core.positions import option as core
from rajas_sim.core.positions.option import OptionForm
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import Cell, cell_of, lower_first, sides_of, spaced, upgrade_text
from rajas_sim.ganges.board.order import nth_earning
from rajas_sim.ganges.board.palace import dancer_gives_tile
from rajas_sim.ganges.board.province import fame_of_buildings
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.output import wording
from rajas_sim.ganges.output.reached import chamber_of, reached_text
from rajas_sim.ganges.output.reminders import reminders_of
from rajas_sim.ganges.output.wording import Die, DueEarning, YieldTile
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.layout import MAX_RIVER, MAX_TASKS, MAX_YIELDS

#: The form of the options of each decision.
FORMS = {
    "place": OptionForm(terms.PASS + 1, ("space", "area"), pass_code=terms.PASS),
    "pay_die": OptionForm(2 * terms.FLIPPED, ("die", "space", "area")),
    "choose_tile": OptionForm(terms.N_OF.stacks, ("tile",)),
    "pay_for_tile": OptionForm(2 * terms.FLIPPED, ("die", "tile", "cost_left")),
    "choose_cell": OptionForm(terms.N_OF.cells * N_SIDES, ("tile", "cell", "rotation", "roads")),
    "cover_tile": OptionForm(terms.N_OF.cells * terms.N_OF.stacks, ("tile", "cell", "covered")),
    "upgrade": OptionForm(terms.N_OF.buildings, ("building",)),
    "take_die": OptionForm(terms.N_OF.colours, ("colour",)),
    "give_back_die": OptionForm(terms.STOP + 1, ("die",), pass_code=terms.STOP),
    "reroll": OptionForm(terms.STOP + 1, ("die",), pass_code=terms.STOP),
    "sail": OptionForm(MAX_RIVER, ("steps",), pass_code=0),
    "move_boat": OptionForm(terms.MOVE + 1, ("steps",), pass_code=terms.STAY),
    "palace_action": OptionForm(terms.N_OF.chambers, ("chamber",)),
    "choose_good": OptionForm(terms.N_OF.goods, ("good",)),
    "take_yield_tile": OptionForm(terms.NO_YIELD_TILE + 1, ("yield_tile",), pass_code=terms.NO_YIELD_TILE),
    "place_yield_tile": OptionForm(MAX_YIELDS, ("yield_tile", "slot", "cell", "side")),
    "choose_order": OptionForm(MAX_TASKS, ("received",)),
}

#: What is to be decided, in words for people who play.
DECISION_TEXTS = {
    "place": "place a worker",
    "pay_die": "give up a die",
    "choose_tile": "take a tile",
    "pay_for_tile": "pay for the tile",
    "choose_cell": "lay the tile",
    "cover_tile": "cover a tile",
    "upgrade": "upgrade a building",
    "take_die": "take a die",
    "give_back_die": "give a die back",
    "reroll": "reroll dice",
    "sail": "advance the boat",
    "move_boat": "move the boat",
    "choose_good": "score the markets of a good",
    "take_yield_tile": "take a yield tile",
    "place_yield_tile": "lay the yield tile",
}


class Option(core.Option):
    """One option of the seat to move; which of these fields it has depends on the decision (`FORMS`)."""

    __slots__ = ()
    forms = FORMS

    space: str | None
    area: str | None
    die: Die | None
    tile: str
    cost_left: int
    cell: Cell
    rotation: int
    roads: tuple[str, ...]
    covered: str
    building: str
    colour: str
    steps: int
    chamber: str
    good: str
    yield_tile: YieldTile | None
    slot: str
    side: str
    received: DueEarning


def option_values(state: State, code: int) -> tuple[Any, ...]:  # noqa: C901 - one case a decision
    """Return the values of the fields of an option, in the order of `FORMS`."""
    rules: Any = state.rules
    match state.decision:
        case "place":
            return _space_and_area(code)
        case "pay_die":
            return wording.die_of(code), *_space_and_area(int(top(state.record).detail))
        case "choose_tile":
            return (rules.tile_names[state.open_tiles[code]],)
        case "pay_for_tile":
            tasks = state.record.tasks[: state.n_tasks]
            bought_tile = tasks[-3].detail  # below the payment on the stack: opening the next tile, then laying this one
            return wording.die_of(code), rules.tile_names[bought_tile], int(tasks[-1].amount)
        case "choose_cell":
            tile = top(state.record).detail
            cell, turns = divmod(code, N_SIDES)
            roads = rotated(int(rules.record.tiles[tile].roads), turns)
            return rules.tile_names[tile], cell_of(cell, terms.COLUMNS), turns, sides_of(roads)
        case "cover_tile":
            cell, stack = divmod(code, terms.N_OF.stacks)
            covered = state.mover.tiles[cell]
            return rules.tile_names[state.open_tiles[stack]], cell_of(cell, terms.COLUMNS), rules.tile_names[covered]
        case "upgrade":
            return (terms.BUILDINGS[code],)
        case "take_die":
            return (terms.COLOURS[code],)
        case "give_back_die" | "reroll":
            return (None if code == terms.STOP else wording.die_of(code),)
        case "sail" | "move_boat":
            return (code,)
        case "palace_action":
            return (terms.CHAMBERS[code],)
        case "choose_good":
            return (terms.GOODS[code],)
        case "take_yield_tile":
            return (None if code == terms.NO_YIELD_TILE else wording.yield_tile_of(rules, code),)
        case "place_yield_tile":
            board = state.mover.board
            special_yield = rules.record.boards[board].yields[code]
            yield_tile = wording.yield_tile_of(rules, int(top(state.record).detail))
            slot = wording.yield_names(rules, board)[code]
            return yield_tile, slot, cell_of(int(special_yield.cell), terms.COLUMNS), SIDE_NAMES[special_yield.side]
        case "choose_order":
            return (wording.due_earning_of(nth_earning(state.record, code)),)
    raise AssertionError(f"no options of {state.decision} are known")


def _space_and_area(space: int) -> tuple[str | None, str | None]:
    return (None, None) if space == terms.PASS else (terms.SPACES[space], terms.AREAS[area_of(space)])


def option_text(state: State, code: int) -> str:  # noqa: C901 - one case a decision
    """Return the text of an option."""
    rules: Any = state.rules
    match state.decision, *option_values(state, code):
        case "place", None, None:
            return "place no worker"
        case "place", _, _:
            return f"place a worker: {wording.space_text(rules, code)}"
        case "pay_die" | "pay_for_tile", die, _, _:
            return f"give up {die}"
        case "choose_tile", tile:
            return f"take {wording.tile_text(rules, tile)}"
        case "choose_cell", tile, cell, _, roads:
            return f"lay {wording.tile_name(tile)} at {cell}, roads {', '.join(roads)}"
        case "cover_tile", tile, cell, covered:
            return f"cover {wording.tile_name(covered)} at {cell} with {wording.tile_text(rules, tile)}"
        case "upgrade", building:
            return f"upgrade {building}"
        case "take_die", colour:
            return f"take {'an' if colour == 'orange' else 'a'} {colour} die"
        case "give_back_die", None:
            return "take fewer dice"
        case "give_back_die", die:
            return f"give {die} back"
        case "reroll", None:
            return "roll"
        case "reroll", die:
            return f"reroll {die}"
        case "sail" | "move_boat", 0:
            return "leave the boat where it is"
        case "sail", steps:
            return f"advance {steps} on the river"
        case "move_boat", _:
            return "move the boat"
        case "palace_action", chamber:
            return f"palace action: {spaced(chamber, wording.SPELLINGS)}"
        case "choose_good", good:
            return f"score {good} markets"
        case "take_yield_tile", None:
            return "take no yield tile"
        case "take_yield_tile", tile:
            return f"take the {wording.yield_tile_text(rules, tile)}"
        case "place_yield_tile", tile, _, cell, side:
            return f"lay the {wording.yield_tile_text(rules, tile)} at {cell}, {side}"
        case "choose_order", received:
            return f"receive next: {wording.earnings_text(rules, received.earns)} ({spaced(received.cause, wording.SPELLINGS)})"
    raise AssertionError(f"no words for an option of {state.decision}")


def option_note(state: State, code: int) -> str:
    """Return what an option takes and reaches in addition to what its text says."""
    return "; ".join(filter(None, (_karma_text(state, code), _price_or_gain_text(state, code), reached_text(state, code))))


def _price_or_gain_text(state: State, code: int) -> str:
    """Return what an option costs or brings, for a chamber, a tile, a die towards its cost, an upgrade or a reroll of no dice."""
    rules: Any = state.rules
    seat = state.mover
    match state.decision:
        case "place" | "palace_action" if (chamber := chamber_of(state, code)) >= 0:
            return _chamber_text(state, chamber)
        case "choose_tile":
            return _fame_text(state, int(state.open_tiles[code]))
        case "cover_tile":
            cell, stack = divmod(code, terms.N_OF.stacks)
            covering, covered = (rules.record.tiles[tile] for tile in (state.open_tiles[stack], seat.tiles[cell]))
            cost = f"costs {covering.cost - covered.cost} in {terms.COLOURS[covering.colour]} dice"
            return "; ".join(filter(None, (cost, _fame_text(state, int(state.open_tiles[stack])))))
        case "pay_for_tile":
            still_to_pay = int(top(state.record).amount) - wording.die_of(code).counts
            if still_to_pay > 0:
                return f"{still_to_pay} still to pay"
            return f"{-still_to_pay} too much" if still_to_pay < 0 else "pays it all"
        case "upgrade":
            return upgrade_text(rules.record.building_values, int(seat.levels[code]))
        case "reroll" if code == terms.STOP and not state.pending.any():
            return "reroll none" if seat.dice.any() else "there are no dice to reroll"
    return ""


def _chamber_text(state: State, chamber: int) -> str:
    """Return what a chamber takes and brings; without a worker, no die is given up."""
    rules: Any = state.rules
    has_worker = state.decision == "place"
    if chamber == terms.CHAMBER.dancer and rules.record.chooses_yield_tiles and not dancer_gives_tile(rules.record, has_worker):
        return ""
    reminder = reminders_of(rules)[spaced(terms.CHAMBERS[chamber], wording.SPELLINGS)].removesuffix(".")
    return lower_first(reminder) if has_worker else reminder.partition(": ")[2]  # without "Give up a ...: "


def _fame_text(state: State, tile: int) -> str:
    """Return the fame that the buildings of a tile bring; empty if none."""
    fame = int(fame_of_buildings(state.mover.record, state.rules.record, tile))
    return f"{fame} fame" if fame else ""


def _karma_text(state: State, code: int) -> str:
    """Return the karma that an option uses to turn dice over, at least; empty if it uses none."""
    if state.decision in ("pay_die", "pay_for_tile"):
        return "uses 1 karma" if wording.die_of(code).is_flipped else ""
    record: Any = state.rules.record
    values_by_colour = [[value for value, n in enumerate(counts, 1) for _ in range(n)] for counts in state.mover.dice]
    n_karma = 0
    if state.decision == "choose_tile":
        tile = record.tiles[state.open_tiles[code]]
        missing = int(tile.cost) - sum(values_by_colour[tile.colour])
        for value in values_by_colour[tile.colour]:  # the lowest first, since turning it over gains most
            if missing <= 0:
                break
            missing, n_karma = missing - (terms.N_OF.faces + 1 - 2 * value), n_karma + 1
    elif state.decision == "place" and code >= terms.FIRST_SPACE.chamber:
        is_harbour = code >= terms.FIRST_SPACE.harbour
        chamber_value = 0 if is_harbour else int(record.chamber_dice[code - terms.FIRST_SPACE.chamber])
        lowest, highest = (1, int(record.harbour_highest_die)) if is_harbour else (chamber_value, chamber_value)
        n_karma = int(
            code != terms.PASS and not any(lowest <= value <= highest for values in values_by_colour for value in values)
        )
    return f"uses {n_karma} karma to turn {'a die' if n_karma == 1 else 'dice'}" if n_karma else ""
