"""The worths of fame, money, dice, karma and upgrades."""

from __future__ import annotations

from rajas_sim.core.board import has_bit, has_upgrade_left
from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.core.engine.record_types import EarningRecord
from rajas_sim.ganges.appraisal.position_view import MEAN_FACE, PositionView
from rajas_sim.ganges.rulebook.terms import EARN, N_OF, WORKER_SOURCE

#: The flat worth of every kind of bonus that is on no printed track.
OTHER_BONUS_WORTH = 2.0


@kernel
def fame_worth(view: PositionView, amount: int) -> float:
    """Return the worth of `amount` fame, with the worker and the bonuses on the way."""
    seat = view.seat
    worth = amount * view.weights.fame
    fame_after = seat.fame + amount
    if seat.inactive[WORKER_SOURCE.fame]:
        worth += (
            max(0, min(fame_after, view.rules.worker_at[WORKER_SOURCE.fame]) - seat.fame)
            * view.weights.near_fame
            * view.game_left
        )
    if seat.inactive[WORKER_SOURCE.fame] and seat.fame < view.rules.worker_at[WORKER_SOURCE.fame] <= fame_after:
        worth += view.weights.worker * view.game_left
    restrictions = view.rules.restricted[view.state.seat_to_move]
    for i in range(len(view.rules.fame_bonuses)):
        bonus = view.rules.fame_bonuses[i]
        if bonus.space == 0 or bonus.space > fame_after:
            break
        if seat.fame < bonus.space and not has_bit(restrictions.fame_bonus, i):
            worth += _flat_bonus_worth(view, bonus.earnings)
    return worth


@kernel
def money_worth(view: PositionView, amount: int) -> float:
    """Return the worth of `amount` money, with the worker and the bonuses on the way."""
    seat = view.seat
    worth = amount * view.weights.money
    money_after = seat.money + amount
    if seat.inactive[WORKER_SOURCE.money]:
        worth += (
            max(0, min(money_after, view.rules.worker_at[WORKER_SOURCE.money]) - seat.money)
            * view.weights.near_money
            * view.game_left
        )
    if seat.inactive[WORKER_SOURCE.money] and seat.money < view.rules.worker_at[WORKER_SOURCE.money] <= money_after:
        worth += view.weights.worker * view.game_left
    restrictions = view.rules.restricted[view.state.seat_to_move]
    for i in range(seat.next_money_bonus, len(view.rules.money_bonuses)):
        bonus = view.rules.money_bonuses[i]
        if bonus.space == 0 or bonus.space > money_after:
            break
        if not has_bit(restrictions.money_bonus, i):
            worth += _flat_bonus_worth(view, bonus.earnings)
    return worth


@kernel
def _flat_bonus_worth(view: PositionView, earnings: Array1[EarningRecord]) -> float:
    """Return the worth of a track bonus, without looking at what it leads to."""
    worth = 0.0
    for i in range(len(earnings)):
        kind, amount = earnings[i].kind, earnings[i].amount
        if kind == EARN.upgrade:
            worth += amount * view.weights.upgrade * view.game_left
        elif kind == EARN.karma:
            worth += amount * view.weights.karma * view.game_left
        elif kind == EARN.dice:
            worth += amount * view.weights.die * view.game_left
        elif kind == EARN.boat:
            worth += amount * (1.0 + view.weights.river * view.game_left)
        elif kind == EARN.money:
            worth += amount * view.weights.money
        elif kind == EARN.fame:
            worth += amount * view.weights.fame
        elif kind != EARN.nothing:
            worth += OTHER_BONUS_WORTH
    return worth


@kernel
def die_worth(view: PositionView, value: int) -> float:
    """Return the worth of a die of this value on the Kali statue."""
    return (view.held.die + view.weights.pip * (value - MEAN_FACE)) * view.game_left


@kernel
def dice_worth(view: PositionView, n: int, colour: int) -> float:
    """Return the worth of `n` new dice of a colour, or of any or several kinds (ANY_COLOUR or below).

    Dice that do not fit or are not in the supply bring nothing.
    """
    room = view.rules.boards[view.seat.board].hand_limit - view.held.n_dice
    if 0 <= colour < N_OF.colours:
        n = min(n, int(view.state.supply[colour]))
    n = min(n, max(room, 0))
    return n * view.held.die * view.game_left + _worth_brought_nearer(view, n, colour)


@kernel
def _worth_brought_nearer(view: PositionView, n: int, colour: int) -> float:
    """Return the worth of the tiles that `n` new dice bring nearer; in the best two colours if `colour` is not a single one."""
    if 0 <= colour < N_OF.colours:
        return n * view.held.gain[colour]
    best_gain, second_gain = 0.0, 0.0
    for other_colour in range(N_OF.colours):
        if view.held.gain[other_colour] > best_gain:
            best_gain, second_gain = float(view.held.gain[other_colour]), best_gain
        elif view.held.gain[other_colour] > second_gain:
            second_gain = float(view.held.gain[other_colour])
    return 0.0 if n == 0 else best_gain + (n - 1) * second_gain


@kernel
def karma_worth(view: PositionView, amount: int) -> float:
    """Return the worth of karma, up to the limit of the path."""
    return min(amount, view.rules.karma_limit - view.seat.karma) * view.weights.karma * view.game_left


@kernel
def upgrade_worth(view: PositionView) -> float:
    """Return the worth of a building upgrade; 0 if none is left."""
    restricted_upgrades = view.rules.restricted[view.state.seat_to_move].upgrade
    return view.weights.upgrade * view.game_left if has_upgrade_left(view.seat, restricted_upgrades) else 0.0
