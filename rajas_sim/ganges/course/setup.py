"""Setting up a game."""

from __future__ import annotations

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.chance import below, draw, random_set_bit, seed_for
from rajas_sim.core.engine.course import note
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.dice import dice_of_colour
from rajas_sim.ganges.board.quarry import open_next_tile
from rajas_sim.ganges.board.river import lay_river_tiles
from rajas_sim.ganges.course.turns import begin_turn, start_round
from rajas_sim.ganges.rulebook.layout import MAX_YIELDS, RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.streams import FIRST_LUCK_SOURCE, SETUP_DICE_STREAM, TIE_STREAM
from rajas_sim.ganges.rulebook.terms import CAUSE, EVENT, N_OF, RESIDENCE, START_PLAYER_RANDOM


@kernel
def _setup_face(seed: int, roller: int, colour: int, i: int) -> int:
    """Return value - 1 of the i-th starting die of a colour.

    A roller is a player, counted round the table before the start player is known and gets seat 0.
    """
    return below(draw(seed, SETUP_DICE_STREAM + roller * N_OF.colours + colour, i), N_OF.faces)


@kernel
def starting_roller(rules: RulesRecord, seed: int) -> int:
    """Return the roller with the lowest total, who becomes start player; ties are broken at random.

    `_setup_face` says what a roller is. If seats start with different numbers of dice, only as many dice count as every seat
    has, since the seats depend on who starts. Under the reading `random` of `start_player` every roller is equally likely,
    whatever was rolled.
    """
    start_draw = draw(seed_for(rules, seed, 0, 1 << FIRST_LUCK_SOURCE.start_player), TIE_STREAM, 0)
    if rules.readings.start_player == START_PLAYER_RANDOM:
        return below(start_draw, int(rules.players))
    dice_seed = seed_for(rules, seed, 0, 1 << FIRST_LUCK_SOURCE.start_dice)
    n_dice = int(rules.setup_dice[0])
    for seat_number in range(1, rules.players):
        n_dice = min(n_dice, int(rules.setup_dice[seat_number]))
    lowest_total = 10_000  # more than any total
    tied_rollers = 0  # a set, one bit for each roller
    for roller in range(rules.players):
        total = 0
        for colour in range(N_OF.colours):
            for i in range(n_dice):
                total += _setup_face(dice_seed, roller, colour, i) + 1
        if total < lowest_total:
            lowest_total = total
            tied_rollers = 0
        if total == lowest_total:
            tied_rollers |= 1 << roller
    return random_set_bit(tied_rollers, start_draw)


@kernel
def set_up(state: StateRecord, rules: RulesRecord, log: LogRecord, seed: int, boards: Array1[int], options: Options) -> None:  # noqa: C901, PLR0913 - the steps of the set-up; what the kernel computes with
    """Turn a zeroed state into the start of a game, with the start player on seat 0.

    `boards` (players,) is the board of each seat, an index into rules.boards; `options` (MAX_OPTIONS,) is scratch memory.
    """
    state.seed = seed
    state.next_start_player = -1
    log.cause = CAUSE.set_up
    for colour in range(N_OF.colours):
        state.supply[colour] = rules.dice_per_colour
    for stack in range(N_OF.stacks):
        state.hidden_tiles[stack] = (1 << rules.stack_sizes[stack]) - 1
        open_next_tile(state, rules, log, stack)
    state.yield_tiles_left = rules.yield_tiles_in_play
    lay_river_tiles(state, rules, log)
    first_roller = starting_roller(rules, seed)
    dice_seed = seed_for(rules, seed, 0, 1 << FIRST_LUCK_SOURCE.start_dice)
    for seat_number in range(rules.players):
        log.seat = seat_number
        seat = state.seats[seat_number]
        seat.board = boards[seat_number]
        seat.money = rules.setup_money[seat_number]
        seat.karma = rules.setup_karma[seat_number]
        seat.workers = rules.setup_workers[seat_number]
        if seat.money > 0:
            note(log, EVENT.money, 0, seat.money, seat.money)
        if seat.karma > 0:
            note(log, EVENT.karma, 0, seat.karma, seat.karma)
        for source in range(N_OF.worker_sources):
            is_waiting = rules.extra_workers > 0 and not has_bit(rules.restricted[seat_number].worker, source)
            seat.inactive[source] = 1 if is_waiting else 0
        for i in range(MAX_YIELDS):
            # A yield that a seat is restricted from counts as received.
            if has_bit(rules.restricted[seat_number].special_yield, int(seat.board) * MAX_YIELDS + i):
                seat.yields_connected |= 1 << i
        for cell in range(N_OF.cells):
            seat.tiles[cell] = -1
        seat.roads[RESIDENCE] = rules.residence_roads
        for colour in range(N_OF.colours):
            for die in range(rules.setup_dice[seat_number]):
                face = _setup_face(dice_seed, (first_roller + seat_number) % rules.players, colour, die)
                seat.dice[colour, face] += 1
                state.supply[colour] -= 1
                note(log, EVENT.die, colour * N_OF.faces + face, 1, dice_of_colour(seat, colour))
    start_round(state, rules)
    if rules.chooses_yield_tiles:
        state.stage = 0
    begin_turn(state, rules, options)
