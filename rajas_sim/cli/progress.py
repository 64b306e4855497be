"""Showing how far long work is: on a terminal, and nowhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from rajas_sim.cli.output import rate_text

if TYPE_CHECKING:
    from rajas_sim.questions.runner import Counted
    from rajas_sim.running.pace import Progress
    from rajas_sim.running.tuning.tune import TuningProgress


PATIENCE_S = 3.0


class _Patience:
    """Explains the wait if no game is over after a few seconds; once, and not if it `is_said` already."""

    def __init__(self, is_said: bool) -> None:
        self.is_said = is_said
        self.begin()

    def begin(self) -> None:
        """Wait for the first game from now on."""
        self.until = time.monotonic() + PATIENCE_S

    def __call__(self, progress: Progress) -> None:
        if not self.is_said and not progress.games and time.monotonic() > self.until:
            typer.echo(
                "Still preparing. Compiling takes a minute or two, once after installing or changing a strategy.", err=True
            )
            self.is_said = True


def announce_compilation(game: str, *, one_game: bool = False, is_quiet: bool = False) -> bool:
    """Say that the game must be compiled first, if this version was never compiled on this machine; return whether it must."""
    from rajas_sim.core.engine.kernel import LAST_KERNEL, LAST_KERNEL_OF_ONE_GAME, is_compiled_before, is_interpreted

    last = LAST_KERNEL_OF_ONE_GAME if one_game else LAST_KERNEL
    is_needed = not is_interpreted() and not is_compiled_before(game, last)
    if is_needed and not is_quiet:
        typer.echo("Compiling the game for this machine. This takes a minute or two, once after installing.", err=True)
    return is_needed


@contextmanager
def progress_bar(
    game: str, is_quiet: bool, *, is_elsewhere: bool = False
) -> Iterator[tuple[Callable[[Progress], None], Callable[[Counted], None]]]:
    """Show games played, rate and time left while the block runs, or how much is done of what else is counted.

    Yields what to call with the progress of games, and what to call with a count; the bar shows the one called last. Unless
    stderr is a terminal, all it says is that the game must be compiled first, if it must; and nothing at all if it is to be
    quiet. A cluster, by which it is played elsewhere, says so itself.
    """
    patience = _Patience(is_said=is_elsewhere or announce_compilation(game, is_quiet=is_quiet))
    if is_quiet or not sys.stderr.isatty():
        yield (lambda progress: None), (lambda counted: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[estimates]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        games = bar.add_task("games", total=None, rate="", estimates="")
        counts = bar.add_task("", total=None, visible=False, rate="", estimates="")

        def show(progress: Progress) -> None:
            patience(progress)
            rate = f"{rate_text(progress.games_per_s)}/s" if progress.games_per_s else "starting"
            bar.update(counts, visible=False)
            bar.update(
                games, visible=True, completed=progress.games, total=progress.total_games, rate=rate, estimates=progress.estimates
            )

        def count(counted: Counted) -> None:
            patience.begin()
            bar.reset(games, visible=False, rate="")
            bar.update(
                counts,
                visible=True,
                description=counted.what,
                completed=counted.done,
                total=counted.total,
                rate=counted.remark,
            )

        yield show, count


@contextmanager
def tuning_bar(game: str, is_quiet: bool, *, is_elsewhere: bool = False) -> Iterator[Callable[[TuningProgress], None]]:
    """Show generations played, how the present values do and time left while the block runs; on a terminal, as `progress_bar`."""
    with _one_bar(game, "tuning", None, is_quiet, is_elsewhere) as update:
        yield lambda progress: update(
            description=f"{progress.kind}: {progress.unit}",
            completed=progress.generation,
            total=progress.generations,
            how=tuning_text(progress),
        )


@contextmanager
def counting_bar(
    game: str, what: str, total: int, is_quiet: bool, *, is_elsewhere: bool = False
) -> Iterator[Callable[[int, int], None]]:
    """Show how many of something are done, and of how many tried, while the block runs; on a terminal, as `progress_bar`."""
    with _one_bar(game, what, total, is_quiet, is_elsewhere) as update:
        yield lambda done, tried: update(completed=done, how=f"of {tried:,} drawn")


@contextmanager
def _one_bar(game: str, what: str, total: int | None, is_quiet: bool, is_elsewhere: bool) -> Iterator[Callable[..., None]]:
    """Show one bar on a terminal while the block runs; yield what updates it."""
    if not is_elsewhere:
        announce_compilation(game, is_quiet=is_quiet)
    if is_quiet or not sys.stderr.isatty():
        yield lambda **changes: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[how]}"))
    times = TimeElapsedColumn() if total is None else TimeRemainingColumn()
    with Bar(*columns, times, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, how="starting" if total is None else "")
        yield lambda **changes: bar.update(task, **changes)


def tuning_text(progress: TuningProgress) -> str:
    """Return in a few words how a tuning does."""
    if progress.seconds_left is None:
        return "starting"
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    left = f"{minutes}:{seconds:02d} left,"
    if progress.wins is None:
        return left
    return f"wins {100 * progress.wins:.0f} %, score {progress.score:.2f}, best {progress.best:.2f}, {left}"
