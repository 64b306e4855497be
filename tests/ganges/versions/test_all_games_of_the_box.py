"""What must always hold in every game of the box: all variants, with and without river tiles, on either side of the boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from rajas_sim.core.engine.course import MAX_GATHERED_EVENTS
from rajas_sim.core.engine.record_types import MAX_EVENTS
from rajas_sim.core.games import box_label
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.ganges.rulebook import terms
from tests.every_game.drawn_games import SEEDS, readings, tried
from tests.every_game.walking import Step, walk
from tests.ganges.back_of_board import BACK, BROWN, SLOTS, in_play
from tests.ganges.positions import DICE_PER_COLOUR, RIVER_SPACES, cell_of, roads_of, rules_for
from tests.untyped import Record

#: Every earning that a river tile could show.
ALL_RIVER_TILES = [{"dice_per_karma": 1}, {"green_dice": 1, "blue_dice": 1, "purple_dice": 1}, {"one_kind": 3}, {"sail": 3}]
ALL_RIVER_TILES += [{chamber: 1} for chamber in terms.CHAMBERS]
OVERRIDES = st.fixed_dictionaries(
    {},
    optional={
        "boards.basic.hand_limit": st.integers(4, 12),
        "boards.navaratnas.hand_limit": st.integers(4, 12),
        "boards.navaratnas.yields": st.just(SLOTS["boards.navaratnas.yields"]),
        "ganga.tiles": st.lists(st.sampled_from(ALL_RIVER_TILES), max_size=12),
        "palace.outer_terraces": st.integers(0, 8),
        "setup.karma": st.integers(0, 3),
        "workers.bridge": st.sampled_from([0, 3, 20]),
        "workers.fame_space": st.sampled_from([2, 15]),
        "yield_tiles.brown": st.integers(0, len(BROWN)).map(lambda n: list(BROWN[:n])),
        "yield_tiles.red": st.sampled_from([[], BACK["yield_tiles.red"]]),
        "yield_tiles.white": st.sampled_from([[{"money": 3}], BACK["yield_tiles.white"]]),
    },
)
GAMES = {
    "variant": st.sampled_from(box_label("ganges").variants),
    "modules": st.sampled_from([(), *((module,) for module in box_label("ganges").modules)]),
    "players": st.integers(2, 4),
    "sides": st.tuples(*[st.sampled_from(terms.BOARDS)] * terms.MAX_PLAYERS),
    "readings": readings("ganges"),
    "overrides": OVERRIDES,
    "seed": SEEDS,
    "choices": SEEDS,
}
NAVARATNAS, THE_OTHERS = st.just("navaratnas"), st.sampled_from(("base", "mixed"))
#: Active workers at the start, and how many of the three others may come.
SETUP_WORKERS, EXTRA = 3, {"base": 2, "mixed": 2, "navaratnas": 3}


def games_of_the_box(max_examples: int, **fixed: st.SearchStrategy[str]) -> Callable[..., Any]:
    """Return the decorators of a property of whole games."""
    return tried(max_examples, game=st.fixed_dictionaries(GAMES | fixed).map(Game))


class Game:
    """One game: its rules, and what is played."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.variant = values["variant"]
        self.players = values["players"]
        readings = {f"readings.{name}": value for name, value in values["readings"].items()}
        overrides = in_play(readings | values["overrides"], self.variant, values["modules"])
        self.rules = rules_for(self.players, overrides, self.variant, values["modules"])
        self.sides = values["sides"][: self.players] if self.variant == "mixed" else ()

    def __repr__(self) -> str:
        return f"Game({self.values})"

    def steps(self) -> Iterator[Step]:
        return walk(self.rules, self.values["seed"], self.values["choices"], self.sides)


def board_of(game: Game, seat: RecordView) -> Record:
    return game.rules.record.boards[seat.board]


def colours_of_slots(game: Game, seat: RecordView) -> list[Any]:
    """The colour of the yield tiles each slot takes, None where there is no slot."""
    board = getattr(game.rules.values.boards, terms.BOARDS[seat.board])
    return [special.slot for special in board.yields.values()]


def taken_tiles(state: State) -> list[int]:
    """All yield tiles on slots, by their numbers."""
    return [int(taken) - 1 for seat in state.seats for taken in seat.slots if taken > 0]


def lying_open(state: State) -> list[int]:
    """All yield tiles that nobody has, by their numbers."""
    left = int(state.yield_tiles_left)
    return [number for number in range(left.bit_length()) if left >> number & 1]


# --- games as a whole


