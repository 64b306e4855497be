"""What is done in each state of a run folder, and which shards are left to be played.

========  ==========================  ==========================  ==============================================================
state     mode ``auto``               mode ``resume``             mode ``extend``
========  ==========================  ==========================  ==============================================================
absent    begins                      is refused                  is refused
begun     continues                   continues                   continues
complete  plays nothing               plays nothing               plays more blocks, or by another rule; without either nothing
damaged   plays what is damaged       plays what is damaged       plays more blocks, or by another rule; without either repairs
========  ==========================  ==========================  ==============================================================

Asking for fewer blocks than there are is refused for an unfinished run, and with ``extend`` for a complete run. Without
``extend``, more blocks or another rule are refused for a complete or damaged run. So a command that was killed at any moment may
be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Literal

from rajas_sim.core.errors import InputError
from rajas_sim.running.looking import Looking
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.shards import Inventory, Job
from rajas_sim.study.folder.state import RunOnDisk, RunState
from rajas_sim.study.folder.store import RunFolder

Mode = Literal["auto", "resume", "extend"]


def config_to_play(config: Config, run_folder: RunFolder, disk: RunOnDisk, mode: Mode, command: str = "") -> Config:
    """Return the config to play, given what the run folder holds.

    It is the config that was asked for. If a finished run gets no more games, it is a copy with the blocks, the rule and the
    tolerance of that run. `command` is what the user typed; error messages add ``--extend`` to it.

    Raises
    ------
    InputError
        If the state of the folder forbids what `mode` asks for.
    """
    if disk.manifest is None:
        refuse_absent(run_folder, mode)
        return config
    if disk.state is RunState.BEGUN:
        if config.most_blocks < (n_begun := disk.inventory.n_begun()):
            raise InputError(
                f"{run_folder.folder}: an unfinished run with games of {n_begun:,} blocks; "
                f"continue it with --blocks {n_begun} or more, not {config.most_blocks:,}"
            )
        return config
    how_to_extend = f":\n  {command} --extend" if command else ""
    return _config_after_the_end(config, run_folder, disk, is_extended=mode == "extend", how_to_extend=how_to_extend)


def refuse_absent(run_folder: RunFolder, mode: Mode) -> None:
    """Refuse a mode that needs a run, for a folder that holds none.

    Raises
    ------
    InputError
        If the mode is ``resume`` or ``extend``.
    """
    if mode != "auto":
        raise InputError(f"{run_folder.folder}: there is no run to {mode}; leave out --{mode} to begin it")


def _config_after_the_end(
    config: Config, run_folder: RunFolder, disk: RunOnDisk, *, is_extended: bool, how_to_extend: str
) -> Config:
    """Return the config for a complete or damaged run: as asked for if it extends the run, else as it was played.

    Raise an `InputError` for what needs ``--extend``, and for extending to another tolerance, or a complete run to fewer blocks.
    """
    manifest = disk.manifest
    assert manifest is not None
    folder, played_blocks, target_blocks = run_folder.folder, max(manifest.blocks.values()), manifest.target_blocks
    if manifest.stop is not None and config.stop is None:  # without the rule, the run is as long as the rule made it
        target_blocks = played_blocks
    asked_blocks = config.most_blocks
    has_other_rule = config.stop is not None and (config.stop, config.level) != (manifest.stop, manifest.level)
    if is_extended and config.tolerance != manifest.tolerance:
        raise InputError(
            f"{folder}: has a tolerance of {manifest.tolerance!r}; extend it with that one, then apply another with "
            f"rajas report --tolerance {config.tolerance!r}"
        )
    if is_extended and (asked_blocks > target_blocks or has_other_rule):
        return config
    if is_extended and disk.state is RunState.COMPLETE and asked_blocks < target_blocks:
        if manifest.stop is not None and played_blocks < target_blocks:
            raise InputError(f"{folder}: ended by its rule with {played_blocks:,} blocks; --extend needs another rule, or none")
        raise InputError(
            f"{folder}: has {target_blocks:,} blocks already; --extend needs --blocks of that or more, found {asked_blocks:,}"
        )
    if asked_blocks > target_blocks:
        raise InputError(
            f"{folder}: finished with {target_blocks:,} blocks; add --extend to play {asked_blocks - target_blocks:,} more"
            f"{how_to_extend}"
        )
    if has_other_rule:
        raise InputError(
            f"{folder}: finished with {played_blocks:,} blocks, but not by this rule at this level; "
            f"add --extend to go on until it is met{how_to_extend}"
        )
    settings_of_run = {"blocks": manifest.target_blocks, "stop": manifest.stop, "tolerance": manifest.tolerance}
    return config.model_copy(update=settings_of_run)


def jobs_of(experiment: Experiment, inventory: Inventory, looking: Looking) -> Iterator[Job]:
    """Yield the shards to play, block by block for all numbers of players, without shards after the rule was met.

    There may be a million shards, so they are produced one at a time, on demand.
    """
    design = experiment.design

    def jobs_with(players: int) -> Iterator[Job]:
        for shard, blocks in enumerate(design.shards(players, experiment.config.most_blocks)):
            job = Job(players, shard, blocks, inventory.n_blocks(players, shard))
            if job.missing and looking.belongs(job):
                yield job

    return merge(*map(jobs_with, design.players), key=lambda job: (job.blocks.start, job.players))
