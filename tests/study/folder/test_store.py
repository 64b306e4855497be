from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.analysis import load_run
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.study.folder import shards
from rajas_sim.study.folder.places import write_part
from rajas_sim.study.folder.runs import open_run, require_finished
from rajas_sim.study.folder.store import RunFolder
from tests.toy_studies.experiment_helpers import MakeConfig, change_manifest, manifest, play, tables


@pytest.fixture
def finished(make_config: MakeConfig, tmp_path: Path) -> Path:
    return play(make_config(blocks=80, players=[2]), tmp_path).folder


def test_tables_without_a_receipt_are_played_again(make_config: MakeConfig, finished: Path) -> None:
    before = tables(finished)
    (finished / "shards" / "2p-00000.json").unlink()
    (finished / "tables" / "seats" / "2p-00000.parquet").write_bytes(b"half written")
    (finished / "tables" / "seats" / "2p-00001.parquet.123.part").write_bytes(b"left over")
    result = play(make_config(blocks=80, players=[2]), finished.parent)
    assert result.n_new_games == 50
    assert tables(finished) == before


def test_a_full_disk_is_reported_and_the_shard_left_out(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = write_part

    def write(path: Path, content: bytes) -> Path:
        if path.name == "2p-00001.parquet" and path.parent.name == "seats":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return real(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(shards, "write_part", write)
        with pytest.raises(RunError) as caught:
            play(make_config(blocks=80, players=[2]), tmp_path)
    (folder,) = tmp_path.iterdir()
    place = folder / "tables" / "seats" / "2p-00001.parquet"
    assert str(caught.value).startswith(f"{place}: cannot be written: No space left on device")
    assert "50 of 80 games are kept" in str(caught.value)
    assert not list(folder.rglob("*00001*"))
    assert play(make_config(blocks=80, players=[2]), tmp_path).n_new_games == 30


def test_a_folder_that_cannot_be_made_is_named(make_config: MakeConfig, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"file.*: cannot be (read|written): Not a directory"):
        play(make_config(blocks=2), tmp_path / "file")


def test_a_folder_with_the_shards_of_another_run_is_not_touched(make_config: MakeConfig, finished: Path) -> None:
    other = play(make_config(blocks=80, players=[2], seed=99), finished.parent).folder
    (finished / "manifest.json").unlink()
    shutil.rmtree(finished / "shards")
    (other / "shards").rename(finished / "shards")
    before = tables(finished)
    with pytest.raises(RunError, match="holds the shards of another run; delete or move that folder"):
        play(make_config(blocks=80, players=[2]), finished.parent)
    assert tables(finished) == before


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (
            {"hashes": {"engine": "other"}, "versions": {"rajas": "9.9"}},
            r"was played by other sources of the game engine \(rajas 9.9\)",
        ),
        ({"hashes": {"rules": "other"}}, r"holds another experiment \(other rules\)"),
    ],
)
def test_games_of_different_origin_are_not_mixed(
    make_config: MakeConfig, finished: Path, keys: dict[str, Any], sentence: str
) -> None:
    change_manifest(finished, **keys)
    with pytest.raises(
        RunError,
        match=sentence + ", and the two must not be mixed; delete or move that folder, or give another one with --out",
    ):
        play(make_config(blocks=130, players=[2]), finished.parent, mode="extend")


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"format": 1}', "\0" * 50])
def test_a_damaged_manifest_is_named_by_all_who_read_it_and_made_anew_by_the_run(
    make_config: MakeConfig, finished: Path, text: str
) -> None:
    before, content = tables(finished), manifest(finished)
    (finished / "manifest.json").write_text(text)
    for read in (require_finished, open_run, load_run):
        with pytest.raises(InputError, match=r"manifest\.json: is damaged: .*; this writes it again:\n  rajas run .*config.toml"):
            read(finished)
    said: list[str] = []
    result = play(make_config(blocks=80, players=[2]), finished.parent, on_note=said.append)
    assert result.n_new_games == 0
    (note,) = said
    assert note.startswith(
        f"{finished / 'manifest.json'}: is missing or damaged, or of another run, and is rebuilt from the run's "
    )
    assert tables(finished) == before
    now = manifest(finished)
    changed = {"timings": now["timings"], "sha256": now["sha256"], "is_rebuilt": True}
    assert now == content | changed
    play(make_config(blocks=90, players=[2]), finished.parent, mode="extend")
    assert manifest(finished)["is_rebuilt"]


def test_a_run_that_lost_its_manifest_and_all_its_shards_says_so(make_config: MakeConfig, finished: Path) -> None:
    before = tables(finished)
    (finished / "manifest.json").unlink()
    for receipt in (finished / "shards").iterdir():
        receipt.write_text("{")
    (finished / "config.toml").write_text("blocks = 999999999999")
    said: list[str] = []
    play(make_config(blocks=80, players=[2]), finished.parent, on_note=said.append)
    assert "manifest.json: is missing or damaged" in said[0]
    assert sum("is damaged: it is not the receipt of a shard" in note for note in said) == len(said) - 1 > 0
    assert manifest(finished)["is_rebuilt"]
    assert tables(finished) == before


def test_a_manifest_of_a_later_version_is_left_alone(make_config: MakeConfig, finished: Path) -> None:
    change_manifest(finished, format=2)
    with pytest.raises(RunError, match=r"manifest\.json: has format 2; this version of rajas reads format 1"):
        play(make_config(blocks=80, players=[2]), finished.parent)


def test_an_extended_run_that_has_lost_its_manifest_keeps_its_length(make_config: MakeConfig, finished: Path) -> None:
    play(make_config(blocks=130, players=[2]), finished.parent, mode="extend")
    for lost in ("manifest.json", "config.toml"):
        (finished / lost).unlink()
        result = play(make_config(blocks=80, players=[2]), finished.parent)
        assert (result.n_new_games, result.blocks) == (0, {2: 130})
    assert manifest(finished)["target_blocks"] == 130
    assert "blocks = 130" in (finished / "config.toml").read_text()


def test_a_manifest_that_is_read_and_written_again_is_the_same(finished: Path) -> None:
    file = finished / "manifest.json"
    assert RunFolder(finished).manifest().to_json().encode() == file.read_bytes()


def test_every_wrong_key_of_a_manifest_is_named(finished: Path) -> None:
    change_manifest(finished, seed="many", level=None, players=[2, "five"])
    with pytest.raises(InputError) as caught:
        RunFolder(finished).manifest()
    assert [problem.split(": ", 1)[1] for problem in caught.value.problems] == [
        "'players, entry 2': must be a whole number, found 'five'",
        "'seed': must be a whole number, found 'many'",
        "'level': must be a number, found None",
    ]
