"""Runs on a Dask cluster, of two processes that all these tests share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rajas_sim.core.errors import InputError, RunError, StoppedError, StrategyError
from rajas_sim.running.foreman import Progress
from rajas_sim.running.looking import Looking
from rajas_sim.running.planning import jobs_of
from rajas_sim.running.workers import cluster, parcel
from rajas_sim.running.workers.cluster import Cluster, FolderReach
from rajas_sim.running.workers.connecting import connected
from rajas_sim.running.workers.workers import CALLS_AHEAD
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.shards import Inventory
from tests.core import toy_game
from tests.toy_studies.experiment_helpers import MakeConfig, play, read, tables

if TYPE_CHECKING:
    from distributed import Client

# A strategy that raises an error in the process that was the first to play.
FAILS_IN_ONE_PROCESS = """\
import os
from pathlib import Path

from rajas_sim import strategy

FIRST = Path(__file__).with_name("first")


@strategy(game="toy", compiled=False)
def moody(state, parameters):
    try:
        with FIRST.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        pass
    if FIRST.read_text() == str(os.getpid()):
        raise OSError("this machine has a bad day")
    return state.options[-1]
"""


@pytest.mark.parametrize("line_up", [["even", "third"], ["python"]])
def test_the_tables_have_the_bytes_of_a_run_with_threads(
    client: Client, make_config: MakeConfig, tmp_path: Path, line_up: list[str]
) -> None:
    config = make_config(line_up=line_up, players=[2], blocks=200)
    local = play(config, tmp_path / "here", workers=2)
    there = play(config, tmp_path / "there", cluster=client)
    assert len(tables(local.folder)) > 10
    assert tables(there.folder) == tables(local.folder)
    assert there.n_new_games == local.n_new_games
    assert there.timings.workers == 2


def test_workers_that_do_not_reach_the_folder_send_the_same_bytes(
    client: Client, make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def out_of_reach(folder: Path) -> Iterator[FolderReach]:
        yield FolderReach("/nowhere", "token")

    config = make_config(line_up=["even", "third"], players=[2], blocks=75)
    local = play(config, tmp_path / "here")
    monkeypatch.setattr(cluster, "token_in_folder", out_of_reach)
    play(config, tmp_path / "there", blocks=40, cluster=client)
    # The last shard is on disk in part, and is added to.
    there = play(config, tmp_path / "there", mode="extend", cluster=client)
    assert tables(there.folder) == tables(local.folder)


def test_a_run_may_begin_here_and_go_on_there(client: Client, make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=220)
    play(config, tmp_path / "begun", blocks=70)
    goes_on = play(config, tmp_path / "begun", mode="extend", cluster=client)
    assert tables(goes_on.folder) == tables(play(config, tmp_path / "at_once").folder)


# --- what differs


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("_versions_to_match", r"worker tcp://\S+ cannot take part: rajas is \S+, not 0\.0\.7"),
        ("engine_digest", r"worker tcp://\S+ cannot take part: the sources of the game 'toy' differ"),
    ],
)
def test_workers_of_another_version_are_refused_before_the_first_game(  # noqa: PLR0913 - fixtures and parameters
    client: Client, make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, said: str
) -> None:
    other: Any = {"_versions_to_match": lambda: {"rajas": "0.0.7"}, "engine_digest": lambda game: "other"}[what]
    monkeypatch.setattr(parcel, what, other)
    with pytest.raises(RunError, match=said) as caught:
        play(make_config(blocks=10), tmp_path, cluster=client)
    assert "0 of 20 games are kept" in str(caught.value)


def test_an_error_of_a_worker_that_takes_the_parcel_is_a_sentence(
    client: Client, make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcel, "_versions_to_match", lambda: {"a library it does not know": "1"})
    with pytest.raises(RunError, match=r"tcp://\S+: a worker cannot take part: KeyError: 'a library it does not know'"):
        play(make_config(blocks=10), tmp_path, cluster=client)


# A Python in which this package is not installed.
WITHOUT_THE_PACKAGE = """\
import sys


