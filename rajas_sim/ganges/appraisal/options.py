"""Appraisal for Rajas of the Ganges: what each option of each decision is worth, in fame points, under a set of weights.

A plan (appraisal.plan) takes the `best_option` under weights of its own. A worth looks one step ahead: it adds what an option
pays now, less what it costs, and a flat estimate of what dice, karma, upgrades, workers, river spaces and markets will still
bring. This estimate shrinks towards the end of the race.
"""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, rotated
from rajas_sim.core.engine.course import mover, top
from rajas_sim.core.engine.kernel import Floats, Options, kernel
from rajas_sim.core.engine.memory import as_record, new_record
from rajas_sim.core.engine.record_types import TaskRecord
from rajas_sim.core.judging.correction_network import NO_KIND
from rajas_sim.core.judging.learned import Judgement, Judging
from rajas_sim.ganges.appraisal.covers import cover_worth
from rajas_sim.ganges.appraisal.dice import appraise_dice, die_price
from rajas_sim.ganges.appraisal.earnings import order_worth, sail_worth
from rajas_sim.ganges.appraisal.features import FEATURES, KINDS, kind_of_option, write_features
from rajas_sim.ganges.appraisal.parameters import WEIGHTS, WEIGHTS_RECORD
from rajas_sim.ganges.appraisal.places import chamber_worth, colour_need, placement_worth
from rajas_sim.ganges.appraisal.position_view import HELD, LOWEST_WORTH, MEAN_FACE, PositionView, count_held, rest_of_game
from rajas_sim.ganges.appraisal.resources import money_worth
from rajas_sim.ganges.appraisal.tiles import acquisition_worth, cell_worth
from rajas_sim.ganges.appraisal.yield_tiles import slot_worth, yield_tile_worth
from rajas_sim.ganges.board.dice import effective_value
from rajas_sim.ganges.board.market import income_of, n_markets_of
from rajas_sim.ganges.board.order import nth_earning
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.board.river import has_arrived
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import AREA, FIRST_SPACE, N_OF, STAY, STOP, TASK


@kernel
def _building_need(view: PositionView, building: int) -> float:
    """Return how many buildings of a type the tiles on display show; on a tie, types of a higher level come first."""
    need = 0.1 * view.seat.levels[building]
    for stack in range(N_OF.stacks):
        tile = tile_on_offer(view.state, view.rules, stack)
        if tile >= 0:
            need += view.rules.tiles[tile].n_buildings[building]
    return need


@kernel
def _pay_die_worth(view: PositionView, option: int, space: int) -> float:
    """Return what a die (an option) earns on the space of a worker, less its price.

    It earns the income of a market of one kind, or the best sail that its value allows; elsewhere nothing.
    """
    area = area_of(space)
    value = effective_value(option)
    worth = 0.0
    if area == AREA.one_kind:
        worth = money_worth(view, income_of(int(view.held.markets[space - FIRST_SPACE.one_kind]), value))
    elif area == AREA.harbour:
        worth = LOWEST_WORTH
        for steps in range(1, value + 1):
            worth = max(worth, sail_worth(view, steps))
    return worth - die_price(view, option)


@kernel
def _pay_towards_worth(view: PositionView, option: int, cost: int) -> float:
    """Return how well a die fits a remaining cost: enough with the least waste, or else as much as possible."""
    value = effective_value(option)
    if value >= cost:
        return 10.0 - die_price(view, option)  # above every die that is not enough
    return value * 0.5 - die_price(view, option)


