"""The runs in a folder, as a list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rajas_sim.core.errors import InputError
from rajas_sim.study.folder.manifest import AskedBy
from rajas_sim.study.folder.notes import day_of, label_of, verdicts_of
from rajas_sim.study.folder.runs import runs_in
from rajas_sim.study.folder.settings import differing_settings, settings_text
from rajas_sim.study.folder.state import require_own_manifest
from rajas_sim.study.folder.store import RunFolder


@dataclass(frozen=True)
class ListedRun:
    """What a list says about a run.

    Attributes
    ----------
    run
        Name of its folder.
    blocks
        How many were played, by number of players.
    verdicts
        About the seats, by number of players; None if they are not known for the present games.
    box
        The name of its component values.
    asked_by
        The question and experiment of which it is a part, if it is one.
    settings
        Keys of its experiment that have other values in other listed runs of this name, with its value, and its box likewise.
    """

    run: str
    experiment: str
    label: str
    day: str
    game: str
    strategies: tuple[str, ...]
    blocks: Mapping[int, int]
    games: int
    is_finished: bool
    verdicts: Mapping[int, list[str]] | None
    question: str
    box: str
    asked_by: AskedBy | None
    settings: Mapping[str, str]

    @property
    def verdict_text(self) -> str:
        """The verdicts in one line."""
        if not self.is_finished:
            return "not finished"
        if self.verdicts is None:
            return "not judged yet"
        return ", ".join(f"{k}: {'/'.join(dict.fromkeys(verdicts))}" for k, verdicts in self.verdicts.items())

    @property
    def blocks_text(self) -> str:
        """The number of blocks; of different numbers the range."""
        numbers = sorted(set(self.blocks.values()))
        return " to ".join(f"{n:,}" for n in dict.fromkeys([*numbers[:1], *numbers[-1:]]))

    @property
    def settings_text(self) -> str:
        """What tells it from other runs of its name, as TOML writes it."""
        return settings_text(self.settings)


def list_runs(reports: Path) -> tuple[list[ListedRun], list[str]]:
    """Return all runs in a folder, and why others cannot be read."""
    rows, problems = [], []
    for folder in runs_in(reports):
        try:
            manifest = RunFolder(folder).manifest()
            require_own_manifest(folder, manifest)
        except InputError as error:
            problems.append(str(error))
            continue
        rows.append(
            ListedRun(
                run=folder.name,
                experiment=manifest.name,
                label=label_of(folder),
                day=day_of(folder, manifest),
                game=manifest.game,
                strategies=tuple(manifest.strategies),
                blocks=manifest.blocks,
                games=sum(manifest.games.values()),
                is_finished=manifest.complete,
                verdicts=verdicts_of(folder, manifest),
                question=manifest.question,
                box=manifest.components.name,
                asked_by=manifest.asked_by,
                settings={},
            )
        )
    runs_by_experiment: dict[str, list[str]] = {}
    for row in rows:
        if row.asked_by is None:
            runs_by_experiment.setdefault(row.experiment, []).append(row.run)
    settings = {run: what for runs in runs_by_experiment.values() for run, what in differing_settings(reports, runs).items()}
    return [replace(row, settings=settings.get(row.run, {})) for row in rows], problems