class Missing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "rajas_sim":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Missing)
"""


def test_workers_without_the_package_are_refused_in_a_sentence(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client, LocalCluster

    (tmp_path / "sitecustomize.py").write_text(WITHOUT_THE_PACKAGE)
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with LocalCluster(**options) as processes, Client(processes, set_as_default=False) as bare_client:
        with pytest.raises(RunError) as caught:
            play(make_config(blocks=10), tmp_path, cluster=bare_client)
        plugins_left = bare_client.run_on_scheduler(lambda dask_scheduler: [*dask_scheduler.worker_plugins])
    said, kept, *_ = str(caught.value).splitlines()
    assert said.startswith("worker tcp://")
    assert said.endswith(
        " cannot take part (No module named 'rajas_sim'); install the same version there: pip install 'rajas[cluster]'"
    )
    assert kept.startswith("0 of 20 games are kept in ")
    assert not [name for name in plugins_left if name.startswith("rajas-")], "workers that come later would not start"


# --- what fails


@pytest.mark.parametrize("line_up", ["fails", "fails_in_python"])
def test_a_strategy_that_fails_everywhere_is_told_of_with_its_game_and_seed(
    client: Client, make_config: MakeConfig, tmp_path: Path, line_up: str
) -> None:
    with pytest.raises(StrategyError, match=r"returned 99.*\(seed \d+\).*; game \d+ of the run") as caught:
        play(make_config(line_up=[line_up], blocks=3000, players=[2]), tmp_path, cluster=client)
    (folder,) = tmp_path.iterdir()
    kept = len(read(folder, "games", 2))
    assert kept > 0
    assert f"{kept:,} of 3,000 games are kept in {folder}. The same command continues" in str(caught.value)
    patience = time.monotonic() + 10  # shards that were under way end a moment later
    while list(folder.rglob("*.part")) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not list(folder.rglob("*.part"))


def test_what_fails_at_one_worker_is_tried_at_another(client: Client, make_config: MakeConfig, tmp_path: Path) -> None:
    file = tmp_path / "moody.py"
    file.write_text(FAILS_IN_ONE_PROCESS)
    config = make_config(line_up=["moody"], strategies={"moody": {"strategy": str(file)}}, players=[2], blocks=100)
    assert play(config, tmp_path / "out", cluster=client).n_new_games == 100
    assert (tmp_path / "first").exists()


# --- how much is under way


def test_few_shards_are_under_way_at_a_time(
    client: Client, make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = []
    submit = Cluster.submit

    def counting(workers: Cluster, *arguments: Any, **keys: Any) -> object:
        future = submit(workers, *arguments, **keys)
        under_way.append(len(workers._calls))
        return future

    monkeypatch.setattr(Cluster, "submit", counting)
    play(make_config(players=[2], blocks=1000), tmp_path, cluster=client)
    assert len(under_way) == 20
    assert max(under_way) <= 2 * CALLS_AHEAD


def test_a_million_shards_are_listed_one_by_one(make_config: MakeConfig, tmp_path: Path) -> None:
    experiment = resolve(make_config(blocks=50_000_000))
    jobs = jobs_of(experiment, Inventory((), ()), Looking(experiment, tmp_path, ()))
    assert [next(jobs).players for _ in range(4)] == [2, 5, 2, 5]


# --- stopping


def test_ctrl_c_keeps_what_is_finished_and_the_run_goes_on(client: Client, make_config: MakeConfig, tmp_path: Path) -> None:
    def press(progress: Progress) -> None:
        if progress.games >= 200:
            raise KeyboardInterrupt

    config = make_config(line_up=["even"], blocks=500)
    with pytest.raises(StoppedError, match=r"of 1,000 games are kept in") as caught:
        play(config, tmp_path / "a", cluster=client, on_progress=press)
    assert not caught.value.is_still_busy
    result = play(config, tmp_path / "a", cluster=client)
    assert f"{1000 - result.n_new_games:,} of 1,000 games" in str(caught.value)
    assert tables(result.folder) == tables(play(config, tmp_path / "b").folder)


def test_a_call_after_a_stop_is_cancelled_at_once(client: Client) -> None:
    with Cluster(client, toy_game.GAME, 1, print) as cluster:
        cluster.stop()
        assert isinstance(cluster.submit(max, 2).exception(timeout=10), CancelledError)


# --- addresses


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("local:0", "--cluster local:0: a cluster is tcp://HOST:PORT of a scheduler, the path of its scheduler file, or local:N"),
        ("local:many", "--cluster local:many: a cluster is tcp://HOST:PORT of"),
        ("no/such.json", "--cluster no/such.json: there is no such file; a cluster is tcp://HOST:PORT of a scheduler"),
    ],
)
def test_an_address_of_another_form_is_refused_in_a_sentence(address: str, said: str) -> None:
    with pytest.raises(InputError) as caught, connected(address, print):
        pass
    (problem,) = caught.value.problems
    assert problem.startswith(said)


def test_a_scheduler_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.running.workers.connecting.SECONDS_TO_CONNECT", 0.5)
    with (
        pytest.raises(RunError, match=r"--cluster tcp://127.0.0.1:1: no scheduler answers there"),
        connected("tcp://127.0.0.1:1", print),
    ):
        pass
