"""A finished run on disk: its manifest and its tables, scanned lazily."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from rajas_sim.analysis.formatting import listed, value_text
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.store import FORMAT

_NEEDED = (
    *(
        "name",
        "question",
        "game",
        "players",
        "arms",
        "strategies",
        "line_ups",
        "rotations",
        "blocks",
        "games",
    ),
    *(
        "seed",
        "level",
        "tolerance",
        "hashes",
        "versions",
        "timings",
        "command",
        "components",
        "readings",
        "tables",
    ),
)


@dataclass(frozen=True)
class Run:
    """A run folder, opened for reading.

    Attributes
    ----------
    folder
        Where it lies.
    manifest
        The contents of ``manifest.json``.
    """

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def players(self) -> tuple[int, ...]:
        """Player counts of which at least one block was played, in the order of the configuration."""
        return tuple(int(k) for k in self.manifest["players"] if self.manifest["blocks"][str(k)] > 0)

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of the rule sets; the first one is the baseline."""
        return tuple(self.manifest["arms"])

    def player(self, label: str) -> str:
        """Say which strategy with which parameters a label stands for, whatever board it sits at."""
        choice = (self.manifest.get("labels") or {}).get(label)
        if not choice:
            return label
        parameters = [f"{name} {value_text(value)}" for name, value in sorted((choice.get("parameters") or {}).items())]
        return str(choice["strategy"]) + (f" ({', '.join(parameters)})" if parameters else "")

    @property
    def overrides(self) -> Mapping[str, Mapping[str, Any]]:
        """Changed values of each arm by their path; none for the baseline."""
        given = self.manifest.get("overrides") or {}
        return {arm: dict(given.get(arm) or {}) for arm in self.arms}

    def played(self, arm: str) -> tuple[str, tuple[str, ...]]:
        """Return the variant and the modules an arm is played with: those of the run, unless the manifest says otherwise."""
        own = (self.manifest.get("arm_variants") or {}).get(arm) or {}
        variant, modules = own.get("variant"), own.get("modules")
        return str(variant or self.manifest["variant"]), tuple(self.manifest["modules"] if modules is None else modules)

    @property
    def sweep(self) -> Mapping[str, Any] | None:
        """The sweep as the manifest states it (paths, arms, together), or ``None`` if the run is none."""
        found: Mapping[str, Any] | None = self.manifest.get("sweep")
        return found if found and found["arms"] else None

    def title(self, arm: str) -> str:
        """Name a rule set: a point of a sweep by its values in words, any other as the experiment does."""
        if self.sweep is None or arm not in self.sweep["arms"]:
            return arm
        changed = self.overrides[arm]
        return listed([f"{path} = {value_text(changed[path])}" for path in self.sweep["paths"] if path in changed])

    def spoken(self, arm: str) -> str:
        """Name a rule set within a sentence, names the experiment gives in quotes."""
        title = self.title(arm)
        return f"'{arm}'" if title == arm else title

    @property
    def level(self) -> float:
        """Confidence level of every interval."""
        return float(self.manifest["level"])

    @property
    def tolerance(self) -> float:
        """Largest deviation from an even share that still counts as fair."""
        return float(self.manifest["tolerance"])

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables the run wrote."""
        return tuple(self.manifest["tables"])

    def line_ups(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Strategy labels of each line-up of a player count."""
        return tuple(tuple(line_up) for line_up in self.manifest["line_ups"][str(players)])

    def rotations(self, players: int) -> tuple[int, ...]:
        """Return the number of rotations played of each line-up of a player count."""
        return tuple(int(n) for n in self.manifest["rotations"][str(players)])

    def games_per_block(self, players: int, line_ups: Sequence[int] | None = None) -> int:
        """Games one block and one arm consist of, over the given line-ups (all by default)."""
        rotations = self.rotations(players)
        return sum(rotations[i] for i in (range(len(rotations)) if line_ups is None else line_ups))

    @property
    def games_per_block_of_all(self) -> int:
        """Games one more block means: over all player counts, line-ups and arms, which are extended together."""
        return sum(self.games_per_block(int(k)) for k in self.manifest["players"]) * len(self.arms)

    def blocks(self, players: int) -> int:
        """Return the number of blocks played with this many players, counted from the first without a gap."""
        return int(self.manifest["blocks"][str(players)])

    def table(
        self,
        name: str,
        players: int,
        *,
        arm: str | None = None,
        every_arm: bool = False,
        line_ups: Sequence[int] | None = None,
    ) -> pl.LazyFrame:
        """Scan one table of one player count, up to the last block the manifest counts.

        Later blocks an unfinished run may hold are left out: which of them are there depends on how long
        their games were.

        Parameters
        ----------
        name
            Table name, for example ``"seats"``.
        players
            Player count.
        arm
            Keep one arm only; default: the first arm.
        every_arm
            Keep all arms.
        line_ups
            Keep these line-ups only; default: all.

        Raises
        ------
        InputError
            If the run has no such table.
        """
        files = self._files.get((name, players), [])
        if not files:
            raise InputError(f"{self.folder}: no table '{name}' for {players} players; this run holds: {', '.join(self.tables)}")
        frame = pl.scan_parquet(files).filter(pl.col("block") < self.blocks(players))
        if not every_arm:
            frame = frame.filter(pl.col("arm") == (arm or self.arms[0]))
        if line_ups is not None:
            frame = frame.filter(pl.col("line_up").is_in([int(i) for i in line_ups]))
        return frame

    def has_table(self, name: str, players: int) -> bool:
        """Whether `table` would find anything."""
        return bool(self._files.get((name, players)))

    @cached_property
    def _files(self) -> dict[tuple[str, int], list[Path]]:
        return {
            (name, players): sorted((self.folder / "tables" / name).glob(f"{players}p-*.parquet"))
            for name in self.tables
            for players in self.players
        }


