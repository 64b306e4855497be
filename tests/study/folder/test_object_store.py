"""Runs in an object store that speaks the protocol of S3, on this machine and on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rajas_sim.cli.app import app
from rajas_sim.core.errors import RunError
from rajas_sim.study.folder.places import folder_at, local_copy
from rajas_sim.study.folder.runs import find_run
from tests.toy_studies.experiment_helpers import tables

pytestmark = pytest.mark.long
RUN = ("run", "start_player", "--blocks", "300", "--set", "players=[2]")


@pytest.fixture(autouse=True)
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a store with an empty bucket, and return its URL; every process that begins afterwards finds it."""
    import boto3
    from moto.server import ThreadedMotoServer
    from s3fs import S3FileSystem

    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    address = "http://{}:{}".format(*server.get_host_and_port())
    settings = {
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": "us-east-1",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    S3FileSystem.clear_instance_cache()  # those of another test know another address
    boto3.client("s3").create_bucket(Bucket="games")
    yield "s3://games/runs"
    server.stop()


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that runs ``rajas`` and returns what it prints."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> str:
        result: Any = CliRunner().invoke(app, list(arguments), prog_name="rajas", catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return str(result.stdout)

    return call


@pytest.mark.parametrize("where", [(), ("--cluster", "local:2")])
def test_a_run_in_a_store_is_played_reported_listed_and_replayed(
    rajas: Callable[..., str], bucket: str, tmp_path: Path, where: tuple[str, ...]
) -> None:
    said = rajas(*RUN, "--out", bucket, *where)
    rajas(*RUN, "--out", "here", "--no-report")
    (run_folder,) = (tmp_path / "here").iterdir()
    folder = find_run(f"{bucket}/start_player")
    assert folder.name == run_folder.name
    assert tables(local_copy(folder)) == tables(run_folder)
    assert f"Run     {folder}\nReport  {folder}/report.html\n" in said
    assert not list(folder.glob("**/*.part"))
    rajas("runs", "label", str(folder), "in the store")
    listed = rajas("runs", "list", "--out", bucket).splitlines()[1].split("\t")
    assert (*listed[:2], *listed[5:8]) == (run_folder.name, "in the store", "300", "300", "2: UNEVEN")
    compared = rajas("compare", str(folder), str(run_folder))
    assert "all 300 blocks came out the same" in compared
    assert "The two runs have the same questions, rules, players and versions." in compared
    assert f"{folder}: whole: 300 games in 6 shards" in rajas("runs", "check", str(folder))
    assert rajas("report", str(folder)) == f"{folder}/report.html\n"
    assert b"<html" in (folder / "report.html").read_bytes()
    assert rajas("replay", str(folder), "7", "--quiet") == rajas("replay", str(run_folder), "7", "--quiet")


def test_a_bucket_that_does_not_let_anybody_in_is_told_of(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from s3fs import S3FileSystem

    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    S3FileSystem.clear_instance_cache()
    with pytest.raises(RunError, match=r"s3://other/runs: cannot be reached: "):
        local_copy(folder_at("s3://other/runs"))
