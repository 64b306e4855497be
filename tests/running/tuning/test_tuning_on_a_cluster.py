"""Tuning by the workers of a Dask cluster: what is found is the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rajas_sim.core.errors import RunError, StoppedError
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.running.tuning.load import TuningConfig, resolve_tuning
from rajas_sim.running.tuning.tune import TuningResult, tune

if TYPE_CHECKING:
    from distributed import Client

GREEDY = str(Path(__file__).with_name("greedy.py"))
PLAN = '"""Takes fame."""\n\nfrom tests.core.toy_game import plan\n\nfamous = plan(__file__, __doc__)\n'


def values_found(folder: Path, where: Client | None, on_progress: Callable[..., None] | None = None, **keys: Any) -> TuningResult:
    plain = {
        "name": "trial",
        "game": "toy",
        "strategy": "greedy",
        "players": (2, 5),
        "strategies": {"greedy": {"strategy": GREEDY}},
        "blocks": 20,
        "check_blocks": 30,
    }
    search = {} if "lessons" in keys else {"population": 5, "generations": 3}
    tuning = resolve_tuning(TuningConfig(**{**plain, **search, **keys}))
    return tune(tuning, folder, workers=1 if where is None else None, cluster=where, on_progress=on_progress)


@pytest.mark.long
def test_the_values_found_are_those_of_one_machine(client: Client, tmp_path: Path) -> None:
    local, there = values_found(tmp_path / "here", None), values_found(tmp_path / "there", client)
    assert there.tuned == local.tuned
    assert there.n_new_games == local.n_new_games > 0
    assert there.values_file.read_text() == local.values_file.read_text()


@pytest.mark.long
def test_lessons_teach_what_they_teach_on_one_machine(client: Client, tmp_path: Path) -> None:
    (tmp_path / "famous.py").write_text(PLAN)
    keys: dict[str, Any] = {
        "strategy": "famous",
        "strategies": {"famous": {"strategy": str(tmp_path / "famous.py")}},
        "players": (2,),
        "lessons": {"decisions": 1000, "steps": (0.5, 1.0), "times": 2},
    }
    local, there = values_found(tmp_path / "here", None, **keys), values_found(tmp_path / "there", client, **keys)
    assert there.tuned == local.tuned


@pytest.mark.long
def test_a_stopped_tuning_goes_on_there(client: Client, tmp_path: Path) -> None:
    def press(progress: WorkProgress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(StoppedError, match="2 generations are kept in"):
        values_found(tmp_path / "there", client, press)
    assert values_found(tmp_path / "there", client).tuned == values_found(tmp_path / "here", None).tuned


def test_a_strategy_that_fails_is_told_of(client: Client, tmp_path: Path) -> None:
    strategies = {"greedy": {"strategy": GREEDY}, "fails": {"strategy": "fails"}}
    with pytest.raises(RunError, match=r"(?s)'fails' returned 99.*\(seed \d+\).* generations are kept in"):
        values_found(tmp_path, client, opponents=("fails",), strategies=strategies, blocks=200)