@games_of_the_box(40)
def test_every_game_ends_with_a_reason(game: Game) -> None:
    for step in game.steps():
        last = step.after
        assert len(step.events) < MAX_EVENTS - MAX_GATHERED_EVENTS
    assert last.end_reason in list(terms.EndReason)[1:]
    assert sum(row.win_share for row in last.standings) == pytest.approx(1)
    if last.end_reason == "markers_passed":
        assert last.n_met > 0


@games_of_the_box(15)
def test_every_option_offered_can_be_played(game: Game) -> None:
    sampled = random.Random(game.values["choices"])
    for step in game.steps():
        if step.after.is_over or sampled.random() > 0.03:
            continue
        codes = step.after.option_codes
        assert codes
        assert len({option.text for option in step.after.options}) == len(codes) == len(set(codes))
        for option in step.after.options:
            after = step.after.play(option)
            assert after.is_over or len(after.option_codes) > 0


@games_of_the_box(15)
def test_the_old_position_stays_as_it_was(game: Game) -> None:
    for step in game.steps():
        if step.before is not None:
            assert not step.before.array.flags.writeable
            bytes_before = step.before.array.tobytes()
            step.before.play_logged(step.code)
            assert step.before.array.tobytes() == bytes_before


@games_of_the_box(15)
def test_everybody_keeps_the_side_of_the_boards_he_chose(game: Game) -> None:
    sides = {"base": ("basic",) * 4, "navaratnas": ("navaratnas",) * 4, "mixed": game.sides}[game.variant][: game.players]
    for step in game.steps():
        assert tuple(terms.BOARDS[seat.board] for seat in step.after.seats) == sides


# --- resources


@games_of_the_box(25)
def test_48_dice_are_always_somewhere_and_nobody_has_more_than_kalis_hands(game: Game) -> None:
    for step in game.steps():
        state = step.after
        dice = state.supply + state.pending + state.record.seats["dice"].sum(axis=(0, 2))
        assert dice.tolist() == [DICE_PER_COLOUR] * terms.N_OF.colours
        assert min(state.supply.min(), state.pending.min(), state.record.seats["dice"].min()) >= 0
        for seat in state.seats:
            assert seat.dice.sum() <= board_of(game, seat).hand_limit


@games_of_the_box(25)
def test_there_are_never_more_workers_than_the_variant_allows_and_none_is_lost(game: Game) -> None:
    had = [SETUP_WORKERS] * game.players
    for step in game.steps():
        for number, seat in enumerate(step.after.seats):
            extra = int(seat.workers) - SETUP_WORKERS
            assert 0 <= seat.placed <= seat.workers
            assert had[number] <= seat.workers
            had[number] = int(seat.workers)
            assert extra <= EXTRA[game.variant]
            if extra < EXTRA[game.variant] or EXTRA[game.variant] == terms.N_OF.worker_sources:
                assert seat.inactive.sum() == terms.N_OF.worker_sources - extra
            else:
                assert not seat.inactive.any()


@games_of_the_box(25)
def test_the_log_explains_money_fame_karma_dice_river_upgrades_and_workers(game: Game) -> None:
    kinds = (terms.EVENT.money, terms.EVENT.fame, terms.EVENT.karma, terms.EVENT.river, terms.EVENT.upgrade, terms.EVENT.worker)
    counted, dice = np.zeros((game.players, len(kinds)), int), np.zeros((game.players, 24), int)
    for step in game.steps():
        for event in step.events:
            if event.what in kinds:
                counted[event.seat, kinds.index(event.what)] += event.change
            elif event.what == terms.EVENT.die:
                dice[event.seat, event.detail] += event.change
        for number, seat in enumerate(step.after.seats):
            shown = [seat.money, seat.fame, seat.karma, seat.river, seat.levels.sum(), seat.workers - SETUP_WORKERS]
            assert counted[number].tolist() == shown
            assert dice[number].tolist() == seat.dice.reshape(-1).tolist()
            assert min(shown) >= 0


# --- yield tiles


@games_of_the_box(20, variant=NAVARATNAS)
def test_each_yield_tile_lies_open_or_on_exactly_one_slot(game: Game) -> None:
    numbers = list(range(len(game.rules.yield_tiles)))
    for step in game.steps():
        state = step.after
        in_hand = [int(state.tasks[state.n_tasks - 1].detail)] if state.decision == "place_yield_tile" else []
        assert sorted([*lying_open(state), *taken_tiles(state), *in_hand]) == numbers