def load_run(folder: Path | str) -> Run:
    """Open a run folder.

    Parameters
    ----------
    folder
        A folder written by ``rajas run``.

    Raises
    ------
    InputError
        If the folder does not exist, has no readable manifest, lacks something a manifest must hold, or has
        no games.
    """
    folder = Path(folder)
    path = folder / "manifest.json"
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; give the folder of a run, for example reports/start_player-1a2b3c4d")
    if not path.is_file():
        raise InputError(
            f"{folder}: not the folder of a finished run (it has no manifest.json); "
            "if a run was interrupted here, give its `rajas run` command again to continue it"
        )
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError(f"{path}: cannot be read as JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise InputError(f"{path}: expected a JSON object, found {type(manifest).__name__}")
    if manifest.get("format") != FORMAT:
        raise InputError(f"{path}: format is {manifest.get('format')!r}; this version reads format {FORMAT}")
    problems = [f"{path}: '{key}' is missing" for key in _NEEDED if key not in manifest]
    if problems:
        raise InputError(problems)
    run = Run(folder, manifest)
    if not run.players:
        raise InputError(f"{folder}: no block of this run was finished; give its `rajas run` command again to continue it")
    missing = [
        f"{folder}: no table '{name}' for {k} players under {folder / 'tables' / name}"
        for k in run.players
        for name in ("games", "seats")
        if not run.has_table(name, k)
    ]
    if missing:
        raise InputError(missing)
    problems = [problem for k in run.players if (problem := _wrong_count(run, k))]
    if problems:
        raise InputError(problems)
    return run


def _wrong_count(run: Run, players: int) -> str | None:
    """Compare the games on disk with the manifest, so that a damaged run is not taken for a whole one."""
    expected = run.blocks(players) * run.games_per_block(players) * len(run.arms)
    games = pl.scan_parquet(run._files["games", players]).filter(pl.col("block") < run.blocks(players))
    found = games.select(pl.len()).collect().item()
    if found == expected:
        return None
    return (
        f"{run.folder}: the tables hold {found} games with {players} players where the manifest says "
        f"{expected}; "
        "the run is damaged or was extended without its manifest, run it again"
    )
