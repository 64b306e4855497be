"""Which board wins, where the players of a game sit at different ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from rajas_sim.analysis.blocks import SHARE_PARTS, block_ratios, one_value
from rajas_sim.analysis.estimate import Estimate
from rajas_sim.analysis.intervals import share_estimates
from rajas_sim.analysis.run import Run
from rajas_sim.analysis.words import human, percent, share_text

MOST_APART = 0.05
"""Parts of the seats of two boards that a strategy has may differ by so much through luck alone."""


@dataclass(frozen=True, slots=True)
class BoardAdvantage:
    """Win share by board with one player count, over the games in which players sat at different boards.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count; games with different boards, and blocks that hold any.
    even_share
        What each seat would win if boards made no difference.
    shares
        By board: expected win share of a seat that has it; simultaneous over the boards.
    by_position
        By board and position: the same at that position; simultaneous over all of them. Positions at which a board never was
        are left out.
    seats
        By board: mean number of seats that had it in these games.
    strategies
        By board: part of its seats that each strategy had, labels that differ in their board alone taken together. Where these
        parts differ, boards cannot be told from those who sit at them.
    findings
        One sentence a board, without its full stop.
    """

    players: int
    n_games: int
    n_blocks: int
    even_share: float
    shares: Mapping[str, Estimate]
    by_position: Mapping[str, Mapping[int, Estimate]]
    seats: Mapping[str, float]
    strategies: Mapping[str, Mapping[str, float]]
    findings: tuple[str, ...]

    @property
    def differences(self) -> Mapping[str, float]:
        """Win share by board minus the even share."""
        return {board: share.value - self.even_share for board, share in self.shares.items()}

    @property
    def is_confounded(self) -> bool:
        """Whether the boards were played by different strategies, or by the same ones in clearly different parts."""
        first, *others = self.strategies.values()
        return any(abs(first[s] - other[s]) > MOST_APART for other in others for s in first)


def board_advantage(run: Run, players: int, *, arm: str | None = None) -> BoardAdvantage | None:
    """Estimate how often a seat with each board wins; ``None`` if no game had seats with different boards.

    Ratio of block totals (win shares of the seats with a board by the number of such seats) with linearised variance, score
    interval with the design effect, Bonferroni. Games in which all seats have the same board say nothing about it and are left
    out.

    Not an effect of the board alone where different strategies play different boards.
    """
    seats = run.table("seats", players, arm=arm)
    columns = seats.collect_schema()
    if "board" not in columns.names():
        return None
    seats = seats.select(
        "game",
        "block",
        "position",
        pl.col("board").cast(pl.String),
        pl.col("strategy").cast(pl.String).replace({s: run.player(s) for s in run.manifest["strategies"]}),
        (pl.col("win_share") * SHARE_PARTS).round().cast(pl.Int64).alias("parts"),
    )
    mixed = seats.filter(pl.col("board").n_unique().over("game") > 1).collect()
    if mixed.is_empty():
        return None
    shares = _shares(mixed, ["board"], run.level)
    cells = _shares(mixed, ["board", "position"], run.level)
    known = columns["board"].categories.to_list() if isinstance(columns["board"], pl.Enum) else sorted(b for (b,) in shares)
    boards = [board for board in known if (board,) in shares]
    order = list(dict.fromkeys(run.player(label) for line_up in run.line_ups(players) for label in line_up))
    pairs = {(b, s): n for b, s, n in mixed.group_by("board", "strategy").len().iter_rows()}
    n_games, n_seats = mixed["game"].n_unique(), dict(mixed.group_by("board").len().iter_rows())
    by_board = {board: shares[board,] for board in boards}
    return BoardAdvantage(
        players=players,
        n_games=n_games,
        n_blocks=mixed["block"].n_unique(),
        even_share=1.0 / players,
        shares=by_board,
        by_position={b: {p: cells[b, p] for p in range(1, players + 1) if (b, p) in cells} for b in boards},
        seats={b: n_seats[b] / n_games for b in boards},
        strategies={b: {s: pairs.get((b, s), 0) / n_seats[b] for s in order} for b in boards},
        findings=tuple(_sentence(board, share, players) for board, share in by_board.items()),
    )


def _shares(mixed: pl.DataFrame, by: list[str], level: float) -> dict[tuple[Any, ...], Estimate]:
    totals = (
        mixed.lazy().group_by(*by, "block").agg(pl.col("parts").sum(), (pl.len() * SHARE_PARTS).cast(pl.Int64).alias("whole"))
    )
    ratios = block_ratios(totals, by, ["parts"], "whole")
    keys = list(ratios.select(by).iter_rows())
    names = [".".join(["win_share", str(board), *(f"position_{p}" for p in rest)]) for board, *rest in keys]
    return dict(zip(keys, share_estimates(names, one_value(ratios, "parts"), level=level), strict=True))


def _sentence(board: str, share: Estimate, players: int) -> str:
    who = "The player" if players == 2 else "A player"
    wins = f"{who} on the {human(board).lower()} board wins {share_text(share)} of {players}-player games"
    return f"{wins}; even would be {percent(1.0 / players)}"
