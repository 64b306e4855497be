"""Games whose bonuses are all behind everybody, so that markers meet with the next step."""

from __future__ import annotations

from rajas_sim.core.positions.state import State
from tests.ganges.positions import Table, finish_turn, play_space, tile

MARKETS = tile("blue_01", 3, "straight", silk=3, tea=2) | tile("blue_02", 3, "straight", silk=6)
LATE = {"next_money_bonus": 4, "inactive": [0, 0, 0], "workers": 5}


def late(players: int = 2, **fields: int) -> Table:
    """A game whose bonuses are all behind everybody."""
    table = Table(players, MARKETS | {"palace.outer_terraces": 8})
    for seat in range(players):
        table.dice("", seat).seat(seat, fame=30, money=20, **LATE)
    return table.seat(0, **fields)


def outer_terrace(state: State) -> State:
    return finish_turn(play_space(state, "outer_terrace"))
