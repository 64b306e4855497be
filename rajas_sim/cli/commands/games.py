"""`rajas games`: the list of games, and games of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.errors import EXIT_FAILED, say_error, say_note
from rajas_sim.cli.output import print_json
from rajas_sim.cli.shared_options import AsJson, Quiet
from rajas_sim.core.games import GAMES, game_files
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

app = typer.Typer(help="List, write and check games, those of your own as well.", no_args_is_help=True)

OwnGame = Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, or its file, which ends in .py.")]


@app.command("list")
def list_games(as_json: AsJson = False) -> None:
    """List all games; no file is run."""
    rows = [{"game": name, "kind": "compiled", "file": None} for name in GAMES]
    rows += [{"game": name, "kind": "Python", "file": str(path)} for name, path in game_files().items()]
    if as_json:
        print_json(rows)
    else:
        print_table(("game", "kind", "file"), [[row["game"] or "", row["kind"] or "", row["file"] or ""] for row in rows])


@app.command("show")
def show_game(name: OwnGame) -> None:
    """Show what a game is about: who plays, its numbers, its luck, and what seats can be restricted from using."""
    from rajas_sim.core.game import find_game

    game = find_game(name)
    rules = game.rules(game.player_counts[0])
    facts = {
        "players": ", ".join(map(str, game.player_counts)),
        "variants": ", ".join(game.variants),
        "modules": ", ".join(game.modules),
        "luck": ", ".join(rules.luck_sources),
        "things": ", ".join(dict.fromkeys(thing.partition(".")[0] for thing in rules.things)),
        "file": str(game_files().get(game.name, "")),
    }
    echo(f"{game.title} ({game.name})\n")
    if game.about:
        echo(f"{game.about}\n")
    for fact, text in facts.items():
        if text:
            echo(f"{fact}: {text}")
    echo(f"\nIts numbers: rajas components list --game {game.name}")


@app.command("new")
def new_game(
    name: Annotated[str, typer.Argument(help="Name of the game, and of its file in ./games.")], is_quiet: Quiet = False
) -> None:
    """Write the file of a new game, which plays at once, and an experiment with it; comments say what they may hold."""
    from rajas_sim.running.authoring.new_files import write_game

    path, experiment = write_game(name)
    if is_quiet:
        echo(path)
    else:
        echo(f"Wrote {path} and {experiment}. Change what the game is about, then: rajas games check {name}")


@app.command("check")
def check_games(
    name: OwnGame,
    n_games: Annotated[int, typer.Option("--games", min=1, max=1_000_000, metavar="N", help="For each number of players.")] = 500,
) -> None:
    """Play a game in plain Python, look at every move, and report what its file does wrong, with exit code 1 if anything.

    Random games show how long the game is and how many options it has. Hypothesis then looks for plays that go wrong, and
    shortens them, so that a mistake is shown after as few moves as possible.
    """
    from rajas_sim.analysis.formatting import counted
    from rajas_sim.running.authoring.game_check import check_game
    from rajas_sim.running.authoring.random_games import plain_game

    is_good, game, reported_problems = True, plain_game(name), set[str]()
    remarks = {*game.file.remarks()}
    for remark in sorted(remarks):
        say_note(remark)
    for checked in check_game(game, n_games):
        rules_text = f"{checked.variant}, {checked.players} players"
        if checked.problem is None:
            options_per_decision = checked.n_options / max(1, checked.n_decisions)
            echo(
                f"{rules_text}: {checked.n_games:,} games; {checked.n_decisions / checked.n_games:.1f} decisions with a choice a "
                f"game, of {options_per_decision:.1f} options; at most {checked.most_moves:,} moves; "
                f"{checked.moves_per_s:,.0f} moves/s with all checks"
            )
            for remark in checked.remarks:
                if remark not in remarks:
                    say_note(remark)
                remarks.add(remark)
            continue
        is_good = False
        problem_without_seed = checked.problem.partition(" (seed")[0]
        if problem_without_seed in reported_problems:
            say_error(f"{rules_text}: the same")
            continue
        reported_problems.add(problem_without_seed)
        moves_text = " > ".join(checked.moves[-8:]) or "the start"
        say_error(f"{rules_text}: {checked.problem}\n  after {counted(len(checked.moves), 'move')}, the last: {moves_text}")
    if not is_good:
        raise typer.Exit(EXIT_FAILED)
    echo("Nothing else was seen." if remarks else "Nothing wrong was seen.")
