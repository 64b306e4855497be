"""Reads an experiment file and resolves it into the games to play."""

from __future__ import annotations

#: Name of a question -> the place of the form of its table in an experiment file (a `question_tables.QuestionTable`), such as
#: ``package.module:Form``. `rajas_sim.questions` fills this dictionary; filling it imports none of the forms.
QUESTION_TABLES: dict[str, str] = {}
