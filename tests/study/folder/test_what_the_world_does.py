"""Runs that are killed, run out of disk or meet another run: the same command goes on to the bytes of an undisturbed run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.folder.store import RunFolder
from tests.toy_studies.experiment_helpers import HEAD, run_hash

SCRIPT = Path(__file__).with_name("killed_runs.py")
TOY_STUDIES = SCRIPT.parents[2] / "toy_studies"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def outcomes(tmp_path: Path, strategy: str, n_moments: int, seed: int) -> list[str]:
    """Kill runs at random moments, and return how each of them ended."""
    command = [sys.executable, str(SCRIPT), str(tmp_path), strategy, str(n_moments), str(seed)]
    answer = subprocess.run(command, cwd=TOY_STUDIES, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    *ended, done = answer.stdout.splitlines()
    assert (len(ended), done) == (n_moments, "done")
    return ended


def test_a_killed_run_goes_on_to_the_very_bytes_of_an_undisturbed_one(tmp_path: Path) -> None:
    ended = outcomes(tmp_path, "even", 6, 1)
    assert any(end.startswith("ended with -9") for end in ended)


@pytest.mark.long
def test_a_run_killed_at_any_of_100_moments_goes_on_to_the_very_bytes_of_an_undisturbed_one(tmp_path: Path) -> None:
    ended = outcomes(tmp_path, "even", 100, 2)
    assert sum(end.startswith("ended with -9") for end in ended) > 80
    assert len(set(ended)) > 8, "the moments are all alike"


@pytest.mark.long
def test_a_run_of_a_python_strategy_killed_at_any_moment_goes_on_to_the_very_bytes(tmp_path: Path) -> None:
    assert sum(end.startswith("ended with -9") for end in outcomes(tmp_path, "python", 8, 3)) > 4


LIMITED = """
import resource, sys
from pathlib import Path
from rajas_sim.core.games import GAMES
GAMES["toy"] = "tests.core.toy_game"
from rajas_sim.study import design
from rajas_sim.running.runner import run
from rajas_sim.study.config.load import load_experiment
from rajas_sim.core.errors import RunError
design.GAMES_PER_SHARD = 50
experiment = load_experiment(Path(sys.argv[1]))
for n_bytes in map(int, sys.argv[3:]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, resource.RLIM_INFINITY))
    try:
        print(n_bytes, sum(run(experiment, Path(sys.argv[2]), workers=2).games.values()))
    except RunError as error:
        print(n_bytes, str(error).splitlines()[0].partition(": ")[2])
"""


@pytest.mark.long
def test_a_run_on_a_full_disk_says_so_and_goes_on_when_there_is_space(tmp_path: Path) -> None:
    (tmp_path / "trial.toml").write_text(HEAD + "blocks = 300\n")

    def played(out: str, *limits: int) -> list[str]:
        command = [sys.executable, "-c", LIMITED, str(tmp_path / "trial.toml"), str(tmp_path / out), *map(str, limits)]
        answer = subprocess.run(command, cwd=TOY_STUDIES, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        assert (answer.returncode, answer.stderr) == (0, "")
        return answer.stdout.splitlines()

    full = [0, 1, 500, 1000, 2000, 3000, 4000, 6000, 10_000]
    assert played("whole", 1_000_000) == ["1000000 600"]
    *refused, done = played("full", *full, 1_000_000)
    assert {line.partition(" ")[2] for line in refused} <= {"cannot be written: File too large", "600"}
    assert refused[0] == "0 cannot be written: File too large"
    assert done == "1000000 600"
    files = [
        {p.relative_to(tmp_path / out): p.read_bytes() for p in (tmp_path / out).rglob("*") if p.suffix in (".parquet", ".toml")}
        for out in ("whole", "full")
    ]
    assert files[0] == files[1]
    assert not list(tmp_path.rglob("*.part"))


def test_a_run_into_which_another_one_is_writing_is_refused(tmp_path: Path) -> None:
    question = tmp_path / "trial.toml"
    question.write_text(HEAD + "blocks = 5\n")
    command = [sys.executable, "-c", LIMITED, str(question), str(tmp_path / "out"), "1000000", "1000000"]
    folder = tmp_path / "out" / f"trial-{run_hash(load_experiment(question).config)[:8]}"

    def said() -> set[str]:
        return set(subprocess.check_output(command, cwd=TOY_STUDIES, env=ENVIRONMENT, text=True).splitlines())

    assert not RunFolder(folder).is_locked
    with RunFolder(folder).locked():
        assert RunFolder(folder).is_locked
        waiting = "another run is writing into it now; wait until it is done, or give another folder with --out"
        assert said() == {f"1000000 {waiting}"}
        assert [path.name for path in folder.iterdir()] == [".lock"]
    assert not RunFolder(folder).is_locked
    assert said() == {"1000000 10"}


def test_looking_for_a_lock_leaves_nothing_behind(tmp_path: Path) -> None:
    assert not RunFolder(tmp_path).is_locked
    assert not list(tmp_path.iterdir())
    (tmp_path / ".lock").symlink_to(tmp_path / "elsewhere")
    assert not RunFolder(tmp_path).is_locked
    assert not (tmp_path / "elsewhere").exists()
