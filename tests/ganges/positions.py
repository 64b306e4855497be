"""Positions laid out by hand, in the words of the game.

A `Table` starts from a real new game, so that everything a test does not mention is as the rules set it up; its dice, markers,
tiles and workers are then moved, with the general supply and the stacks kept consistent. `state()` hands over the position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from rajas_sim import ganges
from rajas_sim.core.board import SHAPES, SIDE_NAMES, rotated
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules as CoreRules
from rajas_sim.ganges import new_game
from rajas_sim.ganges.output.wording import tile_name
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules
from tests.untyped import Record

DICE_PER_COLOUR = 12
RIVER_SPACES = 30

#: What is offered when a die of any colour may be taken.
TAKE_ANY_DIE = ["take an orange die", *(f"take a {colour} die" for colour in terms.COLOURS[1:])]

#: Special yields at known places, so that no test depends on what the reference file assumes.
YIELDS = {
    "boards.basic.yields": {
        "top_left": {"cell": [1, 2], "side": "top", "earns": {"dice": 1}},
        "corner_left": {"cell": [1, 2], "side": "left", "earns": {"money": 5}},
        "top_right": {"cell": [1, 4], "side": "top", "earns": {"money": 4}},
        "corner_right": {"cell": [1, 4], "side": "right", "earns": {"karma": 2}},
        "left_upper": {"cell": [2, 1], "side": "left", "earns": {"fame": 3}},
        "right_upper": {"cell": [2, 5], "side": "right", "earns": {"dice": 1, "upgrade": 1}},
    }
}


# --- rules


def tile(name: str, cost: int, roads: str = "fork", buildings: tuple[str, ...] = (), **markets: int) -> dict[str, Any]:
    """Return the overrides that print a tile: ``tile("blue_01", 7, "bend", ("temple",), silk=2)``."""
    return {
        f"tiles.{name}.cost": cost,
        f"tiles.{name}.roads": roads,
        f"tiles.{name}.buildings": list(buildings),
        f"tiles.{name}.markets": [[good, value] for good, value in markets.items()],
    }


def rules_for(
    players: int = 2, overrides: Mapping[str, Any] | None = None, variant: str = "base", modules: tuple[str, ...] = ()
) -> Rules:
    """Return rules, made once for each set of overrides."""
    return _rules(players, json.dumps(overrides or {}, sort_keys=False), variant, modules)


def of_this_game(rules: CoreRules) -> Rules:
    """Return rules as those of this game."""
    assert isinstance(rules, Rules)
    return rules


def rules_of(state: State) -> Rules:
    """Return the rules of a position."""
    return of_this_game(state.rules)


@lru_cache(maxsize=512)
def _rules(players: int, overrides: str, variant: str, modules: tuple[str, ...]) -> Rules:
    return of_this_game(ganges.rules(players, variant, modules, json.loads(overrides)))


def river(**earnings: dict[str, int]) -> dict[str, Any]:
    """Return the override that prints the river: ``river(_8={"palace_action": 1})``; all other spaces give 1 karma."""
    printed = {str(number): {"karma": 1} for number in range(1, RIVER_SPACES + 1)}
    return {"river": printed | {name.strip("_"): each for name, each in earnings.items()}}


# --- laying out a position


class Table:
    """The board and the players' areas, open to the hand of a test."""

    def __init__(  # noqa: PLR0913 - a keyword for each thing chosen at the start
        self,
        players: int = 2,
        overrides: Mapping[str, Any] | None = None,
        seed: int = 1,
        *,
        variant: str = "base",
        modules: tuple[str, ...] = (),
        boards: tuple[str, ...] = (),
    ) -> None:
        self.rules = rules_for(players, overrides, variant, modules)
        start = new_game(self.rules, seed, boards)
        while start.stage == 0:  # everybody lays the first yield tile
            start = start.play(start.options[0])
        self.array = start.array.copy()
        self.board = self.array[0]

    def dice(self, text: str, seat: int = 0) -> Table:
        """Put exactly these dice on a Kali statue: ``"blue 3 5, orange 4"``."""
        hand = self.board.seats[seat].dice
        hand[:] = 0
        for part in filter(None, (part.strip() for part in text.split(","))):
            colour, *values = part.split()
            for value in values:
                hand[terms.COLOURS.index(colour), int(value) - 1] += 1
        return self

    def seat(self, number: int = 0, **fields: Any) -> Table:
        """Set fields of a seat: ``money=12, fame=4, karma=2, river=8, workers=4, levels=[1, 0, 0, 0]``."""
        for name, value in fields.items():
            self.board.seats[number][name] = value
        return self

    def passed_money_bonuses(self, n: int, seat: int = 0) -> Table:
        """Put the bonus marker of the money track behind its first n bonus spaces."""
        return self.seat(seat, next_money_bonus=n)

    def tile(self, name: str, row: int, column: int, roads: str, seat: int = 0) -> Table:
        """Lay a tile from its stack: ``tile("blue_01", 1, 2, "left right")``."""
        number = self.rules.tile_names.index(name)
        wanted = roads_of(roads)
        printed = int(self.rules.record.tiles[number].roads)
        assert any(rotated(printed, turns) == wanted for turns in range(4)), f"{name} cannot be turned to {roads}"
        self._take_from_stack(number)
        cell, owner = cell_of(row, column), self.board.seats[seat]
        owner.tiles[cell] = number
        owner.roads[cell] = wanted
        for i, special in enumerate(self._board(owner).yields[: self._board(owner).n_yields]):
            if special.cell == cell and wanted & (1 << int(special.side)):
                owner.yields_connected |= 1 << i
        return self

    def yield_tile(self, slot: str, colour: str, earns: Mapping[str, int], seat: int = 0) -> Table:
        """Lay an open yield tile on a slot by the names of both: ``yield_tile("left_upper", "brown", {"fame_per_bend": 2})``."""
        owner = self.board.seats[seat]
        at = list(getattr(self.rules.values.boards, terms.BOARDS[owner.board]).yields).index(slot)
        number = self._open_yield_tile(colour, earns)
        self._put_back(int(owner.slots[at]))
        self.board.yield_tiles_left &= ~(1 << number)
        owner.slots[at] = number + 1
        return self

    def no_yield_tiles(self, seat: int = 0) -> Table:
        """Put the yield tiles of a seat back among the open ones."""
        for at, taken in enumerate(self.board.seats[seat].slots):
            self._put_back(int(taken))
            self.board.seats[seat].slots[at] = 0
        return self

    def only_open_yield_tiles(self, *tiles: tuple[str, Mapping[str, int]]) -> Table:
        """Leave these yield tiles as the only open ones: ``only_open_yield_tiles(("white", {"money": 3}))``."""
        kept = 0
        for colour, earns in tiles:
            kept |= 1 << self._open_yield_tile(colour, earns, but=kept)
        self.board.yield_tiles_left = kept
        return self

    def river_tile(self, space: int, earns: Mapping[str, int] | None) -> Table:
        """Put a river tile of the Ganga module on a space, or take it away with None."""
        shown = [dict(tile.root) for tile in self.rules.values.ganga.tiles]
        self.board.river_tiles[space] = 0 if earns is None else shown.index(dict(earns)) + 1
        return self

    def _open_yield_tile(self, colour: str, earns: Mapping[str, int], but: int = 0) -> int:
        left = int(self.board.yield_tiles_left) & ~but
        for number, (of_colour, shown) in enumerate(self.rules.yield_tiles):
            if left & (1 << number) and of_colour == colour and dict(shown.root) == dict(earns):
                return number
        raise AssertionError(f"no open {colour} yield tile shows {earns}")

    def _put_back(self, taken: int) -> None:
        if taken > 0:
            self.board.yield_tiles_left |= 1 << (taken - 1)

    def opened(self, *names: str) -> Table:
        """Turn the stacks so that these tiles lie open."""
        for name in names:
            number = self.rules.tile_names.index(name)
            stack, bit = self._place_in_stack(number)
            if self.board.open_tiles[stack] != number:
                assert self.board.hidden_tiles[stack] & (1 << bit), f"{name} is no longer in its stack"
                self.board.hidden_tiles[stack] &= ~(1 << bit)
                _, other = self._place_in_stack(int(self.board.open_tiles[stack]))
                self.board.hidden_tiles[stack] |= 1 << other
                self.board.open_tiles[stack] = number
        return self

    def only_open(self, *names: str) -> Table:
        """Leave these tiles as the only ones of their stacks, and empty all other stacks."""
        self.opened(*names)
        kept = {self._place_in_stack(self.rules.tile_names.index(name))[0] for name in names}
        for stack in range(terms.N_OF.stacks):
            self.board.hidden_tiles[stack] = 0
            if stack not in kept:
                self.board.open_tiles[stack] = -1
        return self

    def below(self, name: str) -> Table:
        """Put a tile under the open one of its stack."""
        stack, bit = self._place_in_stack(self.rules.tile_names.index(name))
        self.board.hidden_tiles[stack] |= 1 << bit
        return self

    def all_taken_but(self, *free: str, seat: int) -> Table:
        """Put somebody's workers on all spaces but these."""
        for number, name in enumerate(terms.SPACES):
            self.board.spaces[number] = 0 if name in free else seat + 1
        return self

    def workers_on(self, **spaces: int) -> Table:
        """Put a worker of a seat on each space: ``workers_on(quarry_1=1, dancer=0)``."""
        for name, seat in spaces.items():
            space = terms.SPACES.index(name)
            self.board.spaces[space] = seat + 1
            owner = self.board.seats[seat]
            owner.placed += 1
            if terms.FIRST_SPACE.assorted <= space < terms.FIRST_SPACE.one_kind:
                owner.assorted_used += 1
            if terms.FIRST_SPACE.one_kind <= space < terms.FIRST_SPACE.outer_terrace:
                owner.one_kind_used += 1
            self.board.placed_in_round += 1
        return self

    def to_move(self, seat: int) -> Table:
        """Make it this seat's turn to place a worker."""
        self.board.seat_to_move = seat
        return self

    def set(self, **fields: Any) -> Table:
        """Set fields of the board itself: ``start_player=1, round_number=3``."""
        for name, value in fields.items():
            self.board[name] = value
        return self

    def state(self) -> State:
        """Return the position, with every die that nobody has in the general supply."""
        for colour in range(terms.N_OF.colours):
            held = sum(int(seat.dice[colour].sum()) for seat in self.board.seats[: self.rules.players])
            assert held <= DICE_PER_COLOUR, f"{held} {terms.COLOURS[colour]} dice on the Kali statues"
            self.board.supply[colour] = DICE_PER_COLOUR - held
        return ganges.State(self.rules, self.array.copy())

    def _board(self, owner: Record) -> Record:
        return self.rules.record.boards[owner.board]

    def _place_in_stack(self, number: int) -> tuple[int, int]:
        stack = int(self.rules.record.tiles[number].stack)
        return stack, [int(n) for n in self.rules.record.stacks[stack]].index(number)

    def _take_from_stack(self, number: int) -> None:
        stack, bit = self._place_in_stack(number)
        if self.board.open_tiles[stack] == number:
            hidden = int(self.board.hidden_tiles[stack])
            following = next((i for i in range(hidden.bit_length()) if hidden & (1 << i)), None)
            self.board.open_tiles[stack] = -1 if following is None else self.rules.record.stacks[stack][following]
            bit = bit if following is None else following
        else:
            assert self.board.hidden_tiles[stack] & (1 << bit), f"{self.rules.tile_names[number]} is no longer in its stack"
        self.board.hidden_tiles[stack] &= ~(1 << bit)


