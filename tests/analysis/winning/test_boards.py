"""Win share by board, where players sit at different ones."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.analysis import Run, headlines, load_run, results_of
from rajas_sim.analysis.winning.boards import BoardAdvantage, board_advantage
from tests.analysis.synthetic_run import Recipe, change_manifest, change_table, write_run

BOARDS = ("basic", "navaratnas")


def made(folder: Path, **more: Any) -> Run:
    recipe = Recipe(strategies=("balanced", "fame_rush", "random"), boards=BOARDS, board_worth=0.8, tables=("games", "seats"))
    return load_run(write_run(folder, replace(recipe, **more)))


def with_boards(run: Run, board: pl.Expr) -> Run:
    """Give the seats of a run of two players and one shard other boards."""
    change_table(run.folder, "seats", board=board.cast(pl.Enum(BOARDS)))
    return load_run(run.folder)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made(tmp_path_factory.mktemp("runs") / "boards", players=(2, 3), blocks=800)


def of(run: Run, players: int) -> BoardAdvantage:
    advantage = board_advantage(run, players)
    assert advantage is not None
    return advantage


def test_a_known_advantage_is_recovered(run: Run) -> None:
    """Both intervals hold together in 19 runs of 20; the seed is fixed."""
    worth = math.exp(0.8)
    advantage = of(run, 2)
    assert list(advantage.shares) == list(BOARDS)
    assert advantage.shares["navaratnas"].low <= worth / (worth + 1) <= advantage.shares["navaratnas"].high
    assert advantage.costs["navaratnas"].value == pytest.approx(-advantage.costs["basic"].value)
    assert "Bonferroni over 2" in advantage.shares["basic"].method


def test_a_share_is_that_of_a_seat_with_the_board(run: Run) -> None:
    """With three players a board is sometimes at one seat and sometimes at two."""
    advantage = of(run, 3)
    seats = run.table("seats", 3).collect()
    share = seats.filter(pl.col("board").cast(pl.String) == "navaratnas")["win_share"].mean()
    assert advantage.shares["navaratnas"].value == pytest.approx(share)
    assert sum(advantage.seats[b] * advantage.shares[b].value for b in BOARDS) == pytest.approx(1.0)
    assert advantage.seats["navaratnas"] == pytest.approx(4 / 3)
    second = seats.filter((pl.col("board").cast(pl.String) == "basic") & (pl.col("position") == 2))["win_share"].mean()
    assert advantage.by_position["basic"][2].value == pytest.approx(second)


def test_sentences_name_board_share_and_what_would_be_even(run: Run) -> None:
    advantage = of(run, 2)
    share = advantage.shares["navaratnas"]
    cost, wins = advantage.findings
    assert (cost.key, wins.key) == ("2p.board.cost.navaratnas", "2p.board.win_share.navaratnas")
    assert (cost.estimates, wins.estimates) == ((advantage.costs["navaratnas"],), (share,))
    size = f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    assert f"the Navaratnas board wins {size} of games. An even share is 50.0 %" in wins.sentence
    assert [f.key for f in of(run, 3).findings][1:] == ["3p.board.win_share.basic", "3p.board.win_share.navaratnas"]


def test_what_a_board_costs_is_said_first(tmp_path: Path) -> None:
    one = {"strategies": ("balanced",), "players": (2,), "blocks": 400}
    advantage = of(made(tmp_path / "gains", **one), 2)
    share = advantage.shares["navaratnas"]
    size = f"{100 * share.value - 50:.1f} points ({100 * share.low - 50:.1f} to {100 * share.high - 50:.1f})"
    assert f"('balanced'), the Navaratnas board gains its player {size}" in advantage.findings[0].sentence
    assert advantage.costs["navaratnas"].value == pytest.approx(0.5 - share.value)
    dear = of(made(tmp_path / "dear", **one, board_worth=-0.8), 2)
    assert dear.costs["navaratnas"].low > 0
    same = of(made(tmp_path / "same", **one, board_worth=0.0), 2)
    assert not same.costs["navaratnas"].excludes(0.0)
    assert "undecided" in same.findings[0].sentence


def test_boards_that_go_with_strategies_are_told(tmp_path: Path) -> None:
    assert not of(made(tmp_path / "mirror", strategies=("balanced",), players=(3,), blocks=20, shards=1), 3).is_confounded
    run = made(tmp_path / "run", strategies=("balanced", "random"), players=(2,), blocks=20, shards=1)
    board = pl.when(pl.col("strategy").cast(pl.String) == "random").then(pl.lit("basic")).otherwise(pl.lit("navaratnas"))
    advantage = of(with_boards(run, board), 2)
    assert advantage.is_confounded
    assert "costs its player" not in advantage.findings[0].sentence
    assert advantage.strategies == {"basic": {"balanced": 0.0, "random": 1.0}, "navaratnas": {"balanced": 1.0, "random": 0.0}}


def test_labels_that_stand_for_the_same_strategy_are_one_player(tmp_path: Path) -> None:
    run = made(tmp_path / "run", strategies=("expert", "beginner"), players=(2,), blocks=20, shards=1)
    same = {"strategy": "balanced", "parameters": {"die": 1.5}}
    labels = {"expert": same | {"board": "navaratnas"}, "beginner": same | {"board": "basic"}}
    advantage = of(load_run(change_manifest(run.folder, labels=labels)), 2)
    assert not advantage.is_confounded
    assert advantage.strategies["basic"] == {"balanced (die 1.5)": 1.0}


def test_games_in_which_all_have_the_same_board_do_not_count(tmp_path: Path) -> None:
    run = made(tmp_path / "run", players=(2,), blocks=20, shards=1)
    half = pl.when(pl.col("block") < 10).then(pl.lit("basic")).otherwise(pl.col("board").cast(pl.String))
    assert of(with_boards(run, half), 2).n_blocks == 10
    assert board_advantage(with_boards(run, pl.lit("basic")), 2) is None


def test_a_run_without_boards_has_none(tmp_path: Path) -> None:
    assert board_advantage(load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=5))), 2) is None


def test_one_block_gives_a_wide_interval(tmp_path: Path) -> None:
    share = of(made(tmp_path / "run", players=(2,), blocks=1, shards=1), 2).shares["basic"]
    assert share.high - share.low > 0.4


def test_headlines_hold_the_shares_of_boards(run: Run) -> None:
    advantage = {e.name: e for e in headlines(results_of(run))}
    assert advantage["2p.board.navaratnas.win_share"].value == of(run, 2).shares["navaratnas"].value
