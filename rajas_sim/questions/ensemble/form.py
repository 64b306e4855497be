"""The form of the values to read off a real box first, as part of a component file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from rajas_sim.analysis.answer import Answer, Cell
from rajas_sim.analysis.formatting import percent, share_text
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.rulebook.component_source import ValueRow, plausible_text

UNKNOWNS = "unknowns"
"""Suffix of the keys of the tables that the form is made from."""


def form_of(answer: Answer, n: int = 10) -> str:
    """Return a TOML fragment that asks for the n values that explain most of the variance between boxes.

    Each value has its path, its present value, its range, the reason why it is assumed, and what it explains with the number of
    players with which it explains most. Above the values, the form names each kind of values that explains more than chance,
    since its values have to be read off together.

    Parameters
    ----------
    answer
        The answer of `rajas_sim.questions.ensemble.EnsembleQuestion`.
    """
    tables = [table for key, table in answer.tables.items() if key.endswith(f".{UNKNOWNS}")]
    rows = [(row, table.players) for table in tables for row in table.rows]
    rows.sort(key=lambda pair: -cast(Estimate, pair[0]["explains"]).value)
    first_row_by_name: dict[str, tuple[Mapping[str, Cell], int | None]] = {}
    for row, players in rows:
        first_row_by_name.setdefault(str(row["value"]), (row, players))
    named_rows = [(name, row, players) for name, (row, players) in first_row_by_name.items()]
    kind_rows = [(name, row, players) for name, row, players in named_rows if row["is_kind"] and row["is_beyond_chance"]]
    value_rows = [(name, row, players) for name, row, players in named_rows if not row["is_kind"]][:n]
    if not value_rows:
        return (
            "# No assumed value is shown to matter to the start player's win share, so none is named.\n"
            "# Smaller differences show with more blocks in each box; more boxes tell which values make them: --blocks, --boxes."
        )
    lines = [
        "# What to read off your box first: the values that explain most of the variance between plausible boxes.",
        "# Make a file with `rajas components export my_box.toml`, put the values there, and append the entries below",
        "# (also for values that were assumed correctly). Then: rajas ensemble CONFIG --components my_box.toml",
    ]
    lines += [
        f"#\n# Read together: {name}, {row['n_values']} values: {_explains_text(row, players)}"
        for name, row, players in kind_rows
    ]
    for name, row, players in value_rows:
        lines += [
            "",
            f"# {name}: {row['present']}",
            f"# {_explains_text(row, players)}",
            f"# {name} = ",
            "[[provenance]]",
            f"paths = [{json.dumps(name)}]",
            'label = "box"',
            'why = "read off the box"',
        ]
    return "\n".join(lines)


def _explains_text(row: Mapping[str, Cell], players: int | None) -> str:
    """Say how much the value, or the kind of values, of a row explains with one number of players."""
    part_text = f"{share_text(cast(Estimate, row['explains']))} of the variance between boxes with {players} players"
    return f"explains {part_text}; the largest explains {percent(cast(float, row['chance']))} by chance alone"


def present_text(row: ValueRow | None) -> str:
    """Say what a value is at present, and in which range it is assumed to lie; None for a value that the file does not have."""
    if row is None:
        return "assumed empty; some plausible boxes have something here"
    return f"assumed {json.dumps(row['value'])}, plausible {plausible_text(row) or 'any'} ({row['why']})"
