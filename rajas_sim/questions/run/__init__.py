"""What an experiment asks in its own words: played, and answered by a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.core.errors import InputError
from rajas_sim.questions.question import Question

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.running.planning import Mode
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class RunQuestion(Question):
    """Play an experiment and write its report.

    The same command continues an interrupted run. The games of a finished run are never overwritten. With fewer blocks, or
    another question or level, all of them are reported again; with another tolerance, on a second page beside the first.
    """

    name: ClassVar = "run"
    keys: ClassVar = {"blocks": "blocks"}
    outputs: ClassVar = ("resume", "extend", "label", "report")
    has_own_page: ClassVar = True
    quiet_help: ClassVar = "Print only the folder of the run: no answer, no progress."
    blocks: Annotated[
        int | None, typer.Option(metavar="N", help="Luck seeds to play, each under every seating, in place of the file's number.")
    ] = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Require an earlier run to go on with (an unfinished one continues anyway).")
    ] = False
    extend: Annotated[bool, typer.Option("--extend", help="Add blocks to a finished run, up to --blocks N.")] = False
    label: Annotated[str | None, typer.Option(metavar="LABEL", help="Give the run this label; RUN arguments take labels.")] = None
    report: Annotated[bool, typer.Option("--report/--no-report", help="Write report.html when done.")] = True

    def check(self) -> None:
        """Refuse options that contradict each other."""
        from rajas_sim.study.folder.notes import checked_label

        if self.resume and self.extend:
            raise InputError("--resume and --extend: give one of them; --extend continues an unfinished run as well")
        if self.label is not None:
            checked_label(self.label)

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play the missing games, write the report, and answer."""
        from rajas_sim.questions.run.write import play_run

        stop = experiment.config.stop
        if self.blocks is not None and stop is not None and stop.max_blocks is not None:
            raise InputError(
                f"--blocks {self.blocks}: the most that is played is stop.max_blocks; --set stop.max_blocks={self.blocks}"
            )
        mode: Mode = "extend" if self.extend else "resume" if self.resume else "auto"
        return play_run(experiment, runner, mode=mode, label=self.label, writes_report=self.report)
