"""Tuning a strategy: generations of candidates, then a match of the result on fresh luck."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rajas_sim.core.errors import RajasError, RunError, StoppedError, StrategyError
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.running.journal import Journal
from rajas_sim.running.runner import n_workers_allowed
from rajas_sim.running.signals import unbroken
from rajas_sim.running.tuning.lessons import corrected_by, learn, read_lesson
from rajas_sim.running.tuning.load import Kind, Tuning, TuningConfig
from rajas_sim.running.tuning.match import Kinds, MatchPlayer, MatchResult, match_shares
from rajas_sim.running.tuning.position_values import fitted_content, judged_by, learn_value, read_fitted, write_learned_values
from rajas_sim.running.tuning.search import Generation, Search, Space, index_of_last_better, is_surely_worse
from rajas_sim.running.tuning.values_file import TunedKind, read_values, results_not_better, values_text, write_values
from rajas_sim.running.workers.workers import Workers
from rajas_sim.study.folder.identity import digest, engine_digest
from rajas_sim.study.folder.places import write_file
from rajas_sim.study.folder.store import REPORTS, RunFolder

if TYPE_CHECKING:
    from distributed import Client

    from rajas_sim.analysis.statistics.estimate import Estimate

QUESTION_FILE, VALUES_FILE, POSITION_VALUES_FILE = "tuning.toml", "values.toml", "values.npz"
# A candidate may be stopped after its blocks divided by this number.
FIRST_PART_DIVISOR = 3
# First block of the games that test the result. No generation reaches it.
FIRST_FRESH_BLOCK = 2**31
# Keys that do not change a generation: they say how long to search and what to do with the result.
KEYS_THAT_CHANGE_NO_GENERATION = {"name", "generations", "minutes", "check_blocks", "level", "output", "components", "strategies"}


@dataclass(frozen=True)
class TuningResult:
    """The result of a tuning.

    Attributes
    ----------
    folder
        Folder with what was played.
    values_file
        File with the values and where they come from.
    tuned
        The result for each kind of game.
    n_new_games
        Games played by this start, to tune and to test the result.
    not_written
        Results that were not written to the output, because it already has values for these games and the new ones are not shown
        to be better.
    """

    folder: Path
    values_file: Path
    tuned: tuple[TunedKind, ...]
    n_new_games: int
    not_written: tuple[TunedKind, ...]


def tune(  # noqa: PLR0913 its options are those of the command
    tuning: Tuning,
    out: Path = REPORTS,
    *,
    workers: int | None = None,
    cluster: Client | None = None,
    on_progress: Callable[[WorkProgress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    command: str = "",
    typed: str = "",
) -> TuningResult:
    """Tune a strategy, or continue an interrupted tuning, and write the values.

    The number of workers and interruptions do not change the result, unless `minutes` end the search.

    Parameters
    ----------
    out
        Folder in which the tuning has its own folder ``<name>-<hash>``.
    workers
        How many matches are played at a time; by default one per core.
    cluster
        A client of a Dask cluster whose workers play instead of this machine. The client is left open.
    on_progress
        Called before the first generation and after each.
    on_note
        Called with a sentence about what takes long on a cluster.
    command
        The command that gives these values; it is written beside them.
    typed
        What the user typed; a message about an interruption repeats it.

    Raises
    ------
    InputError
        If there are too many workers.
    RunError
        If a file cannot be written, a strategy fails (`StrategyError`), or the cluster is lost or has another version. Games
        played until then are kept.
    StoppedError
        After Ctrl-C.
    """
    n_workers = n_workers_allowed(workers)
    report, note = on_progress or (lambda progress: None), on_note or (lambda sentence: None)
    run_folder = RunFolder(out / f"{tuning.config.name}-{tuning_digest(tuning)[:8]}")
    return _TuningUnderWay(tuning, run_folder, n_workers, cluster, report, note, command, typed).run()


def tuning_digest(tuning: Tuning) -> str:
    """Return a digest of everything that determines the generations of a tuning."""
    config = tuning.config
    sources = sorted(Path(__file__).parent.glob("*.py"))
    strategies = {**tuning.opponents, "": tuning.strategy}
    return digest(
        {
            "config": config.model_dump(mode="json", exclude=KEYS_THAT_CHANGE_NO_GENERATION),
            "parameters": tuning.parameters,
            "rules": {kind.title: kind.rules.digest() for kind in tuning.kinds},
            "strategies": {label: strategy.digest() for label, strategy in strategies.items()},
            "engine": engine_digest(tuning.game.name),
            "search": [version("cmaes"), *(hashlib.sha256(path.read_bytes()).hexdigest() for path in sources)],
        }
    )


@dataclass
class _TuningUnderWay:
    """A tuning while it is carried out.

    Attributes
    ----------
    n_new_games
        Games played by this start.
    n_kept
        Generations, lessons or fitted values that are in the folder.
    """

    tuning: Tuning
    run_folder: RunFolder
    n_workers: int
    cluster: Client | None
    on_progress: Callable[[WorkProgress], None]
    on_note: Callable[[str], None]
    command: str
    typed: str
    n_new_games: int = 0
    n_kept: int = 0

    @property
    def config(self) -> TuningConfig:
        return self.tuning.config

    def run(self) -> TuningResult:
        """Carry the tuning out; an error after it began, or Ctrl-C, says what is kept."""
        if self.config.output is not None and self.config.value is None:
            read_values(self.config.output)  # refuses another file before anything is played
        with self.run_folder.locked():
            try:
                write_file(self.run_folder.folder / QUESTION_FILE, self.config.to_toml())
                tuning = self.tuning
                rules = tuple(kind.rules for kind in tuning.kinds)
                kinds = Kinds(tuning.game, rules, (tuning.strategy, *tuning.opponents.values()))
                with kinds.workers(self.n_workers, self.cluster, self.on_note) as workers:
                    return self._tune_kinds(workers) if self.config.value is None else self._learn_values(workers)
            except KeyboardInterrupt as interrupt:
                raise self._with_what_is_kept(StoppedError.by_interrupt(interrupt)) from None
            except (StoppedError, RunError) as error:
                raise self._with_what_is_kept(error) from None

    def _tune_kinds(self, workers: Workers) -> TuningResult:
        """Tune one kind of game after the other, and write the values.

        Results that are not shown to be better do not replace values in the output.
        """
        tuned_kinds: list[TunedKind] = []
        for kind_index, kind in enumerate(self.tuning.kinds):
            start = self.tuning.strategy.values_under(kind.variant, kind.players)
            if tuned_kinds and self.config.start == "previous":
                start |= {name: tuned_kinds[-1].values[name] for name in self.tuning.parameters}
            tune_kind = self._search_values if self.config.lessons is None else self._learn_corrections
            tuned_kinds.append(tune_kind(workers, kind, kind_index, start))
        values_file = self.run_folder.folder / VALUES_FILE
        output = self.config.output
        refused_results = () if output is None else results_not_better(output, tuned_kinds)
        with unbroken():
            write_file(values_file, values_text(self.tuning, tuned_kinds, self.command))
            written_results = [tuned for tuned in tuned_kinds if tuned not in refused_results]
            if output is not None and written_results:
                write_values(output, values_text(self.tuning, written_results, self.command))
        return TuningResult(self.run_folder.folder, output or values_file, tuple(tuned_kinds), self.n_new_games, refused_results)

    def _learn_values(self, workers: Workers) -> TuningResult:
        """Learn and write a value of positions for each number of players; its strategy is checked in every kind of game.

        Values that the folder has are not learned again.
        """
        tuning, folder, value_by_players = self.tuning, self.run_folder.folder, {}
        tuned_kinds: list[TunedKind] = []
        for players in dict.fromkeys(kind.players for kind in tuning.kinds):
            file = folder / f"{players}p.npz"
            value = read_fitted(file, tuning, players)
            if value is None:
                report_parts = partial(self._report_parts, f"{players} players: parts of the games", time.monotonic())
                value = learn_value(tuning, players, workers, report_parts)
                with unbroken():
                    write_file(file, fitted_content(tuning, players, value))
                    self.n_new_games += value.n_games + value.n_held_out
            value_by_players[players] = value
            self.n_kept += 1
            strategy = judged_by(tuning, value, players)
            for kind_index, kind in enumerate(tuning.kinds):
                if kind.players == players:
                    shares = self._fresh_shares(self._match_player(workers, kind_index), strategy)
                    n_games = value.n_games + value.n_held_out
                    tuned_kinds.append(TunedKind(kind, strategy.values, 0, n_games, n_games, shares))
        output = self.config.output or folder / POSITION_VALUES_FILE
        with unbroken():
            write_learned_values(output, tuning, value_by_players, tuned_kinds, self.command)
        return TuningResult(folder, output, tuple(tuned_kinds), self.n_new_games, ())

    def _report_parts(self, title: str, start_time: float, n_done: int, n_parts: int) -> None:
        seconds_left = (time.monotonic() - start_time) / n_done * (n_parts - n_done) if n_done else None
        self.on_progress(WorkProgress(title, n_done, n_parts, _time_left_text(seconds_left)))

    def _search_values(self, workers: Workers, kind: Kind, kind_index: int, start: Mapping[str, float]) -> TunedKind:
        """Search by CMA-ES, and play the values found on fresh blocks.

        Generations in the journal are told to the search again and not played again. `start` has the value of every parameter at
        which the search begins.
        """
        config, tuning = self.config, self.tuning
        space = Space.around(tuning.strategy, start, tuning.parameters, config.ranges)
        journal = Journal.open_file(self._journal_file(kind, start), Generation, json.dumps({"start": dict(start)}))
        self.n_kept += len(journal.lines)
        search = Search(space, config.population, config.seed, kind_index)
        generations = journal.lines[: config.generations]
        for generation in generations:
            search.ask()  # before it is told the scores of a generation, as when that was played
            search.tell(generation.scores)
        match_player = self._match_player(workers, kind_index)
        self._report_generations(kind, generations)
        while len(generations) < config.generations and not self._is_time_over(generations):
            generation = self._play_generation(match_player, search, tuning.strategy.tuned(start), len(generations))
            with unbroken():
                journal.add(generation)
                self.n_kept += 1
                self.n_new_games += generation.games
            search.tell(generation.scores)
            generations.append(generation)
            self._report_generations(kind, generations)
        values = {**start, **search.mean()}
        shares = self._fresh_shares(match_player, tuning.strategy.tuned(values))
        games = sum(generation.games for generation in generations)
        # As many as would have been played had no candidate been stopped early.
        most_games = len(generations) * (config.population + 1) * config.blocks * kind.players * len(tuning.opponents)
        return TunedKind(kind, values, len(generations), games, most_games, shares)

    def _match_player(self, workers: Workers, kind_index: int) -> MatchPlayer:
        players = self.tuning.kinds[kind_index].players
        return MatchPlayer(workers, kind_index, players, [*self.tuning.opponents.values()], self.config.seed)

    def _play_generation(self, match_player: MatchPlayer, search: Search, start: Strategy, number: int) -> Generation:
        """Play a generation: its candidates and the values at the centre of the search, in the same blocks.

        Candidates that are clearly worse after the first part of the blocks are stopped; their scores are estimated.
        """
        start_time, games_before = time.monotonic(), match_player.n_games
        n_blocks = self.config.blocks
        blocks = range(number * n_blocks, (number + 1) * n_blocks)
        first_blocks = blocks[: -(-n_blocks // FIRST_PART_DIVISOR)] if self.config.stop_early else blocks
        # The first one has the values at the centre; the candidates follow.
        strategies = [start.tuned(values) for values in (search.mean(), *search.ask())]
        results = match_player.play(strategies, first_blocks)
        first_scores = np.array([result.scores for result in results[1:]])
        n_better = self.config.population // 2
        is_stopped = (
            is_surely_worse(first_scores, n_better) if len(first_blocks) < n_blocks else np.zeros(len(first_scores), np.bool_)
        )
        if len(first_blocks) < n_blocks:
            continuing_indices = [0, *(np.flatnonzero(~is_stopped) + 1)]
            results_in_rest = match_player.play([strategies[i] for i in continuing_indices], blocks[len(first_blocks) :])
            for i, result_in_rest in zip(continuing_indices, results_in_rest, strict=True):
                results[i] = MatchResult.joined([results[i], result_in_rest])
        scores = np.array([result.scores.mean() for result in results[1:]])
        # Scores of the first part alone are not comparable. The difference to a candidate that played both parts is.
        last_better = index_of_last_better(first_scores, n_better)
        scores[is_stopped] = scores[last_better] + (first_scores[is_stopped] - first_scores[last_better]).mean(axis=1)
        return Generation(
            number=number,
            wins=float(results[0].wins.mean()),
            score=float(results[0].scores.mean()),
            best=float(scores.max()),
            scores=tuple(scores.tolist()),
            n_stopped=int(is_stopped.sum()),
            games=match_player.n_games - games_before,
            seconds=round(time.monotonic() - start_time, 3),
        )

    def _learn_corrections(self, workers: Workers, kind: Kind, kind_index: int, start: Mapping[str, float]) -> TunedKind:
        """Return the corrections of a kind of game, from the folder or from new lessons, with their win shares on fresh luck."""
        tuning, plan = self.tuning, self.config.lessons
        assert plan is not None
        file = self.run_folder.folder / f"{kind.variant}-{kind.players}p.json"
        match_player = self._match_player(workers, kind_index)
        lesson = read_lesson(file)
        report_parts = partial(self._report_parts, f"{kind.title}: parts of lessons", time.monotonic())
        if lesson is None:
            lesson = learn(tuning, kind, kind_index, plan, match_player, report_parts)
            with unbroken():
                write_file(file, lesson.model_dump_json())
                self.n_new_games += lesson.games
        self.n_kept += 1
        shares = self._fresh_shares(match_player, corrected_by(tuning, kind, lesson))
        return TunedKind(kind, start, 0, lesson.games, lesson.games, shares, lesson.corrections, lesson.step)

    def _fresh_shares(self, match_player: MatchPlayer, tuned: Strategy) -> tuple[tuple[str, Estimate], ...]:
        """Return the win share of the result in fresh blocks, by label: against the strategy before tuning and each opponent."""
        tuning = self.tuning
        label_before = f"{tuning.strategy.label}, untuned"
        other_opponents = {label: strategy for label, strategy in tuning.opponents.items() if strategy != tuning.strategy}
        opponents = {label_before: tuning.strategy, **other_opponents}
        blocks = range(FIRST_FRESH_BLOCK, FIRST_FRESH_BLOCK + self.config.check_blocks)
        games_before = match_player.n_games
        results = match_player.against([*opponents.values()], [tuned], blocks)
        self.n_new_games += match_player.n_games - games_before
        return tuple(zip(opponents, match_shares([result.wins for result in results], self.config.level), strict=True))

    def _is_time_over(self, generations: Sequence[Generation]) -> bool:
        return (
            self.config.minutes is not None and sum(generation.seconds for generation in generations) >= 60 * self.config.minutes
        )

    def _report_generations(self, kind: Kind, generations: Sequence[Generation]) -> None:
        """Report the progress of a kind of game: how strong the latest generation is, and the time left."""
        remark = _time_left_text(None)
        if generations:
            seconds = sum(generation.seconds for generation in generations)
            seconds_left = seconds / len(generations) * (self.config.generations - len(generations))
            if self.config.minutes is not None:
                seconds_left = min(seconds_left, max(0.0, 60 * self.config.minutes - seconds))
            latest = generations[-1]
            strength_text = f"wins {100 * latest.wins:.0f} %, score {latest.score:.2f}, best {latest.best:.2f}"
            remark = f"{strength_text}, {_time_left_text(seconds_left)}"
        self.on_progress(WorkProgress(f"{kind.title}: generations", len(generations), self.config.generations, remark))

    def _journal_file(self, kind: Kind, start: Mapping[str, float]) -> Path:
        """Return the journal of a kind of game.

        If searches begin at the previous result, each start has a journal of its own.
        """
        start_suffix = f"-{digest(dict(start))[:8]}" if self.config.start == "previous" else ""
        return self.run_folder.folder / f"{kind.variant}-{kind.players}p{start_suffix}.jsonl"

    def _with_what_is_kept(self, error: RajasError) -> RajasError:
        """Return the error with an additional line that says what was kept and how to continue."""
        if self.config.value is not None:
            kept_text = f"values for {self.n_kept} numbers of players"
        elif self.config.lessons is not None:
            kept_text = f"lessons for {self.n_kept} kinds of games"
        else:
            kept_text = f"{self.n_kept:,} generations"
        text = f"{error}\n{kept_text} are kept in {self.run_folder.folder}; the same command continues"
        if isinstance(error, StrategyError):
            text += " as long as the strategies do not change"
        error.args = (f"{text}:\n  {self.typed}" if self.typed else text,)
        return error


def _time_left_text(seconds: float | None) -> str:
    """Return the time left as a text; None, before the first step, gives ``starting``."""
    return "starting" if seconds is None else f"{round(seconds) // 60}:{round(seconds) % 60:02d} left"
