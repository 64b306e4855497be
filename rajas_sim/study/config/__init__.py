"""From an experiment file to what it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: Name of a question -> loads the form of its table in an experiment file (a `question_tables.QuestionTable`).
#: `rajas_sim.questions` fills it. It stands here so that filling it loads nothing.
QUESTION_TABLES: dict[str, Callable[[], type[Any]]] = {}