@kernel
def worth_unless_placing(view: PositionView, task: TaskRecord, option: int) -> float:  # noqa: C901 - one case a decision
    """Return the worth of an option of any decision other than where to place a worker."""
    kind = task.kind
    if kind == TASK.pay_die:
        return _pay_die_worth(view, option, int(task.detail))
    if kind == TASK.choose_tile:
        return acquisition_worth(view, int(view.state.open_tiles[option]))
    if kind == TASK.pay_for_tile:
        return _pay_towards_worth(view, option, int(task.amount))
    if kind == TASK.choose_cell:
        return cell_worth(view, option // N_SIDES, rotated(int(view.rules.tiles[task.detail].roads), option % N_SIDES))
    if kind == TASK.cover_tile:
        return cover_worth(view, option)
    if kind == TASK.upgrade:
        return _building_need(view, option)
    if kind == TASK.take_die:
        return view.weights.colour * colour_need(view, option) + view.held.gain[option]
    if kind == TASK.give_back_die or kind == TASK.reroll:
        # Dice well below the mean go: those that show 1 or 2.
        return 0.0 if option == STOP else MEAN_FACE - 1.0 - effective_value(option)
    if kind == TASK.sail:
        return sail_worth(view, option)
    if kind == TASK.move_boat:
        return 0.0 if option == STAY or has_arrived(view.state, view.rules) else sail_worth(view, 1)
    if kind == TASK.palace_action:
        return chamber_worth(view, option, False)
    if kind == TASK.take_yield_tile:
        return yield_tile_worth(view, option)
    if kind == TASK.place_yield_tile:
        return slot_worth(view, int(task.detail), option)
    if kind == TASK.choose_good:
        income = income_of(int(view.held.markets[option]), int(task.amount))
        return float(n_markets_of(view.seat, view.rules, option)) + income
    if kind == TASK.choose_order:
        return order_worth(int(nth_earning(view.state, option).detail))
    raise AssertionError("no worth of an option of this decision is known")


@kernel
def prepare(view: PositionView, task: TaskRecord) -> None:
    """Count what the seat holds and appraise its dice; prices of dice are computed only if this decision needs them."""
    count_held(view.held, view.seat, view.rules)
    appraise_dice(view, task.kind == TASK.place or task.kind == TASK.pay_die or task.kind == TASK.pay_for_tile)


@kernel
def option_worth(view: PositionView, task: TaskRecord, option: int) -> float:
    """Return the worth of an option of any decision."""
    return placement_worth(view, option) if task.kind == TASK.place else worth_unless_placing(view, task, option)


@kernel
def best_option(state: StateRecord, rules: RulesRecord, options: Options, w: Floats) -> int:
    """Return the option of the highest worth, of equal ones the first, under the weights `w` in the order of `WEIGHTS`."""
    weights = as_record(w, WEIGHTS_RECORD)
    view = PositionView(state, rules, mover(state), weights, rest_of_game(state, rules) ** weights.late, new_record(HELD))
    task = top(state)
    prepare(view, task)
    best, best_worth = int(options[0]), LOWEST_WORTH
    for i in range(len(options)):
        candidate_worth = option_worth(view, task, int(options[i]))
        if candidate_worth > best_worth:
            best, best_worth = int(options[i]), candidate_worth
    return best


@kernel
def judge(state: StateRecord, rules: RulesRecord, options: Options, w: Floats, judgement: Judgement) -> bool:
    """Write the worth and the kind of each option into `judgement`, and the features if any option has a kind.

    Return whether any has one (core.judging.learned.Judging). `w` holds the weights in the order of `WEIGHTS`.
    """
    weights = as_record(w, WEIGHTS_RECORD)
    view = PositionView(state, rules, mover(state), weights, rest_of_game(state, rules) ** weights.late, new_record(HELD))
    task = top(state)
    prepare(view, task)
    is_any_corrected = False
    for i in range(len(options)):
        option = int(options[i])
        judgement.worths[i] = option_worth(view, task, option)
        judgement.kinds[i] = kind_of_option(view, task, option)
        is_any_corrected = is_any_corrected or judgement.kinds[i] != NO_KIND
    if is_any_corrected:
        write_features(view, judgement.x)
    return is_any_corrected


JUDGING = Judging(judge, tuple(weight.name for weight in WEIGHTS), FEATURES, KINDS, MAX_OPTIONS)
