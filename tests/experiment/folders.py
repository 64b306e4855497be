"""What the tests of the run folder share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from rajas_sim.experiment.playing.runner import RunResult, run
from rajas_sim.experiment.question.form import Config
from rajas_sim.experiment.question.resolve import resolve


def play(config: Config, out: Path, *, blocks: int | None = None, seed: int | None = None, **keys: Any) -> RunResult:
    """Play an experiment, with another number of blocks or another seed if one is given."""
    return run(resolve(config.with_changes(blocks, seed)), out, **{"workers": 1, **keys})


def tables(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file below ``tables/``, whatever its name."""
    files = [path for path in (folder / "tables").rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(files)}


def read(folder: Path, table: str, players: int) -> pl.DataFrame:
    """Return one table."""
    return pl.read_parquet(sorted((folder / "tables" / table).glob(f"{players}p-*.parquet")))
