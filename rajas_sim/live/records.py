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
class OwnRecord:
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
        """The win share with its interval; of few games, how many were won."""
        if self.n_games >= FEWEST_GAMES:
            return share_text(self.share)
        tells = "one game tells" if self.n_games == 1 else "so few games tell"
        return f"won {self.share.value * self.n_games:.3g} of {self.n_games}; {tells} nearly nothing"


def records_of(games: Iterable[KeptGame]) -> tuple[OwnRecord, ...]:
    """Return a record for each table at which one person has finished a game, the one with the most games first."""
    by_table: dict[tuple[str, str, str], list[KeptGame]] = {}
    for kept in games:
        if kept.is_over and len(kept.set_up.people) == 1:
            by_table.setdefault((kept.set_up.person, _rules_text(kept), opponents_text(kept)), []).append(kept)
    records = [_record(*table, finished) for table, finished in by_table.items()]
    return tuple(sorted(records, key=lambda record: (-record.n_games, record.person, record.rules, record.against)))


def result_text(kept: KeptGame) -> str:
    """Return the state of a game in a word or a few: its result for the only person, or whether it is over."""
    if not kept.is_over:
        return "unfinished"
    if len(kept.set_up.people) != 1:
        return "over"
    share = kept.win_shares[kept.set_up.people[0] - 1]
    return "won" if share == 1 else "first place shared" if share else "lost"


def _record(person: str, rules: str, against: str, games: list[KeptGame]) -> OwnRecord:
    shares = np.array([kept.win_shares[kept.set_up.people[0] - 1] for kept in games])
    mean, variance = shares.mean(), shares.var(ddof=1) if len(shares) > 1 else 0.0
    low, high = share_interval(mean, variance, len(shares), level=USUAL_LEVEL)
    share = Estimate("win_share", float(mean), float(low), float(high), USUAL_LEVEL, len(shares), "exact binomial")
    return OwnRecord(person, rules, against, len(games), sum(kept.is_helped for kept in games), share)


def _rules_text(kept: KeptGame) -> str:
    set_up = kept.set_up
    usual = find_game(set_up.game).variants[0] if set_up.game in GAMES else None
    variant = [set_up.variant] if set_up.variant not in (None, usual) else []
    return ", ".join([set_up.game, *variant, *set_up.modules, *set_up.changes])


def opponents_text(kept: KeptGame) -> str:
    """Return the opponents of the people at the table, in words."""
    n_known = kept.set_up.players or len(kept.win_shares) or max(2, len(kept.set_up.strategies), *kept.set_up.people)
    seats = range(1, n_known + 1)
    strategies = kept.set_up.strategies * len(seats) if len(kept.set_up.strategies) == 1 else kept.set_up.strategies
    return listed(sorted(strategies[seat - 1] for seat in seats if seat not in kept.set_up.people)) or "each other"
