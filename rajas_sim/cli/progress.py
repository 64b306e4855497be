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
    from rajas_sim.running.foreman import Counted, Progress


PATIENCE_S = 3.0


class _Patience:
    """Explains the wait if no game is over after a few seconds: once, and not at all if it `is_said` already."""

    def __init__(self, is_said: bool) -> None:
        self.is_said = is_said
        self.begin()

    def begin(self) -> None:
        """Restart the wait for the first game."""
        self.until = time.monotonic() + PATIENCE_S

    def __call__(self, progress: Progress) -> None:
        if not self.is_said and not progress.games and time.monotonic() > self.until:
            typer.echo(
                "Still preparing. Compiling takes a minute or two, once after installing or changing a strategy.", err=True
            )
            self.is_said = True


def announce_compilation(game: str, *, one_game: bool = False, is_quiet: bool = False) -> bool:
    """Say that the game must be compiled first, if this version was never compiled on this machine; return whether it must."""
    from rajas_sim.core.engine.kernel import LAST_KERNEL, LAST_KERNEL_OF_ONE_GAME, must_be_compiled

    is_needed = must_be_compiled(game, LAST_KERNEL_OF_ONE_GAME if one_game else LAST_KERNEL)
    if is_needed and not is_quiet:
        typer.echo("Compiling the game for this machine. This takes a minute or two, once after installing.", err=True)
    return is_needed


@contextmanager
def progress_bar(
    game: str, is_quiet: bool, *, is_elsewhere: bool = False, has_time_left: bool = True
) -> Iterator[tuple[Callable[[Progress], None], Callable[[Counted], None]]]:
    """Show on a terminal how many games were played, or how much is done of other work, while the block runs.

    Yields what to call with the progress of games, and what to call with a count; the bar shows the one called last. Without a
    terminal it only says that the game must be compiled first, if it must, and nothing if it is to be quiet.

    Parameters
    ----------
    is_elsewhere
        A cluster plays, which says by itself what it compiles.
    has_time_left
        Whether the time left is shown; some counts have it in their remark.
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
        *([TimeRemainingColumn(compact=True)] if has_time_left else []),
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
                counts, visible=True, description=counted.what, completed=counted.done, total=counted.total, rate=counted.remark
            )

        yield show, count
