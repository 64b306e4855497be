"""A pilot: the first blocks of a question with luck of its own, which tell how much blocks vary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rajas_sim.core.errors import InputError
from rajas_sim.core.games import MAX_SEED
from rajas_sim.experiment.folder.store import REPORTS
from rajas_sim.experiment.playing.pace import Progress
from rajas_sim.experiment.playing.runner import run
from rajas_sim.experiment.question.resolve import Experiment, resolve

if TYPE_CHECKING:
    from distributed import Client

FEWEST_TABLES = ("games", "seats")
FEWEST_BLOCKS = 2
"""How much blocks vary cannot be told from fewer."""


def play_pilot(
    experiment: Experiment,
    blocks: int,
    out: Path | str = REPORTS,
    *,
    workers: int | None = None,
    cluster: Client | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    command: str = "",
) -> Path:
    """Play a pilot, or what is missing of it, and return its folder, ``<name>_pilot-<hash>``.

    Parameters
    ----------
    blocks
        At most; an experiment of fewer has a pilot of as many.
    out, workers, cluster, on_progress, on_note, command
        As in `rajas_sim.experiment.playing.runner.run`, which also says what is raised.

    Raises
    ------
    InputError
        Also if there are fewer than `FEWEST_BLOCKS`.
    """
    config = experiment.config
    if min(blocks, config.most_blocks) < FEWEST_BLOCKS:
        raise InputError(f"a pilot takes {FEWEST_BLOCKS} blocks or more, of the experiment as well")
    changes = {
        "name": f"{config.name}_pilot",
        "blocks": min(blocks, config.most_blocks),
        "stop": None,
        "seed": (config.seed + 1) % MAX_SEED,
        "tables": FEWEST_TABLES,
    }
    pilot = resolve(config.model_copy(update=changes))
    return run(pilot, out, workers=workers, cluster=cluster, on_progress=on_progress, on_note=on_note, command=command).folder