def cell_of(row: int, column: int) -> int:
    """Return the number of a cell of the province, counted from row 1, column 1 at the top left."""
    return (row - 1) * terms.COLUMNS + column - 1


def roads_of(text: str) -> int:
    """Return roads written as sides: ``"top right"``."""
    return sum(1 << SIDE_NAMES.index(side) for side in text.split())


def side_list(text: str) -> str:
    """Return roads written as sides as options list them: ``"top, right"``."""
    return ", ".join(text.split())


# --- playing


def texts(state: State) -> list[str]:
    """Return the options in terms."""
    return [option.text for option in state.options]


def option(state: State, fragment: str) -> Option:
    """Return the one option with these words."""
    exact = [each for each in state.options if each.text == fragment]
    matching = exact or [each for each in state.options if fragment in each.text]
    assert len(matching) == 1, f"{fragment!r} fits {len(matching)} options of {state!r}: {texts(state)}"
    return matching[0]


def choose(state: State, *fragments: str) -> State:
    """Play options by their words, one after the other."""
    for fragment in fragments:
        state = state.play(option(state, fragment))
    return state


def spaces(state: State) -> set[str]:
    """Return the names of the spaces a worker may be placed on; ``quarry_2`` as ``quarry``, for rows are filled in order."""
    assert state.decision == "place", f"{state!r} is no placement"
    return {_row_name(terms.SPACES[code]) for code in state.option_codes if code != terms.PASS}


