"""Appraisal for Rajas of the Ganges: what each option of each decision is worth, in fame points, under a set of weights.

A strategy that judges by appraisal declares `weights()` (with defaults of its own) as its parameters and returns `best_option`.
It looks one step ahead: at what an option pays now, what it costs, and a flat estimate of what dice, karma, upgrades, workers,
river spaces and markets will still bring, which fades as the race draws to its end.
"""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.kernel import Options, Record, kernel
from rajas_sim.core.roads import N_SIDES, neighbour, rotated
from rajas_sim.core.tasks import decision_of
from rajas_sim.ganges import words
from rajas_sim.ganges.dice import NO_KEY, NONE_LEFT_OUT, best_total, dice_of_colour, effective_value, hand_size
from rajas_sim.ganges.earnings import has_upgrade_left, n_upgrades, progress
from rajas_sim.ganges.market import assorted_income, n_markets, n_markets_of, one_kind_income
from rajas_sim.ganges.placement import area_of
from rajas_sim.ganges.province import fame_of_buildings, money_of_markets, road_ends_at
from rajas_sim.ganges.river import has_arrived, space_ahead
from rajas_sim.ganges.tracks import overlap_of
from rajas_sim.ganges.words import COLUMNS, FLIPPED, N_FACES, N_STACKS, ROWS, STOP
from rajas_sim.ganges.yield_tiles import has_yield_tile_to_take, is_free_slot, leads_to_yield
from rajas_sim.strategies_api.strategy import Parameter, parameter

#: Value that stands for "never".
NEVER = -1e9
MEAN_FACE = 3.5


