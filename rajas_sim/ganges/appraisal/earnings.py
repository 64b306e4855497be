"""What the river, a yield or a tile pays is worth, and the chambers whose action it may be."""

from __future__ import annotations

from rajas_sim.core.board.upgrades import n_upgrades
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.ganges.appraisal.outlook import NEVER, Eye
from rajas_sim.ganges.appraisal.resources import dice_worth, fame_worth, karma_worth, money_worth, upgrade_worth
from rajas_sim.ganges.appraisal.weights import DIE, RIVER, START, UPGRADE, WORKER, YIELD_TILE
from rajas_sim.ganges.board.earnings import progress
from rajas_sim.ganges.board.market import assorted_income, n_markets, one_kind_income
from rajas_sim.ganges.board.river import space_ahead
from rajas_sim.ganges.board.yield_tiles import has_yield_tile_to_take
from rajas_sim.ganges.rulebook import terms


@kernel
def best_good(eye: Eye, most: int) -> int:
    """Return the most money that one good brings with up to `most` markets."""
    best = 0
    for good in range(terms.N_GOODS):
        best = max(best, one_kind_income(eye.seat, eye.rules, good, most))
    return best


@kernel
def _dancer_tile_worth(eye: Eye) -> float:
    """Return what the Dancer's yield tile is worth: one drawn and earned at once, or one to lay on a slot."""
    if not eye.rules.chooses_yield_tiles:
        return 0.8 + eye.w[UPGRADE] * eye.rest * 0.25
    return eye.w[YIELD_TILE] * eye.rest if has_yield_tile_to_take(eye.state, eye.rules) else 0.0


@kernel
def plain_chamber_worth(eye: Eye, chamber: int) -> float:
    """Return what the action of a chamber is worth; a flat estimate where it depends on what it meets."""
    rules = eye.rules
    if chamber == terms.CHAMBER.great_mogul:
        return fame_worth(eye, rules.great_mogul_fame) + eye.w[START] * eye.rest
    if chamber == terms.CHAMBER.dancer:
        return dice_worth(eye, rules.dancer_dice, terms.ANY_COLOUR) + _dancer_tile_worth(eye)
    if chamber == terms.CHAMBER.yogi:
        return karma_worth(eye, rules.yogi_karma) + dice_worth(eye, rules.yogi_dice, terms.ANY_COLOUR)
    if chamber == terms.CHAMBER.raja_man_singh:
        return rules.raja_upgrades * upgrade_worth(eye) + money_worth(eye, rules.raja_money)
    return 3.0


@kernel
def earning_worth(eye: Eye, earning: Record) -> float:
    """Return what an earning of the river, a yield or a tile is worth now."""
    kind, amount, seat = earning.kind, int(earning.amount), eye.seat
    if kind == terms.EARN.money:
        return money_worth(eye, amount)
    if kind == terms.EARN.fame:
        return fame_worth(eye, amount)
    if kind == terms.EARN.karma:
        return karma_worth(eye, amount)
    if kind == terms.EARN.upgrade:
        return amount * upgrade_worth(eye)
    if kind == terms.EARN.dice:
        return dice_worth(eye, amount, earning.detail)
    if kind == terms.EARN.boat:
        return amount * (1.0 + eye.w[RIVER] * eye.rest)
    if kind == terms.EARN.palace_action:
        return 3.0 * eye.w[DIE] * eye.rest + 1.0
    if kind == terms.EARN.dice_per_karma:
        return dice_worth(eye, amount * seat.karma, earning.detail)
    if kind == terms.EARN.money_per_market:
        return money_worth(eye, amount * n_markets(seat, eye.rules))
    if kind == terms.EARN.assorted:
        return money_worth(eye, assorted_income(seat, eye.rules, amount))
    if kind == terms.EARN.one_kind:
        return money_worth(eye, best_good(eye, amount))
    if kind == terms.EARN.fame_per_upgrade:
        return fame_worth(eye, amount * n_upgrades(seat))
    if kind == terms.EARN.money_per_upgrade:
        return money_worth(eye, amount * n_upgrades(seat))
    if kind == terms.EARN.fame_per_karma:
        return fame_worth(eye, amount * seat.karma)
    if kind == terms.EARN.chamber:
        return plain_chamber_worth(eye, earning.detail)
    if kind == terms.EARN.sail:
        return 2.0 + amount / 2.0 * eye.w[RIVER] * eye.rest
    if kind in (terms.EARN.money_per_building, terms.EARN.money_per_yield_tile):
        return money_worth(eye, amount * progress(seat, eye.rules, kind))
    return fame_worth(eye, amount * progress(seat, eye.rules, kind))


@kernel
def earnings_worth(eye: Eye, earnings: Record) -> float:
    """Return what all earnings of one place are worth."""
    worth = 0.0
    for i in range(len(earnings)):
        worth += earning_worth(eye, earnings[i])
    return worth


@kernel
def sail_worth(eye: Eye, steps: int) -> float:
    """Return what advancing the boat by `steps` unoccupied spaces is worth."""
    space = space_ahead(eye.state, eye.rules, steps)
    if space < 0:
        return NEVER
    worth = (space - eye.seat.river) * eye.w[RIVER] * eye.rest
    if eye.state.river_tiles[space] > 0:
        worth += earnings_worth(eye, eye.rules.river_tiles[eye.state.river_tiles[space] - 1])
    else:
        worth += earnings_worth(eye, eye.rules.river[space])
    if eye.seat.inactive[terms.WORKER_FROM.river]:
        bridge = int(eye.rules.worker_at[terms.WORKER_FROM.river])
        if space > bridge:
            worth += eye.w[WORKER] * eye.rest
    return worth
