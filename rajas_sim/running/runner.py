"""Playing an experiment: from an experiment to a folder of tables.

The main thread only waits, counts and listens for Ctrl-C; workers play the shards. The tables do not depend on which worker plays
which shard, or on the order in which they finish.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rajas_sim.core.errors import InputError, RajasError, RunError, StoppedError, StrategyError
from rajas_sim.running.foreman import Foreman, Pace, Progress
from rajas_sim.running.looking import Looking
from rajas_sim.running.planning import Mode, config_to_play, jobs_of, refuse_absent
from rajas_sim.running.signals import unbroken
from rajas_sim.running.workers.shard import ShardPlayer, Watch, peak_memory_mib, this_process
from rajas_sim.running.workers.workers import Processes, Threads
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.identity import hashes, run_name
from rajas_sim.study.folder.manifest import AskedBy, Hashes, Manifest, Timings
from rajas_sim.study.folder.notes import new_looks
from rajas_sim.study.folder.places import folder_at, write_file
from rajas_sim.study.folder.shards import Inventory, Job, Receipt
from rajas_sim.study.folder.state import RunState, make_manifest, read_state, rebuild_manifest
from rajas_sim.study.folder.store import REPORTS, RunFolder

if TYPE_CHECKING:
    from distributed import Client

E = TypeVar("E", bound=RajasError)
# More workers only take memory from each other: a process for plain Python takes 150 MiB.
MOST_WORKERS_A_CORE = 8


@dataclass(frozen=True)
class RunResult:
    """The result of playing a run.

    Attributes
    ----------
    blocks, games
        By number of players, including earlier starts.
    n_new_games
        Games played by this start.
    timings
        Timings of the run; the rates are those of the last time games were added.
    """

    folder: Path
    blocks: dict[int, int]
    games: dict[int, int]
    n_new_games: int
    timings: Timings


def run(  # noqa: PLR0913 its options are those of the command
    experiment: Experiment,
    out: Path | str = REPORTS,
    *,
    workers: int | None = None,
    cluster: Client | None = None,
    mode: Mode = "auto",
    on_progress: Callable[[Progress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    command: str = "",
    asked_by: AskedBy | None = None,
) -> RunResult:
    """Play an experiment, or the missing part of it.

    Parameters
    ----------
    out
        Folder in which the run gets its folder ``<name>-<hash>``; it may be a URL, such as ``s3://bucket/folder``.
    workers
        How many shards are played at a time; by default one per core.
    cluster
        A client of a Dask cluster whose workers play instead of this machine. The client is left open.
    mode
        ``auto`` begins a run or continues an unfinished one, and plays damaged parts of a finished run again.
        ``resume`` refuses to begin a new run. ``extend`` adds blocks to a finished run.
    on_progress
        Called about ten times a second.
    on_note
        Called with a sentence about each repair, and about what takes long on a cluster.
    command
        What the user typed; the manifest keeps it so that an unfinished run can be continued.
    asked_by
        The question whose answer this run is a part of, for the manifest; None if the user runs it.

    Raises
    ------
    InputError
        If the state of the folder forbids what `mode` asks for, or there are too many workers.
    RunError
        If the folder cannot be written, holds something else or another run is writing into it, or a strategy fails
        (`StrategyError`), or the cluster is lost or has another version. Games played until then are kept.
    StoppedError
        After Ctrl-C.
    """
    n_workers = n_workers_allowed(workers)
    run_hashes = hashes(experiment)
    run_folder = RunFolder(folder_at(out) / run_name(experiment.config.name, run_hashes))
    looking = Looking(experiment, run_folder.folder, ())
    progress, note = on_progress or _ignore, on_note or _ignore
    requested_run = _Run(experiment, run_folder, run_hashes, looking, n_workers, cluster, command, progress, note, asked_by)
    try:
        # Before the lock, which makes the folder.
        if run_folder.read_manifest() is None and not run_folder.shards.receipts(run_hashes.run):
            refuse_absent(run_folder, mode)
        with run_folder.locked():
            return _play_by_state(requested_run, mode)
    except KeyboardInterrupt as interrupt:
        with unbroken(is_the_end=True):
            raise requested_run.with_what_is_kept(StoppedError.by_interrupt(interrupt)) from None


def _ignore(message: object) -> None:
    """Ignore progress and notes."""


def n_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def n_workers_allowed(workers: int | None) -> int:
    """Return how many workers play: the number asked for, or one per core.

    Raises
    ------
    InputError
        If there are fewer than 1 or too many.
    """
    max_workers = n_cores() * MOST_WORKERS_A_CORE
    if workers is not None and not 1 <= workers <= max_workers:
        cores = f"{n_cores()} core{'s' if n_cores() > 1 else ''}"
        raise InputError(f"--workers {workers}: must be 1 to {max_workers} with the {cores} of this machine; more are not faster")
    return workers or n_cores()


@dataclass(frozen=True)
class _Run:
    """A run while it is played.

    Attributes
    ----------
    looking
        The looks of the stopping rule, which decide which shards count.
    n_workers, cluster, command, on_progress, on_note, asked_by
        Parameters of `run`; none of them changes a game.
    earlier_timings
        The timings of earlier starts.
    is_rebuilt
        Whether the manifest was lost and rebuilt.
    question_files
        Name -> SHA-256 of the config and the component file.
    """

    experiment: Experiment
    run_folder: RunFolder
    hashes: Hashes
    looking: Looking
    n_workers: int
    cluster: Client | None
    command: str
    on_progress: Callable[[Progress], None]
    on_note: Callable[[str], None]
    asked_by: AskedBy | None
    earlier_timings: Timings = field(default_factory=Timings)
    is_rebuilt: bool = False
    question_files: Mapping[str, str] = field(default_factory=dict)

    def receipts(self) -> tuple[Receipt, ...]:
        """Return the receipts of the shards that count."""
        return tuple(filter(self.looking.belongs, self.run_folder.shards.receipts(self.hashes.run)))

    def drop_what_does_not_count(self) -> None:
        """Remove shards that begin after the rule was met, and half-written files."""
        self.run_folder.shards.clean(Inventory(self.receipts(), ()))

    def with_question(self) -> _Run:
        """Write the config and the component file, and return the run with their SHA-256."""
        return replace(self, question_files=self.run_folder.write_question(self.experiment.config))

    def write_manifest(self, timings: Timings) -> Manifest:
        """Write the manifest.

        The tables are not read again, since they were just checked or written.
        """
        inventory, looks = Inventory(self.receipts(), ()), self.looking.looks
        manifest = make_manifest(self.experiment, self.hashes, inventory, timings, self.command, looks, self.question_files)
        is_complete = manifest.complete and not self.looking.is_due
        manifest = manifest.model_copy(update={"is_rebuilt": self.is_rebuilt, "asked_by": self.asked_by, "complete": is_complete})
        write_file(self.run_folder.manifest_file, manifest.to_json())
        return manifest

    def with_what_is_kept(self, error: E) -> E:
        """Return the error with an additional line that says what was kept and how to continue."""
        design, command = self.experiment.design, self.command
        n_kept_games = sum(design.n_games(receipt.players, receipt.blocks) for receipt in self.receipts())
        n_all_games = sum(design.n_games(k, range(self.experiment.config.most_blocks)) for k in design.players)
        text = f"{error}\n{n_kept_games:,} of {n_all_games:,} games are kept in {self.run_folder.folder}"
        if isinstance(error, StrategyError):
            text += ". The same command continues as long as the strategy's file does not change; a changed file begins a new run"
        else:
            text += "; the same command continues"
        error.args = (f"{text}:\n  {command}" if command else text,)
        return error


def _play_by_state(requested_run: _Run, mode: Mode) -> RunResult:
    """Do what the state of the folder and the mode require (`rajas_sim.running.planning`)."""
    experiment, run_folder, note = requested_run.experiment, requested_run.run_folder, requested_run.on_note
    disk = read_state(experiment, run_folder, requested_run.hashes)
    if disk.manifest is None and disk.state is RunState.DAMAGED:
        reason = "is missing or damaged, or of another run"
        note(f"{run_folder.manifest_file}: {reason}, and is rebuilt from the run's config and shards")
        disk = rebuild_manifest(experiment, run_folder, requested_run.hashes, disk.inventory, requested_run.command)
    config = config_to_play(experiment.config, run_folder, disk, mode, requested_run.command)
    manifest = disk.manifest
    for sentence in disk.damaged_files:
        note(f"{sentence}; it is written again")
    current_run = replace(requested_run, experiment=replace(experiment, config=config))
    if manifest is not None:
        looking = Looking(current_run.experiment, run_folder.folder, manifest.looks)
        asked_by = current_run.asked_by or manifest.asked_by
        current_run = replace(
            current_run, looking=looking, earlier_timings=manifest.timings, is_rebuilt=manifest.is_rebuilt, asked_by=asked_by
        )
    current_run.looking.add(disk.inventory.receipts)
    if manifest is not None and manifest.complete:
        jobs = jobs_of(current_run.experiment, disk.inventory, current_run.looking)
        is_nothing_missing = not disk.damaged_shards and next(jobs, None) is None
        if config is not experiment.config and is_nothing_missing:
            # The tolerance remains that of the first page; a page with another tolerance is written beside that page.
            current_run = current_run.with_question()
            if (current_run.question_files, current_run.asked_by) != (manifest.question_files, manifest.asked_by):
                manifest = current_run.write_manifest(manifest.timings)
            return _run_result(run_folder, manifest, 0)
        # A user who extends or repairs a finished run has presumably seen its verdicts.
        current_run.looking.looks += new_looks(manifest)
    for sentence in disk.damaged_shards:
        note(f"{sentence}; its games are played again")
    run_folder.shards.clean(disk.inventory)
    return _play_missing(current_run.with_question(), disk.inventory)


def _play_missing(current_run: _Run, inventory: Inventory) -> RunResult:
    """Play the missing part of a run. Write the manifest before, and after, even if stopped or failed.

    Raises
    ------
    RunError, StoppedError
        They say what is kept.
    """
    current_run.write_manifest(current_run.earlier_timings)
    experiment, looking = current_run.experiment, current_run.looking
    n_games = sum(experiment.design.n_games(job.players, job.missing) for job in jobs_of(experiment, inventory, looking))
    n_kept = sum(experiment.design.n_games(receipt.players, receipt.blocks) for receipt in inventory.receipts)
    foreman = Foreman(experiment, current_run.run_folder.shards, Pace(n_games, n_kept), looking, current_run.on_progress)

    def finish() -> Manifest:
        current_run.drop_what_does_not_count()
        return current_run.write_manifest(_timings_now(current_run.earlier_timings, foreman))

    try:
        looking.look()  # shards of earlier starts may make one due
        _play_jobs(current_run, foreman, lambda: jobs_of(experiment, inventory, looking))
        return _run_result(current_run.run_folder, finish(), foreman.n_games)
    except (RunError, StoppedError, KeyboardInterrupt) as error:
        with unbroken(is_the_end=True):
            with suppress(RunError):  # the disk may be full; the shards, not the manifest, say what is kept
                finish()
            raised_error = StoppedError.by_interrupt(error) if isinstance(error, KeyboardInterrupt) else error
            raise current_run.with_what_is_kept(raised_error) from None


def _play_jobs(current_run: _Run, foreman: Foreman, jobs: Callable[[], Iterator[Job]]) -> None:
    """Have the foreman play all jobs, on the cluster if there is one.

    Else threads play the compiled games, and then processes those with plain Python. `jobs` begins a new iteration at each call.
    """
    experiment, run_hash, shards = current_run.experiment, current_run.hashes.run, current_run.run_folder.shards
    n_workers, client = current_run.n_workers, current_run.cluster
    if client is not None:
        from rajas_sim.running.workers.cluster import shards_on_cluster

        with shards_on_cluster(client, experiment, run_hash, shards.folder, current_run.on_note) as (workers, begin, watch):
            foreman.play(workers, begin, jobs(), watch)
        return
    is_compiled, batches = experiment.design.is_compiled, experiment.game.batches
    batches.compile_elsewhere()
    if any(is_compiled.values()):
        watch = Watch.of_threads()
        player = ShardPlayer(experiment, run_hash, shards, watch.stopped.is_set, watch.count)
        with Threads(player, n_workers, watch) as threads:
            compiled_jobs = (job for job in jobs() if is_compiled[job.players])
            foreman.play(threads, partial(threads.submit, ShardPlayer.play), compiled_jobs, watch)
    if not all(is_compiled.values()):
        batches.wait_for_compiler()
        with Processes(experiment.config, run_hash, shards, n_workers) as processes:
            python_jobs = (job for job in jobs() if not is_compiled[job.players])
            foreman.play(processes, partial(processes.submit, ShardPlayer.play), python_jobs, processes.watch)


def _timings_now(earlier_timings: Timings, foreman: Foreman) -> Timings:
    """Return the timings of a run: the rates of this start, the wall time of all starts, the highest peak memory of any start."""
    if not foreman.n_games:
        return earlier_timings
    foreman.memory[this_process()] = peak_memory_mib()
    return Timings(
        wall_s=earlier_timings.wall_s + foreman.pace.seconds,
        games_per_s=foreman.per_second(foreman.n_games),
        decisions_per_s=foreman.per_second(foreman.n_decisions),
        workers=foreman.n_workers,
        # `max` returns its first argument unless another one is greater, so an unknown sum (NaN) must come first to stay.
        peak_memory_mib=max(sum(foreman.memory.values()), earlier_timings.peak_memory_mib),
    )


def _run_result(run_folder: RunFolder, manifest: Manifest, n_new_games: int) -> RunResult:
    return RunResult(run_folder.folder, manifest.blocks, manifest.games, n_new_games, manifest.timings)
