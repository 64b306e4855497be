"""What placing a worker on a space of the board is worth."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.covers import best_cover
from rajas_sim.ganges.appraisal.earnings import plain_chamber_worth, sail_worth
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, NEVER, Eye
from rajas_sim.ganges.appraisal.resources import dice_worth, die_worth, money_worth
from rajas_sim.ganges.appraisal.tiles import best_building, pips_of
from rajas_sim.ganges.appraisal.weights import BUILD, DIE, KARMA, MONEY, PIP
from rajas_sim.ganges.board.dice import dice_of_colour, hand_size
from rajas_sim.ganges.board.market import assorted_income, one_kind_income
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import N_FACES


@kernel
def chamber_worth(eye: Eye, chamber: int) -> float:
    """Return what the action of a chamber is worth, without the die it costs."""
    if chamber == terms.CHAMBER.master_builder:
        return best_cover(eye)
    if chamber == terms.CHAMBER.portuguese:
        return sail_worth(eye, int(eye.rules.portuguese_steps))
    return plain_chamber_worth(eye, chamber)


@kernel
def _chamber_price(eye: Eye, chamber: int) -> float:
    """Return what the die costs that opens a chamber: as it lies if there is one, else turned over with karma."""
    value = eye.rules.chamber_dice[chamber]
    for colour in range(terms.N_COLOURS):
        if eye.seat.dice[colour, value - 1] > 0:
            return die_worth(eye, value)
    return die_worth(eye, N_FACES + 1 - value) + eye.w[KARMA] * eye.rest


@kernel
def _one_kind_worth(eye: Eye, good: int) -> float:
    best = NEVER
    for face in range(N_FACES):
        for colour in range(terms.N_COLOURS):
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
        for colour in range(terms.N_COLOURS):
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
        for colour in range(terms.N_COLOURS):
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
    if space == terms.PASS:
        return NEVER / 2
    area = area_of(space)
    if area == terms.AREA.quarry:
        return best_building(eye) + eye.w[BUILD] - eye.rules.quarry_prices[space] * eye.w[MONEY]
    if area == terms.AREA.assorted:
        return money_worth(eye, assorted_income(eye.seat, eye.rules, terms.N_GOODS))
    if area == terms.AREA.one_kind:
        return _one_kind_worth(eye, space - terms.FIRST_ONE_KIND)
    if area == terms.AREA.outer_terrace:
        return money_worth(eye, eye.rules.outer_terrace_money) + _reroll_worth(eye)
    if area == terms.AREA.terrace:
        colour = space - terms.FIRST_TERRACE
        return dice_worth(eye, eye.rules.terrace_dice, colour) + 0.05 * colour_need(eye, colour)
    if area == terms.AREA.balcony:
        colour = space - terms.FIRST_BALCONY
        return _balcony_worth(eye, colour) + 0.05 * colour_need(eye, int(eye.rules.balcony_gives[colour]))
    if area == terms.AREA.chamber:
        chamber = space - terms.FIRST_CHAMBER
        return chamber_worth(eye, chamber) - _chamber_price(eye, chamber)
    return _harbour_worth(eye) - eye.rules.harbour_prices[space - terms.FIRST_HARBOUR] * eye.w[MONEY]


@kernel
def colour_need(eye: Eye, colour: int) -> float:
    """Return how welcome a die of a colour is: tiles on display that one more die would bring within reach."""
    need = 0.0
    pips = pips_of(eye, colour)
    for back in range(len(terms.BACKS)):
        tile = eye.state.open_tiles[colour * len(terms.BACKS) + back]
        if tile >= 0:
            missing = eye.rules.tiles[tile].cost - pips
            if 0 < missing <= 4:
                need += 2.0
            elif 0 < missing <= 8:
                need += 0.5
    return need - 0.1 * dice_of_colour(eye.seat, colour)
