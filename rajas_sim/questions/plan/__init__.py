"""How many games a question needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import QuestionOfEither

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class PlanQuestion(QuestionOfEither):
    """Say how many blocks and games a question needs, how long they take here, and how likely they are to decide it.

    A pilot shows how much blocks vary: a short run with separate luck. A finished run (--run) shows it as well.
    """

    name: ClassVar = "plan"
    blocks: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="Blocks planned, in place of the number in the file.")
    ] = None
    pilot: Annotated[int, typer.Option(min=20, metavar="N", help="Blocks of the pilot.")] = 100
    points: Annotated[
        list[float] | None,
        typer.Option(
            min=0.01,
            max=50,
            metavar="P",
            help="Size of a difference in percentage points; by default 2, 1 and 0.5. May be repeated.",
        ),
    ] = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play a pilot, and say what the experiment needs."""
        from rajas_sim.questions.plan.needs import play_pilot

        return self._answer(play_pilot(experiment, self.pilot, runner), self.blocks or experiment.config.most_blocks)

    def ask_run(self, run: Run) -> Answer:
        """Say what an experiment like that of the run needs."""
        return self._answer(run, self.blocks)

    def _answer(self, run: Run, blocks: int | None) -> Answer:
        """Answer from a pilot or a finished run, for so many planned blocks; None for the target of the run."""
        from rajas_sim.analysis import results_of
        from rajas_sim.questions.plan.needs import SIZES, plans
        from rajas_sim.questions.plan.plan_answer import plan_answer

        sizes = [p / 100 for p in self.points] if self.points else SIZES
        return plan_answer(run, plans(results_of(run), blocks, sizes))
