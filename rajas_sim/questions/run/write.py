"""Write the report of a run as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis import PlayerCount, Run, findings, load_run
from rajas_sim.questions.run.page import build_page
from rajas_sim.showing.render import render, save


def write_report(run_folder: Path | str, out: Path | str | None = None, *, tolerance: float | None = None) -> Path:
    """Write a run's report as one self-contained HTML page.

    The page holds its style and figures and needs nothing else. The same run gives the same bytes: times and
    versions come from the manifest.

    Parameters
    ----------
    run_folder
        A folder written by ``rajas run``.
    out
        The file to write; by default that of `page_file`. An existing file is replaced.
    tolerance
        Judge seats by this tolerance instead of the run's, a share between 0 and 0.5.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    InputError
        If `run_folder` is not the folder of a run, or the tolerance is impossible.
    RunError
        If the file cannot be written.
    """
    run = load_run(run_folder, tolerance=tolerance)
    return write_findings(run, findings(run), out)


def page_file(run: Run) -> Path:
    """Return where the page of a run belongs: ``report.html``, and one by another tolerance beside it."""
    return run.folder / ("report.html" if run.tolerance == run.manifest.tolerance else f"report-tolerance-{run.tolerance!r}.html")


def write_findings(run: Run, results: Sequence[PlayerCount], out: Path | str | None = None) -> Path:
    """Write the report of a run from results that were computed already; otherwise as `write_report`."""
    path = Path(out) if out is not None else page_file(run)
    return save(path, render("report.html.j2", build_page(run, results)))


def write_pages(run: Run, results: Sequence[PlayerCount]) -> Path:
    """Write the report of a run as `write_findings` does; beside a page by another tolerance, write the run's own as well."""
    page = write_findings(run, results)
    if run.tolerance != run.manifest.tolerance:
        write_report(run.folder)
    return page
