"""Clusters of which something is lost: workers, the scheduler, or the patience of who started the run."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rajas_sim.core.errors import StrategyError
from rajas_sim.running.workers.connecting import connected
from tests.toy_studies.experiment_helpers import MakeConfig, play, tables

if TYPE_CHECKING:
    from distributed import Client

SCRIPT = Path(__file__).with_name("on_a_cluster.py")
N_RUNS = 20
Process = subprocess.Popen[str]

pytestmark = pytest.mark.long


@pytest.fixture
def begin() -> Iterator[Callable[..., Process]]:
    """Return a function that begins a process of this Python."""
    begun: list[Process] = []

    def start(*arguments: object) -> Process:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            cwd=SCRIPT.parents[2] / "toy_studies",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        begun.append(process)
        return process

    yield start
    for process in begun:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def scheduler(begin: Callable[..., Process], tmp_path: Path) -> Callable[[], tuple[Process, Path]]:
    """Return a function that starts a scheduler and two workers by Dask's own commands; return it and its scheduler file."""

    def start() -> tuple[Process, Path]:
        file = tmp_path / f"{time.monotonic_ns()}.json"
        process = begin("-m", "dask", "scheduler", "--port", 0, "--dashboard-address", ":0", "--scheduler-file", file)
        for _ in range(2):
            begin("-m", "dask", "worker", "--scheduler-file", file, "--nthreads", 1, "--local-directory", tmp_path)
        patience = time.monotonic() + 30
        while not file.exists() and time.monotonic() < patience:
            time.sleep(0.05)
        return process, file

    return start


def wait_for_play(process: Process) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"


def kill_two(client: Client, luck: random.Random, is_over: threading.Event) -> None:
    """Kill two of three worker processes of a cluster of our own, which starts others in their place."""
    for nanny in luck.sample(list(client.cluster.workers.values()), 2):
        if not is_over.wait(luck.uniform(0.0, 0.8)) and nanny.pid is not None:
            os.kill(nanny.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def mortals() -> Iterator[Client]:
    with connected("local:3", lambda sentence: None) as client:
        yield client


@pytest.mark.parametrize("seed", range(N_RUNS))
def test_workers_may_die_at_any_moment(mortals: Client, make_config: MakeConfig, tmp_path: Path, seed: int) -> None:
    config = make_config(line_up=["python"], players=[2], blocks=2000)
    whole = play(config, tmp_path / "here", workers=2)
    mortals.cluster.scale(3)  # one that is killed while it starts is not started again
    mortals.wait_for_workers(3, timeout=60)
    is_over = threading.Event()
    killer = threading.Thread(target=kill_two, args=(mortals, random.Random(seed), is_over))
    killer.start()
    try:
        result = play(config, tmp_path / "there", cluster=mortals)
    finally:
        is_over.set()
        killer.join()
    assert tables(result.folder) == tables(whole.folder)


def test_a_strategy_that_ends_its_process_is_told_of(mortals: Client, make_config: MakeConfig, tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text(
        "import os\n\nfrom rajas_sim import strategy\n\n\n"
        "@strategy(game='toy', compiled=False)\ndef deadly(state, parameters):\n    os._exit(1)\n"
    )
    config = make_config(line_up=["deadly"], strategies={"deadly": {"strategy": str(tmp_path / "deadly.py")}}, players=[2])
    said = (
        r"game \d+ and those after it \(2 players, line-up deadly, blocks \d+ to \d+; first seed \d+\): 4 worker processes "
        r"in a row were ended, either by one of these strategies in plain Python \(deadly\) or by the system"
    )
    with pytest.raises(StrategyError, match=said):
        play(config, tmp_path / "out", cluster=mortals)


def test_a_scheduler_that_is_lost_ends_the_run_with_a_message_and_the_command_goes_on(
    begin: Callable[..., Process], scheduler: Callable[[], tuple[Process, Path]], make_config: MakeConfig, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process, file = scheduler()
    run = begin(SCRIPT, out, file, "even", 60_000)
    wait_for_play(run)
    time.sleep(1)
    process.kill()
    killed = time.monotonic()
    said, err = run.communicate(timeout=60)
    assert time.monotonic() - killed < 15
    assert (run.returncode, err) == (1, "")
    assert re.search(r"tcp://\S+: the scheduler of the cluster is gone\n[\d,]+ of 60,000 games are kept in .*; the same", said)
    (folder,) = out.iterdir()
    kept = len(list((folder / "shards").iterdir()))
    assert 0 < kept < 1200
    again = begin(SCRIPT, out, scheduler()[1], "even", 60_000)
    said, err = again.communicate(timeout=120)
    assert (again.returncode, err) == (0, "")
    config = make_config(name="n", question="?", line_up=["even"], players=[2], blocks=60_000)
    assert tables(folder) == tables(play(config, tmp_path / "here", workers=2).folder)


@pytest.mark.parametrize("is_whole_group", [True, False])
@pytest.mark.parametrize("where", ["local:2", "commands"])
@pytest.mark.parametrize("strategy", ["even", "python"])
def test_ctrl_c_ends_a_run_within_two_seconds(  # noqa: PLR0913 - fixtures and parameters
    begin: Callable[..., Process],
    scheduler: Callable[[], tuple[Process, Path]],
    tmp_path: Path,
    strategy: str,
    where: str,
    is_whole_group: bool,
) -> None:
    address = where if where == "local:2" else scheduler()[1]
    process = begin(SCRIPT, tmp_path / "out", address, strategy, 20_000_000)
    wait_for_play(process)
    time.sleep(0.5)
    pressed = time.monotonic()
    (os.killpg if is_whole_group else os.kill)(process.pid, signal.SIGINT)
    said, err = process.communicate(timeout=20)
    # The promise is two seconds; a busy machine may need longer to end processes.
    assert time.monotonic() - pressed < 4
    assert (process.returncode, err) == (130, "")
    assert re.search(r"stopped by Ctrl-C\n[\d,]+ of 20,000,000 games are kept in .*; the same command continues:\n", said)
