"""Which values of rules reach a goal: searched stage by stage, and the answer measured on luck that the search has not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.analysis import Run
from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.formatting import counted, listed
from rajas_sim.analysis.rule_changes.solution import Found, Searched, Solution, goal_values, solution, target_of
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.asking.search import Left, search
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.design.lattice import Lattice, Setting
from rajas_sim.experiment.question.form import Arm
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.experiment.question.solve import SolveForm
from rajas_sim.questions.runner import Runner, own_seed

# A rule that changes none of so many blocks is taken to be without effect.
PROBE_BLOCKS = 100
RECOMMENDED = "recommended"


def solve(experiment: Experiment, playing: Runner) -> tuple[Solution, ...]:
    """Search for the settings of rules that come nearest to a goal, each number of players by itself.

    Each stage of the search is a run of its own, ``<name>_solve_...-<hash>``, and so is the answer's; asked again, no game is
    played twice.

    Parameters
    ----------
    playing
        Where and how.

    Raises
    ------
    InputError
        If the experiment does not say what is to be solved, or the rules refuse every setting.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.experiment.playing.runner.run`; stages that were finished are kept.
    """
    form = experiment.config.solve
    if form is None:
        example = 'over = { "setup.karma" = [0, 1, 2] }, goal = "even_seats"'
        raise InputError(f"{experiment.config.name}: does not say what is to be solved; give it [solve] with {example}")
    return tuple(_solved(_Player(experiment, playing), form, k) for k in experiment.design.players)


@dataclass(frozen=True)
class _Player:
    """Plays rule sets of an experiment, and tells which while it does."""

    experiment: Experiment
    playing: Runner

    def play(self, what: str, players: int, arms: Mapping[str, Mapping[str, Any]], **changes: Any) -> tuple[Run, Path]:
        """Play rule sets with the luck of the experiment, or what is missing of them; return the run, and where it lies."""
        blocks = changes.get("blocks", self.experiment.config.most_blocks)
        tell = self.playing.on_progress or (lambda progress: None)
        playing = replace(
            self.playing, on_progress=lambda progress: tell(replace(progress, estimates=f"{players} players, {what}"))
        )
        of_arms = tuple(Arm(name=name, overrides=dict(values)) for name, values in arms.items())
        return playing.play(self.experiment, f"solve_{players}p_{what}_{blocks}", players, of_arms, **changes)


def _solved(player: _Player, form: SolveForm, players: int) -> Solution:
    """Solve for one number of players."""
    config, goal = player.experiment.config, form.aim
    rules = player.experiment.rules[players][0].values.model_dump(mode="json", exclude_none=True)
    printed = {path: _at(rules, path) for path in form.over}
    probe, idle = _probed(player, form, players, printed)
    lattice = Lattice(
        {path: values for path, values in form.over.items() if path not in idle},
        {path: value for path, value in printed.items() if path not in idle},
    )
    target, titles = target_of(probe, players, goal, config.tolerance)
    stages = _Stages(player, lattice, players, target.names)
    left = search(
        lattice,
        target,
        lambda setting: _is_possible(player.experiment, players, lattice.values(setting)),
        stages,
        blocks=config.most_blocks,
        level=config.level,
        seed=config.seed,
        players=players,
        orders=probe.alternating_orders(players),
    )
    best = left.settings[0]
    arms = {} if best == lattice.home else {RECOMMENDED: lattice.values(best)}
    fresh, folder = player.play("fresh", players, arms, seed=own_seed(config.seed, "solve"), tables=config.tables)
    searched = _searched(left, lattice, _remarks(probe, idle))
    return solution(fresh, players, goal, target, titles, searched, lattice.printed, folder)


def _searched(left: Left, lattice: Lattice, remarks: Sequence[str]) -> Searched:
    found = tuple(
        Found(lattice.values(setting), own) for setting, own in zip(left.settings, left.race.measured(left.values), strict=True)
    )
    return Searched(
        found,
        left.settings.index(lattice.home) if lattice.home in left.settings else None,
        lattice.size,
        left.tried,
        left.impossible,
        left.looks[-1][0],
        left.is_cut,
        left.race.may_be_reached(left.values),
        tuple(remarks),
    )


@dataclass
class _Stages:
    """Plays those settings of each look that were not played so far, as a run of its own; the luck is the same for all."""

    player: _Player
    lattice: Lattice
    players: int
    names: tuple[str, ...]
    played: dict[Setting, Floats] = field(default_factory=dict)

    def __call__(self, settings: Sequence[Setting], blocks: int) -> Floats:
        home = self.lattice.home
        missing = [setting for setting in settings if len(self.played.get(setting, ())) < blocks]
        if missing:
            arms = {_arm_name(s): self.lattice.values(s) for s in sorted(missing) if s != home}
            own, _ = self.player.play("stage", self.players, arms, blocks=blocks)
            values = goal_values(own, self.players, self.names)
            self.played[home] = values[own.arms[0]]
            self.played |= {setting: values[_arm_name(setting)] for setting in missing if setting != home}
        return np.stack([self.played[setting][:blocks] for setting in settings], axis=1)


def _arm_name(setting: Setting) -> str:
    """Return the name of a setting in the run of a stage: which value it has on each path, counted from 1."""
    return "_".join(["setting", *(str(i + 1) for i in setting)])


def _is_possible(experiment: Experiment, players: int, values: Mapping[str, Any]) -> bool:
    config = experiment.config
    try:
        experiment.game.rules(players, config.variant, config.modules, values, config.components)
    except InputError:
        return False
    return True


def _probed(player: _Player, form: SolveForm, players: int, printed: Mapping[str, Any]) -> tuple[Run, dict[str, int]]:
    """Return a short run, and the paths that are not there or change nothing in its blocks, with their number of arms."""
    arms: dict[str, dict[str, Any]] = {}
    of_path: dict[str, list[str]] = {}
    for i, (path, values) in enumerate(form.over.items(), 1):
        others = [value for value in values if value != printed[path]]
        possible = [value for value in others if _is_possible(player.experiment, players, {path: value})]
        if possible or printed[path] is None:
            of_path[path] = [f"path_{i}_{end}" for end, _ in zip(("first", "last"), possible, strict=False)]
            arms |= {name: {path: value} for name, value in zip(of_path[path], (possible[:1] + possible[-1:]), strict=False)}
    blocks = min(PROBE_BLOCKS, player.experiment.config.most_blocks)
    own, _ = player.play("probe", players, arms, blocks=blocks)
    values_of = block_values(own, players, metrics_of(own, players))
    baseline = values_of[own.arms[0]]
    idle = {path: names for path, names in of_path.items() if all(np.array_equal(values_of[n], baseline) for n in names)}
    return own, {path: len(names) for path, names in idle.items()}


def _remarks(probe: Run, idle: Mapping[str, int]) -> list[str]:
    """Say which paths stay as printed, and why."""
    (players,) = probe.players
    absent, without = ([path for path, n in idle.items() if (n == 0) is is_absent] for is_absent in (True, False))
    said = []
    if absent:
        said.append(f"With {players} players there {_are(absent)} no {listed(absent, 'or')}")
    if without:
        blocks = counted(probe.blocks(players), "block")
        stay = "stays" if len(without) == 1 else "stay"
        said.append(f"With {players} players {listed(without)} changed nothing in {blocks} and {stay} as printed")
    return said


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _at(values: Any, path: str) -> Any:
    """Return the value that a path leads to; None if there is nothing."""
    for key in path.split("."):
        if isinstance(values, list):
            values = values[int(key) - 1] if key.isdecimal() and 1 <= int(key) <= len(values) else None
        else:
            values = values.get(key) if isinstance(values, dict) else None
    return values
