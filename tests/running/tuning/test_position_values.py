"""Learning what positions of the toy game are worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import InputError, StoppedError
from rajas_sim.core.strategies.value_file import read_value
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.running.tuning.load import TuningConfig, load_tuning, resolve_tuning
from rajas_sim.running.tuning.tune import TuningResult, tune
from tests.core import toy_game as toy

PLAN = """\"\"\"Takes what is worth most.\"\"\"

from tests.core.toy_game import plan

greedy = plan(__file__, __doc__)
"""
Go = Callable[..., TuningResult]
INPUTS = toy.APPRAISAL.inputs


@pytest.fixture
def go(tmp_path: Path) -> Go:
    """Return a function that learns a value, in a folder of its own unless one is named."""
    (tmp_path / "greedy.py").write_text(PLAN)

    def start(out: str = "out", workers: int = 1, on_progress: Callable[..., None] | None = None, **keys: Any) -> TuningResult:
        config: dict[str, Any] = {
            "name": "trial",
            "game": "toy",
            "strategy": "greedy",
            "variants": ("light", "mixed"),
            "players": (2, 5),
            "strategies": {"greedy": {"strategy": str(tmp_path / "greedy.py")}},
            "check_blocks": 2,
            "value": {"games": 1000, "share": 0.5, "epochs": 1},
        }
        config |= keys
        return tune(resolve_tuning(TuningConfig(**config)), tmp_path / out, workers=workers, on_progress=on_progress)

    return start


@pytest.mark.long
def test_one_value_is_learned_for_each_number_of_players_and_all_variants(go: Go) -> None:
    result = go()
    networks, about = read_value(result.values_file, INPUTS)
    assert set(networks) == {(variant, players) for variant in ("light", "mixed") for players in (2, 5)}
    assert networks["light", 2] == networks["mixed", 2]
    assert {tuned.games for tuned in result.tuned} == {1000}
    entry = about["mixed, 5 players"]
    assert (entry["n_games"], entry["n_held_out"]) == (950, 50)
    assert entry["log_loss"] > 0.0
    assert entry["result"][0]["blocks"] == 2


@pytest.mark.long
def test_with_a_module_half_the_games_are_played_with_it(go: Go) -> None:
    result = go(modules=("rain",), variants=("light",), players=(2,))
    assert [tuned.kind.title for tuned in result.tuned] == ["light, 2 players", "light with rain, 2 players"]
    assert [tuned.kind.rules.modules for tuned in result.tuned] == [(), ("rain",)]


@pytest.mark.long
def test_the_same_value_is_learned_with_any_number_of_workers(go: Go) -> None:
    one, two = go("one", workers=1), go("two", workers=2)
    assert one.values_file.read_bytes() == two.values_file.read_bytes()


def test_an_interrupted_tuning_keeps_the_values_it_has(go: Go) -> None:
    def stop_with_five_players(progress: WorkProgress) -> None:
        if "5 players" in progress.label:
            raise KeyboardInterrupt

    whole = go("whole")
    with pytest.raises(StoppedError, match="values for 1 numbers of players are kept"):
        go("stopped", on_progress=stop_with_five_players)
    rest = go("stopped")
    assert rest.n_new_games < whole.n_new_games
    assert rest.values_file.read_bytes() == whole.values_file.read_bytes()


def test_values_for_other_games_stay_in_the_file(go: Go, tmp_path: Path) -> None:
    file = tmp_path / "values.npz"
    go(players=(2,), variants=("light",), output=file)
    before, _ = read_value(file, INPUTS)
    result = go(players=(5,), variants=("light",), output=file)
    after, about = read_value(file, INPUTS)
    assert result.values_file == file
    assert after["light", 2] == before["light", 2]
    assert set(about) == {"light, 2 players", "light, 5 players"}


def test_what_a_value_cannot_do_is_refused(go: Go) -> None:
    with pytest.raises(InputError, match=r"generations: has no effect with \[value\]"):
        go(generations=5)
    with pytest.raises(InputError, match=r"value: cannot stand beside \[lessons\]"):
        go(lessons={"decisions": 1500})
    with pytest.raises(InputError, match="'random' is no plan"):
        go(strategy="random", strategies={})


def test_a_written_tuning_with_a_value_is_read_again(go: Go) -> None:
    folder = go(players=(2,)).folder
    assert load_tuning(folder / "tuning.toml").config.value is not None
