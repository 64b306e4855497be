"""What placing a worker on a space of the board is worth."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.covers import best_cover
from rajas_sim.ganges.appraisal.dice import cheapest
from rajas_sim.ganges.appraisal.earnings import plain_chamber_worth, sail_worth
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, NEVER, Outlook
from rajas_sim.ganges.appraisal.resources import dice_worth, money_worth
from rajas_sim.ganges.appraisal.tiles import best_payable_tile
from rajas_sim.ganges.board.market import assorted_income, income_of
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.terms import AREA, BACKS, CHAMBER, FIRST, PASS, N


@kernel
def chamber_worth(view: Outlook, chamber: int, has_worker: bool) -> float:
    """Return what the action of a chamber is worth, without the die it costs a worker."""
    if chamber == CHAMBER.master_builder:
        return best_cover(view)
    if chamber == CHAMBER.portuguese:
        return sail_worth(view, int(view.rules.portuguese_steps))
    return plain_chamber_worth(view, chamber, has_worker)


@kernel
def _chamber_price(view: Outlook, chamber: int) -> float:
    """Return what the die costs that opens a chamber: as it lies if there is one, else turned over with karma."""
    value = view.rules.chamber_dice[chamber]
    if view.held.values >> (value - 1) & 1:
        return cheapest(view, value)
    return cheapest(view, N.faces + 1 - value) + view.w.karma * view.rest


@kernel
def _one_kind_worth(view: Outlook, good: int) -> float:
    best = NEVER
    for value in range(1, N.faces + 1):
        if view.held.values >> (value - 1) & 1:
            best = max(best, money_worth(view, income_of(int(view.held.markets[good]), value)) - cheapest(view, value))
    return best


@kernel
def _harbour_worth(view: Outlook) -> float:
    best, best_sail = NEVER, NEVER
    for value in range(1, view.rules.harbour_highest_die + 1):
        best_sail = max(best_sail, sail_worth(view, value))
        price = NEVER
        if view.held.values >> (value - 1) & 1:
            price = cheapest(view, value)
        elif view.seat.karma > 0 and view.held.values >> (N.faces - value) & 1:
            price = cheapest(view, N.faces + 1 - value) + view.w.karma * view.rest
        if price != NEVER:
            best = max(best, best_sail - price)
    return best


@kernel
def _reroll_worth(view: Outlook) -> float:
    worth = 0.0
    for value in range(1, N.faces + 1):
        for colour in range(N.colours):
            if value < MEAN_FACE - 1.0:
                worth += view.seat.dice[colour, value - 1] * view.w.pip * (MEAN_FACE - value) * view.rest
    return worth


@kernel
def _balcony_worth(view: Outlook, colour: int) -> float:
    lowest = N.faces
    for value in range(N.faces, 0, -1):
        if view.seat.dice[colour, value - 1] > 0:
            lowest = value
    taken = view.rules.balcony_gives[colour]
    room = view.rules.boards[view.seat.board].hand_limit - view.held.n_dice + 1
    n = min(min(int(view.rules.balcony_dice), int(view.state.supply[taken])), room)
    return n * (view.held.die * view.rest + view.held.gain[taken]) - view.held.price[colour, lowest - 1]


@kernel
def place_worth(view: Outlook, space: int) -> float:
    """Return what placing a worker on a space is worth: what it pays, and what it makes possible as long as the game lasts."""
    if space == PASS:
        return NEVER / 2
    area, w = area_of(space), view.w
    if area == AREA.quarry:
        return best_payable_tile(view)[1] + w.build - view.rules.quarry_prices[space] * w.money
    if area == AREA.assorted:
        return money_worth(view, assorted_income(view.seat, view.rules, N.goods)) + w.assorted * view.rest
    if area == AREA.one_kind:
        return _one_kind_worth(view, space - FIRST.one_kind) + w.one_kind * view.rest
    if area == AREA.outer_terrace:
        return money_worth(view, view.rules.outer_terrace_money) + _reroll_worth(view) + w.outer_terrace * view.rest
    if area == AREA.terrace:
        colour = space - FIRST.terrace
        worth = dice_worth(view, view.rules.terrace_dice, colour) + w.colour * colour_need(view, colour)
        return worth + w.terrace * view.rest
    if area == AREA.balcony:
        colour = space - FIRST.balcony
        worth = _balcony_worth(view, colour) + w.colour * colour_need(view, int(view.rules.balcony_gives[colour]))
        return worth + w.balcony * view.rest
    if area == AREA.chamber:
        chamber = space - FIRST.chamber
        return chamber_worth(view, chamber, True) - _chamber_price(view, chamber) + w.chambers[chamber] * view.rest
    if area == AREA.harbour:
        return _harbour_worth(view) - view.rules.harbour_prices[space - FIRST.harbour] * w.money + w.harbour * view.rest
    raise AssertionError("no worth of a space of this area is known")


@kernel
def colour_need(view: Outlook, colour: int) -> float:
    """Return how welcome a die of a colour is: tiles on display that one more die would bring within reach."""
    need = 0.0
    pips = view.held.payable[colour]
    for back in range(len(BACKS)):
        tile = tile_on_offer(view.state, view.rules, colour * len(BACKS) + back)
        if tile >= 0:
            missing = view.rules.tiles[tile].cost - pips
            if 0 < missing <= 4:
                need += 2.0
            elif 0 < missing <= 8:
                need += 0.5
    return need - 0.1 * view.held.dice[colour]
