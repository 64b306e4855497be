"""The form of the values worth reading off a real box first, as part of a component file."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rajas_sim.analysis.formatting import percent, share_text
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding, Unknown
from rajas_sim.core.rulebook.component_source import Row


def form_of(findings: Sequence[EnsembleFinding], n: int) -> str:
    """Return a TOML fragment that asks for the n values which explain most of what lies between boxes.

    Each value stands with its path, its present value, its range, the reason why it is assumed, and what it explains; a kind of
    values that explains more than chance stands above them in words, since its values have to be read off together.
    """
    best: dict[str, tuple[Unknown, int]] = {}
    for own in findings:
        for unknown in own.unknowns:
            name = unknown.column.name
            if name not in best or unknown.share.value > best[name][0].share.value:
                best[name] = (unknown, own.players)
    ranked = sorted(best.values(), key=lambda pair: -pair[0].share.value)
    kinds = [(u, k) for u, k in ranked if u.column.is_kind and u.is_beyond_chance]
    single = [(u, k) for u, k in ranked if not u.column.is_kind][:n]
    if not single:
        return "# Nothing to ask for: no value that is not known explains anything of what lies between boxes."
    lines = [
        "# What to read off your box first: the values that explain most of what lies between plausible boxes.",
        "# Make a file with `rajas components export my_box.toml`, put the values there, and append the entries below",
        "# (also of values that were assumed rightly). Then: rajas ensemble CONFIG --components my_box.toml",
    ]
    for unknown, players in kinds:
        what = f"{unknown.column.name}, {len(unknown.column.paths)} values: {_explains(unknown, players)}"
        lines += [f"#\n# Read together: {what}"]
    for unknown, players in single:
        path, row = unknown.column.name, unknown.column.row
        lines += [
            "",
            f"# {path}: {_present(row)}",
            f"# {_explains(unknown, players)}",
            f"# {path} = ",
            "[[provenance]]",
            f"paths = [{json.dumps(path)}]",
            'label = "box"',
            'why = "read off the box"',
        ]
    return "\n".join(lines)


def _explains(unknown: Unknown, players: int) -> str:
    share = f"{share_text(unknown.share)} of what lies between boxes with {players} players"
    return f"explains {share}; the largest comes to {percent(unknown.floor)} by chance alone"


def _present(row: Row | None) -> str:
    """Say what a value is at present, and within which range it is assumed to lie."""
    if row is None:
        return "nothing is assumed to be here; in some plausible boxes something is"
    if row["low"] is not None:
        span = f"{row['low']} to {row['high']}"
    else:
        span = ", ".join(map(str, row["choices"])) if row["choices"] else "any"
    return f"assumed {json.dumps(row['value'])}, plausible {span} ({row['why']})"
