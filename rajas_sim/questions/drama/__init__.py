"""When the games of a run are decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from rajas_sim.questions.question import QuestionOfRuns
from rajas_sim.questions.shared_options import TrustsFiles

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run


@dataclass(frozen=True)
class DramaQuestion(QuestionOfRuns):
    """Say when games are decided, who comes back, and which round turned a game.

    Everything rests on the chance to win after every round. A model estimates it from what the table of rounds holds of each
    player. Two models are fitted, each to one half of the blocks, and judge the other. docs/drama.md says what the numbers mean.

    For example: rajas drama start_player
    """

    name: ClassVar = "drama"
    outputs: ClassVar = ("turning_points",)
    players: Annotated[int | None, typer.Option(metavar="K", help="Only this number of players.")] = None
    line_up: Annotated[str | None, typer.Option(metavar="LABEL", help="Only this one of several line-ups, by its label.")] = None
    spot_checks: Annotated[
        int, typer.Option(metavar="N", min=0, help="Check the chances: play on from one position in each of N games.")
    ] = 0
    playouts: Annotated[int, typer.Option(metavar="N", min=2, help="How often each of these positions is played on.")] = 200
    choices: Annotated[
        int, typer.Option(metavar="N", min=0, help="Play N games again, and count turns that leave nothing to choose.")
    ] = 0
    trust: TrustsFiles = False
    turning_points: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the turning points of all games, each with its command, to a .csv or .parquet file.",
        ),
    ] = None

    def ask(self, *runs: Run) -> Answer:
        """Fit the chances, judge all games by them, and play games again if asked to."""
        from rajas_sim.questions.drama.drama_answer import drama_answer
        from rajas_sim.questions.drama.play import CheckedDrama, count_choices, find_dramas, spot_checks
        from rajas_sim.questions.drama.turning_points_file import check_ending, write_turning_points

        (run,) = runs
        file = None if self.turning_points is None else Path(self.turning_points)
        if file is not None:
            check_ending(file)
        dramas, silent_players = find_dramas(run, self.players, self.line_up)
        checked_dramas = [
            CheckedDrama(
                drama,
                spot_checks(run, drama, self.spot_checks, self.playouts, trusts_files=self.trust) if self.spot_checks else None,
                count_choices(run, drama, self.choices, trusts_files=self.trust) if self.choices else None,
            )
            for drama in dramas
        ]
        answer = drama_answer(run, checked_dramas, silent_players)
        if file is None:
            return answer
        n_rows = write_turning_points(run, dramas, file)
        return replace(answer, files={f"{n_rows:,} turning points": str(file)})
