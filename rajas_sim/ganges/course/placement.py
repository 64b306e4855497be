"""Placing a worker: which spaces are open to the seat to move, and what a placement sets in motion."""

from __future__ import annotations

from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import pop, push
from rajas_sim.ganges.board.dice import dice_of_colour, give_die, hand_size, single_die_options
from rajas_sim.ganges.board.harbour import harbour_space, pay_and_sail
from rajas_sim.ganges.board.market import assorted_income, die_options, score_one_kind
from rajas_sim.ganges.board.palace import (
    chamber_die_options,
    is_chamber_open,
    use_balcony,
    use_chamber,
    use_outer_terrace,
    use_terrace,
)
from rajas_sim.ganges.board.quarry import next_free, push_building, quarry_space
from rajas_sim.ganges.board.tracks import gain_money, pay_money
from rajas_sim.ganges.rulebook.terms import (
    ASSORTED,
    BALCONY,
    BY_BALCONY,
    BY_GREAT_MOGUL,
    BY_HARBOUR,
    BY_MARKET,
    BY_PLACEMENT,
    CHAMBER,
    FIRST_ASSORTED,
    FIRST_BALCONY,
    FIRST_CHAMBER,
    FIRST_HARBOUR,
    FIRST_ONE_KIND,
    FIRST_OUTER_TERRACE,
    FIRST_QUARRY,
    FIRST_TERRACE,
    HARBOUR,
    N_CHAMBERS,
    N_COLOURS,
    N_FACES,
    N_GOODS,
    ONE_KIND,
    OUTER_TERRACE,
    PASS,
    PAY_DIE,
    PLACEMENT,
    QUARRY,
    TERRACE,
)


@kernel
def area_of(space: int) -> int:
    """Return the area of the board a space belongs to."""
    if space < FIRST_ASSORTED:
        return QUARRY
    if space < FIRST_ONE_KIND:
        return ASSORTED
    if space < FIRST_OUTER_TERRACE:
        return ONE_KIND
    if space < FIRST_TERRACE:
        return OUTER_TERRACE
    if space < FIRST_BALCONY:
        return TERRACE
    if space < FIRST_CHAMBER:
        return BALCONY
    return CHAMBER if space < FIRST_HARBOUR else HARBOUR


@kernel
def place_options(state: Record, rules: Record, options: Options) -> int:
    """List the spaces a worker may be placed on: unoccupied, its cost payable, its action not ruled out.

    Of spaces that are alike (assorted goods, outer terrace) only the leftmost free one is listed. Free spaces may be used even if
    they bring nothing, for no rule forbids it.
    """
    seat = state.seats[state.seat_to_move]
    n = 0
    space = quarry_space(state, rules)
    if space >= 0:
        options[n] = space
        n += 1
    if seat.assorted_used < rules.assorted_per_round:
        i = next_free(state, FIRST_ASSORTED, rules.n_assorted)
        if i >= 0:
            options[n] = FIRST_ASSORTED + i
            n += 1
    if seat.one_kind_used < rules.one_kind_per_round and hand_size(seat) > 0:
        for good in range(N_GOODS):
            if state.spaces[FIRST_ONE_KIND + good] == 0:
                options[n] = FIRST_ONE_KIND + good
                n += 1
    i = next_free(state, FIRST_OUTER_TERRACE, rules.n_outer_terraces)
    if i >= 0:
        options[n] = FIRST_OUTER_TERRACE + i
        n += 1
    for colour in range(N_COLOURS):
        if state.spaces[FIRST_TERRACE + colour] == 0:
            options[n] = FIRST_TERRACE + colour
            n += 1
    for colour in range(N_COLOURS):
        if state.spaces[FIRST_BALCONY + colour] == 0 and dice_of_colour(seat, colour) > 0:
            options[n] = FIRST_BALCONY + colour
            n += 1
    for chamber in range(N_CHAMBERS):
        if state.spaces[FIRST_CHAMBER + chamber] == 0 and is_chamber_open(state, rules, chamber):
            options[n] = FIRST_CHAMBER + chamber
            n += 1
    space = harbour_space(state, rules)
    if space >= 0:
        options[n] = space
        n += 1
    if rules.readings.passing == 1:
        options[n] = PASS
        n += 1
    return n


