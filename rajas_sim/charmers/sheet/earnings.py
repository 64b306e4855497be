"""Earnings: what river spaces and bonuses give."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import EARN, PERSON, TASK
from rajas_sim.charmers.sheet.karma import gain_karma
from rajas_sim.charmers.sheet.palace import can_use_person, use_person
from rajas_sim.charmers.sheet.river import has_space_back, mark_space, space_back
from rajas_sim.charmers.sheet.tracks import gain_fame, gain_money
from rajas_sim.core.engine.course import mover, pop, push, top
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def receive(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:  # noqa: C901 - one case a kind of earning
    """Carry out the earning on top of the stack: the task's detail is its kind, the task's limit its detail."""
    task = top(state)
    earning_kind, amount, earning_detail, cause = int(task.detail), int(task.amount), int(task.limit), int(task.cause)
    pop(state)
    seat = mover(state)
    if earning_kind == EARN.money:
        gain_money(state, rules, log, amount)
    elif earning_kind == EARN.fame:
        gain_fame(state, rules, log, amount)
    elif earning_kind == EARN.karma:
        gain_karma(state, rules, log, amount)
    elif earning_kind == EARN.upgrade:
        push(state, TASK.upgrade, cause, amount, 0)
    elif earning_kind == EARN.goods_die:
        push(state, TASK.goods_die, cause, amount, 0)
    elif earning_kind == EARN.goods:
        push(state, TASK.take_good, cause, amount, 0)
    elif earning_kind == EARN.sell:
        push(state, TASK.sell, cause, amount, earning_detail)
    elif earning_kind == EARN.half_road:
        push(state, TASK.half_roads, cause, amount, 0)
    elif earning_kind == EARN.road:
        push(state, TASK.build_road, cause, 1, earning_detail)
    elif earning_kind == EARN.sail:
        if seat.river < rules.n_river:
            mark_space(state, rules, log, int(seat.river) + 1)
    elif earning_kind == EARN.sail_back:
        if has_space_back(seat):
            mark_space(state, rules, log, space_back(seat, 1))
    elif earning_kind == EARN.sail_back_anywhere:
        push(state, TASK.sail_back, cause, 1, 0)
    elif earning_kind == EARN.person:
        if can_use_person(seat, rules, earning_detail):
            use_person(state, rules, log, earning_detail)
    elif earning_kind == EARN.palace_action:
        push(state, TASK.palace_action, cause, 1, PERSON.great_mogul)
    else:
        raise AssertionError("this earning cannot be received")
