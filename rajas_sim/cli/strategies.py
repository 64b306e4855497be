"""`rajas strategies`: who can play."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rajas_sim.cli.errors import say_error
from rajas_sim.cli.options import AnyGame
from rajas_sim.cli.play import complete_strategy

app = typer.Typer(help="Strategies: which there are, and their parameters.", no_args_is_help=True)

EVERY_GAME = "every game"


@app.command("list")
def list_strategies(
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
    game: AnyGame = None,
) -> None:
    """List all strategies; files in ./strategies that hold none are named on stderr."""
    from rajas_sim.cli.output import print_table
    from rajas_sim.strategies_api.registry import find_all

    found, problems = find_all(_known(game))
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
    name: Annotated[str, typer.Argument(help="Name of the strategy.", autocompletion=complete_strategy)],
    game: AnyGame = None,
) -> None:
    """Show what a strategy does and the parameters it has."""
    from rajas_sim.cli.output import print_table
    from rajas_sim.strategies_api import find

    strategy = find(name, game=_known(game))
    kind = f"{strategy.game or EVERY_GAME}, {_kind(strategy.is_compiled)}, {strategy.path}"
    typer.echo(f"{strategy.name} ({kind})\n\n{strategy.description}\n")
    columns = ("parameter", "default", "from", "to", "unit", "meaning")
    rows = [(p.name, f"{p.default:g}", f"{p.low:g}", f"{p.high:g}", p.unit, p.meaning) for p in strategy.parameters]
    if rows:
        print_table(columns, rows, right=columns[1:4])
    else:
        typer.echo("It has no parameters.")


def _known(game: str | None) -> str | None:
    """Return the name of a game, refusing one that does not exist."""
    from rajas_sim.experiment.catalogue import shipped_game

    return None if game is None else shipped_game(game).name


def _kind(is_compiled: bool) -> str:
    return "compiled" if is_compiled else "Python"
