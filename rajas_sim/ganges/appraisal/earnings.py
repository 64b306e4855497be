"""The worth of earnings from the river, from yields and from tiles, and of the actions of chambers."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.core.engine.record_types import EarningRecord
from rajas_sim.ganges.appraisal.position_view import LOWEST_WORTH, PositionView
from rajas_sim.ganges.appraisal.resources import dice_worth, fame_worth, karma_worth, money_worth, upgrade_worth
from rajas_sim.ganges.board.earnings import FAME_FOR_PROGRESS, MONEY_FOR_PROGRESS, n_counted
from rajas_sim.ganges.board.market import assorted_income, income_of
from rajas_sim.ganges.board.palace import dancer_gives_tile
from rajas_sim.ganges.board.river import earnings_at, has_passed_the_bridge, space_ahead
from rajas_sim.ganges.board.yield_tiles import has_yield_tile_to_take
from rajas_sim.ganges.rulebook.terms import ANY_COLOUR, CHAMBER, EARN, N_OF, WORKER_SOURCE


@kernel
def best_good_income(view: PositionView, max_markets: int) -> int:
    """Return the largest income of one good with up to `max_markets` markets."""
    best_income = 0
    for good in range(N_OF.goods):
        best_income = max(best_income, income_of(int(view.held.markets[good]), max_markets))
    return best_income


@kernel
def _dancer_tile_worth(view: PositionView, has_worker: bool) -> float:
    """Return the worth of the Dancer's yield tile: one drawn and earned at once, or one to lay on a slot."""
    if not view.rules.chooses_yield_tiles:
        # Roughly the mean of the white yield tiles, of which a quarter bring an upgrade.
        return 0.8 + view.weights.upgrade * view.game_left * 0.25
    if not dancer_gives_tile(view.rules, has_worker):
        return 0.0
    return view.weights.yield_tile * view.game_left if has_yield_tile_to_take(view.state, view.rules) else 0.0


@kernel
def plain_chamber_worth(view: PositionView, chamber: int, has_worker: bool) -> float:
    """Return the worth of a chamber's action; a fixed estimate if it depends on tiles or boats.

    `has_worker` says whether a worker is placed in the chamber; otherwise the action comes from the river.
    """
    rules = view.rules
    if chamber == CHAMBER.great_mogul:
        return fame_worth(view, rules.great_mogul_fame) + view.weights.start * view.game_left
    if chamber == CHAMBER.dancer:
        return dice_worth(view, rules.dancer_dice, ANY_COLOUR) + _dancer_tile_worth(view, has_worker)
    if chamber == CHAMBER.yogi:
        return karma_worth(view, rules.yogi_karma) + dice_worth(view, rules.yogi_dice, ANY_COLOUR)
    if chamber == CHAMBER.raja_man_singh:
        return rules.raja_upgrades * upgrade_worth(view) + money_worth(view, rules.raja_money)
    if chamber == CHAMBER.master_builder or chamber == CHAMBER.portuguese:
        return 3.0
    raise AssertionError("no worth of this chamber is known")


@kernel
def earning_worth(view: PositionView, earning: EarningRecord) -> float:  # noqa: C901 - one case a kind of earning
    """Return the present worth of an earning of the river, a yield or a tile, with fixed estimates of further actions."""
    kind, amount, seat = earning.kind, int(earning.amount), view.seat
    if kind == EARN.nothing:
        return 0.0
    if kind == EARN.money:
        return money_worth(view, amount)
    if kind == EARN.fame:
        return fame_worth(view, amount)
    if kind == EARN.karma:
        return karma_worth(view, amount)
    if kind == EARN.upgrade:
        return amount * upgrade_worth(view)
    if kind == EARN.dice:
        return dice_worth(view, amount, earning.detail)
    if kind == EARN.boat:
        return amount * (1.0 + view.weights.river * view.game_left)
    if kind == EARN.palace_action:
        return 3.0 * view.held.die * view.game_left + 1.0
    if kind == EARN.dice_per_karma:
        return dice_worth(view, amount * seat.karma, earning.detail)
    if kind == EARN.assorted:
        return money_worth(view, assorted_income(seat, view.rules, amount))
    if kind == EARN.one_kind:
        return money_worth(view, best_good_income(view, amount))
    if kind == EARN.chamber:
        return plain_chamber_worth(view, earning.detail, False)
    if kind == EARN.sail:
        return 2.0 + amount / 2.0 * view.weights.river * view.game_left
    if kind in MONEY_FOR_PROGRESS:
        return money_worth(view, amount * n_counted(seat, view.rules, kind))
    if kind in FAME_FOR_PROGRESS:
        return fame_worth(view, amount * n_counted(seat, view.rules, kind))
    raise AssertionError("no worth of this earning is known")


@kernel
def earnings_worth(view: PositionView, earnings: Array1[EarningRecord]) -> float:
    """Return the worth of all earnings of one place."""
    worth = 0.0
    for i in range(len(earnings)):
        worth += earning_worth(view, earnings[i])
    return worth


@kernel
def order_worth(kind: int) -> float:
    """Return how early an earning is best taken: first what other earnings may count, last the earnings that count."""
    if kind == EARN.karma or kind == EARN.upgrade:
        return 1.0
    counts_others = kind == EARN.dice_per_karma or kind in MONEY_FOR_PROGRESS or kind in FAME_FOR_PROGRESS
    return -1.0 if counts_others else 0.0


@kernel
def sail_worth(view: PositionView, steps: int) -> float:
    """Return the worth of advancing the boat by `steps` unoccupied spaces; `LOWEST_WORTH` if the river ends before."""
    space = space_ahead(view.state, view.rules, steps)
    if space < 0:
        return LOWEST_WORTH
    worth = (space - view.seat.river) * view.weights.river * view.game_left
    worth += earnings_worth(view, earnings_at(view.state, view.rules, space))
    if view.seat.inactive[WORKER_SOURCE.river] and has_passed_the_bridge(view.rules, space):
        worth += view.weights.worker * view.game_left
    if view.seat.inactive[WORKER_SOURCE.river]:
        bridge = int(view.rules.worker_at[WORKER_SOURCE.river])
        worth += max(0, min(space, bridge) - view.seat.river) * view.weights.near_bridge * view.game_left
    return worth