def weights(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights of the appraisal as parameters of a strategy, with some defaults replaced.

    Raises
    ------
    InputError
        For a default of a weight that does not exist.
    """
    known = [name for name, *_ in _WEIGHTS]
    unknown = [unknown_name("weight", name, known) for name in defaults if name not in known]
    if unknown:
        raise InputError(unknown)
    return tuple(
        parameter(name, defaults.get(name, default), low, high, unit, meaning)
        for name, default, low, high, unit, meaning in _WEIGHTS
    )


_WEIGHTS = (
    ("fame", 1.0, 0.0, 5.0, "per fame point", "a step of the fame marker"),
    ("money", 0.75, 0.0, 5.0, "per money", "a step of the money marker"),
    ("die", 2.0, 0.0, 5.0, "per die", "a die of average value on the Kali statue"),
    ("pip", 0.12, 0.0, 2.0, "per pip", "each pip of a die above or below the average"),
    ("karma", 0.8, 0.0, 5.0, "per level", "a level of karma"),
    ("upgrade", 2.7, 0.0, 9.0, "per upgrade", "a building upgrade"),
    ("worker", 60.0, 0.0, 90.0, "per worker", "an additional worker"),
    ("river", 0.22, 0.0, 3.0, "per space", "a space nearer to the end of the river"),
    ("market", 0.9, 0.0, 5.0, "per money of a market", "later scorings of a market tent added to the province"),
    ("road", 0.9, 0.0, 5.0, "per road end", "a new road end at which a tile can be added"),
    ("start", 0.3, 0.0, 5.0, "once", "beginning the next round"),
    ("yield_tile", 2.0, 0.0, 5.0, "per tile", "a yield tile from the Dancer to lay on a slot (Navaratnas version)"),
    ("build", 0.75, -9.0, 9.0, "once", "the building action as such, beyond what it pays"),
)
FAME, MONEY, DIE, PIP, KARMA, UPGRADE, WORKER, RIVER, MARKET, ROAD, START, YIELD_TILE, BUILD = range(len(_WEIGHTS))


class Eye(NamedTuple):
    """A position as seen by the seat to move, with the weights by which it judges."""

    state: Record
    rules: Record
    seat: Record
    w: Record
    rest: float  # of the game, from 1 to 0


@kernel
def rest_of_game(state: Record, rules: Record) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading markers meet."""
    nearest = -10_000
    for i in range(rules.players):
        nearest = max(nearest, overlap_of(state.seats[i], rules))
    return min(1.0, max(0.0, -nearest / 35.0))


# --- what things are worth


@kernel
def fame_worth(eye: Eye, amount: int) -> float:
    """Return what `amount` fame is worth, with the worker and the bonuses on the way."""
    seat = eye.seat
    worth = amount * eye.w[FAME]
    after = seat.fame + amount
    if seat.inactive[words.FROM_FAME] and seat.fame < eye.rules.worker_at[words.FROM_FAME] <= after:
        worth += eye.w[WORKER] * eye.rest
    for i in range(len(eye.rules.fame_bonuses)):
        bonus = eye.rules.fame_bonuses[i]
        if seat.fame < bonus.space <= after:
            worth += _flat_worth(eye, bonus.earnings)
    return worth


@kernel
def money_worth(eye: Eye, amount: int) -> float:
    """Return what `amount` money is worth, with the worker and the bonuses on the way."""
    seat = eye.seat
    worth = amount * eye.w[MONEY]
    after = seat.money + amount
    if seat.inactive[words.FROM_MONEY] and seat.money < eye.rules.worker_at[words.FROM_MONEY] <= after:
        worth += eye.w[WORKER] * eye.rest
    for i in range(seat.next_money_bonus, len(eye.rules.money_bonuses)):
        bonus = eye.rules.money_bonuses[i]
        if 0 < bonus.space <= after:
            worth += _flat_worth(eye, bonus.earnings)
    return worth


@kernel
def _flat_worth(eye: Eye, earnings: Record) -> float:
    """Return what a track bonus is worth without looking where it leads."""
    worth = 0.0
    for i in range(len(earnings)):
        kind, amount = earnings[i].kind, earnings[i].amount
        if kind == words.EARN_UPGRADE:
            worth += amount * eye.w[UPGRADE] * eye.rest
        elif kind == words.EARN_KARMA:
            worth += amount * eye.w[KARMA] * eye.rest
        elif kind == words.EARN_DICE:
            worth += amount * eye.w[DIE] * eye.rest
        elif kind == words.EARN_BOAT:
            worth += amount * (1.0 + eye.w[RIVER] * eye.rest)
    return worth


@kernel
def die_worth(eye: Eye, value: int) -> float:
    """Return what a die of this value on the Kali statue is worth."""
    return (eye.w[DIE] + eye.w[PIP] * (value - MEAN_FACE)) * eye.rest


@kernel
def die_price(eye: Eye, option: int) -> float:
    """Return what giving up a die costs, with the karma that turns it over."""
    price = die_worth(eye, option % N_FACES + 1)
    return price + eye.w[KARMA] * eye.rest if option >= FLIPPED else price


@kernel
def dice_worth(eye: Eye, n: int, colour: int) -> float:
    """Return what `n` new dice are worth; those that do not fit or are not in the supply bring nothing."""
    room = eye.rules.boards[eye.seat.board].hand_limit - hand_size(eye.seat)
    if 0 <= colour < words.N_COLOURS:
        n = min(n, int(eye.state.supply[colour]))
    return min(n, max(room, 0)) * eye.w[DIE] * eye.rest


@kernel
def karma_worth(eye: Eye, amount: int) -> float:
    """Return what karma is worth, as far as the path goes."""
    return min(amount, eye.rules.karma_limit - eye.seat.karma) * eye.w[KARMA] * eye.rest


@kernel
def upgrade_worth(eye: Eye) -> float:
    """Return what a building upgrade is worth."""
    return eye.w[UPGRADE] * eye.rest if has_upgrade_left(eye.seat) else 0.0


@kernel
def best_good(eye: Eye, most: int) -> int:
    """Return the most money that one good brings with up to `most` markets."""
    best = 0
    for good in range(words.N_GOODS):
        best = max(best, one_kind_income(eye.seat, eye.rules, good, most))
    return best


@kernel
def _dancer_tile_worth(eye: Eye) -> float:
    """Return what the Dancer's yield tile is worth: one drawn and earned at once, or one to lay on a slot."""
    if not eye.rules.chooses_yield_tiles:
        return 0.8 + eye.w[UPGRADE] * eye.rest * 0.25
    return eye.w[YIELD_TILE] * eye.rest if has_yield_tile_to_take(eye.state, eye.rules) else 0.0


@kernel
def _plain_chamber_worth(eye: Eye, chamber: int) -> float:
    """Return what the action of a chamber is worth; a flat estimate where it depends on what it meets."""
    rules = eye.rules
    if chamber == words.GREAT_MOGUL:
        return fame_worth(eye, rules.great_mogul_fame) + eye.w[START] * eye.rest
    if chamber == words.DANCER:
        return dice_worth(eye, rules.dancer_dice, words.ANY_COLOUR) + _dancer_tile_worth(eye)
    if chamber == words.YOGI:
        return karma_worth(eye, rules.yogi_karma) + dice_worth(eye, rules.yogi_dice, words.ANY_COLOUR)
    if chamber == words.RAJA_MAN_SINGH:
        return rules.raja_upgrades * upgrade_worth(eye) + money_worth(eye, rules.raja_money)
    return 3.0


@kernel
def earning_worth(eye: Eye, earning: Record) -> float:
    """Return what an earning of the river, a yield or a tile is worth now."""
    kind, amount, seat = earning.kind, int(earning.amount), eye.seat
    if kind == words.EARN_MONEY:
        return money_worth(eye, amount)
    if kind == words.EARN_FAME:
        return fame_worth(eye, amount)
    if kind == words.EARN_KARMA:
        return karma_worth(eye, amount)
    if kind == words.EARN_UPGRADE:
        return amount * upgrade_worth(eye)
    if kind == words.EARN_DICE:
        return dice_worth(eye, amount, earning.colour)
    if kind == words.EARN_BOAT:
        return amount * (1.0 + eye.w[RIVER] * eye.rest)
    if kind == words.EARN_PALACE_ACTION:
        return 3.0 * eye.w[DIE] * eye.rest + 1.0
    if kind == words.EARN_DICE_PER_KARMA:
        return dice_worth(eye, amount * seat.karma, earning.colour)
    if kind == words.EARN_MONEY_PER_MARKET:
        return money_worth(eye, amount * n_markets(seat, eye.rules))
    if kind == words.EARN_ASSORTED:
        return money_worth(eye, assorted_income(seat, eye.rules, amount))
    if kind == words.EARN_ONE_KIND:
        return money_worth(eye, best_good(eye, amount))
    if kind == words.EARN_FAME_PER_UPGRADE:
        return fame_worth(eye, amount * n_upgrades(seat))
    if kind == words.EARN_MONEY_PER_UPGRADE:
        return money_worth(eye, amount * n_upgrades(seat))
    if kind == words.EARN_FAME_PER_KARMA:
        return fame_worth(eye, amount * seat.karma)
    if kind == words.EARN_CHAMBER:
        return _plain_chamber_worth(eye, earning.colour)
    if kind == words.EARN_SAIL:
        return 2.0 + amount / 2.0 * eye.w[RIVER] * eye.rest
    if kind in (words.EARN_MONEY_PER_BUILDING, words.EARN_MONEY_PER_YIELD_TILE):
        return money_worth(eye, amount * progress(seat, eye.rules, kind))
    return fame_worth(eye, amount * progress(seat, eye.rules, kind))


@kernel
def earnings_worth(eye: Eye, earnings: Record) -> float:
    """Return what all earnings of one place are worth."""
    worth = 0.0
    for i in range(len(earnings)):
        worth += earning_worth(eye, earnings[i])
    return worth


@kernel
def sail_worth(eye: Eye, steps: int) -> float:
    """Return what advancing the boat by `steps` unoccupied spaces is worth."""
    space = space_ahead(eye.state, eye.rules, steps)
    if space < 0:
        return NEVER
    worth = (space - eye.seat.river) * eye.w[RIVER] * eye.rest
    if eye.state.river_tiles[space] > 0:
        worth += earnings_worth(eye, eye.rules.river_tiles[eye.state.river_tiles[space] - 1])
    else:
        worth += earnings_worth(eye, eye.rules.river[space])
    if eye.seat.inactive[words.FROM_RIVER]:
        bridge = int(eye.rules.worker_at[words.FROM_RIVER])
        if space > bridge:
            worth += eye.w[WORKER] * eye.rest
    return worth


# --- tiles


@kernel
def tile_worth(eye: Eye, tile: int) -> float:
    """Return what adding a tile pays and will pay, wherever it lies."""
    fame, money = fame_of_buildings(eye.seat, eye.rules, tile), money_of_markets(eye.rules, tile)
    return fame_worth(eye, fame) + money_worth(eye, money) + _market_future(eye, tile)


@kernel
def _market_future(eye: Eye, tile: int) -> float:
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
def _pips(eye: Eye, colour: int) -> int:
    """Return the highest total that dice of a colour can pay."""
    return best_total(eye.seat, colour, NO_KEY, int(eye.seat.karma), NONE_LEFT_OUT)


@kernel
def best_building(eye: Eye) -> float:
    """Return what the best affordable tile on display is worth."""
    best = NEVER
    for colour in range(words.N_COLOURS):
        pips = _pips(eye, colour)
        if pips == 0:
            continue
        for back in range(len(words.BACKS)):
            tile = eye.state.open_tiles[colour * len(words.BACKS) + back]
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
        if other < 0 or eye.rules.cells[other] != words.FREE_CELL or eye.seat.tiles[other] >= 0:
            continue
        share = 1.0 if road_ends_at(eye.seat, eye.rules, other) == 0 else 0.3
        worth += share * eye.w[ROAD] * eye.rest
        for i in range(board.n_yields):
            special = board.yields[i]
            if special.cell == other and not eye.seat.yields_connected & (1 << i):
                worth += share * eye.w[ROAD] * eye.rest
    return worth


@kernel
def _growth(kind: int) -> float:
    """Return by how much the field that a brown yield tile counts roughly grows over a whole game."""
    if kind == words.EARN_FAME_PER_MARKET_TILE or kind == words.EARN_MONEY_PER_BUILDING:
        return 6.0
    if kind == words.EARN_FAME_PER_RIVER_SPACES:
        return 5.0
    if kind == words.EARN_FAME_PER_BEND or kind == words.EARN_MONEY_PER_UPGRADE:
        return 3.0
    return 1.5


@kernel
def slot_worth(eye: Eye, tile: int, i: int) -> float:
    """Return what a yield tile on the i-th yield will pay more than the print below it, as far as that can be foreseen."""
    if eye.seat.yields_connected & (1 << i):
        pays_now = eye.rules.readings.connected_slot == 1 and leads_to_yield(eye.seat, eye.rules, i)
        return _tile_promise(eye, tile) if pays_now else 0.0
    return _tile_promise(eye, tile) - earnings_worth(eye, eye.rules.boards[eye.seat.board].yields[i].earnings)


_COUNTED_IN_FAME = (
    words.EARN_FAME_PER_MARKET_TILE,
    words.EARN_FAME_PER_RIVER_SPACES,
    words.EARN_FAME_PER_BEND,
    words.EARN_FAME_PER_WORKER,
)


@kernel
def _tile_promise(eye: Eye, tile: int) -> float:
    face = eye.rules.yield_tiles[tile]
    promise = earnings_worth(eye, face.earnings)
    for i in range(len(face.earnings)):
        kind, amount = int(face.earnings[i].kind), int(face.earnings[i].amount)
        if kind in (words.EARN_MONEY_PER_BUILDING, words.EARN_MONEY_PER_YIELD_TILE, words.EARN_MONEY_PER_UPGRADE):
            promise += amount * _growth(kind) * eye.w[MONEY] * eye.rest / 2.0
        elif kind in _COUNTED_IN_FAME:
            promise += amount * _growth(kind) * eye.w[FAME] * eye.rest / 2.0
    return promise


@kernel
def yield_tile_worth(eye: Eye, tile: int) -> float:
    """Return what taking an open yield tile is worth on the best free slot; taking none is worth nothing."""
    if tile == words.NO_YIELD_TILE:
        return 0.0
    best = NEVER
    for i in range(eye.rules.boards[eye.seat.board].n_yields):
        if is_free_slot(eye.seat, eye.rules, i, eye.rules.yield_tiles[tile].colour):
            best = max(best, slot_worth(eye, tile, i))
    return best


@kernel
def cover_worth(eye: Eye, option: int) -> float:
    """Return what covering a tile is worth: the new one's scoring, less the old markets, less the dice."""
    cell, stack = option // N_STACKS, option % N_STACKS
    tile = int(eye.state.open_tiles[stack])
    covered = int(eye.seat.tiles[cell])
    old, new = eye.rules.tiles[covered], eye.rules.tiles[tile]
    return tile_worth(eye, tile) - _market_future(eye, covered) - payment_price(eye, new.colour, int(new.cost - old.cost))


@kernel
def _best_cover(eye: Eye) -> float:
    """Return roughly what the Master Builder can bring, over all tiles that may be covered and paid for."""
    best = NEVER
    for colour in range(words.N_COLOURS):
        pips = _pips(eye, colour)
        if pips == 0:
            continue
        for stack in range(colour * len(words.BACKS), (colour + 1) * len(words.BACKS)):
            tile = eye.state.open_tiles[stack]
            if tile < 0:
                continue
            worth = tile_worth(eye, int(tile))
            cost = int(eye.rules.tiles[tile].cost)
            for cell in range(words.N_CELLS):
                below = eye.seat.tiles[cell]
                if below < 0 or eye.seat.covered[cell]:
                    continue
                old = eye.rules.tiles[below]
                difference = cost - int(old.cost)
                if 0 < difference <= pips:
                    price = difference / MEAN_FACE * eye.w[DIE] * eye.rest
                    best = max(best, worth - price - _market_future(eye, int(below)))
    return best


# --- the decisions


@kernel
def chamber_worth(eye: Eye, chamber: int) -> float:
    """Return what the action of a chamber is worth, without the die it costs."""
    if chamber == words.MASTER_BUILDER:
        return _best_cover(eye)
    if chamber == words.PORTUGUESE:
        return sail_worth(eye, int(eye.rules.portuguese_steps))
    return _plain_chamber_worth(eye, chamber)


@kernel
def _chamber_price(eye: Eye, chamber: int) -> float:
    """Return what the die costs that opens a chamber: as it lies if there is one, else turned over with karma."""
    value = eye.rules.chamber_dice[chamber]
    for colour in range(words.N_COLOURS):
        if eye.seat.dice[colour, value - 1] > 0:
            return die_worth(eye, value)
    return die_worth(eye, N_FACES + 1 - value) + eye.w[KARMA] * eye.rest


@kernel
def _one_kind_worth(eye: Eye, good: int) -> float:
    best = NEVER
    for face in range(N_FACES):
        for colour in range(words.N_COLOURS):
            if eye.seat.dice[colour, face] > 0:
                income = one_kind_income(eye.seat, eye.rules, good, face + 1)
                best = max(best, money_worth(eye, income) - die_worth(eye, face + 1))
                break
    return best


@kernel
def _harbour_worth(eye: Eye) -> float:
    best = NEVER
    for value in range(1, eye.rules.harbour_highest_die + 1):
        price = NEVER
        for colour in range(words.N_COLOURS):
            if eye.seat.dice[colour, value - 1] > 0:
                price = die_worth(eye, value)
            elif price == NEVER and eye.seat.karma > 0 and eye.seat.dice[colour, N_FACES - value] > 0:
                price = die_worth(eye, N_FACES + 1 - value) + eye.w[KARMA] * eye.rest
        if price == NEVER:
            continue
        for steps in range(1, value + 1):
            best = max(best, sail_worth(eye, steps) - price)
    return best


@kernel
def _reroll_worth(eye: Eye) -> float:
    worth = 0.0
    for value in range(1, N_FACES + 1):
        for colour in range(words.N_COLOURS):
            if value < MEAN_FACE - 1.0:
                worth += eye.seat.dice[colour, value - 1] * eye.w[PIP] * (MEAN_FACE - value) * eye.rest
    return worth


@kernel
def _balcony_worth(eye: Eye, colour: int) -> float:
    lowest = N_FACES
    for value in range(N_FACES, 0, -1):
        if eye.seat.dice[colour, value - 1] > 0:
            lowest = value
    taken = eye.rules.balcony_gives[colour]
    room = eye.rules.boards[eye.seat.board].hand_limit - hand_size(eye.seat) + 1
    n = min(min(int(eye.rules.balcony_dice), int(eye.state.supply[taken])), room)
    return n * eye.w[DIE] * eye.rest - die_worth(eye, lowest)


@kernel
def place_worth(eye: Eye, space: int) -> float:
    """Return what placing a worker on a space is worth."""
    if space == words.PASS:
        return NEVER / 2
    area = area_of(space)
    if area == words.QUARRY:
        return best_building(eye) + eye.w[BUILD] - eye.rules.quarry_prices[space] * eye.w[MONEY]
    if area == words.ASSORTED:
        return money_worth(eye, assorted_income(eye.seat, eye.rules, words.N_GOODS))
    if area == words.ONE_KIND:
        return _one_kind_worth(eye, space - words.FIRST_ONE_KIND)
    if area == words.OUTER_TERRACE:
        return money_worth(eye, eye.rules.outer_terrace_money) + _reroll_worth(eye)
    if area == words.TERRACE:
        colour = space - words.FIRST_TERRACE
        return dice_worth(eye, eye.rules.terrace_dice, colour) + 0.05 * _colour_need(eye, colour)
    if area == words.BALCONY:
        colour = space - words.FIRST_BALCONY
        return _balcony_worth(eye, colour) + 0.05 * _colour_need(eye, int(eye.rules.balcony_gives[colour]))
    if area == words.CHAMBER:
        chamber = space - words.FIRST_CHAMBER
        return chamber_worth(eye, chamber) - _chamber_price(eye, chamber)
    return _harbour_worth(eye) - eye.rules.harbour_prices[space - words.FIRST_HARBOUR] * eye.w[MONEY]


@kernel
def _colour_need(eye: Eye, colour: int) -> float:
    """Return how welcome a die of a colour is: tiles on display that one more die would bring within reach."""
    need = 0.0
    pips = _pips(eye, colour)
    for back in range(len(words.BACKS)):
        tile = eye.state.open_tiles[colour * len(words.BACKS) + back]
        if tile >= 0:
            missing = eye.rules.tiles[tile].cost - pips
            if 0 < missing <= 4:
                need += 2.0
            elif 0 < missing <= 8:
                need += 0.5
    return need - 0.1 * dice_of_colour(eye.seat, colour)


@kernel
def _building_need(eye: Eye, building: int) -> float:
    """Return how many buildings of a type the tiles on display show, those of higher level first on a tie."""
    need = 0.1 * eye.seat.levels[building]
    for stack in range(N_STACKS):
        tile = eye.state.open_tiles[stack]
        if tile >= 0:
            need += eye.rules.tiles[tile].n_buildings[building]
    return need


@kernel
def _pay_die_worth(eye: Eye, option: int, space: int) -> float:
    area = area_of(space)
    value = effective_value(option)
    worth = 0.0
    if area == words.ONE_KIND:
        worth = money_worth(eye, one_kind_income(eye.seat, eye.rules, space - words.FIRST_ONE_KIND, value))
    elif area == words.HARBOUR:
        worth = NEVER
        for steps in range(1, value + 1):
            worth = max(worth, sail_worth(eye, steps))
    return worth - die_price(eye, option)


@kernel
def _pay_towards_worth(eye: Eye, option: int, cost: int) -> float:
    """Return how well a die fits a remaining cost: enough with the least waste, or else as much as possible."""
    value = effective_value(option)
    if value >= cost:
        return 10.0 - die_price(eye, option)
    return value * 0.5 - die_price(eye, option)


@kernel
def option_worth(eye: Eye, kind: int, task: Record, option: int) -> float:
    """Return what an option of a decision is worth."""
    if kind == words.PLACE:
        return place_worth(eye, option)
    if kind == words.PAY_DIE:
        return _pay_die_worth(eye, option, int(task.detail))
    if kind == words.CHOOSE_TILE:
        return acquisition_worth(eye, int(eye.state.open_tiles[option]))
    if kind == words.PAY_FOR_TILE:
        return _pay_towards_worth(eye, option, int(task.amount))
    if kind == words.CHOOSE_CELL:
        return cell_worth(eye, option // N_SIDES, rotated(int(eye.rules.tiles[task.detail].roads), option % N_SIDES))
    if kind == words.COVER_TILE:
        return cover_worth(eye, option)
    if kind == words.UPGRADE:
        return _building_need(eye, option)
    if kind == words.TAKE_DIE:
        return _colour_need(eye, option)
    if kind == words.GIVE_BACK_DIE or kind == words.REROLL:
        return 0.0 if option == STOP else MEAN_FACE - 1.0 - effective_value(option)
    if kind == words.SAIL:
        return sail_worth(eye, option)
    if kind == words.MOVE_BOAT:
        return 0.0 if option == words.STAY or has_arrived(eye.state, eye.rules) else sail_worth(eye, 1)
    if kind == words.PALACE_ACTION:
        return chamber_worth(eye, option)
    if kind == words.TAKE_YIELD_TILE:
        return yield_tile_worth(eye, option)
    if kind == words.PLACE_YIELD_TILE:
        return slot_worth(eye, int(task.detail), option)
    return float(n_markets_of(eye.seat, eye.rules, option)) + one_kind_income(eye.seat, eye.rules, option, int(task.amount))


@kernel
def best_option(state: Record, rules: Record, options: Options, w: Record) -> int:
    """Return the option of the highest worth, the first of several."""
    eye = Eye(state, rules, state.seats[state.seat_to_move], w, rest_of_game(state, rules))
    kind = decision_of(state)
    task = state.tasks[state.n_tasks - 1]
    best, best_worth = int(options[0]), NEVER
    for i in range(len(options)):
        worth = option_worth(eye, kind, task, int(options[i]))
        if worth > best_worth:
            best, best_worth = int(options[i]), worth
    return best
