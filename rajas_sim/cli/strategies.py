"""`rajas strategies`: who can play."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rajas_sim.cli.errors import say_error
from rajas_sim.cli.play import complete_strategy

app = typer.Typer(help="Strategies: which there are, and their parameters.", no_args_is_help=True)


@app.command("list")
def list_strategies(
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List all strategies; files in ./strategies that hold none are named on stderr."""
    from rajas_sim.cli.output import print_table
    from rajas_sim.strategies_api.registry import find_all

    found, problems = find_all()
    for problem in problems:
        say_error(problem)
    if as_json:
        rows = [{"name": s.name, "summary": s.summary, "is_compiled": s.is_compiled} for s in found]
        typer.echo(json.dumps(rows, indent=2))
    else:
        print_table(("name", "kind", "summary"), [(s.name, _kind(s.is_compiled), s.summary) for s in found])


@app.command("show")
def show_strategy(
    name: Annotated[str, typer.Argument(help="Name of the strategy.", autocompletion=complete_strategy)],
) -> None:
    """Show what a strategy does and the parameters it has."""
    from rajas_sim.cli.output import print_table
    from rajas_sim.strategies_api import find

    strategy = find(name, {})
    typer.echo(f"{strategy.name} ({_kind(strategy.is_compiled)}, {strategy.path})\n\n{strategy.description}\n")
    columns = ("parameter", "default", "from", "to", "unit", "meaning")
    rows = [(p.name, f"{p.default:g}", f"{p.low:g}", f"{p.high:g}", p.unit, p.meaning) for p in strategy.parameters]
    if rows:
        print_table(columns, rows, right=columns[1:4])
    else:
        typer.echo("It has no parameters.")


def _kind(is_compiled: bool) -> str:
    return "compiled" if is_compiled else "Python"
