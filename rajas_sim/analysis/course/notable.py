"""Games worth looking at: the most ordinary one, and the extremes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.course.pacing import Pacing
from rajas_sim.analysis.formatting import amount_text, counted, listed, number, the_player
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
        The value that it was picked for, in words: "the first is 25 ahead of the second".
    """

    title: str
    game: int
    what: str


def notable_games(run: Run, players: int, pacing: Pacing) -> tuple[NotableGame, ...]:
    """Pick one game of each kind that the tables have columns for: most ordinary, shortest, longest, closest and so on.

    All but the most ordinary are extremes, which say nothing about how common such games are. If several are equal, the game with
    the smallest number is picked.

    Parameters
    ----------
    pacing
        Pacing of these games: the most ordinary game is nearest to the medians of rounds, turns, margin and changes of the lead.
    """
    games = run.slices("games", players)
    columns = existing_columns(run.table("games", players), ["turns", "margin", "lead_changes"])
    distance = _distance_from_medians(pacing.deciles, ("rounds", *columns)).alias("distance")
    nearest_rows = collect_slices([rows.select("game", distance, "rounds").sort("distance", "game").head(1) for rows in games])
    most_ordinary = nearest_rows.sort("distance", "game").row(0, named=True)
    notable = [NotableGame("the most ordinary", most_ordinary["game"], counted(most_ordinary["rounds"], "round"))]
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
    """Name the winners of some games, by number of the game: by their position, and by their strategy if the run has several."""
    is_asked = pl.col("game").is_in([*games]) & (pl.col("win_share") > 0.0)
    winner_rows = [rows.filter(is_asked) for rows in run.slices("seats", players)]
    winners = collect_slices([rows.select("game", "position", "strategy") for rows in winner_rows]).sort("game", "position")
    texts_by_game: dict[int, list[str]] = {}
    for game, position, strategy in winners.iter_rows():
        strategy_text = f" ({strategy})" if len(run.manifest.strategies) > 1 else ""
        player_text = the_player(position, players).removeprefix("the ")
        texts_by_game.setdefault(game, []).append(f"{player_text}{strategy_text}")
    return {game: listed(texts) for game, texts in texts_by_game.items()}


def _distance_from_medians(deciles: Mapping[str, tuple[float, float, float]], columns: tuple[str, ...]) -> pl.Expr:
    """Add up how far a game is from the median of each column, in units of the spread of the middle 80 % of games.

    Deciles are the 10 %, 50 % and 90 % quantiles by column. A spread below 1 counts as 1, so that no column is divided by 0.
    """
    distances = []
    for column in columns:
        low, median, high = deciles[column]
        distances.append((pl.col(column).cast(pl.Float64) - median).abs() / max(high - low, 1.0))
    return pl.sum_horizontal(distances)


def _value_text(value: float, unit: str) -> str:
    """Write a value of a game; `unit` is one of those in `_EXTREMES`."""
    if unit == "margin":
        return f"the first is {amount_text(value)} ahead of the second" if value else "the first two end level"
    return f"{number(value, 0)} {unit}{'' if value == 1 else 's'}" + (" of the lead" if unit == "change" else "")


def _farthest_behind(run: Run, players: int) -> Iterator[NotableGame]:
    """Pick the game whose sole winner was farthest behind the leader at the end of a round; none if no winner was behind."""
    if not run.has_table("rounds", players) or "overlap" not in run.table("rounds", players).collect_schema():
        return
    largest_of_slices = []
    for rounds, seats in zip(run.slices("rounds", players), run.slices("seats", players), strict=True):
        winners = seats.filter(pl.col("win_share") == 1.0).select("game", "position")
        leader_overlap = pl.col("overlap").max().over("game", "round")
        deficit = (leader_overlap - pl.col("overlap")).cast(pl.Float64).alias("deficit")
        deficits = rounds.select("game", "round", "position", deficit).join(winners, on=["game", "position"])
        largest_of_slices.append(deficits.sort("deficit", "game", "round", descending=[True, False, False]).head(1))
    largest = collect_slices(largest_of_slices).sort("deficit", "game", "round", descending=[True, False, False])
    if largest.height and largest["deficit"][0] > 0.0:
        row = largest.row(0, named=True)
        title = run.names.title("overlap")
        what = f"the winner was {amount_text(row['deficit'])} behind in {title} at the end of round {row['round']}"
        yield NotableGame("the largest deficit made up", row["game"], what)
