"""How each question is asked in the tests: small enough to be played in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from rajas_sim import experiment
from rajas_sim.showing.notebook import ShownAnswer

STUDY: dict[str, Any] = {
    "name": "mine",
    "question": "Is it fair?",
    "game": "charmers",
    "players": [2, 3],
    "line_up": ["balanced"],
    "blocks": 30,
}


@dataclass(frozen=True)
class Asked:
    """One way to ask a question: by which name, of which experiment (what differs from `STUDY`), with which options."""

    name: str
    study: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def ask(self, folder: Path) -> ShownAnswer:
        """Ask it of a file in a folder."""
        file = folder / "mine.toml"
        file.write_text(tomli_w.dumps({**STUDY, **self.study}), encoding="utf-8")
        shown: ShownAnswer = getattr(experiment, self.name)(str(file), out=folder / "reports", **self.options)
        return shown


#: By what each is about; every question stands here at least once.
ASKED = {
    "run": Asked("run"),
    "run_of_arms": Asked(
        "run",
        {"players": [2], "arms": [{"name": "more_karma", "overrides": {"setup.karma": 2}}, {"name": "moon", "variant": "moon"}]},
    ),
    "run_of_strategies": Asked("run", {"players": [2], "line_up": ["balanced", "random", "trader"], "blocks": 40}),
    "run_on_rungs": Asked(
        "run", {"players": [2], "line_up": ["random", "balanced"], "mirror": True, "sweep": {"over": {"setup.karma": [0, 2]}}}
    ),
    "luck": Asked("luck"),
    "solve": Asked("solve", {"solve": {"over": {"setup.karma": [0, 1, 2]}, "goal": "even_seats"}}),
    "solve_rounds": Asked(
        "solve",
        {
            "game": "ganges",
            "players": [2],
            "solve": {"over": {"setup.money.1": [1, 3, 99999], "setup.money.4": [0, 9]}, "goal": {"rounds": 8}},
        },
    ),
    "luck_and_skill": Asked("luck", {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]}, {"blocks": 20}),
    "power": Asked("power", {}, {"only": ["palace.*", "palace_column.upper.*"]}),
    "power_of_numbers": Asked(
        "power",
        {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]},
        {"numbers": True, "only": ["setup.*", "boards.basic.yields.top_left.cell.1"], "blocks": 20},
    ),
}
