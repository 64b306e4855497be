"""A question asked in many plausible boxes, all under the same luck."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis import findings as results
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding, ensemble_findings
from rajas_sim.analysis.unknown_box.noted import write_note
from rajas_sim.analysis.winning.stopping import judge
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.component_file import for_game
from rajas_sim.core.rulebook.unknown_box import differences
from rajas_sim.experiment.boxes.sample import (
    Sample,
    box_files,
    draw_sample,
    impossible,
    sampling_of,
    usual_folder,
)
from rajas_sim.experiment.boxes.values import columns_of_boxes
from rajas_sim.experiment.design.boxes import FEWEST_BOXES, USUAL_BOXES, EnsembleForm
from rajas_sim.experiment.design.design import BASELINE
from rajas_sim.experiment.folder.places import copied_here, copied_there
from rajas_sim.experiment.folder.store import REPORTS
from rajas_sim.experiment.question.form import NAME, Arm, ArmRules
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.questions.runner import Runner
from rajas_sim.report import write_pages

# What the experiment's own box is called in the names of arms.
OWN = "own"


@dataclass(frozen=True)
class Asked:
    """What asking in many boxes came to.

    Attributes
    ----------
    findings
        One a number of players.
    boxes
        Where the boxes lie.
    sample
        How they were sampled; None if they were there already.
    folders
        The runs, by number of players.
    own
        The run of the experiment itself.
    report
        Its report, which says how far its verdicts hold; None if none was to be written.
    """

    findings: tuple[EnsembleFinding, ...]
    boxes: Path
    sample: Sample | None
    folders: Mapping[int, Path]
    own: Run
    report: Path | None


def ensemble(
    experiment: Experiment,
    playing: Runner,
    *,
    on_boxes: Callable[[int, int], None] = lambda kept, drawn: None,
    writes_report: bool = False,
) -> Asked:
    """Ask a question in plausible boxes, and return what it comes to over all of them.

    Every box is a rule set of one run a number of players, ``<name>_boxes_4p-<hash>``, whose first rule set is the experiment's
    own box; each of the experiment's arms is one more rule set a box. All play the same luck. Asked again, no game is played
    twice.

    Parameters
    ----------
    experiment
        Its ``[ensemble]`` says which boxes, and how many blocks; left out: 200 boxes that are sampled, 500 blocks.
    playing
        Where and how.
    writes_report
        Whether the report of the experiment itself is written.
    on_boxes
        Called with how many boxes were kept and drawn while they are sampled.

    Raises
    ------
    InputError
        If there are no boxes, or one is impossible.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.experiment.playing.runner.run`.
    """
    config = experiment.config
    form = config.ensemble or EnsembleForm()
    sample = None
    if form.folder is None:
        sampling = sampling_of(experiment.game.name, form.seed, base=config.components, strategy=form.strategy)
        usual = usual_folder(sampling, Path(REPORTS if "://" in str(playing.out) else playing.out))
        note = playing.on_note or (lambda text: None)
        sample = draw_sample(
            sampling, form.boxes or USUAL_BOXES, usual, workers=playing.workers, cluster=playing.cluster, say=on_boxes, note=note
        )
        files, boxes = list(sample.files), usual
    else:
        files, boxes = box_files(form.folder, form.boxes, fewest=FEWEST_BOXES), form.folder
    is_plain = all(NAME.fullmatch(path.stem) and path.stem != BASELINE for path in files)
    names = {path: path.stem if is_plain else f"box_{i}" for i, path in enumerate(files, 1)}
    contents = {names[path]: experiment.game.components.read(path) for path in files}
    wrong = [f"{path}: {p}" for path in files for p in impossible(experiment.game, contents[names[path]])]
    if wrong:
        raise InputError(wrong)
    found, folders = [], {}
    for k in experiment.design.players:
        arms, names_of_arms = _rule_sets(experiment, k, contents)
        own = experiment.config.own_rules
        columns = columns_of_boxes([*contents.values()], experiment.game, k, own.variant, own.modules, config.components)
        of_boxes, folders[k] = playing.play(experiment, f"boxes_{k}p", k, arms, blocks=form.blocks)
        found.append(ensemble_findings(of_boxes, k, tuple(contents), names_of_arms, columns))
    itself = playing.run(experiment, judge=judge if config.stop is not None else None).folder
    own_run = load_run(copied_here(itself), tolerance=config.tolerance)
    write_note(own_run, found)
    report = None
    if writes_report:
        report = itself / write_pages(own_run, results(own_run)).name
    copied_there(own_run.folder, itself)
    return Asked(tuple(found), boxes, sample, folders, own_run, report)


def _rule_sets(
    experiment: Experiment, players: int, contents: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[Arm, ...], dict[str, list[str]]]:
    """Return the experiment's own arms in its own box, and then all of its rule sets in every box, each once.

    Beside them what each rule set of the experiment is called in its own box, and then in every other.
    """
    config = experiment.config
    printed = experiment.game.components.read(config.components)
    known = {_digest(config.own_rules, {}): BASELINE}
    arms: list[Arm] = []
    names: dict[str, list[str]] = {arm: [] for arm in config.rules_of_arms}
    for box, content in {OWN: printed, **contents}.items():
        for number, (arm, rules) in enumerate(config.rules_of_arms.items()):
            base, other = (for_game(dict(raw), players, rules.variant) for raw in (printed, content))
            overrides = {**_in_play(experiment, rules, dict(differences(base, other))), **rules.overrides}
            digest = _digest(rules, overrides)
            if digest not in known:
                # Names of arms may hold what a name may not.
                known[digest] = box if arm == BASELINE else f"{box}-arm_{number}"
                arms.append(Arm(name=known[digest], variant=rules.variant, modules=rules.modules, overrides=overrides))
            names[arm].append(known[digest])
    return tuple(arms), names


def _digest(rules: ArmRules, overrides: Mapping[str, Any]) -> str:
    return json.dumps([rules.variant, sorted(rules.modules), overrides], sort_keys=True, default=str)


def _in_play(experiment: Experiment, rules: ArmRules, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that matter in the variant of an arm, and that the arm does not make itself."""
    source = experiment.game.components
    taken = [f"{path}." for path in rules.overrides]
    return {
        path: value
        for path, value in changed.items()
        if source.is_in_play(path, rules.variant, rules.modules) and not any(f"{path}.".startswith(own) for own in taken)
    }
