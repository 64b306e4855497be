"""Reads an experiment file and resolves it into the games to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: Name of a question -> a function that returns the form of its table in an experiment file (a `question_tables.QuestionTable`).
#: `rajas_sim.questions` fills this dictionary. It stands here so that filling it imports none of the forms.
QUESTION_TABLES: dict[str, Callable[[], type[Any]]] = {}
