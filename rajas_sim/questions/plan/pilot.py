"""A pilot: a few blocks of an experiment with separate luck, which show how much blocks vary."""

from __future__ import annotations

from rajas_sim.analysis import Run, load_run
from rajas_sim.core.errors import InputError
from rajas_sim.questions.runner import FEWEST_TABLES, Runner, own_seed
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.folder.places import copied_here

FEWEST_BLOCKS = 2
"""Fewer do not show how much blocks vary."""


def play_pilot(experiment: Experiment, blocks: int, runner: Runner) -> Run:
    """Play a pilot, or what is missing of it; it lies in ``<name>_pilot-<hash>``.

    Parameters
    ----------
    blocks
        At most; a shorter experiment has a pilot of as many blocks as itself.

    Raises
    ------
    InputError
        If there are fewer than `FEWEST_BLOCKS`.
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
    return load_run(copied_here(runner.run(pilot).folder))
