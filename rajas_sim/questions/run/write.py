"""Play an experiment, record that it was looked at, and write its report as one HTML page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rajas_sim.analysis import PlayerCountResults, Run, load_run, results_of
from rajas_sim.analysis.answer import Answer
from rajas_sim.analysis.formatting import counted, listed
from rajas_sim.analysis.results import rulings
from rajas_sim.questions.run.course import listed_games
from rajas_sim.questions.run.run_answer import other_answer, other_views, run_answer
from rajas_sim.questions.runner import Runner
from rajas_sim.running.planning import Mode
from rajas_sim.running.runner import RunResult
from rajas_sim.running.signals import adding_when_stopped
from rajas_sim.showing.page import OpenedGames, Page, View, save_page
from rajas_sim.showing.replay.listed import game_pages
from rajas_sim.showing.replay.packed import packed_together
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.notes import label_of, note_looks, note_verdicts, write_label
from rajas_sim.study.folder.places import local_copy, require_place, upload_changes

HOW_TO_REPLAY = (
    "This command plays the same games in any other place, with any number of processes. It needs a copy of this run\u2019s "
    "folder, your own strategies and the same versions:"
)


def write_report(run_folder: Path | str, out: Path | str | None = None) -> Path:
    """Write a run's report as one self-contained HTML page.

    The page contains its style and figures and needs nothing else. The same run gives the same bytes: times and versions come
    from the manifest.

    Parameters
    ----------
    run_folder
        A folder written by ``rajas run``.
    out
        The file to write; by default ``report.html`` in the folder. An existing file is replaced.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    InputError
        If `run_folder` is not the folder of a run.
    RunError
        If the file cannot be written.
    """
    run = load_run(run_folder)
    page = run.folder / "report.html" if out is None else Path(out)
    require_place(page)
    results = results_of(run)
    return _write_page(run, results, run_answer(run, results), page)


def _write_page(
    run: Run, results: Sequence[PlayerCountResults], answer: Answer, path: Path, *, trusts_files: bool = False
) -> Path:
    """Write a page: the answer, its other views, and the games that open in it."""
    title, results_by_view = other_views(run, results)
    views = tuple(
        View(name, None if run_and_results is None else Page(run_answer(*run_and_results)))
        for name, run_and_results in results_by_view.items()
    )
    opened_games = (_opened_games(result, trusts_files) for result in results)
    return save_page(Page(answer, HOW_TO_REPLAY, title, views, tuple(games for games in opened_games if games.numbers)), path)


def _opened_games(result: PlayerCountResults, trusts_files: bool) -> OpenedGames:
    """Return the listed games with one number of players, if they can be replayed."""
    pages = game_pages(result, [notable.game for notable in listed_games(result)], trusts_files=trusts_files)
    return OpenedGames(tuple(pages), packed_together([*pages.values()]))


def write_pages(
    run: Run, results: Sequence[PlayerCountResults], answer: Answer | None = None, *, trusts_files: bool = False
) -> Path:
    """Write the report of a run from its results; if it has another tolerance than the run, also write the run's own report.

    Parameters
    ----------
    trusts_files
        Whether to run Python files that the run names as strategies, so that the page can open the games they played.
    """
    has_own_tolerance = run.tolerance == run.manifest.tolerance
    name = "report.html" if has_own_tolerance else f"report-tolerance-{run.tolerance!r}.html"
    page = _write_page(run, results, answer or run_answer(run, results), run.folder / name, trusts_files=trusts_files)
    if not has_own_tolerance:
        write_report(run.folder)
    return page


def play_run(experiment: Experiment, runner: Runner, *, mode: Mode, label: str | None, writes_report: bool) -> Answer:
    """Play the missing games of an experiment, and answer.

    Parameters
    ----------
    mode
        Whether an earlier run is required, or extended.
    label
        New label of the run; None changes nothing.
    writes_report
        Whether to write the report.
    """
    config = experiment.config
    result = runner.run(experiment, mode=mode)
    kept_text = f"all games are kept in {result.folder}; this writes the report:\n  rajas report {result.folder}"
    with adding_when_stopped(kept_text):
        old_label = label_of(result.folder)
        if label is not None:
            write_label(result.folder, label)
        local_folder = local_copy(result.folder)
        if writes_report:
            require_place(local_folder / "report.html")
        run = load_run(local_folder, tolerance=config.tolerance)
        note_looks(local_folder, config.tolerance)
        results = results_of(run)
        answer = run_answer(run, results)
        if run.tolerance == run.manifest.tolerance:
            note_verdicts(local_folder, run.manifest, rulings(results), other_answer(answer))
        files = {"Run": str(result.folder)}
        if writes_report:
            files["Report"] = str(result.folder / write_pages(run, results, answer, trusts_files=True).name)
        upload_changes(local_folder, result.folder)
    return replace(
        answer,
        remarks=(*_remarks(experiment, result, run), *_label_remarks(old_label, label)),
        files=files,
        brief=str(result.folder),
        provenance=replace(answer.provenance, pace=_pace(result)),
    )


def _pace(result: RunResult) -> dict[str, float]:
    """Return the number of new games, and the timings that are known, by name."""
    timings = {name: float(value) for name, value in result.timings.model_dump().items() if value is not None}
    return {"new_games": result.n_new_games, **timings}


def _remarks(experiment: Experiment, result: RunResult, run: Run) -> Iterator[str]:
    """Say what was played and how fast, and, if it is not obvious, why a block has several games."""
    if result.n_new_games:
        timings = result.timings
        rate = f"{timings.games_per_s:,.{0 if timings.games_per_s >= 10 else 1}f} games/s"
        memory = f", {timings.peak_memory_mib:,.0f} MiB" if math.isfinite(timings.peak_memory_mib) else ""
        yield f"Played {result.n_new_games:,} games: {rate} with {counted(timings.workers, 'worker')}{memory}."
    else:
        yield "This run was finished before; no game was played, and all its games are reported."
        if all(run.manifest.is_stopped(k) for k in run.players):
            yield "It ended by its rule. To go on: another rule, or none, and --extend. For other luck: --seed N"
        else:
            yield "For more blocks: --blocks N --extend. For other luck: --seed N"
    if result.n_new_games > sum(result.games.values()):
        yield "Games finished after the stopping point were discarded, so the results do not depend on the speed of workers."
    yield f"Games   {', '.join(f'{n:,} with {k} players' for k, n in result.games.items())}"
    if reason_text := _several_games_text(experiment):
        yield f"        {reason_text}"


def _label_remarks(old_label: str, label: str | None) -> Iterator[str]:
    """Say that the label of a run was replaced."""
    if label is not None and old_label and old_label != label.strip():
        yield f"Label   {label.strip()}; the run was labelled {old_label} before."


def _several_games_text(experiment: Experiment) -> str:
    """Say why a block has several games although one strategy plays every seat; empty if this is not so."""
    design = experiment.design
    mirror_labels = {
        line_up[0]
        for k in design.players
        for line_up, n in zip(design.line_ups[k], design.rotations[k], strict=True)
        if n > 1 and len(set(line_up)) == 1
    }
    if not mirror_labels:
        return ""
    random_labels = sorted(label for label in mirror_labels if not experiment.strategies[label].is_deterministic)
    if random_labels and experiment.config.compares_mixed_line_ups:
        verb = "decides" if len(random_labels) == 1 else "decide"
        reason = f"mixed line-ups are compared, and {listed(random_labels)} {verb} by chance"
    else:
        reason = "the seats have different boards"
    return f"A block has several games, though one strategy plays every seat: {reason}, so another seating may give another game."
