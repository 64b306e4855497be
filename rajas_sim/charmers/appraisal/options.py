"""Appraisal for The Dice Charmers: the worth of each option of each decision, in fame points, under a set of weights.

It looks one step ahead, at what an option gives now and what it releases, with a flat estimate for whatever needs a further
choice. Karma is judged by the expected better of the two dice that it rolls.
"""

from __future__ import annotations

from rajas_sim.charmers.appraisal import actions, earnings
from rajas_sim.charmers.appraisal.features import FEATURES, KINDS, kind_of_option, write_features
from rajas_sim.charmers.appraisal.parameters import WEIGHTS, WEIGHTS_RECORD
from rajas_sim.charmers.appraisal.position_view import LOWEST_WORTH, WORTH_CACHE, PositionView, rest_of_game
from rajas_sim.charmers.rulebook.layout import MAX_OPTIONS, RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    COMBINE_HALF_ROADS,
    DECLINE_BONUSES,
    EARN,
    FIRST_EXTENSION,
    GOOD_INSTEAD,
    N_NEW_ROADS,
    N_OF,
    NO_HALF_ROADS,
    NO_ROAD,
    NO_SUITABLE_DIE,
    NOBODY,
    ROLL_AGAIN,
    SALE,
    SELL_NO_MORE,
    TAKE_FROM_ELEPHANT,
    TASK,
    WITH_KARMA,
)
from rajas_sim.charmers.sheet.dice import die_on_elephant
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.province import FROM_HALF_ROADS
from rajas_sim.charmers.sheet.river import space_back
from rajas_sim.core.board import N_SIDES, rotated
from rajas_sim.core.engine.course import mover, top
from rajas_sim.core.engine.kernel import Floats, Options, kernel
from rajas_sim.core.engine.memory import as_record, new_record
from rajas_sim.core.engine.record_types import TaskRecord
from rajas_sim.core.judging.correction_network import NO_KIND
from rajas_sim.core.judging.learned import Judgement, Judging

#: Added to the worth of bonuses that must come first or last: goods come before the sales that may need them.
BEFORE_OTHERS, AFTER_OTHERS = 100.0, -100.0
#: The worth of using no more bonuses: less than any bonus that brings more than it gives up, and more than any other bonus.
DECLINED_WORTH = 2.0 * AFTER_OTHERS


@kernel
def reroll_worth(view: PositionView, middle_die: int) -> float:
    """Return the expected worth of the better die after rolling one of the middle and the one on the elephant, less the karma."""
    better_worth = actions.better_of_two_dice_worth(view, middle_die, die_on_elephant(view.state))
    return better_worth - earnings.one_karma_worth(view, karma_left(view.seat) - 1)


