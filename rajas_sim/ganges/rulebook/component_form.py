"""The form of a component file: its keys, their types and ranges, and what must fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, RootModel, model_validator

from rajas_sim.core.board import SIDE_NAMES, neighbour
from rajas_sim.core.engine.course import EARNINGS_AT_ONE_PLACE
from rajas_sim.core.errors import unknown_name
from rajas_sim.core.rulebook import component_form as core
from rajas_sim.core.rulebook.component_form import Amount, Buildings, BySeat, Extra, Space, Strict
from rajas_sim.ganges.rulebook import layout, terms
from rajas_sim.ganges.rulebook.terms import EARN

TILES_PER_COLOUR = layout.N_TILES // terms.N_OF.colours

#: Cells of the province board on which a tile may lie: all but the two top corners, the residence and the dead ends.
TILE_CELLS = tuple(
    cell for cell in range(terms.N_OF.cells) if cell not in (0, terms.COLUMNS - 1, terms.RESIDENCE, terms.DEAD_END)
)

_KEYS_WITH_COLOUR = ("dice", "dice_per_karma")
#: Names of earnings in component files -> (kind, colour or chamber): `green_dice` are dice of that colour, `dice` dice of any
#: colour, `yogi` is the action of that chamber.
EARNING_KEYS: dict[str, tuple[int, int]] = {
    **{name: (kind, terms.ANY_COLOUR) for kind, name in enumerate(terms.EARNINGS) if kind not in (0, EARN.chamber)},
    **{
        f"{colour}_{name}": (terms.EARNINGS.index(name), number)
        for name in _KEYS_WITH_COLOUR
        for number, colour in enumerate(terms.COLOURS)
    },
    **{name: (EARN.chamber, number) for number, name in enumerate(terms.CHAMBERS)},
}

#: Earnings whose name does not say what they are -> what they are, with a gap for the amount.
EARNING_TEXTS = {
    "boat": "the boat moves on by {}",
    "sail": "advance up to {} on the river",
    "assorted": "up to {} different markets",
    "one_kind": "up to {} markets of one kind",
}

_DICE_KEYS = ("dice", *(f"{colour}_dice" for colour in terms.COLOURS))
#: The most dice of one kind at a place with several kinds, which are packed into one number.
MOST_OF_SEVERAL_KINDS = 2**terms.BITS_PER_KIND - 1


class Earnings(RootModel[dict[str, Annotated[int, Field(ge=1, le=60)]]]):
    """What one place pays: up to three earnings, each with its amount, in the order they are received."""

    model_config = ConfigDict(strict=True, frozen=True)
    names: ClassVar[Mapping[str, str]] = dict.fromkeys(EARNING_KEYS, "") | EARNING_TEXTS

    @model_validator(mode="after")
    def _check_earnings(self) -> Earnings:
        """Refuse unknown earnings, a chamber that acts more than once, and too few or too many earnings or dice for one place."""
        for key, amount in self.root.items():
            if key not in EARNING_KEYS:
                raise ValueError(unknown_name("earning", key, EARNING_KEYS))
            if key in terms.CHAMBERS and amount != 1:
                raise ValueError(f"the action of a chamber is carried out once; found {key} = {amount}")
        dice_amounts = {key: amount for key, amount in self.root.items() if key in _DICE_KEYS}
        if len(dice_amounts) > 1 and max(dice_amounts.values()) > MOST_OF_SEVERAL_KINDS:
            raise ValueError(f"dice of several kinds at one place: at most {MOST_OF_SEVERAL_KINDS} of each; found {dice_amounts}")
        if not 1 <= len(self.root) <= EARNINGS_AT_ONE_PLACE:
            raise ValueError(f"one place pays 1 to {EARNINGS_AT_ONE_PLACE} earnings, not {len(self.root)}")
        return self


class Setup(core.Setup):
    """What everybody starts with; `dice` is the number of dice of each colour."""

    seats = terms.MAX_PLAYERS
    money: list[Amount]
    karma: BySeat[Annotated[int, Field(ge=0, le=9)]]
    workers: BySeat[Annotated[int, Field(ge=1, le=6)]]
    dice: BySeat[Annotated[int, Field(ge=0, le=2)]]


class Handicap(core.Handicap):
    """What a player gets in addition to what the seat gives, and the player's board in a mixed group."""

    money: Extra | None = None
    karma: Extra | None = None
    workers: Extra | None = None
    dice: Extra | None = None
    board: Literal["basic", "navaratnas"] | None = None


class Dice(Strict):
    """The 48 dice."""

    per_colour: Annotated[int, Field(ge=8, le=60)]


class Karma(Strict):
    """The karma path."""

    limit: Annotated[int, Field(ge=0, le=9)]


class WorkerNumbers(Strict):
    """The inactive workers."""

    extra: Annotated[int, Field(ge=0, le=3)]
    fame_space: Annotated[int, Field(ge=1, le=60)]
    money_space: Annotated[int, Field(ge=1, le=120)]
    bridge: Annotated[int, Field(ge=0, le=39)]


