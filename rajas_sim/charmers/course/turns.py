"""Turns, rounds and the end of the game."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, EVENT, OTHER_PLAYER_TOO, TASK
from rajas_sim.charmers.sheet.dice import roll_all
from rajas_sim.core.engine.course import BY_MARKERS, BY_ROUND_LIMIT, note, push
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def start_round(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Let the start player roll all dice."""
    state.round_number += 1
    state.turn_in_round = 0
    state.seat_to_move = state.start_player
    log.seat = state.start_player
    log.cause = CAUSE.die
    note(log, EVENT.start_player, state.round_number, 1, state.start_player)
    roll_all(state, rules, log)


@kernel
def _ends_the_game(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether the game is over now that a turn has ended: after the round in which tracks intersect.

    With two players, tracks that intersect with the first die of a round end the game before the second dice are taken: right
    after that turn, or, under the other reading, once the other player has taken a first die as well.
    """
    if state.n_met == 0:
        return False
    n_turns = int(state.turn_in_round)
    if n_turns == rules.players * rules.dice_a_round:
        return True
    if rules.dice_a_round == 1:
        return False
    return n_turns == rules.players or (n_turns < rules.players and rules.readings.first_die != OTHER_PLAYER_TOO)


@kernel
def begin_turn(state: StateRecord) -> None:
    """Ask the seat to move for a die."""
    push(state, TASK.take_die, CAUSE.die, 1, 0)


@kernel
def end_turn(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """End the turn of the seat to move and begin the next turn; after the last turn of a round, the elephant is passed on."""
    log.cause = CAUSE.die  # the cause of all that happens to a turn by itself
    note(log, EVENT.turn_ended, 0, 1, state.turn_in_round)
    state.turns += 1
    state.turn_in_round += 1
    if _ends_the_game(state, rules):
        state.end_reason = BY_MARKERS
    elif state.turn_in_round < rules.players * rules.dice_a_round:
        state.seat_to_move = (state.seat_to_move + 1) % rules.players
        begin_turn(state)
    elif state.round_number >= rules.round_limit:
        state.end_reason = BY_ROUND_LIMIT
    else:
        state.start_player = (state.start_player + 1) % rules.players
        start_round(state, rules, log)
        begin_turn(state)
