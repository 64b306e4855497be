"""`rajas replay`: a game of a run as text, and as a page that steps through it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rajas_sim.cli.options import RUN, IsOpened, Page, Quiet
from rajas_sim.cli.output import print_story, show_page
from rajas_sim.core.errors import RunError


def replay(
    run: RUN,
    game: Annotated[
        int, typer.Argument(metavar="GAME", min=0, help="Number of the game: column 'game' of the run's tables; 0 is the first.")
    ],
    html: Page = None,
    is_opened: IsOpened = False,
    is_quiet: Quiet = False,
) -> None:
    """Play a game of a run again and print it, decision by decision; with --quiet, only how it ended.

    It has the same luck and the same decisions as in the run. If it turns out differently, the command says so and ends with 1.

    With --html the game is also written as a page that steps through it with the table drawn. --open shows that page; without
    --html it is a file in the folder of the run.

    For example: rajas replay start_player 0 --open
    """
    from rajas_sim.study.folder.identity import versions
    from rajas_sim.study.folder.places import copied_here, copied_there
    from rajas_sim.study.folder.runs import find_played_game, find_run
    from rajas_sim.study.folder.store import Store

    folder = find_run(run)
    copy = copied_here(folder)
    played = find_played_game(copy, game)
    key = played.key
    seats = [played.labels[i] for i in played.seating]
    if not is_quiet:
        typer.echo(
            f"Game {game}: {key.players} players, block {key.block}, order {key.order}, rotation {key.rotation}, "
            f"arm {played.arm}; seats in turn order: {', '.join(seats)}"
        )
    steps = list(played.game.steps(played.rules, played.line_up, played.seed, played.seating))
    print_story(played.game.narration.lines(steps, seats), key.players, is_quiet)
    difference = played.difference(steps)
    if difference is not None:
        before, now = Store(played.folder).manifest().versions, versions()
        others = [f"{name} {before[name]} (now {now[name]})" for name in now if before.get(name, now[name]) != now[name]]
        why = f"It was played with {', '.join(others)}, or" if others else "Most likely"
        raise RunError(
            f"the replay differs from the recorded game: {difference}. {why} one of its strategies depends on more than the "
            "position; it must draw random numbers from the position's seed and declare uses_chance=True"
        )
    if html is None and not is_opened:
        return
    from rajas_sim.analysis import load_run
    from rajas_sim.analysis.drama.chances import chances_over

    shared: dict[str, Any] = {
        "players": [played.line_up[i] for i in played.seating],
        "chances": chances_over(load_run(copy), key.players, game),
        "which": f"game {game} of run {folder.resolve().name}",
    }
    if html is not None:
        show_page(played.game, steps, seats, html, is_opened, is_quiet, **shared)
    else:
        name = f"replay-{game}.html"
        show_page(played.game, steps, seats, copy / name, is_opened, is_quiet, folder / name, **shared)
        copied_there(copy, folder)
