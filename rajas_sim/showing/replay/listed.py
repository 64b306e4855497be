"""The games that a report lists, replayed as pages that open inside the report."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout

from rajas_sim.analysis.course.chances import chances_by_round
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.showing.render import render
from rajas_sim.showing.replay.page import build_replay
from rajas_sim.study.folder.runs import PlayedGame, find_played_games


def game_pages(result: PlayerCountResults, numbers: Iterable[int], *, trusts_files: bool = False) -> dict[int, str]:
    """Return number of a game -> its page, for games of a run; empty if the run cannot be opened.

    Games that cannot be replayed exactly are left out: the sources of the engine or of a strategy have changed, or a strategy
    depends on more than the position. So are games of strategies that search, because a replay takes as long as the game took.

    Parameters
    ----------
    result
        The results of one number of players, whose run is meant.
    numbers
        Numbers of the games.
    trusts_files
        Whether to run Python files that the run names as strategies; otherwise the games of such a run are left out.
    """
    try:
        games = find_played_games(result.run.folder, list(dict.fromkeys(numbers)), trusts_files=trusts_files)
    except (InputError, RunError):
        return {}
    with redirect_stdout(sys.stderr):  # what strategies print is not a result
        pages = {
            game.number: _replay_page(result, game)
            for game in games
            if not any(strategy.playouts for strategy in game.strategies)
        }
    return {number: page for number, page in pages.items() if page is not None}


def _replay_page(result: PlayerCountResults, played_game: PlayedGame) -> str | None:
    """Return the page of a game of a run; None if it cannot be replayed exactly, or its positions have no drawing."""
    try:
        steps = list(played_game.steps())
        if played_game.difference_text(steps) is not None or not steps[0].after.drawing.panels:
            return None
    except (InputError, RunError):
        return None
    chances = None
    if result.drama is not None:
        chances = chances_by_round(result.run, result.players, played_game.number, result.drama.chance_model)
    labels, strategies = played_game.labels_by_seat, played_game.strategies_by_seat
    origin = f"game {played_game.number} of run {result.run.folder.resolve().name}"
    return render("replay.html.j2", build_replay(played_game.game, steps, labels, strategies, chances, origin))