def _row_name(space: str) -> str:
    for row in ("quarry", "harbour", "market_assorted", "outer_terrace"):
        if space.startswith(f"{row}_"):
            return row
    return space


def space(state: State, name: str) -> int:
    """Return the number of the space of this name, or of the space of this row, that is offered."""
    matching = [c for c in state.option_codes if c != terms.PASS and name in (terms.SPACES[c], _row_name(terms.SPACES[c]))]
    assert state.decision == "place", f"{state!r} is no placement"
    assert len(matching) == 1, f"{name!r} is not offered: {texts(state)}"
    return matching[0]


def play_space(state: State, name: str, *fragments: str) -> State:
    """Place a worker by the name of the space or row, then play further options by their words."""
    return choose(state.play(space(state, name)), *fragments)


def build(state: State, name: str, dice: str, at: tuple[int, int], roads: str) -> State:
    """Build a tile at the quarry: ``build(state, "blue_01", "blue 5, blue 3", (1, 2), "left right")``."""
    paid = [give_up(die.strip()) for die in dice.split(",")]
    laid = f"lay {tile_name(name)} at {place(at)}, roads {side_list(roads)}"
    return play_space(state, "quarry", f"take {tile_name(name)} ", *paid, laid)


def give_up(die: str) -> str:
    """Return the text of the option to give up a die: ``give_up("blue 5 turned to 2")``."""
    return f"give up {die.replace(' ', ' die ', 1)}"


