"""Runs on a Dask cluster, of two processes that all these tests share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiment_helpers import MakeConfig, play, tables

if TYPE_CHECKING:
    from distributed import Client


def test_the_tables_have_the_bytes_of_a_run_with_threads(client: Client, make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(line_up=["even", "third"], players=[2], blocks=300)
    here = play(config, tmp_path / "here", workers=2)
    there = play(config, tmp_path / "there", cluster=client)
    assert len(tables(here.folder)) > 10
    assert tables(there.folder) == tables(here.folder)
    assert there.n_new_games == here.n_new_games
    assert there.timings.workers == 2
