"""A value that is fitted to recorded games, its file, and the strategy that plays by it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rajas_sim import find_strategy
from rajas_sim.charmers.appraisal import APPRAISAL, searching, valuing
from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.judging.value_network import ANSWERS, layer_sizes, make_value, value_layout, write_answers
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.value_file import read_value, value_content
from rajas_sim.learning import FittedValue, fit_value, recorded_games, write_fitted_values
from rajas_sim.learning.values import _forward, _new_layers, as_each_seat_sees
from tests.untyped import Array

ROOT = Path(__file__).parent.parent.parent
EVEN = float(np.log(2.0))


@pytest.fixture(scope="module")
def fitted() -> FittedValue:
    games = recorded_games(find_game("charmers").rules(2), ["rule_of_thumb", "random"], 200, share=0.5)
    return fit_value(games, epochs=3)


@pytest.fixture
def value_file(tmp_path: Path, fitted: FittedValue) -> Path:
    shutil.copy(ROOT / "strategies" / "charmers" / "strong.toml", tmp_path)
    (tmp_path / "mine.py").touch()
    path = tmp_path / "mine.npz"
    write_fitted_values(path, "charmers", {("sun", 2): fitted})
    return path


def with_value(path: Path, horizon: float = 2.0) -> Strategy:
    return valuing(str(path.with_name("mine.py")), "Mine.", learned="strong.toml", value=path.name, budget=4, horizon=horizon)


def test_a_fitted_value_tells_who_wins_better_than_nothing(fitted: FittedValue) -> None:
    assert fitted.log_loss < 0.6 * EVEN
    assert fitted.lead_error < 0.35
    assert (fitted.n_games, fitted.n_held_out) == (190, 10)


def test_the_same_games_and_seed_give_the_same_numbers(fitted: FittedValue) -> None:
    games = recorded_games(find_game("charmers").rules(2), ["rule_of_thumb", "random"], 200, share=0.5)
    assert np.array_equal(fit_value(games, epochs=3).numbers, fitted.numbers)
    assert not np.array_equal(fit_value(games, epochs=3, seed=2).numbers, fitted.numbers)


def test_training_goes_on_from_the_numbers_of_a_network(fitted: FittedValue) -> None:
    games = recorded_games(find_game("charmers").rules(2), ["rule_of_thumb", "random"], 200, share=0.5)
    still = fit_value(games, epochs=1, start=fitted.numbers, learning_rate=0.0)
    assert np.array_equal(still.numbers, fitted.numbers)
    assert still.log_loss == fitted.log_loss
    further = fit_value(games, epochs=1, start=fitted.numbers, learning_rate=0.0002)
    assert 0 < np.abs(further.numbers - fitted.numbers).max() < 0.2
    assert further.log_loss < fitted.log_loss + 0.05


@pytest.mark.parametrize("name", ["ganges", pytest.param("charmers", marks=pytest.mark.long)])
def test_the_network_that_plays_is_the_one_that_was_fitted(name: str) -> None:
    game, inputs = find_game(name), find_game(name).appraisal.inputs
    for players in (game.player_counts[0], game.player_counts[-1]):
        rules = game.rules(players)
        position = recorded_games(rules, ["random"] * players, 1, share=0.1)
        rng, n = np.random.default_rng(players), players * len(inputs.seat) + len(inputs.shared)
        layers = _new_layers(n, rng)
        numbers = np.concatenate([layer.ravel() for layer in layers]).astype(np.float64)
        assert len(numbers) == layer_sizes(players, len(inputs.seat), len(inputs.shared)).n_numbers
        x = as_each_seat_sees(position.seats[:1], position.shared[:1])
        *_, shares, leads = _forward(layers, x)
        memory = np.zeros(1, value_layout(inputs, game.player_counts[-1]))[0]
        memory["x"][:n] = np.concatenate([position.seats[0].ravel(), position.shared[0]])
        write_answers(numbers, memory, players, len(inputs.seat), len(inputs.shared))
        answers = memory["answers"][: players * ANSWERS].reshape(players, ANSWERS)
        assert np.allclose(answers[:, 1], leads[0], atol=1e-4)
        assert np.allclose(np.exp(answers[:, 0]) / np.exp(answers[:, 0]).sum(), shares[0], atol=1e-4)


def test_a_file_holds_the_numbers_that_were_written(value_file: Path, fitted: FittedValue) -> None:
    networks, about = read_value(value_file, APPRAISAL.inputs)
    assert networks == {("sun", 2): tuple(fitted.numbers.astype(np.float32).tolist())}
    assert about == {"sun.2": fitted.about}


def test_variants_of_one_value_share_its_numbers(value_file: Path, fitted: FittedValue) -> None:
    size = value_file.stat().st_size
    write_fitted_values(value_file, "charmers", {("sun", 2): fitted, ("moon", 2): fitted})
    networks, _ = read_value(value_file, APPRAISAL.inputs)
    assert networks["sun", 2] == networks["moon", 2]
    assert value_file.stat().st_size < 1.1 * size


def test_a_file_that_does_not_fit_is_refused(value_file: Path, fitted: FittedValue) -> None:
    with pytest.raises(InputError, match="was learned from other inputs"):
        read_value(value_file, find_game("ganges").appraisal.inputs)
    with pytest.raises(InputError, match="has 5 numbers; "):
        value_content(APPRAISAL.inputs, {("sun", 2): np.zeros(5)}, {})
    with pytest.raises(InputError, match=r"has .* numbers; .* are needed"):
        value_content(APPRAISAL.inputs, {("sun", 3): fitted.numbers}, {})
    with pytest.raises(InputError, match="cannot be read as a value of positions"):
        read_value(value_file.with_name("nothing.npz"), APPRAISAL.inputs)
    content = bytearray(value_file.read_bytes())
    content[len(content) // 2] ^= 255
    value_file.write_bytes(content)
    with pytest.raises(InputError, match=r"cannot be read as a value of positions|is damaged"):
        read_value(value_file, APPRAISAL.inputs)
    value_file.write_text("no archive")
    with pytest.raises(InputError, match="cannot be read as a value of positions"):
        read_value(value_file, APPRAISAL.inputs)


def test_a_variant_with_a_value_but_nothing_else_gets_what_was_learned_for_another(value_file: Path, fitted: FittedValue) -> None:
    write_fitted_values(value_file, "charmers", {("night", 2): fitted})
    numbers = with_value(value_file).learned
    assert numbers["night", 2] == (*numbers["moon", 2], *fitted.numbers.astype(np.float32).tolist())
    assert numbers["night", 3] == numbers["moon", 3]


def choices(strategy: Strategy, players: int) -> tuple[int, ...]:
    game = find_game("charmers")
    return game.play_game(game.rules(players), [strategy, *["random"] * (players - 1)], 5).choices


@pytest.mark.long
@pytest.mark.skipif(is_interpreted(), reason="thousands of decisions are played on")
def test_a_strategy_plays_by_a_value(value_file: Path) -> None:
    to_the_end = searching(str(value_file), "Mine.", learned="strong.toml", budget=4, trust=0.2)
    assert choices(with_value(value_file, horizon=0), 2) == choices(to_the_end, 2), "no horizon is the end of the game"
    assert choices(with_value(value_file), 2) != choices(to_the_end, 2)
    assert choices(with_value(value_file), 3) == choices(to_the_end, 3), "the value is for 2 players"
    state = find_game("charmers").new_game(find_game("charmers").rules(2), 1)
    judged, by_strong = (APPRAISAL.worths(state, s) for s in (with_value(value_file), find_strategy("strong", game="charmers")))
    assert judged is not None
    assert by_strong is not None
    assert np.array_equal(judged, by_strong)


def test_another_value_is_another_strategy(value_file: Path, fitted: FittedValue) -> None:
    before = with_value(value_file).digest()
    write_fitted_values(value_file, "charmers", {("sun", 2): fitted._replace(numbers=-fitted.numbers)})
    assert with_value(value_file).digest() != before
    assert replace(with_value(value_file), label="other").digest() == with_value(value_file).digest()


def test_the_win_shares_of_all_seats_add_to_1(fitted: FittedValue) -> None:
    game = find_game("charmers")
    state = game.new_game(game.rules(2), 3)
    value = make_value(APPRAISAL.inputs, APPRAISAL.inputs.write_seat)
    memory: Array = np.zeros(1, value_layout(APPRAISAL.inputs, game.player_counts[-1]))[0]
    shares = [value(state.array[0].copy(), state.rules.array[0], seat, fitted.numbers, memory, 0.0) for seat in range(2)]
    assert sum(shares) == pytest.approx(1.0)
    assert 0.0 < shares[0] < 1.0
