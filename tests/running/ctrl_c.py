"""Plays a long run of the toy game; a test stops it. Arguments: output folder, strategy."""

import multiprocessing
import sys
from pathlib import Path

from rajas_sim.core.errors import StoppedError
from rajas_sim.core.games import GAMES
from rajas_sim.running.foreman import Progress
from rajas_sim.running.runner import run
from rajas_sim.running.signals import handle_stop_signals
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve


def show(progress: Progress) -> None:
    if progress.games:
        workers = "".join(f" {process.pid}" for process in multiprocessing.active_children())
        sys.stdout.write(f"playing{workers}\n")  # whole lines, whenever the signal comes
        sys.stdout.flush()


if __name__ == "__main__":
    handle_stop_signals()  # a shell lets what it runs in the background ignore Ctrl-C
    GAMES["toy"] = "tests.core.toy_game"
    config = Config(
        name="long", question="When does it end?", game="toy", players=(2,), line_up=(sys.argv[2],), blocks=20_000_000
    )
    try:
        run(resolve(config), Path(sys.argv[1]), workers=2, on_progress=show, command="rajas run long")
    except StoppedError as error:
        print(error)
        sys.exit(130)
