"""Which values of rules come nearest to a goal."""

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
class SolveQuestion(Question):
    """Search for the values of rules that come nearest to a goal, such as even seats.

    The table "solve" of the experiment says which rules may change and what the goal is. The search plays many settings in stages
    and drops those that are clearly farther from the goal than another. It then plays the nearest setting once more, with the
    printed one, on luck that the search has not seen. The same command continues an interrupted search.
    """

    name: ClassVar = "solve"
    table: ClassVar = "rajas_sim.questions.solve.toml_table:SolveTable"
    keys: ClassVar = {"blocks": "blocks"}
    blocks: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help="Blocks of the last stage and of the answer, in place of the number in the file."),
    ] = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Search, measure the recommended and the printed setting on fresh luck, and answer."""
        from rajas_sim.questions.solve.play import play_solve
        from rajas_sim.questions.solve.solve_answer import solve_answer

        return solve_answer(play_solve(experiment, runner))
