"""The worths of tracks, goods, bonuses and river spaces, by what they give directly."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.position_view import LOWEST_WORTH, PositionView
from rajas_sim.charmers.rulebook.terms import (
    DEPOT,
    EARN,
    FIRST_BONUS_PLACE,
    MAX_TENTS,
    MAX_TRACK_BONUSES,
    MIDDLE_AND_ELEPHANT,
    N_OF,
    SALE,
)
from rajas_sim.charmers.sheet.goods_die import FIRST_GOODS_DIE
from rajas_sim.charmers.sheet.karma import can_collect_karma, karma_left
from rajas_sim.charmers.sheet.market import income, stock
from rajas_sim.charmers.sheet.palace import can_use_person
from rajas_sim.charmers.sheet.river import earnings_at
from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import EarningRecord

#: Earnings with the flat worth of an action, where they are not looked at more closely.
EARNINGS_LIKE_AN_ACTION = (EARN.road, EARN.sail, EARN.sail_back, EARN.sail_back_anywhere, EARN.palace_action)


@kernel
def _share_of_price_in_stock(view: PositionView) -> float:
    """Return the share of its price that a good is worth while it is in stock."""
    return view.weights.good * min(1.0, view.weights.hold * view.game_left)


@kernel
def good_worth(view: PositionView, good: int, nth: int) -> float:
    """Return the worth of circling a good, the nth (from 0) of several of its kind: a share of its column's price."""
    column = view.seat.goods[good] + nth
    if column >= view.rules.n_columns:
        return 0.0
    return view.rules.prices[column] * view.weights.money * _share_of_price_in_stock(view)


@kernel
def purple_face_worth(view: PositionView, face: int) -> float:
    """Return the worth of the two goods on a purple face."""
    first_good, second_good = face // N_OF.goods, face % N_OF.goods
    return good_worth(view, first_good, 0) + good_worth(view, second_good, 1 if first_good == second_good else 0)


@kernel
def goods_worth(view: PositionView, n: int) -> float:
    """Return the worth of the best n (1 to 3) different goods."""
    best, second, worst = 0.0, 0.0, 0.0
    for good in range(N_OF.goods):
        worth = good_worth(view, good, 0)
        if worth > best:
            best, second, worst = worth, best, second
        elif worth > second:
            second, worst = worth, second
        else:
            worst = worth
    return best + (second if n > 1 else 0.0) + (worst if n > 2 else 0.0)


@kernel
def one_karma_worth(view: PositionView, karma_in_hand: int) -> float:
    """Return the worth of one more karma; it is lower if the seat has karma in hand."""
    return view.weights.karma * view.game_left / (1.0 + 0.3 * karma_in_hand)


@kernel
def karma_worth(view: PositionView, amount: int) -> float:
    """Return the worth of new karma, with the bonuses it releases."""
    amount = min(amount, int(view.rules.karma_limit) - int(view.seat.karma_collected))
    worth = 0.0
    for i in range(amount):
        bonus_place = FIRST_BONUS_PLACE.karma_bonus + int(view.seat.karma_collected) + i
        worth += one_karma_worth(view, karma_left(view.seat) + i) + plain_bonus_worth(view, bonus_place)
    return worth


@kernel
def n_not_erected(view: PositionView, building: int) -> int:
    """Return how many buildings of a type are not yet erected."""
    n = 0
    for cell in range(N_OF.cells):
        if view.rules.cells[cell] == building and view.seat.roads[cell] == 0:
            n += 1
    return n


@kernel
def upgrade_worth(view: PositionView, building: int) -> float:
    """Return the worth of upgrading a building type: more fame for later buildings, and progress in the column."""
    seat = view.seat
    level = int(seat.levels[building])
    if level >= N_LEVELS - 1:
        return LOWEST_WORTH
    gain = view.rules.building_values[level + 1] - view.rules.building_values[level]
    worth = gain * view.weights.upgrade * n_not_erected(view, building) * min(1.0, 2.0 * view.game_left)
    n_missing = 0
    for other_building in range(N_OF.buildings):
        if other_building != building and seat.levels[other_building] <= level:
            n_missing += 1
    return worth + _column_worth(view, FIRST_BONUS_PLACE.upgrade_column + level, n_missing)


