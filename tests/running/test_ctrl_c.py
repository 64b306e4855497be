from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest

from tests.long_cases import short_and_long

SCRIPT = Path(__file__).with_name("ctrl_c.py")
Process = subprocess.Popen[str]
Begin = Callable[[str], tuple[Process, list[int]]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Return a function that begins a run between copies of a strategy and waits until it plays; return it and its workers."""
    begun: list[Process] = []

    def start(strategy: str) -> tuple[Process, list[int]]:
        process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(tmp_path), strategy],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            cwd=SCRIPT.parents[1] / "toy_studies",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        begun.append(process)
        assert process.stdout is not None
        playing, *workers = process.stdout.readline().split()
        assert playing == "playing"
        return process, [int(worker) for worker in workers]

    yield start
    for process in begun:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def is_alive(process: int) -> bool:
    """Return whether a process is at work; one that is dead and only not yet taken note of is not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


EVERY_STOP = list(itertools.product(["even", "python"], [True, False], [signal.SIGINT, signal.SIGTERM]))
#: Of two signals to a whole group or to one process, one is enough for every change.
FEW_STOPS = [EVERY_STOP[5]]


@pytest.mark.parametrize(
    ("strategy", "is_whole_group", "number"),
    [pytest.param(*stop, marks=() if stop in FEW_STOPS else pytest.mark.long) for stop in EVERY_STOP],
)
def test_a_run_that_is_stopped_says_truly_what_is_kept_and_how_to_continue(
    begin: Begin, tmp_path: Path, strategy: str, number: signal.Signals, is_whole_group: bool
) -> None:
    process, workers = begin(strategy)
    time.sleep(0.5)
    pressed = time.monotonic()
    # A terminal sends the signal to every process of the group.
    (os.killpg if is_whole_group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    # The promise is one second; a busy machine may need longer to end processes.
    assert time.monotonic() - pressed < 3
    assert err == ""
    said = [line for line in out.splitlines() if not line.startswith("playing")]
    by = "Ctrl-C" if number is signal.SIGINT else "SIGTERM"
    (folder,) = tmp_path.iterdir()
    kept = pl.scan_parquet(folder / "tables" / "games" / "*.parquet").select(pl.len()).collect().item()
    assert kept > 0
    assert said == [
        f"stopped by {by}",
        f"{kept:,} of 20,000,000 games are kept in {folder}; the same command continues:",
        "  rajas run long",
    ]
    assert not list(tmp_path.rglob("*.part"))
    assert not any(map(is_alive, workers))


def test_the_workers_of_a_run_that_is_killed_end_as_well(begin: Begin) -> None:
    process, workers = begin("python")
    assert len(workers) == 2
    assert all(map(is_alive, workers))
    os.kill(process.pid, signal.SIGKILL)
    patience = time.monotonic() + 30
    while any(map(is_alive, workers)) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))


@pytest.mark.long
def test_a_worker_that_is_killed_is_told_of_and_the_rest_is_kept(begin: Begin, tmp_path: Path) -> None:
    process, workers = begin("python")
    time.sleep(1)
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    said = re.search(
        r"StrategyError: a worker process was ended while it played game .* line-up python, blocks (\d+) to (\d+);", err
    )
    assert said is not None, err
    kept = pl.scan_parquet(tmp_path / "*" / "tables" / "games" / "*.parquet").select("block").collect()["block"]
    assert int(said[1]) not in kept
    assert int(said[2]) not in kept
    assert re.search(r"\n[\d,]+ of 20,000,000 games are kept in .*\. The same command continues as .*:\n  rajas run long\n", err)
    assert not any(map(is_alive, workers))


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
@pytest.mark.parametrize("seconds", short_and_long(1, [1.2, 0.3, 0.8, 1.8, 2.5]))
def test_the_command_is_stopped_at_any_moment_without_a_traceback(tmp_path: Path, number: signal.Signals, seconds: float) -> None:
    """While it loads, compiles, plays Python strategies, or writes."""
    config = 'name = "n"\nquestion = "?"\ngame = "ganges"\nplayers = [2]\nline_up = ["python_example"]\nblocks = 100_000\n'
    (tmp_path / "n.toml").write_text(config)
    listens = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{listens}; from rajas_sim.cli import main; open('begun', 'x').close(); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "run", "n.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SCRIPT.parents[2])},
    )
    while not (tmp_path / "begun").exists():  # on a busy machine Python itself may take long to start
        time.sleep(0.05)
    time.sleep(seconds)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    by = "Ctrl-C" if number is signal.SIGINT else "SIGTERM"
    assert (process.returncode, out) == (130, ""), err
    assert f"error: stopped by {by}\n" in err
    assert "Traceback" not in err
    if list(tmp_path.glob("reports/*/manifest.json")):
        assert re.search(r"\n[\d,]+ of 100,000 games are kept in reports/n-.*; the same command continues:\n  ", err)


