"""Opening a run folder."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.core.errors import InputError
from tests.analysis.synthetic_run import Recipe, change_manifest, write_manifest, write_run

LOOK = {"players": 2, "blocks": 20, "tolerance": 0.02, "level": 0.95, "at": "2026-01-02T03:04:05+00:00"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Recipe(players=(2, 3), blocks=20))


def test_a_run_is_opened(folder: Path) -> None:
    run = load_run(folder)
    assert run.players == (2, 3)
    assert run.blocks(3) == 20
    assert run.table("seats", 3).select(pl.len()).collect().item() == 60


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_run(tmp_path / "nothing")


def test_a_run_that_has_lost_its_manifest_is_refused_with_what_to_do(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    with pytest.raises(InputError, match=r"has lost its manifest.json; this writes it again:\n  rajas run .*config.toml --out "):
        load_run(folder)


def test_a_broken_manifest_is_refused(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"format": 1', encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read as JSON"):
        load_run(folder)


def test_everything_a_manifest_lacks_is_named_at_once(folder: Path) -> None:
    write_manifest(folder, {"format": 1})
    with pytest.raises(InputError) as caught:
        load_run(folder)
    assert len(caught.value.problems) > 10


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("level", math.inf, "'level': must be less than 1.0, found inf"),
        ("level", math.nan, "'level': must be"),
        ("level", -1, "'level': must be more than 0.0, found -1"),
        ("tolerance", math.inf, "'tolerance': must be less than 0.5, found inf"),
        ("players", [2, 3, 10**6], "'players, entry 3': must be 9 or less, found 1000000"),
        ("players", [2, 3, 4], "does not say which games were played with 4 players"),
        ("line_ups", {"2": []}, "does not say which games were played with 2 players"),
        ("rotations", {"2": [0]}, "does not say which games were played with 2 players"),
        ("orders", {"2": 10**30}, "does not say which games were played with 2 players"),
        ("rungs", {"2": {"a": [7]}}, "does not say which games were played with 2 players"),
        ("rungs", {"2": {"a": []}}, "does not say which games were played with 2 players"),
        ("rungs", {"2": {"a": [0]}}, "does not say which games were played with 3 players"),
        ("sweep", {"paths": ["setup.money"], "arms": ["rich"]}, "has a sweep over arms that were not played"),
        ("arms", [], "'arms': must have at least 1 entries, found []"),
        ("looks", [LOOK | {"level": math.inf}], "'looks, entry 1, level': must be"),
    ],
)
def test_what_no_run_is_is_refused_with_its_key(folder: Path, key: str, value: object, said: str) -> None:
    change_manifest(folder, **{key: value})
    with pytest.raises(InputError) as caught:
        load_run(folder)
    assert [problem.partition("manifest.json: ")[2][: len(said)] for problem in caught.value.problems] == [said]


def test_another_format_is_refused(folder: Path) -> None:
    change_manifest(folder, format=2)
    with pytest.raises(InputError, match="reads format 1"):
        load_run(folder)


def test_a_lost_shard_is_noticed(folder: Path) -> None:
    for path in folder.rglob("3p-00001.*"):
        path.unlink()
    with pytest.raises(InputError, match="10 of 20 blocks with 3 players are missing"):
        load_run(folder)


def test_every_lost_file_is_named(folder: Path) -> None:
    lost = sorted((folder / "tables" / "seats").glob("2p-*"))
    for path in lost:
        path.unlink()
    with pytest.raises(InputError) as caught:
        load_run(folder)
    *named, what_to_do = caught.value.problems
    assert named == [f"{path}: is missing" for path in lost]
    assert what_to_do.startswith(
        f"{folder}: is damaged; call it synthetic-00000000 again, and this plays the damaged part again:\n  rajas run "
    )


def test_blocks_behind_a_gap_are_left_out(folder: Path) -> None:
    change_manifest(folder, complete=False, blocks={"2": 10, "3": 0})
    run = load_run(folder)
    assert run.players == (2,)
    assert run.table("games", 2).select(pl.col("block").max()).collect().item() == 9


def test_a_run_without_a_finished_block_is_refused(folder: Path) -> None:
    change_manifest(folder, complete=False, blocks={"2": 0, "3": 0})
    with pytest.raises(InputError, match="no block"):
        load_run(folder)


def test_an_unrecorded_table_is_named(folder: Path) -> None:
    run = load_run(folder)
    with pytest.raises(InputError, match="no table 'tiles' for 2 players; this run holds: games, seats"):
        run.table("tiles", 2)


@pytest.mark.parametrize(("games", "n_slices"), [(1, 4), (10, 2), (1000, 1)])
def test_slices_hold_whole_blocks_in_order_and_every_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, n_slices: int
) -> None:
    monkeypatch.setattr("rajas_sim.analysis.reading.run.GAMES_PER_SLICE", games)
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=20, shards=4)))
    for table in ("games", "rounds"):
        blocks = [part.collect()["block"].unique().to_list() for part in run.slices(table, 2)]
        assert len(blocks) == n_slices
        assert sorted(block for part in blocks for block in part) == list(range(20))
        rows = pl.concat([part.collect() for part in run.slices(table, 2)])
        assert rows.equals(run.table(table, 2).collect())


def test_slices_take_no_columns_that_nobody_asks_for(folder: Path) -> None:
    run = load_run(folder)
    for part in run.slices("seats", 2):
        assert part.collect_schema() == run.table("seats", 2).collect_schema()
        assert part.select("position").collect().columns == ["position"]


def test_slices_leave_out_what_a_table_leaves_out(folder: Path) -> None:
    change_manifest(folder, complete=False, blocks={"2": 12, "3": 20})
    parts = load_run(folder).slices("seats", 2)
    assert sum(part.collect().height for part in parts) == 2 * 12
