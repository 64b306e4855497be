"""How much of a game is luck, and where it sits."""

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
class LuckQuestion(Question):
    """Say how much of who wins, the margin and the length is luck, from which source, up to which round, and what skill adds.

    Each source of luck, such as the tile stacks or the dice of a colour, is redrawn while everything else stays the same. Then
    all luck except that source is redrawn. The same command continues an interrupted one.
    """

    name: ClassVar = "luck"
    keys: ClassVar = {"blocks": "blocks"}
    blocks: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help="Deals to play: each once unchanged, and twice for each source of luck."),
    ] = None

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Redraw every source of luck, and say what changes."""
        from rajas_sim.questions.luck.luck_answer import luck_answer
        from rajas_sim.questions.luck.sources import play_luck

        return luck_answer(play_luck(experiment, runner))
