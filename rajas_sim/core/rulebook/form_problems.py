"""Sentences about the problems that pydantic finds in a form, for people who write TOML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

LONGEST_VALUE_SHOWN = 60
# What a value must be, by pydantic's kind of error, with the limit in braces where there is one.
MUST_BE = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text in quotes",
    "path_type": "a path in quotes",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "literal_error": "{expected}",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
}
# Parts of pydantic's locations that no file contains: they name the form, out of several, that a value was checked against.
LEFT_OUT = ("root", "[key]", "[list]", "[number]")
OTHER_REFUSALS = {
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "string_too_short": "must not be empty",
    "string_pattern_mismatch": "is not spelled as it must be (pattern {pattern})",
}


@dataclass(frozen=True)
class FormProblem:
    """One problem that a form found.

    Attributes
    ----------
    keys
        Where the problem is: names of keys, and indices of lists from 0.
    kind
        Pydantic's name for the kind of error.
    message
        What is wrong; for a check of the form itself, only the message of that check.
    value
        The value found there.
    """

    keys: tuple[str | int, ...]
    kind: str
    message: str
    value: Any


def form_problems(error: ValidationError) -> Iterator[FormProblem]:
    """Yield the problems that a form found."""
    for item in error.errors():
        keys = tuple(part for part in item["loc"] if part not in LEFT_OUT)
        yield FormProblem(keys, item["type"], _message(item), item["input"])


def shown_value(value: Any) -> str:  # noqa: ANN401 - values of TOML
    """Return how a message shows a value: as TOML-like text, shortened."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST_VALUE_SHOWN else f"{text[: LONGEST_VALUE_SHOWN - 3]}..."


def _message(details: Any) -> str:  # noqa: ANN401 - values of TOML
    """Return what one of pydantic's errors says, in plainer words where there are some; checks of a form have their own words."""
    kind, context = details["type"], details.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "unknown key"
    template = f"must be {MUST_BE[kind]}" if kind in MUST_BE else OTHER_REFUSALS.get(kind)
    refusal = details["msg"] if template is None else template.format(**context)
    return f"{refusal}, found {shown_value(details['input'])}"
