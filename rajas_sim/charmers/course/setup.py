"""Setting up a game."""

from __future__ import annotations

from rajas_sim.charmers.course.turns import begin_turn, start_round
from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, EVENT
from rajas_sim.charmers.sheet.karma import can_collect_karma
from rajas_sim.core.engine.course import note
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def set_up(state: StateRecord, rules: RulesRecord, log: LogRecord, seed: int, boards: Array1[int], options: Options) -> None:  # noqa: PLR0913 - what the kernel computes with
    """Turn a zeroed state into the start of a game, with the start player on seat 0.

    `boards` and `options` are not used: everybody has the same side of the pad, and nothing looks ahead.
    """
    state.seed = seed
    for i in range(rules.players):
        seat = state.seats[i]
        seat.position = i
        # Bonuses that a seat is restricted from count as released before.
        seat.released = rules.restricted[i].places
        seat.roads[rules.residence] = rules.residence_roads
        log.seat = i
        log.cause = CAUSE.set_up
        seat.fame = rules.setup_fame[i]
        seat.money = rules.setup_money[i]
        if seat.fame > 0:
            note(log, EVENT.fame, 0, seat.fame, seat.fame)
        if seat.money > 0:
            note(log, EVENT.money, 0, seat.money, seat.money)
        for _ in range(rules.setup_karma[i]):
            if can_collect_karma(seat, rules):
                seat.karma_collected += 1
                note(log, EVENT.karma, 0, 1, seat.karma_collected)
    start_round(state, rules, log)
    begin_turn(state)
