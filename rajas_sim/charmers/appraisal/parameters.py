"""The weights of the appraisal, which are the parameters of a strategy that judges by it."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.core.strategies.declaration import parameter


class Weights(NamedTuple):
    """Where each weight stands among the parameters of a strategy; those of the four colours follow one another."""

    fame: int
    money: int
    good: int
    karma: int
    upgrade: int
    road: int
    bonus: int
    action: int
    box: int
    skip: int
    reserve: int
    purple: int
    green: int
    blue: int
    orange: int


WEIGHT = Weights(*range(len(Weights._fields)))
WEIGHTS = (
    parameter("fame", 1.0, 0.0, 5.0, "per fame point", "a step on the fame track"),
    parameter("money", 0.48, 0.0, 5.0, "per money", "a step on the money track"),
    parameter("good", 0.8, 0.0, 2.0, "share of its price", "a good in stock, by what it will be sold for"),
    parameter("karma", 1.4, 0.0, 5.0, "per karma", "a karma, and what using one costs"),
    parameter("upgrade", 0.75, 0.0, 5.0, "per building not erected", "an upgrade of the type of a building"),
    parameter("road", 0.2, 0.0, 5.0, "per road end", "a road end at a province space without a road"),
    parameter("bonus", 1.9, 0.0, 5.0, "share of its worth", "a bonus that is released but not yet used"),
    parameter("action", 1.8, 0.0, 9.0, "once", "a palace action or a road, where it is not looked at more closely"),
    parameter("box", 0.3, 0.0, 5.0, "per box", "a box of a palace or upgrade column that is not complete"),
    parameter("skip", 0.1, 0.0, 2.0, "per river space", "a river space sailed past without marking it"),
    parameter(
        "reserve",
        0.0,
        0.0,
        5.0,
        "share of action",
        "a palace box that is kept; what uses it up for less is declined where it may be",
    ),
    parameter("purple", 1.0, 0.0, 5.0, "factor", "the action of a purple die"),
    parameter("green", 0.75, 0.0, 5.0, "factor", "the action of a green die"),
    parameter("blue", 1.6, 0.0, 5.0, "factor", "the action of a blue die"),
    parameter("orange", 1.6, 0.0, 5.0, "factor", "the action of an orange die"),
)