FORGOTTEN = """
import os, signal, time
from rajas_sim.running.signals import handle_stop_signals

class Cycle:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        for _ in range(1000): pass

handle_stop_signals()
cycle = Cycle()
try:
    del cycle      # what is raised in __del__ is forgotten
    print("goes on", flush=True)
    time.sleep(10)
except KeyboardInterrupt as interrupt:
    print("heard", *interrupt.args)
"""


@pytest.mark.parametrize(("name", "said"), [("SIGINT", "heard"), ("SIGTERM", "heard SIGTERM")])
def test_a_signal_whose_exception_python_forgot_is_heard_all_the_same(name: str, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", FORGOTTEN.format(name=name)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"goes on\n{said}\n", "")


SWALLOWED = """
import signal
from contextlib import suppress
from rajas_sim.running.signals import handle_stop_signals, raise_if_missed

handle_stop_signals()
raise_if_missed()
with suppress(BaseException):
    signal.raise_signal(signal.{name})
try:
    raise_if_missed()
except KeyboardInterrupt as interrupt:
    print("heard", *interrupt.args)
raise_if_missed()
"""


@pytest.mark.parametrize(("name", "said"), [("SIGINT", "heard"), ("SIGTERM", "heard SIGTERM")])
def test_a_signal_whose_exception_was_swallowed_in_silence_is_heard_between_two_jobs(name: str, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWED.format(name=name)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{said}\n", "")


HALF_MADE = """
import signal
from rajas_sim.running.signals import handle_stop_signals

class Half:
    def __init__(self):
        signal.raise_signal(signal.SIGINT)
        self.pointer = 1
    def __del__(self):
        self.pointer

handle_stop_signals()
try:
    Half()
except KeyboardInterrupt:
    print("heard")
"""


def test_an_object_that_a_signal_left_half_made_prints_nothing_when_it_is_deleted() -> None:
    done = subprocess.run([sys.executable, "-c", HALF_MADE], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("heard\n", "")


LOADING = """
import signal, sys, time
from rajas_sim.running.signals import handle_stop_signals

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "{inside}":
            sys.meta_path.remove(self)
            signal.raise_signal(signal.{name})

handle_stop_signals()
sys.meta_path.insert(0, Interrupt())
try:
    import {library}
    time.sleep(10)
except KeyboardInterrupt as interrupt:
    print("loaded" if "{library}".partition(".")[0] in globals() else "not loaded")
    print("heard", *interrupt.args)
"""


@pytest.mark.parametrize(("library", "inside"), [("polars", "polars._utils"), ("scipy.fft", "scipy.fft._pocketfft.helper")])
@pytest.mark.parametrize(("name", "said"), [("SIGINT", "heard"), ("SIGTERM", "heard SIGTERM")])
def test_a_signal_while_a_library_loads_waits_until_it_has(library: str, inside: str, name: str, said: str) -> None:
    code = LOADING.format(library=library, inside=inside, name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"loaded\n{said}\n", "")


ENDLESS = """
import pathlib, sys
from rajas_sim.running import signals

signals.handle_stop_signals()
signals._MOST_DEFERRALS = 3
pathlib.Path("endless.py").write_text("import os, signal, time\\nos.kill(os.getpid(), signal.SIGINT)\\ntime.sleep(60)")
sys.path.insert(0, ".")
try:
    import endless
except KeyboardInterrupt:
    print("heard")
"""


def test_a_module_that_never_ends_to_load_is_stopped_all_the_same(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", ENDLESS], capture_output=True, text=True, check=True, cwd=tmp_path, env=environment, timeout=30
    )
    assert (done.stdout, done.stderr) == ("heard\n", "")
