"""Plays a long run of the toy game on a cluster; a test stops it. Arguments: output folder, cluster, strategy, blocks."""

import sys
from pathlib import Path

from rajas_sim.core.errors import RajasError, StoppedError
from rajas_sim.core.games import GAMES
from rajas_sim.running.foreman import Progress
from rajas_sim.running.runner import run
from rajas_sim.running.signals import handle_stop_signals
from rajas_sim.running.workers.connecting import connected
from rajas_sim.study import design
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve


def show(progress: Progress) -> None:
    if progress.games:
        sys.stdout.write("playing\n")
        sys.stdout.flush()


if __name__ == "__main__":
    handle_stop_signals()  # a shell lets what it runs in the background ignore Ctrl-C
    GAMES["toy"] = "tests.core.toy_game"
    design.GAMES_PER_SHARD = design.GAMES_PER_SHARD_IN_PYTHON = 50
    out, address, strategy, blocks = sys.argv[1:]
    config = Config(name="n", question="?", game="toy", players=(2,), line_up=(strategy,), blocks=int(blocks))
    try:
        with connected(address, lambda sentence: None) as client:
            run(resolve(config), Path(out), cluster=client, on_progress=show, command="rajas run long")
    except RajasError as error:
        print(error)
        sys.exit(130 if isinstance(error, StoppedError) else 1)
