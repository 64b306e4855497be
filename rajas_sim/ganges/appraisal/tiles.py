"""What a province tile is worth: what it pays, what it costs in dice, and what it connects where it lies."""

from __future__ import annotations

from rajas_sim.core.board.roads import N_SIDES, neighbour
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.outlook import NEVER, Eye
from rajas_sim.ganges.appraisal.resources import die_worth, fame_worth, money_worth
from rajas_sim.ganges.appraisal.weights import KARMA, MARKET, ROAD
from rajas_sim.ganges.board.dice import NO_KEY, NONE_LEFT_OUT, best_total
from rajas_sim.ganges.board.province import fame_of_buildings, money_of_markets, road_ends_at
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import COLUMNS, N_FACES, ROWS


@kernel
def tile_worth(eye: Eye, tile: int) -> float:
    """Return what adding a tile pays and will pay, wherever it lies."""
    fame, money = fame_of_buildings(eye.seat, eye.rules, tile), money_of_markets(eye.rules, tile)
    return fame_worth(eye, fame) + money_worth(eye, money) + market_future(eye, tile)


@kernel
def market_future(eye: Eye, tile: int) -> float:
    """Return what later scorings of the markets of a tile are worth."""
    return money_of_markets(eye.rules, tile) * eye.w[MARKET] * eye.rest


@kernel
def payment_price(eye: Eye, colour: int, cost: int) -> float:
    """Return roughly what paying a cost in dice of a colour is worth: the highest dice first, the last one as low as will do."""
    price = 0.0
    value = N_FACES
    used = 0
    while cost > 0 and value > 0:
        if eye.seat.dice[colour, value - 1] > used:
            used += 1
            if value >= cost:
                price += _lowest_sufficient(eye, colour, cost, value)
                return price
            price += die_worth(eye, value)
            cost -= value
        else:
            value -= 1
            used = 0
    return price + (eye.w[KARMA] * eye.rest * (1 + cost // 3) if cost > 0 else 0.0)


@kernel
def _lowest_sufficient(eye: Eye, colour: int, cost: int, highest: int) -> float:
    for value in range(cost, highest):
        if eye.seat.dice[colour, value - 1] > 0:
            return die_worth(eye, value)
    return die_worth(eye, highest)


@kernel
def acquisition_worth(eye: Eye, tile: int) -> float:
    """Return what building a tile is worth after paying its dice."""
    face = eye.rules.tiles[tile]
    return tile_worth(eye, tile) - payment_price(eye, face.colour, face.cost)


@kernel
def pips_of(eye: Eye, colour: int) -> int:
    """Return the highest total that dice of a colour can pay."""
    return best_total(eye.seat, colour, NO_KEY, int(eye.seat.karma), NONE_LEFT_OUT)


@kernel
def best_building(eye: Eye) -> float:
    """Return what the best affordable tile on display is worth."""
    best = NEVER
    for colour in range(terms.N_COLOURS):
        pips = pips_of(eye, colour)
        if pips == 0:
            continue
        for back in range(len(terms.BACKS)):
            tile = eye.state.open_tiles[colour * len(terms.BACKS) + back]
            if tile >= 0 and eye.rules.tiles[tile].cost <= pips:
                best = max(best, acquisition_worth(eye, tile))
    return best


@kernel
def _yield_worth(eye: Eye, i: int) -> float:
    """Return what connecting the i-th special yield pays: the yield tile on its slot, or what is printed."""
    if eye.seat.slots[i] > 0:
        return earnings_worth(eye, eye.rules.yield_tiles[eye.seat.slots[i] - 1].earnings)
    return earnings_worth(eye, eye.rules.boards[eye.seat.board].yields[i].earnings)


@kernel
def cell_worth(eye: Eye, cell: int, roads: int) -> float:
    """Return what laying these roads on a cell connects: special yields, and road ends for tiles to come."""
    worth = 0.0
    board = eye.rules.boards[eye.seat.board]
    for i in range(board.n_yields):
        special = board.yields[i]
        if special.cell == cell and roads & (1 << special.side) and not eye.seat.yields_connected & (1 << i):
            worth += _yield_worth(eye, i)
    for side in range(N_SIDES):
        if not roads & (1 << side):
            continue
        other = neighbour(cell, side, COLUMNS, ROWS)
        if other < 0 or eye.rules.cells[other] != terms.FREE_CELL or eye.seat.tiles[other] >= 0:
            continue
        share = 1.0 if road_ends_at(eye.seat, eye.rules, other) == 0 else 0.3
        worth += share * eye.w[ROAD] * eye.rest
        for i in range(board.n_yields):
            special = board.yields[i]
            if special.cell == other and not eye.seat.yields_connected & (1 << i):
                worth += share * eye.w[ROAD] * eye.rest
    return worth