@kernel
def _column_worth(view: PositionView, bonus_place: int, n_missing: int) -> float:
    """Return the worth of a box in a column in which `n_missing` other boxes are still missing."""
    return plain_bonus_worth(view, bonus_place) if n_missing == 0 else view.weights.box * view.game_left / n_missing


@kernel
def best_upgrade_worth(view: PositionView) -> float:
    """Return the worth of the best upgrade; 0 if none is left."""
    best = 0.0
    for building in range(N_OF.buildings):
        best = max(best, upgrade_worth(view, building))
    return best


@kernel
def palace_box_worth(view: PositionView, person: int) -> float:
    """Return the worth of crossing out a box of a person, without the action."""
    column = int(view.seat.palace[person])
    area = person // N_OF.people_per_area
    n_missing = 0
    for other_person in range(area * N_OF.people_per_area, (area + 1) * N_OF.people_per_area):
        if other_person != person and view.seat.palace[other_person] <= column:
            n_missing += 1
    return _column_worth(view, FIRST_BONUS_PLACE.palace_column + area * N_OF.palace_columns + column, n_missing)


@kernel
def _plain_sale_worth(view: PositionView, amount: int) -> float:
    """Return the rough worth of selling goods: the best sale of one kind, without tents."""
    best_income = 0
    for good in range(N_OF.goods):
        best_income = max(best_income, income(view.seat, view.rules, good, amount))
    return best_income * view.weights.money * (1.0 - _share_of_price_in_stock(view))


@kernel
def plain_earning_worth(view: PositionView, earning: EarningRecord) -> float:  # noqa: C901 - one case a kind of earning
    """Return a quick estimate of an earning's worth, which is flat for whatever needs a choice."""
    kind, amount, seat = earning.kind, int(earning.amount), view.seat
    if kind == EARN.money:
        return amount * view.weights.money
    if kind == EARN.fame:
        return amount * view.weights.fame
    if kind == EARN.karma:
        return amount * view.weights.karma * view.game_left if can_collect_karma(seat, view.rules) else 0.0
    if kind == EARN.upgrade:
        # As if three buildings of the type were not erected yet
        return amount * 3.0 * view.weights.upgrade * min(1.0, 2.0 * view.game_left)
    if kind == EARN.goods:
        return goods_worth(view, amount)
    if kind == EARN.goods_die:
        return amount * best_purple_face_worth(view)
    if kind == EARN.sell:
        return _plain_sale_worth(view, amount)
    if kind == EARN.person:
        return view.weights.action if can_use_person(seat, view.rules, earning.detail) else 0.0
    if kind == EARN.nothing:
        return 0.0
    if kind == EARN.half_road:
        return view.weights.half_road * view.weights.action
    if kind in EARNINGS_LIKE_AN_ACTION:
        return view.weights.action
    raise AssertionError("no worth of this earning is known")


@kernel
def kept_palace_box_worth(view: PositionView) -> float:
    """Return what a palace box could bring later; a person has only three boxes."""
    return view.weights.reserve * view.weights.action * min(1.0, 2.0 * view.game_left)


@kernel
def given_up_worth(view: PositionView, earning: EarningRecord) -> float:
    """Return the worth of what a bonus uses up that could be used later: a palace box, or nothing."""
    return kept_palace_box_worth(view) if earning.kind in (EARN.person, EARN.palace_action) else 0.0


@kernel
def plain_bonus_worth(view: PositionView, bonus_place: int) -> float:
    """Return the worth of releasing the bonus at a place (terms.BONUS_PLACES); 0 if it was released before."""
    if (int(view.seat.released) >> bonus_place) & 1:
        return 0.0
    return plain_earning_worth(view, view.rules.places[bonus_place]) * view.weights.bonus


@kernel
def fame_worth(view: PositionView, amount: int) -> float:
    """Return the worth of fame, with the bonuses on the way."""
    worth = amount * view.weights.fame
    for i in range(MAX_TRACK_BONUSES):
        space = view.rules.fame_spaces[i]
        if space == 0 or space > view.seat.fame + amount:
            break
        if space > view.seat.fame:
            worth += plain_bonus_worth(view, FIRST_BONUS_PLACE.fame_bonus + i)
    return worth


