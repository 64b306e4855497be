"""The weights of the appraisal, which are the parameters of strategies that judge by it."""

from __future__ import annotations

from typing import Annotated, Protocol

from rajas_sim.core.engine.kernel import Array1, Record
from rajas_sim.core.engine.records import Float64, layout_of
from rajas_sim.core.strategies.declaration import parameter, weight, weights_in
from rajas_sim.ganges.rulebook.terms import CHAMBERS

#: The worth of a worker on a space beyond what the space pays: what it makes possible.
SPACE_WEIGHT = weight(0.0, -9.0, 9.0, "once", "a worker at this place, beyond what it pays")


class WeightsRecord(Record, Protocol):
    """The weights by name, as kernels read them; the last six are those of the chambers, in their order."""

    fame: Float64 = weight(1.0, 0.0, 5.0, "per fame point", "a step of the fame marker")
    money: Float64 = weight(0.75, 0.0, 5.0, "per money", "a step of the money marker")
    die: Float64 = weight(2.0, 0.0, 5.0, "per die", "a die of average value on the Kali statue")
    pip: Float64 = weight(0.12, 0.0, 2.0, "per pip", "each pip of a die above or below the average")
    karma: Float64 = weight(0.8, 0.0, 5.0, "per level", "a level of karma")
    upgrade: Float64 = weight(2.7, 0.0, 9.0, "per upgrade", "a building upgrade")
    worker: Float64 = weight(60.0, 0.0, 90.0, "per worker", "an additional worker")
    river: Float64 = weight(0.22, 0.0, 3.0, "per space", "a space nearer to the end of the river")
    market: Float64 = weight(0.9, 0.0, 5.0, "per money of a market", "later scorings of a market tent added to the province")
    road: Float64 = weight(0.9, 0.0, 5.0, "per road end", "a new road end at which a tile can be added")
    start: Float64 = weight(0.3, 0.0, 5.0, "once", "beginning the next round")
    yield_tile: Float64 = weight(2.0, 0.0, 5.0, "per tile", "a yield tile from the Dancer to lay on a slot (Navaratnas version)")
    build: Float64 = weight(0.75, -9.0, 9.0, "once", "the building action as such, beyond what it pays")
    scarce: Float64 = weight(0.0, 0.0, 5.0, "per die missing to six", "how much more a die is worth to a seat that has few")
    reach: Float64 = weight(
        0.0, 0.0, 3.0, "share of its worth", "a tile on display that dice of its colour come nearer to paying"
    )
    colour: Float64 = weight(0.05, 0.0, 1.0, "per tile", "a die of a colour of which a tile on display needs one more")
    near_fame: Float64 = weight(0.0, 0.0, 5.0, "per fame point", "a step nearer to the worker on the fame track")
    near_money: Float64 = weight(0.0, 0.0, 5.0, "per money", "a step nearer to the worker on the money track")
    near_bridge: Float64 = weight(0.0, 0.0, 5.0, "per space", "a river space nearer to the worker at the bridge")
    late: Float64 = weight(1.0, 0.2, 5.0, "exponent", "how soon what pays later loses its worth: above 1 sooner, below 1 later")
    assorted: Float64 = SPACE_WEIGHT
    one_kind: Float64 = SPACE_WEIGHT
    outer_terrace: Float64 = SPACE_WEIGHT
    terrace: Float64 = SPACE_WEIGHT
    balcony: Float64 = SPACE_WEIGHT
    harbour: Float64 = SPACE_WEIGHT
    chambers: Annotated[Array1[Float64], len(CHAMBERS)]


WEIGHTS_RECORD = layout_of(WeightsRecord)

#: The weights in the order in which kernels read them; those of the chambers come last.
WEIGHTS = (*weights_in(WeightsRecord), *(parameter(chamber, *SPACE_WEIGHT) for chamber in CHAMBERS))
