"""How much memory and time the report of a run takes, by the number of its games.

    python benchmarks/reports.py [--games N ...] [--out DIR]

Plays `rajas run start_player` with so many games (a third with each number of players) where DIR does not hold them yet, then
writes each report in a process of its own. Memory is the peak of that process, processor time the sum over its cores; the start
of Python is included.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

PLAY = "from rajas_sim.cli import main; main()"
REPORT = """
import sys
import time
from rajas_sim.experiment.playing.workers.memory import peak_memory_mib
from rajas_sim.report import write_report

write_report(sys.argv[1])
print(peak_memory_mib(), time.process_time())
"""
PLAYER_COUNTS = 3


def python(code: str, *arguments: object) -> str:
    """Run code in a process of its own and return what it prints."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(games: int, out: Path) -> tuple[float, float, float]:
    """Play a run, if it is not there, and return peak memory in MiB, seconds and processor seconds of its report."""
    if not list(out.glob("*/manifest.json")):
        python(PLAY, "run", "start_player", "--blocks", -(-games // PLAYER_COUNTS), "--no-report", "--out", out)
    (manifest,) = out.glob("*/manifest.json")
    begun = time.perf_counter()
    memory, processor = map(float, python(REPORT, manifest.parent).split())
    return memory, time.perf_counter() - begun, processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--out", type=Path, default=Path("reports/benchmark"), help="Where the runs are, or are put.")
    options = parser.parse_args()
    print("| games | peak memory | time | processor time |\n|---|---|---|---|", flush=True)
    for games in options.games:
        memory, seconds, processor = measure(games, options.out / str(games))
        print(f"| {games:,} | {memory:,.0f} MiB | {seconds:.0f} s | {processor:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
