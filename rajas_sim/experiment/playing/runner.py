"""Playing an experiment: from an experiment to a folder of tables.

The main thread only waits, counts and listens for Ctrl-C; shards are played by workers. Which worker plays which shard, and in
which order they finish, leaves no trace in the tables.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from rajas_sim.core.errors import InputError, RunError, StrategyError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.manifest import Manifest, Timings
from rajas_sim.experiment.folder.run_state import check_blocks, check_same_run, make_manifest
from rajas_sim.experiment.folder.store import REPORTS, Store
from rajas_sim.experiment.playing.memory import peak_memory_mib
from rajas_sim.experiment.playing.pace import Pace, Progress
from rajas_sim.experiment.playing.shard import Job, ShardResult
from rajas_sim.experiment.playing.workers import Processes, Threads, Workers
from rajas_sim.experiment.question.resolve import Experiment

Mode = Literal["auto", "resume", "extend"]
# How many blocks each shard on disk holds, by number of players and number of the shard.
OnDisk = dict[int, dict[int, int]]
# Shards handed out at a time, for each worker: enough that nobody waits, few enough that nothing piles up.
JOBS_AHEAD = 2
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_STOP = 0.7


class RunInterruptedError(RunError):
    """The run was ended by Ctrl-C; what was finished is kept.

    Attributes
    ----------
    is_still_busy
        Whether some thread is still inside a game that takes long; it ends with the process.
    """

    def __init__(self, message: str, is_still_busy: bool = False) -> None:
        super().__init__(message)
        self.is_still_busy = is_still_busy


@dataclass(frozen=True)
class RunResult:
    """What a run has come to.

    Attributes
    ----------
    blocks, games
        By number of players, earlier starts included.
    n_new_games
        Played this time.
    timings
        Of the run; rates are those of the last time games were added.
    """

    folder: Path
    blocks: dict[int, int]
    games: dict[int, int]
    n_new_games: int
    timings: Timings


def run(
    experiment: Experiment,
    out: Path = REPORTS,
    *,
    workers: int | None = None,
    mode: Mode = "auto",
    on_progress: Callable[[Progress], None] | None = None,
    command: str = "",
) -> RunResult:
    """Play an experiment, or what is missing of it.

    Parameters
    ----------
    out
        Folder in which the run has its own folder ``<name>-<hash>``.
    workers
        How many shards are played at a time; by default one a core.
    mode
        ``auto`` begins a run, or continues an unfinished one; a finished one is left alone, unless tables of it are missing.
        ``resume`` insists on something to continue. ``extend`` adds blocks to a finished run.
    on_progress
        Called about ten times a second.
    command
        What the user typed, kept in the manifest to continue an unfinished run.

    Raises
    ------
    InputError
        If the folder's state forbids what `mode` asks for.
    RunError
        If the folder cannot be written, holds something else or is being written by another run, or a strategy fails
        (`StrategyError`). What was played until then is kept.
    RunInterruptedError
        After Ctrl-C.
    """
    return _Attempt(experiment, out, workers or n_cores(), command, on_progress).go(mode)


def n_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Attempt:
    """One go at an experiment."""

    def __init__(
        self, experiment: Experiment, out: Path, n_workers: int, command: str, on_progress: Callable[[Progress], None] | None
    ) -> None:
        self.experiment = experiment
        self.hashes = hashes(experiment)
        self.store = Store(out / f"{experiment.config.name}-{self.hashes.run[:8]}")
        self.n_workers = n_workers
        self.command = command
        self.on_progress = on_progress or (lambda progress: None)
        self.memory: dict[int, float] = {}
        self.n_new_games = 0
        self.before = Timings()
        self.pace = Pace(0)

    def go(self, mode: Mode) -> RunResult:
        if mode != "auto" and self.store.read_manifest() is None:
            raise InputError(f"{self.store.folder}: there is no run to {mode}; leave out --{mode} to begin it")
        with self.store.locked():
            return self._go_on(mode)

    def _go_on(self, mode: Mode) -> RunResult:
        manifest = self.store.read_manifest()
        on_disk = self._on_disk()
        jobs = self._jobs(on_disk)
        if manifest is not None:
            check_same_run(self.store, manifest, self.hashes)
            self.before = manifest.timings
            is_more_wanted = check_blocks(self.store, manifest, self.experiment.config.blocks, self._n_begun(on_disk), mode)
            if not is_more_wanted and not jobs:
                return self._result(self._asked_anew(manifest))
        self.store.clean()
        self._write_config()
        self._write_manifest()
        self.pace = Pace(sum(len(job.blocks) * self.experiment.design.games_per_block(job.players) for job in jobs))
        try:
            self._play(jobs)
        except RunError as error:
            raise self._with_what_is_kept(error) from None
        return self._result(self._write_manifest())

    def _asked_anew(self, manifest: Manifest) -> Manifest:
        """Return the manifest of a finished run with today's question and level, which change no game.

        The tolerance stays the one of the first page; a page with another one is written beside it.
        """
        config = self.experiment.config
        if all(getattr(manifest, key) == getattr(config, key) for key in ("question", "level")):
            return manifest
        self.experiment = replace(
            self.experiment, config=config.with_changes(blocks=manifest.target_blocks, tolerance=manifest.tolerance)
        )
        self._write_config()
        return self._write_manifest()

    def _write_config(self) -> None:
        config = self.experiment.config
        if config.components is not None:
            name = f"components{config.components.suffix}"
            self.store.copy_in(config.components, name)
            config = config.model_copy(update={"components": Path(name)})
        self.store.write_text(self.store.config_file, config.to_toml())

    def _on_disk(self) -> OnDisk:
        return {k: self.store.shards(k) for k in self.experiment.design.players}

    def _n_begun(self, on_disk: OnDisk) -> int:
        """Return up to which block there is anything on disk."""
        design = self.experiment.design
        ends = [
            shard * design.blocks_per_shard(k) + n_blocks for k, shards in on_disk.items() for shard, n_blocks in shards.items()
        ]
        return max(ends, default=0)

    def _jobs(self, on_disk: OnDisk) -> list[Job]:
        """Return the shards to play, all numbers of players side by side."""
        design = self.experiment.design
        jobs = [
            Job(k, shard, blocks, on_disk[k].get(shard, 0))
            for k in design.players
            for shard, blocks in enumerate(design.shards(k, self.experiment.config.blocks))
        ]
        missing = [job for job in jobs if job.n_on_disk < len(job.blocks)]
        return sorted(missing, key=lambda job: (job.blocks.start, job.players))

    def _play(self, jobs: Sequence[Job]) -> None:
        is_compiled = self.experiment.design.is_compiled
        compiled = [job for job in jobs if is_compiled[job.players]]
        python = [job for job in jobs if not is_compiled[job.players]]
        if compiled:
            self._play_with(Threads(self.experiment, self.store, self.n_workers), compiled)
        if python:
            n = min(self.n_workers, len(python))
            self._play_with(Processes(self.experiment.config, self.store, n), python)

    def _play_with(self, workers: Workers, jobs: Sequence[Job]) -> None:
        waiting = deque(jobs)
        running: set[Future[ShardResult]] = set()
        games_before, decisions_before = self.pace.games, self.pace.decisions
        failure: RunError | None = None
        try:
            while running or (waiting and failure is None):
                while waiting and failure is None and len(running) < JOBS_AHEAD * self.n_workers:
                    running.add(workers.submit(waiting.popleft()))
                done, running = wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
                for future in done:
                    result = self._take(future)
                    if result.error is not None and failure is None:
                        failure = result.error
                        workers.stop()
                games, decisions = workers.counted()
                self.pace.at(games_before + games, decisions_before + decisions)
                self.on_progress(self.pace.progress())
            workers.close()
        except KeyboardInterrupt:
            workers.stop()
            done, busy = wait(running, SECONDS_TO_STOP)
            for future in done:
                # Polars hands Ctrl-C to the thread that is writing a table; that shard is not on disk.
                if not isinstance(future.exception(), KeyboardInterrupt):
                    self._take(future)
            workers.close(at_once=True)
            raise RunInterruptedError("stopped by Ctrl-C", is_still_busy=bool(busy) and not workers.can_be_ended) from None
        except BaseException:
            workers.stop()
            workers.close(at_once=True)
            raise
        if failure is not None:
            raise failure

    def _take(self, future: Future[ShardResult]) -> ShardResult:
        result = future.result()
        self.memory[result.process] = result.peak_memory_mib
        self.n_new_games += result.games
        return result

    def _timings(self) -> Timings:
        if not self.n_new_games:
            return self.before
        self.memory[os.getpid()] = peak_memory_mib()
        return Timings(
            wall_s=self.before.wall_s + self.pace.seconds,
            games_per_s=self.pace.games_per_s,
            decisions_per_s=self.pace.decisions_per_s,
            workers=self.n_workers,
            # The sum first: `max` keeps its first value where nothing is greater, so an unknown one stays unknown.
            peak_memory_mib=max(sum(self.memory.values()), self.before.peak_memory_mib),
        )

    def _write_manifest(self) -> Manifest:
        manifest = make_manifest(self.experiment, self.hashes, self._on_disk(), self._timings(), self.command)
        self.store.write_text(self.store.manifest_file, manifest.to_json())
        return manifest

    def _with_what_is_kept(self, error: RunError) -> RunError:
        """Return the error with a last line that says what was kept and how to go on."""
        try:
            manifest: Manifest | None = self._write_manifest()
        except RunError:
            manifest = self.store.read_manifest()
        kept = sum(manifest.games.values()) if manifest else 0
        design = self.experiment.design
        asked = self.experiment.config.blocks * sum(design.games_per_block(k) for k in design.players)
        text = f"{error}\n{kept:,} of {asked:,} games are kept in {self.store.folder}"
        if isinstance(error, StrategyError):
            text += ". The same command continues while the strategy's file is as it was; with a changed file it begins a new run"
        else:
            text += "; the same command continues"
        error.args = (f"{text}:\n  {self.command}" if self.command else text,)
        return error

    def _result(self, manifest: Manifest) -> RunResult:
        return RunResult(self.store.folder, manifest.blocks, manifest.games, self.n_new_games, manifest.timings)
