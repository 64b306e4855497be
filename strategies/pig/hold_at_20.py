"""Throw until twenty points are at risk, or enough to win."""

from rajas_sim import parameter, strategy

HOLD_AT = parameter("hold_at", 20, 2, 100, "points", "with so many points at risk it holds")


@strategy(game="pig", compiled=False, parameters=(HOLD_AT,))
def hold_at_20(state, parameters):  # type: ignore[no-untyped-def]
    """Throw until twenty points are at risk, or enough to win.

    A further throw risks all of them with probability 1/6 and brings 20/6 on an average: from 20 points on it loses more than it
    brings (Knizia, "Dice Games Properly Explained", 1999).
    """
    pig = state.position
    is_enough = pig.at_risk >= parameters["hold_at"] or pig.points[pig.mover] + pig.at_risk >= pig.numbers.goal
    return state.options[-1] if is_enough else state.options[0]
