"""`rajas components`: the printed values of the box, and where each comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.errors import say_error
from rajas_sim.cli.exit_codes import WRONG_INPUT
from rajas_sim.cli.options import AsJson, GameName, Quiet, either
from rajas_sim.cli.output import print_values, value_text
from rajas_sim.core.games import DEFAULT_GAME, GAMES

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

# Of the values that differ from the reference; more are folded to their number.
VALUES_SHOWN = 20

GameOfFile = Annotated[
    str | None, typer.Option("--game", help=f"Which game: {either(GAMES)}; left out: that of the file, or {DEFAULT_GAME}.")
]

app = typer.Typer(help="Components: the printed values of the box, and how sure each one is.", no_args_is_help=True)


@app.command("list")
def list_components(
    components: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A component file; left out: the reference set.")
    ] = None,
    is_assumed_only: Annotated[bool, typer.Option("--assumed", help="Only values nobody here knows.")] = False,
    as_json: AsJson = False,
    game: GameOfFile = None,
) -> None:
    """List every value with its provenance and, if it is assumed, its plausible range."""
    rows = _game(game, components).components.list_values(components)
    if is_assumed_only:
        rows = [row for row in rows if row["provenance"] == "assumed"]
    print_values(rows, as_json)


@app.command("export")
def export_components(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist.")],
    game: GameName = DEFAULT_GAME,
    is_quiet: Quiet = False,
) -> None:
    """Write a copy of the reference set, to fill in from a real box."""
    from rajas_sim.core.game import find_game

    find_game(game).components.export(target)
    typer.echo(
        target if is_quiet else f"Wrote {target}. Change what your box prints differently, then: rajas components check {target}"
    )


@app.command("check")
def check_components(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Component file to check.")],
    game: GameOfFile = None,
) -> None:
    """Check a component file: counts, ranges and spelling, all problems at once."""
    from rajas_sim.experiment.question.toml_text import quotes_hint

    played = _game(game, path)
    problems = played.components.check(path)
    for problem in problems:
        say_error(problem + (quotes_hint(path.read_text(encoding="utf-8"), problem) if "TOML" in problem else ""))
    if problems:
        raise typer.Exit(WRONG_INPUT)
    typer.echo(f"{path}: complete and consistent components of {played.name}")
    _print_filled_in(played, path)


def _game(name: str | None, path: Path | None) -> Game:
    """Return the game that is named, or else the one a component file names, or else the default one."""
    from rajas_sim.core.game import find_game
    from rajas_sim.experiment.question.files import box_of, refuse_experiment

    box = box_of(path) if name is None and path is not None else None
    game = find_game(name or (box if box in GAMES else DEFAULT_GAME))
    refuse_experiment(path)
    return game


def _print_filled_in(game: Game, path: Path) -> None:
    """Say which values of a component file are not those of the reference, and how many of the others were confirmed."""
    reference = {row["path"]: row["value"] for row in game.components.list_values()}
    rows = game.components.list_values(path)
    of_a_box = [(row["path"], row["value"]) for row in rows if row["provenance"] == "box"]
    filled_in = [(where, value) for where, value in of_a_box if value != reference.get(where)]
    n_confirmed = len(of_a_box) - len(filled_in)
    left_out = [where for where in reference if where not in {row["path"] for row in rows}]
    lines = [
        f"{where}: {value_text(value)} (reference: {value_text(reference.get(where)) or 'none'})" for where, value in filled_in
    ]
    lines += [f"{where}: left out (reference: {value_text(reference[where])})" for where in left_out]
    if n_confirmed:
        typer.echo(f"{n_confirmed} value{'s' * (n_confirmed > 1)} of the reference confirmed from a box.")
    if not lines:
        typer.echo("Every value is that of the reference.")
        return
    typer.echo(f"{len(lines)} value{'s' * (len(lines) > 1)} not as in the reference:")
    for line in lines[:VALUES_SHOWN]:
        typer.echo(f"  {line}")
    if len(lines) > VALUES_SHOWN:
        typer.echo(f"  and {len(lines) - VALUES_SHOWN} more; rajas components list --components {path} shows all of them")
