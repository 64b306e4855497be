"""How strong a person is, on the scale of measured strategies.

Ratings are Elo points, as in chess: with 400 points more, a player wins ten two-player games for each one lost. The yardstick has
rating 0. The rating of any other strategy follows from its measured win share against the yardstick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import scipy

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.live.kept_games import KeptGame

#: A strategy with a lower or higher win share is too far from the yardstick for a useful rating.
RATED_SHARES = (0.02, 0.98)
#: Ratings are searched for up to this, and down to its negative, which is far beyond the rating of any rated strategy, about 680
#: points. An interval that reaches one of these has no end on that side.
HIGHEST_RATING = 1500.0
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
        What was played in the rated games.
    rating
        Elo points, with an exact interval that takes the ratings of the opponents as known.
    """

    person: str
    game: str
    variant: str
    rating: Estimate

    @property
    def text(self) -> str:
        """The rating with its interval; one bound alone if all games were won or all lost, and no number for too few games."""
        if self.rating.n < FEWEST_GAMES:
            return "too few games to rate"
        if self.rating.high >= HIGHEST_RATING:
            return f"at least {self.rating.low:+.0f}"
        if self.rating.low <= -HIGHEST_RATING:
            return f"at most {self.rating.high:+.0f}"
        return f"{self.rating.value:+.0f} ({self.rating.low:+.0f} to {self.rating.high:+.0f})"


def opponent_ratings(shares: Mapping[str, float]) -> dict[str, float]:
    """Return name -> rating, from name -> win share against the yardstick; strategies too far from it are left out."""
    low, high = RATED_SHARES
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
    results: dict[tuple[str, str, str], list[tuple[float, float]]] = {}  # as `rating_from` takes them
    for kept in games:
        set_up = kept.set_up
        is_by_printed_rules = not (set_up.sets or set_up.modules or set_up.components)
        is_rated = kept.is_over and is_by_printed_rules and not kept.is_helped
        if not (is_rated and len(kept.win_shares) == RATED_PLAYERS and len(set_up.people) == 1):
            continue
        seat = set_up.people[0] - 1
        opponent = set_up.strategies[(1 - seat) % len(set_up.strategies)]  # one name may stand for all seats
        variant, shares = shares_of(set_up.game, set_up.variant)
        rating = opponent_ratings(shares).get(opponent)
        if rating is not None:
            results.setdefault((set_up.person, set_up.game, variant), []).append((rating, kept.win_shares[seat]))
    return tuple(PersonRating(*person_and_game, rating_from(played)) for person_and_game, played in results.items())


def rating_from(results: Iterable[tuple[float, float]]) -> Estimate:
    """Return the rating with which a person's expected wins equal the games won, with an exact interval.

    Parameters
    ----------
    results
        For each game the rating of the opponent and the win share of the person.
    """
    opponents, shares = (np.array(column, float) for column in zip(*results, strict=True))
    n_won, tail = shares.sum(), (1.0 - USUAL_LEVEL) / 2.0

    def distribution(rating: float) -> Floats:
        """Return the probability of each number of wins, from 0 to all, with this rating."""
        probabilities = np.ones(1)
        for share in expected_shares(rating, opponents):
            probabilities = np.convolve(probabilities, [1.0 - share, share])
        return probabilities

    def rating_at(difference: Callable[[float], float]) -> float:
        """Return the rating at which a difference, which increases with the rating, is 0, or the nearest that is allowed."""
        if difference(-HIGHEST_RATING) >= 0.0:
            return -HIGHEST_RATING
        if difference(HIGHEST_RATING) <= 0.0:
            return HIGHEST_RATING
        return float(scipy.optimize.brentq(difference, -HIGHEST_RATING, HIGHEST_RATING))

    # A shared win counts as no win for the lower end, and as a win for the upper end.
    fewest_wins, most_wins = int(np.floor(n_won)), int(np.ceil(n_won))
    value = rating_at(lambda rating: expected_shares(rating, opponents).sum() - n_won)
    low, high = -HIGHEST_RATING, HIGHEST_RATING
    if fewest_wins > 0:
        low = rating_at(lambda rating: distribution(rating)[fewest_wins:].sum() - tail)
    if most_wins < len(shares):
        high = rating_at(lambda rating: tail - distribution(rating)[: most_wins + 1].sum())
    return Estimate("rating", value, low, high, USUAL_LEVEL, len(shares), "exact, ratings of opponents as known")


def expected_shares(rating: float, opponents: Floats) -> Floats:
    """Return the expected win share of a player with a rating against each opponent, given the opponents' ratings."""
    return 1.0 / (1.0 + 10.0 ** ((opponents - rating) / 400.0))
