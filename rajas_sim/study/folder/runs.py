"""Finding a run, and replaying its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import InputError, RunError, did_you_mean
from rajas_sim.core.game import Game
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.study.config.load import StrategyFiles, load_experiment
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.design import GameKey, seating
from rajas_sim.study.folder.identity import hashes
from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.notes import day_of, label_of
from rajas_sim.study.folder.places import folder_at, is_local, is_url, store_errors
from rajas_sim.study.folder.settings import differing_settings, settings_text
from rajas_sim.study.folder.shards import RECEIPTS
from rajas_sim.study.folder.state import difference_text, require_own_manifest, require_question, require_whole
from rajas_sim.study.folder.store import REPORTS, RunFolder

MOST_NAMED = 10
"""A message names at most this many runs."""

#: Columns to compare with a replayed game: those of the game, and those of each seat that the game has.
GAME_COLUMNS = ("rounds", "decisions", "end_reason")
SEAT_COLUMNS = ("rank", "fame", "money", "overlap")
#: Every run folder has at least one of these.
FILES_OF_A_RUN = ("manifest.json", RECEIPTS)


@dataclass(frozen=True)
class PlayedGame:
    """One game of a run, ready to be replayed.

    Attributes
    ----------
    folder
        Folder of the run.
    number
        Number of the game.
    key
        Its place in the design: number of players, block, line-up, order, rotation and arm.
    arm
        Name of the arm.
    rules
        Rules of the arm.
    labels, strategies
        The labels of the strategies, and the strategies themselves. `seating` has, for each seat in turn order, an index into
        them.
    seed
        Seed of the game's luck.
    """

    folder: Path
    number: int
    game: Game
    key: GameKey
    arm: str
    rules: Any
    labels: tuple[str, ...]
    strategies: tuple[Strategy, ...]
    seating: tuple[int, ...]
    seed: int

    @property
    def labels_by_seat(self) -> tuple[str, ...]:
        """The label of the strategy at each seat, in turn order."""
        return tuple(self.labels[i] for i in self.seating)

    @property
    def strategies_by_seat(self) -> tuple[Strategy, ...]:
        """The strategy at each seat, in turn order."""
        return tuple(self.strategies[i] for i in self.seating)

    def steps(self) -> Iterator[Step]:
        """Replay the game: yield the set-up and every decision."""
        return self.game.steps(self.rules, self.strategies, self.seed, self.seating)

    def difference_text(self, played: Sequence[Step]) -> str | None:
        """Say how a replayed game differs from the recorded one, or None."""
        import polars as pl

        games, seats = (pl.read_parquet(file).filter(game=self.number) for file in self._table_files())
        seat_columns = [name for name in SEAT_COLUMNS if name in seats.columns]
        recorded = games.select(GAME_COLUMNS).row(0, named=True)
        for row in seats.iter_rows(named=True):
            recorded |= {f"{name} of seat {row['position']}": row[name] for name in seat_columns}
        final = played[-1].after
        standings = sorted(final.standings, key=lambda standing: standing.seat)
        replayed = {"rounds": final.round_number, "decisions": len(played) - 1, "end_reason": str(final.end_reason)}
        replayed |= {f"{name} of seat {s.seat + 1}": getattr(s, name) for s in standings for name in seat_columns}
        differing_keys = [key for key in replayed if replayed[key] != recorded[key]]
        return "; ".join(f"{key} was {recorded[key]}, is now {replayed[key]}" for key in differing_keys) or None

    def _table_files(self) -> list[Path]:
        """Return the files of the games and seats tables that contain the game."""
        shards = RunFolder(self.folder).shards
        receipts = shards.receipts(RunFolder(self.folder).manifest().hashes.run)
        (shard,) = {r.shard for r in receipts if r.players == self.key.players and self.key.block in r.blocks}
        return [shards.table_file(table, self.key.players, shard) for table in ("games", "seats")]


def find_run(text: str, reports: Path = REPORTS) -> Path:
    """Return the run folder that a user names: a path, a URL, a label, or a name (or its beginning) below `reports`.

    Raises
    ------
    InputError
        If no run or several runs match.
    RunError
        If a store cannot be reached.
    """
    path = folder_at(text)
    with store_errors(path):
        if path.is_file():
            path = path.parent
        if path.is_dir() and (is_local(path) or _holds_a_run(path)):
            return path
    matching_runs = [folder for folder in runs_in(reports) if label_of(folder) == text] or runs_meant(text, reports)
    if len(matching_runs) == 1:
        return matching_runs[0]
    if matching_runs:
        settings = differing_settings(matching_runs[0].parent, [folder.name for folder in matching_runs])
        run_texts = ", ".join(_run_text(folder, settings[folder.name]) for folder in matching_runs)
        raise InputError(f"{text}: several runs begin so: {run_texts}; give more of the name, or a label (rajas runs label)")
    folder_of_runs = _folder_of_runs(text, reports)
    names = [run.name for run in runs_in(folder_of_runs) if not _is_part_of_an_answer(run)]
    more_text = f" and {len(names) - MOST_NAMED} more (rajas runs)" if len(names) > MOST_NAMED else ""
    runs_text = ", ".join(names[:MOST_NAMED]) + more_text or "none; play one first, with rajas run"
    hint = did_you_mean(text, dict.fromkeys(name.rpartition("-")[0] for name in names))
    raise InputError(f"{text}: no such run{hint or '.'} Runs in {folder_of_runs}: {runs_text}")


def _run_text(folder: Path, settings: Mapping[str, str]) -> str:
    """Describe a run: name, label, day, games and the settings that tell it from others; the name alone if unreadable."""
    try:
        manifest = RunFolder(folder).manifest()
    except InputError:
        return folder.name
    parts = [label_of(folder), day_of(folder, manifest), f"{sum(manifest.games.values()):,} games", settings_text(settings)]
    return f"{folder.name} ({', '.join(filter(None, parts))})"


def runs_meant(text: str, reports: Path = REPORTS) -> list[Path]:
    """Return the runs with exactly this name; else those with this name and any hash; else those whose hash begins this way.

    A name that is only the beginning of an experiment's name matches nothing.
    """
    name, runs = folder_at(text).name, runs_in(_folder_of_runs(text, reports))
    runs_of_this_name = [folder for folder in runs if folder.name == name]
    runs_with_any_hash = [folder for folder in runs if folder.name.rpartition("-")[0] == name]
    if runs_of_this_name or runs_with_any_hash:
        return runs_of_this_name or runs_with_any_hash
    return [folder for folder in runs if folder.name.startswith(name) and name.startswith(f"{folder.name.rpartition('-')[0]}-")]


def _is_part_of_an_answer(folder: Path) -> bool:
    """Return whether a question played the run for its answer; False if the manifest cannot be read."""
    try:
        return RunFolder(folder).manifest().asked_by is not None
    except InputError:
        return False


def _folder_of_runs(text: str, reports: Path) -> Path:
    """Return the folder in which a user expects a run: that of a path or URL, else `reports`."""
    path = folder_at(text)
    return path.parent if is_url(text) or len(path.parts) > 1 else reports


def _holds_a_run(path: Path) -> bool:
    return any((path / name).exists() for name in FILES_OF_A_RUN)


def runs_in(reports: Path) -> list[Path]:
    """Return the runs in a folder, including those that have lost their manifest."""
    with store_errors(reports):
        folders = {path.parent for name in FILES_OF_A_RUN for path in reports.glob(f"*/{name}")}
    return sorted(folders, key=str)


def require_finished(folder: Path) -> None:
    """Refuse a folder without a run, or with an unfinished run; the message says how to finish it.

    The estimates of an unfinished run would depend on which games finished first.
    """
    manifest = RunFolder(folder).manifest()
    require_own_manifest(folder, manifest)
    if not manifest.complete:
        command = manifest.command or RunFolder(folder).command
        raise InputError(f"{folder}: the run is not finished. To finish it with unchanged strategies:\n  {command}")


def open_run(folder: Path, *, trusts_files: bool = False) -> tuple[Experiment, Manifest]:
    """Return the experiment and manifest of a run.

    Parameters
    ----------
    trusts_files
        Whether to run Python files that the run names as strategies.

    Raises
    ------
    InputError, RunError
        If the folder holds no run, or a run that today's rules, strategies or engine would play differently, or a run that names
        Python files although they are not trusted.
    """
    experiment, manifest = _experiment(folder, "run" if trusts_files else "refuse")
    reason = difference_text(manifest, hashes(experiment))
    if reason is not None:
        raise RunError(f"{folder}: {reason}, so its games would not be the same now; run the experiment again")
    return experiment, manifest


def experiment_of_run(folder: Path) -> Experiment:
    """Return the experiment of a run, for its rules, which must be unchanged; its strategies may have changed.

    So that no foreign code runs, `random` stands for strategies that are given as Python files.

    Raises
    ------
    InputError, RunError
        If the folder holds no run, or its config gives other rules today.
    """
    experiment, manifest = _experiment(folder, "replace")
    if hashes(experiment).rules != manifest.hashes.rules:
        raise RunError(f"{folder}: was played by other rules than its file gives today; run the experiment again")
    return experiment


def _experiment(folder: Path, strategy_files: StrategyFiles) -> tuple[Experiment, Manifest]:
    """Return the experiment of a run, from its config, and its manifest; today's rules may differ from those it was played by."""
    manifest = RunFolder(folder).manifest()
    require_question(folder, manifest)
    experiment = load_experiment(RunFolder(folder).config_file, strategy_files=strategy_files)
    if set(experiment.design.arms) < set(manifest.arms):
        # Earlier versions also played points of a sweep that have the rules of the baseline.
        experiment = resolve(experiment.config, repeats_baseline=True)
    return experiment, manifest


