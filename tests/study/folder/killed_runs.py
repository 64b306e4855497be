"""Forks a process for each of many runs of the toy game, and hurts it; kernels are loaded once, before the first fork.

Arguments: working folder, strategy, how many moments, seed of the moments. A line on stdout says how each ended; the last
one says ``done``.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from rajas_sim.core.games import GAMES
from rajas_sim.running.runner import run
from rajas_sim.study import design
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment, resolve

BLOCKS = 400
SHARD = 50


def experiment(strategy: str) -> Experiment:
    return resolve(
        Config(name="killed", question="What is left?", game="toy", players=(2, 5), line_up=(strategy,), blocks=BLOCKS)
    )


def forked(act: Callable[[], object]) -> int:
    """Return the number of a new process that does something and ends; 1 is its exit code if that raised something."""
    process = os.fork()
    if process:
        return process
    try:
        act()
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def ends_with(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def content(out: Path) -> dict[str, bytes]:
    """Return what is in the tables, the receipts and the config of the one run in a folder."""
    (folder,) = out.iterdir()
    files = [path for path in folder.rglob("*") if path.is_file() and path.name not in ("manifest.json", ".lock")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def main(place: Path, strategy: str, n_moments: int, seed: int) -> None:
    asked = experiment(strategy)
    for k, (rules,) in asked.rules.items():
        seats, seeds = np.arange(k, dtype=np.int8)[None], np.ones(1, np.uint64)
        asked.game.batches.play(rules, [asked.strategies[strategy]] * k, seats, seeds, asked.tables)
    begun = time.monotonic()
    assert ends_with(forked(lambda: run(asked, place / "whole", workers=2))) == 0
    whole, seconds = content(place / "whole"), time.monotonic() - begun
    luck = random.Random(seed)
    for i in range(n_moments):
        out = place / f"killed_{i}"
        process = forked(partial(run, asked, out, workers=2))
        time.sleep(luck.uniform(0, seconds))
        os.kill(process, signal.SIGKILL)
        code = ends_with(process)
        n_kept = len(list(out.glob("*/shards/*.json")))
        assert ends_with(forked(partial(run, asked, out, workers=2))) == 0, f"the command does not go on after {i}"
        assert content(out) == whole, f"the bytes differ after {i}"
        print(f"ended with {code}, kept {n_kept}", flush=True)
        shutil.rmtree(out)
    print("done", flush=True)


if __name__ == "__main__":
    GAMES["toy"] = "tests.core.toy_game"
    design.GAMES_PER_SHARD = design.GAMES_PER_SHARD_IN_PYTHON = SHARD
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
