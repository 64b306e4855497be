"""What is asked of one game is not answered with the words, tables or strategies of another."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.running import bench
from rajas_sim.running.bench import rule_sets_to_measure, speeds
from rajas_sim.running.one_game import set_table
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.runs import find_played_game
from rajas_sim.study.rule_sets import find_rule_set
from tests.toy_studies.experiment_helpers import MakeConfig, Refused, manifest, play, read, run_hash, tables

CHARMERS = 'name = "trial"\nquestion = "Who wins?"\ngame = "charmers"\nplayers = [5]\nline_up = ["balanced"]\n'
SIX = ["random", "even", "third", "fourth", "coin", "python"]


# --- what an experiment leaves to its game


@pytest.mark.parametrize(("game", "variant"), [("toy", "light"), ("charmers", "sun")])
def test_a_variant_left_out_is_the_first_of_the_game(make_config: MakeConfig, game: str, variant: str) -> None:
    experiment = resolve(make_config(game=game, line_up=["random"]))
    assert (experiment.config.variant, experiment.rules[2][0].variant) == (variant, variant)


def test_tables_left_out_are_all_of_the_game(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(blocks=2), tmp_path).folder
    assert tuple(manifest(folder)["tables"]) == find_game("toy").tables
    assert {Path(name).parts[1] for name in tables(folder)} == set(find_game("toy").tables)


def test_what_is_left_out_makes_no_other_run() -> None:
    plain: dict[str, Any] = {"name": "trial", "question": "Who?", "game": "charmers", "players": [2], "line_up": ["balanced"]}
    said = {**plain, "variant": "sun", "tables": ["boxes", "turns", "rounds", "seats", "games"]}
    one, other = (run_hash(Config(**keys)) for keys in (plain, said))
    assert one == other


def test_a_run_keeps_what_was_left_out(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(Config(**make_config(blocks=1).model_dump(exclude={"variant", "tables"})), tmp_path).folder
    text = (folder / "config.toml").read_text()
    assert 'variant = "light"' in text
    assert tomllib.loads(text)["tables"] == ["games", "seats", "rounds"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("variant = 'light'\n", "6: variant: unknown variant 'light'. Known: moon, sun"),
        ("modules = ['rain']\n", "6: modules: found 'rain', but there are no modules"),
        ("modules = 'rain'\n", "6: modules: must be a list such as [], found 'rain'"),
        (
            "tables = ['games', 'seats', 'tiles']\n",
            "6: tables: unknown table 'tiles'. Known: boxes, games, rounds, seats, things, turns",
        ),
        ("[[arms]]\nname = 'a'\nvariant = 'mixed'\n", "8: arms.a.variant: unknown variant 'mixed'. Known: moon, sun"),
        ("[[arms]]\nname = 'a'\nvariant = 'sun'\n", "6: arms.a: plays the baseline again"),
        ("[strategies.x]\nstrategy = 'coin'\n", "6: strategies.x: is not in line_up, so it would never play"),
    ],
)
def test_the_words_of_the_other_game_are_not_known(refused: Refused, text: str, sentence: str) -> None:
    (problem,) = refused(CHARMERS + text)
    assert problem.startswith(sentence), problem


def test_a_file_without_a_game_is_not_judged_by_the_words_of_one(refused: Refused) -> None:
    text = CHARMERS.replace('game = "charmers"\n', "") + "variant = 'moon'\nblocks = 0\n"
    game, blocks = refused(text)
    assert game.startswith(" game: is missing")
    assert blocks.startswith("6: blocks: ")


# --- strategies


def test_strategies_of_one_name_are_told_apart_by_the_game(make_config: MakeConfig) -> None:
    strategies = [resolve(make_config(game=game, line_up=["random"])).strategies["random"] for game in ("toy", "charmers")]
    assert [strategy.game for strategy in strategies] == ["toy", "charmers"]


def test_a_strategy_of_the_other_game_is_not_known(refused: Refused) -> None:
    (problem,) = refused(CHARMERS, "line_up=['coin']")
    assert problem.startswith("--set line_up=['coin']: line_up: unknown strategy 'coin'")


def test_a_single_game_has_the_strategies_of_its_game() -> None:
    table = set_table("charmers", None, ["balanced"])
    assert ([strategy.game for strategy in table.strategies], table.rules.variant) == (["charmers", "charmers"], "sun")
    with pytest.raises(InputError, match="--strategy: unknown strategy 'balanced'"):
        set_table("toy", None, ["balanced"])


# --- five players


def test_more_strategies_than_five_seats_give_every_selection(make_config: MakeConfig) -> None:
    design = resolve(make_config(line_up=SIX)).design
    assert design.line_ups[5] == tuple(combinations(SIX, 5))
    assert design.rotations == {2: (2,) * 15, 5: (5,) * 6}


def test_a_run_of_five_players_holds_every_game_once(make_config: MakeConfig, tmp_path: Path) -> None:
    arms = [{"name": "dark", "variant": "dark"}]
    config = make_config(line_up=SIX, arms=arms, blocks=3)
    folder = play(config, tmp_path).folder
    games = pl.concat([read(folder, "games", k).select("game", "block", "seed") for k in (2, 5)])
    assert len(games) == games["game"].n_unique() == 3 * 2 * (15 * 2 + 6 * 5)
    assert games.group_by("block").agg(pl.col("seed").n_unique())["seed"].to_list() == [1] * 3
    seats = read(folder, "seats", 5)
    assert seats.group_by("game").agg(pl.col("win_share").sum())["win_share"].to_list() == [1.0] * (3 * 2 * 6 * 5)
    each = seats.group_by("line_up", "strategy", "position").len()
    assert set(each["len"]) == {3 * 2}, "every strategy sits equally often at every seat"
    assert set(seats["position"]) == {1, 2, 3, 4, 5}


def test_a_five_player_game_is_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(players=[5], line_up=SIX, blocks=2), tmp_path).folder
    seats = read(folder, "seats", 5)
    for row in read(folder, "games", 5).iter_rows(named=True):
        game = find_played_game(folder, row["game"])
        seated = list(game.labels_by_seat)
        assert game.seed == row["seed"]
        assert seated == seats.filter(game=row["game"]).sort("position")["strategy"].to_list()


# --- rule sets and component files


def test_a_variant_of_the_other_game_is_called_so() -> None:
    with pytest.raises(InputError, match="moon: is a variant of charmers, not of toy; give --game charmers"):
        find_rule_set("moon", find_game("toy"))


def test_the_components_of_the_other_game_are_called_so(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("name = 'mine'\nbox = 'toy'\n")
    (problem,) = refused(CHARMERS + "components = 'box.toml'\n")
    assert problem == f"6: components: {tmp_path / 'box.toml'}: is a component file of toy, not of charmers"


# --- speed


def test_every_game_is_measured_unless_one_is_named() -> None:
    def measured(*which: Any) -> list[tuple[str, str]]:
        return [(kind.game.name, kind.variant) for kind in rule_sets_to_measure(*which)]

    assert measured() == [("ganges", "base"), ("charmers", "sun"), ("toy", "light")]
    assert measured("charmers") == [("charmers", "sun")]
    assert measured(None, "moon") == [("charmers", "moon")]
    with pytest.raises(InputError, match="unknown game 'charmer'"):
        measured("charmer")


def test_a_line_up_is_measured_with_the_players_and_strategies_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "n_cores", lambda: 2)
    monkeypatch.setattr(bench, "LINE_UPS", (("even", 4), ("balanced", 2)))
    (kind,) = rule_sets_to_measure("toy")
    measured = [(s.game, s.strategies, s.threads) for s in speeds(kind, seconds=0.01)]
    assert measured == [("toy", ["even"] * 5, threads) for threads in (1, 2)]


def test_a_number_of_players_a_game_does_not_have_gives_way_to_the_nearest() -> None:
    assert [bench.nearest_count(find_game("charmers"), k) for k in (1, 4, 9)] == [2, 4, 5]
