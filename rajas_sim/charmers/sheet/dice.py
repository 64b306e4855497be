"""The dice: rolling them, which ones suit a seat's sheet, taking one, and rerolling two with karma."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.streams import FIRST_LUCK_SOURCE, KARMA_STREAM, ROUND_STREAM
from rajas_sim.charmers.rulebook.terms import (
    CAUSE,
    COLOUR,
    DEPOT,
    ELEPHANT,
    EVENT,
    MIDDLE,
    N_OF,
    NO_SUITABLE_DIE,
    ROAD_FACE,
    ROLL_AGAIN,
    TAKE_FROM_ELEPHANT,
    TAKE_FROM_MIDDLE,
    TASK,
    WITH_KARMA,
)
from rajas_sim.charmers.sheet.karma import karma_left, use_karma
from rajas_sim.charmers.sheet.market import can_take_good_of_face, take_goods_of_face
from rajas_sim.charmers.sheet.palace import can_use_person, use_person
from rajas_sim.charmers.sheet.province import BEND, STRAIGHT, has_extensible_road, has_space_for_road
from rajas_sim.charmers.sheet.river import mark_space, next_space_with
from rajas_sim.core.engine.chance import below, draw, seed_for
from rajas_sim.core.engine.course import mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def _roll(state: StateRecord, rules: RulesRecord, log: LogRecord, die: int, seed: int, stream: int, counter: int) -> None:  # noqa: PLR0913 - what the kernel computes with
    state.faces[die] = rules.faces[die, below(draw(seed, stream, counter), N_OF.faces)]
    note(log, EVENT.die_rolled, die, 1, state.faces[die])


@kernel
def roll_all(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Roll all eight dice in the middle of the table."""
    for die in range(N_OF.dice):
        state.where[die] = MIDDLE
        source = FIRST_LUCK_SOURCE.dice + die // N_OF.dice_per_colour
        seed = seed_for(rules, state.seed, state.round_number, 1 << source)
        _roll(state, rules, log, die, seed, ROUND_STREAM, int(state.round_number) * N_OF.dice + die)


@kernel
def is_suitable(state: StateRecord, rules: RulesRecord, die: int) -> bool:
    """Return whether the action of a die marks anything on the sheet of the seat to move."""
    seat = mover(state)
    colour, face = die // N_OF.dice_per_colour, int(state.faces[die])
    if colour == COLOUR.purple:
        return can_take_good_of_face(seat, rules, face)
    if colour == COLOUR.green:
        return has_space_for_road(seat, rules) or (face == ROAD_FACE.half_roads and has_extensible_road(seat, rules))
    if colour == COLOUR.blue:
        return next_space_with(seat, rules, face) > 0
    return can_use_person(seat, rules, face)


@kernel
def die_on_elephant(state: StateRecord) -> int:
    """Return the die on the elephant; -1 if there is none."""
    for die in range(N_OF.dice):
        if state.where[die] == ELEPHANT:
            return die
    return -1


@kernel
def may_use_karma(state: StateRecord) -> bool:
    """Return whether the seat to move may use karma: it has some, and this is not the start player's first turn.

    With two players, the second turn of the start player is not excluded (rulebook: The game for two players).
    """
    return state.turn_in_round > 0 and karma_left(mover(state)) > 0 and die_on_elephant(state) >= 0


@kernel
def _are_alike_dice(state: StateRecord, rules: RulesRecord, die: int, other_die: int) -> bool:
    """Return whether two dice are identical: of one colour, with the same faces, and showing the same face."""
    colour = die // N_OF.dice_per_colour
    return (
        colour == other_die // N_OF.dice_per_colour
        and rules.are_alike[colour] == 1
        and state.faces[die] == state.faces[other_die]
    )


@kernel
def _repeats_lower_numbered_die(state: StateRecord, rules: RulesRecord, die: int) -> bool:
    """Return whether an identical die with a lower number is in the middle."""
    return die % N_OF.dice_per_colour == 1 and state.where[die - 1] == MIDDLE and _are_alike_dice(state, rules, die, die - 1)


