"""Where fame, money and dice come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.estimate import Estimate
from rajas_sim.analysis.pacing import column_means
from rajas_sim.analysis.run import Run

RESOURCES = ("fame", "money", "dice")


@dataclass(frozen=True, slots=True)
class Income:
    """What a seat gains in a game, by cause.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count, and over how many games and blocks.
    by_cause
        For fame, money and dice: mean gained per seat and game by cause, largest first; causes that never
        paid are left out. Each interval by itself.
    money_paid
        Mean money a seat pays in a game; ``None`` if the run did not record it.
    """

    players: int
    n_games: int
    n_blocks: int
    by_cause: Mapping[str, Mapping[str, Estimate]]
    money_paid: Estimate | None


def income(run: Run, players: int, *, arm: str | None = None) -> Income:
    """Estimate the mean gain per seat by cause, over all seats and line-ups of a player count.

    Means of block means with t intervals over blocks. Not for telling which cause wins games: winners gain more of everything.
    """
    seats = run.table("seats", players, arm=arm)
    names = seats.collect_schema().names()
    columns = {r: tuple(c for c in names if c.startswith(f"{r}_from_")) for r in RESOURCES}
    wanted = tuple(c for r in RESOURCES for c in columns[r])
    paid = ("money_paid",) if "money_paid" in names else ()
    means = column_means(seats, wanted + paid, run.level)
    n_blocks = run.blocks(players)
    return Income(
        players=players,
        n_games=n_blocks * run.games_per_block(players),
        n_blocks=n_blocks,
        by_cause={
            r: {
                c.removeprefix(f"{r}_from_"): means[c]
                for c in sorted(columns[r], key=lambda c: -means[c].value)
                if means[c].value != 0
            }
            for r in RESOURCES
        },
        money_paid=means["money_paid"] if paid else None,
    )
