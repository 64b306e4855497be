"""What a turn brings: bonuses that trigger each other, fame and money, by round and by third of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import listed, mean_text, share_text
from rajas_sim.analysis.reading.blocks import block_ratios, exact_sum, n_games_reaching, ratio_moments, ratio_sums, ratios_of
from rajas_sim.analysis.reading.run import Result, Run, categories, existing_columns
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates

MOST_BONUSES = 3
"""Turns with this many bonuses or more are counted together."""
THIRDS = ("first third", "middle third", "last third")
_BONUSES, _DIE, _NO_ACTION = "n_bonuses", "die", "n_no_action"
_GAINS = ("fame", "money", _BONUSES)
_ALL = 0
"""Key of the only group if all turns are one."""


@dataclass(frozen=True, slots=True)
class TurnGains(Result):
    """Turns of the games of one player count; fields that the run did not record are empty or ``None``.

    Rounds and thirds of a game are numbered from 1; a round is described over the games that reached it. Estimates by third and
    by round have these numbers as the inner keys.

    Attributes
    ----------
    n_turns
        Number of turns.
    reached
        Number of games that reached each round.
    bonuses
        By number of bonuses: share of turns that used 0, 1, 2, and `MOST_BONUSES` or more; simultaneous over these classes.
    bonuses_by_third, bonuses_by_round
        The same in each third of a game, and in each round; simultaneous over all cells.
    gains, gains_by_third, gains_by_round
        By column (``fame``, ``money``, ``n_bonuses``): mean fame and money gained and bonuses used in a turn; each interval by
        itself.
    dice
        By colour: share of turns that took a die of it; simultaneous over the colours.
    dice_by_round
        The same in each round; simultaneous over all cells.
    no_action
        Share of turns without an action.
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

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What a turn brings in the first and last third, and how often it uses many bonuses or ends without an action.

        Empty if the run recorded nothing of these.
        """
        first_gains, last_gains = (
            [(name, by_third[third]) for name, by_third in self.gains_by_third.items() if third in by_third]
            for third in (1, len(THIRDS))
        )
        sentences = []
        if first_gains and last_gains:
            first_text, last_text = (
                listed([f"{mean_text(gain)} {'bonuses' if name == _BONUSES else name}" for name, gain in gains])
                for gains in (first_gains, last_gains)
            )
            sentences.append(f"A turn in the first third of a game brings {first_text}, a turn in the last third {last_text}")
        if self.bonuses:
            sentences.append(f"{share_text(self.bonuses[MOST_BONUSES])} of turns use {MOST_BONUSES} bonuses or more")
        if self.no_action is not None:
            sentences.append(f"{share_text(self.no_action)} of turns end without an action")
        if not sentences:
            return ()
        estimates = tuple(gain for _, gain in (*first_gains, *last_gains))
        return (Finding(f"{self.players}p.turns", f"{'. '.join(sentences)}.", estimates, self.players),)


def turns(run: Run, players: int) -> TurnGains | None:
    """Describe turns, over all line-ups of a player count; ``None`` if the run did not record them.

    All estimates are ratios of block totals to the number of turns, which differs from block to block, with linearised variance
    (`rajas_sim.analysis.reading.blocks.block_ratios`). Shares have exact binomial intervals with the design effect, means t
    intervals.

    A game of ten rounds has the thirds 1 to 4, 5 to 7 and 8 to 10. Late rounds are those of long games; thirds describe all
    games.
    """
    if not run.has_table("turns", players):
        return None
    table = run.table("turns", players)
    gain_columns = existing_columns(table, _GAINS)
    bonus_numbers = range(MOST_BONUSES + 1) if _BONUSES in gain_columns else range(0)
    colours = categories(table, _DIE) if existing_columns(table, [_DIE]) else []
    bonuses = {f"bonuses_{n}": pl.col(_BONUSES).clip(upper_bound=MOST_BONUSES) == n for n in bonus_numbers}
    dice = {f"die_{colour}": pl.col(_DIE) == colour for colour in colours}
    counts = [is_counted.sum().cast(pl.Int64).alias(name) for name, is_counted in (bonuses | dice).items()]
    cells = _cell_totals(run, players, [*(exact_sum(column) for column in gain_columns), *counts])
    all_turns, thirds, rounds = _Ratios.of_all_thirds_and_rounds(cells, [*gain_columns, *bonuses, *dice], run.level)
    return TurnGains(
        *run.result_size(players),
        n_turns=int(all_turns.table["weight"].item()),
        reached=n_games_reaching(run.slices("games", players)),
        bonuses={n: by_group[_ALL] for n, by_group in zip(bonus_numbers, all_turns.shares(bonuses), strict=True)},
        bonuses_by_third=dict(zip(bonus_numbers, thirds.shares(bonuses), strict=True)),
        bonuses_by_round=dict(zip(bonus_numbers, rounds.shares(bonuses), strict=True)),
        gains={column: all_turns.means(column)[_ALL] for column in gain_columns},
        gains_by_third={column: thirds.means(column) for column in gain_columns},
        gains_by_round={column: rounds.means(column) for column in gain_columns},
        dice={colour: by_group[_ALL] for colour, by_group in zip(colours, all_turns.shares(dice), strict=True)},
        dice_by_round=dict(zip(colours, rounds.shares(dice), strict=True)),
        no_action=_no_action_share(run, players),
    )


def _cell_totals(run: Run, players: int, sums: Sequence[pl.Expr]) -> Iterator[pl.LazyFrame]:
    """Count the turns of each block, round and third of a game, and add up the given sums, one slice of blocks after another."""
    third = (pl.col("round").cast(pl.Int64) - 1) * len(THIRDS) // pl.col("rounds").cast(pl.Int64) + 1
    for turn_rows, game_rows in zip(run.slices("turns", players), run.slices("games", players), strict=True):
        rows = turn_rows.join(game_rows.select("game", "rounds"), on="game")
        yield rows.group_by("block", "round", third.alias("third")).agg(pl.len().cast(pl.Int64).alias("turns"), *sums)


@dataclass(frozen=True, slots=True)
class _Ratios:
    """Ratios to the number of turns in each group of turns.

    Attributes
    ----------
    grouping
        ``third``, ``round``, or ``all`` for a single group.
    groups
        The numbers of the thirds or rounds, from 1; `_ALL` for all turns.
    table
        Result of `ratios_of`, one row per group.
    level
        Confidence level.
    """

    grouping: str
    groups: tuple[int, ...]
    table: pl.DataFrame
    level: float

    @classmethod
    def of_all_thirds_and_rounds(cls, cells: Iterable[pl.LazyFrame], columns: Sequence[str], level: float) -> list[_Ratios]:
        """Return the ratios over all turns, by third and by round, in one pass over the slices that `_cell_totals` yields."""
        expressions = {"all": pl.lit(_ALL, pl.Int64), "third": pl.col("third"), "round": pl.col("round").cast(pl.Int64)}
        sums: dict[str, list[pl.DataFrame]] = {grouping: [] for grouping in expressions}
        for cells_of_slice in cells:
            rows = cells_of_slice.collect().lazy()  # collected once, as all three groupings read it
            for grouping, group_expression in expressions.items():
                totals = rows.group_by(group_expression.alias(grouping), "block").agg(pl.col("turns", *columns).sum())
                sums[grouping].append(ratio_sums(totals, [grouping], columns, "turns").collect())
        tables = {grouping: ratios_of(sums_of_slices, [grouping], columns) for grouping, sums_of_slices in sums.items()}
        return [cls(grouping, tuple(table[grouping].to_list()), table, level) for grouping, table in tables.items()]

    def shares(self, columns: Collection[str]) -> list[dict[int, Estimate]]:
        """Estimate for each column its share of turns by group, simultaneous over groups and columns."""
        if not columns:
            return []
        names = [self._estimate_name(f"share.{column}", group) for column in columns for group in self.groups]
        moments = pl.concat([ratio_moments(self.table, column) for column in columns])
        shares = iter(share_estimates(names, moments, level=self.level))
        return [{group: next(shares) for group in self.groups} for _ in columns]

    def means(self, column: str) -> dict[int, Estimate]:
        """Estimate the mean of a column per turn, by group; each interval by itself."""
        names = [self._estimate_name(f"mean.{column}_a_turn", group) for group in self.groups]
        return dict(zip(self.groups, mean_estimates(names, ratio_moments(self.table, column), level=self.level), strict=True))

    def _estimate_name(self, name: str, group: int) -> str:
        return name if self.grouping == "all" else f"{name}.{self.grouping}_{group}"


def _no_action_share(run: Run, players: int) -> Estimate | None:
    """Estimate the share of turns without an action, from the counts in the table of seats; ``None`` if they are not recorded."""
    columns_by_table = {"seats": _NO_ACTION, "games": "turns"}
    if not all(existing_columns(run.table(table, players), [column]) for table, column in columns_by_table.items()):
        return None
    no_action_totals, turn_totals = (
        [rows.group_by("block").agg(pl.col(column).cast(pl.Int64).sum()) for rows in run.slices(table, players)]
        for table, column in columns_by_table.items()
    )
    totals = [
        no_action_rows.join(turn_rows, on="block").with_columns(pl.lit(0).alias("all"))
        for no_action_rows, turn_rows in zip(no_action_totals, turn_totals, strict=True)
    ]
    moments = ratio_moments(block_ratios(totals, ["all"], [_NO_ACTION], "turns"), _NO_ACTION)
    return share_estimates(["share.no_action"], moments, level=run.level)[0]