@kernel
def can_place(state: Record, rules: Record, options: Options) -> bool:
    """Return whether the seat to move has a worker left and a space for it; `options` is scratch memory.

    A free terrace settles it at once; only without one all spaces are looked at.
    """
    seat = state.seats[state.seat_to_move]
    if seat.placed >= seat.workers:
        return False
    if next_free(state, FIRST_OUTER_TERRACE, rules.n_outer_terraces) >= 0 or next_free(state, FIRST_TERRACE, N_COLOURS) >= 0:
        return True
    return place_options(state, rules, options) > 0


@kernel
def place_worker(state: Record, rules: Record, log: Record, space: int) -> None:
    """Place a worker, pay the money the space asks for, and carry out its action or ask for the die it costs."""
    pop(state)
    if space == PASS:
        return
    seat = state.seats[state.seat_to_move]
    state.spaces[space] = state.seat_to_move + 1
    seat.placed += 1
    state.turns += 1
    state.placed_in_stage += 1
    state.placed_in_round += 1
    log.cause = BY_PLACEMENT
    note(log, PLACEMENT, space, 1, seat.placed)
    area = area_of(space)
    if area == QUARRY:
        pay_money(state, log, rules.quarry_prices[space - FIRST_QUARRY])
        push_building(state)
    elif area == ASSORTED:
        seat.assorted_used += 1
        log.cause = BY_MARKET
        gain_money(state, rules, log, assorted_income(seat, rules, N_GOODS))
    elif area == OUTER_TERRACE:
        use_outer_terrace(state, rules, log)
    elif area == TERRACE:
        use_terrace(state, rules, space - FIRST_TERRACE)
    else:
        if area == ONE_KIND:
            seat.one_kind_used += 1
        elif area == HARBOUR:
            pay_money(state, log, rules.harbour_prices[space - FIRST_HARBOUR])
        push(state, PAY_DIE, BY_PLACEMENT, 1, space)


@kernel
def _balcony_die_options(seat: Record, colour: int, options: Options) -> int:
    n = 0
    for face in range(N_FACES):
        if seat.dice[colour, face] > 0:
            options[n] = colour * N_FACES + face
            n += 1
    return n


@kernel
def pay_die_options(state: Record, rules: Record, options: Options) -> int:
    """List the dice that may be given up for the space a worker was just placed on."""
    seat = state.seats[state.seat_to_move]
    space = int(state.tasks[state.n_tasks - 1].detail)
    area = area_of(space)
    if area == ONE_KIND:
        return die_options(seat, rules, space - FIRST_ONE_KIND, options)
    if area == BALCONY:
        return _balcony_die_options(seat, space - FIRST_BALCONY, options)
    if area == HARBOUR:
        return single_die_options(seat, 1, rules.harbour_highest_die, options)
    return chamber_die_options(state, rules, space - FIRST_CHAMBER, options)


@kernel
def pay_die(state: Record, rules: Record, log: Record, option: int) -> None:
    """Give up the die a space costs, then carry out its action."""
    space = int(state.tasks[state.n_tasks - 1].detail)
    pop(state)
    area = area_of(space)
    if area == ONE_KIND:
        log.cause = BY_MARKET
        score_one_kind(state, rules, log, option, space - FIRST_ONE_KIND)
    elif area == BALCONY:
        log.cause = BY_BALCONY
        give_die(state, log, option)
        use_balcony(state, rules, space - FIRST_BALCONY)
    elif area == HARBOUR:
        log.cause = BY_HARBOUR
        pay_and_sail(state, log, option)
    else:
        log.cause = BY_GREAT_MOGUL + space - FIRST_CHAMBER
        give_die(state, log, option)
        use_chamber(state, rules, log, space - FIRST_CHAMBER)