@kernel
def shown_face_worth(view: PositionView, die: int) -> float:
    """Return the worth of taking a die as it lies."""
    return actions.die_worth(view, die // N_OF.dice_per_colour, int(view.state.faces[die]))


@kernel
def half_road_worth(view: PositionView, task: TaskRecord, option: int) -> float:
    """Return the worth of a way to draw half-roads; after one arm, the best of the arms that may follow is added."""
    if option < FIRST_EXTENSION:
        code = option % N_NEW_ROADS
        return actions.road_worth(view, code // N_SIDES, rotated(FROM_HALF_ROADS[option // N_NEW_ROADS], code % N_SIDES))
    code = option - FIRST_EXTENSION
    worth = actions.arm_worth(view, code // N_SIDES, code % N_SIDES)
    return worth + actions.best_arm_worth(view, code + 1) if task.amount > 1 else worth


@kernel
def sell_worth(view: PositionView, task: TaskRecord, option: int) -> float:
    """Return the worth of selling a good, with the best that may still be sold after it; ending the sale is worth 0."""
    if option == SELL_NO_MORE:
        return 0.0
    n_left = int(task.amount) - 1
    if task.detail == SALE.same:
        return earnings.same_kind_sale_worth(view, option, n_left + 1)
    lowest_good = option + 1 if task.detail == SALE.different else option
    return earnings.one_sale_worth(view, option, 0) + earnings.sale_worth(view, n_left, lowest_good, int(task.detail))


@kernel
def bonus_worth(view: PositionView, option: int) -> float:
    """Return the worth of using a bonus next: goods come first, sales last, and the others in between by worth.

    Declining what is left comes below all of these. Bonuses that bring less than they give up come below that.
    """
    if option == DECLINE_BONUSES:
        return DECLINED_WORTH
    if option == COMBINE_HALF_ROADS:
        return actions.half_roads_worth(view, 2) - actions.best_arm_worth(view, 0)
    earning = view.rules.places[option]
    worth = actions.earning_worth(view, earning) - earnings.given_up_worth(view, earning)
    if worth < 0.0:
        return DECLINED_WORTH + worth
    if earning.kind == EARN.sell:
        return worth + AFTER_OTHERS
    if earning.kind == EARN.goods or earning.kind == EARN.goods_die:
        return worth + BEFORE_OTHERS
    return worth


@kernel
def option_worth(view: PositionView, task: TaskRecord, option: int) -> float:  # noqa: C901 - one case a decision
    """Return the worth of an option of any decision, in fame points."""
    decision = task.kind
    if decision == TASK.take_die:
        if option == NO_SUITABLE_DIE:
            return 0.0
        return reroll_worth(view, option - WITH_KARMA) if option >= WITH_KARMA else shown_face_worth(view, option)
    if decision == TASK.karma_roll:
        if option == ROLL_AGAIN:
            return reroll_worth(view, int(task.detail))
        return shown_face_worth(view, die_on_elephant(view.state) if option == TAKE_FROM_ELEPHANT else int(task.detail))
    if (decision == TASK.build_road and option == NO_ROAD) or (decision == TASK.half_roads and option == NO_HALF_ROADS):
        return 0.0
    if decision == TASK.build_road:
        return actions.road_worth(view, option // N_SIDES, rotated(int(task.detail), option % N_SIDES))
    if decision == TASK.half_roads:
        return half_road_worth(view, task, option)
    if decision == TASK.sell:
        return sell_worth(view, task, option)
    if decision == TASK.take_good:
        return earnings.good_worth(view, option, 0)
    if decision == TASK.palace_action:
        return earnings.kept_palace_box_worth(view) if option == NOBODY else actions.person_worth(view, option)
    if decision == TASK.maharani:
        return earnings.river_worth(view, int(view.seat.river) + option)
    if decision in (TASK.trader, TASK.portuguese) and option >= GOOD_INSTEAD:
        return earnings.good_worth(view, option - GOOD_INSTEAD, 0)
    if decision == TASK.trader:
        return earnings.one_sale_worth(view, option, 0) + earnings.sale_worth(view, int(task.amount) - 1, option, SALE.any)
    if decision == TASK.portuguese:
        return earnings.river_worth(view, space_back(view.seat, option))
    if decision == TASK.upgrade:
        return earnings.upgrade_worth(view, option)
    if decision == TASK.goods_die:
        return earnings.purple_face_worth(view, int(view.state.faces[option]))
    if decision == TASK.sail_back:
        return earnings.river_worth(view, option)
    if decision == TASK.use_bonus:
        return bonus_worth(view, option)
    raise AssertionError("no worth of an option of this decision is known")


@kernel
def best_option(state: StateRecord, rules: RulesRecord, options: Options, weight_values: Floats) -> int:
    """Return the option of the highest worth, of equal ones the first, under weights in the order of `WEIGHTS`."""
    weights = as_record(weight_values, WEIGHTS_RECORD)
    view = PositionView(state, rules, mover(state), weights, rest_of_game(state, rules) ** weights.late, new_record(WORTH_CACHE))
    task = top(state)
    best_code, best_worth = int(options[0]), LOWEST_WORTH
    for i in range(len(options)):
        worth = option_worth(view, task, int(options[i]))
        if worth > best_worth:
            best_code, best_worth = int(options[i]), worth
    return best_code


@kernel
def judge(state: StateRecord, rules: RulesRecord, options: Options, weight_values: Floats, judgement: Judgement) -> bool:
    """Write the worth and the kind of each option into `judgement`, and the features if any option has a kind.

    Return whether any has one (core.judging.learned.Judging).
    """
    weights = as_record(weight_values, WEIGHTS_RECORD)
    view = PositionView(state, rules, mover(state), weights, rest_of_game(state, rules) ** weights.late, new_record(WORTH_CACHE))
    task = top(state)
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
