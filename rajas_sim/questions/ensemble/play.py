"""Playing an experiment in many plausible boxes, all under the same luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.analysis import Run, load_run, results_of
from rajas_sim.analysis.formatting import counted
from rajas_sim.analysis.winning.ensemble_note import BoxShares, write_note
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.component_file import values_for_game
from rajas_sim.core.rulebook.unknown_box import differences
from rajas_sim.questions.ensemble.estimates import EnsembleResult, estimates_over_boxes
from rajas_sim.questions.ensemble.toml_table import FEWEST_BOXES, USUAL_BOXES, EnsembleTable
from rajas_sim.questions.run.write import write_pages
from rajas_sim.questions.runner import Runner
from rajas_sim.running.boxes.sample import Sample, Sampling, box_files, box_problems, draw_sample, sampling_of, usual_folder
from rajas_sim.running.boxes.values import columns_of_boxes
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.study.config.form import NAME, Arm, ArmRules
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import BASELINE
from rajas_sim.study.folder.places import local_copy, upload_changes
from rajas_sim.study.folder.store import REPORTS

PRINTED = "own"
"""Name of the experiment's own box in the names of arms."""


@dataclass(frozen=True)
class PlayedInBoxes:
    """What was played in many boxes, and the results.

    Attributes
    ----------
    results
        One result for each number of players.
    boxes
        Folder with the component files of the boxes.
    runs, folders
        The runs of the boxes and their folders, one for each number of players.
    own_run
        The run of the experiment in its own box.
    report
        Its report, which says in how many boxes its verdicts hold; None if no report was to be written.
    """

    results: tuple[EnsembleResult, ...]
    boxes: Path
    runs: tuple[Run, ...]
    folders: tuple[Path, ...]
    own_run: Run
    report: Path | None


def play_in_boxes(experiment: Experiment, runner: Runner, *, writes_report: bool) -> PlayedInBoxes:
    """Play an experiment in plausible boxes and in its own box, as far as games are missing.

    For each number of players there is one run, ``<name>_boxes_4p-<hash>``. Its first rule set is the experiment's own box, and
    every box is another rule set. Each arm of the experiment is one more rule set for each box. All play the same luck. When
    asked again, no game is played twice.

    Parameters
    ----------
    experiment
        Its table ``[ensemble]`` says which boxes, and how many blocks; by default 200 sampled boxes and 500 blocks.

    Raises
    ------
    InputError
        If there are no boxes, or a box is impossible.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    config = experiment.config
    ensemble_table = config.table(EnsembleTable) or EnsembleTable()
    boxes_folder, contents = _boxes_folder_and_contents(experiment, ensemble_table, runner)
    results, runs, folders = [], [], []
    if runner.on_note is not None:
        blocks_text = counted(ensemble_table.blocks, "block")
        runner.on_note(
            f"each of {len(contents)} boxes plays {blocks_text} with each number of players; --boxes N asks for fewer or more"
        )
    for k in experiment.design.players:
        arms, names_by_arm = _rule_sets(experiment, k, contents)
        baseline = config.baseline_rules
        columns = columns_of_boxes(
            [*contents.values()], experiment.game, k, baseline.variant, baseline.modules, config.components
        )
        run, run_folder = runner.play(experiment, f"boxes_{k}p", k, arms, has_rule_sets=True, blocks=ensemble_table.blocks)
        results.append(estimates_over_boxes(run, k, tuple(contents), names_by_arm, columns))
        runs.append(run)
        folders.append(run_folder)
    own_folder = runner.run_as_played(experiment).folder
    own_run = load_run(local_copy(own_folder), tolerance=config.tolerance)
    write_note(own_run, [box_shares for result in results for box_shares in _box_shares(result)])
    report = own_folder / write_pages(own_run, results_of(own_run)).name if writes_report else None
    upload_changes(own_run.folder, own_folder)
    return PlayedInBoxes(tuple(results), boxes_folder, tuple(runs), tuple(folders), own_run, report)


def draw_boxes(sampling: Sampling, n: int, folder: Path, runner: Runner) -> Sample:
    """Draw boxes as in `draw_sample`, with the runner's workers and progress."""

    def show_count(n_kept: int, n_drawn: int) -> None:
        if runner.on_count is not None:
            runner.on_count(WorkProgress("boxes", n_kept, n, f"of {n_drawn:,} drawn"))

    on_note = runner.on_note or (lambda text: None)
    return draw_sample(
        sampling, n, folder, workers=runner.workers, cluster=runner.cluster, on_progress=show_count, on_note=on_note
    )


