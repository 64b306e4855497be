"""Each strategy of a line-up plays against itself, and some play fewer blocks than others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.core.errors import InputError, StoppedError
from rajas_sim.running.foreman import Progress
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.design import GameKey
from rajas_sim.study.folder.runs import find_played_game
from rajas_sim.study.folder.state import damage_of_run
from rajas_sim.study.folder.store import RunFolder
from tests.toy_studies.experiment_helpers import MakeConfig, manifest, play, read, run_hash, tables

ARMS = [{"name": "poor", "overrides": {"setup.money": [1] * 5}}]


@pytest.fixture
def make_ladder(make_config: MakeConfig) -> MakeConfig:
    """Make experiments in which `even`, `coin` and `slow`, which plays few blocks, play against themselves."""

    def make(slow: int = 15, **keys: Any) -> Config:
        limited = {"slow": {"strategy": "third", "blocks": slow}}
        return make_config(**{"line_up": ["even", "coin", "slow"], "mirror": True, "strategies": limited, "blocks": 60, **keys})

    return make


def test_each_strategy_plays_against_itself_with_any_number_of_players(make_ladder: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_ladder(), tmp_path).folder
    for players in (2, 5):
        seats = read(folder, "seats", players)
        assert seats.group_by("game").agg(pl.col("strategy").n_unique())["strategy"].unique().to_list() == [1]
        labels = seats.group_by("line_up").agg(pl.col("strategy").first()).sort("line_up")["strategy"]
        assert labels.to_list() == ["even", "coin", "slow"]


def test_a_strategy_plays_the_first_blocks_up_to_its_own_number(make_ladder: MakeConfig, tmp_path: Path) -> None:
    result = play(make_ladder(arms=ARMS), tmp_path)
    for players in (2, 5):
        games = read(result.folder, "games", players)
        blocks = games.group_by("line_up").agg(pl.col("block").unique().sort()).sort("line_up")["block"].to_list()
        assert blocks == [list(range(60)), list(range(60)), list(range(15))]
        assert result.games[players] == len(games) == (60 + 60 + 15) * 2
        assert games["game"].is_sorted()
    assert (result.n_new_games, result.blocks) == (sum(result.games.values()), {2: 60, 5: 60})
    content = RunFolder(result.folder).manifest()
    assert [content.blocks_of(5, i) for i in range(3)] == [60, 60, 15]


def test_all_strategies_share_the_luck_of_a_block(make_ladder: MakeConfig, tmp_path: Path) -> None:
    games = read(play(make_ladder(), tmp_path).folder, "games", 2)
    assert games.group_by("block").agg(pl.col("seed").n_unique())["seed"].unique().to_list() == [1]


@pytest.mark.parametrize("name", ["third", pytest.param("python", marks=pytest.mark.long)])
def test_the_number_of_workers_changes_no_byte(make_ladder: MakeConfig, tmp_path: Path, name: str) -> None:
    config = make_ladder(strategies={"slow": {"strategy": name, "blocks": 15}})
    one, two = (play(config, tmp_path / str(n), workers=n) for n in (1, 2))
    assert len(tables(one.folder)) > 10
    assert tables(one.folder) == tables(two.folder)


@pytest.mark.parametrize(("first", "then"), [(5, 10), (10, 60), (15, 40), (37, 60)])
def test_extending_gives_what_one_longer_run_gives(make_ladder: MakeConfig, tmp_path: Path, first: int, then: int) -> None:
    play(make_ladder(), tmp_path / "a", blocks=first)
    longer = play(make_ladder(), tmp_path / "a", blocks=then, mode="extend")
    at_once = play(make_ladder(), tmp_path / "b", blocks=then)
    assert tables(longer.folder) == tables(at_once.folder)
    assert (longer.games, longer.blocks) == (at_once.games, {2: then, 5: then})
    assert longer.n_new_games + 2 * (2 * first + min(first, 15)) == sum(at_once.games.values())


def test_an_interrupted_run_continues_where_it_was(make_ladder: MakeConfig, tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.games >= 120:
            raise KeyboardInterrupt

    n_games = 2 * (60 + 60 + 15)
    with pytest.raises(StoppedError) as caught:
        play(make_ladder(), tmp_path / "a", on_progress=stop)
    result = play(make_ladder(), tmp_path / "a")
    assert 0 < result.n_new_games < n_games
    assert caught.value.args[0].splitlines()[1].startswith(f"{n_games - result.n_new_games} of {n_games} games are kept in")
    assert tables(result.folder) == tables(play(make_ladder(), tmp_path / "b").folder)


def test_a_lost_shard_is_missed_and_played_again(make_ladder: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_ladder(), tmp_path).folder
    before, whole = tables(folder), manifest(folder)
    (folder / "shards" / "5p-00000.json").unlink()
    assert damage_of_run(folder)
    play(make_ladder(), tmp_path)
    assert (tables(folder), damage_of_run(folder)) == (before, [])
    assert manifest(folder)["games"] == whole["games"]


@pytest.mark.long
def test_every_game_is_found_by_its_number_and_no_other(make_ladder: MakeConfig, tmp_path: Path) -> None:
    config = make_ladder(blocks=20)
    folder = play(config, tmp_path).folder
    for players in (2, 5):
        for row in read(folder, "games", players).iter_rows(named=True):
            key = find_played_game(folder, row["game"]).key
            assert (key.line_up, key.block, key.rotation) == (row["line_up"], row["block"], row["rotation"])
    beyond = resolve(config).design.game_id(GameKey(2, 2, 0, 15, 0, 0))
    with pytest.raises(InputError, match=f"has no game {beyond}"):
        find_played_game(folder, beyond)


def test_another_number_of_blocks_for_a_strategy_is_another_run(make_ladder: MakeConfig, make_config: MakeConfig) -> None:
    assert run_hash(make_ladder()) != run_hash(make_ladder(slow=16))
    assert run_hash(make_ladder()) == run_hash(make_ladder(blocks=5))
    assert run_hash(make_config()) == run_hash(make_config(mirror=False))
    assert run_hash(make_config()) != run_hash(make_config(mirror=True))


def test_a_rule_may_end_a_run_in_which_all_play_the_same_blocks(make_config: MakeConfig) -> None:
    design = resolve(make_config(line_up=["even", "coin"], mirror=True, stop={"verdict": True})).design
    assert design.line_ups == {k: (("even",) * k, ("coin",) * k) for k in (2, 5)}


# --- several line-ups, of more than one strategy


def test_every_line_up_plays_as_it_would_alone(make_config: MakeConfig, tmp_path: Path) -> None:
    several = {"line_ups": {"calm": ["even"], "pair": ["coin", "even"], "all": ["even", "coin", "slow"]}, "line_up": None}
    limited = {"slow": {"strategy": "third", "blocks": 7}}
    folder = play(make_config(**several, strategies=limited, players=[2], blocks=20), tmp_path).folder
    games, content = read(folder, "games", 2), RunFolder(folder).manifest()
    assert content.rungs == {2: {"calm": (0,), "pair": (1,), "all": (2, 3, 4)}}
    assert games["line_up"].value_counts(sort=True).sort("line_up")["count"].to_list() == [20, 40, 14, 14, 14]
    assert [content.blocks_of(2, i) for i in range(5)] == [20, 20, 7, 7, 7]
    seats = read(folder, "seats", 2).filter(line_up=1).select("block", "rotation", "position", "strategy", "rank")
    alone = play(make_config(line_up=["coin", "even"], players=[2], blocks=20), tmp_path / "alone").folder
    seats = read(alone, "seats", 2).select("block", "rotation", "position", "strategy", "rank")
    assert seats.with_columns(pl.col("strategy").cast(pl.String)).equals(seats.with_columns(pl.col("strategy").cast(pl.String)))


def test_a_mirror_is_a_short_form(make_config: MakeConfig) -> None:
    mirror = make_config(line_up=["even", "coin"], mirror=True)
    assert run_hash(mirror) == run_hash(make_config(line_ups=[["even"], ["coin"]], line_up=None))
    assert resolve(mirror).design == resolve(make_config(line_ups=[["even"], ["coin"]], line_up=None)).design
    assert run_hash(mirror) != run_hash(make_config(line_ups={"calm": ["even"], "coin": ["coin"]}, line_up=None))
    assert run_hash(mirror) != run_hash(make_config(line_up=["coin", "even"], mirror=True))
