"""`rajas bench`: how fast this machine plays."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Annotated

import typer

from rajas_sim.cli.options import GameName, Modules, Variant

# Processes at work, on average over the last minute, above which a measurement is disturbed.
BUSY = 0.5


def bench(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the speeds as a JSON list, without start-up and memory.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.1, metavar="S", help="How long each line-up is played.")] = 2.0,
    game: GameName = "ganges",
    variant: Variant = None,
    modules: Modules = None,
) -> None:
    """Measure games and decisions per second, start-up times and memory."""
    from rajas_sim.cli.output import memory_text, print_table
    from rajas_sim.cli.progress import announce_compilation
    from rajas_sim.experiment.bench import MEMORY_GAMES, kind_of_game, speeds, start_up

    kind = kind_of_game(game, variant, modules or [])
    announce_compilation(kind.game.name)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > BUSY:
        typer.echo(f"Other programs are using this machine (load {load:.1f}); it can play faster than what follows.", err=True)
    measured = list(speeds(kind, seconds=seconds))
    if as_json:
        typer.echo(json.dumps([asdict(speed) for speed in measured], indent=2))
        return
    columns = ("strategies", "players", "threads", "games/s", "decisions/s", "decisions/game")
    rows = [
        (
            s.strategies[0],
            str(s.players),
            str(s.threads),
            f"{s.games_per_s:,.0f}",
            f"{s.decisions_per_s:,.0f}",
            f"{s.decisions_per_game:,.0f}",
        )
        for s in measured
    ]
    print_table(columns, rows, right=columns[1:])
    times = start_up(kind)
    typer.echo(
        f"rajas --help answers after {times.help_s:.2f} s; the first game is over {times.first_game_s:.2f} s after the start."
    )
    typer.echo(f"{MEMORY_GAMES:,} four-player games with the rounds table: {memory_text(times.peak_memory_mib)} at the peak.")
