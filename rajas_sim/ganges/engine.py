"""The two verbs of the game: list the options of the decision a state waits for, and play one of them."""

from __future__ import annotations

from rajas_sim.core.endings import NOT_OVER
from rajas_sim.core.kernel import Options, Record, kernel
from rajas_sim.core.roads import N_SIDES
from rajas_sim.core.tasks import count_down, decision_of, pop
from rajas_sim.ganges import words
from rajas_sim.ganges.dice import (
    choose_reroll,
    give_back,
    held_dice_options,
    pay_options,
    pay_towards,
    prepare_taking,
    roll_pending,
    take_die,
    take_die_options,
)
from rajas_sim.ganges.earnings import is_void, receive, upgrade, upgrade_options
from rajas_sim.ganges.harbour import sail, sail_options
from rajas_sim.ganges.market import choose_good, good_options
from rajas_sim.ganges.master_builder import cover_options, cover_tile
from rajas_sim.ganges.palace import palace_action_options, use_chamber
from rajas_sim.ganges.placement import pay_die, pay_die_options, place_options, place_worker
from rajas_sim.ganges.province import cell_options, place_tile
from rajas_sim.ganges.quarry import choose_tile, open_next_tile, tile_options
from rajas_sim.ganges.river import move_boat, move_boat_options
from rajas_sim.ganges.turns import end_turn
from rajas_sim.ganges.yield_tiles import draw_yield_tile, place_yield_tile, slot_options, take_yield_tile, yield_tile_options


@kernel
def list_options(state: Record, rules: Record, options: Options) -> int:
    """Write the options of the present decision into `options` (MAX_OPTIONS,) and return how many there are."""
    kind = decision_of(state)
    seat = state.seats[state.seat_to_move]
    if kind == words.PLACE:
        return place_options(state, rules, options)
    if kind == words.PAY_DIE:
        return pay_die_options(state, rules, options)
    if kind == words.CHOOSE_TILE:
        return tile_options(state, rules, options)
    if kind == words.PAY_FOR_TILE:
        return pay_options(state, options)
    if kind == words.CHOOSE_CELL:
        return cell_options(state, rules, options)
    if kind == words.COVER_TILE:
        return cover_options(state, rules, options)
    if kind == words.UPGRADE:
        return upgrade_options(seat, options)
    if kind == words.TAKE_DIE:
        return take_die_options(state, options)
    if kind == words.GIVE_BACK_DIE or kind == words.REROLL:
        return held_dice_options(state, options)
    if kind == words.SAIL:
        return sail_options(state, rules, options)
    if kind == words.MOVE_BOAT:
        return move_boat_options(options)
    if kind == words.PALACE_ACTION:
        return palace_action_options(state, rules, options)
    if kind == words.CHOOSE_GOOD:
        return good_options(state, rules, options)
    if kind == words.TAKE_YIELD_TILE:
        return yield_tile_options(state, rules, options)
    if kind == words.PLACE_YIELD_TILE:
        return slot_options(state, rules, options)
    return 0


@kernel
def settle(state: Record, rules: Record, log: Record, options: Options) -> None:
    """Carry out everything that needs no decision, until a decision or the end of the game is reached."""
    while state.end_reason == NOT_OVER:
        if state.n_tasks == 0:
            end_turn(state, rules, options)
            return
        task = state.tasks[state.n_tasks - 1]
        kind = task.kind
        log.cause = task.cause
        log.seat = state.seat_to_move
        if kind == words.EARN:
            receive(state, rules, log)
        elif kind == words.ROLL:
            pop(state)
            roll_pending(state, log)
        elif kind == words.DRAW_YIELD_TILE:
            pop(state)
            draw_yield_tile(state, rules, log)
        elif kind == words.OPEN_NEXT_TILE:
            stack = int(task.detail)
            pop(state)
            open_next_tile(state, rules, log, stack)
        elif kind == words.TAKE_DIE:
            before = state.n_tasks
            prepare_taking(state, rules)
            if state.n_tasks == before:
                return
        elif is_void(state, rules):
            pop(state)
        else:
            return


@kernel
def play_option(state: Record, rules: Record, log: Record, option: int, options: Options) -> None:
    """Play an option of the present decision, in place, and go on to the next decision.

    Parameters
    ----------
    option
        One of the integers `list_options` gave; anything else is not checked here.
    options
        Scratch room, shape (MAX_OPTIONS,).
    """
    task = state.tasks[state.n_tasks - 1]
    kind = task.kind
    option = int(option)
    log.cause = task.cause
    log.seat = state.seat_to_move
    state.n_decisions += 1
    if kind == words.PLACE:
        place_worker(state, rules, log, option)
    elif kind == words.PAY_DIE:
        pay_die(state, rules, log, option)
    elif kind == words.CHOOSE_TILE:
        choose_tile(state, rules, option)
    elif kind == words.PAY_FOR_TILE:
        pay_towards(state, log, option)
    elif kind == words.CHOOSE_CELL:
        tile = int(task.detail)
        pop(state)
        place_tile(state, rules, log, option // N_SIDES, tile, option % N_SIDES)
    elif kind == words.COVER_TILE:
        cover_tile(state, rules, option)
    elif kind == words.UPGRADE:
        upgrade(state, rules, log, option)
    elif kind == words.TAKE_DIE:
        take_die(state, option)
    elif kind == words.GIVE_BACK_DIE:
        log.cause = words.BY_HAND_LIMIT
        give_back(state, log, option)
    elif kind == words.REROLL:
        choose_reroll(state, log, option)
    elif kind == words.SAIL:
        sail(state, rules, log, option)
    elif kind == words.MOVE_BOAT:
        move_boat(state, rules, log, option)
    elif kind == words.PALACE_ACTION:
        count_down(state)
        use_chamber(state, rules, log, option)
    elif kind == words.CHOOSE_GOOD:
        choose_good(state, rules, log, option)
    elif kind == words.TAKE_YIELD_TILE:
        take_yield_tile(state, option)
    elif kind == words.PLACE_YIELD_TILE:
        place_yield_tile(state, rules, log, option)
    settle(state, rules, log, options)