class Track(Strict):
    """One scoring track: its bonuses by space."""

    bonus: Annotated[dict[Space, Earnings], Field(max_length=layout.MAX_BONUSES)]


class Tracks(core.Tracks):
    """Both scoring tracks and the line on which they meet."""

    fame: Track
    money: Track


class Quarry(Strict):
    """Spaces of the quarry from left to right."""

    prices: Annotated[list[Amount], Field(max_length=terms.MAX_QUARRY)]


class Harbour(Strict):
    """Spaces of the harbour from left to right."""

    prices: Annotated[list[Amount], Field(max_length=terms.MAX_HARBOUR)]
    highest_die: Annotated[int, Field(ge=1, le=6)]


class Market(Strict):
    """The assorted-goods spaces; there is one space for each good beside them."""

    assorted_spaces: Annotated[int, Field(ge=0, le=terms.MAX_ASSORTED)]
    assorted_per_round: Annotated[int, Field(ge=0, le=9)]


Colour = Literal["orange", "green", "blue", "purple"]


class Palace(Strict):
    """The spaces of the palace and what they give."""

    outer_terraces: Annotated[int, Field(ge=0, le=terms.MAX_OUTER_TERRACES)]
    outer_terrace_money: Amount
    terrace_dice: Annotated[int, Field(ge=0, le=6)]
    balcony_dice: Annotated[int, Field(ge=0, le=6)]
    balconies: Annotated[dict[Colour, Colour], Field(min_length=terms.N_OF.colours)]
    chamber_dice: Annotated[
        list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=terms.N_OF.chambers, max_length=terms.N_OF.chambers)
    ]
    great_mogul_fame: Amount
    dancer_dice: Annotated[int, Field(ge=0, le=6)]
    yogi_karma: Amount
    yogi_dice: Annotated[int, Field(ge=0, le=6)]
    raja_upgrades: Annotated[int, Field(ge=0, le=8)]
    raja_money: Amount
    portuguese_steps: Annotated[int, Field(ge=1, le=39)]


class SpecialYield(Strict):
    """A yield at the edge of the province board, beside one side of one cell."""

    cell: Annotated[
        list[int], Field(min_length=2, max_length=2, description="the row and the column of the space beside which it is printed")
    ]
    side: Annotated[Literal["top", "right", "bottom", "left"], Field(description="the side of that space")]
    slot: Annotated[
        Literal["white", "yellow", "red", "brown"] | None, Field(description="the yield tiles that may lie there")
    ] = None
    earns: Annotated[Earnings, Field(description="what it pays once a road leads to it")]

    @model_validator(mode="after")
    def _check_is_on_the_board(self) -> SpecialYield:
        """Refuse a space on which no tile can lie, and a side at which another space lies."""
        row, column = self.cell
        if not (1 <= row <= terms.ROWS and 1 <= column <= terms.COLUMNS) or self.cell_number not in TILE_CELLS:
            raise ValueError(f"no tile can lie on row {row}, column {column}")
        if neighbour(self.cell_number, self.side_number, terms.COLUMNS, terms.ROWS) in (
            *TILE_CELLS,
            terms.RESIDENCE,
            terms.DEAD_END,
        ):
            raise ValueError(f"row {row}, column {column} has another cell at its {self.side}, not the edge of the board")
        return self

    @property
    def cell_number(self) -> int:
        """Cell counted row by row from 0."""
        return (self.cell[0] - 1) * terms.COLUMNS + self.cell[1] - 1

    @property
    def side_number(self) -> int:
        """0 top, 1 right, 2 bottom, 3 left."""
        return SIDE_NAMES.index(self.side)


class Board(Strict):
    """One side of a player's boards: Kali's hands, and the yields at the edge of the province."""

    hand_limit: Annotated[int, Field(ge=1, le=30)]
    yields: Annotated[dict[str, SpecialYield], Field(max_length=layout.MAX_YIELDS)]

    @model_validator(mode="after")
    def _check_one_yield_a_side(self) -> Board:
        names_by_side: dict[tuple[int, str], str] = {}
        for name, special_yield in self.yields.items():
            first_name = names_by_side.setdefault((special_yield.cell_number, special_yield.side), name)
            if first_name != name:
                raise ValueError(f"{name} lies where {first_name} lies; one yield a side")
        return self


class Boards(Strict):
    """Both sides of a player's boards."""

    basic: Board
    navaratnas: Board


