"""An answer as JSON, and its schema.

Figures are left out, since they only draw what the tables hold. So is the list of assumed values, which the page shows.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from rajas_sim.analysis.answer import Answer

_ADAPTER = TypeAdapter(Answer)


def answer_document(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain values; an unknown number is None."""
    document: dict[str, Any] = json.loads(_ADAPTER.dump_json(answer))
    return document


def answer_text(answer: Answer) -> str:
    """Return an answer as JSON text."""
    return json.dumps(answer_document(answer), indent=2, ensure_ascii=False)


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of answers."""
    schema = _ADAPTER.json_schema(mode="serialization")
    for number in ("value", "low", "high"):  # an unknown number is null
        schema["$defs"]["Estimate"]["properties"][number]["type"] = ["number", "null"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas answer"}
