"""`rajas play`: one game as text, as a log, and as a page that steps through it."""

from __future__ import annotations

from itertools import tee
from pathlib import Path
from typing import Annotated

import typer

from rajas_sim.cli.options import GameName, IsOpened, Modules, Page, Quiet, Sets, Variant
from rajas_sim.cli.output import print_story, show_page
from rajas_sim.cli.progress import announce_compilation
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import DEFAULT_GAME, MAX_SEED
from rajas_sim.questions.options import Components


def complete_strategy(incomplete: str) -> list[str]:
    """Return strategies of all games for shell completion, which loads none of them."""
    from rajas_sim.core.strategies.registry import known_names

    return [name for name in known_names() if name.startswith(incomplete)]


def play(
    game: GameName = DEFAULT_GAME,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Number of players; left out: one for each strategy or board, or the fewest.")
    ] = None,
    variant: Variant = None,
    modules: Modules = None,
    sets: Sets = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="Strategy name or .py file. Repeat for each seat from the start player on; one alone plays every seat.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    boards: Annotated[
        list[str] | None,
        typer.Option("--board", help="Board, where a variant has several. Repeat for each seat; one alone is for all seats."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=MAX_SEED, help="Seed of the luck.")] = 1,
    components: Components = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write an audit log: for every change one line with a JSON object.")
    ] = None,
    log_options: Annotated[bool, typer.Option("--log-options", help="With --log: write all options of every decision.")] = False,
    html: Page = None,
    is_opened: IsOpened = False,
    is_quiet: Quiet = False,
) -> None:
    """Play one game and print it, decision by decision; with --quiet, only how it ended.

    The strategies decide; the seed determines the dice and the tiles. The same command plays the same game.

    With --html the game is also written as a page that steps through it with the table drawn. --open shows that page; without
    --html it is a file in the current folder, named after the game.

    For example: rajas play --players 3 --strategy balanced --strategy random --strategy fame_rush --seed 7
    """
    from rajas_sim.running.one_game import set_table

    if log_options and log is None:
        raise InputError("--log-options: needs --log FILE")
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
    announce_compilation(game, one_game=True, is_quiet=is_quiet)
    labels = [strategy.label for strategy in table.strategies]
    narrated, logged, drawn = tee(table.game.steps(table.rules, table.strategies, seed), 3)
    print_story(table.game.narration.lines(narrated, labels), len(labels), is_quiet)
    if log is not None:
        table.game.audit_log.write(log, logged, labels, with_options=log_options)
        if not is_quiet:
            typer.echo(f"Log     {log}")
    if html is not None or is_opened:
        page = html or Path(f"{table.game.name}-{len(labels)}-players-seed-{seed}.html")
        show_page(table.game, list(drawn), labels, page, is_opened, is_quiet, players=table.strategies)