def find_played_game(folder: Path, number: int, *, trusts_files: bool = False) -> PlayedGame:
    """Return a game of a run by its number (column ``game`` of the tables); raises as `find_played_games` does."""
    (game,) = find_played_games(folder, [number], trusts_files=trusts_files)
    return game


def find_played_games(folder: Path, numbers: Sequence[int], *, trusts_files: bool = False) -> list[PlayedGame]:
    """Return games of a run by their numbers.

    Parameters
    ----------
    trusts_files
        Whether to run Python files that the run names as strategies.

    Raises
    ------
    InputError
        If the run lacks one of these games, is damaged, or names Python files although they are not trusted.
    RunError
        If today's rules, strategies or engine would play it differently.
    """
    require_whole(folder)
    experiment, manifest = open_run(folder, trusts_files=trusts_files)
    return [_played_game(folder, experiment, manifest, number) for number in numbers]


def _played_game(folder: Path, experiment: Experiment, manifest: Manifest, number: int) -> PlayedGame:
    """Return the game of a run with this number, ready to be replayed; an error names numbers that the run has."""
    design = experiment.design
    key = design.locate(number)
    if key is None or key.block >= manifest.blocks[key.players]:
        first_numbers = [design.game_id(GameKey(k, 0, 0, 0, 0, 0)) for k in design.players]
        examples = ", ".join(
            f"{first_number} ({k} players)" for first_number, k in zip(first_numbers, design.players, strict=True)
        )
        raise InputError(
            f"{folder}: has no game {number}; numbers have gaps and stand in the column 'game' of its tables. "
            f"The first are {examples}"
        )
    labels = design.line_ups[key.players][key.line_up]
    return PlayedGame(
        folder=folder,
        number=number,
        game=experiment.game,
        key=key,
        arm=design.arms[key.arm],
        rules=experiment.rules[key.players][key.arm],
        labels=labels,
        strategies=tuple(experiment.strategies[label] for label in labels),
        seating=seating(key.players, key.order, key.rotation),
        seed=block_seed(experiment.config.seed, key.block),
    )
