"""Appraisal for Rajas of the Ganges: what each option of each decision is worth, in fame points, under a set of weights.

A strategy that judges by appraisal declares `weights()` (with defaults of its own) as its parameters and returns `best_option`.
It looks one step ahead: at what an option pays now, what it costs, and a flat estimate of what dice, karma, upgrades, workers,
river spaces and markets will still bring, which fades as the race draws to its end.
"""

from __future__ import annotations

from rajas_sim.core.kernel import Options, Record, kernel
from rajas_sim.core.roads import N_SIDES, rotated
from rajas_sim.core.tasks import decision_of
from rajas_sim.ganges import words
from rajas_sim.ganges.dice import effective_value
from rajas_sim.ganges.market import n_markets_of, one_kind_income
from rajas_sim.ganges.placement import area_of
from rajas_sim.ganges.river import has_arrived
from rajas_sim.ganges.words import N_STACKS, STOP
from rajas_sim.strategies_api.ganges.covers import cover_worth
from rajas_sim.strategies_api.ganges.earnings import sail_worth
from rajas_sim.strategies_api.ganges.eye import MEAN_FACE, NEVER, Eye, rest_of_game
from rajas_sim.strategies_api.ganges.places import chamber_worth, colour_need, place_worth
from rajas_sim.strategies_api.ganges.resources import die_price, money_worth
from rajas_sim.strategies_api.ganges.tiles import acquisition_worth, cell_worth
from rajas_sim.strategies_api.ganges.yield_tiles import slot_worth, yield_tile_worth


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
        return colour_need(eye, option)
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
