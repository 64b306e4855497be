"""Any number in the tables of a run, by any other column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import QuestionOfRuns

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run


@dataclass(frozen=True)
class DescribeQuestion(QuestionOfRuns):
    """Describe any number in the tables of a run, for all rows or by any other column: its mean and percentiles, or a share.

    Columns are those of docs/tables.md. Every row also has the columns of its game and of its seat, and three more: the
    strategy that sits before it (follows) and, after a round, the place by the score so far (place) and whether the game
    ended with that round (is_last).

    For example, the score of winners, and how often each place after each round wins:

    rajas describe start_player --of overlap --where rank=1

    rajas describe start_player --of win_share --by round --by place --where is_last=no

    And how often a game is close:

    rajas describe start_player --of 'margin<=2'
    """

    name: ClassVar = "describe"
    numbers: Annotated[
        list[str] | None,
        typer.Option(
            "--of",
            metavar="COLUMN",
            help="A number, words of which each gets its share, or a condition, for the share of rows where it holds "
            "('margin<=2'). May be repeated. By default the scores.",
        ),
    ] = None
    by: Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="For each of its values. May be repeated.")] = None
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION", help="Only rows like this: rank=1, 'fame>=50', strategy=strong. May be repeated; all must hold."
        ),
    ] = None
    rows: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Whose rows: a table of the run, by default the first with these columns.")
    ] = None
    players: Annotated[int | None, typer.Option(metavar="K", help="Only this number of players.")] = None
    arm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Rule set. By default the first; --by arm shows all, and --where arm=NAME one."),
    ] = None

    def ask(self, *runs: Run) -> Answer:
        """Read the rows, and estimate."""
        from rajas_sim.questions.describe.describe_answer import describe_answer
        from rajas_sim.questions.describe.described import describe
        from rajas_sim.questions.describe.wanted import Wanted

        (run,) = runs
        wanted = Wanted.of(run, self.numbers or [], self.by or [], self.where or [], self.rows or "", self.arm or "")
        return describe_answer(run, wanted, describe(run, wanted, self.players))
