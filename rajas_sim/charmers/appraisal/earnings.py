"""What tracks, goods, bonuses and river spaces are worth, without looking further than what they give."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.outlook import NEVER, Eye
from rajas_sim.charmers.appraisal.weights import ACTION, BONUS, BOX, FAME, GOOD, KARMA, MONEY, SKIP, UPGRADE
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.terms import (
    DICE_PER_COLOUR,
    EARN,
    FIRST_FAME_BONUS,
    FIRST_MONEY_BONUS,
    FIRST_PALACE_COLUMN,
    FIRST_TENT,
    FIRST_UPGRADE_COLUMN,
    MAX_TENTS,
    MAX_TRACK_BONUSES,
    N_BUILDINGS,
    N_CELLS,
    N_GOODS,
    N_PALACE_COLUMNS,
    PEOPLE_PER_AREA,
    SALE,
)
from rajas_sim.charmers.sheet.goods_die import FIRST_GOODS_DIE
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.market import income, stock
from rajas_sim.charmers.sheet.palace import can_use
from rajas_sim.core.board.upgrades import N_LEVELS
from rajas_sim.core.engine.kernel import Record, kernel


@kernel
def _kept_share(eye: Eye) -> float:
    """Return the share of its price that a good is worth as long as it is in stock."""
    return eye.w[GOOD] * min(1.0, 3.0 * eye.rest)


@kernel
def good_worth(eye: Eye, good: int, nth: int) -> float:
    """Return what circling a good is worth, the nth (from 0) of several of its kind: a share of its column's price."""
    column = eye.seat.goods[good] + nth
    if column >= eye.rules.n_columns:
        return 0.0
    return eye.rules.prices[column] * eye.w[MONEY] * _kept_share(eye)


@kernel
def face_worth(eye: Eye, face: int) -> float:
    """Return what the two goods of a purple face are worth."""
    first, second = face // N_GOODS, face % N_GOODS
    return good_worth(eye, first, 0) + good_worth(eye, second, 1 if first == second else 0)


@kernel
def goods_worth(eye: Eye, n: int) -> float:
    """Return what the best n different goods are worth."""
    best, second, worst = 0.0, 0.0, 0.0
    for good in range(N_GOODS):
        worth = good_worth(eye, good, 0)
        if worth > best:
            best, second, worst = worth, best, second
        elif worth > second:
            second, worst = worth, second
        else:
            worst = worth
    return best + (second if n > 1 else 0.0) + (worst if n > 2 else 0.0)


@kernel
def one_karma(eye: Eye, in_hand: int) -> float:
    """Return what one karma is worth to who has so much already; the second and third less than the first."""
    return eye.w[KARMA] * eye.rest / (1.0 + 0.3 * in_hand)


@kernel
def karma_worth(eye: Eye, amount: int) -> float:
    """Return what new karma is worth, with the bonuses it releases."""
    amount = min(amount, int(eye.rules.karma_limit) - int(eye.seat.karma_collected))
    worth = 0.0
    for i in range(amount):
        place = terms.FIRST_KARMA_BONUS + int(eye.seat.karma_collected) + i
        worth += one_karma(eye, karma_left(eye.seat) + i) + plain_bonus(eye, place)
    return worth


@kernel
def n_to_erect(eye: Eye, building: int) -> int:
    """Return how many buildings of a type are not yet erected."""
    n = 0
    for cell in range(N_CELLS):
        if eye.rules.cells[cell] == building and eye.seat.roads[cell] == 0:
            n += 1
    return n


@kernel
def upgrade_worth(eye: Eye, building: int) -> float:
    """Return what upgrading a building type is worth: fame of buildings to come, and the column."""
    seat = eye.seat
    level = int(seat.levels[building])
    if level >= N_LEVELS - 1:
        return NEVER
    gain = eye.rules.building_values[level + 1] - eye.rules.building_values[level]
    worth = gain * eye.w[UPGRADE] * n_to_erect(eye, building) * min(1.0, 2.0 * eye.rest)
    n_missing = 0
    for other in range(N_BUILDINGS):
        if other != building and seat.levels[other] <= level:
            n_missing += 1
    return worth + _column_worth(eye, FIRST_UPGRADE_COLUMN + level, n_missing)


@kernel
def _column_worth(eye: Eye, place: int, n_missing: int) -> float:
    """Return what a box of a column is worth when so many boxes of it are missing afterwards."""
    return plain_bonus(eye, place) if n_missing == 0 else eye.w[BOX] * eye.rest / n_missing


@kernel
def best_upgrade(eye: Eye) -> float:
    """Return what the best upgrade is worth, 0 if none is left."""
    best = 0.0
    for building in range(N_BUILDINGS):
        best = max(best, upgrade_worth(eye, building))
    return best


@kernel
def box_worth(eye: Eye, person: int) -> float:
    """Return what crossing out a box of a person is worth, without the action."""
    column = int(eye.seat.palace[person])
    area = person // PEOPLE_PER_AREA
    n_missing = 0
    for other in range(area * PEOPLE_PER_AREA, (area + 1) * PEOPLE_PER_AREA):
        if other != person and eye.seat.palace[other] <= column:
            n_missing += 1
    return _column_worth(eye, FIRST_PALACE_COLUMN + area * N_PALACE_COLUMNS + column, n_missing)


@kernel
def _plain_sale(eye: Eye, amount: int) -> float:
    """Return roughly what selling goods is worth: the best of one kind, tents left out."""
    best = 0
    for good in range(N_GOODS):
        best = max(best, income(eye.seat, eye.rules, good, amount))
    return best * eye.w[MONEY] * (1.0 - _kept_share(eye))


