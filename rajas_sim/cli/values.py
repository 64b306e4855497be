"""Printing values with where they come from, for `rajas components` and `rajas rules`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import typer


def print_values(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Print rows with the keys path, value, provenance, low, high, choices and why."""
    from rajas_sim.cli.output import print_table

    if as_json:
        typer.echo(json.dumps(rows, indent=2, default=str))
    else:
        columns = ("path", "value", "provenance", "range", "why")
        print_table(columns, [(*(value_text(row[c]) for c in columns[:3]), _range(row), value_text(row["why"])) for row in rows])


def value_text(value: Any) -> str:
    """Return a value in a cell; there is nothing where it is unknown."""
    return "" if value is None else str(value)


def _range(row: dict[str, Any]) -> str:
    if row.get("low") is not None:
        return f"{row['low']} to {row['high']}"
    return " or ".join(row.get("choices") or ())
