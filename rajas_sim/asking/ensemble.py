"""A question asked in many plausible boxes, all under the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis import findings as results
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding, ensemble_findings
from rajas_sim.analysis.unknown_box.noted import write_note
from rajas_sim.analysis.winning.stopping import judge
from rajas_sim.asking.playing import Playing
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
from rajas_sim.experiment.boxes.values import values_of_boxes
from rajas_sim.experiment.design.boxes import EnsembleForm
from rajas_sim.experiment.design.design import BASELINE
from rajas_sim.experiment.folder.places import copied_here, copied_there
from rajas_sim.experiment.folder.store import REPORTS
from rajas_sim.experiment.question.form import Arm, ArmRules
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.report import write_pages

# What the experiment's own box is called.
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
    playing: Playing,
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
            sampling, form.boxes, usual, workers=playing.workers, cluster=playing.cluster, say=on_boxes, note=note
        )
        files, boxes = list(sample.files), usual
    else:
        files, boxes = box_files(form.folder, form.boxes), form.folder
    contents = {path.stem: experiment.game.components.read(path) for path in files}
    wrong = [f"{path}: {p}" for path in files for p in impossible(experiment.game, contents[path.stem])]
    if wrong:
        raise InputError(wrong)
    values = values_of_boxes(list(contents.values()), experiment.game, config.components)
    found, folders = [], {}
    for k in experiment.design.players:
        arms = tuple(_arms(experiment, k, contents))
        columns = values.in_play(k, experiment.config.own_rules.variant, config.modules)
        of_boxes, folders[k] = playing.play(experiment, f"boxes_{k}p", k, arms, blocks=form.blocks)
        found.append(ensemble_findings(of_boxes, k, tuple(contents), _names(experiment, contents), columns))
    itself = playing.run(experiment, judge=judge if config.stop is not None else None).folder
    own_run = load_run(copied_here(itself), tolerance=config.tolerance)
    write_note(own_run, found)
    report = None
    if writes_report:
        report = itself / write_pages(own_run, results(own_run)).name
    copied_there(own_run.folder, itself)
    return Asked(tuple(found), boxes, sample, folders, own_run, report)


def _names(experiment: Experiment, boxes: Iterable[str]) -> dict[str, list[str]]:
    """Return what each rule set of the experiment is called in its own box, and then in every other."""
    arms = enumerate(experiment.config.rules_of_arms)
    return {arm: [arm_name(OWN, arm, number), *(arm_name(box, arm, number) for box in boxes)] for number, arm in arms}


def arm_name(box: str, arm: str, number: int) -> str:
    """Return what a rule set of the experiment is called in a box; names of arms may hold what a name may not."""
    if arm == BASELINE:
        return BASELINE if box == OWN else box
    return f"{box}-arm_{number}"


def _arms(experiment: Experiment, players: int, contents: Mapping[str, Mapping[str, Any]]) -> Iterator[Arm]:
    """Yield the experiment's own arms in its own box, and then all of its rule sets in every box."""
    config = experiment.config
    for number, (arm, rules) in enumerate(config.rules_of_arms.items()):
        if arm != BASELINE:
            yield _arm(arm_name(OWN, arm, number), rules, {})
    printed = experiment.game.components.read(config.components)
    for box, content in contents.items():
        for number, (arm, rules) in enumerate(config.rules_of_arms.items()):
            base, other = (for_game(dict(raw), players, rules.variant) for raw in (printed, content))
            yield _arm(arm_name(box, arm, number), rules, _in_play(experiment, rules, dict(differences(base, other))))


def _in_play(experiment: Experiment, rules: ArmRules, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that matter in the variant of an arm, and that the arm does not make itself."""
    source = experiment.game.components
    taken = [f"{path}." for path in rules.overrides]
    return {
        path: value
        for path, value in changed.items()
        if source.is_in_play(path, rules.variant, rules.modules) and not any(f"{path}.".startswith(own) for own in taken)
    }


def _arm(name: str, rules: ArmRules, changed: Mapping[str, Any]) -> Arm:
    return Arm(name=name, variant=rules.variant, modules=rules.modules, overrides={**changed, **rules.overrides})
