"""What the tests of the run folder share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
from fake_game import CATALOGUE
from rajas_sim.experiment.question.config import Config

from rajas_sim.experiment.playing.runner import RunResult, run


def play(config: Config, out: Path, **keys: Any) -> RunResult:
    """Play the fake game."""
    return run(config, out, **{"workers": 1, "catalogue": CATALOGUE, **keys})


def tables(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file below ``tables/``, whatever its name."""
    files = [path for path in (folder / "tables").rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(files)}


def read(folder: Path, table: str, players: int) -> pl.DataFrame:
    """Return one table."""
    return pl.read_parquet(sorted((folder / "tables" / table).glob(f"{players}p-*.parquet")))
