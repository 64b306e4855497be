"""How fast a Dask cluster plays, what a shard costs beyond its games, and how many workers one scheduler feeds.

    python benchmarks/cluster.py speed     two threads against local:2, and local:1 against local:2, one after the other
    python benchmarks/cluster.py shards    what a shard costs beyond its games
    python benchmarks/cluster.py feed      a scheduler and a thousand threads that sleep in place of playing

Compare within one run: machines are noisy. Every part says what it measured.
"""

from __future__ import annotations

import argparse
import logging
import operator
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any

from distributed import Client

from rajas_sim.core.game import find_game
from rajas_sim.running.runner import run
from rajas_sim.running.workers.cluster import Cluster
from rajas_sim.running.workers.connecting import connected
from rajas_sim.running.workers.workers import CALLS_AHEAD
from rajas_sim.study import design
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment, resolve

GAMES, ROUNDS = 40_000, 3
TINY_SHARDS = 400
WORKERS, WORKER_PROCESSES = 1000, 10
SHARD_SECONDS = (2.0, 4.0, 8.0)


def silent(sentence: str) -> None:
    pass


def experiment(strategy: str, games: int) -> Experiment:
    config = Config(name="speed", question="How fast?", game="ganges", players=(2,), line_up=(strategy,), blocks=games)
    return resolve(config)


def seconds(played: Experiment, **where: Any) -> float:
    """Play an experiment into a folder that is thrown away, and return how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        run(played, Path(folder), **where)
        return time.perf_counter() - begun


def speed() -> None:
    played, few = experiment("balanced", GAMES), experiment("balanced", 4000)
    with connected("local:1", silent) as one, connected("local:2", silent) as two:
        ways: dict[str, Callable[[], float]] = {
            "two threads": lambda: seconds(played, workers=2),
            "local:1": lambda: seconds(played, cluster=one),
            "local:2": lambda: seconds(played, cluster=two),
        }
        for where in ({"workers": 2}, {"cluster": one}, {"cluster": two}):
            seconds(few, **where)  # loads what is compiled
        took: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                took[name].append(way())
                print(f"{name:12} {GAMES / took[name][-1]:8,.0f} games/s", flush=True)
    against_threads = statistics.median(a / b for a, b in zip(took["two threads"], took["local:2"], strict=True))
    scaling = statistics.median(a / b for a, b in zip(took["local:1"], took["local:2"], strict=True))
    print(f"local:2 plays {against_threads:.0%} of the games/s of two threads, and {scaling:.2f} times those of local:1")
    print(f"({GAMES:,} games of balanced, medians of {ROUNDS} rounds; connecting and loading not counted)")


def shards() -> None:
    design.GAMES_PER_SHARD = 1
    tiny = experiment("balanced", TINY_SHARDS)
    with connected("local:1", silent) as client:
        seconds(tiny, cluster=client)
        local, there = seconds(tiny, workers=1), seconds(tiny, cluster=client)
    each, more = 1000 * local / TINY_SHARDS, 1000 * (there - local) / TINY_SHARDS
    print(f"a shard of one game takes a thread {each:.1f} ms, and local:1 takes {more:.1f} ms more ({TINY_SHARDS} shards)")


def feed() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "dask"]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        begun = [subprocess.Popen([*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)], **quiet)]
        try:
            threads = str(WORKERS // WORKER_PROCESSES)
            worker = [*dask, "worker", "--scheduler-file", str(file), "--no-nanny", "--no-dashboard", "--nthreads", threads]
            begun += [
                subprocess.Popen([*worker, "--name", str(i), "--memory-limit", "0", "--local-directory", folder], **quiet)
                for i in range(WORKER_PROCESSES)
            ]
            while not file.exists():
                time.sleep(0.1)
            with connected(str(file), silent) as client:
                client.wait_for_workers(WORKER_PROCESSES, timeout=120)
                print(
                    f"a scheduler, {WORKER_PROCESSES} workers of {threads} threads each and {os.cpu_count()} cores for all of it"
                )
                for length in SHARD_SECONDS:
                    print(_fed(client, length), flush=True)
        finally:
            for process in begun:
                process.terminate()
            for process in begun:
                process.wait()


def _fed(client: Client, length: float) -> str:
    """Keep all threads sleeping for some time, and return how many shards a second that were, of how many there could be."""
    workers = Cluster(client, find_game("ganges"), time.sleep, silent)
    running: set[Future[Any]] = set()
    counted, first = 0, time.perf_counter() + 3 * length + 2
    until = first + max(10.0, 3 * length)
    while (now := time.perf_counter()) < until:
        while len(running) < CALLS_AHEAD * workers.n_workers:
            running.add(workers.submit(operator.call, length))
        done = wait(running, 0.1, FIRST_COMPLETED).done
        running -= done
        counted += len(done) if now > first else 0
    workers.close()
    rate = counted / (until - first)
    return f"shards of {length:g} s: {rate:7.1f} shards/s, which keeps {rate * length:7.0f} of {workers.n_workers:,} workers busy"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("speed", "shards", "feed"))
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    {"speed": speed, "shards": shards, "feed": feed}[parser.parse_args().part]()
