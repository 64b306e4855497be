"""`rajas components`: the printed values of the box, and where each comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rajas_sim.cli.errors import WRONG_INPUT, say_error

app = typer.Typer(help="Components: the printed values of the box, and how sure each one is.", no_args_is_help=True)

GAME = Annotated[str, typer.Option("--game", help="Which game.")]


@app.command("list")
def list_components(
    components: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A component file; left out: the reference set.")
    ] = None,
    is_assumed_only: Annotated[bool, typer.Option("--assumed", help="Only values nobody here knows.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
    game: GAME = "ganges",
) -> None:
    """List every value with its provenance and, if it is assumed, its plausible range."""
    from rajas_sim.cli.values import print_values
    from rajas_sim.experiment.catalogue import shipped_game

    rows = shipped_game(game).components_list(components)
    if is_assumed_only:
        rows = [row for row in rows if row["provenance"] == "assumed"]
    print_values(rows, as_json)


@app.command("export")
def export_components(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist.")],
    game: GAME = "ganges",
) -> None:
    """Write a copy of the reference set, to fill in from a real box."""
    from rajas_sim.experiment.catalogue import shipped_game

    shipped_game(game).components_export(target)
    typer.echo(f"Wrote {target}. Change what your box prints differently, then: rajas components check {target}")


@app.command("check")
def check_components(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Component file to check.")],
    game: GAME = "ganges",
) -> None:
    """Check a component file: counts, ranges and spelling, all problems at once."""
    from rajas_sim.experiment.catalogue import shipped_game

    problems = shipped_game(game).components_check(path)
    for problem in problems:
        say_error(problem)
    if problems:
        raise typer.Exit(WRONG_INPUT)
    typer.echo(f"{path}: complete and consistent")