@kernel
def money_worth(view: PositionView, amount: int) -> float:
    """Return the worth of money, with the bonuses on the way."""
    worth = amount * view.weights.money
    for i in range(MAX_TRACK_BONUSES):
        space = view.rules.money_spaces[i]
        if space == 0 or space > view.seat.money + amount:
            break
        if space > view.seat.money:
            worth += plain_bonus_worth(view, FIRST_BONUS_PLACE.money_bonus + i)
    return worth


@kernel
def best_purple_face_worth(view: PositionView) -> float:
    """Return the worth of the best face of the purple dice that a goods bonus may use; 0 if it may use none."""
    best = 0.0
    for die in range(FIRST_GOODS_DIE, FIRST_GOODS_DIE + N_OF.dice_per_colour):
        if view.rules.readings.goods_die != MIDDLE_AND_ELEPHANT or view.state.where[die] < DEPOT:
            best = max(best, purple_face_worth(view, int(view.state.faces[die])))
    return best


# --- goods that are sold


@kernel
def one_sale_worth(view: PositionView, good: int, nth: int) -> float:
    """Return the worth of selling the nth (from 0) good of a kind, compared with keeping it in stock."""
    if nth >= stock(view.seat, good):
        return 0.0
    column = int(view.seat.sold[good]) + nth
    # A little above 0, so that selling for nothing is better than ending the sale
    worth = view.rules.prices[column] * view.weights.money * (1.0 - _share_of_price_in_stock(view)) + 0.05
    for tent in range(MAX_TENTS):
        if view.rules.tent_ends[tent] == column + 1:
            worth += plain_bonus_worth(view, FIRST_BONUS_PLACE.tent + good * MAX_TENTS + tent)
    return worth


@kernel
def same_kind_sale_worth(view: PositionView, good: int, amount: int) -> float:
    """Return the worth of selling up to `amount` goods of a kind."""
    worth = 0.0
    for nth in range(amount):
        worth += one_sale_worth(view, good, nth)
    return worth


@kernel
def sale_worth(view: PositionView, amount: int, lowest_good: int, sale_kind: int) -> float:
    """Return the worth of the best sale of up to `amount` goods of kinds from `lowest_good` on; `sale_kind` is one of SALE."""
    worth = 0.0
    if sale_kind == SALE.same:
        for good in range(lowest_good, N_OF.goods):
            worth = max(worth, same_kind_sale_worth(view, good, amount))
        return worth
    n_tea, n_silk, n_spices = 0, 0, 0
    for _ in range(amount):
        best_worth, best_good = 0.0, -1
        for good in range(lowest_good, N_OF.goods):
            n_sold = n_tea if good == 0 else (n_silk if good == 1 else n_spices)
            if sale_kind == SALE.different and n_sold > 0:
                continue
            worth_of_next = one_sale_worth(view, good, n_sold)
            if worth_of_next > best_worth:
                best_worth, best_good = worth_of_next, good
        if best_good < 0:
            break
        worth += best_worth
        n_tea += best_good == 0
        n_silk += best_good == 1
        n_spices += best_good == 2
    return worth


# --- the river


@kernel
def earning_worth_with_releases(view: PositionView, earning: EarningRecord) -> float:
    """Return the worth of an earning, with what it releases if it needs no choice or only that of an upgrade."""
    kind, amount = earning.kind, int(earning.amount)
    if kind == EARN.money:
        return money_worth(view, amount)
    if kind == EARN.fame:
        return fame_worth(view, amount)
    if kind == EARN.karma:
        return karma_worth(view, amount)
    if kind == EARN.upgrade:
        return amount * best_upgrade_worth(view)
    return plain_earning_worth(view, earning)


@kernel
def river_worth(view: PositionView, space: int) -> float:
    """Return the worth of marking a river space: its earnings, less a price for the spaces sailed past."""
    worth = 0.0
    earnings = earnings_at(view.seat, view.rules, space)
    for i in range(len(earnings)):
        worth += earning_worth_with_releases(view, earnings[i])
    return worth - max(space - int(view.seat.river) - 1, 0) * view.weights.skip * view.game_left
