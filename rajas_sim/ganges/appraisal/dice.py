"""The worth of dice: higher for a seat that has few, and in the colours of tiles that they help to pay for."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.position_view import MEAN_FACE, PositionView
from rajas_sim.ganges.appraisal.resources import die_worth
from rajas_sim.ganges.appraisal.tiles import tile_worth
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.rulebook.terms import BACKS, N_OF

#: The number of dice that is enough for a seat.
ENOUGH_DICE = 6
#: The price of giving up a die that the seat does not have.
PRICE_OF_NO_SUCH_DIE = 1e9


@kernel
def _nearness(pips: float, cost: int) -> float:
    """Return how near a total of dice comes to a cost: 1 if it pays the cost, a quarter if it is half of the cost."""
    share = max(0.0, min(1.0, pips / cost))
    return share * share


@kernel
def _reach_worth(view: PositionView, tile_worths: tuple[float, float, float], colour: int, pips: float) -> float:
    """Return the worth of the best tile of a colour on display, by how near `pips` come to its cost; `tile_worths` is by back."""
    best_worth = 0.0
    for back in range(len(BACKS)):
        tile = tile_on_offer(view.state, view.rules, colour * len(BACKS) + back)
        if tile >= 0:
            best_worth = max(best_worth, tile_worths[back] * _nearness(pips, int(view.rules.tiles[tile].cost)))
    return best_worth * view.weights.reach


@kernel
def _worth_on_display(view: PositionView, colour: int, back: int) -> float:
    """Return the worth of the tile of a stack on display; 0 if there is none."""
    tile = tile_on_offer(view.state, view.rules, colour * len(BACKS) + back)
    return tile_worth(view, tile) if tile >= 0 else 0.0


@kernel
def appraise_dice(view: PositionView, needs_prices: bool) -> None:
    """Write into `view.held` the worth of a die and the gain of another die of each colour; if needed, also each die's price."""
    held = view.held
    held.die = view.weights.die + view.weights.scarce * max(0, ENOUGH_DICE - held.n_dice)
    for colour in range(N_OF.colours):
        lost_reach = 0.0
        tile_worths, reach_now, pips = (0.0, 0.0, 0.0), 0.0, float(held.payable[colour])
        if view.weights.reach > 0.0:
            tile_worths = (
                _worth_on_display(view, colour, 0),
                _worth_on_display(view, colour, 1),
                _worth_on_display(view, colour, 2),
            )
            reach_now = _reach_worth(view, tile_worths, colour, pips)
            held.gain[colour] = _reach_worth(view, tile_worths, colour, pips + MEAN_FACE) - reach_now
        for face in range(N_OF.faces if needs_prices else 0):
            if view.seat.dice[colour, face] == 0:
                held.price[colour, face] = PRICE_OF_NO_SUCH_DIE
                continue
            if view.weights.reach > 0.0:
                lost_reach = reach_now - _reach_worth(view, tile_worths, colour, pips - face - 1)
            held.price[colour, face] = die_worth(view, face + 1) + lost_reach


@kernel
def cheapest_die_price(view: PositionView, value: int) -> float:
    """Return the price of the cheapest die of a value, in any colour; `PRICE_OF_NO_SUCH_DIE` if there is none."""
    price = PRICE_OF_NO_SUCH_DIE
    for colour in range(N_OF.colours):
        price = min(price, view.held.price[colour, value - 1])
    return price


@kernel
def die_price(view: PositionView, option: int) -> float:
    """Return the price of giving up the die of an option, with the karma if it is turned over."""
    price = view.held.price[option // N_OF.faces % N_OF.colours, option % N_OF.faces]
    return price + view.weights.karma * view.game_left if option >= N_OF.colours * N_OF.faces else price
