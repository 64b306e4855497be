"""Appraisal for Rajas of the Ganges: what each option of each decision is worth, in fame points, under a set of weights.

A strategy that judges by appraisal declares `weights()` (with defaults of its own) as its parameters and returns `best_option`.
It looks one step ahead: at what an option pays now, what it costs, and a flat estimate of what dice, karma, upgrades, workers,
river spaces and markets will still bring, which fades as the race draws to its end.
"""

from __future__ import annotations

from rajas_sim.core.board.roads import N_SIDES, rotated
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import decision_of, mover, top
from rajas_sim.ganges.appraisal.covers import cover_worth
from rajas_sim.ganges.appraisal.earnings import sail_worth
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, NEVER, Eye, rest_of_game
from rajas_sim.ganges.appraisal.places import chamber_worth, colour_need, place_worth
from rajas_sim.ganges.appraisal.resources import die_price, money_worth
from rajas_sim.ganges.appraisal.tiles import acquisition_worth, cell_worth
from rajas_sim.ganges.appraisal.yield_tiles import slot_worth, yield_tile_worth
from rajas_sim.ganges.board.dice import effective_value
from rajas_sim.ganges.board.market import n_markets_of, one_kind_income
from rajas_sim.ganges.board.river import has_arrived
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import N_STACKS, STOP


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
    if area == terms.AREA.one_kind:
        worth = money_worth(eye, one_kind_income(eye.seat, eye.rules, space - terms.FIRST_ONE_KIND, value))
    elif area == terms.AREA.harbour:
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
    if kind == terms.TASK.place:
        return place_worth(eye, option)
    if kind == terms.TASK.pay_die:
        return _pay_die_worth(eye, option, int(task.detail))
    if kind == terms.TASK.choose_tile:
        return acquisition_worth(eye, int(eye.state.open_tiles[option]))
    if kind == terms.TASK.pay_for_tile:
        return _pay_towards_worth(eye, option, int(task.amount))
    if kind == terms.TASK.choose_cell:
        return cell_worth(eye, option // N_SIDES, rotated(int(eye.rules.tiles[task.detail].roads), option % N_SIDES))
    if kind == terms.TASK.cover_tile:
        return cover_worth(eye, option)
    if kind == terms.TASK.upgrade:
        return _building_need(eye, option)
    if kind == terms.TASK.take_die:
        return colour_need(eye, option)
    if kind == terms.TASK.give_back_die or kind == terms.TASK.reroll:
        return 0.0 if option == STOP else MEAN_FACE - 1.0 - effective_value(option)
    if kind == terms.TASK.sail:
        return sail_worth(eye, option)
    if kind == terms.TASK.move_boat:
        return 0.0 if option == terms.STAY or has_arrived(eye.state, eye.rules) else sail_worth(eye, 1)
    if kind == terms.TASK.palace_action:
        return chamber_worth(eye, option)
    if kind == terms.TASK.take_yield_tile:
        return yield_tile_worth(eye, option)
    if kind == terms.TASK.place_yield_tile:
        return slot_worth(eye, int(task.detail), option)
    return float(n_markets_of(eye.seat, eye.rules, option)) + one_kind_income(eye.seat, eye.rules, option, int(task.amount))


@kernel
def best_option(state: Record, rules: Record, options: Options, w: Record) -> int:
    """Return the option of the highest worth, the first of several."""
    eye = Eye(state, rules, mover(state), w, rest_of_game(state, rules))
    kind = decision_of(state)
    task = top(state)
    best, best_worth = int(options[0]), NEVER
    for i in range(len(options)):
        worth = option_worth(eye, kind, task, int(options[i]))
        if worth > best_worth:
            best, best_worth = int(options[i]), worth
    return best
