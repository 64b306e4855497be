"""Runs in a store, here one in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from rajas_sim.core.errors import InputError, RunError, StoppedError
from rajas_sim.running.foreman import Progress
from rajas_sim.study.folder.places import folder_at, is_local, local_copy, path_inside, upload_changes, write_file
from rajas_sim.study.folder.runs import find_run, runs_in
from rajas_sim.study.folder.state import damage_of_run
from rajas_sim.study.folder.store import RunFolder
from tests.toy_studies.experiment_helpers import MakeConfig, play, tables


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def url() -> Iterator[str]:
    """Return the URL of a folder in a store in memory."""
    name = f"memory://{uuid4()}"
    yield name
    folder: Any = folder_at(name)
    if folder.exists():
        folder.fs.rm(folder.path, recursive=True)


def test_a_path_stays_a_path_and_a_url_does_not(tmp_path: Path, url: str) -> None:
    assert folder_at(str(tmp_path)) == tmp_path
    assert is_local(folder_at("reports"))
    assert not is_local(folder_at(url))
    assert str(folder_at(url)) == url


def test_a_file_that_cannot_take_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "values.toml").mkdir()
    with pytest.raises(RunError, match=r"values\.toml: cannot be written"):
        write_file(tmp_path / "values.toml", "a = 1\n")
    assert [path.name for path in tmp_path.iterdir()] == ["values.toml"]


def test_an_unknown_kind_of_store_is_refused() -> None:
    with pytest.raises(InputError, match="nosuch://x/y: cannot be used: "):
        folder_at("nosuch://x/y")


def test_without_fsspec_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(InputError, match=r"s3://b/x: needs fsspec; install it with: pip install 'rajas\[cluster\]'"):
        folder_at("s3://b/x")


def test_a_run_in_a_store_has_the_same_files(make_config: MakeConfig, tmp_path: Path, url: str) -> None:
    config = make_config(line_up=["even", "third"], players=[2], blocks=75)
    result = play(config, tmp_path)
    play(config, url, blocks=40)
    there = play(config, url, mode="extend")
    assert str(there.folder).startswith(url)
    assert tables(local_copy(there.folder)) == tables(result.folder)
    assert damage_of_run(there.folder) == []
    assert runs_in(folder_at(url)) == [there.folder]


def test_an_interrupted_run_goes_on_there(make_config: MakeConfig, tmp_path: Path, url: str) -> None:
    def press(progress: Progress) -> None:
        if progress.games >= 100:
            raise KeyboardInterrupt

    config = make_config(line_up=["even"], players=[2], blocks=400)
    with pytest.raises(StoppedError, match=f"of 400 games are kept in {url}"):
        play(config, url, on_progress=press)
    result = play(config, url)
    assert 0 < result.n_new_games < 400
    assert tables(local_copy(result.folder)) == tables(play(config, tmp_path).folder)


def test_what_is_damaged_there_is_named_and_mended(make_config: MakeConfig, url: str) -> None:
    result = play(make_config(players=[2], blocks=100), url)
    (first, *_) = sorted(result.folder.glob("tables/games/*"), key=str)
    content = first.read_bytes()
    first.write_bytes(content[:-1] + b"?")
    (problem,) = damage_of_run(result.folder)
    assert problem == f"{first}: is damaged: it does not hold what was written"
    assert play(make_config(players=[2], blocks=100), url).n_new_games == 50
    assert first.read_bytes() == content


def test_two_runs_of_this_machine_do_not_write_into_one_folder(url: str) -> None:
    folder = folder_at(f"{url}/run")
    with (
        RunFolder(folder).locked(),
        pytest.raises(RunError, match="another run is writing into it now"),
        RunFolder(folder).locked(),
    ):
        pass


def test_a_run_is_found_by_its_url_or_the_beginning_of_its_name(make_config: MakeConfig, url: str) -> None:
    folder = play(make_config(players=[2], blocks=5), url).folder
    assert find_run(str(folder)) == folder
    assert find_run(f"{url}/trial") == folder
    with pytest.raises(InputError, match=f"{url}/other: no such run"):
        find_run(f"{url}/other")


def test_a_copy_follows_what_happens_to_the_original(url: str) -> None:
    folder = folder_at(f"{url}/run")
    folder.mkdir(parents=True)
    for name in ("kept", "changed", "removed"):
        (folder / name).write_text(name)
    copy = local_copy(folder)
    (folder / "changed").write_text("another text")
    (folder / "removed").unlink()
    (folder / "deep").mkdir()
    (folder / "deep" / "new").write_text("new")
    assert local_copy(folder) == copy
    names = {str(path.relative_to(copy)) for path in copy.rglob("[a-z]*") if path.is_file()}
    assert names == {"kept", "changed", "deep/new"}
    assert (copy / "changed").read_text() == "another text"


def test_what_is_written_into_a_copy_is_brought_back(url: str) -> None:
    folder = folder_at(f"{url}/run")
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("before")
    copy = local_copy(folder)
    (copy / "manifest.json").write_text("after")
    (copy / "report.html").write_text("page")
    upload_changes(copy, folder)
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"manifest.json": "after", "report.html": "page"}


def test_a_folder_of_this_machine_is_its_own_copy(tmp_path: Path) -> None:
    assert local_copy(tmp_path) is tmp_path
    upload_changes(tmp_path, tmp_path)


@pytest.mark.parametrize("name", ["../outside", "tables/../../outside", "link/outside", "/outside"])
def test_a_name_that_leads_out_of_a_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    with pytest.raises(RunError, match="would lie outside"):
        path_inside(folder, name)
    assert path_inside(folder, "tables/games/2p-0.parquet") == folder / "tables/games/2p-0.parquet"


def test_an_object_whose_name_leads_out_of_its_folder_is_not_copied(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Any = folder_at(url)
    (store / "config.toml").write_text("")
    entries = {f"{store.path}/../../../../escaped": {"size": 1}, f"{store.path}/config.toml": {"size": 1}}
    with monkeypatch.context() as patched:
        patched.setattr(type(store.fs), "find", lambda *_, **__: entries)
        with pytest.raises(RunError, match="would lie outside"):
            local_copy(store)
    assert not list(tmp_path.rglob("escaped"))
    assert not list(tmp_path.rglob("config.toml"))
