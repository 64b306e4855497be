"""What must always hold, whatever is played: whole games with random options under random readings on both sides of the pad."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim import charmers
from rajas_sim.charmers import new_game
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import CAUSE, EVENT
from rajas_sim.core.engine.course import MAX_GATHERED_EVENTS
from rajas_sim.core.engine.record_types import MAX_EVENTS
from rajas_sim.core.games import box_label
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from tests.charmers.sheets import pending, released, rules_for
from tests.every_game.drawn_games import SEEDS, readings, tried
from tests.every_game.roads_by_hand import reached
from tests.every_game.walking import walk

GAMES = {
    "players": st.sampled_from(box_label("charmers").player_counts),
    "side": st.sampled_from(box_label("charmers").variants),
    "readings": readings("charmers"),
    "seed": SEEDS,
    "choices": SEEDS,
}


def rules_of(players: int, side: str, readings: dict[str, str]) -> Rules:
    return rules_for(players, {f"readings.{name}": value for name, value in readings.items()}, side)


# --- sheets


@tried(10, **GAMES)
def test_everything_on_a_sheet_stays_within_its_bounds_and_nothing_is_erased(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    n_goods, n_karma, n_river = len(rules.values.market.prices), rules.values.karma.limit, len(rules.sheet.river)
    for step in walk(rules, seed, choices):
        for number, seat in enumerate(step.after.seats):
            assert (seat.sold <= seat.goods).all()
            assert (seat.goods <= n_goods).all()
            assert (seat.palace <= 3).all()
            assert (seat.levels <= 2).all()
            assert 0 <= seat.karma_used <= seat.karma_collected <= n_karma
            assert min(seat.fame, seat.money) >= 0
            assert int(seat.pending) & ~int(seat.released) == 0
            rightmost = max((space for space in range(n_river + 1) if int(seat.river_marks) >> space & 1), default=0)
            assert seat.river == rightmost
            if step.before is None:
                continue
            old = step.before.seats[number]
            for field in ("goods", "sold", "palace", "levels"):
                assert (getattr(seat, field) >= getattr(old, field)).all()
            for field in ("karma_collected", "karma_used", "fame", "money"):
                assert getattr(seat, field) >= getattr(old, field)
            for field in ("river_marks", "released"):
                assert getattr(old, field) & ~getattr(seat, field) == 0
            assert (old.roads & ~seat.roads == 0).all()
            if number != step.before.seat_to_move:
                assert seat == old


@tried(20, **GAMES)
def test_the_events_explain_every_sheet_exactly(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    single = {EVENT.money: "money", EVENT.fame: "fame", EVENT.karma: "karma_collected", EVENT.karma_used: "karma_used"}
    rows = {EVENT.good: "goods", EVENT.sold: "sold", EVENT.palace: "palace", EVENT.upgrade: "levels"}
    counted: list[dict[str, Any]] = [
        dict.fromkeys(single.values(), 0) | {name: [0] * 6 for name in rows.values()} for _ in range(players)
    ]
    for step in walk(rules, seed, choices):
        assert len(step.events) < MAX_EVENTS - MAX_GATHERED_EVENTS
        for event in step.events:
            mine = counted[event.seat]
            if event.what in single:
                mine[single[event.what]] += event.change
                assert event.after == mine[single[event.what]]
            elif event.what in rows:
                mine[rows[event.what]][event.detail] += event.change
                assert event.after == mine[rows[event.what]][event.detail]
        for seat, mine in zip(step.after.seats, counted, strict=True):
            assert all(getattr(seat, name) == mine[name] for name in single.values())
            assert all(getattr(seat, name).tolist() == mine[name][: len(getattr(seat, name))] for name in rows.values())


@tried(20, **GAMES)
def test_every_good_sold_brings_the_coin_of_its_column_and_every_building_its_level(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    prices, values = rules.values.market.prices, rules.values.buildings.values
    for step in walk(rules, seed, choices):
        happened = list(step.events)
        sold = [int(event.after) for event in happened if event.what == EVENT.sold]
        assert len(sold) <= 1
        if sold:
            at = [event.what for event in happened].index(EVENT.sold)
            money = next(event for event in happened[at:] if event.what == EVENT.money)
            assert money.change == prices[sold[0] - 1]
        drawn = [event for event in happened if event.what == EVENT.road and event.change == event.after]
        scored = [int(event.change) for event in happened if event.what == EVENT.fame and event.cause == CAUSE.building]
        shown = [int(rules.record.cells[event.detail]) for event in drawn]
        levels = [] if step.before is None else step.before.seats[step.before.seat_to_move].levels
        assert scored == [values[levels[cell]] for cell in shown if cell < terms.N_OF.buildings]


# --- roads


@tried(10, **GAMES)
def test_roads_are_connected_to_the_residence_and_no_space_is_marked_half(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    residence = int(rules.record.residence)
    for step in walk(rules, seed, choices):
        for number, seat in enumerate(step.after.seats):
            drawn = {cell for cell in range(terms.N_OF.cells) if seat.roads[cell]}
            assert drawn <= reached([int(r) for r in seat.roads], residence)
            assert all(int(seat.roads[cell]).bit_count() >= 2 for cell in drawn - {residence})
            assert seat.roads[residence] == rules.record.residence_roads
            if step.before is None:
                continue
            old = step.before.seats[number].roads
            changed = [cell for cell in range(terms.N_OF.cells) if old[cell] != seat.roads[cell]]
            assert len(changed) <= 1
            for cell in changed:
                if old[cell]:
                    assert step.before.decision == "half_roads"
                    assert int(old[cell] ^ seat.roads[cell]).bit_count() == 1


# --- the river and the palace


@tried(20, **GAMES)
def test_every_mark_on_the_river_is_new_and_lies_where_the_rules_allow(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    for step in walk(rules, seed, choices):
        before = {} if step.before is None else {n: [seat.river_marks, seat.river] for n, seat in enumerate(step.before.seats)}
        for event in step.events:
            if event.what != EVENT.river:
                continue
            marks, rightmost = before[int(event.seat)]
            space = int(event.after)
            assert not marks >> space & 1
            assert 1 <= space <= len(rules.sheet.river)
            if event.cause in (CAUSE.die, CAUSE.maharani):
                assert space > rightmost
            if event.cause == CAUSE.portuguese:
                unmarked = [s for s in range(rightmost - 1, 0, -1) if not marks >> s & 1]
                assert space in unmarked[:2]
            before[int(event.seat)] = [marks | 1 << space, max(rightmost, space)]


# --- bonuses


@tried(10, **GAMES)
def test_every_bonus_is_released_once_and_used_or_lost_on_the_same_turn(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    ever: list[set[int]] = [set() for _ in range(players)]
    circled: set[int] = set()
    for step in walk(rules, seed, choices):
        for event in step.events:
            if event.what == EVENT.bonus:
                assert event.detail not in ever[event.seat]
                assert rules.record.places[event.detail].kind
                ever[event.seat].add(int(event.detail))
                circled.add(int(event.detail))
            elif event.what in (EVENT.bonus_used, EVENT.bonus_lost):
                circled.remove(int(event.detail))
            elif event.what == EVENT.turn_ended:
                assert not circled
        state = step.after
        assert {n for n in range(terms.N_OF.bonus_places) if any(int(seat.pending) >> n & 1 for seat in state.seats)} == circled
        for number in range(players):
            assert len(released(state, number)) == len(ever[number])
            if state.is_over or number != state.seat_to_move:
                assert pending(state, number) == set()


def deserved(rules: Rules, seat: RecordView) -> set[str]:
    """The places whose bonus a sheet has reached, found without the kernels."""
    reached_places, sheet = set(), rules.sheet
    for name in sheet.edge:
        side, number = name.split("_")
        row = {"top": 0, "bottom": 3}.get(side, int(number) - 1)
        column = {"left": 0, "right": 4}.get(side, int(number) - 1)
        if int(seat.roads[5 * row + column]) & {"top": 1, "right": 2, "bottom": 4, "left": 8}[side]:
            reached_places.add(f"edge {name}")
    sizes = rules.values.market.tents
    for i, good in enumerate(terms.GOODS):
        bonuses = getattr(sheet.tents, good)
        reached_places |= {f"tent {good} {n + 1}" for n in range(len(bonuses)) if seat.sold[i] >= sum(sizes[: n + 1])}
    for i in range(3):
        reached_places |= {f"palace_column upper {i + 1}"} if all(boxes > i for boxes in seat.palace[:3]) else set()
        reached_places |= {f"palace_column lower {i + 1}"} if all(boxes > i for boxes in seat.palace[3:]) else set()
    reached_places |= {f"upgrade_column 1 {i + 1}" for i in range(2) if all(level > i for level in seat.levels)}
    reached_places |= {f"karma_bonus 1 {n}" for n in sheet.karma if seat.karma_collected >= int(n)}
    for track in ("fame", "money"):
        spaces = sorted(map(int, getattr(sheet, track)))
        reached_places |= {f"track {track} {i + 1}" for i, space in enumerate(spaces) if getattr(seat, track) >= space}
    return reached_places


@tried(20, **GAMES)
def test_exactly_the_bonuses_that_were_reached_are_circled(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    for step in walk(rules, seed, choices):
        number = int(step.after.seat_to_move if step.before is None else step.before.seat_to_move)
        assert released(step.after, number) == deserved(rules, step.after.seats[number])


# --- dice, turns and the end


@tried(20, **GAMES)
def test_eight_dice_have_one_place_each_and_everybody_his_own(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    a_round = 2 if players == 2 else 1
    for step in walk(rules_of(players, side, readings), seed, choices):
        state = step.after
        depots = [int((state.where == terms.DEPOT + seat).sum()) for seat in range(players)]
        assert len(state.where) == 8
        assert all(where in range(terms.DEPOT + players) for where in state.where)
        assert (state.where == terms.ELEPHANT).sum() <= 1
        assert all(n <= a_round for n in depots)
        for number in range(terms.N_OF.dice):
            assert state.faces[number] in state.rules.record.faces[number]
        if step.before is None or step.before.decision != "take_die":
            continue
        if state.turns == step.before.turns and state.decision != "karma_roll":
            assert sum(depots) == int((step.before.where >= terms.DEPOT).sum()) + 1


@tried(30, **GAMES)
def test_everybody_has_had_the_same_number_of_turns_when_the_game_ends(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    turns = [0] * players
    for step in walk(rules, seed, choices):
        for event in step.events:
            if event.what == EVENT.turn_ended:
                turns[event.seat] += 1
        assert sum(turns) == step.after.turns
    if len(set(turns)) > 1:  # only the first die of two players ends a game within the round
        assert (players, readings["first_die"], step.after.turn_in_round) == (2, "ends_at_once", 1)
        assert max(turns) - min(turns) == 1


@tried(30, **GAMES)
def test_the_game_goes_on_exactly_as_long_as_no_tracks_intersect(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    least = 0 if readings["meeting"] == "ends_the_game" else 0.5
    line = rules.values.tracks.meeting_line

    def intersecting(state: State) -> set[int]:
        return {n for n, seat in enumerate(state.seats) if seat.fame + seat.money / 2 - line >= least}

    for step in walk(rules, seed, choices):
        state = step.after
        if step.before is not None and state.round_number > step.before.round_number:
            assert not intersecting(state)
        assert {n for n, seat in enumerate(state.seats) if seat.passed} == intersecting(state)
    assert state.end_reason in ("markers_passed", "round_limit")
    if state.end_reason == "markers_passed":
        assert intersecting(state)
        assert state.standings[0].overlap == max(row.overlap for row in state.standings) >= least
    ranks = sorted(row.rank for row in state.standings)
    assert ranks[0] == 1
    assert sum(row.win_share for row in state.standings) == pytest.approx(1)


@tried(20, **GAMES)
def test_a_turn_without_an_action_happens_only_without_a_choice(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    for step in walk(rules_of(players, side, readings), seed, choices):
        if any(event.what == EVENT.no_action for event in step.events):
            seat = int(step.position.seat_to_move)
            assert len(step.position.options) == 1
            assert step.after.seats[seat] == step.position.seats[seat]
            left = step.position.seats[seat].karma_collected - step.position.seats[seat].karma_used
            assert left == 0 or not (step.position.where == terms.ELEPHANT).any() or step.position.turn_in_round == 0


def test_nearly_all_random_games_end_by_intersecting_tracks() -> None:
    reasons = []
    for seed in range(8):
        *_, last = walk(rules_for(3, {}), seed, seed)
        reasons.append(str(last.after.end_reason))
    assert reasons.count("markers_passed") >= 7


@tried(20, **GAMES)
def test_karma_is_used_only_by_those_who_may(players: int, side: str, readings: dict[str, str], seed: int, choices: int) -> None:
    for step in walk(rules_of(players, side, readings), seed, choices):
        if any(event.what == EVENT.karma_used for event in step.events):
            before = step.position
            assert before.decision in ("take_die", "karma_roll")
            assert before.turn_in_round > 0
            assert before.seats[before.seat_to_move].karma_used < before.seats[before.seat_to_move].karma_collected
            rolled = {int(e.detail) for e in step.events if e.what == EVENT.die_rolled and e.cause == CAUSE.karma}
            assert len(rolled) == 2


# --- playing


@tried(15, **GAMES)
def test_the_old_position_stays_as_it_was(players: int, side: str, readings: dict[str, str], seed: int, choices: int) -> None:
    for step in walk(rules_of(players, side, readings), seed, choices):
        if step.before is None:
            continue
        copied = step.before.array.copy()
        step.before.play_logged(step.code)
        assert step.before.array.tobytes() == copied.tobytes()
        assert not step.before.array.flags.writeable


@tried(15, **GAMES)
def test_every_option_offered_can_be_played(players: int, side: str, readings: dict[str, str], seed: int, choices: int) -> None:
    sampled = random.Random(choices)
    for step in walk(rules_of(players, side, readings), seed, choices):
        if step.after.is_over or sampled.random() > 0.1:
            continue
        codes = step.after.option_codes
        assert codes
        assert len(codes) == len(set(codes))
        assert len({option.text for option in step.after.options}) == len(codes)
        for option in step.after.options:
            after = step.after.play(option)
            assert after.is_over or len(after.option_codes) > 0


@tried(10, **GAMES)
def test_a_position_survives_the_way_through_plain_numbers(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    sampled = random.Random(choices)
    rules = rules_of(players, side, readings)
    for step in walk(rules, seed, choices):
        if sampled.random() < 0.05:
            again = charmers.State.from_plain(rules, step.after.to_plain())
            assert again == step.after
            assert hash(again) == hash(step.after)
            assert [o.text for o in again.options] == [o.text for o in step.after.options]


@settings(deadline=None, max_examples=10)
@given(**GAMES)
def test_the_same_seed_and_the_same_choices_give_the_same_game(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)
    first = [step.after for step, _ in zip(walk(rules, seed, choices), range(60), strict=False)]
    again = [step.after for step, _ in zip(walk(rules, seed, choices), range(60), strict=False)]
    assert first == again


@settings(deadline=None, max_examples=6)
@given(**GAMES)
def test_the_luck_does_not_depend_on_what_is_chosen(
    players: int, side: str, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, side, readings)

    def rolls_of_second_round(chooser: int) -> list[int]:
        for step in walk(rules, seed, chooser):
            if step.after.round_number == 2:
                return [int(face) for face in step.after.faces]
        return []

    assert rolls_of_second_round(choices) == rolls_of_second_round(choices ^ 1)


# --- any printed values


def _earning(draw: Callable[..., Any], keys: list[str]) -> dict[str, int]:
    key = draw(st.sampled_from(keys))
    return {key: draw(st.integers(1, 3)) if key in ("money", "fame", "sell_any", "sell_same", "sell_different", "goods") else 1}


@st.composite
def printed_pads(draw: Callable[..., Any]) -> dict[str, Any]:
    """A pad with any bonuses in any places: much more generous and much more entangled than the real one."""
    keys = sorted(EARNING_KEYS)

    def bonus() -> dict[str, int]:
        return _earning(draw, keys)

    spaces = st.lists(st.integers(1, 45), unique=True, max_size=8)
    edges = draw(st.lists(st.sampled_from(terms.EDGES), unique=True))
    symbols = draw(st.permutations(terms.SYMBOLS * 3))
    return {
        "sheets.sun": {
            "river": {str(i + 1): {"symbol": symbol, "earns": bonus()} for i, symbol in enumerate(symbols)},
            "edge": {edge: bonus() for edge in edges},
            "tents": {good: [bonus() for _ in range(3)] for good in terms.GOODS},
            "palace_columns": {area: [bonus() for _ in range(3)] for area in terms.PALACE_AREAS},
            "upgrade_columns": [bonus(), bonus()],
            "karma": {str(n): bonus() for n in range(2, 6)},  # the first is circled at the start
            "fame": {str(n): bonus() for n in draw(spaces)},
            "money": {str(n): bonus() for n in draw(spaces)},
        }
    }


@tried(15, overrides=printed_pads(), **{name: drawn for name, drawn in GAMES.items() if name != "side"})
def test_pads_with_any_bonuses_are_played_to_the_end_by_the_same_rules(
    overrides: dict[str, Any], players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_for(players, overrides | {f"readings.{name}": value for name, value in readings.items()})
    circled = set()
    for step in walk(rules, seed, choices):
        assert len(step.events) < MAX_EVENTS - MAX_GATHERED_EVENTS
        for event in step.events:
            if event.what == EVENT.bonus:
                circled.add(int(event.detail))
            elif event.what in (EVENT.bonus_used, EVENT.bonus_lost):
                circled.remove(int(event.detail))
            elif event.what == EVENT.turn_ended:
                assert not circled
        number = int(step.after.seat_to_move if step.before is None else step.before.seat_to_move)
        seat = step.after.seats[number]
        if step.before is not None:
            assert released(step.after, number) == deserved(rules, seat)
        assert (seat.sold <= seat.goods).all()
        assert np.all(seat.palace <= 3)
    assert step.after.end_reason in ("markers_passed", "round_limit")


def test_something_that_is_no_option_is_refused() -> None:
    state = new_game(rules_for(2), 1)
    with pytest.raises(ValueError, match="not an option of take_die"):
        state.play(terms.N_OF.dice + 5)
