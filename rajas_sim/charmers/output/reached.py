"""What an option brings beyond its text: a river space, a palace action, fame, a sale, bonuses of the sheet."""

from __future__ import annotations

from typing import Any

from rajas_sim.charmers.output.wording import Earning, bonus_of, earning_of, reminders_of
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.sheet.dice import die_on_elephant
from rajas_sim.charmers.sheet.market import stock
from rajas_sim.charmers.sheet.province import fame_of_building
from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine.course import top
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import lost_texts, lower_first, spaced, upgrade_text

#: Decisions whose options do not name the river space that they lead to.
_DECISIONS_WITHOUT_SPACE = ("take_die", "karma_roll", "use_bonus")
_MARKET_SALES = {terms.CELL.market_same: "sell_same", terms.CELL.market_different: "sell_different"}


def option_note(state: State, code: int) -> str:
    """Return what an option brings the seat to move, as far as the rules fix it, and which bonuses it releases."""
    seat = state.seat_to_move
    played, events = state.play_logged(code)
    marked_spaces = [int(event.after) for event in events if event.seat == seat and event.what == terms.EVENT.river]
    texts = [_action_text(state, code)]
    n_karma = 0
    for space in marked_spaces:
        earnings = [earning_of(earning) for earning in state.rules.record.river[space] if earning.kind]
        n_karma += sum(earning.amount for earning in earnings if earning.kind == "karma")
        if state.decision in _DECISIONS_WITHOUT_SPACE:
            texts.append(f"river space {space}: {', '.join(map(str, earnings)) or 'nothing'}")
    texts += lost_texts(n_karma, int(state.rules.record.karma_limit) - int(state.mover.karma_collected), "karma")
    released_bits = int(played.seats[seat].released) & ~int(state.mover.released)
    new_bonuses = [bonus_of(state, i) for i in range(terms.N_OF.bonus_places) if released_bits >> i & 1]
    if new_bonuses:
        bonuses_text = " and ".join(str(bonus.earning) for bonus in new_bonuses)
        texts.append(f"bonus{'es' * (len(new_bonuses) > 1)}: {bonuses_text}")
    return "; ".join(filter(None, texts))


def _action_text(state: State, code: int) -> str:
    """Return what the action of an option does, if its text only names the action; empty otherwise."""
    record: Any = state.rules.record
    match state.decision:
        case "take_die" if code < terms.WITH_KARMA:
            return _die_action_text(state, code)
        case "karma_roll" if code != terms.ROLL_AGAIN:
            is_from_elephant = code == terms.TAKE_FROM_ELEPHANT
            return _die_action_text(state, die_on_elephant(state.record) if is_from_elephant else int(top(state.record).detail))
        case "palace_action" if code != terms.NOBODY:
            return _person_text(state, code)
        case "build_road" if code != terms.NO_ROAD:
            return _province_space_text(state, code // N_SIDES)
        case "half_roads" if code < terms.FIRST_EXTENSION:
            return _province_space_text(state, code % terms.N_NEW_ROADS // N_SIDES)
        case "sell" | "trader" if code < terms.N_OF.goods:
            return f"{record.prices[state.mover.sold[code]]} money"
        case "upgrade":
            return upgrade_text(record.building_values, int(state.mover.levels[code]))
        case "use_bonus" if code < terms.N_OF.bonus_places and (kind := bonus_of(state, code).earning.kind) in terms.PEOPLE:
            return _person_text(state, terms.PEOPLE.index(kind))
    return ""


def _die_action_text(state: State, die: int) -> str:
    """Return what the action of a die does, if the face only names it; empty otherwise."""
    is_orange = terms.COLOURS[die // terms.N_OF.dice_per_colour] == "orange"
    return _person_text(state, int(state.record.faces[die])) if is_orange else ""


def _person_text(state: State, person: int) -> str:
    """Return the reminder of what a person of the palace does, as the rest of a sentence."""
    reminders = reminders_of(state.rules)  # type: ignore[arg-type]
    name = spaced(terms.PEOPLE[person])
    reminder = next(text for title, text in reminders.items() if title.lower() == name)
    return lower_first(reminder.removesuffix("."))


def _province_space_text(state: State, cell: int) -> str:
    """Return the fame of the building on a space, or the sale that its market allows; empty if it has neither."""
    record: Any = state.rules.record
    cell_kind = int(record.cells[cell])
    if cell_kind < terms.N_OF.buildings:
        return f"{terms.CELLS[cell_kind]}: {fame_of_building(state.mover.record, record, cell_kind)} fame"
    if cell_kind not in _MARKET_SALES:
        return ""
    stocks = [stock(state.mover.record, good) for good in range(terms.N_OF.goods)]
    n_in_stock = max(stocks) if cell_kind == terms.CELL.market_same else sum(map(bool, stocks))
    if not n_in_stock:
        return "market: nothing to sell"
    now_text = f", now {n_in_stock}" if n_in_stock < record.market_goods else ""
    return f"market: {Earning(_MARKET_SALES[cell_kind], int(record.market_goods))}{now_text}"
