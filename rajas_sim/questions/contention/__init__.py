"""How often others have taken what a player wants, and how much players change each other's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import Question
from rajas_sim.questions.shared_options import GamesToRead

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class ContentionQuestion(Question):
    """Say how often the space or die a player wants is taken, by whom, what that costs, and whether fewer players feel different.

    Games are read again decision by decision. Where a worker is placed or a die taken, the best option is compared with the best
    one there would be if nobody had taken anything in this round. Then one player is replaced under the same luck, to see how
    much that changes the results of the others. docs/contention.md says what the numbers mean.

    For example: rajas contention start_player
    """

    name: ClassVar = "contention"
    games: GamesToRead = None
    appraisal: Annotated[
        str | None,
        typer.Option(
            metavar="STRATEGY", help="Strategy that says at every seat what options are worth; by default the one there."
        ),
    ] = None
    blocks: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="Luck seeds under which one player is replaced; by default 1000.")
    ] = None
    replacement: Annotated[
        str | None,
        typer.Option(metavar="STRATEGY", help="Strategy that replaces one player; by default strong, or balanced beside strong."),
    ] = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play games, read them decision by decision, replace one player, and say what that shows."""
        from rajas_sim.questions.contention.contention_answer import contention_answer
        from rajas_sim.questions.contention.interaction import USUAL_BLOCKS
        from rajas_sim.questions.contention.wanted import ContentionOptions, play_contention
        from rajas_sim.questions.games_again import USUAL_GAMES

        options = ContentionOptions(self.games or USUAL_GAMES, self.blocks or USUAL_BLOCKS, self.appraisal, self.replacement)
        return contention_answer(play_contention(experiment, runner, options))
