"""How each question is asked in the tests: small enough to be played in seconds."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from rajas_sim import experiment
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import draw_box
from rajas_sim.questions import QUESTIONS
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
    runs
        A question of runs is asked of the runs of these experiments.
    n_boxes
        So many boxes are drawn before, and named in the options with the component file that they are drawn from.
    """

    name: str
    study: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    runs: tuple[Mapping[str, Any], ...] = ()
    n_boxes: int = 0

    def ask(self, folder: Path) -> ShownAnswer:
        """Ask it of a file in a folder, or of runs that are played there and labelled as the arguments are called."""
        if self.runs:
            (labels,) = (question.subject_names for question in QUESTIONS if question.name == self.name)
            with chdir(folder):
                for label, study in zip(labels, self.runs, strict=True):
                    experiment.run({**STUDY, **study}, label=label)
                of_runs: ShownAnswer = getattr(experiment, self.name)(*labels, **self.options)
            return of_runs
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
    content = copy.deepcopy(source.read(None))
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
    "run": Asked("run"),
    "run_of_arms": Asked(
        "run",
        {"players": [2], "arms": [{"name": "more_karma", "overrides": {"setup.karma": 2}}, {"name": "moon", "variant": "moon"}]},
    ),
    "run_of_handicaps": Asked(
        "run",
        {
            "players": [2],
            "line_up": ["balanced", "random"],
            "arms": [
                {"name": "more", "overrides": {"players.random.karma": 2}},
                {"name": "less", "overrides": {"players.balanced.karma": -1}},
            ],
        },
    ),
    "run_of_strategies": Asked("run", {"players": [2], "line_up": ["balanced", "random", "trader"], "blocks": 40}),
    "run_on_rungs": Asked(
        "run", {"players": [2], "line_up": ["random", "balanced"], "mirror": True, "sweep": {"over": {"setup.karma": [0, 2]}}}
    ),
    "check": Asked(
        "check", {"blocks": 600}, {"expect": ["rounds between 5 and 20", "start_player.2 within 0.1 points", "rounds.3 below 5"]}
    ),
    "plan": Asked("plan", {"blocks": 5000}, {"pilot": 40}),
    "luck": Asked("luck", {"blocks": 120}),
    "solve": Asked("solve", {"solve": {"over": {"setup.karma": [0, 1, 2]}, "goal": "even_seats"}}),
    "solve_rounds": Asked(
        "solve",
        {
            "game": "ganges",
            "players": [2],
            "solve": {"over": {"setup.money.1": [1, 3, 99999], "setup.money.4": [0, 9]}, "goal": {"rounds": 8}},
        },
    ),
    "decide": Asked(
        "decide",
        {
            "arms": [{"name": "last", "overrides": {"setup.karma.2": 2}}, {"name": "all", "overrides": {"setup.karma": 2}}],
            "decide": {"goal": "even_seats", "costs": {"all": 1.5}},
        },
        {"blocks": 250},
    ),
    "ensemble": Asked("ensemble", {"blocks": 20, "seed": 2}, {"blocks": 10, "report": False}, n_boxes=20),
    "ensemble_of_rule_sets": Asked("ensemble", SEVERAL, {"blocks": 12, "report": False, "set": LINE_UPS}, n_boxes=8),
    "luck_and_skill": Asked("luck", {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]}, {"blocks": 20}),
    "power": Asked("power", {}, {"only": ["palace.*", "palace_column.upper.*"]}),
    "power_of_numbers": Asked(
        "power",
        {"game": "ganges", "players": [2], "line_up": ["strong", "balanced"]},
        {"numbers": True, "only": ["setup.*", "boards.basic.yields.top_left.cell.1"], "blocks": 20},
    ),
    "drama": Asked(
        "drama",
        options={"spot_checks": 3, "playouts": 5, "choices": 3},
        runs=({"blocks": 800},),
    ),
    "drama_of_line_ups": Asked(
        "drama", runs=({"game": "ganges", "players": [2], "line_up": ["random", "balanced"], "mirror": True, "blocks": 800},)
    ),
    "waiting": Asked("waiting", {"waiting": {"seconds": {"take_die": 20}}}, {"games": 8}),
    "contention": Asked("contention", {}, {"games": 8, "blocks": 80}),
    "describe": Asked(
        "describe", options={"numbers": ["win_share"], "by": ["round", "place"], "where": ["round<=4"]}, runs=({},)
    ),
    "describe_words": Asked(
        "describe", options={"numbers": ["overlap", "met_by", "overlap<=2"], "where": ["rank=1"]}, runs=({"players": [2]},)
    ),
    "compare": Asked("compare", runs=({}, {"blocks": 40, "variant": "moon"})),
    "compare_line_ups": Asked(
        "compare",
        runs=(
            {"players": [2], "line_up": ["balanced", "random"], "mirror": True},
            {
                "players": [2],
                "line_up": ["balanced", "random"],
                "mirror": True,
                "seed": 2,
                "arms": [{"name": "more_karma", "overrides": {"setup.karma": 2}}],
            },
        ),
    ),
}
