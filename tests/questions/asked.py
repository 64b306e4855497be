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
    "check": Asked(
        "check", {"blocks": 600}, {"expect": ["rounds between 5 and 20", "start_player.2 within 0.1 points", "rounds.3 below 5"]}
    ),
    "plan": Asked("plan", {"blocks": 5000}, {"pilot": 40}),
    "luck": Asked("luck"),
    "luck_and_skill": Asked("luck", {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]}, {"blocks": 20}),
}
