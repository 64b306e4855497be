"""Which board wins, where the players of a game sit at different ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from rajas_sim.analysis.formatting import percent, percent_range, points, share_text, signed
from rajas_sim.analysis.reading.blocks import Slices, gathered, value_counts, win_parts, win_ratios
from rajas_sim.analysis.reading.columns import categories, declared
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

MOST_APART = 0.05
"""A strategy's parts of the seats of two boards may differ by this much through luck alone."""


@dataclass(frozen=True, slots=True)
class BoardAdvantage(Result):
    """Win share by board with one player count, over the games in which players sat at different boards.

    Attributes
    ----------
    shares
        By board: expected win share of a seat that has it; simultaneous over the boards.
    by_position
        By board and position: the same at that position; simultaneous over all of them. Positions at which a board never was
        are left out.
    seats
        By board: mean number of seats that had it in these games.
    costs
        By board: even share minus its win share, with the interval of the share; below 0 where the board gains. What a player
        gives up against a table at which all have the same board.
    strategies
        By board: part of its seats that each strategy had, labels that differ in their board alone taken together. Where these
        parts differ, boards cannot be told from those who sit at them.
    findings
        By key: what each board but the first (the basic one) costs, then the win share with each board; without full stops.
    """

    shares: Mapping[str, Estimate]
    by_position: Mapping[str, Mapping[int, Estimate]]
    seats: Mapping[str, float]
    costs: Mapping[str, Estimate]
    strategies: Mapping[str, Mapping[str, float]]
    findings: Mapping[str, str]

    @property
    def is_confounded(self) -> bool:
        """Whether the boards were played by different strategies, or by the same ones in clearly different parts."""
        first, *others = self.strategies.values()
        return any(abs(first[s] - other[s]) > MOST_APART for other in others for s in first)


def board_advantage(run: Run, players: int) -> BoardAdvantage | None:
    """Estimate how often a seat with each board wins; ``None`` if no game had seats with different boards.

    Ratio of block totals (win shares of the seats with a board by the number of such seats) with linearised variance, exact
    binomial interval with the design effect, Bonferroni. Games in which all seats have the same board say nothing about it and
    are left out.

    Not an effect of the board alone where different strategies play different boards.
    """
    table = run.table("seats", players)
    if not declared(table, ["board"]):
        return None
    columns = [
        "game",
        "block",
        "position",
        pl.col("board").cast(pl.String),
        pl.col("strategy").cast(pl.String).replace({s: run.player(s) for s in run.manifest.strategies}),
        win_parts(),
    ]
    is_mixed = pl.col("board").n_unique().over("game") > 1
    mixed = [rows.select(columns).filter(is_mixed) for rows in run.slices("seats", players)]
    pairs = {(b, s): n for b, s, n in value_counts(mixed, "strategy", ["board"]).iter_rows()}
    if not pairs:
        return None
    shares = _shares(mixed, ["board"], run.level)
    cells = _shares(mixed, ["board", "position"], run.level)
    boards = [board for board in categories(table, "board") if (board,) in shares]
    order = list(dict.fromkeys(run.player(label) for line_up in run.line_ups(players) for label in line_up))
    n_seats = {board: sum(n for (b, _), n in pairs.items() if b == board) for board in boards}
    n_games, n_blocks = gathered([rows.select(pl.col("game", "block").n_unique()) for rows in mixed]).sum().row(0)
    by_board = {board: shares[board,] for board in boards}
    costs = {board: share.subtracted_from(1.0 / players, f"cost.{board}") for board, share in by_board.items()}
    found = BoardAdvantage(
        players=players,
        n_games=n_games,
        n_blocks=n_blocks,
        shares=by_board,
        by_position={b: {p: cells[b, p] for p in range(1, players + 1) if (b, p) in cells} for b in boards},
        seats={b: n_seats[b] / n_games for b in boards},
        costs=costs,
        strategies={b: {s: pairs.get((b, s), 0) / n_seats[b] for s in order} for b in boards},
        findings={},
    )
    findings = {f"cost.{board}": _cost_sentence(board, costs[board], found, run.names) for board in boards[1:]}
    # With two players the share of the one is what the other leaves.
    shown = [*by_board.items()][-1 if players == 2 else 0 :]
    findings |= {f"win_share.{board}": _sentence(board, share, players, run.names) for board, share in shown}
    return replace(found, findings=findings)


def _shares(mixed: Slices, by: list[str], level: float) -> dict[tuple[str | int, ...], Estimate]:
    ratios = win_ratios(mixed, by)
    keys = list(ratios.select(by).iter_rows())
    names = [".".join(["win_share", str(board), *(f"position_{p}" for p in rest)]) for board, *rest in keys]
    return dict(zip(keys, share_estimates(names, ratios, level=level), strict=True))


def _cost_sentence(board: str, cost: Estimate, found: BoardAdvantage, names: Names) -> str:
    """Say what a board costs its player, or gains; less firmly where other strategies play it."""
    name, many = names.in_sentence(board), f"with {found.players} players"
    if not cost.excludes(0.0):
        text = f"{signed(-100 * cost.value, 1)} points ({signed(-100 * cost.high, 1)} to {signed(-100 * cost.low, 1)})"
        return f"Whether the {name} board costs or gains its player anything {many} cannot be told: {text}"
    least, most = sorted((abs(cost.low), abs(cost.high)))
    size = f"{points(cost.value)} ({percent_range(least, most)})"
    if found.is_confounded:
        return f"A player on the {name} board wins {size} {'less' if cost.value > 0 else 'more'} than an even share {many}"
    return f"The {name} board {'costs' if cost.value > 0 else 'gains'} its player {size} {many}"


def _sentence(board: str, share: Estimate, players: int, names: Names) -> str:
    who = "The player" if players == 2 else "A player"
    wins = f"{who} on the {names.in_sentence(board)} board wins {share_text(share)} of {players}-player games"
    return f"{wins}; even would be {percent(1.0 / players)}"
