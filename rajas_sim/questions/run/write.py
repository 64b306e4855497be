"""Write the report of a run as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis import PlayerCount, Run, findings, load_run
from rajas_sim.analysis.answer import Answer
from rajas_sim.questions.run.answer import of_line_up, other_runs, run_answer
from rajas_sim.questions.run.course import listed_games
from rajas_sim.showing.page import OpenedGames, Page, View, save_page
from rajas_sim.showing.replay.listed import game_pages
from rajas_sim.showing.replay.packed import packed_together

HOW = (
    "With a copy of this run\u2019s folder, strategies of your own and the same versions, this command plays the same games in "
    "any other place, however many processes play:"
)


def write_report(run_folder: Path | str, out: Path | str | None = None) -> Path:
    """Write a run's report as one self-contained HTML page.

    The page holds its style and figures and needs nothing else. The same run gives the same bytes: times and
    versions come from the manifest.

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
    results = findings(run)
    return _write(run, results, run_answer(run, results), run.folder / "report.html" if out is None else Path(out))


def _write(run: Run, results: Sequence[PlayerCount], answer: Answer, path: Path) -> Path:
    title, others = other_runs(run)
    views = tuple(View(name, None if other is None else _page(other, name)) for name, other in others.items())
    opened = (_opened_games(count) for count in results)
    return save_page(Page(answer, HOW, title, views, tuple(games for games in opened if games.numbers)), path)


def _page(run: Run, name: str) -> Page:
    """Return the page of another rule set, or of the line-up of a name."""
    rungs = [label for k in run.players for label in run.rungs(k)]
    return Page(run_answer(run, of_line_up(run, name) if name in rungs else findings(run)))


def _opened_games(count: PlayerCount) -> OpenedGames:
    """Return the games that are listed with one number of players, as far as they can be played again."""
    pages = game_pages(count, [notable.game for notable in listed_games(count)])
    return OpenedGames(tuple(pages), packed_together([*pages.values()]))


def write_pages(run: Run, results: Sequence[PlayerCount], answer: Answer | None = None) -> Path:
    """Write the report of a run from results that are there; beside a page by another tolerance, write the run's own as well."""
    is_own = run.tolerance == run.manifest.tolerance
    name = "report.html" if is_own else f"report-tolerance-{run.tolerance!r}.html"
    page = _write(run, results, answer or run_answer(run, results), run.folder / name)
    if not is_own:
        write_report(run.folder)
    return page