@kernel
def take_die_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the dice in the middle that suit, then every die in the middle that karma may reroll with the one on the elephant.

    Of two identical dice only the first is listed. If there is nothing to list, the only option is to carry out no action.
    """
    n = 0
    for die in range(N_OF.dice):
        if state.where[die] == MIDDLE and not _repeats_lower_numbered_die(state, rules, die) and is_suitable(state, rules, die):
            options[n] = die
            n += 1
    if may_use_karma(state):
        for die in range(N_OF.dice):
            if state.where[die] == MIDDLE and not _repeats_lower_numbered_die(state, rules, die):
                options[n] = WITH_KARMA + die
                n += 1
    if n == 0:
        options[n] = NO_SUITABLE_DIE
        n += 1
    return n


@kernel
def use_die(state: StateRecord, rules: RulesRecord, log: LogRecord, die: int) -> None:
    """Put a die on the dice-depot tile and carry out its action."""
    state.where[die] = DEPOT + state.seat_to_move
    face = int(state.faces[die])
    log.cause = CAUSE.die
    note(log, EVENT.die_taken, die, 1, face)
    colour = die // N_OF.dice_per_colour
    if colour == COLOUR.purple:
        take_goods_of_face(state, rules, log, face)
    elif colour == COLOUR.green:
        if face == ROAD_FACE.half_roads:
            push(state, TASK.half_roads, CAUSE.die, 2, 0)
        else:
            push(state, TASK.build_road, CAUSE.die, 1, STRAIGHT if face == ROAD_FACE.straight else BEND)
    elif colour == COLOUR.blue:
        space = next_space_with(mover(state), rules, face)
        if space > 0:
            mark_space(state, rules, log, space)
    elif can_use_person(mover(state), rules, face):
        use_person(state, rules, log, face)


@kernel
def _put_on_elephant(state: StateRecord, log: LogRecord, die: int) -> None:
    state.where[die] = ELEPHANT
    note(log, EVENT.die_on_elephant, die, 1, state.faces[die])


@kernel
def take_die(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Take a die from the middle and carry out its action, or use karma, or carry out no action.

    The start player's first die sends the other die of its colour to the elephant.
    """
    pop(state)
    if option == NO_SUITABLE_DIE:
        note(log, EVENT.no_action, 0, 1, 0)
        return
    if option >= WITH_KARMA:
        push(state, TASK.karma_roll, CAUSE.karma, 1, option - WITH_KARMA)
        roll_with_karma(state, rules, log)
        return
    log.cause = CAUSE.die
    if state.turn_in_round == 0:
        _put_on_elephant(state, log, option + 1 if option % N_OF.dice_per_colour == 0 else option - 1)
    use_die(state, rules, log, option)


@kernel
def roll_with_karma(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Cross out one karma, and roll the die on the elephant and the chosen one in the middle."""
    log.cause = CAUSE.karma
    use_karma(state, log)
    luck_sources = (1 << FIRST_LUCK_SOURCE.karma) | (1 << (FIRST_LUCK_SOURCE.seat + int(state.seat_to_move)))
    seed = seed_for(rules, state.seed, state.round_number, luck_sources)
    stream = KARMA_STREAM + state.seat_to_move
    counter = int(mover(state).karma_used) * 2
    _roll(state, rules, log, die_on_elephant(state), seed, stream, counter)
    _roll(state, rules, log, int(top(state).detail), seed, stream, counter + 1)


@kernel
def karma_roll_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the results that suit (both if none does, since the action is then lost), and another roll if karma is left.

    If both dice are identical, only the one on the elephant is listed.
    """
    elephant_die, middle_die = die_on_elephant(state), int(top(state).detail)
    elephant_die_suits, middle_die_suits = is_suitable(state, rules, elephant_die), is_suitable(state, rules, middle_die)
    n = 0
    if elephant_die_suits or not middle_die_suits:
        options[n] = TAKE_FROM_ELEPHANT
        n += 1
    if (middle_die_suits or not elephant_die_suits) and not _are_alike_dice(state, rules, elephant_die, middle_die):
        options[n] = TAKE_FROM_MIDDLE
        n += 1
    if karma_left(mover(state)) > 0:
        options[n] = ROLL_AGAIN
        n += 1
    return n


@kernel
def choose_karma_roll(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Take one of the two rolled dice, put the other on the elephant, or roll both again."""
    if option == ROLL_AGAIN:
        roll_with_karma(state, rules, log)
        return
    middle_die = int(top(state).detail)
    pop(state)
    taken_die = middle_die
    if option == TAKE_FROM_ELEPHANT:
        taken_die = die_on_elephant(state)
        log.cause = CAUSE.karma
        _put_on_elephant(state, log, middle_die)
    use_die(state, rules, log, taken_die)
