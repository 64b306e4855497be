"""The state of a run folder, its manifest, and what is damaged in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.games import GAMES
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import BASELINE
from rajas_sim.study.folder.agreement import contradictions, missing_blocks
from rajas_sim.study.folder.identity import run_name, versions
from rajas_sim.study.folder.manifest import FORMAT, ComponentsSummary, Hashes, Look, Manifest, PlayedRules, SweptRules, Timings
from rajas_sim.study.folder.places import damage_of, write_file
from rajas_sim.study.folder.shards import Inventory
from rajas_sim.study.folder.store import CONFIG, RunFolder

#: Fields that the manifest takes unchanged from an experiment's config and design.
KEPT_OF_CONFIG = ("name", "question", "about", "variant", "modules", "seed", "level", "tolerance", "stop")
KEPT_OF_DESIGN = ("players", "arms", "line_ups", "rotations", "orders", "seatings")


class RunState(StrEnum):
    """The states of a run folder."""

    ABSENT = "absent"
    BEGUN = "begun"
    COMPLETE = "complete"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class RunOnDisk:
    """What a folder holds of the run of an experiment.

    Attributes
    ----------
    state
        Damaged: a complete run with lost or changed files, or a run without its manifest.
    manifest
        None if it is missing or damaged.
    inventory
        The shards that are whole.
    damaged_shards, damaged_files
        What is wrong with shards, and with the config and component file, as sentences that begin with the file.
    """

    state: RunState
    manifest: Manifest | None
    inventory: Inventory
    damaged_shards: tuple[str, ...] = ()
    damaged_files: tuple[str, ...] = ()


def read_state(experiment: Experiment, run_folder: RunFolder, hashes: Hashes) -> RunOnDisk:
    """Read the folder of a run, including every file of its tables.

    Raises
    ------
    RunError
        If the folder holds the run of another experiment, or cannot be read.
    """
    inventory = _inventory(experiment, run_folder, hashes.run)
    manifest = run_folder.read_manifest()
    if manifest is not None and inventory.receipts:
        is_of_this_run = manifest.hashes.run == hashes.run and not contradictions(run_folder.folder, manifest, inventory)
        manifest = manifest if is_of_this_run else None  # the name and the shards of the folder belong to this run
    if manifest is not None:
        return _run_on_disk(run_folder, manifest, inventory, hashes)
    if inventory.is_of_another_run:
        raise RunError(f"{run_folder.folder}: holds the shards of another run; delete or move that folder")
    state = RunState.DAMAGED if inventory.receipts or inventory.damage else RunState.ABSENT
    return RunOnDisk(state, None, inventory, inventory.damage)


def _run_on_disk(run_folder: RunFolder, manifest: Manifest, inventory: Inventory, hashes: Hashes) -> RunOnDisk:
    """Return the state of a run with a manifest; raise a `RunError` if today's files would play other games."""
    reason = difference_text(manifest, hashes)
    if reason is not None:
        raise RunError(
            f"{run_folder.folder}: {reason}, and the two must not be mixed; "
            "delete or move that folder, or give another one with --out"
        )
    shard_problems = tuple(
        inventory.damage or (missing_blocks(run_folder.folder, manifest, inventory) if manifest.complete else ())
    )
    file_problems = tuple(run_folder.damaged_question_files(manifest))
    state = RunState.DAMAGED if shard_problems or file_problems else RunState.COMPLETE
    return RunOnDisk(state if manifest.complete else RunState.BEGUN, manifest, inventory, shard_problems, file_problems)


def rebuild_manifest(
    experiment: Experiment, run_folder: RunFolder, hashes: Hashes, inventory: Inventory, command: str
) -> RunOnDisk:
    """Write a lost manifest again, with the config and the component file beside it, and return the run as it is then.

    It has as many blocks as the config in the folder says, or as are in whole shards if that is more.
    """
    if n_blocks := max(run_folder.blocks_of_config(), inventory.n_begun()):
        experiment = replace(experiment, config=experiment.config.model_copy(update={"blocks": n_blocks}))
    question_files = run_folder.write_question(experiment.config)
    # Games of damaged shards were played as well.
    all_shards = Inventory(tuple(run_folder.shards.receipts(hashes.run)), ())
    manifest = make_manifest(experiment, hashes, all_shards, Timings(), command, (), question_files)
    manifest = manifest.model_copy(update={"is_rebuilt": True})
    write_file(run_folder.manifest_file, manifest.to_json())
    return _run_on_disk(run_folder, manifest, inventory, hashes)


