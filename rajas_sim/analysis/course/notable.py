"""Games worth looking at: the most ordinary one, and the extremes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.course.pacing import Pacing
from rajas_sim.analysis.formatting import counted, listed, number, standing_text, the_player
from rajas_sim.analysis.reading.blocks import collect_slices
from rajas_sim.analysis.reading.run import Run, existing_columns

#: By title: the column of the table of games, whether the largest value is wanted, and the unit of the value.
_EXTREMES = {
    "the shortest": ("turns", False, "turn"),
    "the longest": ("turns", True, "turn"),
    "the closest": ("margin", False, "margin"),
    "the most one-sided": ("margin", True, "margin"),
    "the most changes of the lead": ("lead_changes", True, "change"),
}
_BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game picked from all games.

    Attributes
    ----------
    title
        Why it was picked.
    game
        Its number, as ``rajas replay`` takes it.
    what
        What it shows, with its value.
    """

    title: str
    game: int
    what: str


def notable_games(run: Run, players: int, pacing: Pacing) -> tuple[NotableGame, ...]:
    """Pick one game of each kind that the tables have columns for: most ordinary, shortest, longest, closest and so on.

    All but the most ordinary are extremes, so they do not show how common such games are. If several are equal, the smallest
    game number is picked.

    Parameters
    ----------
    pacing
        Pacing of these games: the most ordinary game is nearest to the medians of rounds, turns, margin and changes of the lead.
    """
    games = run.slices("games", players)
    columns = existing_columns(run.table("games", players), ["turns", "margin", "lead_changes"])
    distance = _distance_from_medians(pacing.deciles, ("rounds", *columns))
    notable = []
    nearest_rows = collect_slices(
        [rows.select("game", distance.alias("far"), "rounds").sort("far", "game").head(1) for rows in games]
    )
    most_ordinary = nearest_rows.sort("far", "game").row(0, named=True)
    notable.append(NotableGame("the most ordinary", most_ordinary["game"], counted(most_ordinary["rounds"], "round")))
    for title, (column, is_largest, unit) in _EXTREMES.items():
        if column in columns:
            candidates = [
                rows.select("game", column).sort(column, "game", descending=[is_largest, False]).head(1) for rows in games
            ]
            extreme = collect_slices(candidates).sort(column, "game", descending=[is_largest, False]).row(0, named=True)
            # A game with the most changes of the lead is nothing special if no game has any.
            if extreme[column] or column != "lead_changes":
                notable.append(NotableGame(title, extreme["game"], _value_text(extreme[column], unit)))
    return (*notable, *_farthest_behind(run, players))


def winner_texts(run: Run, players: int, games: Collection[int]) -> dict[int, str]:
    """Name the winners of some games by their position, and by their strategies if there are several."""
    is_asked = pl.col("game").is_in([*games]) & (pl.col("win_share") > 0.0)
    winner_rows = [rows.filter(is_asked) for rows in run.slices("seats", players)]
    texts: dict[int, list[str]] = {}
    for row in (
        collect_slices([rows.select("game", "position", "strategy") for rows in winner_rows])
        .sort("game", "position")
        .iter_rows(named=True)
    ):
        strategy_text = f" ({row['strategy']})" if len(run.manifest.strategies) > 1 else ""
        texts.setdefault(row["game"], []).append(f"{the_player(row['position'], players).removeprefix('the ')}{strategy_text}")
    return {game: listed(texts_of_game) for game, texts_of_game in texts.items()}


def _distance_from_medians(deciles: Mapping[str, tuple[float, float, float]], columns: tuple[str, ...]) -> pl.Expr:
    """Measure how far a game is from the medians of all games, in units of the spread of the middle 80 % of games."""
    parts = [(pl.col(c).cast(pl.Float64) - deciles[c][1]).abs() / max(deciles[c][2] - deciles[c][0], 1.0) for c in columns]
    return pl.sum_horizontal(parts)


def _value_text(value: float, unit: str) -> str:
    if unit == "margin":
        return f"the first is {standing_text(value)} ahead of the second" if value else "the first two end level"
    return f"{number(value, 0)} {unit}{'' if value == 1 else 's'}" + (" of the lead" if unit == "change" else "")


def _farthest_behind(run: Run, players: int) -> Iterator[NotableGame]:
    """Pick the game whose winner was farthest behind the leader at the end of a round."""
    if not run.has_table("rounds", players) or "overlap" not in run.table("rounds", players).collect_schema():
        return
    rows_of_slices = []
    for rounds, seats in zip(run.slices("rounds", players), run.slices("seats", players), strict=True):
        winners = seats.filter(pl.col("win_share") == 1.0).select("game", "position")
        leader_overlap = pl.col("overlap").max().over("game", "round")
        behind = rounds.select("game", "round", "position", (leader_overlap - pl.col("overlap")).cast(pl.Float64).alias(_BEHIND))
        winners_behind = behind.join(winners, on=["game", "position"])
        rows_of_slices.append(winners_behind.sort(_BEHIND, "game", "round", descending=[True, False, False]).head(1))
    rows = collect_slices(rows_of_slices).sort(_BEHIND, "game", "round", descending=[True, False, False])
    if rows.height and rows[_BEHIND][0] > 0.0:
        row = rows.row(0, named=True)
        title = run.names.title("overlap")
        what = f"the winner was {standing_text(row[_BEHIND])} behind in {title} at the end of round {row['round']}"
        yield NotableGame("the largest deficit made up", row["game"], what)
