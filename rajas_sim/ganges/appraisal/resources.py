"""What fame, money, dice, karma and upgrades are worth."""

from __future__ import annotations

from rajas_sim.core.board.upgrades import has_upgrade_left
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, Eye
from rajas_sim.ganges.appraisal.weights import DIE, FAME, KARMA, MONEY, PIP, RIVER, UPGRADE, WORKER
from rajas_sim.ganges.board.dice import hand_size
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import FLIPPED, N_FACES


@kernel
def fame_worth(eye: Eye, amount: int) -> float:
    """Return what `amount` fame is worth, with the worker and the bonuses on the way."""
    seat = eye.seat
    worth = amount * eye.w[FAME]
    after = seat.fame + amount
    if seat.inactive[terms.WORKER_FROM.fame] and seat.fame < eye.rules.worker_at[terms.WORKER_FROM.fame] <= after:
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
    if seat.inactive[terms.WORKER_FROM.money] and seat.money < eye.rules.worker_at[terms.WORKER_FROM.money] <= after:
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
        if kind == terms.EARN.upgrade:
            worth += amount * eye.w[UPGRADE] * eye.rest
        elif kind == terms.EARN.karma:
            worth += amount * eye.w[KARMA] * eye.rest
        elif kind == terms.EARN.dice:
            worth += amount * eye.w[DIE] * eye.rest
        elif kind == terms.EARN.boat:
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
    if 0 <= colour < terms.N_COLOURS:
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
