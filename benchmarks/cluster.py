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

# `speed` plays so many games each way, in so many rounds.
GAMES, ROUNDS = 40_000, 3
# `shards` plays so many shards of one game.
TINY_SHARDS = 400
# `feed` has so many threads, in so many processes, and shards of so many seconds.
WORKERS, WORKER_PROCESSES = 1000, 10
SHARD_SECONDS = (2.0, 4.0, 8.0)


def say_nothing(sentence: str) -> None:
    pass


def make_experiment(strategy: str, n_games: int) -> Experiment:
    config = Config(name="speed", question="How fast?", game="ganges", players=(2,), line_up=(strategy,), blocks=n_games)
    return resolve(config)


def playing_seconds(experiment: Experiment, **run_options: Any) -> float:
    """Play an experiment into a folder that is thrown away, and return how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        run(experiment, Path(folder), **run_options)
        return time.perf_counter() - start


def measure_speed() -> None:
    """Print the games/s of two threads and of one and two worker processes, and their ratios."""
    experiment, short_experiment = make_experiment("balanced", GAMES), make_experiment("balanced", 4000)
    with connected("local:1", say_nothing) as one_worker, connected("local:2", say_nothing) as two_workers:
        timings: dict[str, Callable[[], float]] = {
            "two threads": lambda: playing_seconds(experiment, workers=2),
            "local:1": lambda: playing_seconds(experiment, cluster=one_worker),
            "local:2": lambda: playing_seconds(experiment, cluster=two_workers),
        }
        for run_options in ({"workers": 2}, {"cluster": one_worker}, {"cluster": two_workers}):
            playing_seconds(short_experiment, **run_options)  # loads what is compiled
        seconds_by_way: dict[str, list[float]] = {name: [] for name in timings}
        for _ in range(ROUNDS):
            for name, time_way in timings.items():
                seconds_by_way[name].append(time_way())
                print(f"{name:12} {GAMES / seconds_by_way[name][-1]:8,.0f} games/s", flush=True)

    def speed_of_two_workers(other_way: str) -> float:
        """Return how many times as fast ``local:2`` is as another way, the median of the rounds."""
        rounds = zip(seconds_by_way[other_way], seconds_by_way["local:2"], strict=True)
        return statistics.median(seconds / seconds_of_two for seconds, seconds_of_two in rounds)

    against_threads, scaling = speed_of_two_workers("two threads"), speed_of_two_workers("local:1")
    print(f"local:2 plays {against_threads:.0%} of the games/s of two threads, and {scaling:.2f} times those of local:1")
    print(f"({GAMES:,} games of balanced, medians of {ROUNDS} rounds; connecting and loading not counted)")


def measure_shards() -> None:
    """Print how long a shard of one game takes a thread, and how much longer a worker process."""
    design.GAMES_PER_SHARD = 1
    experiment = make_experiment("balanced", TINY_SHARDS)
    with connected("local:1", say_nothing) as client:
        playing_seconds(experiment, cluster=client)
        thread_seconds, cluster_seconds = playing_seconds(experiment, workers=1), playing_seconds(experiment, cluster=client)
    thread_ms, extra_ms = 1000 * thread_seconds / TINY_SHARDS, 1000 * (cluster_seconds - thread_seconds) / TINY_SHARDS
    print(
        f"a shard of one game takes a thread {thread_ms:.1f} ms, and local:1 takes {extra_ms:.1f} ms more ({TINY_SHARDS} shards)"
    )


def measure_feed() -> None:
    """Print how many shards a second a scheduler feeds to many threads that sleep."""
    with tempfile.TemporaryDirectory() as folder:
        scheduler_file = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "dask"]
        no_output: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes = [
            subprocess.Popen(
                [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(scheduler_file)], **no_output
            )
        ]
        try:
            threads = str(WORKERS // WORKER_PROCESSES)
            worker = [
                *dask,
                "worker",
                "--scheduler-file",
                str(scheduler_file),
                "--no-nanny",
                "--no-dashboard",
                "--nthreads",
                threads,
            ]
            processes += [
                subprocess.Popen([*worker, "--name", str(i), "--memory-limit", "0", "--local-directory", folder], **no_output)
                for i in range(WORKER_PROCESSES)
            ]
            while not scheduler_file.exists():
                time.sleep(0.1)
            with connected(str(scheduler_file), say_nothing) as client:
                client.wait_for_workers(WORKER_PROCESSES, timeout=120)
                print(
                    f"a scheduler, {WORKER_PROCESSES} workers of {threads} threads each and {os.cpu_count()} cores for all of it"
                )
                for shard_seconds in SHARD_SECONDS:
                    print(_feed_rate_text(client, shard_seconds), flush=True)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()


def _feed_rate_text(client: Client, shard_seconds: float) -> str:
    """Have all threads sleep shard after shard for some time, and return how many shards a second that were, as text.

    Counting begins when the first shards are long over.
    """
    workers = Cluster(client, find_game("ganges"), time.sleep, say_nothing)
    running: set[Future[Any]] = set()
    n_done, count_from = 0, time.perf_counter() + 3 * shard_seconds + 2
    count_until = count_from + max(10.0, 3 * shard_seconds)
    while (now := time.perf_counter()) < count_until:
        while len(running) < CALLS_AHEAD * workers.n_workers:
            running.add(workers.submit(operator.call, shard_seconds))
        done_futures = wait(running, 0.1, FIRST_COMPLETED).done
        running -= done_futures
        n_done += len(done_futures) if now > count_from else 0
    workers.close()
    rate = n_done / (count_until - count_from)
    n_busy = rate * shard_seconds
    return f"shards of {shard_seconds:g} s: {rate:7.1f} shards/s, which keeps {n_busy:7.0f} of {workers.n_workers:,} workers busy"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("speed", "shards", "feed"))
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    {"speed": measure_speed, "shards": measure_shards, "feed": measure_feed}[parser.parse_args().part]()
