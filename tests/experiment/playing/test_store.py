from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from experiment_helpers import MakeConfig, play, tables

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.experiment.folder import store
from rajas_sim.experiment.folder.runs import open_run, require_finished
from rajas_sim.experiment.folder.store import Store


@pytest.fixture
def finished(make_config: MakeConfig, tmp_path: Path) -> Path:
    return play(make_config(blocks=80, players=[2]), tmp_path).folder


def change_manifest(folder: Path, **keys: Any) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    for key, value in keys.items():
        manifest[key] = {**manifest[key], **value} if isinstance(value, dict) else value
    path.write_text(json.dumps(manifest))


def test_a_shard_without_its_games_file_is_played_again(make_config: MakeConfig, finished: Path) -> None:
    before = tables(finished)
    (finished / "tables" / "games" / "2p-00000.parquet").unlink()
    (finished / "tables" / "seats" / "2p-00000.parquet").write_bytes(b"half written")
    (finished / "tables" / "seats" / "2p-00001.parquet.123.part").write_bytes(b"left over")
    result = play(make_config(blocks=80, players=[2]), finished.parent)
    assert result.n_new_games == 50
    assert tables(finished) == before


def test_a_full_disk_is_reported_and_the_shard_left_out(
    make_config: MakeConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = store._write_part

    def write(path: Path, content: bytes) -> Path:
        if path.name == "2p-00001.parquet" and path.parent.name == "seats":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return real(path, content)

    with monkeypatch.context() as patched, pytest.raises(RunError) as caught:
        patched.setattr(store, "_write_part", write)
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


def test_a_folder_with_something_else_is_not_touched(make_config: MakeConfig, finished: Path) -> None:
    (finished / "manifest.json").unlink()
    with pytest.raises(RunError, match="is not the folder of a run"):
        play(make_config(blocks=80, players=[2]), finished.parent)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (
            {"hashes": {"engine": "other"}, "versions": {"rajas": "9.9"}},
            r"was played by other sources of the game engine \(rajas 9.9\)",
        ),
        ({"hashes": {"run": "other", "rules": "other"}}, r"holds another experiment \(other rules\)"),
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", r"manifest\.json: is damaged"),
        ("[]", r"manifest\.json: is damaged"),
        ('{"format": 2}', r"manifest\.json: is of format 2; this version reads format 1"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_named_the_same_way_by_all(
    make_config: MakeConfig, finished: Path, text: str, sentence: str
) -> None:
    (finished / "manifest.json").write_text(text)
    with pytest.raises(RunError, match=sentence):
        play(make_config(blocks=80, players=[2]), finished.parent)
    for read in (require_finished, open_run):
        with pytest.raises(InputError, match=sentence):
            read(finished)


def test_a_damaged_shard_is_named_and_played_again_once_deleted(make_config: MakeConfig, finished: Path) -> None:
    before, shard = tables(finished), finished / "tables" / "games" / "2p-00000.parquet"
    shard.write_bytes(b"nothing")
    with pytest.raises(RunError, match=r"2p-00000\.parquet: is damaged; delete it, and the same command plays its games again"):
        play(make_config(blocks=80, players=[2]), finished.parent)
    shard.unlink()
    assert play(make_config(blocks=80, players=[2]), finished.parent).n_new_games == 50
    assert tables(finished) == before


def test_a_manifest_that_is_read_and_written_again_is_the_same(finished: Path) -> None:
    file = finished / "manifest.json"
    assert Store(finished).manifest().to_json().encode() == file.read_bytes()


def test_keys_that_older_runs_did_not_write_have_defaults(finished: Path) -> None:
    file = finished / "manifest.json"
    content = json.loads(file.read_bytes())
    for key in ("arm_variants", "overrides", "sweep", "labels", "complete", "arm_components", "in_play"):
        del content[key]
    file.write_text(json.dumps(content))
    manifest = Store(finished).manifest()
    assert (manifest.sweep, manifest.labels, manifest.overrides, manifest.complete) == (None, {}, {}, True)


def test_every_wrong_key_of_a_manifest_is_named(finished: Path) -> None:
    change_manifest(finished, seed="many", level=None, players=[2, "five"])
    with pytest.raises(InputError) as caught:
        Store(finished).manifest()
    assert [problem.split(": ", 1)[1] for problem in caught.value.problems] == [
        "'players, entry 2': must be a whole number, found 'five'",
        "'seed': must be a whole number, found 'many'",
        "'level': must be a number, found None",
    ]
