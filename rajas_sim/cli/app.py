"""The command line application, with all commands."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.commands import bench, components, export, files, games, one_game, rules, runs, strategies, tune
from rajas_sim.cli.errors import Group
from rajas_sim.cli.question_command import command_of
from rajas_sim.core.games import GAMES
from rajas_sim.questions import QUESTIONS
from rajas_sim.showing.printing import echo
from rajas_sim.version import __version__

HELP = f"""Play thousands of games of a board game ({", ".join(GAMES)}, or your own) between strategies, and learn what they show.

Begin with **rajas run start_player**: who wins from which seat, as a report to read in a browser.
"""

app = typer.Typer(
    name="rajas",
    cls=Group,
    help=HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        echo(f"rajas {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


EXPERIMENTS, SINGLE_GAMES, LISTINGS, MACHINE = "Experiments", "Single games", "What there is", "This machine"

app.command("new", rich_help_panel=EXPERIMENTS)(files.new)
for _question in QUESTIONS:
    app.command(_question.name, rich_help_panel=EXPERIMENTS)(command_of(_question))
app.command("report", rich_help_panel=EXPERIMENTS)(runs.report)
app.command("export", rich_help_panel=EXPERIMENTS)(export.export)
app.add_typer(runs.app, name="runs", rich_help_panel=EXPERIMENTS)
app.command("tune", rich_help_panel=EXPERIMENTS)(tune.tune)
app.command("schema", rich_help_panel=EXPERIMENTS)(files.schema)
app.command("play", rich_help_panel=SINGLE_GAMES)(one_game.play)
app.command("table", rich_help_panel=SINGLE_GAMES)(one_game.table)
app.command("review", rich_help_panel=SINGLE_GAMES)(one_game.review)
app.command("replay", rich_help_panel=SINGLE_GAMES)(one_game.replay)
app.add_typer(games.app, name="games", rich_help_panel=LISTINGS)
app.add_typer(strategies.app, name="strategies", rich_help_panel=LISTINGS)
app.add_typer(components.app, name="components", rich_help_panel=LISTINGS)
app.add_typer(rules.app, name="rules", rich_help_panel=LISTINGS)
app.command("bench", rich_help_panel=MACHINE)(bench.bench)
