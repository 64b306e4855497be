"""What is asked of one game is not answered with the words, tables or strategies of another."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest
from fake_game import CATALOGUE
from folders import play, read, tables
from rajas_sim.experiment.question.config import Config, load_config

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.runs import find_game
from rajas_sim.experiment.playing import bench
from rajas_sim.experiment.playing.bench import kinds_of_games, speeds
from rajas_sim.experiment.playing.one_game import set_table
from rajas_sim.experiment.question.resolve import resolve
from rajas_sim.experiment.rule_sets.find import find_rule_set

MakeConfig = Callable[..., Config]
HEAD = 'name = "trial"\nquestion = "Who wins?"\ngame = "stones"\nplayers = [5]\nline_up = ["balanced"]\n'
SIX = ["random", "balanced", "even", "fifth", "sixth", "seventh"]


@pytest.fixture
def refused(tmp_path: Path) -> Callable[..., list[str]]:
    """Return the problems of an experiment of the second game with some lines added, without the path in front."""

    def problems(text: str, *sets: str) -> list[str]:
        path = tmp_path / "trial.toml"
        path.write_text(HEAD + text)
        with pytest.raises(InputError) as caught:
            load_config(path, sets, catalogue=CATALOGUE)
        return [problem.replace(f"{path}:", "") for problem in caught.value.problems]

    return problems


# --- what an experiment leaves to its game


@pytest.mark.parametrize(("game", "variant"), [("shells", "base"), ("stones", "sun")])
def test_a_variant_left_out_is_the_first_of_the_game(make_config: MakeConfig, game: str, variant: str) -> None:
    experiment = resolve(make_config(game=game), CATALOGUE)
    assert (experiment.config.variant, experiment.rules[2][0].variant) == (variant, variant)


@pytest.mark.parametrize("game", ["shells", "stones"])
def test_tables_left_out_are_all_of_the_game(make_config: MakeConfig, tmp_path: Path, game: str) -> None:
    folder = play(make_config(game=game, blocks=2), tmp_path).folder
    assert tuple(json.loads((folder / "manifest.json").read_text())["tables"]) == CATALOGUE.game(game).tables
    assert {Path(name).parts[1] for name in tables(folder)} == set(CATALOGUE.game(game).tables)


def test_what_is_left_out_makes_no_other_run() -> None:
    plain = {"name": "trial", "question": "Who?", "game": "stones", "players": [2], "line_up": ["even"]}
    said = {**plain, "variant": "sun", "tables": ["turns", "rounds", "seats", "games"]}
    one, other = (hashes(resolve(Config(**keys), CATALOGUE))["run"] for keys in (plain, said))
    assert one == other


def test_a_run_keeps_what_was_left_out(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(Config(**make_config(game="stones", blocks=1).model_dump(exclude={"variant", "tables"})), tmp_path).folder
    text = (folder / "config.toml").read_text()
    assert 'variant = "sun"' in text
    assert 'tables = ["games", "seats", "rounds", "turns"]' in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("variant = 'base'\n", "6: variant: unknown variant 'base'. Known: moon, sun"),
        ("modules = ['ganga']\n", "6: modules: found 'ganga', but stones has no modules"),
        ("modules = 'ganga'\n", "6: modules: found 'ganga'; allowed: a list, such as []"),
        ("tables = ['games', 'seats', 'tiles']\n", "6: tables: unknown table 'tiles'. Known: games, rounds, seats, turns"),
        ("[[arms]]\nname = 'a'\nvariant = 'mixed'\n", "8: arms.a.variant: unknown variant 'mixed'. Known: moon, sun"),
        ("[[arms]]\nname = 'a'\nvariant = 'sun'\n", "6: arms.a: plays the baseline again"),
        ("[strategies.x]\nstrategy = 'coin'\n", "6: strategies.x: is not in line_up, so it would never play"),
    ],
)
def test_the_words_of_the_other_game_are_not_known(refused: Callable[..., list[str]], text: str, sentence: str) -> None:
    (problem,) = refused(text)
    assert problem.startswith(sentence), problem


def test_a_file_without_a_game_is_not_judged_by_the_words_of_one(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD.replace('game = "stones"\n', "") + "variant = 'moon'\nblocks = 0\n")
    with pytest.raises(InputError) as caught:
        load_config(path, catalogue=CATALOGUE)
    assert [problem.split(": ")[1] for problem in caught.value.problems] == ["game", "blocks"]


# --- strategies


def test_strategies_of_one_name_are_told_apart_by_the_game(make_config: MakeConfig) -> None:
    found = [resolve(make_config(game=game), CATALOGUE).strategies["even"] for game in ("shells", "stones")]
    assert [strategy.game for strategy in found] == ["shells", "stones"]


def test_a_strategy_of_the_other_game_is_not_known(refused: Callable[..., list[str]]) -> None:
    (problem,) = refused("", "line_up=['coin']")
    assert problem.startswith("--set line_up=['coin']: line_up: unknown strategy 'coin'")


def test_a_single_game_has_the_strategies_of_its_game() -> None:
    table = set_table("stones", None, ["balanced"], catalogue=CATALOGUE)
    assert ([strategy.game for strategy in table.strategies], table.rules.variant) == (["stones", "stones"], "sun")
    with pytest.raises(InputError, match="--strategy: unknown strategy 'balanced'"):
        set_table("shells", None, ["balanced"], catalogue=CATALOGUE)


# --- five players


def test_more_strategies_than_five_seats_give_every_selection(make_config: MakeConfig) -> None:
    design = resolve(make_config(game="stones", players=[2, 5], line_up=SIX), CATALOGUE).design
    assert design.line_ups[5] == tuple(combinations(SIX, 5))
    assert design.rotations == {2: (2,) * 15, 5: (5,) * 6}


def test_a_run_of_five_players_holds_every_game_once(make_config: MakeConfig, tmp_path: Path) -> None:
    arms = [{"name": "moon", "variant": "moon"}]
    config = make_config(game="stones", players=[4, 5], line_up=SIX, arms=arms, blocks=3)
    folder = play(config, tmp_path).folder
    games = pl.concat([read(folder, "games", k).select("game", "block", "seed") for k in (4, 5)])
    assert len(games) == games["game"].n_unique() == 3 * 2 * (15 * 4 + 6 * 5)
    assert games.group_by("block").agg(pl.col("seed").n_unique())["seed"].to_list() == [1] * 3
    seats = read(folder, "seats", 5)
    assert seats.group_by("game").agg(pl.col("win_share").sum())["win_share"].to_list() == [1.0] * (3 * 2 * 6 * 5)
    each = seats.group_by("line_up", "strategy", "position").len()
    assert set(each["len"]) == {3 * 2}, "every strategy sits equally often at every seat"
    assert set(seats["position"]) == {1, 2, 3, 4, 5}


def test_a_five_player_game_is_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(game="stones", players=[5], line_up=SIX, blocks=2), tmp_path).folder
    seats = read(folder, "seats", 5)
    for row in read(folder, "games", 5).iter_rows(named=True):
        found = find_game(folder, row["game"], CATALOGUE)
        seated = [found.labels[i] for i in found.seating]
        assert found.seed == row["seed"]
        assert seated == seats.filter(game=row["game"]).sort("position")["strategy"].to_list()


def test_columns_have_the_types_and_words_of_their_own_game(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(game="stones", players=[5], blocks=2), tmp_path).folder
    turns = read(folder, "turns", 5)
    assert turns.schema["die"] == pl.Enum(["purple", "green", "none"])
    assert turns.schema["river"] == pl.Float64()
    assert read(folder, "games", 5).schema["end_reason"] == pl.Enum(["met", "round_limit"])


# --- rule sets and component files


def test_a_variant_of_the_other_game_is_called_so() -> None:
    with pytest.raises(InputError, match="moon: is a variant of stones, not of shells; give --game stones"):
        find_rule_set("moon", CATALOGUE.game("shells"), CATALOGUE)


def test_the_components_of_the_other_game_are_called_so(refused: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("[shells]\ncount = 3\n[setup]\nkarma = 1\n")
    (problem,) = refused("components = 'box.toml'\n")
    assert problem == f"6: components: {tmp_path / 'box.toml'}: is a component file of shells, not of stones"


# --- speed


def test_every_game_is_measured_unless_one_is_named() -> None:
    def measured(*which: str | None) -> list[tuple[str, str]]:
        return [(kind.game.name, kind.variant) for kind in kinds_of_games(*which, catalogue=CATALOGUE)]

    assert measured() == [("shells", "base"), ("stones", "sun")]
    assert measured("stones") == [("stones", "sun")]
    assert measured(None, "moon") == [("stones", "moon")]
    with pytest.raises(InputError, match="unknown game 'stone'"):
        measured("stone")


def test_a_line_up_is_measured_with_the_players_and_strategies_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "n_cores", lambda: 2)
    (kind,) = kinds_of_games("stones", catalogue=CATALOGUE)
    found = [(s.game, s.strategies, s.threads) for s in speeds(kind, CATALOGUE, seconds=0.01)]
    line_ups = (["random"] * 2, ["balanced"] * 4)
    assert found == [("stones", strategies, threads) for strategies in line_ups for threads in (1, 2)]


def test_a_number_of_players_a_game_does_not_have_gives_way_to_the_nearest() -> None:
    assert [bench.nearest_count(CATALOGUE.game("stones"), k) for k in (1, 4, 9)] == [2, 4, 5]
