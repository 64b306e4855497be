"""A position drawn as text: the dice, the race of the tracks, and the sheet of every seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from rajas_sim.charmers.output.wording import SPELLINGS, bonus_of, dice_at
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.sheet.province import fame_of_building
from rajas_sim.charmers.sheet.river import is_marked
from rajas_sim.core.board import LEFT, RIGHT
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.core.positions.wording import counted, spaced

#: Where roads meet, by the set of roads (core.board); the residence is drawn in heavy lines.
JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HEAVY_JUNCTIONS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
#: Characters to the left and right of the middle of a province space.
SIDE_WIDTH = 3
#: The text in a province space without a road, if it differs from the name in the component file.
SHORT_NAMES = {"market_same": "goods=", "market_different": "goods≠", "empty": ""}
FREE_MARK, CIRCLED_MARK, CROSSED_OUT_MARK = "·", "●", "×"
FAME_MARK, MONEY_MARK, BOTH_MARKS = "━", "═", "╪"
#: Characters of the line on which the tracks run towards each other.
RACE_WIDTH = 40
SHEET_WIDTH = 39
WIDTH = 100


def position_lines(state: State) -> Iterator[str]:
    """Yield a position as lines of text, at most `WIDTH` characters wide with the pad of the reference components."""
    rules = state.rules
    n_turns = rules.players * int(rules.record.dice_a_round)
    moment = f"round {state.round_number}, turn {min(state.turn_in_round + 1, n_turns)} of {n_turns}"
    yield f"The Dice Charmers, {rules.variant} side, {rules.players} players: {moment}, started by seat {state.start_player + 1}"
    yield ""
    yield from wrap(f"in the middle: {_dice_text(state, terms.MIDDLE)}", WIDTH, subsequent_indent=" " * 15)
    yield f"on the elephant: {_dice_text(state, terms.ELEPHANT) or 'nothing'}"
    yield ""
    yield f"fame {FAME_MARK * 3} from the left, money {MONEY_MARK * 3} from the right"
    for i, seat in enumerate(state.seats):
        karma = f"karma {seat.karma_collected - seat.karma_used} ({seat.karma_used} used)"
        overlap = f"overlap {state.overlap_of(seat.record):5.1f}"
        yield f"seat {i + 1}  {_race_line(state, seat)}  fame {seat.fame:2}, money {seat.money:2}, {overlap}, {karma}"
    for i, seat in enumerate(state.seats):
        depot_dice = _dice_text(state, terms.DEPOT + i)
        is_mover = not state.is_over and i == state.seat_to_move
        yield ""
        yield f"seat {i + 1}{' (to move)' if is_mover else ''}{f', took the {depot_dice}' if depot_dice else ''}"
        for province_line, other_line in zip_longest(_province_lines(state, seat), _other_area_lines(state, seat), fillvalue=""):
            yield f"{province_line:<{SHEET_WIDTH}}{other_line}".rstrip()
    yield ""
    yield from _end_lines(state) if state.is_over else _decision_lines(state)


def _dice_text(state: State, location: int) -> str:
    return ", ".join(f"{die.colour} {die.shows}" for die in dice_at(state, location))


def _race_line(state: State, seat: RecordView) -> str:
    """Return a seat's tracks on one line as long as the meeting line: fame from the left, money from the right."""
    meeting_line = int(state.rules.record.meeting_line)
    fame_end = seat.fame * RACE_WIDTH / meeting_line
    money_start = RACE_WIDTH - seat.money * RACE_WIDTH / (meeting_line * int(state.rules.record.money_per_fame))
    # By whether fame, and whether money, reaches a character
    mark_by_tracks = {(True, False): FAME_MARK, (False, True): MONEY_MARK, (True, True): BOTH_MARKS, (False, False): FREE_MARK}
    return "".join(mark_by_tracks[i < fame_end, i >= money_start] for i in range(RACE_WIDTH))


# --- the province


