"""Which board wins if the players of a game have different ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import difference_text, distance_text, first_few, listed, percent, share_text
from rajas_sim.analysis.reading.blocks import Slices, collect_slices, value_counts, win_parts, win_ratios
from rajas_sim.analysis.reading.run import Result, Run, categories, existing_columns
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

MOST_APART = 0.05
"""A strategy's shares of the seats with two boards may differ by this much by luck alone."""
MOST_NAMED = 4
"""A sentence names at most this many strategies."""


@dataclass(frozen=True, slots=True)
class BoardAdvantage(Result):
    """Win share by board with one player count, over the games in which players sat at different boards.

    Attributes
    ----------
    shares
        By board: expected win share of a seat with this board; simultaneous over the boards.
    by_position
        By board and position: the same at this position; simultaneous over all of them. Positions without this board are left
        out.
    seats
        By board: mean number of seats with this board in these games.
    costs
        By board: even share minus the board's win share, with the interval of the share; below 0 the board gains. It is what a
        player gives up compared with a table at which all have the same board.
    strategies
        By board: part of its seats that each strategy had. Labels that differ only in their board count as one strategy. If these
        parts differ, the effect of a board cannot be separated from that of its players.
    titles
        By board: its name within a sentence.
    """

    shares: Mapping[str, Estimate]
    by_position: Mapping[str, Mapping[int, Estimate]]
    seats: Mapping[str, float]
    costs: Mapping[str, Estimate]
    strategies: Mapping[str, Mapping[str, float]]
    titles: Mapping[str, str]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What each board except the first (the basic one) costs its player, then the win share with each board."""
        _, *other_boards = self.costs
        # With two players the share of one board follows from the share of the other.
        shown_shares = [*self.shares.items()][-1 if self.players == 2 else 0 :]
        k = self.players
        players = listed(first_few([repr(name) for name in next(iter(self.strategies.values()))], MOST_NAMED))
        costs = [
            Finding.about(k, f"board.cost.{board}", self._cost_sentence(board), self.costs[board], qualifier=players)
            for board in other_boards
        ]
        wins = [
            Finding.about(k, f"board.win_share.{board}", self._share_sentence(board), share, qualifier=players)
            for board, share in shown_shares
        ]
        return (*costs, *wins)

    def _cost_sentence(self, board: str) -> str:
        """Say what a board costs or gains its player; if different strategies play the boards, it is not named as the cause."""
        cost, name = self.costs[board], self.titles[board]
        if not cost.excludes(0.0):
            gain_text = difference_text(cost.subtracted_from(0.0, cost.name), is_share=True)
            if self.is_confounded:
                return f"it is undecided whether a player on the {name} board wins more or less than an even share: {gain_text}"
            return f"it is undecided whether the {name} board costs or gains its player anything: {gain_text}"
        size_text = distance_text(cost.magnitude, is_share=True)
        if self.is_confounded:
            return f"a player on the {name} board wins {size_text} {'less' if cost.value > 0 else 'more'} than an even share"
        return f"the {name} board {'costs' if cost.value > 0 else 'gains'} its player {size_text}"

    def _share_sentence(self, board: str) -> str:
        """Say how often a player on a board wins, beside an even share."""
        player = "the player" if self.players == 2 else "a player"
        wins_text = f"{player} on the {self.titles[board]} board wins {share_text(self.shares[board])} of games"
        return f"{wins_text}. An even share is {percent(self.even_share)}"

    @property
    def is_confounded(self) -> bool:
        """Whether different strategies played the boards, or the same ones in clearly different parts."""
        shares_on_first, *shares_on_others = self.strategies.values()
        return any(
            abs(shares_on_first[strategy] - shares[strategy]) > MOST_APART
            for shares in shares_on_others
            for strategy in shares_on_first
        )


def board_advantage(run: Run, players: int) -> BoardAdvantage | None:
    """Estimate how often a seat with each board wins; ``None`` if no game had seats with different boards.

    The estimate is a ratio of block totals (win shares of the seats with a board, divided by the number of such seats) with
    linearised variance and an exact binomial interval with the design effect, Bonferroni. Games in which all seats have the same
    board say nothing about it and are left out.

    It is not the effect of the board alone if different strategies play different boards.
    """
    table = run.table("seats", players)
    if not existing_columns(table, ["board"]):
        return None
    columns = [
        "game",
        "block",
        "position",
        pl.col("board").cast(pl.String),
        pl.col("strategy").cast(pl.String).replace({s: run.player(s) for s in run.manifest.strategies}),
        win_parts(),
    ]
    has_several_boards = pl.col("board").n_unique().over("game") > 1
    seats_of_mixed_games = [rows.select(columns).filter(has_several_boards) for rows in run.slices("seats", players)]
    n_by_board_and_strategy = {(b, s): n for b, s, n in value_counts(seats_of_mixed_games, "strategy", ["board"]).iter_rows()}
    if not n_by_board_and_strategy:
        return None
    shares = _win_shares(seats_of_mixed_games, ["board"], run.level)
    shares_at_position = _win_shares(seats_of_mixed_games, ["board", "position"], run.level)
    boards = [board for board in categories(table, "board") if (board,) in shares]
    strategies = list(dict.fromkeys(run.player(label) for line_up in run.line_ups(players) for label in line_up))
    n_seats = {board: sum(n for (b, _), n in n_by_board_and_strategy.items() if b == board) for board in boards}
    n_games, n_blocks = (
        collect_slices([rows.select(pl.col("game", "block").n_unique()) for rows in seats_of_mixed_games]).sum().row(0)
    )
    shares_by_board = {board: shares[board,] for board in boards}
    costs = {board: share.subtracted_from(1.0 / players, f"cost.{board}") for board, share in shares_by_board.items()}
    return BoardAdvantage(
        players=players,
        n_games=n_games,
        n_blocks=n_blocks,
        shares=shares_by_board,
        by_position={
            b: {p: shares_at_position[b, p] for p in range(1, players + 1) if (b, p) in shares_at_position} for b in boards
        },
        seats={b: n_seats[b] / n_games for b in boards},
        costs=costs,
        strategies={b: {s: n_by_board_and_strategy.get((b, s), 0) / n_seats[b] for s in strategies} for b in boards},
        titles={board: run.names.in_sentence(board) for board in boards},
    )


def _win_shares(seats: Slices, by: list[str], level: float) -> dict[tuple[str | int, ...], Estimate]:
    """Estimate the win share of a seat with each board, or with each board and position; keys are tuples of these columns."""
    ratios = win_ratios(seats, by)
    keys = list(ratios.select(by).iter_rows())
    names = [".".join(["win_share", str(board), *(f"position_{p}" for p in positions)]) for board, *positions in keys]
    return dict(zip(keys, share_estimates(names, ratios, level=level), strict=True))
