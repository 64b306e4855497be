"""River tiles of the Ganga module, printed so that no test depends on what the reference file assumes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook.rules import Rules
from tests.ganges.back_of_board import BACK, in_play
from tests.ganges.positions import RIVER_SPACES, Table, play_space, rules_for

#: Eight river tiles of the five kinds, all different so that each can be told from the others.
TILES = (
    {"dice_per_karma": 1},
    {"orange_dice": 1, "green_dice": 1, "blue_dice": 1},
    {"green_dice": 1, "blue_dice": 1, "purple_dice": 1},
    {"yogi": 1},
    {"raja_man_singh": 1},
    {"portuguese": 1},
    {"one_kind": 3},
    {"sail": 3},
)
GANGA: dict[str, Any] = BACK | {"ganga.tiles": list(TILES)}


def ganga_rules(
    variant: str = "base",
    players: int = 2,
    overrides: Mapping[str, Any] | None = None,
    modules: tuple[str, ...] = ("ganga",),
) -> Rules:
    """Return the rules of a variant with the river tiles printed here, or without the module."""
    return rules_for(players, in_play(GANGA | dict(overrides or {}), variant, modules), variant, modules)


def only_tile(
    space: int,
    earns: Mapping[str, int],
    overrides: Mapping[str, Any] | None = None,
    variant: str = "base",
) -> Table:
    """Return a table on whose river lies one tile; seat 0 is on the space before it, with a 1 for the harbour."""
    printed = in_play(GANGA | {"ganga.tiles": [dict(earns)]} | dict(overrides or {}), variant, ("ganga",))
    table = Table(2, printed, variant=variant, modules=("ganga",))
    for each in range(1, RIVER_SPACES + 1):
        table.river_tile(each, None)
    for seat in (0, 1):
        table.no_yield_tiles(seat).dice("", seat)
    return table.river_tile(space, earns).dice("purple 1").seat(karma=0, money=0, river=space - 1)


def stopping(table: Table) -> State:
    """Return the position after seat 0 has stopped on the next space, for the purple 1."""
    return play_space(table.state(), "harbour", "give up purple die 1", "advance 1")