class YieldTiles(Strict):
    """Yield tiles by colour, and how many river spaces bring a fame point on the brown tile that counts them."""

    white: Annotated[list[Earnings], Field(min_length=1)]
    yellow: list[Earnings]
    red: list[Earnings]
    brown: list[Earnings]
    river_spaces_per_fame: Annotated[int, Field(ge=1, le=40)]

    @property
    def by_colour(self) -> dict[str, list[Earnings]]:
        """All tiles, colour by colour in the order in which they are numbered."""
        return {colour: getattr(self, colour) for colour in terms.YIELD_COLOURS}

    @property
    def by_number(self) -> tuple[tuple[str, Earnings], ...]:
        """Colour and earnings of the tiles by their number, the white ones first."""
        return tuple((colour, tile) for colour, tiles in self.by_colour.items() for tile in tiles)

    @model_validator(mode="after")
    def _check_yield_tiles(self) -> YieldTiles:
        """Refuse white tiles that draw white tiles for ever, and more tiles than the record has room for."""
        endless_keys = [key for tile in self.white for key in tile.root if key in ("dancer", "palace_action")]
        if endless_keys:
            raise ValueError(
                f"a white tile cannot give {endless_keys[0]}: the Dancer draws white tiles, and would go on for ever"
            )
        n_tiles = sum(len(tiles) for tiles in self.by_colour.values())
        if n_tiles > layout.MAX_YIELD_TILES:
            raise ValueError(f"{n_tiles} yield tiles, at most {layout.MAX_YIELD_TILES} are possible")
        return self


class Ganga(Strict):
    """The river tiles of the Ganga module."""

    tiles: Annotated[list[Earnings], Field(max_length=layout.MAX_RIVER_TILES)]


class Tile(Strict):
    """A province tile."""

    stack: Literal["snake", "cow", "tiger"]
    cost: Annotated[int, Field(ge=1, le=30)]
    roads: Literal["dead_end", "straight", "bend", "fork", "crossroad"]
    buildings: Annotated[list[Literal["temple", "palace", "fort", "mill"]], Field(max_length=2)]
    markets: Annotated[list[list[str | int]], Field(max_length=2)]

    @model_validator(mode="after")
    def _check_markets(self) -> Tile:
        for market in self.markets:
            match market:
                case [str(good), int(value)] if good in terms.GOODS and 1 <= value <= 9:
                    continue
            raise ValueError(f"a market has silk, tea or spices and a number from 1 to 9, not {' '.join(map(str, market))}")
        return self


class Components(core.Components):
    """A whole component file, resolved for one number of players and one variant."""

    setup: Setup
    dice: Dice
    karma: Karma
    workers: WorkerNumbers
    tracks: Tracks
    buildings: Buildings
    quarry: Quarry
    harbour: Harbour
    market: Market
    palace: Palace
    river: Annotated[dict[Space, Earnings], Field(min_length=1, max_length=layout.MAX_RIVER - 1)]
    boards: Boards
    yield_tiles: YieldTiles
    ganga: Ganga
    tiles: dict[Annotated[str, Field(pattern=r"^(orange|green|blue|purple)_\d\d$")], Tile]
    readings: terms.Readings
    players: Mapping[str, Handicap] = {}

    @property
    def tile_names(self) -> tuple[str, ...]:
        """Names of the 64 tiles by their number."""
        return tuple(sorted(self.tiles, key=lambda name: (terms.COLOURS.index(name.split("_")[0]), name)))

    @model_validator(mode="after")
    def _check_counts(self) -> Components:
        """Refuse wrong numbers of tiles, a river with gaps or without room for the bridge, and more karma than the path has."""
        problems = [*self._tile_problems(), *self._river_problems()]
        most_karma = max(self.setup.by_seat["karma"])
        if most_karma > self.karma.limit:
            problems.append(f"setup.karma: {most_karma} is above karma.limit, which is {self.karma.limit}")
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _tile_problems(self) -> Iterator[str]:
        """Yield what is wrong with the tiles of each colour: missing or surplus ones, and stacks with too few or too many."""
        for colour in terms.COLOURS:
            expected_names = {f"{colour}_{number:02d}" for number in range(1, TILES_PER_COLOUR + 1)}
            listed_names = {name for name in self.tiles if name.startswith(colour)}
            if listed_names != expected_names:
                missing, spare = sorted(expected_names - listed_names), sorted(listed_names - expected_names)
                difference_texts = [f"missing {', '.join(missing)}"] * bool(missing)
                difference_texts += [f"too many: {', '.join(spare)}"] * bool(spare)
                n_listed = len(listed_names)
                count_text = f"{n_listed} {colour} tiles, the game has {TILES_PER_COLOUR} of each colour"
                count_texts = [count_text] * (n_listed != TILES_PER_COLOUR)
                yield f"tiles: {'; '.join([*count_texts, *difference_texts])}"
            for back in terms.BACKS:
                stack_size = sum(tile.stack == back for name, tile in self.tiles.items() if name.startswith(colour))
                if not 1 <= stack_size <= layout.MAX_STACK_SIZE:
                    yield f"tiles: the {colour} {back} stack has {stack_size} tiles, 1 to {layout.MAX_STACK_SIZE} are possible"

    def _river_problems(self) -> Iterator[str]:
        spaces = sorted(int(space) for space in self.river)
        if spaces != list(range(1, len(spaces) + 1)):
            yield f"river: spaces must be numbered 1, 2, 3, ... without gaps, found {spaces}"
        if self.workers.bridge >= len(spaces):
            yield f"workers.bridge: the bridge lies after space {self.workers.bridge}, the river has {len(spaces)}"
