"""The form of the values worth reading off a real box first, as part of a component file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rajas_sim.analysis.answer import Answer
from rajas_sim.analysis.formatting import percent, share_text
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.rulebook.component_source import Row

UNKNOWNS = "unknowns"
"""How the keys of the tables end that the form is made from."""


@dataclass(frozen=True, slots=True)
class _Value:
    """A row of such a table: a value, or a kind of values, with one number of players."""

    name: str
    explains: Estimate
    chance: float
    is_beyond_chance: bool
    is_kind: bool
    n_values: int
    present: str
    players: int

    @property
    def text(self) -> str:
        """What it explains, in words."""
        share = f"{share_text(self.explains)} of what lies between boxes with {self.players} players"
        return f"explains {share}; the largest comes to {percent(self.chance)} by chance alone"


def form_of(answer: Answer, n: int = 10) -> str:
    """Return a TOML fragment that asks for the n values which explain most of what lies between boxes.

    Each value stands with its path, its present value, its range, the reason why it is assumed, and what it explains; a kind of
    values that explains more than chance stands above them in words, since its values have to be read off together.

    Parameters
    ----------
    answer
        That of `rajas_sim.questions.ensemble.Ensemble`.
    """
    best: dict[str, _Value] = {}
    for value in _values(answer):
        if value.name not in best or value.explains.value > best[value.name].explains.value:
            best[value.name] = value
    ranked = sorted(best.values(), key=lambda value: -value.explains.value)
    kinds = [value for value in ranked if value.is_kind and value.is_beyond_chance]
    single = [value for value in ranked if not value.is_kind][:n]
    if not single:
        return "# Nothing to ask for: no value that is not known explains anything of what lies between boxes."
    lines = [
        "# What to read off your box first: the values that explain most of what lies between plausible boxes.",
        "# Make a file with `rajas components export my_box.toml`, put the values there, and append the entries below",
        "# (also of values that were assumed rightly). Then: rajas ensemble CONFIG --components my_box.toml",
    ]
    lines += [f"#\n# Read together: {value.name}, {value.n_values} values: {value.text}" for value in kinds]
    for value in single:
        lines += [
            "",
            f"# {value.name}: {value.present}",
            f"# {value.text}",
            f"# {value.name} = ",
            "[[provenance]]",
            f"paths = [{json.dumps(value.name)}]",
            'label = "box"',
            'why = "read off the box"',
        ]
    return "\n".join(lines)


def present_text(row: Row | None) -> str:
    """Say what a value is at present, and within which range it is assumed to lie."""
    if row is None:
        return "nothing is assumed to be here; in some plausible boxes something is"
    if row["low"] is not None:
        span = f"{row['low']} to {row['high']}"
    else:
        span = ", ".join(map(str, row["choices"])) if row["choices"] else "any"
    return f"assumed {json.dumps(row['value'])}, plausible {span} ({row['why']})"


def _values(answer: Answer) -> Iterator[_Value]:
    for key, table in answer.tables.items():
        if key.endswith(f".{UNKNOWNS}"):
            for row in table.rows:
                yield _Value(
                    name=str(row["value"]),
                    explains=cast(Estimate, row["explains"]),
                    chance=cast(float, row["chance"]),
                    is_beyond_chance=bool(row["is_beyond_chance"]),
                    is_kind=bool(row["is_kind"]),
                    n_values=cast(int, row["n_values"]),
                    present=str(row["present"]),
                    players=cast(int, table.players),
                )
