"""Writes the page of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis.course.playouts import PlayedChances
from rajas_sim.core.game import Game
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.showing.render import render, write_whole
from rajas_sim.showing.replay.page import build_replay


def write_replay(  # noqa: PLR0913 - what a page of a game says about it
    game: Game,
    steps: Sequence[Step],
    labels: Sequence[str],
    out: Path | str,
    *,
    players: Sequence[Strategy] = (),
    chances: PlayedChances | Sequence[Sequence[float]] | None = None,
    origin: str = "",
) -> Path:
    """Write a game as one self-contained HTML page that steps through it, and return the file; an existing one is replaced.

    The same game gives the same bytes.

    Parameters
    ----------
    steps
        The game from its set-up to its end (`Game.steps`).
    labels
        Labels of the strategies by seat.
    players
        The strategies by seat. The page shows what options are worth to strategies that value them.
    chances
        The chances to win over the game, if they are known: by playouts (`rajas_sim.showing.replay.chances_of_turns`), or by a
        model (`rajas_sim.analysis.course.chances.chances_by_round`).
    origin
        Which game of which run it is, such as ``game 3 of run start_player-a8ee47ae``.

    Raises
    ------
    RunError
        If the file cannot be written, or the positions of the game have no drawing.
    """
    return write_whole(Path(out), render("replay.html.j2", build_replay(game, steps, labels, players, chances, origin)))
