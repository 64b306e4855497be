"""The runs in a folder, as a list for users."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rajas_sim.core.errors import InputError
from rajas_sim.study.folder.manifest import AskedBy
from rajas_sim.study.folder.notes import day_of, label_of, sentence_of, verdicts_of
from rajas_sim.study.folder.runs import runs_in
from rajas_sim.study.folder.settings import differing_settings, settings_in_words, settings_text
from rajas_sim.study.folder.state import require_own_manifest
from rajas_sim.study.folder.store import RunFolder


@dataclass(frozen=True)
class ListedRun:
    """One run as an entry of a list.

    Attributes
    ----------
    run
        Name of its folder.
    blocks
        Number of players -> blocks played.
    verdicts
        Number of players -> verdicts about the seats; None if they are not known for the present games.
    sentence
        The answer in a sentence if the run asks about something else than its seats; otherwise empty.
    box
        The name of its component values.
    asked_by
        The question and the experiment that played this run for their answer, or None.
    settings
        The keys, with this run's values, in which listed runs of the same experiment name differ; the box is one of these keys.
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
    sentence: str
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
        """The number of blocks, or a range if the numbers of players have different numbers of blocks."""
        numbers = sorted(set(self.blocks.values()))
        return " to ".join(f"{n:,}" for n in dict.fromkeys([*numbers[:1], *numbers[-1:]]))

    @property
    def settings_text(self) -> str:
        """The settings in which this run differs from others of its name, as TOML writes them."""
        return settings_text(self.settings)

    @property
    def settings_in_words(self) -> str:
        """The settings in which this run differs from others of its name, in words."""
        return settings_in_words(self.settings)


def list_runs(reports: Path) -> tuple[list[ListedRun], list[str]]:
    """Return all runs in a folder, and a message for each run that cannot be read."""
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
                sentence=sentence_of(folder, manifest),
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
    settings: dict[str, dict[str, str]] = {}
    for runs in runs_by_experiment.values():
        settings |= differing_settings(reports, runs)
    return [replace(row, settings=settings.get(row.run, {})) for row in rows], problems