@games_of_the_box(20, variant=THE_OTHERS)
def test_without_the_navaratnas_version_white_tiles_are_drawn_discarded_and_mixed_again(game: Game) -> None:
    n_white, n_drawn = len(game.rules.values.yield_tiles.white), 0
    for step in game.steps():
        left = lying_open(step.after)
        drawn = sum(event.what == terms.EVENT.yield_tile for event in step.events)
        n_drawn += drawn
        assert step.after.yield_tiles_drawn == n_drawn
        assert set(left) <= set(range(n_white))
        assert len(left) == (-n_drawn) % n_white or (n_drawn == 0 and len(left) == n_white)
        assert not taken_tiles(step.after)


@games_of_the_box(20)
def test_slots_hold_only_tiles_of_their_colour_which_are_never_moved_or_covered(game: Game) -> None:
    before = [[0] * 16] * game.players
    for step in game.steps():
        now = [seat.slots.tolist() for seat in step.after.seats]
        for seat, old, new in zip(step.after.seats, before, now, strict=True):
            slots = colours_of_slots(game, seat)
            assert all(game.rules.yield_tiles[taken - 1][0] == slots[at] for at, taken in enumerate(new) if taken)
            assert all(taken == new[at] for at, taken in enumerate(old) if taken)
        before = now


def is_asked_for_a_missing_worker(state: State) -> bool:
    cause = terms.CAUSES[state.tasks[state.n_tasks - 1].cause]
    return state.decision == "take_yield_tile" and cause == "missing_worker"


def fitting_colours(game: Game, state: State, number: int) -> set[str]:
    """Colours of open yield tiles for which a seat has space."""
    seat = state.seats[number]
    free = {colour for at, colour in enumerate(colours_of_slots(game, seat)) if colour and not seat.slots[at]}
    return free & {game.rules.yield_tiles[n][0] for n in lying_open(state)}


def missing_workers(state: State, number: int) -> int:
    """How many active workers a seat has fewer than somebody else."""
    return max(int(seat.workers) for seat in state.seats) - int(state.seats[number].workers)


@games_of_the_box(20, variant=NAVARATNAS)
def test_whoever_is_asked_for_a_missing_worker_has_none_left_and_fewer_than_another(game: Game) -> None:
    asked: Counter[tuple[int, int]] = Counter()
    for step in game.steps():
        state, number = step.after, int(step.after.seat_to_move)
        if not is_asked_for_a_missing_worker(state):
            continue
        asked[int(state.round_number), number] += 1
        assert state.seats[number].placed == state.seats[number].workers
        assert 1 <= asked[int(state.round_number), number] <= missing_workers(state, number)
        assert asked[int(state.round_number), number] <= 2 or game.rules.readings["missing_workers"] == "full_difference"
        offered = {game.rules.yield_tiles[code][0] for code in state.option_codes if code != terms.NO_YIELD_TILE}
        assert offered
        assert offered == fitting_colours(game, state, number)
        assert terms.NO_YIELD_TILE in state.option_codes


@games_of_the_box(30, variant=NAVARATNAS)
def test_nobody_who_is_owed_a_yield_tile_is_passed_over(game: Game) -> None:
    asked: Counter[int] = Counter()
    last, of_round = 0, 0
    for step in game.steps():
        state, number = step.after, int(step.after.seat_to_move)
        if state.is_over or state.stage == 0 or not (state.decision == "place" or is_asked_for_a_missing_worker(state)):
            continue
        if state.round_number != of_round:
            asked, of_round = Counter(), int(state.round_number)
        elif not state.first_met_in_round:
            between = range(last + 1, last + 1 + (number - last - 1) % game.players)
            for other in (seat % game.players for seat in between):
                seat = state.seats[other]
                if seat.placed == seat.workers and asked[other] < min(2, missing_workers(state, other)):
                    assert not fitting_colours(game, state, other), (step.before, state, other)
        asked[number] += is_asked_for_a_missing_worker(state)
        last = number


@dataclass(eq=False)
class Owed:
    """A yield tile connected in this turn, and whether its count has been zero since then."""

    seat: int
    earnings: dict[str, int]
    was_nothing: bool = False


