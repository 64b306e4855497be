from __future__ import annotations

import itertools
import math
import subprocess
import sys
import threading
from pathlib import Path

import polars as pl
import pytest

from rajas_sim.core.errors import InputError, RunError, StoppedError, StrategyError
from rajas_sim.core.strategies.registry import _load
from rajas_sim.running.foreman import Progress
from rajas_sim.running.workers import shard
from rajas_sim.running.workers.tables import TableBuilder
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.design import GameKey, seating
from rajas_sim.study.folder.places import write_file
from tests.core import toy_game
from tests.long_cases import short_and_long
from tests.toy_studies.experiment_helpers import MakeConfig, manifest, play, read, tables

HERE = Path(__file__).parents[1] / "toy_studies"
FIVE = ["even", "coin", "third", "fourth", "random"]
ARMS = [{"name": "poor", "overrides": {"setup.money": [1] * 5}}]


def test_a_run_holds_every_game_of_the_design_in_order(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2, 5], line_up=FIVE, arms=ARMS, blocks=5)
    result = play(config, tmp_path)
    design = resolve(config).design
    for players in (2, 5):
        games = read(result.folder, "games", players)
        expected = [
            design.game_id(GameKey(players, i, arm, block, block % design.orders[players], rotation))
            for block in range(5)
            for i in range(len(design.line_ups[players]))
            for rotation in range(players)
            for arm in range(2)
        ]
        assert games["game"].to_list() == expected
        assert len(read(result.folder, "seats", players)) == players * len(expected)
    assert result.games == {2: 5 * 10 * 2 * 2, 5: 5 * 5 * 2}


def test_the_key_columns_say_where_a_game_stands(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2, 5], line_up=FIVE, arms=ARMS, blocks=5)
    result = play(config, tmp_path)
    design = resolve(config).design
    for row in read(result.folder, "seats", 2).iter_rows(named=True):
        key = design.locate(row["game"])
        assert key is not None
        assert (row["players"], row["line_up"], row["block"], row["order"], row["rotation"]) == (
            2,
            key.line_up,
            key.block,
            key.order,
            key.rotation,
        )
        assert row["arm"] == design.arms[key.arm]
        line_up = design.line_ups[2][key.line_up]
        assert row["strategy"] == line_up[seating(2, key.order, key.rotation)[row["position"] - 1]]


def test_orders_take_turns_from_block_to_block(make_config: MakeConfig, tmp_path: Path) -> None:
    games = read(play(make_config(players=[5], line_up=FIVE, blocks=30), tmp_path).folder, "games", 5)
    assert (games["order"] == games["block"] % 24).all()
    assert set(games["rotation"]) == {0, 1, 2, 3, 4}


