"""Where and how the games of a question are played, with the rule sets and luck that the question chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.analysis import Run, load_run
from rajas_sim.running.foreman import Progress, WorkProgress
from rajas_sim.running.planning import Mode
from rajas_sim.running.runner import RunResult, run
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.design import fresh_seed
from rajas_sim.study.folder.identity import hashes, run_name
from rajas_sim.study.folder.manifest import AskedBy, Manifest
from rajas_sim.study.folder.places import folder_at, local_copy
from rajas_sim.study.folder.store import REPORTS, RunFolder

if TYPE_CHECKING:
    from distributed import Client

#: Tables that every answer needs.
FEWEST_TABLES = ("games", "seats")


@dataclass(frozen=True)
class Runner:
    """Where and how games are played.

    Attributes
    ----------
    on_count
        Called to show progress of anything that is not games.
    question
        Name of the question that is asked; empty if none is. Every other field is the argument of the same name of
        `rajas_sim.running.runner.run`.
    """

    out: Path | str = REPORTS
    workers: int | None = None
    cluster: Client | None = None
    on_progress: Callable[[Progress], None] | None = None
    on_note: Callable[[str], None] | None = None
    command: str = ""
    on_count: Callable[[WorkProgress], None] | None = None
    question: str = ""

    def run(self, experiment: Experiment, *, mode: Mode = "auto", asked_of: Experiment | None = None) -> RunResult:
        """Play the missing games of an experiment; other parameters and errors are those of `rajas_sim.running.runner.run`.

        Parameters
        ----------
        asked_of
            The experiment that the question is about, if `experiment` is only a part of the answer.
        """
        asked_by = None
        if asked_of is not None and self.question:
            asked_by = AskedBy(question=self.question, experiment=asked_of.config.name)
        return run(
            experiment,
            self.out,
            workers=self.workers,
            cluster=self.cluster,
            mode=mode,
            on_progress=self.on_progress,
            on_note=self.on_note,
            command=self.command,
            asked_by=asked_by,
        )

    def run_as_played(self, experiment: Experiment) -> RunResult:
        """Play an experiment as `run` does, but leave a finished run as it is, with as many blocks as it has."""
        manifest, config = self.manifest_of(experiment), experiment.config
        if manifest is not None and manifest.complete:
            config = config.model_copy(update={"blocks": manifest.target_blocks, "stop": manifest.stop})
        return self.run(resolve(config))

    def manifest_of(self, experiment: Experiment) -> Manifest | None:
        """Return the manifest of the run of an experiment, which may be unfinished; None if nothing of it was played."""
        return RunFolder(folder_at(self.out) / run_name(experiment.config.name, hashes(experiment))).read_manifest()

    def play_more(self, experiment: Experiment, blocks: int, asked_of: Experiment) -> Run:
        """Play an experiment until its run has at least this many blocks; return the run, which may have more.

        An interrupted run is played to its planned end. `asked_of` is as in `run`.
        """
        manifest = self.manifest_of(experiment)
        mode: Mode = "auto"
        if manifest is not None:
            mode, blocks = "extend" if manifest.complete else "auto", max(blocks, manifest.target_blocks)
        result = self.run(resolve(experiment.config.model_copy(update={"blocks": blocks})), mode=mode, asked_of=asked_of)
        return load_run(local_copy(result.folder), tolerance=experiment.config.tolerance)

    def play(
        self,
        experiment: Experiment,
        name: str,
        players: int,
        arms: tuple[Arm, ...] = (),
        *,
        has_rule_sets: bool = False,
        **changes: Any,
    ) -> tuple[Run, Path]:
        """Play the missing games of rule sets with one number of players.

        Parameters
        ----------
        name
            Second part of the run's name; its folder is ``<experiment>_<name>-<hash>``.
        arms
            Rule sets in place of those of the experiment.
        has_rule_sets
            Whether `arms` hold all rule sets of the experiment under other names, such as each rule set in every box.
        changes
            Other keys of the experiment. By default it has as many blocks, the fewest tables, and luck that depends on `name` and
            the blocks. So no two answers read the same games: intervals hold for a single look.

        Returns
        -------
        run, folder
            The run, and its folder. If the folder is not local, the run is opened from a local copy.
        """
        config = experiment.config
        left_out = ["arms"] if config.arms and not any(arm in arms for arm in config.arms) else []
        left_out += ["sweep"] if config.sweep is not None and "sweep" not in changes else []
        if left_out and not has_rule_sets and self.on_note is not None and players == config.players[0]:
            left_out_text = " and the ".join(left_out)
            self.on_note(
                f"{self.question} is about the rules without the {left_out_text} of {config.name}; nothing of it is played"
            )
        changes = {"blocks": config.most_blocks, "tables": FEWEST_TABLES, **changes}
        changes.setdefault("seed", fresh_seed(config.seed, f"{name}, {changes['blocks']} blocks"))
        changed_config = config.without_questions(name=f"{config.name}_{name}", players=(players,), arms=arms, **changes)
        result = self.run(resolve(changed_config), asked_of=experiment)
        return load_run(local_copy(result.folder), tolerance=config.tolerance), result.folder
