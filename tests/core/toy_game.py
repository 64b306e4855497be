"""The smallest game on the rails of the core: a seat takes fame or money, until somebody's markers meet.

Everything a game supplies stands here in one file, in the order of the rooms of a real one. Money counts in halves of a fame
space, two or five play, and in one variant everybody chooses a board. A luckless turn (chance 1 in 4) leaves money as the only
option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from rajas_sim.core.board import note_first_meeting, overlap_in_money
from rajas_sim.core.engine import course
from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.course import BY_MARKERS, BY_ROUND_LIMIT, NOT_OVER, note, pop, push
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import GAME_ROW, TASK_RECORD
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.engine.rows import count_lead_change, fill_game_row, next_row
from rajas_sim.core.game import Game
from rajas_sim.core.games import BoxLabel
from rajas_sim.core.judging.learned import Judging
from rajas_sim.core.judging.position_inputs import PositionInputs
from rajas_sim.core.playing.appraisal import Appraisal
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.playing.narration import AuditLog, Narration
from rajas_sim.core.playing.tables import events_table, games_table, seats_table
from rajas_sim.core.positions import state as core_state
from rajas_sim.core.rulebook import component_form
from rajas_sim.core.rulebook import rules as core_rules
from rajas_sim.core.rulebook.component_form import Amount, Components, Extra, Strict
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.strategies.declaration import parameter
from tests.untyped import Array, Arrays, Record

# --- words
MAX_PLAYERS = 5
DECISIONS = ("take",)
TAKE = 0
CAUSES = ("set_up", "turn")
BY_SET_UP, BY_TURN = range(len(CAUSES))
N_CAUSES = len(CAUSES)
EVENTS = ("money", "fame", "markers_passed")
MONEY, FAME, MARKERS_PASSED = range(len(EVENTS))
EndReason = StrEnum("EndReason", {r.name: r.value for r in course.EndReason} | {"BOREDOM": "boredom"})  # type: ignore[misc]  # made of another
OPTIONS = ("take money", "take fame")
READINGS = {"meeting": ("ends_the_game", "goes_on")}
MIXED = "mixed"
BOARDS = ("plain", "rich")
LUCK_STREAM = 1

# --- layout
RULES = record_type(
    [
        *((name, np.int16) for name in ("players", "round_limit", "meeting_line", "money_per_fame", "prize_fame", "prize_money")),
        ("setup_money", np.int16, (MAX_PLAYERS,)),
    ]
)
SEAT = record_type([("fame", np.int16), ("money", np.int16), ("passed", np.int8)])
STATE = record_type(
    [
        ("seed", np.int64),
        ("n_decisions", np.int32),
        ("turns", np.int16),
        ("round_number", np.int16),
        ("start_player", np.int8),
        ("seat_to_move", np.int8),
        ("n_met", np.int8),
        ("first_met_in_round", np.int16),
        ("end_reason", np.int8),
        ("n_tasks", np.int8),
        ("tasks", TASK_RECORD, (2,)),
        ("seats", SEAT, (MAX_PLAYERS,)),
    ]
)
MAX_OPTIONS = 4


# --- component form and component source
class Setup(component_form.Setup):
    """What players begin with."""

    seats = MAX_PLAYERS
    money: list[Amount]


class Handicap(component_form.Handicap):
    """What a player gets besides what his seat gives."""

    money: Extra | None = None


class Tracks(Strict):
    """Both tracks."""

    meeting_line: Amount
    money_per_fame: Amount


class Prize(Strict):
    """What a turn brings."""

    fame: Amount
    money: Amount


class Readings(Strict):
    """Doubtful rules."""

    meeting: Literal["ends_the_game", "goes_on"]


class ToyComponents(Components):
    """A whole component file."""

    setup: Setup
    tracks: Tracks
    prize: Prize
    readings: Readings
    players: Mapping[str, Handicap] = {}

    @model_validator(mode="after")
    def _prize_is_below_the_line(self) -> ToyComponents:
        if self.prize.fame > self.tracks.meeting_line:
            raise ValueError(f"prize.fame: {self.prize.fame} is above tracks.meeting_line, which is {self.tracks.meeting_line}")
        return self


class ToySource(ComponentSource):
    """The component files."""

    game = "toy"
    box_label = BoxLabel("The Toy", player_counts=(2, 5), variants=("light", "dark", MIXED), modules=("rain",))
    reference = Path(__file__).parent / "data" / "toy.toml"
    form = ToyComponents
    readings = READINGS


SOURCE = ToySource()


# --- rules
@dataclass(frozen=True, eq=False)
class Rules(core_rules.Rules):
    """The rules of one kind of game."""

    layout = RULES
    source = SOURCE
    values: ToyComponents

    def write_record(self, record: Record) -> None:
        record.players = self.players
        record.round_limit = self.values.game.round_limit
        record.meeting_line = self.values.tracks.meeting_line
        record.money_per_fame = self.values.tracks.money_per_fame
        record.prize_fame = self.values.prize.fame
        record.prize_money = self.values.prize.money
        record.setup_money = self.values.setup.by_seat["money"]

    def boards(self, wanted: Sequence[str | None]) -> NDArray[np.int8]:
        if self.variant != MIXED:
            return super().boards(wanted)
        return np.array([BOARDS.index(name or BOARDS[0]) for name in wanted], np.int8)


# --- kernels
@kernel
def overlap_of(seat: Record, rules: Record) -> int:
    return overlap_in_money(seat.fame, seat.money, rules.money_per_fame, rules.meeting_line)


@kernel
def set_up(state: Record, rules: Record, log: Record, seed: int, boards: Array, spare: Options) -> None:  # noqa: PLR0913 - what kernels of this name take
    state.seed = seed
    state.round_number = 1
    log.cause = BY_SET_UP
    for i in range(rules.players):
        log.seat = i
        money = rules.setup_money[i] + boards[i]
        state.seats[i].money = money
        note(log, MONEY, 0, money, money)
    push(state, TAKE, BY_TURN, 1, 0)


@kernel
def list_options(state: Record, rules: Record, options: Options) -> int:
    if state.end_reason != NOT_OVER:
        return 0
    options[0] = MONEY
    options[1] = FAME
    return 1 if below(draw(state.seed, LUCK_STREAM, state.turns), 4) == 0 else 2


@kernel
def play_option(state: Record, rules: Record, log: Record, code: int, spare: Options) -> None:
    log.cause = state.tasks[state.n_tasks - 1].cause
    log.seat = state.seat_to_move
    state.n_decisions += 1
    pop(state)
    seat = state.seats[state.seat_to_move]
    if code == FAME:
        seat.fame += rules.prize_fame
        note(log, FAME, 0, rules.prize_fame, seat.fame)
    else:
        seat.money += rules.prize_money
        note(log, MONEY, 0, rules.prize_money, seat.money)
    if overlap_of(seat, rules) >= 0 and note_first_meeting(state, seat):
        note(log, MARKERS_PASSED, 0, 1, overlap_of(seat, rules))
        state.end_reason = BY_MARKERS
    state.turns += 1
    state.seat_to_move = (state.seat_to_move + 1) % rules.players
    if state.seat_to_move == 0 and state.end_reason == NOT_OVER:
        if state.round_number == rules.round_limit:
            state.end_reason = BY_ROUND_LIMIT
        else:
            state.round_number += 1
    push(state, TAKE, BY_TURN, 1, 0)


@kernel
def write_ranks(state: Record, rules: Record, ranks: Array) -> None:
    for a in range(rules.players):
        ranks[a] = 1
        for b in range(rules.players):
            if overlap_of(state.seats[b], rules) > overlap_of(state.seats[a], rules):
                ranks[a] += 1


# --- state
class State(core_state.State):
    """A position."""

    layout = STATE
    max_options = MAX_OPTIONS
    decisions = DECISIONS
    end_reasons = EndReason
    kernels = core_state.Kernels(set_up, list_options, play_option, write_ranks)

    rules: Rules

    def option_text(self, code: int) -> str:
        return OPTIONS[code]

    def overlap_of(self, seat: Record) -> float:
        return int(overlap_of(seat, self.rules.record)) / self.rules.values.tracks.money_per_fame


# --- appraisal
WEIGHTS = (parameter("fame", 2.0, 0.0, 9.0, "per fame", "fame"), parameter("money", 0.5, 0.0, 9.0, "per money", "money"))


@kernel
def worth_of(state: Record, rules: Record, option: int, w: Array) -> float:
    """What an option brings, and five if it makes the markers meet."""
    seat = state.seats[state.seat_to_move]
    fame, money = (rules.prize_fame, 0) if option == FAME else (0, rules.prize_money)
    meets = overlap_in_money(seat.fame + fame, seat.money + money, rules.money_per_fame, rules.meeting_line) >= 0
    return w[0] * fame + w[1] * money + (5.0 if meets else 0.0)


@kernel
def best_option(state: Record, rules: Record, options: Options, w: Array) -> int:
    best = 0
    for i in range(len(options)):
        if worth_of(state, rules, options[i], w) > worth_of(state, rules, options[best], w):
            best = i
    return int(options[best])


@kernel
def lead(state: Record, rules: Record, i: int) -> float:
    best = -1000
    for j in range(rules.players):
        if j != i:
            best = max(best, overlap_of(state.seats[j], rules))
    return (overlap_of(state.seats[i], rules) - best) / rules.money_per_fame


@kernel
def judge(state: Record, rules: Record, options: Options, w: Array, judgement: Arrays) -> bool:
    for i in range(len(options)):
        judgement.worths[i] = worth_of(state, rules, options[i], w)
        judgement.kinds[i] = 0 if options[i] == MONEY else 1
    judgement.x[0] = 1.0
    judgement.x[1] = state.turns / 10.0
    return True


JUDGING = Judging(judge, tuple(weight.name for weight in WEIGHTS), ("one", "turns"), ("take_money", "take_fame"), MAX_OPTIONS)


@kernel
def write_seat(state: Record, rules: Record, i: int, x: Array) -> int:
    x[0], x[1] = state.seats[i].fame / 5.0, state.seats[i].money / 5.0
    return 2


@kernel
def write_shared(state: Record, rules: Record, x: Array) -> int:
    x[0] = state.turns / 10.0
    return 1


INPUTS = PositionInputs(TAKE, ("fame", "money"), ("turns",), write_seat, write_shared)
APPRAISAL = Appraisal("toy", State, best_option, WEIGHTS, JUDGING, lead, INPUTS)
LESSON_KERNELS = APPRAISAL.lesson_kernels
plan, corrected = APPRAISAL.plan, APPRAISAL.corrected


# --- rows and columns
SEAT_ROW = record_type(
    [
        ("rank", np.uint8),
        ("passed", np.uint8),
        ("fame", np.int16),
        ("overlap", np.float32),
        ("money_from", np.int16, (N_CAUSES,)),
    ]
)
ROUND_ROW = record_type([("index", np.uint32), ("round", np.uint16), ("position", np.uint8), ("overlap", np.float32)])
ROUNDS = 0


class Rows(NamedTuple):
    """Rows of the games of one batch."""

    games: Any
    seats: Any
    rounds: Any
    counts: Any


def new_rows(n_games: int, rules: Record) -> Rows:
    rounds = n_games * int(rules.players) * int(rules.round_limit)
    tables = np.zeros(n_games, GAME_ROW), np.zeros((n_games, MAX_PLAYERS), SEAT_ROW), np.zeros(rounds, ROUND_ROW)
    return Rows(*tables, np.zeros(1, np.int64))


@kernel
def _write_events(log: Record, rows: Arrays, g: int) -> None:
    for i in range(log.n):
        event = log.events[i]
        if event.what == MONEY:
            rows.seats[g, event.seat].money_from[event.cause] += event.change
    log.n = 0


@kernel
def _write_round(state: Record, rules: Record, rows: Arrays, g: int, round_number: int) -> None:
    for i in range(rules.players):
        row = next_row(rows.rounds, rows.counts, ROUNDS, g, round_number, i + 1)
        row.overlap = overlap_of(state.seats[i], rules) / rules.money_per_fame
    count_lead_change(rows.games[g], rows.rounds, rows.counts[ROUNDS], rules.players)


@kernel
def _write_end(state: Record, rules: Record, rows: Arrays, g: int) -> None:
    ranks = np.zeros(MAX_PLAYERS, np.int16)
    write_ranks(state, rules, ranks)
    for i in range(rules.players):
        row, seat = rows.seats[g, i], state.seats[i]
        row.rank = ranks[i]
        row.passed = seat.passed
        row.fame = seat.fame
        row.overlap = overlap_of(seat, rules) / rules.money_per_fame
    fill_game_row(rows.games[g], state, rows.seats[g], rules.players)


TABLES = {
    "games": games_table,
    "seats": seats_table(("money_from", "money_from_{}", CAUSES)),
    "rounds": events_table("rounds", ROUNDS),
}


# --- playing
@kernel
def begin_game(scratch: Arrays, rules: Record, rows: Arrays, g: int, batch_input: Array) -> None:
    set_up(scratch.states[0], rules, scratch.log[0], batch_input.seeds[g], batch_input.boards[g], scratch.spare_options)
    _write_events(scratch.log[0], rows, g)


@kernel
def play_on(state: Record, rules: Record, log: Record, code: int, options: Options) -> int:
    log.round_number = state.round_number
    play_option(state, rules, log, code, options)
    return state.round_number != log.round_number or state.end_reason != NOT_OVER


@kernel
def fill_rows(scratch: Arrays, rules: Record, rows: Arrays, g: int) -> None:
    state, round_number = scratch.states[0], int(scratch.log[0].round_number)
    _write_events(scratch.log[0], rows, g)
    is_over = state.end_reason != NOT_OVER
    if is_over or state.round_number != round_number:
        _write_round(state, rules, rows, g, round_number)
    if is_over:
        _write_end(state, rules, rows, g)


BATCHES = Batches(State, Rules, new_rows, begin_game, play_on, fill_rows, TABLES)


# --- audit
class ToyLog(AuditLog):
    """The audit log."""

    def event_fields(self, after: core_state.State, event: Record) -> dict[str, Any]:
        return {
            "seat": int(event.seat) + 1,
            "resource": EVENTS[event.what],
            "change": int(event.change),
            "after": int(event.after),
            "cause": CAUSES[event.cause],
        }


class ToyNarration(Narration):
    """A game as text."""

    def title(self, start: core_state.State) -> str:
        return f"The Toy, seed {start.seed}"

    def event_text(self, after: core_state.State, event: Record) -> str:
        return f"{EVENTS[event.what]} {event.change:+d}"


# --- game
class Toy(Game):
    """The game as the rooms above see it."""

    batches = BATCHES
    appraisal = APPRAISAL
    audit_log = ToyLog()
    narration = ToyNarration()

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        return {"cause": CAUSES, "end_reason": tuple(EndReason)}

    def boards(self, variant: str) -> tuple[str, ...]:
        return BOARDS if variant == MIXED else ()


GAME = Toy()
