"""How each question is asked in the tests: small enough to be played in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from rajas_sim import experiment
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import draw_box
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
    """One way to ask a question.

    Attributes
    ----------
    name
        Of the question.
    study, options
        Of which experiment (what differs from `STUDY`), and with which options.
    n_boxes
        So many boxes are drawn before, and named in the options with the component file that they are drawn from.
    """

    name: str
    study: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    n_boxes: int = 0

    def ask(self, folder: Path) -> ShownAnswer:
        """Ask it of a file in a folder."""
        file = folder / "mine.toml"
        file.write_text(tomli_w.dumps({**STUDY, **self.study}), encoding="utf-8")
        boxes = drawn_boxes(folder, self.n_boxes) if self.n_boxes else {}
        shown: ShownAnswer = getattr(experiment, self.name)(str(file), out=folder / "reports", **self.options, **boxes)
        return shown


def drawn_boxes(folder: Path, n: int) -> dict[str, Path]:
    """Draw boxes of The Dice Charmers, whether or not play in them looks as it should; the sheets are known, which is quicker.

    Return the options of an ensemble that say where the boxes are and what they were drawn from.
    """
    source, base = find_game("charmers").components, folder / "my_box.toml"
    content = source.read(None)
    content["provenance"].append({"paths": ["sheets.*"], "label": "box", "why": "read off the box"})
    base.write_text(tomli_w.dumps(content), encoding="utf-8")
    boxes = folder / "boxes"
    boxes.mkdir()
    for number in range(n):
        (boxes / f"box_{number:02d}.toml").write_text(tomli_w.dumps(draw_box(source, 1, number, base)), encoding="utf-8")
    return {"folder": boxes, "components": base}


SEVERAL = {
    "players": [2],
    "arms": [{"name": "rich", "overrides": {"setup.karma": 2, "market.prices": [2] * 9}}],
    "blocks": 20,
}
"""Rule sets of an ensemble, and the line-ups."""
LINE_UPS = {"line_ups": {"good": ["balanced"], "poor": ["random"]}}


#: By what each is about; every question stands here at least once.
ASKED = {
    "luck": Asked("luck"),
    "ensemble": Asked("ensemble", {"blocks": 20, "seed": 2}, {"blocks": 10, "report": False}, n_boxes=20),
    "ensemble_of_rule_sets": Asked("ensemble", SEVERAL, {"blocks": 12, "report": False, "set": LINE_UPS}, n_boxes=8),
    "luck_and_skill": Asked("luck", {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]}, {"blocks": 20}),
}
