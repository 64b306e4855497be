"""Play best for two players: hold or throw, whichever wins more often."""

from functools import cache

import numpy as np
from numba import njit

from rajas_sim import strategy


@njit
def improve(wins, i, j, goal, sides):  # type: ignore[no-untyped-def]
    """Work the chances of the mover anew for points i of the mover and j of the other; return the largest change."""
    change = 0.0
    for k in range(goal - i - 1, -1, -1):
        throw = 1.0 - wins[j, i, 0]
        for pips in range(2, sides + 1):
            throw += 1.0 if i + k + pips >= goal else wins[i, j, k + pips]
        best = throw / sides
        if k > 0:
            best = max(best, 1.0 - wins[j, i + k, 0])
        change = max(change, abs(best - wins[i, j, k]))
        wins[i, j, k] = best
    return change


@cache
def chances(goal: int, sides: int) -> np.ndarray:
    """Return how often the mover wins, by the points of both and what is at risk: shape (goal, goal, goal).

    Value iteration, as Neller and Presser (2004) describe it: each position is the better of throwing and holding, and holding
    leads to a position of the other player. Pairs of points are worked out from the highest sum down, for points never shrink.
    """
    wins = np.full((goal, goal, goal), 0.5)
    for total in range(2 * goal - 2, -1, -1):
        pairs = [(i, total - i) for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1)]
        for i, j in pairs:
            while improve(wins, i, j, goal, sides) + improve(wins, j, i, goal, sides) > 1e-9:
                pass
    return wins


@strategy(game="pig", compiled=False)
def optimal(state, parameters):  # type: ignore[no-untyped-def]
    """Play best for two players: hold or throw, whichever wins more often.

    The chances of all positions are worked out when it is first asked (Neller and Presser, "Optimal Play of the Dice Game Pig",
    2004).
    """
    pig = state.position
    if len(pig.points) != 2:
        raise ValueError("it is worked out for two players")
    goal, (mine, others), k = pig.numbers.goal, (pig.points[pig.mover], pig.points[1 - pig.mover]), pig.at_risk
    if mine + k >= goal:
        return state.options[-1]
    wins = chances(goal, pig.numbers.sides)
    hold = 1.0 - wins[others, mine + k, 0]
    return state.options[-1 if k and hold >= wins[mine, others, k] - 1e-12 else 0]
