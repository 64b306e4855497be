"""A position drawn as text: the dice, the race of the tracks, and the sheet of every seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from rajas_sim.charmers.output.wording import bonus_of, dice_at
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.sheet.province import fame_of_building
from rajas_sim.charmers.sheet.river import is_marked
from rajas_sim.core.board import LEFT, RIGHT
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import spaced

#: Where roads meet, by the set of roads (core.board); the residence is drawn in heavy lines.
JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HEAVY_JUNCTIONS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
#: Characters to the left and right of the middle of a province space.
SIDE = 3
#: What stands in a province space without a road, if it is not called as in the component file.
SHORT_NAMES = {"market_same": "goods=", "market_different": "goods≠", "empty": ""}
FREE, CIRCLED, CROSSED_OUT = "·", "●", "×"
FAME, MONEY, BOTH = "━", "═", "╪"
#: Characters of the line on which the tracks run towards each other.
RACE = 40
SHEET_WIDTH = 39
WIDTH = 100


def lines_of(state: State) -> Iterator[str]:
    """Yield a position as lines of text, at most `WIDTH` characters wide with the pad of the reference components."""
    rules = state.rules
    turns = rules.players * int(rules.record.dice_a_round)
    when = f"round {state.round_number}, turn {min(state.turn_in_round + 1, turns)} of {turns}"
    yield f"The Dice Charmers, {rules.variant} side, {rules.players} players: {when}, started by seat {state.start_player + 1}"
    yield ""
    yield from wrap(f"in the middle: {_dice(state, terms.MIDDLE)}", WIDTH, subsequent_indent=" " * 15)
    yield f"on the elephant: {_dice(state, terms.ELEPHANT) or 'nothing'}"
    yield ""
    yield f"fame {FAME * 3} from the left, money {MONEY * 3} from the right"
    for i, seat in enumerate(state.seats):
        karma = f"karma {seat.karma_collected - seat.karma_used} ({seat.karma_used} used)"
        overlap = f"overlap {state.overlap_of(seat.record):5.1f}"
        yield f"seat {i + 1}  {_race(state, seat)}  fame {seat.fame:2}, money {seat.money:2}, {overlap}, {karma}"
    for i, seat in enumerate(state.seats):
        depot = _dice(state, terms.DEPOT + i)
        is_mover = not state.is_over and i == state.seat_to_move
        yield ""
        yield f"seat {i + 1}{' (to move)' if is_mover else ''}{f', took the {depot}' if depot else ''}"
        for left, right in zip_longest(_province(state, seat), _other_areas(state, seat), fillvalue=""):
            yield f"{left:<{SHEET_WIDTH}}{right}".rstrip()
    yield ""
    yield from _end(state) if state.is_over else _decision(state)


def _dice(state: State, where: int) -> str:
    return ", ".join(f"{die.colour} {die.shows}" for die in dice_at(state, where))


def _race(state: State, seat: RecordView) -> str:
    length = int(state.rules.record.meeting_line)
    fame = seat.fame * RACE / length
    money = RACE - seat.money * RACE / (length * int(state.rules.record.money_per_fame))
    marks = {(True, False): FAME, (False, True): MONEY, (True, True): BOTH, (False, False): FREE}
    return "".join(marks[i < fame, i >= money] for i in range(RACE))


# --- the province


def _province(state: State, seat: RecordView) -> Iterator[str]:
    yield "  " + "".join(f"{column + 1:^{2 * SIDE + 1}}" for column in range(terms.COLUMNS))
    for row in range(terms.ROWS):
        cells = range(row * terms.COLUMNS, (row + 1) * terms.COLUMNS)
        yield f"{row + 1} " + "".join(_cell(state, cell, int(seat.roads[cell])) for cell in cells)


def _cell(state: State, cell: int, roads: int) -> str:
    """Return the road on a province space, or what is printed there."""
    if roads == 0:
        name = terms.CELLS[state.rules.record.cells[cell]]
        return f"{SHORT_NAMES.get(name, name):^{2 * SIDE + 1}}"
    junctions = HEAVY_JUNCTIONS if cell == state.rules.record.residence else JUNCTIONS
    left, right = (junctions[LEFT | RIGHT] * SIDE if roads & side else " " * SIDE for side in (LEFT, RIGHT))
    return left + junctions[roads] + right


# --- the other areas of the sheet


def _other_areas(state: State, seat: RecordView) -> Iterator[str]:
    rules = state.rules.record
    goods = [f"{good} {_goods(state, int(seat.goods[i]), int(seat.sold[i]))}" for i, good in enumerate(terms.GOODS)]
    yield "goods  " + "  ".join(goods)
    people = [f"{spaced(name)} {_boxes(int(seat.palace[i]), terms.N.palace_columns)}" for i, name in enumerate(terms.PEOPLE)]
    yield "palace " + "  ".join(people[: terms.N.people_per_area])
    yield "       " + "  ".join(people[terms.N.people_per_area :])
    values = [f"{name} {fame_of_building(seat.record, rules, i)}" for i, name in enumerate(terms.BUILDINGS)]
    yield "worth  " + ", ".join(values)
    marks = [CROSSED_OUT if is_marked(seat.record, space) else FREE for space in range(1, int(rules.n_river) + 1)]
    yield f"river  {''.join(marks)} at {seat.river} of {rules.n_river}"


def _boxes(crossed_out: int, n: int) -> str:
    return CROSSED_OUT * crossed_out + FREE * (n - crossed_out)


def _goods(state: State, circled: int, sold: int) -> str:
    """Return the boxes of a good, with a gap after each tent."""
    n, ends = int(state.rules.record.n_columns), state.rules.record.tent_ends.tolist()
    boxes = _boxes(sold, circled).replace(FREE, CIRCLED) + FREE * (n - circled)
    return "".join(box + (" " if i + 1 in ends and i + 1 < n else "") for i, box in enumerate(boxes))


# --- what happens next


def _decision(state: State) -> Iterator[str]:
    pending = state.mover.pending
    bonuses = [str(bonus_of(state, place)) for place in range(terms.N.places) if pending >> place & 1]
    if bonuses:
        yield from wrap(f"bonuses to be used: {', '.join(bonuses)}", WIDTH, subsequent_indent=" " * 20)
    n = len(state.option_codes)
    yield f"seat {state.seat_to_move + 1} decides: {spaced(str(state.decision))}, {n} {'option' if n == 1 else 'options'}"


def _end(state: State) -> Iterator[str]:
    yield f"over: {spaced(state.end_reason)}"
    for standing in state.standings:
        yield f"  place {standing.rank}: seat {standing.seat + 1}"
