"""What the forms of all component files share: strict parts, common types of values, and the origins of values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from rajas_sim.core.board import N_LEVELS

Amount = Annotated[int, Field(ge=0, le=60)]
#: Number of a space along a path, used as a key.
Space = Annotated[str, Field(pattern=r"^[1-9]\d{0,2}$")]


class Strict(BaseModel):
    """Base of all parts: unknown keys are refused and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Number = TypeVar("Number")
#: One number for all seats, or a list with one number per seat; messages do not say which of the two was expected.
BySeat = Annotated[
    Annotated[Number, Tag("[number]")] | Annotated[list[Number], Tag("[list]")],
    Discriminator(lambda value: "[list]" if isinstance(value, list) else "[number]"),
]
#: How much more of something a player starts with than the seat gives; negative for less.
Extra = Annotated[int, Field(ge=-60, le=60)]


class Setup(Strict):
    """Base of what everybody starts with; every field is one number, or a list with one number per seat in turn order.

    Attributes
    ----------
    seats
        The number of seats, which is the length of such a list.
    """

    seats: ClassVar[int]

    @model_validator(mode="after")
    def _check_lengths(self) -> Setup:
        for name in type(self).model_fields:
            numbers = getattr(self, name)
            if isinstance(numbers, list) and len(numbers) != self.seats:
                needed = f"{self.seats} numbers, one for each seat, however many play"
                raise ValueError(f"{name}: a list has {needed}; found {len(numbers)}")
        return self

    @property
    def by_seat(self) -> dict[str, list[int]]:
        """The number of each seat, by field name, in new lists."""
        value_by_field = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: [*value] if isinstance(value, list) else [value] * self.seats for name, value in value_by_field.items()}


class Handicap(Strict):
    """Base of what a player gets in addition to what the seat gives; fields as in the game's `Setup`, or `board`."""


class Limits(Strict):
    """Limits of a simulated game."""

    round_limit: Annotated[int, Field(ge=1, le=1000)]


class Tracks(Strict):
    """The line on which both scoring tracks meet, and how many money spaces make one fame space."""

    meeting_line: Annotated[int, Field(ge=5, le=120)]
    money_per_fame: Annotated[int, Field(ge=1, le=10)]


class Buildings(Strict):
    """Fame for a building, by upgrade level."""

    values: Annotated[list[Amount], Field(min_length=N_LEVELS, max_length=N_LEVELS)]


class ValueOrigin(Strict):
    """Where the values under some paths come from; for an assumed value also how far off it may be.

    Attributes
    ----------
    paths
        Patterns of dotted paths, in which ``*`` stands for any text.
    plus_minus
        For a number, how far off it may be at most; `at_least` and `at_most` limit the range that this gives.
    choices
        For a word, what it may be.
    """

    paths: list[str]
    label: Literal["box", "rulebook", "published", "derived", "assumed"]
    why: str
    plus_minus: Annotated[int, Field(ge=0, le=1000)] | None = None
    at_least: int = 0
    at_most: int | None = None
    choices: list[str] | None = None

    @model_validator(mode="after")
    def _assumed_has_a_range(self) -> ValueOrigin:
        if self.label == "assumed" and self.plus_minus is None and self.choices is None:
            raise ValueError("an assumed value needs plus_minus or choices")
        return self

    def range_of(self, value: int) -> tuple[int | None, int | None]:
        """Return the smallest and largest plausible value of an assumed number; None where the entry does not say."""
        if self.plus_minus is None:
            return None, None
        most = value + self.plus_minus
        return max(self.at_least, value - self.plus_minus), most if self.at_most is None else min(self.at_most, most)


class Restrictions(Strict):
    """Things each seat may not use: full names, beginnings of names, or names with ``*`` for any one part."""

    seat_1: list[str] = Field([], description="things this seat may not use")
    seat_2: list[str] = Field([], description="things this seat may not use")
    seat_3: list[str] = Field([], description="things this seat may not use")
    seat_4: list[str] = Field([], description="things this seat may not use")
    seat_5: list[str] = Field([], description="things this seat may not use")

    @property
    def by_seat(self) -> dict[str, list[str]]:
        """The names as they are written, by key of the seat."""
        return {key: getattr(self, key) for key in type(self).model_fields}


class RedrawnLuck(Strict):
    """Luck that is redrawn: some sources get other random numbers than the seed gives, in all rounds or in some."""

    deal_anew: list[str] = Field([], description="sources of luck that are redrawn")
    rounds: Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=2, max_length=2)] | None = Field(
        None, description="first and last round in which they are redrawn; absent: in all rounds"
    )
    deal: Annotated[int, Field(ge=1, le=1000)] | None = Field(None, description="which other deal they get; absent: 1")

    @model_validator(mode="after")
    def _check_rounds_and_deal(self) -> RedrawnLuck:
        if not self.deal_anew and (self.rounds is not None or self.deal is not None):
            raise ValueError("rounds and deal are for sources that deal_anew names; it names none")
        if self.rounds is not None and self.rounds[0] > self.rounds[1]:
            raise ValueError(f"rounds: the first, {self.rounds[0]}, is after the last, {self.rounds[1]}")
        return self


class Components(Strict):
    """Base of the form of a whole component file, resolved for one number of players and one variant.

    Attributes
    ----------
    name
        The name of this set of values.
    box
        The name of the game whose box it is.
    restrict
        What each seat may not use; nothing in any real box.
    luck
        Which luck is redrawn; none in any real box.
    players
        What a player gets in addition to what the seat gives, by label of the strategy; nothing in any real box.
    """

    name: str
    box: str
    game: Limits
    setup: Setup
    restrict: Restrictions = Restrictions()
    luck: RedrawnLuck = RedrawnLuck()
    players: Mapping[str, Handicap] = {}

    @classmethod
    def handicap_form(cls) -> type[Handicap]:
        """Return the form of what a player gets in addition to what the seat gives."""
        form: type[Handicap] = get_args(cls.model_fields["players"].annotation)[1]
        return form
