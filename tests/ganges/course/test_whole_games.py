"""What must always hold, whatever is played: whole games with random options under random readings."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim import ganges
from rajas_sim.core.board import rotated
from rajas_sim.core.engine.course import MAX_GATHERED_EVENTS
from rajas_sim.core.engine.record_types import MAX_EVENTS
from rajas_sim.ganges import new_game
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules
from tests.every_game.drawn_games import SEEDS, readings, tried
from tests.every_game.roads_by_hand import reached
from tests.every_game.walking import walk
from tests.ganges.positions import rules_for

GAMES = {"players": st.integers(2, 4), "readings": readings("ganges"), "seed": SEEDS, "choices": SEEDS}


def rules_of(players: int, readings: dict[str, str]) -> Rules:
    return rules_for(players, {f"readings.{name}": value for name, value in readings.items()})


# --- resources


@tried(15, **GAMES)
def test_48_dice_are_always_somewhere_and_nothing_is_negative(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        state = step.after
        dice = state.supply + state.pending + state.record.seats["dice"].sum(axis=(0, 2))
        assert dice.tolist() == [12, 12, 12, 12]
        assert (state.supply >= 0).all()
        assert (state.pending >= 0).all()
        for seat in state.seats:
            assert (seat.dice >= 0).all()
            assert 0 <= seat.dice.sum() <= 10
            assert 0 <= seat.karma <= 3
            assert 3 <= seat.workers <= 5
            assert 0 <= seat.placed <= seat.workers
            assert seat.workers == 3 + min(2, 3 - seat.inactive.sum()) or seat.workers == 5
            assert min(seat.fame, seat.money, seat.river) >= 0
            assert seat.river <= 30
            assert ((seat.levels >= 0) & (seat.levels <= 2)).all()
            assert ((seat.levels_from_next_turn >= 0) & (seat.levels_from_next_turn <= seat.levels)).all()


@tried(25, **GAMES)
def test_the_events_explain_every_change_of_a_resource_exactly(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    counted = np.zeros((players, 5), int)  # money, fame, river; workers and upgrades
    karma = np.zeros(players, int)
    dice = np.zeros((players, 24), int)
    kinds = {terms.EVENT.money: 0, terms.EVENT.fame: 1, terms.EVENT.river: 2, terms.EVENT.worker: 3, terms.EVENT.upgrade: 4}
    for step in walk(rules_of(players, readings), seed, choices):
        assert len(step.events) < MAX_EVENTS - MAX_GATHERED_EVENTS
        for event in step.events:
            if event.what in kinds:
                counted[event.seat, kinds[event.what]] += event.change
                if event.what in (terms.EVENT.money, terms.EVENT.fame, terms.EVENT.river):
                    assert counted[event.seat, kinds[event.what]] == event.after
            elif event.what == terms.EVENT.karma:
                karma[event.seat] += event.change
                assert karma[event.seat] == event.after
            elif event.what == terms.EVENT.die:
                dice[event.seat, event.detail] += event.change
            if step.before is not None and event.what not in (terms.EVENT.open_tile,):
                assert event.seat == step.before.seat_to_move
        for number, seat in enumerate(step.after.seats):
            shown = [seat.money, seat.fame, seat.river, seat.workers - 3, seat.levels.sum()]
            assert counted[number].tolist() == shown
            assert karma[number] == seat.karma
            assert dice[number].tolist() == seat.dice.reshape(-1).tolist()


# --- the board


@tried(30, **GAMES)
def test_all_tiles_stay_connected_to_the_residence_and_lie_in_one_place_at_most(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, readings)
    n_laid = [0] * players
    for step in walk(rules, seed, choices):
        state = step.after
        laid = [int(e.seat) for e in step.events if e.what in (terms.EVENT.tile, terms.EVENT.covering_tile)]
        if step.before is not None and not laid:
            continue
        for seat in laid:
            n_laid[seat] += 1
        tiles = [int(t) for seat in state.seats for t in seat.tiles if t >= 0]
        lying_open = [int(t) for t in state.open_tiles if t >= 0]
        hidden = [
            int(rules.record.stacks[stack][i])
            for stack in range(terms.N_OF.stacks)
            for i in range(int(rules.record.stack_sizes[stack]))
            if int(state.hidden_tiles[stack]) >> i & 1
        ]
        everywhere = tiles + lying_open + hidden
        assert len(everywhere) == len(set(everywhere))
        covered = sum(int(seat.covered.sum()) for seat in state.seats)
        assert len(everywhere) + covered == 64
        for number, part in enumerate(state.seats):
            cells = {cell for cell in range(terms.N_OF.cells) if part.tiles[cell] >= 0}
            assert cells <= reached([int(r) for r in part.roads], residence=2)
            assert not cells & {0, 4, terms.RESIDENCE, terms.DEAD_END}
            assert len(cells) + int(part.covered.sum()) == n_laid[number]
            for cell in cells:
                printed = int(rules.record.tiles[part.tiles[cell]].roads)
                assert int(part.roads[cell]) in {rotated(printed, turns) for turns in range(4)}


@tried(25, **GAMES)
def test_a_tile_built_at_the_quarry_lies_on_an_empty_cell_and_one_of_the_master_builder_on_a_tile(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        for event in step.events:
            if event.what in (terms.EVENT.tile, terms.EVENT.covering_tile):
                below = int(step.position.seats[event.seat].tiles[event.after])
                is_master_builder = terms.CAUSES[event.cause] == "master_builder"
                assert (below >= 0) == is_master_builder == (event.what == terms.EVENT.covering_tile)


@tried(25, **GAMES)
def test_boats_share_a_space_only_at_the_start_and_at_the_end_and_never_sail_back(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        boats = [int(seat.river) for seat in step.after.seats]
        on_the_way = [space for space in boats if 0 < space < 30]
        assert len(on_the_way) == len(set(on_the_way))
        if step.before is not None:
            assert all(new >= old for new, old in zip(boats, (s.river for s in step.before.seats), strict=True))


@tried(25, **GAMES)
def test_workers_on_the_board_are_those_placed(players: int, readings: dict[str, str], seed: int, choices: int) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        state = step.after
        on_board = np.bincount(state.spaces, minlength=players + 1)[1 : players + 1]
        assert on_board.tolist() == [seat.placed for seat in state.seats]
        for first, n in (
            (terms.FIRST_SPACE.quarry, state.rules.record.n_quarry),
            (terms.FIRST_SPACE.harbour, state.rules.record.n_harbour),
        ):
            row = state.spaces[first : first + n] > 0
            assert (np.diff(row.astype(int)) <= 0).all()  # filled from the left


# --- playing


@tried(25, **GAMES)
def test_the_old_position_stays_as_it_was(players: int, readings: dict[str, str], seed: int, choices: int) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        if step.before is None:
            continue
        copied = step.before.array.copy()
        step.before.play_logged(step.code)
        assert step.before.array.tobytes() == copied.tobytes()
        assert not step.before.array.flags.writeable


@tried(20, **GAMES)
def test_every_option_offered_can_be_played(players: int, readings: dict[str, str], seed: int, choices: int) -> None:
    sampled = random.Random(choices)
    for step in walk(rules_of(players, readings), seed, choices):
        if step.after.is_over or sampled.random() > 0.1:
            continue
        codes = step.after.option_codes
        assert codes
        assert len(codes) == len(set(codes))
        assert len({option.text for option in step.after.options}) == len(codes)
        for option in step.after.options:
            after = step.after.play(option)
            assert after.is_over or len(after.option_codes) > 0


@tried(60, **GAMES)
def test_every_game_ends_with_a_reason(players: int, readings: dict[str, str], seed: int, choices: int) -> None:
    for step in walk(rules_of(players, readings), seed, choices):
        last = step.after
    assert last.end_reason in list(terms.EndReason)[1:]
    ranks = sorted(row.rank for row in last.standings)
    assert ranks[0] == 1
    assert sum(row.win_share for row in last.standings) == pytest.approx(1)
    if last.end_reason == "markers_passed":
        assert last.n_met > 0


@tried(15, **GAMES)
def test_a_position_survives_the_way_through_plain_numbers(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    sampled = random.Random(choices)
    rules = rules_of(players, readings)
    for step in walk(rules, seed, choices):
        if sampled.random() < 0.05:
            again = ganges.State.from_plain(rules, step.after.to_plain())
            assert again == step.after
            assert hash(again) == hash(step.after)
            assert [o.text for o in again.options] == [o.text for o in step.after.options]


@settings(deadline=None, max_examples=10)
@given(**GAMES)
def test_the_same_seed_and_the_same_choices_give_the_same_game(
    players: int, readings: dict[str, str], seed: int, choices: int
) -> None:
    rules = rules_of(players, readings)
    first = [step.after for step, _ in zip(walk(rules, seed, choices), range(60), strict=False)]
    again = [step.after for step, _ in zip(walk(rules, seed, choices), range(60), strict=False)]
    assert first == again


def test_something_that_is_no_option_is_refused() -> None:
    state = new_game(rules_for(2), 1)
    with pytest.raises(ValueError, match="not an option of place"):
        state.play(terms.N_OF.spaces + 5)
