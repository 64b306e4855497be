"""The fame track and the money track: moving the markers, bonuses, workers that wait there, and markers that pass each other."""

from __future__ import annotations

from rajas_sim.core.board import MET_BY_FAME, MET_BY_MONEY, has_bit, note_first_meeting, overlap
from rajas_sim.core.engine.course import mover, note, push_earnings
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.order import offer_order
from rajas_sim.ganges.rulebook.layout import MAX_BONUSES, RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, EVENT, N_OF, TASK, WORKER_SOURCE


@kernel
def overlap_of(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return by how many fame spaces the seat's markers have passed each other.

    Both final positions in the rulebook agree: fame 30 with money 65, and fame 37 with money 52, give 2.
    """
    return overlap(seat.fame, seat.money, rules.money_per_fame, rules.meeting_line)


@kernel
def _note_passing(state: StateRecord, rules: RulesRecord, log: LogRecord, met_by: int) -> None:
    """Note the first time that a seat's markers meet or pass each other."""
    seat = mover(state)
    if overlap_of(seat, rules) >= 0 and note_first_meeting(state, seat):
        note(log, EVENT.markers_passed, met_by, 1, overlap_of(seat, rules))


@kernel
def activate_worker(state: StateRecord, rules: RulesRecord, log: LogRecord, source: int) -> None:
    """Bring the inactive worker of `source` into play; it may be placed in this very round.

    Once a seat has all `rules.extra_workers`, workers that are still inactive leave the game (rulebook: Get new workers).
    """
    seat = mover(state)
    seat.inactive[source] = 0
    seat.workers += 1
    note(log, EVENT.worker, source, 1, seat.workers)
    if seat.workers >= rules.setup_workers[state.seat_to_move] + rules.extra_workers:
        for other_source in range(N_OF.worker_sources):
            seat.inactive[other_source] = 0


@kernel
def _advance_fame(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Move the fame marker on; every bonus space that it reaches or crosses pays, in the order of the track."""
    if amount <= 0:
        return
    seat = mover(state)
    fame_before = int(seat.fame)
    seat.fame += amount
    note(log, EVENT.fame, 0, amount, seat.fame)
    restricted_bonuses = rules.restricted[state.seat_to_move].fame_bonus
    for i in range(MAX_BONUSES - 1, -1, -1):
        space = rules.fame_bonuses[i].space
        if space > fame_before and space <= seat.fame and not has_bit(restricted_bonuses, i):
            push_earnings(state, TASK.earn, rules.fame_bonuses[i].earnings, CAUSE.fame_track)
    if seat.inactive[WORKER_SOURCE.fame] and seat.fame >= rules.worker_at[WORKER_SOURCE.fame]:
        activate_worker(state, rules, log, WORKER_SOURCE.fame)
    _note_passing(state, rules, log, MET_BY_FAME)


@kernel
def _advance_money(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Move the money marker on; a bonus marker shows the next bonus, since money can fall and rise again."""
    if amount <= 0:
        return
    seat = mover(state)
    seat.money += amount
    note(log, EVENT.money, 0, amount, seat.money)
    first_bonus = int(seat.next_money_bonus)
    end_bonus = first_bonus
    while end_bonus < MAX_BONUSES and 0 < rules.money_bonuses[end_bonus].space <= seat.money:
        end_bonus += 1
    seat.next_money_bonus = end_bonus
    restricted_bonuses = rules.restricted[state.seat_to_move].money_bonus
    for i in range(end_bonus - 1, first_bonus - 1, -1):
        if not has_bit(restricted_bonuses, i):
            push_earnings(state, TASK.earn, rules.money_bonuses[i].earnings, CAUSE.money_track)
    if seat.inactive[WORKER_SOURCE.money] and seat.money >= rules.worker_at[WORKER_SOURCE.money]:
        activate_worker(state, rules, log, WORKER_SOURCE.money)
    _note_passing(state, rules, log, MET_BY_MONEY)


@kernel
def gain_money_and_fame(state: StateRecord, rules: RulesRecord, log: LogRecord, money: int, fame: int) -> None:
    """Move both markers on; bonuses of the fame track come first, unless the player chooses the order."""
    n_tasks_before = int(state.n_tasks)
    _advance_money(state, rules, log, money)
    _advance_fame(state, rules, log, fame)
    offer_order(state, rules, n_tasks_before)


@kernel
def gain_fame(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Move the fame marker on."""
    gain_money_and_fame(state, rules, log, 0, amount)


@kernel
def gain_money(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Move the money marker on."""
    gain_money_and_fame(state, rules, log, amount, 0)


@kernel
def pay_money(state: StateRecord, log: LogRecord, amount: int) -> None:
    """Move the money marker back; workers and bonuses already received stay."""
    if amount <= 0:
        return
    seat = mover(state)
    seat.money -= amount
    note(log, EVENT.money, 0, -amount, seat.money)