def _boxes_folder_and_contents(
    experiment: Experiment, ensemble_table: EnsembleTable, runner: Runner
) -> tuple[Path, dict[str, dict[str, Any]]]:
    """Return the folder of the boxes, and their contents by name; if no folder is given, sample the missing boxes."""
    if ensemble_table.folder is None:
        n_boxes = ensemble_table.boxes or USUAL_BOXES
        sampling = sampling_of(
            experiment.game.name, ensemble_table.seed, base=experiment.config.components, strategy=ensemble_table.strategy
        )
        folder = usual_folder(sampling, Path(REPORTS if "://" in str(runner.out) else runner.out))
        files = list(draw_boxes(sampling, n_boxes, folder, runner).files)
    else:
        folder = ensemble_table.folder
        files = box_files(folder, ensemble_table.boxes, fewest=FEWEST_BOXES)
    # Boxes are rule sets here, so the names of their files must be possible names of rule sets.
    are_file_names_possible = all(NAME.fullmatch(path.stem) and path.stem != BASELINE for path in files)
    names = [path.stem if are_file_names_possible else f"box_{i}" for i, path in enumerate(files, 1)]
    contents = {name: experiment.game.components.read(path) for name, path in zip(names, files, strict=True)}
    problems = [
        f"{path}: {problem}"
        for name, path in zip(names, files, strict=True)
        for problem in box_problems(experiment.game, contents[name])
    ]
    if problems:
        raise InputError(problems)
    return folder, contents


def _box_shares(result: EnsembleResult) -> list[BoxShares]:
    """Return the measured shares of one number of players as the note of the ensemble stores them."""
    return [
        BoxShares(
            players=result.players,
            arm=group.arm,
            line_up=group.line_up,
            blocks=result.n_blocks,
            positions=group.positions.round(6).tolist(),
            covariance=group.covariance.tolist(),
            errors=group.errors.round(6).tolist(),
        )
        for group in result.groups
    ]


def _rule_sets(
    experiment: Experiment, players: int, contents: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[Arm, ...], dict[str, list[str]]]:
    """Return the experiment's arms in its own box, and then all of its rule sets in every box; equal ones only once.

    Also return, by arm of the experiment, the names of its rule set in the own box and then in every other box. Points of a sweep
    with the rules of the baseline in every box are left out.

    Parameters
    ----------
    contents
        Component values of each box, by its name.
    """
    config = experiment.config
    printed_content = experiment.game.components.read(config.components)
    name_by_rules = {experiment.rules[players][0]: BASELINE}
    arms: list[Arm] = []
    names_by_arm: dict[str, list[str]] = {arm: [] for arm in config.rules_of_arms}
    for box, box_content in {PRINTED: printed_content, **contents}.items():
        for arm_index, (arm, rules) in enumerate(config.rules_of_arms.items()):
            printed_values, box_values = (
                values_for_game(dict(source_values), players, rules.variant) for source_values in (printed_content, box_content)
            )
            changes_of_box = _overrides_in_play(experiment, rules, dict(differences(printed_values, box_values)))
            overrides = {**changes_of_box, **rules.overrides}
            try:
                rules_in_box = experiment.game.rules(players, rules.variant, rules.modules, overrides, config.components)
            except InputError as error:
                raise InputError(f"{arm} in {box}: {problem}" for problem in error.problems) from None
            if rules_in_box not in name_by_rules:
                # Names of arms may contain characters that the name of a rule set here may not.
                name_by_rules[rules_in_box] = box if arm == BASELINE else f"{box}-arm_{arm_index}"
                arms.append(
                    Arm(name=name_by_rules[rules_in_box], variant=rules.variant, modules=rules.modules, overrides=overrides)
                )
            names_by_arm[arm].append(name_by_rules[rules_in_box])
    points = config.sweep.points if config.sweep is not None else {}
    return tuple(arms), {
        arm: names for arm, names in names_by_arm.items() if arm not in points or names != names_by_arm[BASELINE]
    }


def _overrides_in_play(experiment: Experiment, rules: ArmRules, changed_values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes of a box, by path, that matter in the variant of an arm and that the arm does not make itself."""
    overridden_prefixes = tuple(f"{path}." for path in rules.overrides)
    return {
        path: value
        for path, value in changed_values.items()
        if experiment.game.components.is_in_play(path, rules.variant, rules.modules)
        and not f"{path}.".startswith(overridden_prefixes)
    }