def place(at: tuple[int, int]) -> str:
    """Return a cell in the words of the options."""
    return f"row {at[0]}, column {at[1]}"


def finish_turn(state: State) -> State:
    """Answer whatever the turn still asks with the first option, until somebody places a worker or the game ends."""
    while not state.is_over and state.decision != "place":
        state = state.play(state.options[0])
    return state


def play_round(state: State, name: str = "outer_terrace") -> State:
    """Place all remaining workers of the round, on outer terraces where they are free, otherwise anywhere."""
    round_number = state.round_number
    while not state.is_over and state.round_number == round_number:
        state = finish_turn(state.play(space(state, name)) if name in spaces(state) else state.play(state.options[-1]))
    return state


# --- looking


def hand(state: State, seat: int = 0) -> str:
    """Return the dice on a Kali statue: ``"orange 4, blue 3 5"``, colours in the order orange, green, blue, purple."""
    parts = []
    for colour, name in enumerate(terms.COLOURS):
        values = [str(v + 1) for v in range(terms.N_OF.faces) for _ in range(state.seats[seat].dice[colour, v])]
        if values:
            parts.append(" ".join([name, *values]))
    return ", ".join(parts)


def n_dice(state: State, colour: str | None = None, seat: int = 0) -> int:
    """Return how many dice (of a colour) lie on a Kali statue."""
    dice = state.seats[seat].dice
    return int(dice.sum() if colour is None else dice[terms.COLOURS.index(colour)].sum())


def in_supply(state: State, colour: str) -> int:
    """Return how many dice of a colour lie in the general supply."""
    return int(state.supply[terms.COLOURS.index(colour)])


def tile_at(state: State, row: int, column: int, seat: int = 0) -> str | None:
    """Return the tile on a cell of the province."""
    number = int(state.seats[seat].tiles[cell_of(row, column)])
    return None if number < 0 else rules_of(state).tile_names[number]


def open_tiles(state: State) -> list[str]:
    """Return the face-up tiles."""
    return [rules_of(state).tile_names[number] for number in state.open_tiles if number >= 0]


def events(state: State, fragment: str) -> list[tuple[str, int, int, str]]:
    """Return what an option would set off: (thing, change, value after it, cause)."""
    _, log = state.play_logged(option(state, fragment))
    return [(terms.EVENTS[e.what], int(e.change), int(e.after), terms.CAUSES[e.cause]) for e in log]


def changed_bytes(before: State, after: State) -> bool:
    """Return whether two positions differ at all."""
    return not np.array_equal(before.array, after.array)


__all__ = [
    "DICE_PER_COLOUR",
    "SHAPES",
    "YIELDS",
    "Table",
    "build",
    "cell_of",
    "changed_bytes",
    "choose",
    "events",
    "finish_turn",
    "hand",
    "in_supply",
    "n_dice",
    "open_tiles",
    "option",
    "place",
    "play_round",
    "play_space",
    "river",
    "roads_of",
    "rules_for",
    "space",
    "spaces",
    "texts",
    "tile",
    "tile_at",
]
