"""Which of several rule sets to print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import Question

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class DecideQuestion(Question):
    """Say which of several rule sets to print, how sure that is, and what it is expected to cost if it is the wrong one.

    The arms of the experiment and the rules as they are compete for the goal in its table "decide"; each may have a cost. Games
    are played until the expected loss is small enough, or until the blocks run out; the command then ends with exit code 3.
    """

    name: ClassVar = "decide"
    table: ClassVar = "rajas_sim.questions.decide.costs:DecideTable"
    keys: ClassVar = {"blocks": "blocks", "loss": "decide.loss"}
    blocks: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Largest number of blocks to play; by default the file's.")
    ] = None
    loss: Annotated[
        float | None,
        typer.Option(min=0, metavar="X", help="Expected loss that is small enough; percentage points where the goal is a share."),
    ] = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play until the expected loss is small enough, and say which rule set to print."""
        from rajas_sim.questions.decide.decide_answer import decide_answer
        from rajas_sim.questions.decide.play import play_decide

        return decide_answer(play_decide(experiment, runner))
