"""A question asked in many plausible boxes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import Question

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class EnsembleQuestion(Question):
    """Ask a question in many plausible boxes, to see whether the answer depends on printed values that are only assumed.

    Boxes are sampled as by `rajas components sample`, and all play the same luck. The experiment itself is played as well, and
    its report says in how many boxes its verdicts hold. The same command continues an interrupted one.
    """

    name: ClassVar = "ensemble"
    table: ClassVar = "rajas_sim.questions.ensemble.toml_table:EnsembleTable"
    keys: ClassVar = {"boxes": "ensemble.boxes", "folder": "ensemble.folder", "blocks": "ensemble.blocks"}
    outputs: ClassVar = ("report",)
    boxes: Annotated[
        int | None, typer.Option(metavar="N", min=5, help="Number of boxes, in place of the number in the file.")
    ] = None
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of component files to take boxes from; by default boxes are sampled."),
    ] = None
    blocks: Annotated[int | None, typer.Option(min=3, metavar="N", help="Blocks to play in each box.")] = None
    report: Annotated[bool, typer.Option("--report/--no-report", help="Write report.html of the experiment itself.")] = True

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play the experiment in every box, and say how its numbers vary over the boxes."""
        from rajas_sim.questions.ensemble.ensemble_answer import ensemble_answer
        from rajas_sim.questions.ensemble.play import play_in_boxes

        return ensemble_answer(play_in_boxes(experiment, runner, writes_report=self.report))
