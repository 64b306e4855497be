"""Balance as a test: whether the numbers of an experiment are what they are expected to be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from rajas_sim.questions.question import Question

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class CheckQuestion(Question):
    """Play until every expectation of an experiment is known to hold or to fail, and then stop.

    The command ends with 0 if all hold, 1 if one fails, and 3 if one is undecided when the file allows no more games. It may
    look as often as it likes: the chance of a wrong answer among all is at most one minus the level of the experiment.
    """

    name: ClassVar = "check"
    outputs: ClassVar = ("junit",)
    expect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SENTENCE",
            help="Expect this instead of what the file expects, e.g. 'rounds.2 between 6 and 9'. May be repeated.",
        ),
    ] = None
    blocks: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Largest number of blocks to play; by default the file's.")
    ] = None
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write each expectation to this file as a JUnit test, for CI.")
    ] = None

    @property
    def changes(self) -> dict[str, Any]:
        """What the options change in the experiment."""
        return {"expect": None if self.expect is None else list(self.expect)}

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play until every expectation is decided or no more blocks are allowed, and say which hold."""
        from rajas_sim.questions.check.check_answer import check_answer, junit_xml, play_check
        from rajas_sim.study.folder.places import write_file

        run, expectations = play_check(experiment, runner, self.blocks)
        answer = check_answer(run, expectations)
        if self.junit is None:
            return answer
        write_file(Path(self.junit), junit_xml(experiment.config.name, expectations))
        return replace(answer, files={"JUnit": str(self.junit)})
