"""Stages, rounds and the end of the game."""

from __future__ import annotations

from rajas_sim.core.engine.course import BY_MARKERS, BY_ROUND_LIMIT, NOT_OVER, mover, push
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.ganges.board.yield_tiles import push_first_yield_tile, push_tile_for_missing_worker
from rajas_sim.ganges.course.placement import can_place
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, FINISH_STAGE, N_OF, NO_PLACEMENT, PASSING_FORBIDDEN, TASK


@kernel
def start_round(state: StateRecord, rules: RulesRecord) -> None:
    """Take all workers home and give the turn to the start player."""
    state.round_number += 1
    state.stage = 1
    state.placed_in_stage = 0
    state.placed_in_round = 0
    for space in range(N_OF.spaces):
        state.spaces[space] = 0
    for i in range(rules.players):
        seat = state.seats[i]
        seat.placed = 0
        seat.turns_missed = 0
        seat.assorted_used = 0
        seat.one_kind_used = 0
    state.seat_to_move = state.start_player


@kernel
def end_round(state: StateRecord, rules: RulesRecord) -> None:
    """End the game, or begin the next round; its start player is the seat at the Great Mogul, or else the next one clockwise."""
    if state.n_met > 0:
        state.end_reason = BY_MARKERS
    elif state.placed_in_round == 0 and rules.readings.passing == PASSING_FORBIDDEN:
        state.end_reason = NO_PLACEMENT
    elif state.round_number >= rules.round_limit:
        state.end_reason = BY_ROUND_LIMIT
    else:
        if state.next_start_player >= 0:
            state.start_player = state.next_start_player
        else:
            state.start_player = (state.start_player + 1) % rules.players
        state.next_start_player = -1
        start_round(state, rules)


@kernel
def _pass_turn(state: StateRecord, rules: RulesRecord) -> None:
    """Pass the turn clockwise; past the last seat of a stage, begin the next stage, or end the round or the game."""
    seat = mover(state)
    for building in range(N_OF.buildings):
        seat.levels_from_next_turn[building] = 0
    state.seat_to_move = (state.seat_to_move + 1) % rules.players
    if state.seat_to_move != state.start_player:
        return
    if state.stage == 0:
        state.stage = 1
    elif state.n_met > 0 and rules.readings.finish == FINISH_STAGE:
        state.end_reason = BY_MARKERS
    elif state.placed_in_stage == 0:
        end_round(state, rules)
    else:
        state.stage += 1
        state.placed_in_stage = 0


@kernel
def begin_turn(state: StateRecord, rules: RulesRecord, options: Options) -> None:
    """Ask the seat to move for a placement; seats without a worker or a possible placement are skipped.

    In the Navaratnas version a first yield tile comes before round 1, and others stand in for missing workers.
    """
    while state.end_reason == NOT_OVER:
        if state.stage == 0:
            if push_first_yield_tile(state, rules):
                return
        elif can_place(state, rules, options):
            push(state, TASK.place, CAUSE.placement, 1, 0)
            return
        elif push_tile_for_missing_worker(state, rules):
            return
        _pass_turn(state, rules)


@kernel
def end_turn(state: StateRecord, rules: RulesRecord, options: Options) -> None:
    """End the turn of the seat to move and begin the next one's."""
    _pass_turn(state, rules)
    begin_turn(state, rules, options)
