"""How a strategy sees a position: the seat to move, the weights by which it judges, and how much of the game is left."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.charmers.tracks import overlap_of
from rajas_sim.charmers.words import GOODS_FACES, N_COLOURS
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.kernel import Record, kernel
from rajas_sim.strategies_api.strategy import Parameter, parameter

#: Value that stands for "never".
NEVER = -1e9

WEIGHTS = (
    ("fame", 1.0, 0.0, 5.0, "per fame point", "a step on the fame track"),
    ("money", 0.48, 0.0, 5.0, "per money", "a step on the money track"),
    ("good", 0.8, 0.0, 2.0, "share of its price", "a good in stock, by what it will be sold for"),
    ("karma", 1.4, 0.0, 5.0, "per karma", "a karma, and what using one costs"),
    ("upgrade", 0.6, 0.0, 5.0, "per building not erected", "an upgrade of the type of a building"),
    ("road", 0.2, 0.0, 5.0, "per road end", "a road end at a province space without a road"),
    ("bonus", 1.9, 0.0, 5.0, "share of its worth", "a bonus that is released but not yet used"),
    ("action", 1.8, 0.0, 9.0, "once", "a palace action or a road, where it is not looked at more closely"),
    ("box", 0.3, 0.0, 5.0, "per box", "a box of a palace or upgrade column that is not complete"),
    ("skip", 0.1, 0.0, 2.0, "per river space", "a river space sailed past without marking it"),
    ("purple", 1.0, 0.0, 5.0, "factor", "the action of a purple die"),
    ("green", 0.6, 0.0, 5.0, "factor", "the action of a green die"),
    ("blue", 1.6, 0.0, 5.0, "factor", "the action of a blue die"),
    ("orange", 1.6, 0.0, 5.0, "factor", "the action of an orange die"),
)
(FAME, MONEY, GOOD, KARMA, UPGRADE, ROAD, BONUS, ACTION, BOX, SKIP, FIRST_COLOUR, *_) = range(len(WEIGHTS))


def weights(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights of the appraisal as parameters of a strategy, with some defaults replaced.

    Raises
    ------
    InputError
        For a default of a weight that does not exist.
    """
    known = [name for name, *_ in WEIGHTS]
    unknown = [unknown_name("weight", name, known) for name in defaults if name not in known]
    if unknown:
        raise InputError(unknown)
    return tuple(
        parameter(name, defaults.get(name, default), low, high, unit, meaning)
        for name, default, low, high, unit, meaning in WEIGHTS
    )


class Eye(NamedTuple):
    """A position as seen by the seat to move, with the weights by which it judges."""

    state: Record
    rules: Record
    seat: Record
    w: Record
    rest: float  # of the game, from 1 to 0
    known: Record  # what the dice judged so far are worth, by colour and face; NEVER where not yet judged


#: Shape of `Eye.known`: no colour has faces of a higher code than purple.
KNOWN = (N_COLOURS, max(GOODS_FACES.values()) + 1)


@kernel
def rest_of_game(state: Record, rules: Record) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading tracks intersect."""
    nearest = -10_000
    for i in range(rules.players):
        nearest = max(nearest, overlap_of(state.seats[i], rules))
    return min(1.0, max(0.0, -nearest / (rules.meeting_line * rules.money_per_fame)))
