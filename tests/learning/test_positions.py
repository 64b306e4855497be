"""Positions that a value can be learned from: what is recorded is what happened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rajas_sim import find_strategy
from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.learning import positions, recorded_games
from tests.long_cases import short_and_long
from tests.untyped import Array

VARIANTS = [(name, variant, k) for name in GAMES for k, variant in enumerate(find_game(name).variants, 2)]


def inputs_of(name: str, state: object, rules: object) -> tuple[Array, Array]:
    """Write the inputs of a position outside compiled code, and check that there are as many as there are names."""
    inputs, record, rules_record = find_game(name).appraisal.inputs, state.record, rules.record  # type: ignore[attr-defined]
    seats = np.full((rules.players, len(inputs.seat)), np.nan)  # type: ignore[attr-defined]
    for seat, x in enumerate(seats):
        assert inputs.write_seat(record, rules_record, seat, x) == len(inputs.seat)
    shared = np.full(len(inputs.shared), np.nan)
    assert inputs.write_shared(record, rules_record, shared) == len(inputs.shared)
    return seats, shared


@pytest.mark.parametrize(("name", "variant", "players"), short_and_long(1, VARIANTS))
def test_recorded_games_are_those_that_are_played_step_by_step(name: str, variant: str, players: int) -> None:
    game, n_games = find_game(name), 2
    rules = game.rules(players, variant)
    line_up = [replace(find_strategy("random" if seat else "balanced", game=name), error=0.1) for seat in range(players)]
    recorded = recorded_games(rules, line_up, n_games, seed=5)
    row = 0
    for g in range(n_games):
        seating = [(seat + g) % players for seat in range(players)]
        steps = [*game.steps(rules, line_up, block_seed(5, g), seating)]
        first_row = row
        for step in steps:
            state = step.after
            if state.is_over or state.record.tasks[state.record.n_tasks - 1]["kind"] != game.appraisal.inputs.opening:
                continue
            seats, shared = inputs_of(name, state, rules)
            assert np.array_equal(recorded.seats[row], seats.astype(np.float32))
            assert np.array_equal(recorded.shared[row], shared.astype(np.float32))
            assert (recorded.to_move[row], recorded.game[row]) == (state.seat_to_move, g)
            row += 1
        standings = sorted(steps[-1].after.standings, key=lambda standing: standing.seat)
        ranks = np.array([standing.rank for standing in standings])
        assert np.allclose(recorded.win_share[first_row:row], (ranks == 1) / (ranks == 1).sum())
        assert ((recorded.lead[first_row:row] >= 0) >= (ranks == 1)).all()
    assert row == len(recorded.game)


@pytest.mark.parametrize("name", GAMES)
def test_names_say_what_the_numbers_are(name: str) -> None:
    recorded = recorded_games(find_game(name).rules(2), ["random", "random"], 3)
    assert len({*recorded.seat_names}) == recorded.seats.shape[2]
    assert len({*recorded.shared_names}) == recorded.shared.shape[1]
    to_move = recorded.seats[:, :, recorded.seat_names.index("to move")]
    assert np.array_equal(to_move.argmax(axis=1), recorded.to_move)
    assert (to_move.sum(axis=1) == 1.0).all()
    assert not np.isnan(recorded.seats).any()
    assert np.abs(recorded.seats).max() < 20.0


def test_a_share_of_the_turns_is_a_part_of_all_of_them() -> None:
    rules = find_game("charmers").rules(2)
    every, half = (recorded_games(rules, ["random", "random"], 20, seed=3, share=share) for share in (1.0, 0.5))
    rows = [np.concatenate([p.seats.reshape(len(p.game), -1), p.shared, p.game[:, None]], axis=1) for p in (every, half)]
    assert 0.35 < len(rows[1]) / len(rows[0]) < 0.65
    assert {row.tobytes() for row in rows[1]} <= {row.tobytes() for row in rows[0]}


def test_the_room_for_positions_does_not_change_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_game("charmers").rules(3)
    arguments = (rules, ["balanced", "random", "random"], 7)
    with_room = recorded_games(*arguments)
    monkeypatch.setattr(positions, "USUAL_ROWS", 4)
    with_little_room = recorded_games(*arguments)
    for name in ("seats", "shared", "to_move", "game", "win_share", "lead"):
        assert np.array_equal(getattr(with_room, name), getattr(with_little_room, name))


@pytest.mark.skipif(is_interpreted(), reason="the shipped plain strategy is slow, and refused alike")
def test_a_strategy_in_plain_python_is_refused() -> None:
    with pytest.raises(InputError, match="python_example cannot be compiled"):
        recorded_games(find_game("ganges").rules(2), ["python_example", "random"], 1)


@pytest.mark.parametrize(("n_games", "share"), [(0, 1.0), (1, 0.0), (1, 1.5)])
def test_impossible_numbers_are_refused(n_games: int, share: float) -> None:
    with pytest.raises(InputError, match="n_games must be 1 or more"):
        recorded_games(find_game("charmers").rules(2), ["random", "random"], n_games, share=share)
