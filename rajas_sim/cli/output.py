"""What several commands print: games as text and as a page, amounts, values."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO

import typer

from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    pass


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


def strategies_print_to_stderr() -> redirect_stdout[TextIO]:
    """Keep what strategies print, when they are loaded and when they play, out of the results on stdout."""
    return redirect_stdout(sys.stderr)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    typer.echo(json.dumps(value, indent=2, default=str))


def print_values(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Print rows with the keys path, value, provenance, low, high, choices and why."""
    if as_json:
        print_json(rows)
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
