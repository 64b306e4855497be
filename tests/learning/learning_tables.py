"""Writes docs/learning_tables.md: what every action and every number of an observation is. Run it to write the page again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.learning import Encoding, encoding_of

PAGE = Path(__file__).parents[2] / "docs" / "learning_tables.md"
BEGINNING = """# Actions and observations

The numbers of [learning environments](learning.md); `env.actions` and `env.fields` say the same in Python. The code writes this
page: `python tests/learning/learning_tables.py`.
"""
ABOUT_ACTIONS = """
Actions number the codes of all decisions. The page on [options]({options}) explains the decisions;
`rajas_sim/{game}/rulebook/terms.py` explains the codes.

| decision | actions | codes |
|---|---|---|"""
ABOUT_NUMBERS = """
`seats[0]` is the seat that observes, `seats[1]` the next in turn order. `tasks[0]` is the task on top of the stack;
`terms.py` explains its `amount`, `detail` and `limit`. Arrays are read row by row ([their
numbers]({options}#numbers-of-words)). A bit set has one number for each member; roads have one for top, right, bottom and left.

| field | first number | numbers | what it is |
|---|---|---|---|"""


def rows_of_fields(encoding: Encoding) -> Iterator[str]:
    """Yield a row for each field; seats and tasks, which are all alike, count as one."""
    for field in encoding.fields.values():
        name, first = field.name, str(field.offset)
        if "[0]" in name:
            step = encoding.fields[name.replace("[0]", "[1]")].offset - field.offset
            name, first = name.replace("[0]", "[i]"), f"{field.offset} + {step} i"
        if "[" not in field.name or "[0]" in field.name:
            yield f"| `{name}` | {first} | {field.length} | {field.meaning} |"


def page() -> str:
    """Return the whole page."""
    lines = [BEGINNING]
    for game in GAMES:
        encoding, links = encoding_of(game, 2), {"game": game, "options": f"options_{game}.md"}
        title = find_game(game).title.split(": ")[-1]
        lines += [f"## Actions of {title}", ABOUT_ACTIONS.format(**links)]
        for decision, actions in groupby(enumerate(encoding.actions), key=lambda numbered: numbered[1].decision):
            (first, _), *_, (last, action) = actions
            lines.append(f"| `{decision}` | {first} to {last} | 0 to {action.code} |")
        lines += ["", f"## Observations of {title}", ABOUT_NUMBERS.format(**links), *rows_of_fields(encoding), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
