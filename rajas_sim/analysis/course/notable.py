"""Games that are worth looking at: the most ordinary one, and those at the ends of what happened."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.course.pacing import Pacing
from rajas_sim.analysis.formatting import counted, listed, number, standing, the_player
from rajas_sim.analysis.reading.blocks import gathered
from rajas_sim.analysis.reading.run import Run, declared

#: What is chosen from the table of games: by which column, whether the largest is wanted, and how its value reads.
_ENDS = {
    "the shortest": ("turns", False, "turn"),
    "the longest": ("turns", True, "turn"),
    "the closest": ("margin", False, "margin"),
    "the most one-sided": ("margin", True, "margin"),
    "the most changes of the lead": ("lead_changes", True, "change"),
}
_BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game picked from all.

    Attributes
    ----------
    why
        What it is picked for.
    game
        Its number, as ``rajas replay`` takes it.
    what
        What is to be seen, with its value.
    """

    why: str
    game: int
    what: str


def notable_games(run: Run, players: int, pacing: Pacing) -> tuple[NotableGame, ...]:
    """Pick one game of each kind that the tables show: the most ordinary, the ends of length and closeness, a comeback.

    They are extremes, so they say nothing about how common such games are. Of equal ones it is that with the smaller number.

    Parameters
    ----------
    pacing
        Of these games: an ordinary one has the median number of rounds, turns and margin, or comes nearest.
    """
    games = run.slices("games", players)
    columns = declared(run.table("games", players), ["turns", "margin", "lead_changes"])
    typical = _far_from(pacing.deciles, ("rounds", *columns))
    notable = []
    nearest = gathered([rows.select("game", typical.alias("far"), "rounds").sort("far", "game").head(1) for rows in games])
    first = nearest.sort("far", "game").row(0, named=True)
    notable.append(NotableGame("the most ordinary", first["game"], counted(first["rounds"], "round")))
    for why, (column, is_largest, unit) in _ENDS.items():
        if column in columns:
            ends = [rows.select("game", column).sort(column, "game", descending=[is_largest, False]).head(1) for rows in games]
            end = gathered(ends).sort(column, "game", descending=[is_largest, False]).row(0, named=True)
            notable.append(NotableGame(why, end["game"], _value_text(end[column], unit)))
    return (*notable, *_comeback(run, players))


def winners(run: Run, players: int, games: Collection[int]) -> dict[int, str]:
    """Name the winners of some games by where they sat, and by their strategies where there are several."""
    is_asked = pl.col("game").is_in([*games]) & (pl.col("win_share") > 0.0)
    won = [part.filter(is_asked) for part in run.slices("seats", players)]
    names: dict[int, list[str]] = {}
    for row in (
        gathered([rows.select("game", "position", "strategy") for rows in won]).sort("game", "position").iter_rows(named=True)
    ):
        with_what = f" ({row['strategy']})" if len(run.manifest.strategies) > 1 else ""
        names.setdefault(row["game"], []).append(f"{the_player(row['position'], players).removeprefix('the ')}{with_what}")
    return {game: listed(who) for game, who in names.items()}


def _far_from(deciles: Mapping[str, tuple[float, float, float]], columns: tuple[str, ...]) -> pl.Expr:
    """How far a game is from the medians of all, in spreads of the middle eight games in ten."""
    parts = [(pl.col(c).cast(pl.Float64) - deciles[c][1]).abs() / max(deciles[c][2] - deciles[c][0], 1.0) for c in columns]
    return pl.sum_horizontal(parts)


def _value_text(value: float, unit: str) -> str:
    if unit == "margin":
        return f"the first is {standing(value)} ahead of the second" if value else "the first two end level"
    return f"{number(value, 0)} {unit}{'' if value == 1 else 's'}" + (" of the lead" if unit == "change" else "")


def _comeback(run: Run, players: int) -> Iterator[NotableGame]:
    """Pick the game whose winner was farthest behind the leader at the end of a round."""
    if not run.has_table("rounds", players) or "overlap" not in run.table("rounds", players).collect_schema():
        return
    farthest = []
    for rounds, seats in zip(run.slices("rounds", players), run.slices("seats", players), strict=True):
        winners = seats.filter(pl.col("win_share") == 1.0).select("game", "position")
        led = pl.col("overlap").max().over("game", "round")
        behind = rounds.select("game", "round", "position", (led - pl.col("overlap")).cast(pl.Float64).alias(_BEHIND))
        of_winners = behind.join(winners, on=["game", "position"])
        farthest.append(of_winners.sort(_BEHIND, "game", "round", descending=[True, False, False]).head(1))
    rows = gathered(farthest).sort(_BEHIND, "game", "round", descending=[True, False, False])
    if rows.height and rows[_BEHIND][0] > 0.0:
        row = rows.row(0, named=True)
        what = f"the winner was {standing(row[_BEHIND])} behind in overlap at the end of round {row['round']}"
        yield NotableGame("the biggest comeback", row["game"], what)
