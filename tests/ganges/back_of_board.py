"""The back of the province board and the yield tiles, printed so that no test depends on what the reference file assumes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import SOURCE, Rules
from tests.ganges.positions import Table, choose, events, place, play_space, river, rules_for, rules_of, side_list, tile

#: Two slots for brown tiles; both yields of each upper corner are reached by one fork.
SLOTS: dict[str, Any] = {
    "boards.navaratnas.yields": {
        "brown_left": {"cell": [1, 2], "side": "left", "slot": "brown", "earns": {"fame": 1}},
        "white_top": {"cell": [1, 2], "side": "top", "slot": "white", "earns": {"money": 1}},
        "brown_right": {"cell": [1, 4], "side": "right", "slot": "brown", "earns": {"money": 2}},
        "yellow_top": {"cell": [1, 4], "side": "top", "slot": "yellow", "earns": {"karma": 1}},
        "red_left": {"cell": [2, 1], "side": "left", "slot": "red", "earns": {"money": 1}},
        "white_right": {"cell": [2, 5], "side": "right", "slot": "white", "earns": {"fame": 1}},
    }
}
N_SLOTS = len(SLOTS["boards.navaratnas.yields"])
BROWN_SLOTS = ("row 1, column 2, left", "row 1, column 4, right")

#: The seven brown tiles of the rulebook.
BROWN = (
    {"fame_per_market_tile": 1},
    {"fame_per_river_spaces": 1},
    {"money_per_building": 1},
    {"money_per_yield_tile": 2},
    {"fame_per_bend": 2},
    {"money_per_upgrade": 2},
    {"fame_per_worker": 1},
)
#: 8 white, 9 yellow and 6 red tiles of the kinds the rulebook names.
YIELD_TILES: dict[str, Any] = {
    "yield_tiles.white": [{"dice": 1}, {"money": 3}, {"upgrade": 1}, {"karma": 1}] * 2,
    "yield_tiles.yellow": [
        *({"orange_dice": 1}, {"green_dice": 1, "purple_dice": 1}, {"dice": 2}, {"money": 4}, {"upgrade": 1}),
        *({"boat": 1}, {"karma": 1}, {"karma": 2}, {"money": 5}),
    ],
    "yield_tiles.red": [{"dice": 2}, {"blue_dice": 2}, {"money": 6}, {"upgrade": 1}, {"boat": 1}, {"karma": 2}],
    "yield_tiles.brown": list(BROWN),
    "yield_tiles.river_spaces_per_fame": 3,
}
N_YIELD_TILES = 30
BACK = SLOTS | YIELD_TILES | river() | {"workers.bridge": 20}


def in_play(overrides: Mapping[str, Any], variant: str, modules: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return those overrides that matter in a variant with these modules; rules take no others."""
    return {path: value for path, value in overrides.items() if SOURCE.is_in_play(path, variant, modules)}


def back_rules(players: int, variant: str = "navaratnas") -> Rules:
    """Return the rules of a variant with what is printed here, as far as it is in play."""
    return rules_for(players, in_play(BACK, variant), variant)


def back(  # noqa: PLR0913 - a keyword for each thing laid out
    players: int = 2,
    overrides: Mapping[str, Any] | None = None,
    seed: int = 1,
    variant: str = "navaratnas",
    modules: tuple[str, ...] = (),
    boards: tuple[str, ...] = (),
) -> Table:
    """Return a table of the Navaratnas version whose slots are all empty."""
    printed = in_play(BACK | dict(overrides or {}), variant, modules)
    table = Table(players, printed, seed, variant=variant, modules=modules, boards=boards)
    for seat in range(players):
        table.no_yield_tiles(seat)
    return table


def with_blue_tile(
    roads: str = "straight", buildings: tuple[str, ...] = (), overrides: Mapping[str, Any] | None = None, **markets: int
) -> Table:
    """Return a table on which blue_01, of cost 1, lies open and seat 0 can build it for nothing but a die."""
    printed = tile("blue_01", 1, roads, buildings, **markets) | {"quarry.prices": [0, 0, 0]}
    table = back(overrides=printed | dict(overrides or {})).opened("blue_01")
    return table.dice("blue 6").seat(karma=0, money=5)


def laying(table: Table) -> State:
    """Return the position in which blue_01 is to be laid."""
    return play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6")


def laid(row: int, column: int, roads: str) -> str:
    """Return how blue_01 is laid, in the words of the options."""
    return f"lay blue tile 1 at {place((row, column))}, roads {side_list(roads)}"


def at_left(state: State) -> State:
    """Lay blue_01, a straight, left of the residence, where its road reaches the left brown slot."""
    return choose(state, laid(1, 2, "right left"))


def paid(state: State, fragment: str) -> list[tuple[str, int, str]]:
    """Return what laying a tile would change of money, fame and karma: (thing, change, cause)."""
    return [(what, change, cause) for what, change, _, cause in events(state, fragment) if what in ("money", "fame", "karma")]


def on_slot(state: State, slot: str, seat: int = 0) -> str | None:
    """Return the colour and earnings of the yield tile on a slot of the back: ``"white {'money': 3}"``."""
    taken = int(state.seats[seat].slots[list(SLOTS["boards.navaratnas.yields"]).index(slot)])
    return None if taken == 0 else shown(state, taken - 1)


def on_slots(state: State, seat: int = 0) -> list[str]:
    """Return the yield tiles on all slots of a seat."""
    return [shown(state, int(taken) - 1) for taken in state.seats[seat].slots if taken > 0]


def lying_open(state: State) -> list[str]:
    """Return the yield tiles that nobody has."""
    left = int(state.yield_tiles_left)
    return [shown(state, number) for number in range(len(rules_of(state).yield_tiles)) if left >> number & 1]


def colours_open(state: State) -> dict[str, int]:
    """Return how many yield tiles of each colour nobody has."""
    return {colour: sum(each.startswith(colour) for each in lying_open(state)) for colour in terms.YIELD_COLOURS}


def shown(state: State, number: int) -> str:
    """Return colour and earnings of a yield tile: ``"white {'money': 3}"``."""
    colour, earns = rules_of(state).yield_tiles[number]
    return f"{colour} {dict(earns.root)}"
