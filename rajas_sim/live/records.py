"""The results of people: win shares in kept games, by opponents and rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.formatting import listed, share_text
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL, Estimate
from rajas_sim.analysis.statistics.intervals import share_interval
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.live.kept_games import KeptGame
from rajas_sim.live.person_rating import FEWEST_GAMES


@dataclass(frozen=True)
class PersonRecord:
    """The finished games of one person against the same opponents under the same rules.

    Attributes
    ----------
    person
        Name of the person; empty if none was given.
    rules
        The game, its variant and its changes, in words.
    against
        The opponents, in words.
    n_games, n_helped
        How many games there are, and in how many of them the person took something back or asked for a hint.
    share
        The win share of the person; a shared win counts 1 divided by the number of winners.
    """

    person: str
    rules: str
    against: str
    n_games: int
    n_helped: int
    share: Estimate

    @property
    def share_text(self) -> str:
        """The win share with its interval; of few games instead how many were won, with parts for shared wins."""
        if self.n_games >= FEWEST_GAMES:
            return share_text(self.share)
        games_tell = "one game tells" if self.n_games == 1 else "so few games tell"
        return f"won {self.share.value * self.n_games:.3g} of {self.n_games}; {games_tell} nearly nothing"


def records_of(games: Iterable[KeptGame]) -> tuple[PersonRecord, ...]:
    """Return a record for each person, rules and opponents with finished games, the one with the most games first.

    Games of several people, or of none, have no record.
    """
    games_by_table: dict[tuple[str, str, str], list[KeptGame]] = {}
    for kept in games:
        if kept.is_over and len(kept.set_up.people) == 1:
            games_by_table.setdefault((kept.set_up.person, _rules_text(kept), opponents_text(kept)), []).append(kept)
    records = [_record(*table, finished) for table, finished in games_by_table.items()]
    return tuple(sorted(records, key=lambda record: (-record.n_games, record.person, record.rules, record.against)))


def result_text(kept: KeptGame) -> str:
    """Return the result of a game for the only person, in a few words; without such a person or before the end, its state."""
    if not kept.is_over:
        return "unfinished"
    if len(kept.set_up.people) != 1:
        return "over"
    share = kept.win_shares[kept.set_up.people[0] - 1]
    return "won" if share == 1 else "first place shared" if share else "lost"


def _record(person: str, rules: str, against: str, games: list[KeptGame]) -> PersonRecord:
    """Return the record of a person from the finished games under these rules against these opponents."""
    shares = np.array([kept.win_shares[kept.set_up.people[0] - 1] for kept in games])
    mean, variance = shares.mean(), shares.var(ddof=1) if len(shares) > 1 else 0.0
    low, high = share_interval(mean, variance, len(shares), level=USUAL_LEVEL)
    share = Estimate("win_share", float(mean), float(low), float(high), USUAL_LEVEL, len(shares), "exact binomial")
    return PersonRecord(person, rules, against, len(games), sum(kept.is_helped for kept in games), share)


def _rules_text(kept: KeptGame) -> str:
    """Return the game, its variant unless that is the first, its modules and its changes, in words."""
    set_up = kept.set_up
    first_variant = find_game(set_up.game).variants[0] if set_up.game in GAMES else None  # a game in a file is not run
    variants = [set_up.variant] if set_up.variant not in (None, first_variant) else []
    return ", ".join([set_up.game, *variants, *set_up.modules, *set_up.changes])


def opponents_text(kept: KeptGame) -> str:
    """Return the strategies at the other seats than those of people, in words; "each other" if there is none."""
    strategies, people = kept.set_up.strategies, kept.set_up.people
    # The file of an unfinished game may leave the number of players open. Then it is what `set_table` takes for most games.
    players = kept.set_up.players or len(kept.win_shares) or max(2, len(strategies), *people)
    if len(strategies) == 1:
        strategies *= players
    return listed(sorted(strategies[i] for i in range(players) if i + 1 not in people)) or "each other"
