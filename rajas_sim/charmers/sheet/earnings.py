"""Earnings: what a river space or a bonus gives, whichever of them it comes from."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import (
    EARN_FAME,
    EARN_GOODS,
    EARN_GOODS_DIE,
    EARN_HALF_ROAD,
    EARN_KARMA,
    EARN_MONEY,
    EARN_PALACE_ACTION,
    EARN_PERSON,
    EARN_ROAD,
    EARN_SAIL,
    EARN_SAIL_BACK,
    EARN_SAIL_BACK_ANYWHERE,
    EARN_SALE,
    EARN_UPGRADE,
    GOODS_DIE,
    GREAT_MOGUL,
    PALACE_ACTION,
    SAIL_BACK,
    SELL,
    TAKE_GOOD,
    UPGRADE,
)
from rajas_sim.charmers.sheet.karma import gain_karma
from rajas_sim.charmers.sheet.palace import can_use, use_person
from rajas_sim.charmers.sheet.province import push_half_roads, push_road
from rajas_sim.charmers.sheet.river import has_space_back, mark, space_back
from rajas_sim.charmers.sheet.tracks import gain_fame, gain_money
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.tasks import pop, push


@kernel
def receive(state: Record, rules: Record, log: Record) -> None:
    """Carry out the earning on top of the stack."""
    task = state.tasks[state.n_tasks - 1]
    kind, amount, detail, cause = int(task.detail), int(task.amount), int(task.limit), int(task.cause)
    pop(state)
    seat = state.seats[state.seat_to_move]
    if kind == EARN_MONEY:
        gain_money(state, rules, log, amount)
    elif kind == EARN_FAME:
        gain_fame(state, rules, log, amount)
    elif kind == EARN_KARMA:
        gain_karma(state, rules, log, amount)
    elif kind == EARN_UPGRADE:
        push(state, UPGRADE, cause, amount, 0)
    elif kind == EARN_GOODS_DIE:
        push(state, GOODS_DIE, cause, amount, 0)
    elif kind == EARN_GOODS:
        push(state, TAKE_GOOD, cause, amount, 0)
    elif kind == EARN_SALE:
        push(state, SELL, cause, amount, detail)
    elif kind == EARN_HALF_ROAD:
        push_half_roads(state, cause, amount)
    elif kind == EARN_ROAD:
        push_road(state, cause, detail)
    elif kind == EARN_SAIL:
        if seat.river < rules.n_river:
            mark(state, rules, log, int(seat.river) + 1)
    elif kind == EARN_SAIL_BACK:
        if has_space_back(seat):
            mark(state, rules, log, space_back(seat, 1))
    elif kind == EARN_SAIL_BACK_ANYWHERE:
        push(state, SAIL_BACK, cause, 1, 0)
    elif kind == EARN_PERSON:
        if can_use(seat, detail):
            use_person(state, rules, log, detail)
    elif kind == EARN_PALACE_ACTION:
        push(state, PALACE_ACTION, cause, 1, GREAT_MOGUL)
