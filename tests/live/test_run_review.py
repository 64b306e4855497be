"""Which kinds of decision cost a strategy most in the games of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim import experiment
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.errors import InputError
from rajas_sim.live.run_review import ChoicesOfKind, RunReview, lines_of_run, review_run

STUDY = {
    "name": "two",
    "question": "Who wins?",
    "game": "guilds",
    "players": [2],
    "line_up": ["random", "greedy"],
    "blocks": 12,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return experiment.run(STUDY, out=tmp_path_factory.mktemp("reports")).folder


@pytest.mark.long
def test_who_plays_at_random_loses_more_than_who_plays_as_the_judge(folder: Path) -> None:
    costs = {label: review_run(folder, label, games=12).per_game for label in ("random", "greedy")}
    (of_random,), (of_greedy,) = (estimates.values() for estimates in costs.values())
    assert of_random.low > of_greedy.value
    assert of_random.n == of_greedy.n == 12


@pytest.mark.long
def test_the_same_run_gives_the_same_review(folder: Path) -> None:
    lines = [lines_of_run(review_run(folder, games=6), Names.of("guilds")) for _ in range(2)]
    assert lines[0] == lines[1]
    assert lines[0][0].startswith("What a choice of random costs of the chance to win, 2 players, 6 games")


def test_games_without_a_kind_count_as_nothing_lost() -> None:
    games = ({"take": ChoicesOfKind(2, 0.1), "pay": ChoicesOfKind(1, 0.5)}, *[{"take": ChoicesOfKind(4, 0.2)}] * 5)
    review = RunReview("somebody", 2, games, "strong")
    assert list(review.per_game) == ["take"], "a kind of one game has no estimate"
    assert review.per_game["take"].value == pytest.approx((0.2 + 5 * 0.8) / 6)
    assert review.per_choice("take").value == pytest.approx((0.1 + 5 * 0.2) / 6)
    assert review.n_per_game("take") == pytest.approx(22 / 6)
    lines = lines_of_run(review, Names())
    assert lines[-1] == "In fewer than 5 games: pay."
    assert lines[2].startswith("  Take: 18.3 points (")


@pytest.mark.parametrize(
    ("label", "players", "games", "message"),
    [
        ("strong", None, 12, "strong with 2 players did not play there; strategies: random, greedy; players: 2"),
        (None, 3, 12, "random with 3 players did not play there"),
        (None, None, 4, "chose in 4 games of those read; read 5 or more"),
    ],
)
def test_what_cannot_be_reviewed_is_said(folder: Path, label: str | None, players: int | None, games: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        review_run(folder, label, players=players, games=games)
