from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.study.folder.runs import find_played_game, find_run, require_finished
from tests.toy_studies.experiment_helpers import MakeConfig, change_manifest, play, read


@pytest.fixture
def folder(make_config: MakeConfig, tmp_path: Path) -> Path:
    arms = [{"name": "poor", "overrides": {"setup.money": [1] * 5}}]
    return play(
        make_config(line_up=["even", "coin", "third", "fourth", "even"], arms=arms, blocks=4), tmp_path / "reports"
    ).folder


@pytest.mark.long
def test_every_game_of_a_run_is_found_with_its_luck_and_seats(folder: Path) -> None:
    check_found(folder)


@pytest.mark.long
def test_with_all_seatings_too_every_game_is_found(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2, 5], line_up=["even", "coin", "third", "fourth", "random"], seatings="all", blocks=2)
    check_found(play(config, tmp_path).folder)


def check_found(folder: Path) -> None:
    for players in (2, 5):
        seats = read(folder, "seats", players)
        for row in read(folder, "games", players).iter_rows(named=True):
            game = find_played_game(folder, row["game"])
            assert (game.seed, game.arm, game.key.players) == (row["seed"], row["arm"], players)
            seated = list(game.labels_by_seat)
            assert seated == seats.filter(game=row["game"]).sort("position")["strategy"].to_list()
            assert (game.key.block, game.key.order, game.key.rotation) == (row["block"], row["order"], row["rotation"])
            assert game.rules.values.setup.money == ([0, 1, 2, 3, 4] if row["arm"] == "baseline" else [1] * 5)


def test_a_number_without_a_game_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"has no game 999999; .* The first are 0 \(2 players\), 100 \(5 players\)"):
        find_played_game(folder, 999999)


def test_a_run_is_found_by_path_name_or_beginning(folder: Path) -> None:
    reports = folder.parent
    assert find_run(str(folder)) == folder
    assert find_run(str(folder / "manifest.json")) == folder
    assert find_run(folder.name, reports) == folder
    assert find_run("trial", reports) == folder


def test_an_unknown_run_lists_those_there_are(folder: Path) -> None:
    with pytest.raises(InputError, match=f"other: no such run. Runs in .*: {folder.name}"):
        find_run("other", folder.parent)


def test_a_finished_run_is_required_for_a_report(folder: Path) -> None:
    require_finished(folder)
    change_manifest(folder, complete=False)
    sentence = r"not finished. To finish it with unchanged strategies:\n  rajas run .*/config.toml --out .*/reports$"
    with pytest.raises(InputError, match=sentence):
        require_finished(folder)