def _province_lines(state: State, seat: RecordView) -> Iterator[str]:
    yield "  " + "".join(f"{column + 1:^{2 * SIDE_WIDTH + 1}}" for column in range(terms.COLUMNS))
    for row in range(terms.ROWS):
        cells = range(row * terms.COLUMNS, (row + 1) * terms.COLUMNS)
        yield f"{row + 1} " + "".join(_cell_text(state, cell, int(seat.roads[cell])) for cell in cells)


def _cell_text(state: State, cell: int, roads: int) -> str:
    """Return the road on a province space, or what is printed there."""
    if roads == 0:
        name = terms.CELLS[state.rules.record.cells[cell]]
        return f"{SHORT_NAMES.get(name, name):^{2 * SIDE_WIDTH + 1}}"
    junctions = HEAVY_JUNCTIONS if cell == state.rules.record.residence else JUNCTIONS
    left, right = (junctions[LEFT | RIGHT] * SIDE_WIDTH if roads & side else " " * SIDE_WIDTH for side in (LEFT, RIGHT))
    return left + junctions[roads] + right


# --- the other areas of the sheet


def _other_area_lines(state: State, seat: RecordView) -> Iterator[str]:
    """Yield the lines beside the province: the boxes of goods and people, the fame that each building brings, and the river."""
    rules_record = state.rules.record
    good_texts = [f"{good} {_good_marks(state, int(seat.goods[i]), int(seat.sold[i]))}" for i, good in enumerate(terms.GOODS)]
    yield "goods  " + "  ".join(good_texts)
    person_texts = [
        f"{spaced(name, SPELLINGS)} {_box_marks(int(seat.palace[i]), terms.N_OF.palace_columns)}"
        for i, name in enumerate(terms.PEOPLE)
    ]
    yield "palace " + "  ".join(person_texts[: terms.N_OF.people_per_area])
    yield "       " + "  ".join(person_texts[terms.N_OF.people_per_area :])
    building_texts = [f"{name} {fame_of_building(seat.record, rules_record, i)}" for i, name in enumerate(terms.BUILDINGS)]
    yield "worth  " + ", ".join(building_texts)
    marks = [
        CROSSED_OUT_MARK if is_marked(seat.record, space) else FREE_MARK for space in range(1, int(rules_record.n_river) + 1)
    ]
    yield f"river  {''.join(marks)} at {seat.river} of {rules_record.n_river}"


def _box_marks(n_crossed_out: int, n_boxes: int) -> str:
    return CROSSED_OUT_MARK * n_crossed_out + FREE_MARK * (n_boxes - n_crossed_out)


def _good_marks(state: State, n_circled: int, n_sold: int) -> str:
    """Return the boxes of a good, with a gap after each tent."""
    n_boxes, tent_ends = int(state.rules.record.n_columns), state.rules.record.tent_ends.tolist()
    marks = _box_marks(n_sold, n_circled).replace(FREE_MARK, CIRCLED_MARK) + FREE_MARK * (n_boxes - n_circled)
    return "".join(mark + (" " if i + 1 in tent_ends and i + 1 < n_boxes else "") for i, mark in enumerate(marks))


# --- what happens next


def _decision_lines(state: State) -> Iterator[str]:
    """Yield the bonuses that the seat to move still has to use, if any, then the seat and its decision."""
    pending = state.mover.pending
    bonus_texts = [
        str(bonus_of(state, bonus_place)) for bonus_place in range(terms.N_OF.bonus_places) if pending >> bonus_place & 1
    ]
    if bonus_texts:
        yield from wrap(f"bonuses to be used: {', '.join(bonus_texts)}", WIDTH, subsequent_indent=" " * 20)
    options_text = counted(len(state.option_codes), "option", "options")
    yield f"seat {state.seat_to_move + 1} decides: {state.decision_text} ({options_text})"


def _end_lines(state: State) -> Iterator[str]:
    yield f"over: {state.end_text}"
    for standing in state.standings:
        yield f"  place {standing.rank}: seat {standing.seat + 1}"
