"""What several commands print: games as text and as a page, amounts, values."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.core.game import Game
    from rajas_sim.core.playing.one_game import Step
    from rajas_sim.core.strategies.declaration import Strategy


def memory_text(mib: float) -> str:
    """Write an amount of memory.

    >>> memory_text(1234.5), memory_text(math.nan)
    ('1,234 MiB', 'memory unknown')
    """
    return f"{mib:,.0f} MiB" if math.isfinite(mib) else "memory unknown"


def rate_text(per_second: float) -> str:
    """Write how many games are played in a second; a low rate has one decimal.

    >>> rate_text(4097.3), rate_text(0.24)
    ('4,097', '0.2')
    """
    return f"{per_second:,.{0 if per_second >= 10 else 1}f}"


def print_story(lines: Iterable[str], players: int, is_quiet: bool) -> None:
    """Print a game line by line; quietly, only how it ended and the place of each player."""
    for line in list(lines)[-players - 1 :] if is_quiet else lines:
        typer.echo(line)


def show_page(
    game: Game,
    steps: Sequence[Step],
    labels: Sequence[str],
    page: Path,
    is_opened: bool,
    is_quiet: bool,
    name: Path | None = None,
    *,
    players: Sequence[Strategy],
    chances: Sequence[Sequence[float]] | None = None,
    which: str = "",
) -> None:
    """Write a game as a page that steps through it, and say where it is; `name` is what the file is called if not by its path.

    Parameters
    ----------
    players, chances, which
        As `rajas_sim.showing.replay.write_replay` takes them.
    """
    from rajas_sim.showing.replay import write_replay

    write_replay(game, steps, labels, page, players=players, chances=chances, which=which)
    if not is_quiet:
        typer.echo(f"Page    {name or page}")
    if is_opened:
        typer.launch(str(page))


def strategies_print_to_stderr() -> redirect_stdout[TextIO]:
    """Keep what strategies print, when they are loaded and when they play, out of the results on stdout."""
    return redirect_stdout(sys.stderr)


def print_values(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Print rows with the keys path, value, provenance, low, high, choices and why."""
    if as_json:
        typer.echo(json.dumps(rows, indent=2, default=str))
    else:
        columns = ("path", "value", "provenance", "range", "why")
        print_table(columns, [(*(value_text(row[c]) for c in columns[:3]), _range(row), value_text(row["why"])) for row in rows])


def value_text(value: object) -> str:
    """Return a value as the text of a cell, which is empty where the value is unknown."""
    return "" if value is None else str(value)


def _range(row: dict[str, Any]) -> str:
    if row.get("low") is not None:
        return f"{row['low']} to {row['high']}"
    return " or ".join(row.get("choices") or ())
