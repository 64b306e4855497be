"""Games of a run played again: spot checks of the chances, and turns that leave nothing to choose."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim import experiment, find_strategy
from rajas_sim.analysis.course.drama import GameDrama
from rajas_sim.analysis.course.paths import paths_of
from rajas_sim.analysis.course.positions import games_of
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.questions.drama.drama_answer import drama_answer
from rajas_sim.questions.drama.play import (
    CheckedDrama,
    ChoicesOfGame,
    are_alike,
    choice_shares,
    choices_of_game,
    count_choices,
    spot_checks,
    spot_checks_of,
    spot_of,
)
from rajas_sim.questions.drama.turning_points_file import write_turning_points
from rajas_sim.questions.run.played import PlayedRun

BLOCKS = 800


def question(game: str) -> dict[str, object]:
    return {"name": "mine", "question": "When?", "game": game, "players": [2], "line_up": ["balanced"], "blocks": BLOCKS}


@pytest.fixture(scope="module", params=["ganges", "charmers"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PlayedRun:
    return experiment.run(question(request.param), out=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def result(run: PlayedRun) -> GameDrama:
    (drama,) = run.results[0].dramas
    return drama


def test_changes_of_the_lead_are_those_of_the_table_of_games(run: PlayedRun, result: GameDrama) -> None:
    (games,) = games_of(run.run, 2, None)
    expected = result.chance_model.chances_of(games)
    followed = paths_of(games, expected, result.chance_model.chances_before(games, expected)).lead_changes
    table = run.games.filter(pl.col("game").is_in(games.number.tolist())).sort("game").collect()
    assert followed.tolist() == table["lead_changes"].to_list()
    assert games.rounds.tolist() == table["rounds"].to_list()


def test_a_line_up_that_is_not_there_is_refused(run: PlayedRun) -> None:
    with pytest.raises(InputError, match="line_up: found 'nobody'"):
        run.drama(line_up="nobody")


def test_chances_that_are_worth_little_come_first(result: GameDrama) -> None:
    assert [finding.key for finding in result.findings][-1 if result.quality.gains["brier"].low > 0 else 0] == "2p.chances"


def test_numbers_of_players_that_cannot_be_judged_are_named(run: PlayedRun, result: GameDrama) -> None:
    (hint,) = drama_answer(run.run, [CheckedDrama(result, None, None)], [2]).hints
    assert hint.startswith("2 players: ")
    assert "; it has 800 blocks and 800 games with 2 players. " in hint


def test_turning_points_are_written_slice_by_slice(run: PlayedRun, result: GameDrama, tmp_path: Path) -> None:
    for file, read in ((tmp_path / "points.csv", pl.read_csv), (tmp_path / "points.parquet", pl.read_parquet)):
        answer = run.drama(turning_points=file).answer
        table = read(file)
        assert answer.files == {f"{table.height:,} turning points": str(file)}
        first = table.row(0, named=True)
        assert first["place"] == 1
        assert first["replay"] == f"rajas replay {run.folder} {first['game']}"
    with pytest.raises(InputError, match=r"found the ending '.txt'; .csv and .parquet can be written"):
        write_turning_points(run.run, [result], tmp_path / "points.txt")


def test_positions_are_played_on(run: PlayedRun, result: GameDrama) -> None:
    checks = spot_checks(run.run, result, games=6, playouts=20)
    assert len(checks.spots) == 6
    assert all(spot.played.n == 20 and 0 <= spot.chance <= 1 and spot.won in (0.0, 0.5, 1.0) for spot in checks.spots)
    assert len({spot.round for spot in checks.spots}) > 3
    assert checks == spot_checks(run.run, result, games=6, playouts=20)


def test_what_cannot_be_played_on_is_refused(run: PlayedRun, result: GameDrama, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="games: found 1; 2 or more are needed"):
        spot_checks(run.run, result, games=1)
    rivals = {**question("charmers"), "line_up": ["balanced", "random"], "tables": ["games", "seats", "rounds"]}
    contest = experiment.run(rivals, blocks=400, out=tmp_path)
    with pytest.raises(InputError, match="everybody at a table must play the same strategy"):
        contest.drama(spot_checks=4)


def test_choices_are_counted(run: PlayedRun, result: GameDrama) -> None:
    choices = count_choices(run.run, result, games=4)
    assert (choices.n_games, choices.n_blocks) == (4, 4)
    assert 0 < choices.single.value < 0.5
    assert choices.idle_turns.value < 0.2


@pytest.mark.parametrize("game", ["ganges", "charmers"])
def test_turns_and_decisions_are_those_of_the_game(game: str) -> None:
    played = find_game(game)
    line_up = [find_strategy("random", game=game)] * 2
    steps = list(played.steps(played.rules(2), line_up, 3))
    counted = choices_of_game(7, iter(steps))
    assert counted.block == 7
    assert counted.decisions == steps[-1].after.n_decisions == len(steps) - 1
    assert counted.turns == steps[-1].after.turns
    assert counted.single == sum(len(step.before.option_codes) == 1 for step in steps if step.before is not None)


def test_options_that_lead_to_the_same_position_are_alike() -> None:
    class Same:
        option_codes = (1, 2, 3)

        def play(self, code: int) -> int:
            return min(code, 1)

    class Different(Same):
        def play(self, code: int) -> int:
            return code

    assert are_alike(Same())  # type: ignore[arg-type]
    assert not are_alike(Different())  # type: ignore[arg-type]


def test_shares_of_turns_and_decisions_are_ratios_over_all_games() -> None:
    games = [ChoicesOfGame(1, 10, 1, 50, 10, 0), ChoicesOfGame(0, 30, 1, 150, 10, 5)]
    choices = choice_shares(2, games, 0.95)
    assert [e.value for e in (choices.idle_turns, choices.single, choices.alike)] == pytest.approx([0.05, 0.1, 0.025])
    assert all(e.low <= e.value <= e.high for e in (choices.idle_turns, choices.single, choices.alike))


def spots_of(rng: np.random.Generator, n: int, off: float, spread: float) -> Iterator[tuple[object, float]]:
    """Spots whose true chances lie around what was told."""
    for game in range(n):
        true = rng.uniform(0.25, 0.75)
        expected = true + off + spread * rng.choice([-1.0, 1.0])
        ends = (rng.random(100) < true).astype(float)
        won = float(rng.random() < true)
        yield spot_of(game, 1, 1, expected, won, ends, 0.95), float(ends.var(ddof=1))


def test_spot_checks_find_how_far_chances_are_off() -> None:
    """Bias and distance of 200 positions; each of the two t intervals leaves the truth out once in 10,000 times."""
    spots, variances = zip(*spots_of(np.random.default_rng(3), 200, 0.03, 0.08), strict=True)
    checks = spot_checks_of(2, spots, variances, 0.9999)
    assert checks.bias.low <= 0.03 <= checks.bias.high
    assert checks.distance.low <= math.hypot(0.03, 0.08) <= checks.distance.high
    assert checks.distance.high < 0.2
    exact = [replace(spot, chance=spot.played.value) for spot in spots]
    assert spot_checks_of(2, exact, variances, 0.95).distance.value == 0.0


@pytest.mark.long
def test_chances_are_those_of_playouts_on_average(tmp_path: Path) -> None:
    """150 positions of each game: an unbiased model has a bias outside its wider interval once in 1,000 times."""
    for game in ("ganges", "charmers"):
        played = experiment.run(question(game), blocks=4000, out=tmp_path)
        checks = spot_checks(played.run, played.results[0].dramas[0], 150, 200)
        half = (checks.bias.high - checks.bias.low) / 2 * 3.29 / 1.96
        assert abs(checks.bias.value) <= half
        assert checks.distance.value < 0.3
        # What can be known of the position includes what the table of rounds says.
        assert checks.played_error.value < checks.chance_error.value
