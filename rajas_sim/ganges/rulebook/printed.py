"""What the rulebook says about values that it does not give: what is never printed on some spaces and tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rajas_sim.ganges.rulebook.plausible import FIRST_HARBOUR_PRICES, HARBOUR_PRICES, QUARRY_PRICES
from rajas_sim.ganges.rulebook.terms import CHAMBERS, COLOURS

QUARRY = "a space of the quarry costs 1 to 4 money (rulebook: Building action)"
HARBOUR = "of the several spaces of the harbour, the first is free and the others cost 1 or 2 money (rulebook: River action)"
WHITE_TILE = "a white yield tile pays 1 die, 3 money, 1 upgrade or 1 karma (rulebook: The chambers, Dancer)"
COLOURED_TILE = (
    "a yellow or red yield tile pays 1 or 2 dice, money, 1 upgrade, 1 boat move, or 1 or 2 karma (rulebook: Navaratnas version)"
)
RIVER_TILE = (
    "a river tile pays dice per karma, 3 dice of different colours, the action of a chamber, one kind 3 or sail 3 "
    "(rulebook: The Ganga module)"
)

_DICE = ("dice", *(f"{colour}_dice" for colour in COLOURS))


def rulebook_problem(path: str, value: Any) -> str:  # noqa: ANN401 - a value of TOML
    """Return what the rulebook says against a value at a path of a component file, and where; empty if it says nothing.

    A value that does not fit the form of the file is left to the form.
    """
    match path.split("."), value:
        case ["quarry", "prices"], list() if _are_numbers(value):
            return "" if value and all(price in QUARRY_PRICES for price in value) else QUARRY
        case ["harbour", "prices"], list() if _are_numbers(value):
            return "" if _is_harbour(value) else HARBOUR
        case ["yield_tiles", "white", _], dict():
            return "" if _is_white_tile(value) else WHITE_TILE
        case ["yield_tiles", "yellow" | "red", _], dict():
            return "" if _is_coloured_tile(value) else COLOURED_TILE
        case ["ganga", "tiles", _], dict():
            return "" if _is_river_tile(value) else RIVER_TILE
    return ""


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int) for value in values)


def _is_harbour(prices: Sequence[Any]) -> bool:
    return len(prices) > 1 and prices[:1] == FIRST_HARBOUR_PRICES and all(price in HARBOUR_PRICES for price in prices[1:])


def _n_dice(earns: Mapping[str, Any]) -> int:
    """Return how many dice a tile pays; 0 if it pays anything else."""
    return sum(earns.values()) if all(name in _DICE and isinstance(n, int) for name, n in earns.items()) else 0


def _is_white_tile(earns: Mapping[str, Any]) -> bool:
    return earns in ({"money": 3}, {"upgrade": 1}, {"karma": 1}) or _n_dice(earns) == 1


def _is_coloured_tile(earns: Mapping[str, Any]) -> bool:
    is_of_money = [*earns] == ["money"]
    return is_of_money or earns in ({"upgrade": 1}, {"boat": 1}, {"karma": 1}, {"karma": 2}) or _n_dice(earns) in (1, 2)


def _is_river_tile(earns: Mapping[str, Any]) -> bool:
    is_of_three_colours = "dice" not in earns and len(earns) == _n_dice(earns) == 3
    is_of_chamber = len(earns) == 1 and next(iter(earns)) in CHAMBERS
    return is_of_three_colours or is_of_chamber or earns in ({"dice_per_karma": 1}, {"one_kind": 3}, {"sail": 3})
