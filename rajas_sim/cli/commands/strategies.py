"""`rajas strategies`: who can play."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rajas_sim.cli.commands.play import complete_strategy
from rajas_sim.cli.errors import say_error
from rajas_sim.cli.exit_codes import FAILED
from rajas_sim.cli.options import AnyGame, AsJson, GameName, Quiet
from rajas_sim.cli.output import print_table
from rajas_sim.core.games import DEFAULT_GAME, GAMES

app = typer.Typer(help="Strategies: which there are, and their parameters.", no_args_is_help=True)

EVERY_GAME = "every game"
NameOrFile = Annotated[
    str, typer.Argument(help="Name of the strategy, or its file, which ends in .py.", autocompletion=complete_strategy)
]


@app.command("list")
def list_strategies(as_json: AsJson = False, game: AnyGame = None) -> None:
    """List all strategies by what their files say, running none; files that hold none are named on stderr."""
    from rajas_sim.core.strategies.registry import listed

    found, problems = listed(_known(game))
    for problem in problems:
        say_error(problem)
    if as_json:
        rows = [{"game": s.game, "name": s.name, "summary": s.summary, "is_compiled": s.is_compiled} for s in found]
        typer.echo(json.dumps(rows, indent=2))
    else:
        columns = ("game", "name", "kind", "summary")
        print_table(columns, [(s.game or EVERY_GAME, s.name, _kind(s.is_compiled), s.summary) for s in found])


@app.command("show")
def show_strategy(
    name: NameOrFile,
    game: AnyGame = None,
) -> None:
    """Show what a strategy does and the parameters it has."""
    from rajas_sim.core.strategies.registry import find_strategy

    strategy = find_strategy(name, game=_known(game))
    kind = f"{strategy.game or EVERY_GAME}, {_kind(strategy.is_compiled)}, {strategy.path}"
    typer.echo(f"{strategy.name} ({kind})\n\n{strategy.description}\n")
    columns = ("parameter", "default", "from", "to", "unit", "meaning")
    rows = [(p.name, f"{p.default:g}", f"{p.low:g}", f"{p.high:g}", p.unit, p.meaning) for p in strategy.parameters]
    if rows:
        print_table(columns, rows, right=columns[1:4])
    else:
        typer.echo("It has no parameters.")


@app.command("new")
def new_strategy(
    name: Annotated[str, typer.Argument(help="Name of the strategy, and of its file in ./strategies.")],
    game: GameName = DEFAULT_GAME,
    is_compiled: Annotated[
        bool, typer.Option("--compiled", help="As a kernel, compiled by Numba; left out: plain Python.")
    ] = False,
    is_quiet: Quiet = False,
) -> None:
    """Write the file of a new strategy, with comments on what it may look at."""
    from rajas_sim.core.game import find_game
    from rajas_sim.experiment.authoring.new_strategy import write_strategy

    path = write_strategy(name, find_game(game).name, is_compiled)
    typer.echo(path if is_quiet else f"Wrote {path}. Change what it does, then: rajas strategies check {name}")


@app.command("check")
def check_strategy(
    name: NameOrFile,
    game: AnyGame = None,
) -> None:
    """Try out whether a strategy does what every strategy must do; it ends with 1 if it does not."""
    from rajas_sim.core.game import find_game
    from rajas_sim.core.strategies.registry import find_strategy
    from rajas_sim.experiment.authoring.conformance import check

    found = find_strategy(name, game=_known(game))
    is_good = True
    for played in [found.game] if found.game is not None else GAMES:
        for duty in check(find_game(played), found.for_game(played)):
            is_good = is_good and duty.problem is None
            typer.echo(f"{played}: {duty.text}: {'yes' if duty.problem is None else 'NO'}")
            if duty.problem is not None:
                say_error(duty.problem)
    if not is_good:
        raise typer.Exit(FAILED)


def _known(game: str | None) -> str | None:
    """Return the name of a game, refusing one that does not exist."""
    from rajas_sim.core.game import find_game

    return None if game is None else find_game(game).name


def _kind(is_compiled: bool) -> str:
    return "compiled" if is_compiled else "Python"
