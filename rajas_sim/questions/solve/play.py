"""Playing the search for values of rules, stage by stage, and measuring its result on luck that the search has not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rajas_sim.analysis import Run
from rajas_sim.analysis.comparing.distances import Distances
from rajas_sim.analysis.comparing.goal_distance import GoalReach, GoalTarget, goal_distance
from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.core.errors import InputError
from rajas_sim.questions.goals import EVEN_SEATS, Goal, goal_values, target_and_titles
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.solve.search import Lattice, SearchResult, Setting, search
from rajas_sim.questions.solve.solution import MeasuredSetting
from rajas_sim.questions.solve.toml_table import SolveTable
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import fresh_seed
from rajas_sim.study.folder.identity import digest, hashes

PROBE_BLOCKS = 100
"""A rule whose changes leave this many blocks the same counts as one without effect."""
RECOMMENDED = "recommended"


@dataclass(frozen=True, slots=True)
class Probe:
    """Paths that stay as printed, because a short run showed that they matter to no game.

    Attributes
    ----------
    absent
        Paths that the rules do not have with this number of players.
    without_effect
        Paths whose values changed none of the blocks.
    blocks
        Number of blocks of that run.
    """

    absent: tuple[str, ...]
    without_effect: tuple[str, ...]
    blocks: int


@dataclass(frozen=True)
class Solution:
    """The answer for one number of players.

    Attributes
    ----------
    goal, target
        The goal, and the goal in numbers.
    titles
        Titles of the metrics of the goal.
    search, probe
        The search, whose estimates are in part good luck, and the paths that it left out.
    nearest, printed
        Both settings measured on fresh luck: that which came nearest in the search, and that of the printed values; the same
        object if the printed one came nearest.
    at_ends
        Paths whose nearest value is the least or the largest of several numbers tried, although the rules allow a number
        beyond.
    difference
        Distance of the nearest setting from the goal minus that of the printed one, paired, on fresh luck.
    run
        The run on fresh luck.
    """

    players: int
    goal: Goal
    target: GoalTarget
    titles: tuple[str, ...]
    search: SearchResult
    probe: Probe
    at_ends: tuple[str, ...]
    nearest: MeasuredSetting
    printed: MeasuredSetting
    difference: Estimate
    run: Run

    @property
    def is_printed(self) -> bool:
        """Whether the printed setting is recommended."""
        return self.nearest is self.printed

    @property
    def is_recommended(self) -> bool:
        """Whether the nearest setting can be recommended: it is the printed one, or shown to reach the goal or to be nearer."""
        return self.is_printed or self.nearest.goal_distance.reach is GoalReach.REACHED or self.difference.high < 0.0

    @property
    def others(self) -> tuple[MeasuredSetting, ...]:
        """The settings besides the recommended one that may be as near, by the luck of the search.

        The printed setting is left out if fresh luck shows that it is farther.
        """
        is_farther = self.difference.high < 0.0
        return tuple(setting for setting in self.search.left[1:] if not (is_farther and setting.values == self.printed.values))

    def ruling(self, setting: MeasuredSetting) -> GoalReach | Ruling:
        """Return what may be said about a setting on fresh luck; for even seats, in the words of verdicts."""
        result = setting.goal_distance
        if self.goal.number != EVEN_SEATS:
            return result.reach
        if result.reach is GoalReach.UNDECIDED:
            return Ruling.UNEVEN if result.distance.excludes(0.0) else Ruling.UNDECIDED
        return Ruling.FAIR if result.reach is GoalReach.REACHED else Ruling.UNFAIR


def play_solve(experiment: Experiment, runner: Runner) -> tuple[Solution, ...]:
    """Search for the settings of rules that come nearest to a goal, separately for each number of players.

    The probe and each stage of the search are runs, ``<name>_solve_...-<hash>``, and so is the answer on fresh luck; when asked
    again, no game is played twice.

    Raises
    ------
    InputError
        If the experiment does not say what to solve, or the rules refuse every setting except the printed one.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`; finished stages are kept.
    """
    solve_table = experiment.config.table(SolveTable)
    if solve_table is None:
        raise InputError(_missing_table_text(experiment))
    return tuple(_solve(_SettingsPlayer(experiment, runner, players), solve_table) for players in experiment.design.players)


def _missing_table_text(experiment: Experiment) -> str:
    """Say what an experiment without the table [solve] lacks, with a number that the seats begin with as an example."""
    names_by_seat = experiment.rules[experiment.design.players[0]][0].values.setup.by_seat
    path = next((f"setup.{name}.1" for name in names_by_seat), "PATH")
    example = f'over = {{ "{path}" = [3, 4, 5] }}, goal = "even_seats"'
    return f"{experiment.config.name}: does not say what is to be solved; give it [solve] with {example}"


@dataclass(frozen=True)
class _SettingsPlayer:
    """Plays settings of an experiment with one number of players, and names in the progress what is played.

    All stages of a search are played with the luck of the experiment.
    """

    experiment: Experiment
    runner: Runner
    players: int

    def play(self, purpose: str, arms: Mapping[str, Mapping[str, Any]], **changes: Any) -> Run:
        """Play the missing games of some settings; by default with the luck and the blocks of the experiment.

        Parameters
        ----------
        arms
            Changed values by path, by the name of the arm; the printed setting is played as well.
        changes
            Values of keys of the experiment file.
        """
        changes.setdefault("seed", self.experiment.config.seed)
        blocks = changes.get("blocks", self.experiment.config.most_blocks)
        on_progress = self.runner.on_progress or (lambda progress: None)
        shown_text = f"{self.players} players, {purpose}"
        runner = replace(self.runner, on_progress=lambda progress: on_progress(replace(progress, estimates=shown_text)))
        name = f"solve_{self.players}p_{purpose}_{blocks}"
        arms_of_run = tuple(Arm(name=arm, overrides=dict(values)) for arm, values in arms.items())
        run, _ = runner.play(self.experiment, name, self.players, arms_of_run, **changes)
        return run

    def is_possible(self, values: Mapping[str, Any]) -> bool:
        """Say whether the rules allow these values."""
        config = self.experiment.config
        try:
            self.experiment.game.rules(self.players, config.variant, config.modules, values, config.components)
        except InputError:
            return False
        return True


def _solve(settings_player: _SettingsPlayer, solve_table: SolveTable) -> Solution:
    """Solve for one number of players."""
    config, players = settings_player.experiment.config, settings_player.players
    rules = settings_player.experiment.rules[players][0]
    printed = {path: rules.value_at(path) for path in solve_table.over}
    run, probe = _play_probe(settings_player, solve_table, printed)
    free_paths = [path for path in solve_table.over if path not in (*probe.absent, *probe.without_effect)]
    lattice = Lattice({path: solve_table.over[path] for path in free_paths}, {path: printed[path] for path in free_paths})
    target, titles = target_and_titles(run, players, solve_table.parsed_goal)
    result = search(
        lattice,
        target,
        lambda setting: settings_player.is_possible(lattice.values(setting)),
        _StagePlayer(settings_player, lattice, target.names),
        blocks=config.most_blocks,
        level=config.level,
        seed=config.seed,
        players=players,
        n_orders=run.n_alternating_orders(players),
    )
    best_values = result.left[0].values
    values_beyond = {path: lattice.beyond(path, value) for path, value in best_values.items()}
    at_ends = tuple(
        path
        for path, value in values_beyond.items()
        if value is not None and settings_player.is_possible({**best_values, path: value})
    )
    arms = {} if result.settings[0] == lattice.printed_setting else {RECOMMENDED: best_values}
    seed = _seed_of_answer(settings_player.experiment, solve_table)
    fresh_run = settings_player.play("fresh", arms, seed=seed, tables=config.tables)
    both_settings_and_difference = _measure_on_fresh_luck(fresh_run, players, target, best_values, lattice.printed)
    return Solution(
        players, solve_table.parsed_goal, target, titles, result, probe, at_ends, *both_settings_and_difference, fresh_run
    )


def _seed_of_answer(experiment: Experiment, solve_table: SolveTable) -> int:
    """Return the seed of the luck on which the answer is measured; no other question or number of blocks has the same."""
    experiment_hashes = hashes(experiment)
    question = [experiment_hashes.config, experiment_hashes.rules, solve_table.model_dump_json(), experiment.config.most_blocks]
    return fresh_seed(experiment.config.seed, f"solve {digest(question)}")


@dataclass
class _StagePlayer:
    """Plays the settings of each look that lack blocks, in a run for each look; all looks have the same luck."""

    settings_player: _SettingsPlayer
    lattice: Lattice
    metric_names: tuple[str, ...]
    values_by_setting: dict[Setting, Floats] = field(default_factory=dict)  # of all blocks so far; axes: block, metric

    def __call__(self, settings: Sequence[Setting], blocks: int) -> Floats:
        """Return block values of settings for the first `blocks` blocks; settings with too few of them are played first.

        The axes are block, setting and metric (`PlaySettings`).
        """
        printed_setting = self.lattice.printed_setting
        missing = [setting for setting in settings if len(self.values_by_setting.get(setting, ())) < blocks]
        if missing:
            arms = {_arm_name(setting): self.lattice.values(setting) for setting in sorted(missing) if setting != printed_setting}
            run = self.settings_player.play("stage", arms, blocks=blocks)
            values = goal_values(run, self.settings_player.players, self.metric_names)
            self.values_by_setting[printed_setting] = values[run.arms[0]]
            self.values_by_setting |= {setting: values[_arm_name(setting)] for setting in missing if setting != printed_setting}
        return np.stack([self.values_by_setting[setting][:blocks] for setting in settings], axis=1)


def _arm_name(setting: Setting) -> str:
    """Return the name of a setting in the run of a stage: the index of its value on each path, from 1."""
    return "_".join(["setting", *(str(i + 1) for i in setting)])


def _play_probe(settings_player: _SettingsPlayer, solve_table: SolveTable, printed: Mapping[str, Any]) -> tuple[Run, Probe]:
    """Play the first and the last value of each path in a short run; return the run and the paths that stay as printed."""
    arms: dict[str, dict[str, Any]] = {}
    arms_by_path: dict[str, list[str]] = {}
    for i, (path, values) in enumerate(solve_table.over.items(), 1):
        possible_values = [value for value in values if value != printed[path] and settings_player.is_possible({path: value})]
        if possible_values or printed[path] is None:
            ends = [*possible_values[:1], *possible_values[1:][-1:]]  # the first, and the last if it is another
            arms_of_path = {f"path_{i}_{name}": {path: value} for name, value in zip(("first", "last"), ends, strict=False)}
            arms_by_path[path] = [*arms_of_path]
            arms |= arms_of_path
    run = settings_player.play("probe", arms, blocks=min(PROBE_BLOCKS, settings_player.experiment.config.most_blocks))
    values_by_arm = block_values(run, settings_player.players, metrics_of(run, settings_player.players))
    baseline = values_by_arm[run.arms[0]]
    unchanging_paths = [
        path for path, names in arms_by_path.items() if all(np.array_equal(values_by_arm[name], baseline) for name in names)
    ]
    absent = tuple(path for path in unchanging_paths if not arms_by_path[path])
    return run, Probe(absent, tuple(path for path in unchanging_paths if path not in absent), run.blocks(settings_player.players))


def _measure_on_fresh_luck(
    run: Run, players: int, target: GoalTarget, best_values: Mapping[str, Any], printed_values: Mapping[str, Any]
) -> tuple[MeasuredSetting, MeasuredSetting, Estimate]:
    """Measure the recommended and the printed setting on fresh luck, and their difference in distance from the goal.

    Parameters
    ----------
    run
        The run on fresh luck. Its first arm is the printed setting; its second, if there is one, is the nearest.
    best_values, printed_values
        Values of the nearest and of the printed setting, by path.
    """
    n_orders, values = run.n_alternating_orders(players), goal_values(run, players, target.names)
    baseline, *other_values = (values[arm] for arm in run.arms)
    nearest = as_printed = MeasuredSetting(printed_values, goal_distance(baseline, target, n_orders, run.level))
    for setting_values in other_values:
        nearest = MeasuredSetting(best_values, goal_distance(setting_values, target, n_orders, run.level))
    distances = Distances(np.stack([baseline, *other_values], axis=1), n_orders, target.value, is_share=target.is_share)
    # The last arm is the nearest setting; without another arm it is the printed one, whose difference from itself is 0.
    return nearest, as_printed, replace(distances.differences_from(0, run.level)[-1], name="difference.distance")
