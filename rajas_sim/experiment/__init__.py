"""From a question written in TOML to tables of games.

`question` reads and checks an experiment file, `design` decides which games are played, `playing` plays them, `folder` keeps
their tables; `rule_sets` compares rules, and `authoring` helps to write strategies.

Notebooks and scripts ask by functions named after the questions, ``run``, ``plan``, ``luck`` and so on, and open finished runs
with ``load``. These stand in `rajas_sim.questions.verbs`, since they need the rooms above as well; they are loaded when they are
first asked for.
"""

from __future__ import annotations

import importlib
from typing import Any

ASKED = ("check", "compare", "drama", "ensemble", "load", "luck", "plan", "power", "run", "solve")


def __getattr__(name: str) -> Any:
    if name in ASKED:
        return getattr(importlib.import_module("rajas_sim.questions.verbs"), name)
    raise AttributeError(f"module 'rajas_sim.experiment' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *ASKED]
