"""The chance of each seat to win over one game of a run, for whoever looks at it."""

from __future__ import annotations

import numpy as np

from rajas_sim.analysis.drama.chances import Chances, fit_chances
from rajas_sim.analysis.drama.positions import has_positions, one_game
from rajas_sim.analysis.reading.run import Run


def chances_over(run: Run, players: int, number: int, model: Chances | None = None) -> list[list[float]] | None:
    """Return the chance of each seat before the first round and after every round of a game; after its last, its win shares.

    ``None`` if the run has too few games to tell, or recorded no rounds, or the game is of another rule set than the first.

    Parameters
    ----------
    number
        Of the game.
    model
        What tells the chances of its line-up; left out, it is fitted.
    """
    if not has_positions(run, players):
        return None
    game = one_game(run, players, number)
    if game is None:
        return None
    if model is None:
        line_up = int(run.table("games", players).filter(game=number).select("line_up").collect().item())
        group = next((own for own in run.rungs(players).values() if line_up in own), None)
        model = fit_chances(run, players, group)
    if model is None:
        return None
    after = np.where(game.is_running[:, None], model.of(game), game.shares)
    return [model.at_start.tolist(), *after.tolist()]
