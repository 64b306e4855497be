"""Playing an experiment: from an experiment to a folder of tables.

The main thread only waits, counts and listens for Ctrl-C; shards are played by workers. Which worker plays which shard, and in
which order they finish, leaves no trace in the tables.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from rajas_sim.core.errors import InputError, RajasError, RunError, StoppedError, StrategyError
from rajas_sim.running.foreman import Foreman
from rajas_sim.running.looking import Looking
from rajas_sim.running.pace import Pace, Progress
from rajas_sim.running.planning import jobs_of, stock_of
from rajas_sim.running.signals import unbroken
from rajas_sim.running.workers.local import Processes, Threads
from rajas_sim.running.workers.memory import peak_memory_mib, this_process
from rajas_sim.running.workers.shard import Job, ShardPlayer, Watch, play_shard
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.identity import hashes
from rajas_sim.study.folder.looks import new_looks
from rajas_sim.study.folder.manifest import Look, Manifest, Timings
from rajas_sim.study.folder.places import place
from rajas_sim.study.folder.question_files import damaged_question_files, write_question
from rajas_sim.study.folder.run_state import check_blocks, check_same_run, make_manifest, missing
from rajas_sim.study.folder.shards import Receipt, Stock
from rajas_sim.study.folder.store import REPORTS, Store

if TYPE_CHECKING:
    from distributed import Client

Mode = Literal["auto", "resume", "extend"]
E = TypeVar("E", bound=RajasError)
# More only take memory from each other: a process of its own for plain Python takes 150 MiB.
MOST_WORKERS_A_CORE = 8


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
    out: Path | str = REPORTS,
    *,
    workers: int | None = None,
    cluster: Client | None = None,
    mode: Mode = "auto",
    on_progress: Callable[[Progress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    command: str = "",
) -> RunResult:
    """Play an experiment, or what is missing of it.

    Parameters
    ----------
    out
        Folder in which the run has its own folder ``<name>-<hash>``; it may be a URL, such as ``s3://bucket/folder``.
    workers
        How many shards are played at a time; by default one a core.
    cluster
        A client of a Dask cluster whose workers play, in place of this machine; it is left open.
    mode
        ``auto`` begins a run, or continues an unfinished one; of a finished one, what is damaged or missing is played again.
        ``resume`` insists on something to continue. ``extend`` adds blocks to a finished run.
    on_progress
        Called about ten times a second.
    on_note
        Called with a sentence about each thing that was found damaged and is mended, and about what takes long at a cluster.
    command
        What the user typed, kept in the manifest to continue an unfinished run.

    Raises
    ------
    InputError
        If the folder's state forbids what `mode` asks for, or there are too many workers.
    RunError
        If the folder cannot be written, holds something else or is being written by another run, or a strategy fails
        (`StrategyError`), or the cluster is lost or has another version. What was played until then is kept.
    StoppedError
        After Ctrl-C.
    """
    n_workers = n_workers_allowed(workers)
    return _Attempt(experiment, place(out), n_workers, cluster, command, on_progress, on_note).go(mode)


def n_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def n_workers_allowed(workers: int | None) -> int:
    """Return how many workers play: as many as asked for, or one a core.

    Raises
    ------
    InputError
        If there are too many.
    """
    most = n_cores() * MOST_WORKERS_A_CORE
    if workers is not None and not 1 <= workers <= most:
        cores = f"{n_cores()} core{'s' if n_cores() > 1 else ''}"
        raise InputError(f"--workers {workers}: from 1 to {most} can be had with the {cores} here; more are not faster")
    return workers or n_cores()


class _Attempt:
    """One go at an experiment."""

    def __init__(
        self,
        experiment: Experiment,
        out: Path,
        n_workers: int,
        cluster: Client | None,
        command: str,
        on_progress: Callable[[Progress], None] | None,
        on_note: Callable[[str], None] | None,
    ) -> None:
        self.experiment = experiment
        self.hashes = hashes(experiment)
        self.store = Store(out / f"{experiment.config.name}-{self.hashes.run[:8]}")
        self.n_workers, self.cluster = n_workers, cluster
        self.command = command
        self.on_progress = on_progress or (lambda progress: None)
        self.on_note = on_note or (lambda sentence: None)
        self.before = Timings()
        self.question_files: dict[str, str] = {}
        self.is_rebuilt = self.is_begun = False
        self.looking = self._looking((), ())
        self.foreman = self._foreman(0)

    def go(self, mode: Mode) -> RunResult:
        try:
            if mode != "auto" and self.store.read_manifest() is None and not self.store.shards.receipts(self.hashes.run):
                raise InputError(f"{self.store.folder}: there is no run to {mode}; leave out --{mode} to begin it")
            with self.store.locked():
                try:
                    return self._go_on(mode)
                except KeyboardInterrupt as interrupt:
                    with unbroken(is_the_end=True):
                        raise self._with_what_is_kept(StoppedError.of(interrupt)) from None
        except KeyboardInterrupt as interrupt:
            with unbroken(is_the_end=True):
                raise self._with_what_is_kept(StoppedError.of(interrupt)) from None

    def _go_on(self, mode: Mode) -> RunResult:
        stock = stock_of(self.experiment, self.store, self.hashes.run)
        manifest = self._manifest(stock)
        self.looking = self._looking(manifest.looks if manifest is not None else (), stock.receipts)
        if manifest is not None:
            check_same_run(self.store, manifest, self.hashes)
            self.before = manifest.timings
            self.is_rebuilt |= manifest.is_rebuilt
            damage = stock.damage or (missing(self.store.folder, manifest, stock) if manifest.complete else ())
            changed = damaged_question_files(self.store.folder, manifest)
            is_damaged, n_begun = bool(damage or changed), stock.n_begun()
            config = self.experiment.config
            goes_on = check_blocks(self.store, manifest, config, n_begun, mode, is_damaged=is_damaged)
            for sentence in changed:
                self.on_note(f"{sentence}; it is written anew")
            if not goes_on:
                kept = {"blocks": manifest.target_blocks, "stop": manifest.stop, "tolerance": manifest.tolerance}
                self._ask_for(config.model_copy(update=kept))
                self.looking = self._looking(manifest.looks, stock.receipts)
                if not damage and next(self._jobs(stock), None) is None:
                    return self._result(self._asked_anew(manifest))
            if manifest.complete:
                # Whoever goes on with a finished run is taken to have seen its verdicts.
                self.looking.looks += new_looks(manifest)
            for sentence in damage:
                self.on_note(f"{sentence}; its games are played again")
        elif stock.is_of_another_run:
            raise RunError(f"{self.store.folder}: holds the shards of another run; delete or move that folder")
        self.store.shards.clean(stock)
        self._write_config()
        self.is_begun = True
        self._write_manifest()
        self.foreman = self._foreman(sum(self.experiment.design.n_games(job.players, job.missing) for job in self._jobs(stock)))
        try:
            self.looking.look()
            self._play(stock)
        except (RunError, StoppedError) as error:
            with unbroken(is_the_end=True):
                raise self._with_what_is_kept(error) from None
        return self._result(self._write_manifest())

    def _foreman(self, n_games: int) -> Foreman:
        return Foreman(self.store.shards, Pace(n_games), self.looking, self.on_progress)

    def _looking(self, looks: Sequence[Look], receipts: Sequence[Receipt]) -> Looking:
        looking = Looking(self.experiment, self.store.folder, looks)
        looking.add(receipts)
        return looking

    def _ask_for(self, config: Config) -> None:
        """Ask for another number of blocks, which changes no game."""
        self.experiment = replace(self.experiment, config=config)

    def _manifest(self, stock: Stock) -> Manifest | None:
        """Return the manifest; one that is lost is made anew from config and shards. None for a new run."""
        manifest = self.store.read_manifest()
        if manifest is not None or stock.is_of_another_run or not (stock.receipts or stock.damage):
            return manifest
        self.on_note(f"{self.store.manifest_file}: is missing or damaged; it is made anew from the run's config and shards")
        asked = self.experiment
        self._ask_for(asked.config.with_changes(blocks=max(self.store.blocks_of_config(), stock.n_begun()) or None))
        self.is_rebuilt = True
        self._write_config()
        manifest = self._write_manifest()
        self.experiment = asked
        return manifest

    def _asked_anew(self, manifest: Manifest) -> Manifest:
        """Return the manifest of a finished run that is asked today's question, which changes no game.

        The tolerance stays the one of the first page; a page with another one is written beside it.
        """
        self._write_config()
        return manifest if manifest.question_files == self.question_files else self._write_manifest()

    def _write_config(self) -> None:
        self.question_files = write_question(self.store.folder, self.experiment.config)

    def _jobs(self, stock: Stock) -> Iterator[Job]:
        return jobs_of(self.experiment, stock, self.looking)

    def _play(self, stock: Stock) -> None:
        experiment, run, shards, n = self.experiment, self.hashes.run, self.store.shards, self.n_workers
        if self.cluster is not None:
            from rajas_sim.running.workers.cluster import shards_on_cluster

            on_cluster = shards_on_cluster(self.cluster, experiment, run, shards.folder, self.on_note)
            with on_cluster as (workers, begin, watch):
                self.foreman.play(workers, begin, self._jobs(stock), watch)
        else:
            is_compiled = experiment.design.is_compiled
            if any(is_compiled.values()):
                compiled = (job for job in self._jobs(stock) if is_compiled[job.players])
                watch = Watch.of_threads()
                with Threads(ShardPlayer(experiment, run, shards, watch.stopped.is_set, watch.count), n, watch) as threads:
                    self.foreman.play(threads, partial(threads.submit, play_shard), compiled, watch)
            if not all(is_compiled.values()):
                python = (job for job in self._jobs(stock) if not is_compiled[job.players])
                with Processes(experiment.config, run, shards, n) as processes:
                    self.foreman.play(processes, partial(processes.submit, play_shard), python, processes.watch)
        self._drop_what_does_not_count()

    def _drop_what_does_not_count(self) -> None:
        """Remove shards that were played while a rule was being met."""
        self.store.shards.clean(Stock(self._receipts(), ()))

    def _receipts(self) -> tuple[Receipt, ...]:
        return tuple(r for r in self.store.shards.receipts(self.hashes.run) if self.looking.counts(r))

    def _timings(self) -> Timings:
        if not self.foreman.n_games:
            return self.before
        self.foreman.memory[this_process()] = peak_memory_mib()
        return Timings(
            wall_s=self.before.wall_s + self.foreman.pace.seconds,
            games_per_s=self.foreman.pace.games_per_s,
            decisions_per_s=self.foreman.pace.decisions_per_s,
            workers=self.foreman.n_workers,
            # The sum first: `max` keeps its first value where nothing is greater, so an unknown one stays unknown.
            peak_memory_mib=max(sum(self.foreman.memory.values()), self.before.peak_memory_mib),
        )

    def _write_manifest(self) -> Manifest:
        """Write down what has become of the run; the files of its tables, just checked or just written, are not read again."""
        stock = Stock(self._receipts(), ())
        manifest = make_manifest(
            self.experiment, self.hashes, stock, self._timings(), self.command, self.looking.looks, self.question_files
        )
        is_complete = manifest.complete and not self.looking.is_due
        manifest = manifest.model_copy(update={"is_rebuilt": self.is_rebuilt, "complete": is_complete})
        self.store.write_text(self.store.manifest_file, manifest.to_json())
        return manifest

    def _with_what_is_kept(self, error: E) -> E:
        """Return the error with a last line that says what was kept and how to go on."""
        design = self.experiment.design
        if self.is_begun:
            with suppress(RunError):  # the disk may be full; the shards say what is kept, not the manifest
                self._drop_what_does_not_count()
                self._write_manifest()
        kept = sum(design.n_games(r.players, r.blocks) for r in self._receipts())
        asked = sum(design.n_games(k, range(self.experiment.config.most_blocks)) for k in design.players)
        text = f"{error}\n{kept:,} of {asked:,} games are kept in {self.store.folder}"
        if isinstance(error, StrategyError):
            text += ". The same command continues while the strategy's file is as it was; with a changed file it begins a new run"
        else:
            text += "; the same command continues"
        error.args = (f"{text}:\n  {self.command}" if self.command else text,)
        return error

    def _result(self, manifest: Manifest) -> RunResult:
        return RunResult(self.store.folder, manifest.blocks, manifest.games, self.foreman.n_games, manifest.timings)