def _inventory(experiment: Experiment, run_folder: RunFolder, run: str) -> Inventory:
    """Return the shards of a run.

    A shard is damaged if it does not hold the blocks that a shard of its number has today.
    """
    design = experiment.design
    inventory = run_folder.shards.inventory(run, experiment.tables)
    fitting_receipts = []
    damage = list(inventory.damage)
    for receipt in inventory.receipts:
        n_blocks = design.blocks_per_shard(receipt.players) if receipt.players in design.players else 0
        if receipt.first_block == receipt.shard * n_blocks and 0 < receipt.n_blocks <= n_blocks:
            fitting_receipts.append(receipt)
        else:
            damage.append(f"{run_folder.shards.receipt_file(receipt.players, receipt.shard)}: is of a run cut into other shards")
    return replace(inventory, receipts=tuple(fitting_receipts), damage=tuple(damage))


def make_manifest(  # noqa: PLR0913 - what a manifest consists of
    experiment: Experiment,
    hashes: Hashes,
    inventory: Inventory,
    timings: Timings,
    command: str,
    looks: Sequence[Look],
    question_files: Mapping[str, str],
) -> Manifest:
    """Return the manifest of a run, given what is on disk and the SHA-256 of its config and component file."""
    config, design, sweep = experiment.config, experiment.design, experiment.config.sweep
    baseline = experiment.rules[design.players[0]][0]
    blocks = {k: inventory.n_without_gap(k) for k in design.players}
    manifest = Manifest(
        **{key: getattr(config, key) for key in KEPT_OF_CONFIG},
        **{key: getattr(design, key) for key in KEPT_OF_DESIGN},
        format=FORMAT,
        game=experiment.game.name,
        game_title="" if experiment.game.name in GAMES else baseline.source.title,
        arm_variants={
            name: PlayedRules(variant=arm.variant, modules=arm.modules) for name, arm in experiment.rules_of_arms.items()
        },
        overrides={name: dict(arm.overrides) for name, arm in config.rules_of_arms.items() if name != BASELINE},
        sweep=sweep
        and SweptRules(
            paths=tuple(sweep.over),
            arms=tuple(sweep.points),
            printed=tuple(point for point in sweep.points if point not in design.arms),
            together=sweep.together,
        ),
        strategies=tuple(experiment.strategies),
        labels={label: config.choice(label) for label in experiment.strategies},
        rungs={k: dict(rungs) for k, rungs in design.rungs.items() if rungs},
        blocks=blocks,
        games={k: design.n_games(k, range(n)) for k, n in blocks.items()},
        hashes=hashes,
        versions=versions(),
        timings=timings,
        command=command,
        target_blocks=config.most_blocks,
        looks=tuple(looks),
        components=ComponentsSummary(**baseline.components),
        arm_components=_components_of_arms(experiment),
        in_play={k: dict(experiment.game.words_in_play(experiment.rules[k][0])) for k in design.players},
        readings=dict(baseline.readings),
        tables=tuple(experiment.tables),
        question_files=dict(question_files),
    )
    is_complete = all(n >= config.most_blocks or manifest.is_stopped(k) for k, n in blocks.items())
    return manifest.model_copy(update={"complete": is_complete})


def _components_of_arms(experiment: Experiment) -> dict[str, ComponentsSummary]:
    """Return the components of arms in another variant or with other modules than the baseline."""
    baseline, *arms = experiment.rules[experiment.design.players[0]]
    return {
        name: ComponentsSummary(**rules.components)
        for name, rules in zip(experiment.design.arms[1:], arms, strict=True)
        if (rules.variant, rules.modules) != (baseline.variant, baseline.modules)
    }


def damage_of_run(folder: Path) -> list[str]:
    """Return what is wrong with the files of a run, as sentences that begin with the file; empty if all are whole.

    Reads every file of the tables.

    Raises
    ------
    InputError
        If the folder holds no run, or the manifest is damaged.
    """
    run_folder = RunFolder(folder)
    manifest = run_folder.manifest()
    if is_of_another_run(folder, manifest):
        return [_other_manifest_text(folder, manifest)]
    inventory = run_folder.shards.inventory(manifest.hashes.run, manifest.tables)
    problems = contradictions(folder, manifest, inventory) or inventory.damage or missing_blocks(folder, manifest, inventory)
    return [*run_folder.damaged_question_files(manifest), *problems]


