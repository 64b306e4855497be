"""The table of things that a seat used: what it received counts, and nothing that pays it nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.engine.loop import new_scratch
from rajas_sim.core.positions.state import State
from rajas_sim.ganges.output.tables import fill_rows, new_rows
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rulebook.things import NAMES
from tests.ganges.back_of_board import back, laid, with_blue_tile
from tests.ganges.positions import YIELDS, Table, option, river, space, tile
from tests.untyped import Array

YIELD_NAMES = [*YIELDS["boards.basic.yields"]]
BASE = YIELDS | river() | tile("orange_01", 4, "straight") | tile("purple_01", 6, "fork", ("fort",))
LAID_AT_THE_LEFT = "lay purple tile 1 at row 1, column 2, roads top, right, left"


def used(state: State, first_space: str, *fragments: str) -> set[str]:
    """Return what the seat to move has used in the table after it has placed a worker and played options by their words."""
    rules = state.rules.record
    scratch: Any = new_scratch(STATE, MAX_OPTIONS)
    scratch.states[0] = state.array[0]
    rows: Any = new_rows(1, rules)
    rows.seats[0, 0].slots[:] = state.seats[0].slots  # from earlier turns
    for step in (first_space, *fragments):
        code = space(state, step) if step is first_space else option(state, step).code
        state.kernels.play_option(scratch.states[0], rules, scratch.log[0], code, scratch.spare_options)
        state = state.play(code)
    fill_rows(scratch, rules, rows, 0)
    counts: Array = rows.seats[0, 0].used
    return {NAMES[i] for i in counts.nonzero()[0]}


def special_yields(things: set[str]) -> set[str]:
    """Return the names of the special yields among some things."""
    return {YIELD_NAMES[int(thing.rpartition("_")[2]) - 1] for thing in things if thing.startswith("special_yield.")}


def build_at_the_left(*restricted: str) -> set[str]:
    """Lay a fork on the cell of the yields at the top left and in the corner beside it."""
    table = Table(overrides=BASE | {"restrict.seat_1": [*restricted]}).only_open("purple_01").dice("purple 6").seat(money=10)
    return used(table.state(), "quarry", "take purple tile 1 ", "give up purple die 6", LAID_AT_THE_LEFT)


def test_the_yields_that_a_tile_connects_are_used() -> None:
    assert special_yields(build_at_the_left()) == {"top_left", "corner_left"}


def test_a_yield_that_the_seat_is_restricted_from_is_not_used() -> None:
    assert special_yields(build_at_the_left(f"special_yield.basic_{YIELD_NAMES.index('top_left') + 1}")) == {"corner_left"}


@pytest.mark.parametrize(("reading", "paid"), [("pay_nothing", set()), ("pay_when_new", {"top_left", "corner_left"})])
def test_the_yields_that_a_covering_tile_connects_are_used_only_if_they_pay(reading: str, paid: set[str]) -> None:
    table = Table(overrides=BASE | {"readings.builder_yields": reading}).tile("orange_01", 1, 2, "right left")
    state = table.only_open("purple_01").dice("green 5, purple 2").seat(money=3, yields_connected=0).state()
    cover = "cover orange tile 1 at row 1, column 2 with purple tile 1 "
    things = used(state, "master_builder", "give up green die 5", cover, "give up purple die 2", LAID_AT_THE_LEFT)
    assert "tile.purple_01" in things
    assert special_yields(things) == paid


@pytest.mark.parametrize("restricted", [(), ("yield_tile",)])
def test_a_yield_tile_drawn_is_used_unless_the_seat_is_restricted_from_it(restricted: tuple[str, ...]) -> None:
    table = Table(overrides=river() | {"restrict.seat_1": [*restricted]}).dice("orange 1 2 3 4 5 6")
    dancer = int(table.rules.record.chamber_dice[terms.CHAMBER.dancer])
    things = used(table.state(), "dancer", f"give up orange die {dancer}", "take a blue die", "take a blue die")
    assert any(thing.startswith("yield_tile.") for thing in things) == (not restricted)


def test_a_yield_tile_that_a_road_reaches_is_used_and_so_is_the_yield_under_it() -> None:
    state = with_blue_tile().yield_tile("brown_left", "brown", {"fame_per_worker": 1}).state()
    number = int(state.seats[0].slots[0])
    things = used(state, "quarry", "take blue tile 1 ", "give up blue die 6", laid(1, 2, "right left"))
    assert {"special_yield.navaratnas_1", f"yield_tile.{number}"} <= things


@pytest.mark.parametrize(("reading", "is_paid"), [("pays_nothing", False), ("pays_at_once", True)])
def test_a_yield_tile_laid_where_a_road_leads_already_is_used_only_if_it_pays(reading: str, is_paid: bool) -> None:
    table = back(overrides=tile("green_01", 1, "bend") | {"readings.connected_slot": reading})
    state = table.tile("green_01", 1, 2, "top right").dice("green 2").seat(karma=0, money=0).state()
    to_slot = ("take the white yield tile (3 money)", "row 1, column 2, top")
    things = used(state, "dancer", "give up green die 2", "take a blue die", "take a blue die", *to_slot)
    assert any(thing.startswith("yield_tile.") for thing in things) == is_paid
