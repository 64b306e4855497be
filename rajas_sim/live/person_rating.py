"""How strong a person is, on the scale of measured strategies.

Ratings are Elo points, as in chess: with 400 points more, a player wins ten two-player games for each one lost. The yardstick has
rating 0. The rating of any other strategy follows from its measured win share against the yardstick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.live.kept_games import KeptGame

#: A strategy with a lower or higher win share is too far from the yardstick for a useful rating.
MEASURED_SHARES = (0.02, 0.98)
#: Ratings are searched for from -MOST to MOST. An interval that reaches one of these has no end on that side.
MOST = 1500.0
RATED_PLAYERS = 2

#: With fewer games neither a rating nor a win share is shown: at two players, even all won or all lost may be chance.
FEWEST_GAMES = 6


@dataclass(frozen=True)
class PersonRating:
    """The rating of a person in two-player games by the printed rules.

    Attributes
    ----------
    person
        Name of the person; empty if none was given.
    game, variant
        The games of the rating.
    rating
        Elo points, with an exact interval that takes the ratings of the opponents as known.
    """

    person: str
    game: str
    variant: str
    rating: Estimate

    @property
    def text(self) -> str:
        """The rating with its interval; if all games were won, or all lost, there is only one bound."""
        if self.rating.n < FEWEST_GAMES:
            return "too few games to rate"
        if self.rating.high >= MOST:
            return f"at least {self.rating.low:+.0f}"
        if self.rating.low <= -MOST:
            return f"at most {self.rating.high:+.0f}"
        return f"{self.rating.value:+.0f} ({self.rating.low:+.0f} to {self.rating.high:+.0f})"


def opponent_ratings(shares: Mapping[str, float]) -> dict[str, float]:
    """Return name -> rating, from win shares against the yardstick; strategies too far from it are left out."""
    low, high = MEASURED_SHARES
    return {name: 400.0 * float(np.log10(share / (1.0 - share))) for name, share in shares.items() if low <= share <= high}


def ratings_of(
    games: Iterable[KeptGame], shares_of: Callable[[str, str | None], tuple[str, Mapping[str, float]]]
) -> tuple[PersonRating, ...]:
    """Return the ratings of people, one for each name, game and variant.

    A game counts if it is a finished two-player game of one person by the printed rules, without modules, against a strategy with
    a rating, and the person took nothing back and asked for no hint.

    Parameters
    ----------
    shares_of
        Given a game and a variant (None for the first), returns the variant, and the win share of each strategy against the
        yardstick in two-player games.
    """
    results: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for kept in games:
        set_up = kept.set_up
        is_plain = not (set_up.sets or set_up.modules or set_up.components or kept.is_helped)
        if not (kept.is_over and is_plain and len(kept.win_shares) == RATED_PLAYERS and len(set_up.people) == 1):
            continue
        seat = set_up.people[0] - 1
        opponent = set_up.strategies[(1 - seat) % len(set_up.strategies)]  # one name may stand for all seats
        variant, shares = shares_of(set_up.game, set_up.variant)
        rating = opponent_ratings(shares).get(opponent)
        if rating is not None:
            results.setdefault((set_up.person, set_up.game, variant), []).append((rating, kept.win_shares[seat]))
    return tuple(PersonRating(*key, rating_from(played)) for key, played in results.items())


def rating_from(played: Iterable[tuple[float, float]]) -> Estimate:
    """Return the rating with which a person's expected wins equal the games won, with an exact interval.

    Parameters
    ----------
    played
        For each game the rating of the opponent and the win share of the person.
    """
    opponents, shares = (np.array(column, float) for column in zip(*played, strict=True))
    won, tail = shares.sum(), (1.0 - USUAL_LEVEL) / 2.0

    def distribution(rating: float) -> Floats:
        """Return the probability of each number of wins."""
        chances = np.ones(1)
        for share in expected_shares(rating, opponents):
            chances = np.convolve(chances, [1.0 - share, share])
        return chances

    def rating_at(difference: Callable[[float], float]) -> float:
        """Return the rating at which a difference, which increases with the rating, is 0."""
        if difference(-MOST) >= 0.0:
            return -MOST
        return MOST if difference(MOST) <= 0.0 else float(brentq(difference, -MOST, MOST))

    # A shared win counts as no win for the lower end, and as a win for the upper end.
    fewest, most = int(np.floor(won)), int(np.ceil(won))
    value = rating_at(lambda rating: expected_shares(rating, opponents).sum() - won)
    low = rating_at(lambda rating: distribution(rating)[fewest:].sum() - tail) if fewest else -MOST
    high = rating_at(lambda rating: tail - distribution(rating)[: most + 1].sum()) if most < len(shares) else MOST
    return Estimate("rating", value, low, high, USUAL_LEVEL, len(shares), "exact, ratings of opponents as known")


def expected_shares(rating: float, opponents: Floats) -> Floats:
    """Return the expected win share against each opponent, given a rating."""
    result: Floats = 1.0 / (1.0 + 10.0 ** ((opponents - rating) / 400.0))
    return result
