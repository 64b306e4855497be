"""`rajas replay`: a game of a run as text."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.commands.report import RUN
from rajas_sim.core.errors import RunError


def replay(
    run: RUN,
    game: Annotated[int, typer.Argument(metavar="GAME", min=0, help="Number of the game (column 'game' of the tables).")],
) -> None:
    """Play a game of a run again and tell it, decision by decision; it ends with 1 if it is not the game that was recorded."""
    from rajas_sim.experiment.folder.runs import find_played_game, find_run

    played = find_played_game(find_run(run), game)
    key = played.key
    typer.echo(
        f"Game {game}: {key.players} players, block {key.block}, order {key.order}, rotation {key.rotation}, arm {played.arm}; "
        f"seats in turn order: {', '.join(played.labels[i] for i in played.seating)}"
    )
    steps = list(played.game.steps(played.rules, played.line_up, played.seed, played.seating))
    for line in played.game.narration.lines(steps, [played.labels[i] for i in played.seating]):
        typer.echo(line)
    difference = played.difference(steps)
    if difference is not None:
        raise RunError(
            f"this is not the game that was recorded: {difference}. One of its strategies does not decide by the position alone; "
            "random numbers must be drawn from the position's seed, and said so with uses_chance=True"
        )
