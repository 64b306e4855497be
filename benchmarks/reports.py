r"""How much memory and time the results of a run take, by the number of its games.

    python benchmarks/reports.py [EXPERIMENT] [--set KEY=VALUE ...] [--games N ...] [--out DIR]

Plays so many games where DIR does not hold them yet. Then `rajas run` once more, which has nothing to play and prints its
results, and `rajas report`, each in a process of its own. Memory is the peak of that process, processor time the sum over its
cores; the start of Python is included. Games with few columns, which are played fast:

    python benchmarks/reports.py charmers_start_player --set 'players=[2]' --set 'line_up=["random"]' --set 'arms=[]' \
        --set 'tables=["games", "seats"]' --games 100000 1000000 10000000 --out reports/few_columns
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file

COMMAND = """
import time
from rajas_sim.cli import main
from rajas_sim.running.workers.shard import peak_memory_mib

try:
    main()
finally:
    print(peak_memory_mib(), time.process_time())
"""


@dataclass(frozen=True)
class Measurement:
    """What a command printed, and what it took: peak memory in MiB, seconds and processor seconds."""

    lines: list[str]
    memory: float
    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{self.memory:,.0f} MiB | {self.seconds:,.0f} s | {self.processor:,.0f} s"


def run_rajas(*arguments: object) -> Measurement:
    """Run a command of `rajas` in a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
    *lines, cost_line = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    memory, processor = map(float, cost_line.split())
    return Measurement(lines, memory, time.perf_counter() - start, processor)


def n_blocks(experiment: str, sets: list[str], games: int) -> int:
    """Return how many blocks have at least so many games, over all numbers of players."""
    design = load_experiment(find_file("experiment", experiment), sets).design
    return -(-games // sum(design.games_per_block(players) for players in design.players))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", nargs="?", default="start_player", help="A shipped experiment, or a file.")
    parser.add_argument("--set", dest="sets", action="append", default=[], metavar="KEY=VALUE", help="As `rajas run` takes it.")
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--out", type=Path, default=Path("reports/benchmark"), help="Where the runs are, or are put.")
    options = parser.parse_args()
    changes = [argument for change in options.sets for argument in ("--set", change)]
    print("| games | command | peak memory | time | processor time |\n|---|---|---|---|---|", flush=True)
    for games in options.games:
        n_blocks_played = n_blocks(options.experiment, options.sets, games)
        run_words = [
            "run",
            options.experiment,
            *changes,
            "--blocks",
            n_blocks_played,
            "--no-report",
            "--out",
            options.out / str(games),
        ]
        folder = run_rajas(*run_words, "--quiet").lines[-1]
        print(f"| {games:,} | `run` | {run_rajas(*run_words)} |", flush=True)
        print(f"| {games:,} | `report` | {run_rajas('report', folder)} |", flush=True)


if __name__ == "__main__":
    main()
