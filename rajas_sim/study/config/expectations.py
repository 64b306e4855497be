"""What an experiment's numbers are expected to be, as a sentence such as ``start_player.4 within 3 points``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

NUMBER = r"(?P<number>[a-z_.0-9A-Z-]+?)(\.(?P<players>\d))?"
VALUE = r"(-?\d+(?:\.\d+)?(?: ?%)?)"
FORMS = (
    ("within", re.compile(rf"{NUMBER} within (?P<points>\d+(\.\d+)?) points?")),
    ("between", re.compile(rf"{NUMBER} between (?P<low>{VALUE}) and (?P<high>{VALUE})")),
    ("above", re.compile(rf"{NUMBER} above (?P<low>{VALUE})")),
    ("below", re.compile(rf"{NUMBER} below (?P<high>{VALUE})")),
)
"""Kinds of sentences by their verbs; each pattern names the number, its players and the bounds."""
SEATS, START_PLAYER = "seats", "start_player"
SEAT = re.compile(r"seat_([1-9])")
STRATEGY = re.compile(r"strategy\.([A-Za-z0-9][A-Za-z0-9_-]*)\.share")
MEANS = {
    "rounds": "number of rounds",
    "turns": "number of turns",
    "lead_changes": "number of lead changes",
    "margin": "margin of the winner",
    "winner.fame": "fame of the winner",
    "winner.money": "money of the winner",
    "winner.fame_part": "part of fame in a win",
    "winner.by_fame": "share of wins mostly by fame",
    "winner.met_by_fame": "share of wins ended by fame",
}
"""Means that an experiment can expect, aim at or compare, with titles: columns of `games`, or of `seats` for the winner."""
FRACTIONS = frozenset({"winner.fame_part", "winner.by_fame", "winner.met_by_fame"})
"""The entries of `MEANS` that lie between 0 and 1. Their intervals are computed as those of shares."""
EXAMPLES = "'start_player.4 within 3 points', 'rounds.2 between 6 and 9' or 'strategy.fame_rush.share.2 above 0.35'"


@dataclass(frozen=True)
class Number:
    """A number measured in games, given by name.

    Attributes
    ----------
    number
        ``start_player``, ``seats`` (all of them), ``seat_3``, ``strategy.LABEL.share``, or one of `MEANS`.
    """

    number: str

    @property
    def is_known(self) -> bool:
        """Whether a number of this name exists."""
        return self.seat is not None or self.strategy is not None or self.number in (SEATS, *MEANS)

    @property
    def seat(self) -> int | None:
        """The seat that the number is about, or None."""
        match = SEAT.fullmatch(self.number)
        return 1 if self.number == START_PLAYER else int(match[1]) if match else None

    @property
    def strategy(self) -> str | None:
        """The label of the strategy that the number is about, or None."""
        match = STRATEGY.fullmatch(self.number)
        return match[1] if match else None

    @property
    def is_share(self) -> bool:
        """Whether the number lies between 0 and 1."""
        return self.number not in MEANS or self.number in FRACTIONS

    def metric_names(self, players: int) -> tuple[str, ...]:
        """Return the metrics that the name stands for, as reports and tables call them."""
        if self.number == SEATS:
            return tuple(f"win_share.position_{p}" for p in range(1, players + 1))
        if self.seat is not None:
            return (f"win_share.position_{self.seat}",)
        return (self.number if self.strategy is None else f"win_share.{self.strategy}",)


@dataclass(frozen=True)
class Expectation(Number):
    """What a number is expected to be.

    Attributes
    ----------
    text
        The expectation as it was written.
    players
        The number of players; None for every number of players of the experiment.
    low, high
        The least and the greatest expected value; not used where `points` is given.
    points
        How far a win share may be from an even share, in percentage points; else None.
    """

    text: str
    players: int | None
    low: float = -inf
    high: float = inf
    points: float | None = None

    def bounds(self, players: int) -> tuple[float, float]:
        """Return the least and the greatest value that each metric may have."""
        if self.points is None:
            return self.low, self.high
        return 1.0 / players - self.points / 100.0, 1.0 / players + self.points / 100.0


def expectation(text: str) -> Expectation:
    """Parse the sentence of an expectation.

    Raises
    ------
    ValueError
        If the sentence is not valid; the message shows examples or the known numbers.
    """
    for kind, pattern in FORMS:
        if (match := pattern.fullmatch(text.strip())) is None:
            continue
        groups = match.groupdict()
        number, players = groups["number"], groups["players"]
        expected = Expectation(number, text.strip(), None if players is None else int(players))
        if not expected.is_known:
            known = ", ".join((START_PLAYER, SEATS, "seat_2", "strategy.NAME.share", *MEANS))
            raise ValueError(f"unknown number {number!r}. Known: {known}, each with or without .PLAYERS at the end")
        if kind == "within":
            if number in MEANS or expected.strategy is not None:
                raise ValueError("'within' needs seats, which have an even share; use between, above or below")
            return Expectation(number, expected.text, expected.players, points=float(groups["points"]))
        low, high = (_parsed_value(groups.get(bound), unbounded) for bound, unbounded in (("low", -inf), ("high", inf)))
        if not low < high:
            raise ValueError("the first value must be less than the second")
        if expected.is_share and max(bound for bound in (low, high, 0.0) if bound < inf) > 1.0:
            raise ValueError("a share is at most 1, or 100 %; write percentages with the sign, as in 20 %")
        return Expectation(number, expected.text, expected.players, low, high)
    raise ValueError(f"an expectation is a sentence such as {EXAMPLES}")


def _parsed_value(text: str | None, default: float) -> float:
    """Return the number in a text, a percentage as a share; the default for None."""
    if text is None:
        return default
    return float(text.rstrip(" %")) / 100.0 if text.endswith("%") else float(text)