class Yields:
    """What yield tiles owe and pay, worked out from what lies on the table; one game at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.owed: list[Owed] = []
        self.shown: dict[int, Counter[str]] = {}  # river, workers and upgrades by seat, as far as the log has told

    def follow(self, step: Step) -> None:
        """Compare the payments of a step with what the tiles connected so far owe."""
        for event in step.events:
            seat, what = int(event.seat), terms.EVENTS[event.what]
            shown = self.shown.setdefault(seat, Counter(workers=SETUP_WORKERS))
            if what in ("river", "worker", "upgrade"):
                shown[{"worker": "workers", "upgrade": "upgrades"}.get(what, what)] += int(event.change)
            elif what == "tile" or (what == "covering_tile" and self.game.rules.readings["builder_yields"] == "pay_when_new"):
                self._connected(step, seat)
            elif what == "slot" and step.position.stage > 0:
                self._placed(step, seat, int(event.after), int(event.detail))
            elif what in ("money", "fame") and terms.CAUSES[event.cause] == "yield_tile":
                self._paid(step, seat, what, int(event.change))
        for each in self.owed:
            each.was_nothing |= not any(self._amount(step, each.seat, each.earnings, what) for what in ("money", "fame"))
        if step.after.is_over or step.after.decision == "place":
            assert all(each.was_nothing for each in self.owed), self.owed
            self.owed = []

    def _connected(self, step: Step, seat: int) -> None:
        new = int(step.after.seats[seat].yields_connected) & ~int(step.position.seats[seat].yields_connected)
        for at, taken in enumerate(step.after.seats[seat].slots):
            if new >> at & 1 and taken > 0:
                self.owed.append(Owed(seat, self.game.rules.yield_tiles[int(taken) - 1][1].root))

    def _placed(self, step: Step, seat: int, at: int, number: int) -> None:
        if self._road_leads_to(step.position.seats[seat], at) and self.game.rules.readings["connected_slot"] == "pays_at_once":
            self.owed.append(Owed(seat, self.game.rules.yield_tiles[number][1].root))

    def _road_leads_to(self, seat: RecordView, at: int) -> bool:
        place = list(getattr(self.game.rules.values.boards, terms.BOARDS[seat.board]).yields.values())[at]
        row, column = place.cell
        return bool(int(seat.roads[cell_of(row, column)]) & roads_of(place.side))

    def _paid(self, step: Step, seat: int, what: str, amount: int) -> None:
        fitting = [each for each in self.owed if each.seat == seat and self._amount(step, seat, each.earnings, what) == amount]
        assert fitting, f"{amount} {what} of no yield tile connected now: {self.owed}"
        self.owed.remove(fitting[0])

    def _amount(self, step: Step, number: int, earnings: dict[str, int], what: str) -> int:
        """What a tile is worth now: an independent count, written from the rulebook's list."""
        seat, shown, values = step.after.seats[number], self.shown[number], self.game.rules.values
        laid = [values.tiles[self.game.rules.tile_names[each]] for each in seat.tiles if each >= 0]
        counts = {
            "money": 1,
            "fame": 1,
            "fame_per_market_tile": sum(bool(face.markets) for face in laid),
            "fame_per_river_spaces": shown["river"] // values.yield_tiles.river_spaces_per_fame,
            "money_per_building": sum(len(face.buildings) for face in laid),
            "money_per_yield_tile": sum(self._road_leads_to(seat, at) for at, taken in enumerate(seat.slots) if taken),
            "fame_per_bend": sum(face.roads == "bend" for face in laid),
            "money_per_upgrade": shown["upgrades"],
            "fame_per_worker": shown["workers"],
        }
        return sum(n * counts[name] for name, n in earnings.items() if name.split("_")[0] == what)


@games_of_the_box(40, variant=NAVARATNAS)
def test_yield_tiles_pay_their_count_at_the_moment_they_are_connected_and_at_no_other(game: Game) -> None:
    yields = Yields(game)
    for step in game.steps():
        yields.follow(step)


# --- the river


@games_of_the_box(20)
def test_river_tiles_are_on_the_river_only_with_the_module_and_stay_there(game: Game) -> None:
    lying = None
    for step in game.steps():
        now = step.after.river_tiles.tolist()
        assert now == (lying := lying or now)
        numbers = [taken for taken in now if taken]
        assert len(numbers) == len(set(numbers)) <= len(game.rules.values.ganga.tiles)
        assert not numbers or game.values["modules"]
        assert not now[0]
        assert not any(now[RIVER_SPACES:])


@games_of_the_box(15)
def test_boats_share_a_space_only_at_the_start_and_at_the_end_and_never_sail_back(game: Game) -> None:
    before = [0] * game.players
    for step in game.steps():
        boats = [int(seat.river) for seat in step.after.seats]
        on_the_way = [space for space in boats if 0 < space < RIVER_SPACES]
        assert len(on_the_way) == len(set(on_the_way))
        assert all(new >= old for old, new in zip(before, boats, strict=True))
        before = boats
