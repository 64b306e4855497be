"""A pilot: the first blocks of a question with luck of its own, which tell how much blocks vary."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.question.resolve import Experiment, resolve
from rajas_sim.questions.runner import FEWEST_TABLES, Runner, own_seed

FEWEST_BLOCKS = 2
"""How much blocks vary cannot be told from fewer."""


def play_pilot(experiment: Experiment, blocks: int, playing: Runner) -> Path:
    """Play a pilot, or what is missing of it, and return its folder, ``<name>_pilot-<hash>``.

    Parameters
    ----------
    blocks
        At most; an experiment of fewer has a pilot of as many.
    playing
        Where and how.

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
        "seed": own_seed(config.seed, "pilot"),
        "tables": FEWEST_TABLES,
    }
    pilot = resolve(config.model_copy(update=changes))
    return playing.run(pilot).folder