def require_whole(folder: Path) -> None:
    """Refuse a run with damaged files.

    Raises
    ------
    InputError
        With every damaged file, and how to play its games again.
    """
    if problems := damage_of_run(folder):
        raise InputError([*problems, how_to_mend(folder, RunFolder(folder).manifest())])


def require_own_manifest(folder: Path, manifest: Manifest) -> None:
    """Refuse a folder whose manifest is that of another run.

    Raises
    ------
    InputError
        With the name of the other run, and how to write the manifest again.
    """
    if is_of_another_run(folder, manifest):
        raise InputError([_other_manifest_text(folder, manifest), how_to_mend(folder, manifest)])


def require_question(folder: Path, manifest: Manifest) -> None:
    """Refuse a run whose config or component file is damaged.

    Raises
    ------
    InputError
        With every damaged file, and how to write it again.
    """
    require_own_manifest(folder, manifest)
    if problems := RunFolder(folder).damaged_question_files(manifest):
        raise InputError([*problems, how_to_mend(folder, manifest)])


def is_of_another_run(folder: Path, manifest: Manifest) -> bool:
    """Return whether a manifest was copied from the folder of another run.

    It was if neither the folder's name nor the config is what the manifest says, and either the folder is called after the
    config, or every shard has a receipt of another run. If only the folder was renamed, or only the config changed, the manifest
    is its own.
    """
    run_folder, name = RunFolder(folder), folder.resolve().name
    sha256 = manifest.question_files.get(CONFIG)
    if name == run_name(manifest.name, manifest.hashes) or sha256 is None or damage_of(run_folder.config_file, sha256) is None:
        return False
    name_of_config, runs_of_shards = run_folder.name_of_config(), run_folder.shards.runs()
    has_config_of_folder = name_of_config not in ("", manifest.name) and name.rpartition("-")[0] == name_of_config
    return has_config_of_folder or (bool(runs_of_shards) and manifest.hashes.run not in runs_of_shards)


def _other_manifest_text(folder: Path, manifest: Manifest) -> str:
    return f"{RunFolder(folder).manifest_file}: is the manifest of another run, {run_name(manifest.name, manifest.hashes)}"


def how_to_mend(folder: Path, manifest: Manifest) -> str:
    """Return a sentence that says how to play the damaged part of a run again, or to write its config or manifest again."""
    run_folder, name = RunFolder(folder), run_name(manifest.name, manifest.hashes)
    has_other_manifest, name_of_config = is_of_another_run(folder, manifest), run_folder.name_of_config()
    if has_other_manifest and not name_of_config:
        return f"{folder}: is damaged; the command that began the run mends it"
    if has_other_manifest:
        runs_of_shards = run_folder.shards.runs()
        name = f"{name_of_config}-{runs_of_shards.pop()[:8]}" if len(runs_of_shards) == 1 else folder.resolve().name
    rename_text = "" if folder.resolve().name == name else f"call it {name} again, and "
    if has_other_manifest:
        return (
            f"{folder}: is damaged; {rename_text}this writes its manifest again:\n  {RunFolder(folder.with_name(name)).command}"
        )
    if RunFolder(folder).damaged_question_files(manifest):
        # The command of the run may have read this damaged config.
        can_repeat_command = manifest.command and CONFIG not in manifest.command
        command_text = f":\n  {manifest.command}" if can_repeat_command else ""
        return f"{folder}: is damaged; {rename_text}the command that began the run mends it{command_text}"
    return f"{folder}: is damaged; {rename_text}this plays the damaged part again:\n  {RunFolder(folder.with_name(name)).command}"


def difference_text(manifest: Manifest, hashes: Hashes) -> str | None:
    """Return how a run on disk differs from the run that today's files, strategies and sources would give, or None."""
    recorded = manifest.hashes
    differing_parts = [
        part for part in ("config", "rules", "components", "strategies") if getattr(recorded, part) != getattr(hashes, part)
    ]
    if differing_parts:
        return f"holds another experiment (other {' and '.join(differing_parts)})"
    if recorded.engine != hashes.engine:
        file_text = "" if manifest.game in GAMES else f"the file of {manifest.game}, or of "
        return f"was played by other sources of {file_text}the game engine (rajas {manifest.versions.get('rajas', 'unknown')})"
    return None
