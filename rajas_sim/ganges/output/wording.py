"""The things of the game in words: dice, cells, tiles, yields and spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rajas_sim.core.positions.wording import counted, spaced
from rajas_sim.ganges.board.taking_dice import n_of_kind
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS, EARNING_TEXTS
from rajas_sim.ganges.rulebook.rules import Rules

#: Names of earnings by (kind, detail).
_EARNING_NAMES = {kind_and_detail: key for key, kind_and_detail in EARNING_KEYS.items()}
_KINDS_OF_DICE = (*range(terms.N_OF.colours), terms.ANY_COLOUR)


@dataclass(frozen=True)
class Die:
    """A die on the Kali statue.

    Attributes
    ----------
    value
        The value it shows.
    is_flipped
        Whether a level of karma turns it to its opposite side.
    """

    colour: str
    value: int
    is_flipped: bool = False

    @property
    def counts(self) -> int:
        """The value it counts as."""
        return terms.N_OF.faces + 1 - self.value if self.is_flipped else self.value

    def __str__(self) -> str:
        return f"{self.colour} die {self.value}" + (f" turned to {self.counts}" if self.is_flipped else "")


@dataclass(frozen=True)
class YieldTile:
    """A yield tile; `earns` is what it pays, in the words of the component file."""

    colour: str
    earns: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True)
class DueEarning:
    """An earning that is about to be received: its `cause`, and what it pays (`earns`), in the words of the component file."""

    cause: str
    earns: Mapping[str, int] = field(hash=False)


def due_earning_of(task: Any) -> DueEarning:  # noqa: ANN401 - the rules of the game, without their type
    """Return what a task "earn" (rulebook.terms.Tasks) pays."""
    kind, detail, amount = int(task.detail), int(task.limit), int(task.amount)
    cause = terms.CAUSES[task.cause]
    if kind != terms.EARN.dice or detail >= terms.ANY_COLOUR:
        return DueEarning(cause, {_EARNING_NAMES[kind, detail]: amount})
    n_by_colour = {
        colour: n_of_kind(detail, terms.N_OF.colours if colour == terms.ANY_COLOUR else colour) for colour in _KINDS_OF_DICE
    }
    return DueEarning(cause, {_EARNING_NAMES[kind, colour]: n for colour, n in n_by_colour.items() if n})


def die_of(code: int) -> Die:
    """Return the die of a die option."""
    die = code % terms.FLIPPED
    return Die(terms.COLOURS[die // terms.N_OF.faces], die % terms.N_OF.faces + 1, code >= terms.FLIPPED)


def waiting_worker_texts(inactive: Sequence[int]) -> list[str]:
    """Return where the workers wait that a seat does not have yet, given its field `inactive`."""
    return [place for place, is_waiting in zip(WORKER_PLACES, inactive, strict=True) if is_waiting]


def yield_tile_of(rules: Rules, number: int) -> YieldTile:
    """Return a yield tile by its number."""
    colour, earns = rules.yield_tiles[number]
    return YieldTile(colour, dict(earns.root))


def yield_names(rules: Rules, board: int) -> list[str]:
    """Return the names of the special yields of a board (index into terms.BOARDS), as the component file has them."""
    return list(getattr(rules.values.boards, terms.BOARDS[board]).yields)


def tile_name(name: str) -> str:
    """Return a tile of the component file in words: ``orange tile 7`` for ``orange_07``."""
    colour, number = name.split("_")
    return f"{colour} tile {int(number)}"


def tile_text(rules: Rules, name: str) -> str:
    """Return a tile in words: ``orange tile 7 (cost 6, fork, temple, silk 2)``."""
    face = rules.values.tiles[name]
    content = [face.roads, *face.buildings, *(f"{good} {value}" for good, value in face.markets)]
    return f"{tile_name(name)} (cost {face.cost}, {', '.join(content)})"


#: Where inactive workers wait, in the order of terms.WORKER_SOURCES.
WORKER_PLACES = ("fame track", "money track", "bridge")
#: Names that are written with capitals.
SPELLINGS = {
    **{chamber: spaced(chamber).title() for chamber in terms.CHAMBERS},
    "ganga": "Ganga",
    "navaratnas": "Navaratnas",
}
#: Earnings whose amount is not simply a number of things received.
_EARNING_TEXTS = {
    **EARNING_TEXTS,
    "fame_per_river_spaces": "{} fame per {spaces} river spaces",
    "palace_action": "a palace action",
    **{chamber: f"the {SPELLINGS[chamber]} action" for chamber in terms.CHAMBERS},
}


def earnings_text(rules: Rules, earns: Mapping[str, int]) -> str:
    """Return what a place pays in words: ``1 die, 2 karma``."""
    parts = []
    for key, amount in earns.items():
        name = "upgrades" if key == "upgrade" and amount > 1 else spaced(key)
        plain_text = "{} " + (name.replace("dice", "die") if amount == 1 else name)
        parts.append(_EARNING_TEXTS.get(key, plain_text).format(amount, spaces=rules.values.yield_tiles.river_spaces_per_fame))
    return ", ".join(parts)


def earnings_of_river(rules: Rules, space: int, tile: int) -> Mapping[str, int]:
    """Return what a river space pays: what the river tile on it (0 for none) shows, or what is printed."""
    if tile:
        return rules.values.ganga.tiles[tile - 1].root
    return rules.values.river[str(space)].root if space else {}


def earnings_of_yield(rules: Rules, board: int, yield_number: int, tile: int) -> Mapping[str, int]:
    """Return what a special yield of a board pays: what the yield tile on it (0 for none) shows, or what is printed."""
    if tile:
        return rules.yield_tiles[tile - 1][1].root
    printed_yields = [*getattr(rules.values.boards, terms.BOARDS[board]).yields.values()]
    earnings: Mapping[str, int] = printed_yields[yield_number].earns.root
    return earnings


def yield_tile_text(rules: Rules, tile: YieldTile) -> str:
    """Return a yield tile in words: ``brown yield tile (2 fame per bend)``."""
    return f"{tile.colour} yield tile ({earnings_text(rules, tile.earns)})"


def space_text(rules: Rules, space: int) -> str:
    """Return a space for workers in words, with what it brings at once, without its price.

    Spaces that are used from left to right have the name of their area alone: their numbers would be taken for prices.
    """
    name = spaced(terms.SPACES[space], SPELLINGS)
    if terms.FIRST_SPACE.terrace <= space < terms.FIRST_SPACE.balcony:
        return f"{name} ({_a_die(terms.COLOURS[space - terms.FIRST_SPACE.terrace])})"
    if terms.FIRST_SPACE.balcony <= space < terms.FIRST_SPACE.chamber:
        colour, n_gained = terms.COLOURS[space - terms.FIRST_SPACE.balcony], rules.values.palace.balcony_dice
        gained_colour = terms.COLOURS[rules.record.balcony_gives[space - terms.FIRST_SPACE.balcony]]
        gained_dice = counted(n_gained, f"{gained_colour} die", f"{gained_colour} dice")
        return f"{name} ({gained_dice} for {_a_die(colour)})"
    if terms.FIRST_SPACE.outer_terrace <= space < terms.FIRST_SPACE.terrace:
        return f"outer terrace ({rules.values.palace.outer_terrace_money} money and a reroll)"
    if terms.FIRST_SPACE.assorted <= space < terms.FIRST_SPACE.one_kind:
        return "assorted goods market"
    if space < terms.FIRST_SPACE.assorted:
        return "quarry"
    if space >= terms.FIRST_SPACE.harbour:
        return "harbour"
    return name


def _a_die(colour: str) -> str:
    return f"{'an' if colour == 'orange' else 'a'} {colour} die"


def price_text(rules: Rules, space: int) -> str:
    """Return what a space of the quarry or the harbour costs, in words; empty for other spaces."""
    if space < terms.FIRST_SPACE.assorted:
        price = rules.values.quarry.prices[space]
    elif terms.FIRST_SPACE.harbour <= space < terms.PASS:
        price = rules.values.harbour.prices[space - terms.FIRST_SPACE.harbour]
    else:
        return ""
    return f"costs {price} money" if price else "free"
