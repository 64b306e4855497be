"""`rajas play`: one game as text."""

from __future__ import annotations

from itertools import tee
from pathlib import Path
from typing import Annotated

import typer

from rajas_sim.cli.options import Components, GameName, Modules, Sets, Variant
from rajas_sim.cli.progress import announce_compilation
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import DEFAULT_GAME, MAX_SEED


def complete_strategy(incomplete: str) -> list[str]:
    """Return strategies of all games for shell completion, which loads none of them."""
    from rajas_sim.core.strategies.registry import known_names

    return [name for name in known_names() if name.startswith(incomplete)]


def play(
    game: GameName = DEFAULT_GAME,
    players: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of players; by default one a strategy or board, or the fewest the game has."),
    ] = None,
    variant: Variant = None,
    modules: Modules = None,
    sets: Sets = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays, from the start player of round 1 on; one alone plays every seat. May be repeated.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    boards: Annotated[
        list[str] | None,
        typer.Option(
            "--board",
            help="Board of each seat in the same order, in a variant in which players may differ; "
            "one alone is everybody's. May be repeated.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=MAX_SEED, help="Seed of the luck.")] = 1,
    components: Components = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every change of a resource as JSON lines.")] = None,
    log_options: Annotated[
        bool, typer.Option("--log-options", help="With --log: write all options of every decision, not only the chosen one.")
    ] = False,
) -> None:
    """Play one game and tell it, decision by decision."""
    from rajas_sim.experiment.playing.one_game import set_table

    if log_options and log is None:
        raise InputError("--log-options: goes with --log FILE")
    table = set_table(
        game,
        players,
        strategy or ["balanced"],
        boards=boards or [],
        variant=variant,
        modules=modules or [],
        sets=sets or [],
        components=components,
    )
    announce_compilation(game, one_game=True)
    labels = [strategy.label for strategy in table.strategies]
    told, logged = tee(table.game.steps(table.rules, table.strategies, seed))
    for line in table.game.narration.lines(told, labels):
        typer.echo(line)
    if log is not None:
        table.game.audit_log.write(log, logged, labels, with_options=log_options)
        typer.echo(f"Log     {log}")