@kernel
def plain_earning(eye: Eye, earning: Record) -> float:
    """Return what an earning is worth at a glance, with a flat estimate for whatever needs a choice."""
    kind, amount, seat = earning.kind, int(earning.amount), eye.seat
    if kind == EARN.money:
        return amount * eye.w[MONEY]
    if kind == EARN.fame:
        return amount * eye.w[FAME]
    if kind == EARN.karma:
        return amount * eye.w[KARMA] * eye.rest if seat.karma_collected < eye.rules.karma_limit else 0.0
    if kind == EARN.upgrade:
        return amount * 3.0 * eye.w[UPGRADE] * min(1.0, 2.0 * eye.rest)
    if kind == EARN.goods:
        return goods_worth(eye, amount)
    if kind == EARN.goods_die:
        return amount * best_face_on_table(eye)
    if kind == EARN.sell:
        return _plain_sale(eye, amount)
    if kind == EARN.person:
        return eye.w[ACTION] if can_use(seat, earning.detail) else 0.0
    if kind == EARN.nothing:
        return 0.0
    return eye.w[ACTION] * (0.6 if kind == EARN.half_road else 1.0)


@kernel
def plain_bonus(eye: Eye, place: int) -> float:
    """Return what releasing the bonus at a place is worth; nothing if it was released before."""
    if (int(eye.seat.released) >> place) & 1:
        return 0.0
    return plain_earning(eye, eye.rules.places[place]) * eye.w[BONUS]


@kernel
def fame_worth(eye: Eye, amount: int) -> float:
    """Return what fame is worth, with the bonuses on the way."""
    worth = amount * eye.w[FAME]
    for i in range(MAX_TRACK_BONUSES):
        if eye.seat.fame < eye.rules.fame_spaces[i] <= eye.seat.fame + amount:
            worth += plain_bonus(eye, FIRST_FAME_BONUS + i)
    return worth


@kernel
def money_worth(eye: Eye, amount: int) -> float:
    """Return what money is worth, with the bonuses on the way."""
    worth = amount * eye.w[MONEY]
    for i in range(MAX_TRACK_BONUSES):
        if eye.seat.money < eye.rules.money_spaces[i] <= eye.seat.money + amount:
            worth += plain_bonus(eye, FIRST_MONEY_BONUS + i)
    return worth


@kernel
def best_face_on_table(eye: Eye) -> float:
    """Return what the better of both purple dice is worth."""
    best = 0.0
    for die in range(FIRST_GOODS_DIE, FIRST_GOODS_DIE + DICE_PER_COLOUR):
        if eye.rules.readings.goods_die != terms.MIDDLE_AND_ELEPHANT or eye.state.where[die] < terms.DEPOT:
            best = max(best, face_worth(eye, int(eye.state.faces[die])))
    return best


# --- goods that are sold


@kernel
def one_sale(eye: Eye, good: int, nth: int) -> float:
    """Return what selling the nth (from 0) good of a kind is worth beyond keeping it in stock."""
    if nth >= stock(eye.seat, good):
        return 0.0
    column = int(eye.seat.sold[good]) + nth
    worth = eye.rules.prices[column] * eye.w[MONEY] * (1.0 - _kept_share(eye)) + 0.05
    for tent in range(MAX_TENTS):
        if eye.rules.tent_ends[tent] == column + 1:
            worth += plain_bonus(eye, FIRST_TENT + good * MAX_TENTS + tent)
    return worth


@kernel
def _same_kind_worth(eye: Eye, good: int, amount: int) -> float:
    worth = 0.0
    for nth in range(amount):
        worth += one_sale(eye, good, nth)
    return worth


@kernel
def sale_worth(eye: Eye, amount: int, lowest: int, sale: int) -> float:
    """Return what the best sale of up to `amount` goods is worth, of kinds from `lowest` on."""
    worth = 0.0
    if sale == SALE.same:
        for good in range(lowest, N_GOODS):
            worth = max(worth, _same_kind_worth(eye, good, amount))
        return worth
    taken0, taken1, taken2 = 0, 0, 0
    for _ in range(amount):
        best, best_good = 0.0, -1
        for good in range(lowest, N_GOODS):
            taken = taken0 if good == 0 else (taken1 if good == 1 else taken2)
            if sale == SALE.different and taken > 0:
                continue
            here = one_sale(eye, good, taken)
            if here > best:
                best, best_good = here, good
        if best_good < 0:
            break
        worth += best
        taken0 += best_good == 0
        taken1 += best_good == 1
        taken2 += best_good == 2
    return worth


# --- the river


@kernel
def river_worth(eye: Eye, space: int) -> float:
    """Return what marking a river space is worth: its earnings, less what is sailed past."""
    worth = 0.0
    for i in range(eye.rules.river.shape[1]):
        earning = eye.rules.river[space, i]
        if earning.kind == EARN.money:
            worth += money_worth(eye, int(earning.amount))
        elif earning.kind == EARN.fame:
            worth += fame_worth(eye, int(earning.amount))
        elif earning.kind == EARN.karma:
            worth += karma_worth(eye, int(earning.amount))
        elif earning.kind == EARN.upgrade:
            worth += earning.amount * best_upgrade(eye)
        else:
            worth += plain_earning(eye, earning)
    return worth - max(space - int(eye.seat.river) - 1, 0) * eye.w[SKIP] * eye.rest
