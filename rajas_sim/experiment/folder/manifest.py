"""The manifest: what a run was, for people, for reports and for going on with it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.experiment.design.design import BASELINE
from rajas_sim.experiment.folder.identity import versions
from rajas_sim.experiment.folder.store import FORMAT, Shard, Store
from rajas_sim.experiment.question.form import Config, StrategyChoice
from rajas_sim.experiment.question.resolve import Experiment


@dataclass(frozen=True)
class Timings:
    """How long a run took; rates are those of the last time games were added. What could not be measured is not-a-number."""

    wall_s: float = 0.0
    games_per_s: float = 0.0
    decisions_per_s: float = 0.0
    workers: int = 0
    peak_memory_mib: float = 0.0

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Timings:
        """Return the timings that `as_dict` gave."""
        known: dict[str, Any] = {name: math.nan if value is None else value for name, value in values.items()}
        return cls(**known)

    def as_dict(self) -> dict[str, float | None]:
        """Return plain values that JSON can hold; what is unknown is ``None``."""
        return {name: value if math.isfinite(value) else None for name, value in asdict(self).items()}


def make_manifest(
    experiment: Experiment,
    hashes: Mapping[str, str],
    on_disk: Mapping[int, Mapping[int, Shard]],
    timings: Timings,
    command: str,
) -> dict[str, Any]:
    """Return the manifest of a run of which these shards are on disk.

    ``blocks`` and ``games`` count the blocks from 0 without a gap. In an unfinished run there may be later ones on disk;
    they belong to no estimate, because which of them are finished depends on how long their games were.
    """
    config, design = experiment.config, experiment.design
    arms = config.rules_of_arms
    baseline = experiment.rules[design.players[0]][0]
    blocks = {k: n_blocks_without_gap(experiment, k, on_disk[k]) for k in design.players}
    return {
        "format": FORMAT,
        "name": config.name,
        "question": config.question,
        "game": experiment.game.name,
        "variant": config.variant,
        "modules": list(config.modules),
        "players": list(design.players),
        "arms": list(design.arms),
        "arm_variants": {name: {"variant": arm.variant, "modules": list(arm.modules)} for name, arm in arms.items()},
        "overrides": {name: dict(arm.overrides) for name, arm in arms.items() if name != BASELINE},
        "sweep": _sweep(config),
        "strategies": list(experiment.strategies),
        "labels": {label: _choice(config, label) for label in experiment.strategies},
        "line_ups": {str(k): [list(up) for up in design.line_ups[k]] for k in design.players},
        "rotations": {str(k): list(design.rotations[k]) for k in design.players},
        "blocks": {str(k): n for k, n in blocks.items()},
        "games": {str(k): n * design.games_per_block(k) for k, n in blocks.items()},
        "seed": config.seed,
        "level": config.level,
        "tolerance": config.tolerance,
        "hashes": dict(hashes),
        "versions": versions(),
        "timings": {name: value if value is None else round(value, 3) for name, value in timings.as_dict().items()},
        "command": command,
        "target_blocks": config.blocks,
        "complete": all(n >= config.blocks for n in blocks.values()),
        "components": dict(baseline.components),
        "arm_components": _components_of_arms(experiment),
        "in_play": {what: list(words) for what, words in experiment.game.in_play(baseline).items()},
        "readings": dict(baseline.readings),
        "tables": experiment.tables,
    }


def _components_of_arms(experiment: Experiment) -> dict[str, Any]:
    """Return the components of arms in another variant or with other modules than the baseline."""
    baseline, *arms = experiment.rules[experiment.design.players[0]]
    return {
        name: dict(rules.components)
        for name, rules in zip(experiment.design.arms[1:], arms, strict=True)
        if (rules.variant, rules.modules) != (baseline.variant, baseline.modules)
    }


def _choice(config: Config, label: str) -> dict[str, Any]:
    """Return which strategy a label stands for, with the parameters and the board the experiment names."""
    return config.strategies.get(label, StrategyChoice(strategy=label)).model_dump(mode="json")


def _sweep(config: Config) -> dict[str, Any] | None:
    """Return the paths of the sweep and the arms that are its points, in order; the coordinates are the arms' overrides."""
    sweep = config.sweep
    return None if sweep is None else {"paths": [*sweep.over], "arms": [*sweep.points], "together": sweep.together}


def n_blocks_without_gap(experiment: Experiment, players: int, on_disk: Mapping[int, Shard]) -> int:
    """Return up to which block, from 0, every game of this number of players is on disk."""
    whole = experiment.design.blocks_per_shard(players)
    n_blocks = 0
    shard = 0
    while shard in on_disk:
        n_blocks += on_disk[shard].blocks
        if on_disk[shard].blocks < whole:
            break
        shard += 1
    return n_blocks


def difference(manifest: Mapping[str, Any], hashes: Mapping[str, str]) -> str | None:
    """Return in what a run on disk differs from what its files, strategies and sources would play now, or None."""
    before = manifest.get("hashes", {})
    parts = [part for part in ("config", "rules", "components", "strategies") if before.get(part) != hashes[part]]
    if parts:
        return f"holds another experiment (other {' and '.join(parts)})"
    if before.get("engine") != hashes["engine"]:
        played_by = manifest.get("versions", {}).get("rajas", "unknown")
        return f"was played by other sources of the game engine (rajas {played_by})"
    return None


def check_same_run(store: Store, manifest: Mapping[str, Any], hashes: Mapping[str, str]) -> None:
    """Refuse to add games to a folder whose games were determined by something else.

    Raises
    ------
    RunError
        Naming what differs and what can be done.
    """
    what = difference(manifest, hashes)
    if what is not None:
        raise RunError(
            f"{store.folder}: {what}, and the two must not be mixed; delete or move that folder, or give another one with --out"
        )


def check_blocks(store: Store, manifest: Mapping[str, Any], blocks: int, n_begun: int, mode: str) -> bool:
    """Return whether there is anything to play in a folder that holds the run already.

    Parameters
    ----------
    blocks
        How many are asked for.
    n_begun
        Up to which block there is anything on disk.

    Raises
    ------
    InputError
        If a finished run would have to be extended without being told so, or cannot be, or an unfinished one shortened.
    """
    target = int(manifest["target_blocks"])
    if not manifest["complete"]:
        if blocks < n_begun:
            raise InputError(
                f"{store.folder}: an unfinished run with games of {n_begun:,} blocks; "
                f"continue it with --blocks {n_begun} or more, not {blocks:,}"
            )
        return True
    if blocks > target:
        if mode != "extend":
            raise InputError(f"{store.folder}: finished with {target:,} blocks; add --extend to play {blocks - target:,} more")
        return True
    if mode == "extend":
        raise InputError(f"{store.folder}: has {target:,} blocks already; --extend needs --blocks above that, found {blocks:,}")
    return False
