"""`rajas replay`: a game of a run as text."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.commands.report import RUN
from rajas_sim.cli.options import Quiet
from rajas_sim.cli.output import print_story


def replay(
    run: RUN,
    game: Annotated[
        int,
        typer.Argument(
            metavar="GAME", min=0, help="Number of the game, from the column 'game' of the run's tables; 0 is the first."
        ),
    ],
    is_quiet: Quiet = False,
) -> None:
    """Play a game of a run again and tell it, decision by decision; with --quiet only how it ended.

    It is the very game that the run played, with the same luck and the same decisions.

    For example: rajas replay start_player 0
    """
    from rajas_sim.experiment.folder.runs import find_played_game, find_run

    played = find_played_game(find_run(run), game)
    key = played.key
    if not is_quiet:
        typer.echo(
            f"Game {game}: {key.players} players, block {key.block}, rotation {key.rotation}, arm {played.arm}; "
            f"seats in turn order: {', '.join(played.labels[i] for i in played.seating)}"
        )
    print_story(played.game.narrate(played.rules, played.line_up, played.seed, played.seating), key.players, is_quiet)
