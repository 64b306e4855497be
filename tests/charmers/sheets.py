"""Positions laid out by hand, in the words of the game.

A `Table` starts from a real new game on a pad without a single bonus, so that no test depends on what the reference file assumes:
what a test needs is printed with `printed`. Dice, roads, marks, goods and tracks are then laid out, and whatever has been reached
by them counts as received. `state()` hands over the position.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from rajas_sim import charmers
from rajas_sim.charmers import new_game
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.core.board import SIDE_NAMES
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules as CoreRules
from tests.untyped import Record

#: The symbols of the plain river: flag on 1, 7 and 13, lotus on 2, 8 and 14, ...
RIVER_SPACES = 18
RESIDENCE = (4, 3)
FACES = {
    "purple": terms.GOODS_FACES,
    **{
        colour: {name: code for code, name in enumerate(names)}
        for colour, names in (("green", terms.ROAD_FACES), ("blue", terms.SYMBOLS), ("orange", terms.PEOPLE))
    },
}
#: Faces that options call by other words.
SHOWN_TEXTS = {"half_roads": "two half-roads"}
ONE_FAME = {"fame": 1}
#: Everything that is printed beside the spaces and bonuses of the pad.
VALUES = {
    "game.round_limit": 100,
    "setup.karma": 1,
    "setup.fame": 0,
    "setup.money": 0,
    "karma.limit": 5,
    "dice.purple": [list(terms.GOODS_FACES)] * 2,
    "dice.green": [["straight", "straight", "bend", "bend", "half_roads", "half_roads"]] * 2,
    "dice.blue": [list(terms.SYMBOLS)] * 2,
    "dice.orange": [list(terms.PEOPLE)] * 2,
    "tracks.meeting_line": 39,
    "tracks.money_per_fame": 2,
    "buildings.values": [1, 2, 3],
    "province.market_goods": 3,
    "market.prices": [1, 1, 1, 2, 2, 2, 3, 3, 3],
    "market.tents": [3, 3, 3],
    "palace.maharani_steps": 2,
    "palace.trader_goods": 2,
    "palace.raja_money": 1,
    "palace.raja_upgrades": 1,
    "palace.master_builder_half_roads": 2,
    "palace.portuguese_steps": 2,
}

# --- rules


def printed(  # noqa: PLR0913 - a keyword for each part of a pad
    *,
    edge: Mapping[str, Any] | None = None,
    river: Mapping[int, Any] | None = None,
    cells: Mapping[tuple[int, int], str] | None = None,
    residence_roads: str = "top right left",
    tents: Mapping[str, list[Any]] | None = None,
    upper: Sequence[Any] = (ONE_FAME,) * 3,
    lower: Sequence[Any] = (ONE_FAME,) * 3,
    upgrade_columns: Sequence[Any] = (ONE_FAME,) * 2,
    karma: Mapping[int, Any] | None = None,
    fame: Mapping[int, Any] | None = None,
    money: Mapping[int, Any] | None = None,
    side: str = "sun",
    **others: Any,
) -> dict[str, Any]:
    """Return the overrides that print a pad; what is not mentioned is empty, and a river space gives 1 money.

    Palace and upgrade columns, which always have a bonus, pay 1 fame. Further values are named with two underscores for a dot:
    ``printed(readings__meeting="must_pass")``.
    """
    symbols = terms.SYMBOLS * (RIVER_SPACES // len(terms.SYMBOLS))
    spaces = [["empty"] * terms.COLUMNS for _ in range(terms.ROWS)]
    for (row, column), cell in {**(cells or {}), RESIDENCE: "residence"}.items():
        spaces[row - 1][column - 1] = cell
    sheet = {
        "river": {
            str(i + 1): {"symbol": symbol, "earns": dict((river or {}).get(i + 1, {"money": 1}))}
            for i, symbol in enumerate(symbols)
        },
        "edge": dict(edge or {}),
        "tents": {good: list((tents or {}).get(good, [])) for good in terms.GOODS},
        "palace_columns": {"upper": list(upper), "lower": list(lower)},
        "upgrade_columns": list(upgrade_columns),
        "karma": {str(n): bonus for n, bonus in (karma or {}).items()},
        "fame": {str(n): bonus for n, bonus in (fame or {}).items()},
        "money": {str(n): bonus for n, bonus in (money or {}).items()},
    }
    province = {"province.spaces": spaces, "province.residence_roads": residence_roads.split()}
    return VALUES | {f"sheets.{side}": sheet} | province | {name.replace("__", "."): value for name, value in others.items()}


def rules_for(players: int = 3, overrides: Mapping[str, Any] | None = None, variant: str = "sun") -> Rules:
    """Return rules, made once for each set of overrides: those of the plain pad, unless some are given."""
    return _rules(players, json.dumps(printed(side=variant) if overrides is None else overrides), variant)


def of_this_game(rules: CoreRules) -> Rules:
    """Return rules as those of this game."""
    assert isinstance(rules, Rules)
    return rules


@lru_cache(maxsize=512)
def _rules(players: int, overrides: str, variant: str) -> Rules:
    return of_this_game(charmers.rules(players, variant, (), json.loads(overrides)))


# --- laying out a position


class Table:
    """The dice on the table and the sheets of the players, open to the hand of a test.

    The start player is seat 0 and about to take a die. Dice of one colour show different faces unless a test says otherwise.
    """

    def __init__(self, players: int = 3, overrides: Mapping[str, Any] | None = None, seed: int = 1, variant: str = "sun") -> None:
        self.rules = rules_for(players, overrides, variant)
        self.array = new_game(self.rules, seed).array.copy()
        self.board = self.array[0]
        self.dice(purple="tea_tea silk_spices", green="straight bend", blue="flag lotus", orange="trader maharani")

    def dice(self, **faces: str) -> Table:
        """Turn the dice of a colour: ``dice(blue="flag swan")``."""
        for colour, names in faces.items():
            for number, name in enumerate(names.split()):
                self.board.faces[die(f"{colour} {number + 1}")] = FACES[colour][name]
        return self

    def after(self, *taken: str) -> Table:
        """Let the players in turn have these dice: ``after("orange", "blue 2")``; the twin of the first is on the elephant."""
        for turn, name in enumerate(taken):
            assert self.board.where[die(name)] == terms.MIDDLE, f"the {name} die is no longer in the middle"
            self.board.where[die(name)] = terms.DEPOT + (int(self.board.start_player) + turn) % self.rules.players
            if turn == 0:
                self.board.where[twin(die(name))] = terms.ELEPHANT
        self.board.turn_in_round = len(taken)
        self.board.seat_to_move = (int(self.board.start_player) + len(taken)) % self.rules.players
        return self

    def set(self, **fields: Any) -> Table:
        """Set fields of the table itself: ``round_number=3``."""
        for name, value in fields.items():
            self.board[name] = value
        return self

    def seat(self, number: int = 0, **fields: Any) -> Table:
        """Set fields of a sheet: ``money=12, fame=4``."""
        for name, value in fields.items():
            self.board.seats[number][name] = value
        return self

    def roads(self, drawn: Mapping[tuple[int, int], str], seat: int = 0) -> Table:
        """Draw roads: ``roads({(3, 3): "top bottom"})``."""
        for at, sides in drawn.items():
            self.board.seats[seat].roads[cell_of(*at)] = roads_of(sides)
        return self

    def river(self, *spaces: int, seat: int = 0) -> Table:
        """Mark exactly these river spaces."""
        owner = self.board.seats[seat]
        owner.river_marks = sum(1 << space for space in spaces)
        owner.river = max(spaces, default=0)
        return self

    def goods(self, seat: int = 0, **circled: int) -> Table:
        """Circle goods, counted with those sold: ``goods(tea=3)``."""
        return self._by_name("goods", terms.GOODS, seat, circled)

    def sold(self, seat: int = 0, **sold: int) -> Table:
        """Cross out goods, circled ones from the left: ``sold(tea=2)``."""
        self._by_name("sold", terms.GOODS, seat, sold)
        owner = self.board.seats[seat]
        owner.goods[:] = [max(int(a), int(b)) for a, b in zip(owner.goods, owner.sold, strict=True)]
        return self

    def palace(self, seat: int = 0, **boxes: int) -> Table:
        """Cross out boxes of the people: ``palace(trader=2)``."""
        return self._by_name("palace", terms.PEOPLE, seat, boxes)

    def levels(self, seat: int = 0, **levels: int) -> Table:
        """Upgrade buildings: ``levels(temple=1)``."""
        return self._by_name("levels", terms.BUILDINGS, seat, levels)

    def karma(self, collected: int, used: int = 0, seat: int = 0) -> Table:
        """Circle karma, and cross some of it out."""
        return self.seat(seat, karma_collected=collected, karma_used=used)

    def state(self) -> State:
        """Return the position; bonuses of everything that has been reached are released and used."""
        for seat in self.board.seats[: self.rules.players]:
            seat.released = sum(1 << place for place in self._reached(seat))
        return charmers.State(self.rules, self.array.copy())

    def _by_name(self, field: str, names: Sequence[str], seat: int, values: Mapping[str, int]) -> Table:
        for name, value in values.items():
            self.board.seats[seat][field][names.index(name)] = value
        return self

    def _reached(self, seat: Record) -> builtins.set[int]:
        values, sheet = self.rules.values, self.rules.sheet
        places = {place(f"edge {name}") for name in sheet.edge if int(seat.roads[edge_cell(name)]) & edge_road(name)}
        ends = list(accumulate(values.market.tents))
        for good, sold in zip(terms.GOODS, seat.sold, strict=True):
            places |= {place(f"tent {good} {i + 1}") for i in range(len(getattr(sheet.tents, good))) if sold >= ends[i]}
        for area, people in zip(terms.PALACE_AREAS, (seat.palace[:3], seat.palace[3:]), strict=True):
            places |= {place(f"palace_column {area} {i + 1}") for i in range(min(people))}
        places |= {place(f"upgrade_column 1 {i + 1}") for i in range(min(seat.levels))}
        places |= {place(f"karma_bonus 1 {n}") for n in sheet.karma if seat.karma_collected >= int(n)}
        for track in ("fame", "money"):
            spaces = sorted(int(n) for n in getattr(sheet, track))
            places |= {place(f"track {track} {i + 1}") for i, space in enumerate(spaces) if seat[track] >= space}
        return places


def die(name: str) -> int:
    """Return the number of a die: ``"blue"`` is the first blue one, ``"blue 2"`` the second."""
    colour, *number = name.split()
    return terms.COLOURS.index(colour) * terms.N_OF.dice_per_colour + int(*number or ["1"]) - 1


def twin(number: int) -> int:
    """Return the other die of the colour."""
    return number ^ 1


def cell_of(row: int, column: int) -> int:
    """Return the number of a province space, counted from row 1, column 1 at the top left."""
    return (row - 1) * terms.COLUMNS + column - 1


def roads_of(text: str) -> int:
    """Return roads written as sides: ``"top right"``."""
    return sum(1 << SIDE_NAMES.index(side) for side in text.split())


def place(name: str) -> int:
    """Return the number of a place that holds a bonus: ``"edge top_1"``, ``"tent tea 2"``, ``"track fame 1"``."""
    first, *rest = name.split()
    path = "/".join([first, *(rest if first != "edge" else rest[0].split("_"))])
    return terms.BONUS_PLACES.index(path)


def edge_cell(edge: str) -> int:
    """Return the province space a place at the edge lies beside."""
    side, number = edge.split("_")
    n = int(number)
    rows_and_columns = {"top": (1, n), "right": (n, terms.COLUMNS), "bottom": (terms.ROWS, n), "left": (n, 1)}
    return cell_of(*rows_and_columns[side])


def edge_road(edge: str) -> int:
    """Return the road that leads to a place at the edge."""
    return roads_of(edge.split("_")[0])


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


def take(state: State, face: str, *fragments: str) -> State:
    """Take a die by what it shows, then play further options: ``take(state, "blue die (flag)", "upgrade fort")``."""
    return choose(state, f"take the {face}", *fragments)


def draw(row: int, column: int, roads: str) -> str:
    """Return the option to draw a road."""
    return f"draw a road at row {row}, column {column}, roads {', '.join(roads.split())}"


def add(row: int, column: int, side: str) -> str:
    """Return the option to add a half-road to a drawn one."""
    return f"add a road at row {row}, column {column} to the {side}"


def add_both(state: State, *sides: tuple[int, int, str]) -> State:
    """Add two half-roads, each given as row, column and side; which of them comes first is not a choice the game offers."""
    offered = texts(state)
    wanted = [add(*side) for side in sides]
    return choose(state, *sorted(wanted, key=lambda text: offered.index(text) if text in offered else len(offered)))


def finish_turn(state: State) -> State:
    """Answer whatever the turn still asks with the first option, until it has ended."""
    turns = state.turns
    while not state.is_over and state.turns == turns:
        state = state.play(state.options[0])
    return state


def play_round(state: State) -> State:
    """Play the remaining turns of a round with the first option of everything."""
    number = state.round_number
    while not state.is_over and state.round_number == number:
        state = state.play(state.options[0])
    return state


# --- looking


def amounts(state: State, field: str, seat: int = 0) -> dict[str, int]:
    """Return a row of a sheet by name, without zeros: ``amounts(state, "goods")``."""
    names = {"goods": terms.GOODS, "sold": terms.GOODS, "palace": terms.PEOPLE, "levels": terms.BUILDINGS}[field]
    return {name: int(n) for name, n in zip(names, getattr(state.seats[seat], field), strict=True) if n}


def marks(state: State, seat: int = 0) -> list[int]:
    """Return the marked river spaces."""
    return [space for space in range(1, terms.MAX_RIVER + 1) if int(state.seats[seat].river_marks) >> space & 1]


def roads(state: State, row: int, column: int, seat: int = 0) -> str:
    """Return the roads on a province space as sides."""
    drawn = int(state.seats[seat].roads[cell_of(row, column)])
    return " ".join(name for side, name in enumerate(SIDE_NAMES) if drawn >> side & 1)


def drawable(state: State) -> set[tuple[int, int, str]]:
    """Return the roads that may be drawn on new spaces: (row, column, sides)."""
    places = set()
    for text in texts(state):
        if text.startswith("draw a"):
            at, sides = text.split(", roads ")
            row, column = (int(word.strip(",")) for word in at.split() if word.strip(",").isdecimal())
            places.add((row, column, sides.replace(",", "")))
    return places


def addable(state: State) -> set[tuple[int, int, str]]:
    """Return where half-roads may be added, as the first or as the second of two: (row, column, side)."""
    places = set()
    for option in state.options:
        if option.text.startswith("add a road"):
            at, side = option.text.split(" to the ")
            row, column = (int(word.strip(",")) for word in at.split() if word.strip(",").isdecimal())
            after = state.play(option)
            places |= {(row, column, side)} | (addable(after) if after.decision == "half_roads" else set())
    return places


def lying(state: State, where: int) -> list[str]:
    """Return the dice that lie in a place (terms.MIDDLE, terms.ELEPHANT, or terms.DEPOT + seat)."""
    return [f"{terms.COLOURS[n // 2]} {n % 2 + 1}" for n in range(terms.N_OF.dice) if state.where[n] == where]


def face(state: State, name: str) -> str:
    """Return what a die shows."""
    colour = name.split()[0]
    return next(word for word, code in FACES[colour].items() if code == state.faces[die(name)])


def released(state: State, seat: int = 0) -> set[str]:
    """Return the places whose bonus has been circled."""
    return _places(int(state.seats[seat].released))


def pending(state: State, seat: int = 0) -> set[str]:
    """Return the places whose bonus is still to be used on this turn."""
    return _places(int(state.seats[seat].pending))


def _places(bits: int) -> set[str]:
    matching = set()
    for number, path in enumerate(terms.BONUS_PLACES):
        if bits >> number & 1:
            first, *rest = path.split("/")
            matching.add(" ".join([first, "_".join(rest)] if first == "edge" else [first, *rest]))
    return matching


def events(state: State, fragment: str) -> list[tuple[str, int, int, str]]:
    """Return what an option would set off: (thing, change, value after it, cause)."""
    _, log = state.play_logged(option(state, fragment))
    return [(terms.EVENTS[e.what], int(e.change), int(e.after), terms.CAUSES[e.cause]) for e in log]
