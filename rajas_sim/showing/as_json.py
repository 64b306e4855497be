"""An answer as JSON, and the schema of it.

Figures are left out, since they draw what the tables hold, and so is the list of assumed values, which stands on the page.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from rajas_sim.analysis.answer import Answer

_ADAPTER = TypeAdapter(Answer)


def answer_document(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain values; a number that is not known is None."""
    document: dict[str, Any] = json.loads(_ADAPTER.dump_json(answer))
    return document


def answer_text(answer: Answer) -> str:
    """Write an answer as JSON."""
    return json.dumps(answer_document(answer), indent=2, ensure_ascii=False)


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of answers."""
    schema = _ADAPTER.json_schema(mode="serialization")
    for number in ("value", "low", "high"):  # what is not known is null
        schema["$defs"]["Estimate"]["properties"][number]["type"] = ["number", "null"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas answer"}
