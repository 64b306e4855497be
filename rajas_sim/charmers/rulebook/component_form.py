"""The form of a component file: its keys, their types and ranges, and what must fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import ConfigDict, Field, RootModel, model_validator

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.terms import EARN
from rajas_sim.core.board import N_LEVELS, SHAPES, overlap_in_money
from rajas_sim.core.engine.course import EARNINGS_AT_ONE_PLACE
from rajas_sim.core.errors import unknown_name
from rajas_sim.core.rulebook import component_form as core
from rajas_sim.core.rulebook.component_form import Amount, Buildings, BySeat, Extra, Space, Strict, Tracks

ROAD_SHAPES = ("straight", "bend", "fork", "crossroad")
#: Names of earnings in component files -> (kind, detail): `fork` is a road of that shape, `trader` that person's action.
EARNING_KEYS: dict[str, tuple[int, int]] = {
    **{name: (kind, 0) for kind, name in enumerate(terms.EARNINGS) if kind not in (0, EARN.sell, EARN.road, EARN.person)},
    **{f"sell_{name}": (EARN.sell, number) for number, name in enumerate(terms.SALES)},
    **{name: (EARN.road, SHAPES[name]) for name in ROAD_SHAPES},
    **{name: (EARN.person, number) for number, name in enumerate(terms.PEOPLE)},
}
#: Earnings whose name does not say what they are -> what they are.
EARNING_TEXTS = {
    "sail": "the next river space",
    "sail_back": "the next river space back",
    "sail_back_anywhere": "any river space back",
    "goods_die": "the goods of a purple die",
}
#: The largest amounts that make sense; other earnings may have any amount that the form allows.
MAX_AMOUNTS = {
    EARN.karma: terms.MAX_KARMA,
    EARN.goods_die: 2,
    EARN.goods: len(terms.GOODS),
    EARN.half_road: 2,
    EARN.road: 1,
    EARN.sail: 1,
    EARN.sail_back: 1,
    EARN.sail_back_anywhere: 1,
    EARN.person: 1,
    EARN.palace_action: 1,
}


class Earnings(RootModel[dict[str, Annotated[int, Field(ge=1, le=60)]]]):
    """What a river space gives: up to three earnings, each with its amount, in the order they are received; {} is nothing."""

    model_config = ConfigDict(strict=True, frozen=True)
    names: ClassVar[Mapping[str, str]] = dict.fromkeys(EARNING_KEYS, "") | EARNING_TEXTS
    max_earnings: ClassVar[int] = EARNINGS_AT_ONE_PLACE

    @model_validator(mode="after")
    def _check_earnings(self) -> Self:
        """Refuse unknown earnings, amounts that are too large, and more earnings than a place may have."""
        for key, amount in self.root.items():
            if key not in EARNING_KEYS:
                raise ValueError(unknown_name("earning", key, EARNING_KEYS))
            limit = MAX_AMOUNTS.get(EARNING_KEYS[key][0])
            if limit is not None and amount > limit:
                raise ValueError(f"{key} can be {limit} at most, found {amount}")
        if len(self.root) > self.max_earnings:
            limit_text = f"at most {self.max_earnings} earnings are" if self.max_earnings > 1 else "only one earning is"
            raise ValueError(f"{limit_text} possible here, not {len(self.root)}")
        return self


class Bonus(Earnings):
    """A bonus: one earning with its amount; {} is no bonus, as if nothing were printed there."""

    max_earnings: ClassVar[int] = 1


class Setup(core.Setup):
    """What everybody starts with."""

    seats = terms.MAX_PLAYERS
    karma: BySeat[Annotated[int, Field(ge=0, le=terms.MAX_KARMA)]]
    fame: BySeat[Amount]
    money: BySeat[Amount]


class Handicap(core.Handicap):
    """What a player gets in addition to what the seat gives."""

    karma: Extra | None = None
    fame: Extra | None = None
    money: Extra | None = None


class Karma(Strict):
    """The karma track."""

    limit: Annotated[int, Field(ge=0, le=terms.MAX_KARMA)]


GoodsFace = Literal["tea_tea", "tea_silk", "tea_spices", "silk_silk", "silk_spices", "spices_spices"]
RoadFace = Literal["straight", "bend", "half_roads"]
Symbol = Literal["flag", "lotus", "fish", "boat", "crocodile", "swan"]
Person = Literal["great_mogul", "maharani", "trader", "raja_man_singh", "master_builder", "portuguese"]
SixFaces = Field(min_length=terms.N_OF.faces, max_length=terms.N_OF.faces)
TwoDice = Field(min_length=2, max_length=2)


class Dice(Strict):
    """The faces of both dice of each colour."""

    purple: Annotated[list[Annotated[list[GoodsFace], SixFaces]], TwoDice]
    green: Annotated[list[Annotated[list[RoadFace], SixFaces]], TwoDice]
    blue: Annotated[list[Annotated[list[Symbol], SixFaces]], TwoDice]
    orange: Annotated[list[Annotated[list[Person], SixFaces]], TwoDice]


Cell = Literal["temple", "palace", "fort", "mill", "market_same", "market_different", "residence", "empty"]


class Province(Strict):
    """What is printed on the spaces of the province, row by row from the top, and the roads of the residence."""

    spaces: Annotated[
        list[Annotated[list[Cell], Field(min_length=terms.COLUMNS, max_length=terms.COLUMNS)]],
        Field(min_length=terms.ROWS, max_length=terms.ROWS),
    ]
    residence_roads: Annotated[list[Literal["top", "right", "bottom", "left"]], Field(min_length=1, max_length=4)]
    market_goods: Annotated[int, Field(ge=1, le=9)]

    @property
    def cells(self) -> list[int]:
        """What each space shows (terms.CELLS), counted row by row."""
        return [terms.CELLS.index(cell) for row in self.spaces for cell in row]

    @model_validator(mode="after")
    def _check_residence(self) -> Province:
        """Refuse a province without exactly one residence, and a side of the residence that is named twice."""
        n = sum(row.count("residence") for row in self.spaces)
        if n != 1:
            raise ValueError(f"one of the {terms.N_OF.cells} spaces must be the residence, found {n}")
        if len(set(self.residence_roads)) < len(self.residence_roads):
            raise ValueError(f"residence_roads: each side can be named once, found {', '.join(self.residence_roads)}")
        return self


class Market(Strict):
    """The market area: the price of every column, and how many goods lie in each tent, both from left to right."""

    prices: Annotated[list[Amount], Field(min_length=1, max_length=terms.MAX_MARKET_COLUMNS)]
    tents: Annotated[list[Annotated[int, Field(ge=1, le=terms.MAX_MARKET_COLUMNS)]], Field(max_length=terms.MAX_TENTS)]

    @model_validator(mode="after")
    def _tents_fit(self) -> Market:
        if sum(self.tents) > len(self.prices):
            raise ValueError(f"the tents hold {sum(self.tents)} goods of a kind, there are {len(self.prices)} columns")
        return self


class Palace(Strict):
    """What the people of the palace do."""

    maharani_steps: Annotated[int, Field(ge=1, le=9)]
    trader_goods: Annotated[int, Field(ge=1, le=9)]
    raja_money: Amount
    raja_upgrades: Annotated[int, Field(ge=0, le=8)]
    master_builder_half_roads: Annotated[int, Field(ge=1, le=4)]
    portuguese_steps: Annotated[int, Field(ge=1, le=terms.GOOD_INSTEAD - 1)]


class RiverSpace(Strict):
    """A river space: the symbol that leads to it, and what it gives."""

    symbol: Annotated[Symbol, Field(description="the symbol of the blue die that leads to it")]
    earns: Annotated[Earnings, Field(description="what it gives")]


class PalaceColumns(Strict):
    """Bonuses below the columns of both palace areas."""

    upper: Annotated[list[Bonus], Field(min_length=terms.N_OF.palace_columns, max_length=terms.N_OF.palace_columns)]
    lower: Annotated[list[Bonus], Field(min_length=terms.N_OF.palace_columns, max_length=terms.N_OF.palace_columns)]


class Tents(Strict):
    """Bonuses of the tents of each good, from left to right; a bonus needs a tent (`Market.tents`)."""

    tea: Annotated[list[Bonus], Field(max_length=terms.MAX_TENTS)]
    silk: Annotated[list[Bonus], Field(max_length=terms.MAX_TENTS)]
    spices: Annotated[list[Bonus], Field(max_length=terms.MAX_TENTS)]


TrackBonuses = Annotated[dict[Space, Bonus], Field(max_length=terms.MAX_TRACK_BONUSES)]


class Sheet(Strict):
    """One side of the playing pad: where its bonuses are."""

    river: Annotated[dict[Space, RiverSpace], Field(min_length=1, max_length=terms.MAX_RIVER)]
    edge: dict[str, Bonus]
    tents: Tents
    palace_columns: PalaceColumns
    upgrade_columns: Annotated[list[Bonus], Field(min_length=N_LEVELS - 1, max_length=N_LEVELS - 1)]
    karma: dict[Space, Bonus]
    fame: TrackBonuses
    money: TrackBonuses

    @model_validator(mode="after")
    def _check_spaces(self) -> Sheet:
        """Refuse unknown places at the edge, karma beyond the track, and river spaces that are not numbered without gaps."""
        problems = [f"edge: {unknown_name('place', edge, terms.EDGES)}" for edge in self.edge if edge not in terms.EDGES]
        problems += [f"karma: there is no karma {n}, at most {terms.MAX_KARMA}" for n in self.karma if int(n) > terms.MAX_KARMA]
        spaces = sorted(int(space) for space in self.river)
        if spaces != list(range(1, len(spaces) + 1)):
            problems.append(f"river: spaces must be numbered 1, 2, 3, ... without gaps, found {spaces}")
        if problems:
            raise ValueError("; ".join(problems))
        return self


class Sheets(Strict):
    """Both sides of the playing pad."""

    sun: Sheet
    moon: Sheet


class Components(core.Components):
    """A whole component file."""

    setup: Setup
    karma: Karma
    dice: Dice
    tracks: Tracks
    buildings: Buildings
    province: Province
    market: Market
    palace: Palace
    sheets: Sheets
    readings: terms.Readings
    players: Mapping[str, Handicap] = {}

    @model_validator(mode="after")
    def _check_setup(self) -> Components:
        """Refuse more karma than the track has, and tracks that intersect before the game begins."""
        by_seat = self.setup.by_seat
        if max(by_seat["karma"]) > self.karma.limit:
            raise ValueError(f"setup.karma: {max(by_seat['karma'])} is above karma.limit, which is {self.karma.limit}")
        for fame, money in zip(by_seat["fame"], by_seat["money"], strict=True):
            if overlap_in_money(fame, money, self.tracks.money_per_fame, self.tracks.meeting_line) >= 0:
                raise ValueError(f"setup: {fame} fame and {money} money intersect before the game begins")
        return self
