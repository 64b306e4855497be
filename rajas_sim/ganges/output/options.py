"""What options consist of, in the words of the game; docs/options_ganges.md explains them by decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rajas_sim.core.board.roads import N_SIDES, SIDE_NAMES, rotated
from rajas_sim.core.positions import option as core
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import (
    AREAS,
    BOARDS,
    BUILDINGS,
    CHAMBERS,
    COLOURS,
    COLUMNS,
    FLIPPED,
    GOODS,
    N_FACES,
    N_STACKS,
    NO_YIELD_TILE,
    PASS,
    SPACES,
    STAY,
    STOP,
)

#: What the options of each decision consist of.
FIELDS: dict[str, tuple[str, ...]] = {
    "place": ("space", "area"),
    "pay_die": ("die", "space", "area"),
    "choose_tile": ("tile",),
    "pay_for_tile": ("die", "tile", "cost_left"),
    "choose_cell": ("tile", "cell", "rotation", "roads"),
    "cover_tile": ("tile", "cell", "covered"),
    "upgrade": ("building",),
    "take_die": ("colour",),
    "give_back_die": ("die",),
    "reroll": ("die",),
    "sail": ("steps",),
    "move_boat": ("steps",),
    "palace_action": ("chamber",),
    "choose_good": ("good",),
    "take_yield_tile": ("yield_tile",),
    "place_yield_tile": ("yield_tile", "slot", "cell", "side"),
}
#: The option of a decision that does nothing, or no more.
PASSES = {
    "place": PASS,
    "give_back_die": STOP,
    "reroll": STOP,
    "sail": 0,
    "move_boat": STAY,
    "take_yield_tile": NO_YIELD_TILE,
}


@dataclass(frozen=True)
class Die:
    """A die on the Kali statue.

    Attributes
    ----------
    value
        As it lies.
    is_flipped
        Whether a level of karma turns it to the opposite side.
    """

    colour: str
    value: int
    is_flipped: bool = False

    @property
    def counts(self) -> int:
        """The value it counts as."""
        return N_FACES + 1 - self.value if self.is_flipped else self.value


class Cell(NamedTuple):
    """A cell of the province, both numbers from 1, from the top left."""

    row: int
    column: int


@dataclass(frozen=True)
class YieldTile:
    """A yield tile; `earns` is what it pays, in the words of the component file."""

    colour: str
    earns: Mapping[str, int] = field(hash=False)


class Option(core.Option):
    """One thing the seat to move may do; which of these fields it has depends on the decision (`FIELDS`)."""

    __slots__ = ()

    space: str | None
    area: str | None
    die: Die | None
    tile: str
    cost_left: int
    cell: Cell
    rotation: int
    roads: tuple[str, ...]
    covered: str
    building: str
    colour: str
    steps: int
    chamber: str
    good: str
    yield_tile: YieldTile | None
    slot: str
    side: str

    @property
    def is_pass(self) -> bool:
        """Whether it does nothing, or no more: no worker, no yield tile, no more dice, a boat that stays."""
        return self.code == PASSES.get(self.decision)

    def __dir__(self) -> list[str]:
        return ["is_pass", *super().__dir__()]


# --- from numbers to words


def die_of(code: int) -> Die:
    """Return the die of a die option."""
    die = code % FLIPPED
    return Die(COLOURS[die // N_FACES], die % N_FACES + 1, code >= FLIPPED)


def cell_of(number: int) -> Cell:
    """Return a cell by its number."""
    return Cell(number // COLUMNS + 1, number % COLUMNS + 1)


def sides_of(roads: int) -> tuple[str, ...]:
    """Return the sides that roads lead to."""
    return tuple(name for side, name in enumerate(SIDE_NAMES) if roads & (1 << side))


def yield_tile_of(rules: Rules, number: int) -> YieldTile:
    """Return a yield tile by its number."""
    colour, earns = rules.yield_tiles[number]
    return YieldTile(colour, dict(earns.root))


def yield_names(rules: Rules, board: int) -> list[str]:
    """Return the names of the special yields of a board (index into terms.BOARDS), as the component file has them."""
    return list(getattr(rules.values.boards, BOARDS[board]).yields)


def _space(number: int) -> dict[str, Any]:
    if number == PASS:
        return {"space": None, "area": None}
    return {"space": SPACES[number], "area": AREAS[area_of(number)]}


def option_fields(state: Any, code: int) -> dict[str, Any]:
    """Return what an option of the decision a position waits for consists of (`FIELDS`)."""
    rules, task = state.rules, state.tasks[state.n_tasks - 1]
    decision = state.decision
    match decision:
        case "place":
            return _space(code)
        case "pay_die":
            return {"die": die_of(code), **_space(task.detail)}
        case "choose_tile":
            return {"tile": rules.tile_names[state.open_tiles[code]]}
        case "pay_for_tile":
            bought = state.tasks[state.n_tasks - 3].detail  # below it on the stack: the next tile opens, this one is laid
            return {"die": die_of(code), "tile": rules.tile_names[bought], "cost_left": task.amount}
        case "choose_cell":
            roads = rotated(int(rules.record.tiles[task.detail].roads), code % N_SIDES)
            return {
                "tile": rules.tile_names[task.detail],
                "cell": cell_of(code // N_SIDES),
                "rotation": code % N_SIDES,
                "roads": sides_of(roads),
            }
        case "cover_tile":
            cell, stack = divmod(code, N_STACKS)
            return {
                "tile": rules.tile_names[state.open_tiles[stack]],
                "cell": cell_of(cell),
                "covered": rules.tile_names[state.mover.tiles[cell]],
            }
        case "upgrade":
            return {"building": BUILDINGS[code]}
        case "take_die":
            return {"colour": COLOURS[code]}
        case "give_back_die" | "reroll":
            return {"die": None if code == STOP else die_of(code)}
        case "sail" | "move_boat":
            return {"steps": code}
        case "palace_action":
            return {"chamber": CHAMBERS[code]}
        case "choose_good":
            return {"good": GOODS[code]}
        case "take_yield_tile":
            return {"yield_tile": None if code == NO_YIELD_TILE else yield_tile_of(rules, code)}
        case "place_yield_tile":
            board = state.mover.board
            special = rules.record.boards[board].yields[code]
            return {
                "yield_tile": yield_tile_of(rules, task.detail),
                "slot": yield_names(rules, board)[code],
                "cell": cell_of(int(special.cell)),
                "side": SIDE_NAMES[special.side],
            }
    raise AssertionError(f"no words for the options of {decision}")
