"""The worth of a province tile: what it pays, its price in dice, and what it connects where it lies."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, neighbour
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.position_view import LOWEST_WORTH, PositionView
from rajas_sim.ganges.appraisal.resources import die_worth, fame_worth, money_worth
from rajas_sim.ganges.board.province import road_ends_at
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.board.yield_tiles import yield_of_tile
from rajas_sim.ganges.rulebook.terms import BACKS, COLUMNS, FREE_CELL, N_OF, ROWS


@kernel
def tile_worth(view: PositionView, tile: int) -> float:
    """Return the worth of what a tile pays, now and later, wherever it lies."""
    face = view.rules.tiles[tile]
    fame, money = 0, int(face.market_money)
    for building in range(N_OF.buildings):
        fame += face.n_buildings[building] * view.held.building_fame[building]
    return fame_worth(view, fame) + money_worth(view, money) + future_market_worth(view, tile)


@kernel
def future_market_worth(view: PositionView, tile: int) -> float:
    """Return the worth of later scorings of a tile's markets."""
    return view.rules.tiles[tile].market_money * view.weights.market * view.game_left


@kernel
def payment_price(view: PositionView, colour: int, cost: int) -> float:
    """Return the rough worth of the dice that pay a cost in a colour: the highest first, then the lowest that is enough.

    What the dice lack counts as paid with karma.
    """
    price = 0.0
    value = N_OF.faces
    n_used = 0
    while cost > 0 and value > 0:
        if view.seat.dice[colour, value - 1] > n_used:
            n_used += 1
            if value >= cost:
                price += _lowest_sufficient_die_worth(view, colour, cost, value)
                return price
            price += die_worth(view, value)
            cost -= value
        else:
            value -= 1
            n_used = 0
    return price + (view.weights.karma * view.game_left * (1 + cost // 3) if cost > 0 else 0.0)


@kernel
def _lowest_sufficient_die_worth(view: PositionView, colour: int, cost: int, highest: int) -> float:
    """Return the worth of the seat's lowest die that pays a cost, given the value of one that does (`highest`)."""
    for value in range(cost, highest):
        if view.seat.dice[colour, value - 1] > 0:
            return die_worth(view, value)
    return die_worth(view, highest)


@kernel
def acquisition_worth(view: PositionView, tile: int) -> float:
    """Return the worth of building a tile, less the price in dice."""
    face = view.rules.tiles[tile]
    return tile_worth(view, tile) - payment_price(view, face.colour, face.cost)


@kernel
def best_payable_tile(view: PositionView) -> tuple[int, float]:
    """Return the tile with the highest worth among those on display that the seat can pay, and this worth.

    If there is none, the tile is -1 and the worth `LOWEST_WORTH`.
    """
    best_tile, best_worth = -1, LOWEST_WORTH
    for colour in range(N_OF.colours):
        pips = view.held.payable[colour]
        if pips == 0:
            continue
        for back in range(len(BACKS)):
            tile = tile_on_offer(view.state, view.rules, colour * len(BACKS) + back)
            if tile >= 0 and view.rules.tiles[tile].cost <= pips:
                worth = acquisition_worth(view, tile)
                if worth > best_worth:
                    best_tile, best_worth = tile, worth
    return best_tile, best_worth


@kernel
def _yield_worth(view: PositionView, i: int) -> float:
    """Return the worth of connecting the i-th special yield: the yield tile on its slot, or what is printed."""
    if view.seat.slots[i] > 0:
        return earnings_worth(view, yield_of_tile(view.state, view.rules, view.seat.slots[i] - 1))
    return earnings_worth(view, view.rules.boards[view.seat.board].yields[i].earnings)


@kernel
def yields_worth(view: PositionView, cell: int, roads: int) -> float:
    """Return the worth of the special yields that these roads on a cell connect for the first time."""
    worth = 0.0
    board = view.rules.boards[view.seat.board]
    for i in range(board.n_yields):
        special_yield = board.yields[i]
        if special_yield.cell == cell and roads & (1 << special_yield.side) and not view.seat.yields_connected & (1 << i):
            worth += _yield_worth(view, i)
    return worth


@kernel
def cell_worth(view: PositionView, cell: int, roads: int) -> float:
    """Return the worth of what these roads on a cell connect: special yields, and road ends for later tiles."""
    worth = yields_worth(view, cell, roads)
    board = view.rules.boards[view.seat.board]
    for side in range(N_SIDES):
        if not roads & (1 << side):
            continue
        neighbour_cell = neighbour(cell, side, COLUMNS, ROWS)
        if neighbour_cell < 0 or view.rules.cells[neighbour_cell] != FREE_CELL or view.seat.tiles[neighbour_cell] >= 0:
            continue
        share = 1.0 if road_ends_at(view.seat, view.rules, neighbour_cell) == 0 else 0.3  # another road leads there already
        worth += share * view.weights.road * view.game_left
        for i in range(board.n_yields):
            special_yield = board.yields[i]
            if special_yield.cell == neighbour_cell and not view.seat.yields_connected & (1 << i):
                worth += share * view.weights.road * view.game_left
    return worth