def test_all_seatings_of_a_block_are_every_way_to_sit_at_the_table(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(players=[2, 5], line_up=FIVE, seatings="all", blocks=2)
    result = play(config, tmp_path)
    assert result.games == {2: 2 * 10 * 2, 5: 2 * 120}
    who = read(result.folder, "seats", 5).group_by("block", "game").agg(pl.col("strategy").cast(pl.String).str.join(" "))
    assert who.group_by("block").agg(pl.col("strategy").n_unique())["strategy"].to_list() == [120, 120]


def test_as_given_only_the_order_of_the_line_up_is_played(make_config: MakeConfig, tmp_path: Path) -> None:
    seats = read(play(make_config(players=[5], line_up=FIVE, seatings="given", blocks=30), tmp_path).folder, "seats", 5)
    first = seats.filter(pl.col("rotation") == 0).sort("game", "position")
    assert set(seats["order"]) == {0}
    assert first["strategy"].to_list() == FIVE * 30


def test_all_games_of_a_block_share_its_luck(make_config: MakeConfig, tmp_path: Path) -> None:
    result = play(make_config(players=[2, 5], line_up=FIVE, arms=ARMS, blocks=5), tmp_path)
    both = pl.concat([read(result.folder, "games", k).select("block", "seed") for k in (2, 5)])
    assert both.group_by("block").agg(pl.col("seed").n_unique())["seed"].to_list() == [1] * 5
    assert both["seed"].n_unique() == 5


def test_columns_have_their_documented_types(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(arms=ARMS, blocks=3), tmp_path).folder
    key = {
        "game": pl.UInt64(),
        "players": pl.UInt8(),
        "line_up": pl.UInt16(),
        "arm": pl.String(),
        "block": pl.UInt32(),
        "order": pl.UInt8(),
        "rotation": pl.UInt8(),
    }
    games, seats = read(folder, "games", 2), read(folder, "seats", 2)
    assert list(games.schema.items())[:8] == [*key.items(), ("seed", pl.UInt64())]
    assert games.schema["end_reason"] == pl.Enum([str(reason) for reason in toy_game.EndReason])
    assert games.schema["decisions"] == pl.UInt32()
    assert list(seats.schema.items())[:9] == [
        *key.items(),
        ("position", pl.UInt8()),
        ("strategy", pl.String()),
    ]
    assert seats.schema["win_share"] == pl.Float64()
    assert read(folder, "rounds", 2).schema["round"] == pl.UInt16()


def test_the_tables_of_several_runs_are_read_together(make_config: MakeConfig, tmp_path: Path) -> None:
    play(make_config(arms=ARMS, blocks=3), tmp_path)
    play(make_config(players=[2, 5], line_up=FIVE, blocks=2), tmp_path)
    for table in ("games", "seats", "rounds"):
        every = pl.scan_parquet(tmp_path / f"*/tables/{table}/*.parquet", include_file_paths="file").collect()
        assert every["file"].str.extract(r"([^/\\]+)[/\\]tables").n_unique() == 2
        assert every.height == sum(pl.read_parquet(path).height for path in tmp_path.glob(f"*/tables/{table}/*.parquet"))
    assert set(pl.read_parquet(tmp_path / "*/tables/seats/*.parquet")["strategy"]) == {"even", *FIVE}


def test_the_tables_go_to_pandas(make_config: MakeConfig, tmp_path: Path) -> None:
    seats = read(play(make_config(blocks=3), tmp_path).folder, "seats", 2).to_pandas()
    assert seats.groupby("strategy")["win_share"].mean().to_dict() == {"even": 0.5}
    games = read(play(make_config(blocks=3), tmp_path).folder, "games", 2)
    assert games.to_pandas()["end_reason"].astype(str).to_list() == games["end_reason"].cast(pl.String).to_list()


def test_only_the_tables_asked_for_are_written(make_config: MakeConfig, tmp_path: Path) -> None:
    result = play(make_config(tables=["games", "seats"], blocks=3), tmp_path)
    assert {Path(name).parts[1] for name in tables(result.folder)} == {"games", "seats"}


@pytest.mark.parametrize("line_up", short_and_long(1, [["even"], ["python"]]))
def test_the_number_of_workers_changes_no_byte(make_config: MakeConfig, tmp_path: Path, line_up: list[str]) -> None:
    config = make_config(line_up=line_up, blocks=200 if line_up == ["even"] else 100)
    one = play(config, tmp_path / "one", workers=1)
    two = play(config, tmp_path / "two", workers=2)
    assert len(tables(one.folder)) > 10
    assert tables(one.folder) == tables(two.folder)


def test_threads_and_processes_play_the_same_games(make_config: MakeConfig, tmp_path: Path) -> None:
    in_threads = play(make_config(line_up=["even"], blocks=20), tmp_path)
    in_processes = play(make_config(line_up=["python"], blocks=20), tmp_path)
    frames = [read(r.folder, "seats", 5).drop("strategy") for r in (in_threads, in_processes)]
    assert frames[0].equals(frames[1])


@pytest.mark.parametrize(("first", "then"), [(1, 2), (35, 125), (50, 100), (75, 76)])
def test_extending_gives_what_one_longer_run_gives(make_config: MakeConfig, tmp_path: Path, first: int, then: int) -> None:
    config = make_config(players=[2], tables=["games", "seats"])
    short = play(config, tmp_path / "a", blocks=first)
    longer = play(config, tmp_path / "a", blocks=then, mode="extend")
    at_once = play(config, tmp_path / "b", blocks=then)
    assert longer.folder == short.folder
    assert tables(longer.folder) == tables(at_once.folder)
    assert (longer.folder / "config.toml").read_bytes() == (at_once.folder / "config.toml").read_bytes()
    assert longer.blocks == {2: then}


def test_a_finished_run_is_left_alone(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=5)
    first = play(config, tmp_path)
    before = (first.folder / "manifest.json").read_bytes()
    again = play(config, tmp_path)
    assert again.n_new_games == 0
    assert again.games == first.games
    assert (first.folder / "manifest.json").read_bytes() == before


def test_a_finished_run_takes_another_question_and_keeps_its_tolerance(make_config: MakeConfig, tmp_path: Path) -> None:
    first = play(make_config(blocks=5), tmp_path)
    before = tables(first.folder)
    again = play(make_config(blocks=4, tolerance=0.1, question="How far from even?"), tmp_path)
    content = manifest(again.folder)
    assert (content["tolerance"], content["question"], content["blocks"]["2"]) == (0.02, "How far from even?", 5)
    assert (again.n_new_games, again.timings) == (0, first.timings)
    assert tables(again.folder) == before
    assert "blocks = 5" in (again.folder / "config.toml").read_text()


def test_more_blocks_need_extend(make_config: MakeConfig, tmp_path: Path) -> None:
    play(make_config(blocks=5), tmp_path)
    with pytest.raises(InputError, match=r"finished with 5 blocks; add --extend to play 3 more$"):
        play(make_config(blocks=8), tmp_path)
    with pytest.raises(InputError, match=r"to play 3 more:\n  rajas run mine\.toml --blocks 8 --extend$"):
        play(make_config(blocks=8), tmp_path, command="rajas run mine.toml --blocks 8")


def test_extend_is_refused_fewer_blocks(make_config: MakeConfig, tmp_path: Path) -> None:
    play(make_config(blocks=5), tmp_path)
    with pytest.raises(InputError, match="has 5 blocks already; --extend needs --blocks of that or more, found 4"):
        play(make_config(blocks=4), tmp_path, mode="extend")


def test_extending_by_the_same_command_again_plays_nothing(make_config: MakeConfig, tmp_path: Path) -> None:
    """A command that was killed while it answered is typed again."""
    play(make_config(blocks=5), tmp_path)
    longer = play(make_config(blocks=8), tmp_path, mode="extend")
    before = (longer.folder / "manifest.json").read_bytes()
    again = play(make_config(blocks=8), tmp_path, mode="extend")
    assert (again.n_new_games, again.blocks) == (0, {2: 8, 5: 8})
    assert (longer.folder / "manifest.json").read_bytes() == before


@pytest.mark.parametrize("last_manifest", [1, 2])
def test_an_extension_that_was_killed_before_its_last_manifest_is_finished_by_the_same_command(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last_manifest: int
) -> None:
    class Killed(BaseException):
        pass

    def write_until_killed(path: Path, content: str) -> None:
        if next(numbers) == last_manifest:
            raise Killed
        write_file(path, content)

    folder = play(make_config(blocks=5), tmp_path).folder
    numbers = itertools.count(1)
    with monkeypatch.context() as patch:
        patch.setattr("rajas_sim.running.runner.write_file", write_until_killed)
        with pytest.raises(Killed):
            play(make_config(blocks=8), tmp_path, mode="extend")
    result = play(make_config(blocks=8), tmp_path, mode="extend")
    assert result.blocks == {2: 8, 5: 8}
    assert manifest(folder)["complete"]


def test_resume_needs_a_run(make_config: MakeConfig, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no run to resume"):
        play(make_config(), tmp_path, mode="resume")


class _Stop:
    """Presses Ctrl-C once some games have been played."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, progress: Progress) -> None:
        if progress.games >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("line_up", short_and_long(1, ["even", "python"]))
def test_an_interrupted_run_continues_where_it_was(make_config: MakeConfig, tmp_path: Path, line_up: str) -> None:
    config = make_config(line_up=[line_up], blocks=150)
    command = "rajas run trial.toml"
    with pytest.raises(
        StoppedError, match=r"games are kept in .*; the same command continues:\n  rajas run trial.toml"
    ) as caught:
        play(config, tmp_path / "a", on_progress=_Stop(120), command=command)
    (folder,) = (tmp_path / "a").iterdir()
    content = manifest(folder)
    assert not content["complete"]
    assert 0 < sum(content["games"].values()) < 300
    assert not list(folder.rglob("*.part"))
    result = play(config, tmp_path / "a", command=command)
    assert caught.value.args[0].splitlines()[1].startswith(f"{300 - result.n_new_games} of 300 games are kept in")
    assert tables(result.folder) == tables(play(config, tmp_path / "b").folder)


def test_an_unfinished_run_may_end_sooner_but_loses_no_games(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=400)
    with pytest.raises(StoppedError):
        play(config, tmp_path, on_progress=_Stop(10))
    with pytest.raises(InputError, match="an unfinished run with games of") as caught:
        play(config, tmp_path, blocks=1)
    n_begun = int(str(caught.value).partition("--blocks ")[2].partition(" ")[0])
    assert play(config, tmp_path, blocks=n_begun).blocks == {2: n_begun, 5: n_begun}


@pytest.mark.parametrize("line_up", ["fails", "fails_in_python"])
def test_a_strategy_that_misbehaves_keeps_what_was_played(make_config: MakeConfig, tmp_path: Path, line_up: str) -> None:
    with pytest.raises(StrategyError, match="returned 99, which is not an option") as caught:
        play(make_config(line_up=[line_up], blocks=3000, players=[2]), tmp_path)
    (folder,) = tmp_path.iterdir()
    kept = len(read(folder, "games", 2))
    assert kept >= manifest(folder)["games"]["2"] > 0
    assert str(caught.value).endswith(
        f"{kept:,} of 3,000 games are kept in {folder}. The same command continues as long as the strategy's file does not "
        "change; a changed file begins a new run"
    )


@pytest.mark.parametrize("is_mended", [True, False])
def test_a_run_in_which_a_strategy_failed_continues_unless_its_file_is_changed(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_mended: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("strategies") / f"trips_{is_mended}.py"
    file.parent.mkdir()
    file.write_text((HERE / "strategies" / "fails.py").read_text().replace("def fails", f"def {file.stem}"))
    config = make_config(line_up=[file.stem], blocks=3000, players=[2])
    with pytest.raises(StrategyError):
        play(config, tmp_path / "reports")
    if is_mended:
        file.write_text(file.read_text().replace("99", "options[0]"))
        _load.cache_clear()
        assert play(config, tmp_path / "reports").n_new_games == 3000
    else:
        with pytest.raises(StrategyError):
            play(config, tmp_path / "reports")
    assert len(list(Path("reports").iterdir())) == 1 + is_mended


def test_a_strategy_that_failed_is_named_even_if_its_games_cannot_be_written(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_blocks, played = shard.ShardPlayer._play_blocks, list[range]()

    def play_one_portion(player: shard.ShardPlayer, players: int, blocks: range, builders: dict[str, TableBuilder]) -> int | None:
        if played:
            raise StrategyError("it failed")
        played.append(blocks)
        return play_blocks(player, players, blocks, builders)

    def refuse(*_: object) -> None:
        raise RunError("the disk is full")

    monkeypatch.setattr(shard.ShardPlayer, "_play_blocks", play_one_portion)
    monkeypatch.setattr(shard.ShardPlayer, "_stage_or_pack", refuse)
    with pytest.raises(StrategyError, match="it failed"):
        play(make_config(blocks=3000, players=[2]), tmp_path)


def test_two_runs_do_not_write_into_one_folder_at_the_same_time(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=50)
    refused: list[RunError] = []

    def begin_again(progress: Progress) -> None:
        with pytest.raises(RunError, match="another run is writing into it now; wait until it is done") as caught:
            play(config, tmp_path)
        refused.append(caught.value)

    result = play(config, tmp_path, on_progress=begin_again)
    assert refused
    assert result.games == {2: 50, 5: 50}
    assert play(config, tmp_path).n_new_games == 0


def test_a_folder_is_free_again_when_the_process_that_wrote_into_it_is_gone(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(blocks=5), tmp_path).folder
    code = "import os, pathlib; from rajas_sim.study.folder.store import RunFolder\n"
    code += f"with RunFolder(pathlib.Path({str(folder)!r})).locked(): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2]).returncode == 9
    assert play(make_config(blocks=6), tmp_path, mode="extend").blocks == {2: 6, 5: 6}


def test_another_seed_is_another_run(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=5)
    assert play(config, tmp_path).folder != play(config, tmp_path, seed=99).folder


def test_the_folder_does_not_depend_on_what_changes_no_game(make_config: MakeConfig, tmp_path: Path) -> None:
    first = play(make_config(blocks=5), tmp_path / "a")
    other = play(make_config(blocks=6, question="Why?", level=0.9, tolerance=0.1), tmp_path / "b", workers=2)
    assert first.folder.name == other.folder.name


def test_components_are_copied_into_the_run(make_config: MakeConfig, tmp_path: Path) -> None:
    box = tmp_path / "my_box.toml"
    toy_game.SOURCE.export(box)
    result = play(make_config(blocks=2, components=box), tmp_path)
    assert (result.folder / "components.toml").read_text() == box.read_text()
    assert 'components = "components.toml"' in (result.folder / "config.toml").read_text()


@pytest.mark.long
def test_compiling_does_not_count_as_playing(make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(make_config(), tmp_path / "before")  # compiles whatever these games need
    monkeypatch.setattr(shard.ShardPlayer, "_prepare", lambda *_: threading.Event().wait(2))
    result = play(make_config(blocks=2), tmp_path / "measured")
    assert result.n_new_games > 0
    assert result.timings.wall_s > 2
    assert result.timings.games_per_s > sum(result.games.values())


def test_memory_a_system_does_not_tell_is_unknown(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard, "resource", None)
    monkeypatch.setattr(shard, "PROCESS_STATUS", tmp_path / "none")
    result = play(make_config(blocks=5), tmp_path)
    assert math.isnan(result.timings.peak_memory_mib)
    assert manifest(result.folder)["timings"]["peak_memory_mib"] is None
    assert math.isnan(play(make_config(blocks=5), tmp_path).timings.peak_memory_mib)


def test_progress_ends_with_all_games(make_config: MakeConfig, tmp_path: Path) -> None:
    seen: list[Progress] = []
    play(make_config(blocks=20), tmp_path, on_progress=seen.append)
    assert (seen[-1].games, seen[-1].total_games) == (40, 40)
    assert [p.games for p in seen] == sorted(p.games for p in seen)


def test_progress_of_a_longer_run_knows_the_games_that_are_kept(make_config: MakeConfig, tmp_path: Path) -> None:
    seen: list[Progress] = []
    play(make_config(blocks=5), tmp_path)
    play(make_config(blocks=20), tmp_path, mode="extend", on_progress=seen.append)
    assert (seen[-1].games, seen[-1].total_games, seen[-1].kept_games) == (30, 30, 10)


def test_dask_is_imported_only_where_a_cluster_plays() -> None:
    code = "import sys; import rajas_sim.running.runner, rajas_sim.running.tuning.tune; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2]).returncode == 0
