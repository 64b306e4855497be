"""Positions, options, rules and records as values: equal, hashable, copied, pickled, and safe to calculate with."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import rajas_sim
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.one_game import GameRecord
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from tests.untyped import Array

ROOT = Path(__file__).parent.parent
FACES = [pytest.param(importlib.import_module(f"rajas_sim.{game}"), id=game) for game in GAMES]


def middle_of_a_game(face: ModuleType, seed: int = 7, n: int = 40) -> State:
    """Return a position after some decisions, the first option played each time."""
    state: State = face.new_game(face.rules(2), seed)
    for _ in range(n):
        state = state.play(state.options[0])
    return state


def finished(face: ModuleType) -> GameRecord:
    record: GameRecord = face.play_game(face.rules(2), ["random", "random"], seed=7)
    return record


def values(face: ModuleType) -> list[Any]:
    """Return one of each kind of value."""
    state, record = middle_of_a_game(face), finished(face)
    return [
        state,
        state.seats[1],
        state.options[-1],
        state.rules,
        record,
        record.outcome,
        record.standings[0],
    ]


# --- as values


@pytest.mark.parametrize("face", FACES)
def test_values_made_twice_are_equal_and_hash_alike(face: ModuleType) -> None:
    for one, other in zip(values(face), values(face), strict=True):
        assert one == other
        assert hash(one) == hash(other)
        assert one != object()


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_values_survive_copying_and_pickling(face: ModuleType, again: Callable[[Any], Any]) -> None:
    for value in values(face):
        other = again(value)
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)


READING = """
import json, pickle, sys
from pathlib import Path
state, option, record = pickle.loads(Path(sys.argv[1]).read_bytes())
later = state.play(option)
print(json.dumps([state.to_plain(), later.to_plain(), [s.seat for s in record.standings], len(record.replay())]))
"""


@pytest.mark.parametrize("face", FACES)
def test_another_process_reads_what_was_pickled_and_plays_on(face: ModuleType, tmp_path: Path) -> None:
    state, record = middle_of_a_game(face), finished(face)
    option = state.options[-1]
    file = tmp_path / "values.pickle"
    file.write_bytes(pickle.dumps((state, option, record)))
    done = subprocess.run([sys.executable, "-c", READING, str(file)], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    before, later, seats, n_positions = json.loads(done.stdout)
    assert before == state.to_plain()
    assert later == state.play(option).to_plain()
    assert seats == [standing.seat for standing in record.standings]
    assert n_positions == len(record.choices) + 1


@pytest.mark.parametrize("face", FACES)
def test_other_positions_options_and_rules_are_not_equal(face: ModuleType) -> None:
    state = middle_of_a_game(face)
    assert state != middle_of_a_game(face, seed=8)
    assert state.options[0] != state.play(state.options[0]).options[0]
    assert state.rules != face.rules(3)
    assert face.rules(2) == face.rules(2)
    assert len({face.rules(2), face.rules(2), face.rules(3)}) == 2


@pytest.mark.parametrize("face", FACES)
def test_an_option_stays_as_it_is_when_its_fields_are_changed(face: ModuleType) -> None:
    option: Any = middle_of_a_game(face).options[0]
    name, value = next(iter(option.fields.items()))
    option.fields.clear()
    option.fields[name] = "changed"
    assert getattr(option, name) == option.fields[name] == value
    with pytest.raises(AttributeError):
        option.elephant_in_the_room = 1


@pytest.mark.parametrize("face", FACES)
def test_a_position_and_its_parts_cannot_be_changed(face: ModuleType) -> None:
    state = middle_of_a_game(face)
    with pytest.raises(AttributeError, match="never changes"):
        state.seats[0].money = 99
    with pytest.raises(AttributeError, match="never changes"):
        state.round_number = 99
    with pytest.raises(ValueError, match="read-only"):
        state.seats[0].levels[0] = 9
    with pytest.raises(ValueError, match="read-only"):
        state.array["round_number"] = 9


# --- numbers


@pytest.mark.parametrize("face", FACES)
def test_numbers_of_a_position_are_pythons_and_do_not_wrap(face: ModuleType) -> None:
    state = middle_of_a_game(face)
    holders: list[Any] = [state, *state.seats]
    for holder in holders:
        record = holder.record
        for name in record.dtype.names:
            if name == "padding":
                continue
            value = getattr(holder, name)
            if isinstance(value, np.ndarray):
                assert value.dtype in (np.int64, np.float64)
                assert (value * 50 == np.asarray(record[name], np.int64) * 50).all()
            elif not isinstance(value, tuple):
                code = list(face.EndReason).index(value) if name == "end_reason" and holder is state else value
                assert type(code) is int
                assert code * 50 == int(record[name]) * 50


def test_a_worker_times_fifty_is_no_negative_number() -> None:
    ganges = importlib.import_module("rajas_sim.ganges")
    assert ganges.new_game(ganges.rules(2), 1).seats[0].workers * 50 == 150


# --- names


@pytest.mark.parametrize("face", FACES)
def test_a_misspelt_field_names_the_nearest(face: ModuleType) -> None:
    state = middle_of_a_game(face)
    with pytest.raises(AttributeError, match="did you mean 'round_number'"):
        _ = state.round_numbr
    with pytest.raises(AttributeError, match="did you mean 'options'"):
        _ = state.optons
    with pytest.raises(AttributeError, match="a seat has no 'mony'; did you mean 'money'"):
        _ = state.seats[0].mony
    with pytest.raises(AttributeError):
        _ = state.dtype
    with pytest.raises(AttributeError, match="an option of the decision"):
        _ = state.options[0].elephant_in_the_room


@pytest.mark.parametrize("face", FACES)
def test_a_game_shows_the_public_names_and_nothing_else(face: ModuleType) -> None:
    assert dir(face) == sorted(face.__all__)
    assert all(hasattr(face, name) for name in face.__all__)
    assert {"rules", "new_game", "play_game", "replay"} <= set(face.__all__)


@pytest.mark.parametrize("face", FACES)
def test_an_option_of_another_position_is_refused(face: ModuleType) -> None:
    state = face.new_game(face.rules(2), 7)
    option = state.options[0]
    assert state.play(pickle.loads(pickle.dumps(option))) == state.play(option)
    with pytest.raises(ValueError, match="option of another position"):
        state.play(option).play(option)


@pytest.mark.parametrize("face", FACES)
def test_what_is_no_rules_or_no_list_is_refused_in_a_sentence(face: ModuleType) -> None:
    rules = face.rules(2)
    with pytest.raises(InputError, match="rules are made by"):
        face.new_game(2, 7)
    with pytest.raises(InputError, match=r"players: 2\.0 is not possible"):
        face.rules(2.0)
    with pytest.raises(InputError, match="modules: a list is needed"):
        face.rules(2, modules="ganga")
    with pytest.raises(InputError, match="strategies: must be a list"):
        face.play_game(rules, "random", 7)


def test_the_package_shows_its_public_names() -> None:
    assert dir(rajas_sim) == sorted(rajas_sim.__all__)
    assert all(hasattr(rajas_sim, name) for name in rajas_sim.__all__)
    with pytest.raises(AttributeError, match="no attribute 'elephant'"):
        _ = rajas_sim.elephant


def test_no_module_is_hidden_by_something_of_its_name() -> None:
    for entry in pkgutil.walk_packages(rajas_sim.__path__, "rajas_sim."):
        module = importlib.import_module(entry.name)
        parent, _, last = entry.name.rpartition(".")
        assert getattr(importlib.import_module(parent), last) is module, entry.name


# --- games


@pytest.mark.parametrize("face", FACES)
def test_a_record_gives_back_every_position(face: ModuleType) -> None:
    record = finished(face)
    positions = record.replay()
    assert positions[0] == face.new_game(record.rules, record.seed)
    assert positions[-1] == record.final
    assert positions == face.replay(record.rules, record.seed, record.choices)
    for before, after, code in zip(positions, positions[1:], record.choices, strict=False):
        assert before.play(code) == after


def test_a_record_of_a_mixed_group_remembers_the_boards() -> None:
    ganges = importlib.import_module("rajas_sim.ganges")
    rules = ganges.rules(2, "mixed")
    line_up = [rajas_sim.find_strategy("random").on_board(board) for board in ("basic", "navaratnas")]
    record = ganges.play_game(rules, line_up, 3)
    assert record.boards == ("basic", "navaratnas")
    assert record.replay()[-1] == record.final


@pytest.mark.parametrize("face", FACES)
def test_a_choice_that_is_no_option_is_refused(face: ModuleType) -> None:
    with pytest.raises(ValueError, match="is not an option"):
        face.replay(face.rules(2), 7, [32_000])
    with pytest.raises(ValueError, match="the game is over"):
        finished(face).final.play(0)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "a"])
def test_a_seed_out_of_range_is_refused(face: ModuleType, seed: object) -> None:
    with pytest.raises(InputError, match=r"seed: found .* a whole number from 0 to"):
        face.new_game(face.rules(2), seed)
    with pytest.raises(InputError, match="seed: found"):
        face.play_game(face.rules(2), ["random", "random"], seed)


def test_the_rules_of_another_game_are_refused() -> None:
    ganges, charmers = (importlib.import_module(f"rajas_sim.{game}") for game in ("ganges", "charmers"))
    with pytest.raises(InputError, match="rules: these are of charmers, not of ganges"):
        ganges.new_game(charmers.rules(2), 1)
    with pytest.raises(InputError, match="rules: these are of ganges, not of charmers"):
        charmers.play_game(ganges.rules(2), ["random", "random"], 1)


@pytest.mark.parametrize("face", FACES)
def test_an_outcome_is_typed_and_there_is_none_while_the_game_goes_on(face: ModuleType) -> None:
    record = finished(face)
    assert middle_of_a_game(face).outcome is None
    outcome = record.final.outcome
    assert outcome == record.outcome
    assert outcome.reason in face.EndReason
    assert outcome.reason is not face.EndReason.NOT_OVER
    assert outcome.standings == record.standings
    assert outcome.winners == tuple(s.seat for s in record.standings if s.win_share > 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_strategy_in_python_may_calculate_without_overflow(game: str) -> None:
    """Narrow integers wrapped in an earlier version: 3 workers times 50 gave -106."""
    face = importlib.import_module(f"rajas_sim.{game}")
    seen = []

    @rajas_sim.strategy(game=game, compiled=False)
    def calculating(state: State, parameters: Array) -> Option:
        """Multiply what it sees."""
        mine = state.mover
        seen.append(all(getattr(mine, name) * 1000 >= 0 for name in ("fame", "money", "river")))
        return state.options[0]

    find_game(game).play_game(face.rules(2), [calculating, calculating], 7)
    assert seen
    assert all(seen)
