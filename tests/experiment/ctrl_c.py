"""Plays a long run of the fake game; the test presses Ctrl-C. Arguments: output folder, strategy."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fake_game import CATALOGUE
from rajas_sim.experiment.question.config import Config

from rajas_sim.core.errors import RunError
from rajas_sim.experiment.playing.pace import Progress
from rajas_sim.experiment.playing.runner import run


def show(progress: Progress) -> None:
    if progress.games:
        print("playing", flush=True)


if __name__ == "__main__":
    config = Config(
        name="long",
        question="When does it end?",
        game="shells",
        players=(2,),
        line_up=("slow",),
        strategies={"slow": {"strategy": sys.argv[2], "parameters": {"delay": 0.002}}},
        blocks=100_000,
    )
    try:
        run(
            config,
            Path(sys.argv[1]),
            workers=2,
            catalogue=CATALOGUE,
            on_progress=show,
            command="rajas run long",
        )
    except RunError as error:
        print(error)
        sys.exit(1)
