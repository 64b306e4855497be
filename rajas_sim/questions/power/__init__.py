"""What each thing is worth to a seat, and what one more or one less of each number does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from rajas_sim.questions.question import Question

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class PowerQuestion(Question):
    """Say what each space, tile, bonus or box is worth: how much win share a seat loses without it.

    One seat after the other may not use one thing, everything else and all luck being equal. With --numbers each number of the
    rules is raised and lowered by one instead, and all metrics are compared. The same command continues an interrupted one.
    """

    name: ClassVar = "power"
    table: ClassVar = "rajas_sim.questions.power.toml_table:PowerTable"
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Look at these things (with --numbers, at these paths) in place of those of the file, e.g. 'chamber.*'. May be "
            "repeated.",
        ),
    ] = None
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Change each number of the rules by one instead of taking things away.")
    ] = False
    blocks: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="Luck seeds. Each is played once without a change and once with each.")
    ] = None

    @property
    def changes(self) -> dict[str, Any]:
        """What the options change in the experiment."""
        power_keys = None if self.only is None else {"numbers" if self.numbers else "things": self.only}
        return {"blocks": self.blocks, "power": power_keys}

    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Take away one thing after another, or change one number after another, and say what that does."""
        if self.numbers:
            from rajas_sim.questions.power.numbers import answer_of_numbers, play_numbers

            return answer_of_numbers(play_numbers(experiment, runner))
        from rajas_sim.questions.power.things import answer_of_things, play_things

        return answer_of_things(play_things(experiment, runner))
