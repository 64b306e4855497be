"""What the tests of `experiment` share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from rajas_sim.running.runner import RunResult, run
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.identity import hashes
from rajas_sim.study.folder.manifest import manifest_text

MakeConfig = Callable[..., Config]
Loaded = Callable[..., Config]
Refused = Callable[..., list[str]]
# The five lines with which the experiment files of the tests begin.
HEAD = 'name = "trial"\nquestion = "Who wins?"\ngame = "toy"\nplayers = [2, 5]\nline_up = ["even"]\n'


def read_again(config: Config, tmp_path: Path) -> Config:
    """Return an experiment after it was written to a file and read."""
    path = tmp_path / "again.toml"
    path.write_text(config.to_toml(), encoding="utf-8")
    return load_experiment(path).config


def run_hash(config: Config) -> str:
    """Return what gives the folder of the run its name."""
    return hashes(resolve(config)).run


def play(config: Config, out: Path | str, *, blocks: int | None = None, seed: int | None = None, **keys: Any) -> RunResult:
    """Play an experiment, with another number of blocks or another seed if one is given."""
    changes = {key: value for key, value in {"blocks": blocks, "seed": seed}.items() if value is not None}
    return run(resolve(config.model_copy(update=changes)), out, **{"workers": 1, **keys})


def manifest(folder: Path) -> dict[str, Any]:
    """Return the content of a run's manifest."""
    return dict(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))


def change_manifest(folder: Path, **keys: Any) -> None:
    """Write a manifest as a program would that has other values for some keys; of mappings, only the named keys change."""
    content = manifest(folder)
    for key, value in keys.items():
        content[key] = {**content[key], **value} if isinstance(value, dict) else value
    (folder / "manifest.json").write_text(manifest_text(content), encoding="utf-8")


def tables(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file below ``tables/``, whatever its name."""
    files = [path for path in (folder / "tables").rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(files)}


def read(folder: Path, table: str, players: int) -> pl.DataFrame:
    """Return one table."""
    return pl.read_parquet(sorted((folder / "tables" / table).glob(f"{players}p-*.parquet")))
