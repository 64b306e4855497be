"""What fame, money, dice, karma and upgrades are worth."""

from __future__ import annotations

from rajas_sim.core.board import has_bit, has_upgrade_left
from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.core.engine.record_types import EarningRecord
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, Outlook
from rajas_sim.ganges.rulebook.terms import EARN, WORKER_FROM, N

#: The flat worth of every kind of bonus that no printed track has.
OTHER_BONUS = 2.0


@kernel
def fame_worth(view: Outlook, amount: int) -> float:
    """Return what `amount` fame is worth, with the worker and the bonuses on the way."""
    seat = view.seat
    worth = amount * view.w.fame
    after = seat.fame + amount
    if seat.inactive[WORKER_FROM.fame]:
        worth += max(0, min(after, view.rules.worker_at[WORKER_FROM.fame]) - seat.fame) * view.w.near_fame * view.rest
    if seat.inactive[WORKER_FROM.fame] and seat.fame < view.rules.worker_at[WORKER_FROM.fame] <= after:
        worth += view.w.worker * view.rest
    restricted = view.rules.restricted[view.state.seat_to_move]
    for i in range(len(view.rules.fame_bonuses)):
        bonus = view.rules.fame_bonuses[i]
        if bonus.space == 0 or bonus.space > after:
            break
        if seat.fame < bonus.space and not has_bit(restricted.fame_bonus, i):
            worth += _flat_worth(view, bonus.earnings)
    return worth


@kernel
def money_worth(view: Outlook, amount: int) -> float:
    """Return what `amount` money is worth, with the worker and the bonuses on the way."""
    seat = view.seat
    worth = amount * view.w.money
    after = seat.money + amount
    if seat.inactive[WORKER_FROM.money]:
        worth += max(0, min(after, view.rules.worker_at[WORKER_FROM.money]) - seat.money) * view.w.near_money * view.rest
    if seat.inactive[WORKER_FROM.money] and seat.money < view.rules.worker_at[WORKER_FROM.money] <= after:
        worth += view.w.worker * view.rest
    restricted = view.rules.restricted[view.state.seat_to_move]
    for i in range(seat.next_money_bonus, len(view.rules.money_bonuses)):
        bonus = view.rules.money_bonuses[i]
        if bonus.space == 0 or bonus.space > after:
            break
        if not has_bit(restricted.money_bonus, i):
            worth += _flat_worth(view, bonus.earnings)
    return worth


@kernel
def _flat_worth(view: Outlook, earnings: Array1[EarningRecord]) -> float:
    """Return what a track bonus is worth without looking where it leads."""
    worth = 0.0
    for i in range(len(earnings)):
        kind, amount = earnings[i].kind, earnings[i].amount
        if kind == EARN.upgrade:
            worth += amount * view.w.upgrade * view.rest
        elif kind == EARN.karma:
            worth += amount * view.w.karma * view.rest
        elif kind == EARN.dice:
            worth += amount * view.w.die * view.rest
        elif kind == EARN.boat:
            worth += amount * (1.0 + view.w.river * view.rest)
        elif kind == EARN.money:
            worth += amount * view.w.money
        elif kind == EARN.fame:
            worth += amount * view.w.fame
        elif kind != EARN.nothing:
            worth += OTHER_BONUS
    return worth


@kernel
def die_worth(view: Outlook, value: int) -> float:
    """Return what a die of this value on the Kali statue is worth."""
    return (view.held.die + view.w.pip * (value - MEAN_FACE)) * view.rest


@kernel
def dice_worth(view: Outlook, n: int, colour: int) -> float:
    """Return what `n` new dice are worth; those that do not fit or are not in the supply bring nothing."""
    room = view.rules.boards[view.seat.board].hand_limit - view.held.n_dice
    if 0 <= colour < N.colours:
        n = min(n, int(view.state.supply[colour]))
    n = min(n, max(room, 0))
    return n * view.held.die * view.rest + _nearer(view, n, colour)


@kernel
def _nearer(view: Outlook, n: int, colour: int) -> float:
    """Return what `n` new dice bring nearer: those of no given colour that of the best ones."""
    if 0 <= colour < N.colours:
        return n * view.held.gain[colour]
    first, second = 0.0, 0.0
    for other in range(N.colours):
        if view.held.gain[other] > first:
            first, second = float(view.held.gain[other]), first
        elif view.held.gain[other] > second:
            second = float(view.held.gain[other])
    return 0.0 if n == 0 else first + (n - 1) * second


@kernel
def karma_worth(view: Outlook, amount: int) -> float:
    """Return what karma is worth, up to the limit of the path."""
    return min(amount, view.rules.karma_limit - view.seat.karma) * view.w.karma * view.rest


@kernel
def upgrade_worth(view: Outlook) -> float:
    """Return what a building upgrade is worth."""
    restricted = view.rules.restricted[view.state.seat_to_move].upgrade
    return view.w.upgrade * view.rest if has_upgrade_left(view.seat, restricted) else 0.0
