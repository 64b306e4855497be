"""Games to look at are those that the tables say they are."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from rajas_sim.analysis import load_run, results_of
from rajas_sim.analysis.course.notable import winner_texts
from tests.analysis.synthetic_run import Recipe, write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("runs") / "run", Recipe(players=(3,), blocks=60, shards=5))


def test_each_game_is_the_one_it_is_picked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.analysis.reading.run.GAMES_PER_SLICE", 7)
    run = load_run(folder)
    assert len(run.slices("games", 3)) > 1
    games = run.table("games", 3).collect()
    picked = {picked_game.title: picked_game for picked_game in results_of(run)[0].notable}
    for why, column, is_largest in (
        ("the shortest", "turns", False),
        ("the longest", "turns", True),
        ("the closest", "margin", False),
        ("the most one-sided", "margin", True),
        ("the most changes of the lead", "lead_changes", True),
    ):
        end = games[column].max() if is_largest else games[column].min()
        assert picked[why].game == games.filter(pl.col(column) == end)["game"].min(), why


def test_the_biggest_comeback_is_the_farthest_that_a_winner_was_behind(folder: Path) -> None:
    run = load_run(folder)
    seats, rounds = run.table("seats", 3).collect(), run.table("rounds", 3).collect()
    winner = {g: p for g, p, share in seats.select("game", "position", "win_share").iter_rows() if share == 1.0}
    overlap = {(g, r, p): o for g, r, p, o in rounds.select("game", "round", "position", "overlap").iter_rows()}
    behind = {(g, r): max(overlap[g, r, q] for q in (1, 2, 3)) - o for (g, r, p), o in overlap.items() if winner.get(g) == p}
    farthest = max(behind.values())
    (notable,) = [picked_game for picked_game in results_of(run)[0].notable if picked_game.title == "the largest deficit made up"]
    first = min(key for key, value in behind.items() if value == farthest)
    assert notable.game == first[0]
    assert notable.what.endswith(f"{farthest:g} behind in overlap at the end of round {first[1]}")


@pytest.mark.parametrize("strategies", [("balanced",), ("balanced", "random")])
def test_winners_are_those_of_the_table_of_seats(tmp_path: Path, strategies: tuple[str, ...]) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(strategies=strategies, players=(2,), blocks=60, ties=0.3, shards=3)))
    seats = run.table("seats", 2).filter(pl.col("win_share") > 0.0).sort("game", "position").collect()
    names = {1: "start player", 2: "second player"}
    expected: dict[int, list[str]] = {}
    for game, position, strategy in seats.select("game", "position", "strategy").iter_rows():
        expected.setdefault(game, []).append(names[position] + (f" ({strategy})" if len(strategies) > 1 else ""))
    assert {len(names) for names in expected.values()} == {1, 2}
    assert winner_texts(run, 2, set(expected)) == {game: " and ".join(names) for game, names in expected.items()}
    first = min(expected)
    assert [*winner_texts(run, 2, {first})] == [first]


def test_an_ordinary_game_is_no_end_of_anything(folder: Path) -> None:
    run = load_run(folder)
    games = run.table("games", 3).collect()
    (notable,) = [picked_game for picked_game in results_of(run)[0].notable if picked_game.title == "the most ordinary"]
    row = games.filter(pl.col("game") == notable.game).row(0, named=True)
    for column in ("rounds", "turns", "margin"):
        low, high = games[column].quantile(0.1), games[column].quantile(0.9)
        assert low is not None
        assert high is not None
        assert low <= row[column] <= high, column
