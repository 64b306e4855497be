"""What several commands print: amounts, values, and on a terminal the progress of long work."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO

from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.running.foreman import Progress, WorkProgress


def memory_text(mib: float) -> str:
    """Return an amount of memory as text.

    >>> memory_text(1234.5), memory_text(math.nan)
    ('1,234 MiB', 'memory unknown')
    """
    return f"{mib:,.0f} MiB" if math.isfinite(mib) else "memory unknown"


def rate_text(per_second: float) -> str:
    """Return a number of games per second as text; a low rate has one decimal.

    >>> rate_text(4097.3), rate_text(0.24)
    ('4,097', '0.2')
    """
    return f"{per_second:,.{0 if per_second >= 10 else 1}f}"


def strategies_print_to_stderr() -> redirect_stdout[TextIO]:
    """Redirect to stderr what strategies print when they are loaded and when they play, to keep it out of the results."""
    return redirect_stdout(sys.stderr)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    echo(json.dumps(value, indent=2, default=str))


def print_values(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Print values of a game, from rows with the keys path, value, provenance, low, high, choices and why."""
    if as_json:
        print_json(rows)
    else:
        from rajas_sim.core.rulebook.component_source import plausible_text
        from rajas_sim.study.differences import readable_value

        print_table(
            ("path", "value", "provenance", "range", "source or reason"),
            [(row["path"], readable_value(row["value"]), row["provenance"], plausible_text(row), row["why"]) for row in rows],
        )


def value_text(value: object) -> str:
    """Return a value as the text of a cell; an unknown value gives an empty cell."""
    return "" if value is None else str(value)


# --- progress

# After so many seconds without a finished game, the wait is explained.
PATIENCE_S = 3.0
#: With this variable, a command prints progress as lines for a program to read. The pages of `rajas table` set it.
PROGRESS_VARIABLE, PROGRESS_AS_LINES = "RAJAS_PROGRESS", "lines"
SECONDS_BETWEEN_LINES = 1.0


class _Patience:
    """Explains once, after a few seconds without a finished game, why it takes so long; not if `is_explained` is set already."""

    def __init__(self, is_explained: bool) -> None:
        self.is_explained = is_explained
        self.begin()

    def begin(self) -> None:
        """Restart the time after which the wait is explained."""
        self.deadline = time.monotonic() + PATIENCE_S

    def __call__(self, progress: Progress) -> None:
        if progress.games:
            self.begin()
        elif not self.is_explained and time.monotonic() > self.deadline:
            echo("Still preparing. Compiling takes a minute or two, once after installing or changing a strategy.", err=True)
            self.is_explained = True


def announce_compilation(game: str, *, is_single_game: bool = False, is_quiet: bool = False) -> bool:
    """Announce that the game must be compiled, if this version was never compiled on this machine; return whether it must."""
    from rajas_sim.core.engine.kernel import LAST_KERNEL, LAST_KERNEL_OF_ONE_GAME, must_be_compiled

    is_needed = must_be_compiled(game, LAST_KERNEL_OF_ONE_GAME if is_single_game else LAST_KERNEL)
    if is_needed and not is_quiet:
        echo("Compiling the game for this machine. This takes a minute or two, once after installing.", err=True)
    return is_needed


def _progress_lines(patience: _Patience) -> tuple[Callable[[Progress], None], Callable[[WorkProgress], None]]:
    """Return functions that print progress as lines on stderr: at most one per `SECONDS_BETWEEN_LINES`, and none twice in a row.

    While nothing is played, the last line is what explains the wait.
    """
    from rajas_sim.analysis.formatting import duration_text

    last_line, last_line_at = "", 0.0

    def print_line(line: str, *, is_last: bool = False) -> None:
        nonlocal last_line, last_line_at
        if line != last_line and (is_last or time.monotonic() - last_line_at >= SECONDS_BETWEEN_LINES):
            last_line, last_line_at = line, time.monotonic()
            echo(line, err=True)

    def show_progress(progress: Progress) -> None:
        if progress.games == progress.total_games:
            print_line("all games are played; the answer is being written", is_last=True)
            return
        patience(progress)
        if not progress.games and patience.is_explained and not last_line:
            return
        rate = ""
        if progress.games_per_s:
            time_left = duration_text((progress.total_games - progress.games) / progress.games_per_s)
            rate = f", {rate_text(progress.games_per_s)}/s, {'at most ' if progress.estimates else ''}{time_left} left"
        estimates = f"; at the last look: {progress.estimates}" if progress.estimates else ""
        n_played, n_games = (progress.kept_games + n for n in (progress.games, progress.total_games))
        print_line(f"{n_played:,} of {n_games:,} games{rate}{estimates}")

    def show_count(work: WorkProgress) -> None:
        print_line(f"{work.done:,} of {work.total:,} {work.label} {work.remark}".rstrip())

    return show_progress, show_count


@contextmanager
def progress_bar(
    game: str, is_quiet: bool, *, plays_on_cluster: bool = False, shows_time_left: bool = True
) -> Iterator[tuple[Callable[[Progress], None], Callable[[WorkProgress], None]]]:
    """Show on a terminal, during the `with` block, how many games were played or how much other work is done.

    Yields two functions: one to call with the progress of games, one to call with a count of other work. The bar shows whichever
    was called last. Without a terminal, the only output is a notice if the game must be compiled first; with `is_quiet` there is
    none. With ``RAJAS_PROGRESS=lines``, the notice and progress are printed as lines in any case.

    Parameters
    ----------
    plays_on_cluster
        Whether a cluster plays; it announces by itself what it compiles.
    shows_time_left
        Whether to show the time left; some counts have it in their remark.
    """
    has_lines = os.environ.get(PROGRESS_VARIABLE) == PROGRESS_AS_LINES
    is_announced = plays_on_cluster or announce_compilation(game, is_quiet=is_quiet and not has_lines)
    patience = _Patience(is_explained=is_announced)
    if has_lines:
        yield _progress_lines(patience)
        return
    if is_quiet or not sys.stderr.isatty():
        yield (lambda progress: None), (lambda work: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[remark]}"),
        TextColumn("{task.fields[estimates]}"),
        TimeElapsedColumn(),
        *([TimeRemainingColumn(compact=True)] if shows_time_left else []),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        games_task = bar.add_task("games", total=None, remark="", estimates="")
        count_task = bar.add_task("", total=None, visible=False, remark="", estimates="")
        counted_label: str | None = None

        def show_progress(progress: Progress) -> None:
            nonlocal counted_label
            counted_label = None
            patience(progress)
            rate = f"{rate_text(progress.games_per_s)}/s" if progress.games_per_s else "starting"
            bar.update(count_task, visible=False)
            bar.update(
                games_task,
                visible=True,
                completed=progress.games,
                total=progress.total_games,
                remark=rate,
                estimates=progress.estimates,
            )

        def show_count(work: WorkProgress) -> None:
            nonlocal counted_label
            patience.begin()
            if counted_label != work.label:  # other work than before has a clock of its own
                bar.reset(games_task, visible=False, remark="", estimates="")
                bar.reset(count_task, total=work.total, description=work.label, remark="", estimates="")
                counted_label = work.label
            bar.update(count_task, visible=True, completed=work.done, total=work.total, remark=work.remark)

        yield show_progress, show_count
