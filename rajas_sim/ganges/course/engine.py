"""The two verbs of the game: list the options of the decision a state waits for, and play one of them."""

from __future__ import annotations

from rajas_sim.core.board.roads import N_SIDES
from rajas_sim.core.board.upgrades import upgrade_options
from rajas_sim.core.engine.endings import NOT_OVER
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import count_down, decision_of, pop
from rajas_sim.ganges.board.dice import (
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
from rajas_sim.ganges.board.earnings import is_void, receive, upgrade
from rajas_sim.ganges.board.harbour import sail, sail_options
from rajas_sim.ganges.board.market import choose_good, good_options
from rajas_sim.ganges.board.master_builder import cover_options, cover_tile
from rajas_sim.ganges.board.palace import palace_action_options, use_chamber
from rajas_sim.ganges.board.province import cell_options, place_tile
from rajas_sim.ganges.board.quarry import choose_tile, open_next_tile, tile_options
from rajas_sim.ganges.board.river import move_boat, move_boat_options
from rajas_sim.ganges.board.yield_tiles import (
    draw_yield_tile,
    place_yield_tile,
    slot_options,
    take_yield_tile,
    yield_tile_options,
)
from rajas_sim.ganges.course.placement import pay_die, pay_die_options, place_options, place_worker
from rajas_sim.ganges.course.turns import end_turn
from rajas_sim.ganges.rulebook import terms


@kernel
def list_options(state: Record, rules: Record, options: Options) -> int:
    """Write the options of the present decision into `options` (MAX_OPTIONS,) and return how many there are."""
    kind = decision_of(state)
    seat = state.seats[state.seat_to_move]
    if kind == terms.PLACE:
        return place_options(state, rules, options)
    if kind == terms.PAY_DIE:
        return pay_die_options(state, rules, options)
    if kind == terms.CHOOSE_TILE:
        return tile_options(state, rules, options)
    if kind == terms.PAY_FOR_TILE:
        return pay_options(state, options)
    if kind == terms.CHOOSE_CELL:
        return cell_options(state, rules, options)
    if kind == terms.COVER_TILE:
        return cover_options(state, rules, options)
    if kind == terms.UPGRADE:
        return upgrade_options(seat, options)
    if kind == terms.TAKE_DIE:
        return take_die_options(state, options)
    if kind == terms.GIVE_BACK_DIE or kind == terms.REROLL:
        return held_dice_options(state, options)
    if kind == terms.SAIL:
        return sail_options(state, rules, options)
    if kind == terms.MOVE_BOAT:
        return move_boat_options(options)
    if kind == terms.PALACE_ACTION:
        return palace_action_options(state, rules, options)
    if kind == terms.CHOOSE_GOOD:
        return good_options(state, rules, options)
    if kind == terms.TAKE_YIELD_TILE:
        return yield_tile_options(state, rules, options)
    if kind == terms.PLACE_YIELD_TILE:
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
        if kind == terms.EARN:
            receive(state, rules, log)
        elif kind == terms.ROLL:
            pop(state)
            roll_pending(state, log)
        elif kind == terms.DRAW_YIELD_TILE:
            pop(state)
            draw_yield_tile(state, rules, log)
        elif kind == terms.OPEN_NEXT_TILE:
            stack = int(task.detail)
            pop(state)
            open_next_tile(state, rules, log, stack)
        elif kind == terms.TAKE_DIE:
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
        Scratch memory, shape (MAX_OPTIONS,).
    """
    task = state.tasks[state.n_tasks - 1]
    kind = task.kind
    option = int(option)
    log.cause = task.cause
    log.seat = state.seat_to_move
    state.n_decisions += 1
    if kind == terms.PLACE:
        place_worker(state, rules, log, option)
    elif kind == terms.PAY_DIE:
        pay_die(state, rules, log, option)
    elif kind == terms.CHOOSE_TILE:
        choose_tile(state, rules, option)
    elif kind == terms.PAY_FOR_TILE:
        pay_towards(state, log, option)
    elif kind == terms.CHOOSE_CELL:
        tile = int(task.detail)
        pop(state)
        place_tile(state, rules, log, option // N_SIDES, tile, option % N_SIDES)
    elif kind == terms.COVER_TILE:
        cover_tile(state, rules, option)
    elif kind == terms.UPGRADE:
        upgrade(state, rules, log, option)
    elif kind == terms.TAKE_DIE:
        take_die(state, option)
    elif kind == terms.GIVE_BACK_DIE:
        log.cause = terms.BY_HAND_LIMIT
        give_back(state, log, option)
    elif kind == terms.REROLL:
        choose_reroll(state, log, option)
    elif kind == terms.SAIL:
        sail(state, rules, log, option)
    elif kind == terms.MOVE_BOAT:
        move_boat(state, rules, log, option)
    elif kind == terms.PALACE_ACTION:
        count_down(state)
        use_chamber(state, rules, log, option)
    elif kind == terms.CHOOSE_GOOD:
        choose_good(state, rules, log, option)
    elif kind == terms.TAKE_YIELD_TILE:
        take_yield_tile(state, option)
    elif kind == terms.PLACE_YIELD_TILE:
        place_yield_tile(state, rules, log, option)
    settle(state, rules, log, options)
