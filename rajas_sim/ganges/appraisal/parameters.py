"""The weights of the appraisal, which are the parameters of a strategy that judges by it."""

from __future__ import annotations

from typing import Annotated, Protocol

from rajas_sim.core.engine.kernel import Array1, Record
from rajas_sim.core.engine.records import Float64, layout_of
from rajas_sim.core.strategies.declaration import parameter
from rajas_sim.ganges.rulebook.terms import CHAMBERS

#: Where a worker is worth something beyond what the place pays, which is what it makes possible.
PLACES = ("assorted", "one_kind", "outer_terrace", "terrace", "balcony", "harbour", *CHAMBERS)

WEIGHTS = (
    parameter("fame", 1.0, 0.0, 5.0, "per fame point", "a step of the fame marker"),
    parameter("money", 0.75, 0.0, 5.0, "per money", "a step of the money marker"),
    parameter("die", 2.0, 0.0, 5.0, "per die", "a die of average value on the Kali statue"),
    parameter("pip", 0.12, 0.0, 2.0, "per pip", "each pip of a die above or below the average"),
    parameter("karma", 0.8, 0.0, 5.0, "per level", "a level of karma"),
    parameter("upgrade", 2.7, 0.0, 9.0, "per upgrade", "a building upgrade"),
    parameter("worker", 60.0, 0.0, 90.0, "per worker", "an additional worker"),
    parameter("river", 0.22, 0.0, 3.0, "per space", "a space nearer to the end of the river"),
    parameter("market", 0.9, 0.0, 5.0, "per money of a market", "later scorings of a market tent added to the province"),
    parameter("road", 0.9, 0.0, 5.0, "per road end", "a new road end at which a tile can be added"),
    parameter("start", 0.3, 0.0, 5.0, "once", "beginning the next round"),
    parameter("yield_tile", 2.0, 0.0, 5.0, "per tile", "a yield tile from the Dancer to lay on a slot (Navaratnas version)"),
    parameter("build", 0.75, -9.0, 9.0, "once", "the building action as such, beyond what it pays"),
    parameter("scarce", 0.0, 0.0, 5.0, "per die missing to six", "how much more a die is worth to a seat that has few"),
    parameter("reach", 0.0, 0.0, 3.0, "share of its worth", "a tile on display that dice of its colour come nearer to paying"),
    parameter("colour", 0.05, 0.0, 1.0, "per tile", "a die of a colour of which a tile on display needs one more"),
    parameter("near_fame", 0.0, 0.0, 5.0, "per fame point", "a step nearer to the worker on the fame track"),
    parameter("near_money", 0.0, 0.0, 5.0, "per money", "a step nearer to the worker on the money track"),
    parameter("near_bridge", 0.0, 0.0, 5.0, "per space", "a river space nearer to the worker at the bridge"),
    parameter("late", 1.0, 0.2, 5.0, "exponent", "how soon what pays later loses its worth: above 1 sooner, below 1 later"),
    *(parameter(name, 0.0, -9.0, 9.0, "once", "a worker at this place, beyond what it pays") for name in PLACES),
)


class WeightsRecord(Record, Protocol):
    """The weights as kernels read them, by name; the last six, of the chambers, in their order."""

    fame: Float64
    money: Float64
    die: Float64
    pip: Float64
    karma: Float64
    upgrade: Float64
    worker: Float64
    river: Float64
    market: Float64
    road: Float64
    start: Float64
    yield_tile: Float64
    build: Float64
    scarce: Float64
    reach: Float64
    colour: Float64
    near_fame: Float64
    near_money: Float64
    near_bridge: Float64
    late: Float64
    assorted: Float64
    one_kind: Float64
    outer_terrace: Float64
    terrace: Float64
    balcony: Float64
    harbour: Float64
    chambers: Annotated[Array1[Float64], len(CHAMBERS)]


WEIGHTS_RECORD = layout_of(WeightsRecord)
