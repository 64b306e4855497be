"""Answers and other records as JSON, and the schema of answers.

Figures of answers are left out, since they only draw what the tables hold. So is the list of assumed values, which pages show.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from rajas_sim.analysis.answer import Answer


def plain_values(record: object) -> dict[str, Any]:
    """Return an answer or another record as plain values, by their names in its JSON form; an unknown number is None."""
    document: dict[str, Any] = json.loads(TypeAdapter(type(record)).dump_json(record, by_alias=True))
    return document


def answer_text(answer: Answer) -> str:
    """Return an answer as JSON text."""
    return json.dumps(plain_values(answer), indent=2, ensure_ascii=False)


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of answers."""
    schema = TypeAdapter(Answer).json_schema(mode="serialization")
    for number in ("value", "low", "high"):  # an unknown number is null
        schema["$defs"]["Estimate"]["properties"][number]["type"] = ["number", "null"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas answer"}
