"""The weights of the appraisal, which are the parameters of strategies that judge by it."""

from __future__ import annotations

from typing import Annotated, Protocol

from rajas_sim.charmers.rulebook.terms import N_OF, PEOPLE
from rajas_sim.core.engine.kernel import Array1, Record
from rajas_sim.core.engine.records import Float64, layout_of
from rajas_sim.core.strategies.declaration import parameter, weight, weights_in


class WeightsRecord(Record, Protocol):
    """The weights by name, as kernels read them; the last ones are by person and, twice, by colour of the dice."""

    fame: Float64 = weight(1.0, 0.0, 5.0, "per fame point", "a step on the fame track")
    money: Float64 = weight(0.48, 0.0, 5.0, "per money", "a step on the money track")
    good: Float64 = weight(0.8, 0.0, 2.0, "share of its price", "a good in stock, by what it will be sold for")
    karma: Float64 = weight(1.4, 0.0, 5.0, "per karma", "a karma, and what using one costs")
    upgrade: Float64 = weight(0.75, 0.0, 5.0, "per building not erected", "an upgrade of the type of a building")
    road: Float64 = weight(0.2, 0.0, 5.0, "per road end", "a road end at a province space without a road")
    bonus: Float64 = weight(1.9, 0.0, 5.0, "share of its worth", "a bonus that is released but not yet used")
    action: Float64 = weight(1.8, 0.0, 9.0, "once", "a palace action or a road, where it is not looked at more closely")
    box: Float64 = weight(0.3, 0.0, 5.0, "per box", "a box of a palace or upgrade column that is not complete")
    skip: Float64 = weight(0.1, 0.0, 2.0, "per river space", "a river space sailed past without marking it")
    reserve: Float64 = weight(
        0.0, 0.0, 5.0, "share of action", "a palace box that is kept; what uses it up for less is declined where it may be"
    )
    hold: Float64 = weight(3.0, 0.2, 20.0, "share of the game", "for how long a good in stock keeps its worth")
    ahead: Float64 = weight(
        0.0, 0.0, 3.0, "share of its worth", "a building or a market at the end of a road, for a road to come"
    )
    half_road: Float64 = weight(0.6, 0.0, 5.0, "share of action", "a half-road, where it is not looked at more closely")
    arms: Float64 = weight(1.6, 0.0, 2.0, "arms", "two half-roads that extend roads, by the better of them")
    late: Float64 = weight(1.0, 0.2, 5.0, "exponent", "how soon what pays later loses its worth: above 1 sooner, below 1 later")
    person_beyond_action: Annotated[Array1[Float64], N_OF.people]
    die_beyond_action: Annotated[Array1[Float64], N_OF.colours]
    die_factor: Annotated[Array1[Float64], N_OF.colours]


WEIGHTS_RECORD = layout_of(WeightsRecord)

#: The weights in the order in which kernels read them; those of people and dice come last.
WEIGHTS = (
    *weights_in(WeightsRecord),
    *(parameter(person, 0.0, -9.0, 9.0, "once", "the action of this person, beyond what it does now") for person in PEOPLE),
    *(
        parameter(f"{colour}_die", 0.0, -9.0, 9.0, "once", f"{article} {colour} die, beyond what its action does now")
        for colour, article in (("purple", "a"), ("green", "a"), ("blue", "a"), ("orange", "an"))
    ),
    parameter("purple", 1.0, 0.0, 5.0, "factor", "the action of a purple die"),
    parameter("green", 0.75, 0.0, 5.0, "factor", "the action of a green die"),
    parameter("blue", 1.6, 0.0, 5.0, "factor", "the action of a blue die"),
    parameter("orange", 1.6, 0.0, 5.0, "factor", "the action of an orange die"),
)
