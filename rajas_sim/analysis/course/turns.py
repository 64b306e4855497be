"""What a turn brings: bonuses that follow from one another, fame and money, by round and by third of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.formatting import listed, mean_text, share_text
from rajas_sim.analysis.reading.blocks import block_ratios, exact_sum, n_games_reaching, one_value
from rajas_sim.analysis.reading.columns import categories, declared
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates

MOST_BONUSES = 3
"""Turns with this many bonuses or more are counted together."""
THIRDS = ("first third", "middle third", "last third")
_BONUSES, _DIE, _NO_ACTION = "n_bonuses", "die", "n_no_action"
_GAINS = ("fame", "money", _BONUSES)


@dataclass(frozen=True, slots=True)
class Turns(Result):
    """Turns of the games of one player count; what the run did not record is empty or ``None``.

    Rounds and thirds of a game are numbered from 1; a round is described over the games that reached it.

    Attributes
    ----------
    n_turns
        Number of turns.
    reached
        Number of games that reached each round.
    bonuses
        Share of turns that used 0, 1, 2, and `MOST_BONUSES` or more bonuses; simultaneous over the numbers.
    bonuses_by_third, bonuses_by_round
        The same in each third of a game, and in each round; simultaneous over all cells.
    gains, gains_by_third, gains_by_round
        Mean fame and money gained and bonuses used in a turn; each interval by itself.
    dice
        Share of turns that took a die of each colour; simultaneous over the colours.
    dice_by_round
        The same in each round; simultaneous over all cells.
    no_action
        Share of turns without an action.
    finding
        How a turn of the last third differs from one of the first, in a sentence without full stop.
    """

    n_turns: int
    reached: Mapping[int, int]
    bonuses: Mapping[int, Estimate]
    bonuses_by_third: Mapping[int, Mapping[int, Estimate]]
    bonuses_by_round: Mapping[int, Mapping[int, Estimate]]
    gains: Mapping[str, Estimate]
    gains_by_third: Mapping[str, Mapping[int, Estimate]]
    gains_by_round: Mapping[str, Mapping[int, Estimate]]
    dice: Mapping[str, Estimate]
    dice_by_round: Mapping[str, Mapping[int, Estimate]]
    no_action: Estimate | None
    finding: str


def turns(run: Run, players: int) -> Turns | None:
    """Describe turns, over all line-ups of a player count; ``None`` if the run did not record them.

    All are ratios of block totals to the number of turns, which differs from block to block, with linearised variance
    (`rajas_sim.analysis.reading.blocks.block_ratios`): exact binomial intervals with the design effect for shares, t for means.

    A third of a game of ten rounds is made of rounds 1 to 4, 5 to 7 and 8 to 10. Late rounds are those of long games; thirds
    describe all games.
    """
    if not run.has_table("turns", players):
        return None
    table = run.table("turns", players)
    games = run.table("games", players)
    gained = declared(table, _GAINS)
    numbers = range(MOST_BONUSES + 1) if _BONUSES in gained else range(0)
    colours = categories(table, _DIE) if declared(table, [_DIE]) else []
    bonuses = {f"bonuses_{k}": pl.col(_BONUSES).clip(upper_bound=MOST_BONUSES) == k for k in numbers}
    dice = {f"die_{c}": pl.col(_DIE) == c for c in colours}
    length = pl.col("rounds").cast(pl.Int64)
    third = (pl.col("round").cast(pl.Int64) - 1) * len(THIRDS) // length + 1
    cells = (
        table.join(games.select("game", "rounds"), on="game")
        .group_by("block", "round", third.alias("third"))
        .agg(
            pl.len().cast(pl.Int64).alias("turns"),
            *(exact_sum(c) for c in gained),
            *(counted.sum().cast(pl.Int64).alias(name) for name, counted in (bonuses | dice).items()),
        )
        .collect()
    )
    columns = ["turns", *gained, *bonuses, *dice]
    whole, thirds, rounds = (_Ratios.of(cells, by, columns, run.level) for by in ("all", "third", "round"))
    gains_by_third = {c: thirds.means(c) for c in gained}
    all_bonuses = {k: s[0] for k, s in zip(numbers, whole.shares(bonuses), strict=True)}
    no_action = _no_action(run, players)
    return Turns(
        *run.extent(players),
        n_turns=int(cells["turns"].sum()),
        reached=n_games_reaching(games),
        bonuses=all_bonuses,
        bonuses_by_third=dict(zip(numbers, thirds.shares(bonuses), strict=True)),
        bonuses_by_round=dict(zip(numbers, rounds.shares(bonuses), strict=True)),
        gains={c: whole.means(c)[0] for c in gained},
        gains_by_third=gains_by_third,
        gains_by_round={c: rounds.means(c) for c in gained},
        dice={c: s[0] for c, s in zip(colours, whole.shares(dice), strict=True)},
        dice_by_round=dict(zip(colours, rounds.shares(dice), strict=True)),
        no_action=no_action,
        finding=_finding(gains_by_third, all_bonuses, no_action),
    )


@dataclass(frozen=True, slots=True)
class _Ratios:
    """Ratios to the number of turns in each group (a third, a round, or everything)."""

    by: str
    groups: tuple[int, ...]
    table: pl.DataFrame
    level: float

    @classmethod
    def of(cls, cells: pl.DataFrame, by: str, columns: Sequence[str], level: float) -> _Ratios:
        group = pl.lit(0, pl.Int64).alias(by) if by == "all" else pl.col(by).cast(pl.Int64)
        totals = cells.lazy().with_columns(group).group_by(by, "block").agg(pl.col(c).sum() for c in columns)
        ratios = block_ratios(totals, [by], columns[1:], "turns")
        return cls(by, tuple(ratios[by].to_list()), ratios, level)

    def shares(self, columns: Collection[str]) -> list[dict[int, Estimate]]:
        """Share of turns in each group, simultaneous over groups and columns."""
        if not columns:
            return []
        names = [self._name(f"share.{c}", group) for c in columns for group in self.groups]
        moments = pl.concat([one_value(self.table, c) for c in columns])
        found = share_estimates(names, moments, level=self.level)
        n = len(self.groups)
        return [dict(zip(self.groups, found[i * n : (i + 1) * n], strict=True)) for i in range(len(columns))]

    def means(self, column: str) -> dict[int, Estimate]:
        """Mean per turn in each group, each interval by itself."""
        names = [self._name(f"mean.{column}_a_turn", group) for group in self.groups]
        return dict(zip(self.groups, mean_estimates(names, one_value(self.table, column), level=self.level), strict=True))

    def _name(self, name: str, group: int) -> str:
        return name if self.by == "all" else f"{name}.{self.by}_{group}"


def _no_action(run: Run, players: int) -> Estimate | None:
    """Estimate the share of turns without an action from what the seats counted."""
    seats, games = (run.table(name, players) for name in ("seats", "games"))
    if not declared(seats, [_NO_ACTION]) or not declared(games, ["turns"]):
        return None
    without = seats.group_by("block").agg(pl.col(_NO_ACTION).cast(pl.Int64).sum())
    played = games.group_by("block").agg(pl.col("turns").cast(pl.Int64).sum())
    totals = without.join(played, on="block").with_columns(pl.lit(0).alias("all"))
    moments = one_value(block_ratios(totals, ["all"], [_NO_ACTION], "turns"), _NO_ACTION)
    return share_estimates(["share.no_action"], moments, level=run.level)[0]


def _finding(gains: Mapping[str, Mapping[int, Estimate]], bonuses: Mapping[int, Estimate], no_action: Estimate | None) -> str:
    """Compare a turn of the first third with one of the last."""
    gained = {"fame": "fame", "money": "money", _BONUSES: "bonuses"}
    first, last = 1, len(THIRDS)
    then, now = (
        listed([f"{mean_text(cells[third])} {gained[name]}" for name, cells in gains.items() if third in cells])
        for third in (first, last)
    )
    parts = [f"A turn of the first third of a game brings {then}, one of the last {now}"] if then and now else []
    if bonuses:
        parts.append(f"{share_text(bonuses[MOST_BONUSES])} of turns use {MOST_BONUSES} bonuses or more")
    if no_action is not None:
        parts.append(f"{share_text(no_action)} {'' if bonuses else 'of turns '}end without an action")
    return "; ".join(parts)
