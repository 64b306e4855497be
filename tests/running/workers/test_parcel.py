"""Packing what is to be played for machines that have none of the user's files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copy, rmtree

import pytest

from rajas_sim.core import games
from rajas_sim.core.errors import RunError
from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.workers import parcel as module
from rajas_sim.running.workers.parcel import Packing, unpack

# A strategy that reads a file beside it.
OWN = """\
from pathlib import Path

from rajas_sim import strategy

NTH = int(Path(__file__).with_name("nth.txt").read_text())


@strategy(game="toy")
def own(state, rules, options, parameters):
    return options[0] if state.n_decisions % NTH == 0 else options[-1]
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is unpacked in a folder of its own, and forget what was unpacked before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_strategies_by_key", {})
    return tmp_path / "cache"


@pytest.fixture
def my_file(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "nth.txt").write_text("3")
    (tmp_path / "here" / "unnamed.txt").write_text("5")
    path = tmp_path / "here" / "own.py"
    path.write_text(OWN)
    return path


def test_a_file_of_the_user_travels_with_those_beside_it_that_it_names(my_file: Path, elsewhere: Path) -> None:
    toy = find_game("toy")
    strategy = find_strategy(str(my_file), game="toy", label="mine").careless(0.25)
    packed = Packing(toy).parcel([toy, strategy, toy.rules(2)])
    rmtree(my_file.parent)
    game, unpacked_strategies, rules = unpack(packed)
    assert game is toy
    assert rules == toy.rules(2)
    assert (unpacked_strategies.label, unpacked_strategies.error, unpacked_strategies.path.name) == ("mine", 0.25, "own.py")
    assert unpacked_strategies.path.is_relative_to(elsewhere)
    assert sorted(path.name for path in unpacked_strategies.path.parent.iterdir() if path.is_file()) == ["nth.txt", "own.py"]
    record = toy.play_game(rules, [unpacked_strategies, unpacked_strategies], seed=1)
    my_file.parent.mkdir()
    my_file.write_text(OWN)
    my_file.with_name("nth.txt").write_text("3")
    assert toy.play_game(rules, [strategy, strategy], seed=1).choices == record.choices


def test_a_file_that_is_there_is_used_where_it_is(my_file: Path) -> None:
    strategy = find_strategy(str(my_file), game="toy")
    assert unpack(Packing(find_game("toy")).parcel(strategy)) == strategy


@pytest.mark.parametrize("changed", ["own.py", "nth.txt"])
def test_a_file_that_is_another_one_there_is_left_alone(my_file: Path, changed: str, elsewhere: Path) -> None:
    packed = Packing(find_game("toy")).parcel(find_strategy(str(my_file), game="toy"))
    with my_file.with_name(changed).open("a") as file:
        file.write("\n")
    assert unpack(packed).path.is_relative_to(elsewhere)


def test_shipped_strategies_travel_by_name_with_what_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("ganges")
    strategy = find_strategy("expert", {"budget": 8}, "quick", game="ganges")
    packed = Packing(game).parcel(strategy)
    (source,) = packed.sources.values()
    assert source.is_installed
    assert set(source.files) == {"expert.py", "strong.toml"}
    content = unpack(packed)
    assert content == strategy
    assert content.digest() == strategy.digest()


def test_a_shipped_strategy_with_other_files_is_refused() -> None:
    packed = Packing(find_game("ganges")).parcel(find_strategy("strong", game="ganges"))
    (source,) = packed.sources.values()
    others = {key: replace(source, files={**source.files, "strong.toml": b""}) for key in packed.sources}
    with pytest.raises(RunError, match=r"strategy 'strong': strong\.toml differs"):
        unpack(replace(packed, sources=others))


def test_calls_hold_strategies_of_the_parcel_and_none_of_their_files(my_file: Path) -> None:
    strategy = find_strategy(str(my_file), game="toy")
    packing = Packing(find_game("toy"))
    unpack(packing.parcel(strategy))
    call = packing.dumps(("play", strategy.careless(0.5)))
    assert b"NTH" not in call
    assert module.loads(call) == ("play", strategy.careless(0.5))


def test_the_file_of_a_game_travels_as_well(tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_named_files", {})
    (tmp_path / "here").mkdir()
    path = tmp_path / "here" / "my_race.py"
    copy(Path(__file__).parents[2] / "plain" / "dice_race.py", path)
    game = find_game(str(path))
    packed = Packing(game).parcel([game, game.rules(3, overrides={"goal": 20})])
    rmtree(path.parent)
    games._named_files.clear()
    game, rules = unpack(packed)
    assert (game.name, game.title, rules.players, rules.values.goal) == ("my_race", "My race", 3, 20)
    assert game.play_game(rules, ["random"] * 3, 1).end_reason == "over"
    assert rules.file.path.is_relative_to(elsewhere)
