"""The worth of placing a worker on a space of the board."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.covers import best_cover_worth
from rajas_sim.ganges.appraisal.dice import cheapest_die_price
from rajas_sim.ganges.appraisal.earnings import plain_chamber_worth, sail_worth
from rajas_sim.ganges.appraisal.position_view import LOWEST_WORTH, MEAN_FACE, PositionView
from rajas_sim.ganges.appraisal.resources import dice_worth, money_worth
from rajas_sim.ganges.appraisal.tiles import best_payable_tile
from rajas_sim.ganges.board.market import assorted_income, income_of
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.terms import AREA, BACKS, CHAMBER, FIRST_SPACE, N_OF, PASS

#: The price if no die of the seat opens the space.
NO_PRICE = LOWEST_WORTH


@kernel
def chamber_worth(view: PositionView, chamber: int, has_worker: bool) -> float:
    """Return the worth of a chamber's action, without the price of the die that a worker there needs."""
    if chamber == CHAMBER.master_builder:
        return best_cover_worth(view)
    if chamber == CHAMBER.portuguese:
        return sail_worth(view, int(view.rules.portuguese_steps))
    return plain_chamber_worth(view, chamber, has_worker)


@kernel
def _chamber_price(view: PositionView, chamber: int) -> float:
    """Return the price of the die that opens a chamber: one that shows its number, or else one turned over with karma."""
    value = view.rules.chamber_dice[chamber]
    if view.held.values >> (value - 1) & 1:
        return cheapest_die_price(view, value)
    return cheapest_die_price(view, N_OF.faces + 1 - value) + view.weights.karma * view.game_left


@kernel
def _one_kind_worth(view: PositionView, good: int) -> float:
    """Return the worth of the market of a good with the best die, less its price; `LOWEST_WORTH` without dice."""
    best_worth = LOWEST_WORTH
    for value in range(1, N_OF.faces + 1):
        if view.held.values >> (value - 1) & 1:
            best_worth = max(
                best_worth, money_worth(view, income_of(int(view.held.markets[good]), value)) - cheapest_die_price(view, value)
            )
    return best_worth


@kernel
def _harbour_worth(view: PositionView) -> float:
    """Return the worth of sailing from the harbour with the best die, less its price; a die of n sails up to n spaces.

    A die that does not show the number may be turned over with karma.
    """
    best_worth, best_sail_worth = LOWEST_WORTH, LOWEST_WORTH
    for value in range(1, view.rules.harbour_highest_die + 1):
        best_sail_worth = max(best_sail_worth, sail_worth(view, value))
        price = NO_PRICE
        if view.held.values >> (value - 1) & 1:
            price = cheapest_die_price(view, value)
        elif view.seat.karma > 0 and view.held.values >> (N_OF.faces - value) & 1:
            price = cheapest_die_price(view, N_OF.faces + 1 - value) + view.weights.karma * view.game_left
        if price != NO_PRICE:
            best_worth = max(best_worth, best_sail_worth - price)
    return best_worth


@kernel
def _reroll_worth(view: PositionView) -> float:
    """Return the worth of rerolling all dice that show 1 or 2, well below the mean."""
    worth = 0.0
    for value in range(1, N_OF.faces + 1):
        for colour in range(N_OF.colours):
            if value < MEAN_FACE - 1.0:
                worth += view.seat.dice[colour, value - 1] * view.weights.pip * (MEAN_FACE - value) * view.game_left
    return worth


@kernel
def _balcony_worth(view: PositionView, colour: int) -> float:
    """Return the worth of giving the lowest die of a colour at a balcony: the dice gained, less its price.

    The supply and the hand limit bound the dice gained.
    """
    lowest_value = N_OF.faces
    for value in range(N_OF.faces, 0, -1):
        if view.seat.dice[colour, value - 1] > 0:
            lowest_value = value
    gained_colour = view.rules.balcony_gives[colour]
    room = view.rules.boards[view.seat.board].hand_limit - view.held.n_dice + 1
    n_dice = min(min(int(view.rules.balcony_dice), int(view.state.supply[gained_colour])), room)
    return n_dice * (view.held.die * view.game_left + view.held.gain[gained_colour]) - view.held.price[colour, lowest_value - 1]


@kernel
def placement_worth(view: PositionView, space: int) -> float:
    """Return the worth of placing a worker on a space: what the space pays, and what it makes possible later in the game."""
    if space == PASS:
        return LOWEST_WORTH / 2
    area, weights = area_of(space), view.weights
    if area == AREA.quarry:
        return best_payable_tile(view)[1] + weights.build - view.rules.quarry_prices[space] * weights.money
    if area == AREA.assorted:
        return money_worth(view, assorted_income(view.seat, view.rules, N_OF.goods)) + weights.assorted * view.game_left
    if area == AREA.one_kind:
        return _one_kind_worth(view, space - FIRST_SPACE.one_kind) + weights.one_kind * view.game_left
    if area == AREA.outer_terrace:
        return money_worth(view, view.rules.outer_terrace_money) + _reroll_worth(view) + weights.outer_terrace * view.game_left
    if area == AREA.terrace:
        colour = space - FIRST_SPACE.terrace
        worth = dice_worth(view, view.rules.terrace_dice, colour) + weights.colour * colour_need(view, colour)
        return worth + weights.terrace * view.game_left
    if area == AREA.balcony:
        colour = space - FIRST_SPACE.balcony
        worth = _balcony_worth(view, colour) + weights.colour * colour_need(view, int(view.rules.balcony_gives[colour]))
        return worth + weights.balcony * view.game_left
    if area == AREA.chamber:
        chamber = space - FIRST_SPACE.chamber
        return chamber_worth(view, chamber, True) - _chamber_price(view, chamber) + weights.chambers[chamber] * view.game_left
    if area == AREA.harbour:
        return (
            _harbour_worth(view)
            - view.rules.harbour_prices[space - FIRST_SPACE.harbour] * weights.money
            + weights.harbour * view.game_left
        )
    raise AssertionError("no worth of a space of this area is known")


@kernel
def colour_need(view: PositionView, colour: int) -> float:
    """Return how welcome a die of a colour is, by the tiles on display that one or two more dice would make payable."""
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
    # Of equally welcome colours, the one of which the seat has fewer dice.
    return need - 0.1 * view.held.dice[colour]
