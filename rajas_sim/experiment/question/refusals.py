"""From what pydantic finds wrong to sentences for somebody who writes TOML."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.experiment.catalogue import Catalogue
from rajas_sim.experiment.question.changes import flat
from rajas_sim.experiment.question.files import rule_sections
from rajas_sim.experiment.question.form import Arm, Config, StrategyChoice
from rajas_sim.experiment.question.problems import Problem, found
from rajas_sim.experiment.question.sweep import Sweep
from rajas_sim.experiment.question.toml_text import value_text


def validate(document: dict[str, Any], catalogue: Catalogue) -> tuple[Config, list[Problem]]:
    """Return the experiment and its problems; wrong parts are replaced, so that the rest can be checked as well."""
    try:
        return Config(**document), []
    except ValidationError as error:
        details = error.errors()
    lists = {**EXAMPLES, **_examples_of(document.get("game"), catalogue)}
    problems = [
        _rule_problem(document, detail["loc"], catalogue) or _problem(detail["loc"], detail["type"], detail["msg"], detail, lists)
        for detail in details
    ]
    repaired = dict(document)
    for detail in details:
        _repair(repaired, detail["loc"])
    for key, value in STAND_INS.items():
        repaired.setdefault(key, value)
    repaired.setdefault("line_up", list(repaired.get("strategies", {})) or [STAND_IN_STRATEGY])
    return Config(**repaired), problems


# What takes the place of a wrong or missing part, so that the rest can be checked; without a game, that is only the form.
STAND_INS: dict[str, Any] = {"name": "x", "question": "x", "game": "", "players": [2]}
STAND_IN_STRATEGY = "random"
# Keys whose contents are checked against each other; what was found is in the reason.
CHECKED_AS_A_WHOLE = ("arms", "sweep", "sweep.over")

# Lists as they may be written, whatever the game.
EXAMPLES = {
    "players": "[2, 3]",
    "line_up": '["balanced"]',
    "modules": "[]",
    "tables": '["games", "seats"]',
    "arms": '[{ name = "rich", overrides = { "setup.karma" = 2 } }]',
}


def _repair(document: dict[str, Any], loc: tuple[str | int, ...]) -> None:
    match loc:
        case ("arms", int(i), *_) if isinstance(document.get("arms"), list):
            arms = list(document["arms"])
            arms[i] = {"name": f"unusable-{i}"}
            document["arms"] = arms
        case ("strategies", str(label), *_) if isinstance(document.get("strategies"), dict):
            document["strategies"] = {k: v for k, v in document["strategies"].items() if k != label}
            line_up = document.get("line_up")
            if isinstance(line_up, list):
                document["line_up"] = [STAND_IN_STRATEGY if entry == label else entry for entry in line_up]
        case _:
            document.pop(str(loc[0]), None)


def _examples_of(game: object, catalogue: Catalogue) -> dict[str, str]:
    """Return lists as they may be written where their entries are words of the game."""
    try:
        modules = catalogue.game(game).modules[:1] if isinstance(game, str) else ()
    except InputError:
        modules = ()
    return {"modules": value_text(list(modules))} if modules else {}


def how_rules_change(path: str, value: Any) -> str:
    """Return what is to be said of a rule where keys of the experiment stand."""
    arm = f"overrides = {value_text({path: value})}"
    sweep = shlex.quote(f"sweep.over.{path}={value_text([value])}")
    return f"is a rule, which is changed in one of the [[arms]]: {arm}, or in a sweep: --set {sweep}"


def _rule_problem(document: Mapping[str, Any], loc: tuple[str | int, ...], catalogue: Catalogue) -> Problem | None:
    """Return the problem of a rule where keys of the experiment stand, or None for anything else."""
    key = str(loc[0])
    if len(loc) > 1 or key in Config.model_fields or key not in rule_sections(document.get("game"), catalogue):
        return None
    return Problem(key, how_rules_change(*next(flat({key: document[key]}))))


def _problem(loc: tuple[str | int, ...], kind: str, text: str, detail: Mapping[str, Any], lists: Mapping[str, str]) -> Problem:
    key = ".".join(str(part) for part in loc if part != "[key]")
    if kind == "extra_forbidden":
        known = _known_keys(loc)
        return Problem(key, unknown_name("key", str(loc[-1]), known))
    if kind == "missing":
        return Problem(key, f"is missing. {_description(loc)}")
    if kind == "value_error":
        reason = str(detail["ctx"]["error"])
        return Problem(key, reason if key in CHECKED_AS_A_WHOLE else f"found {found(detail['input'])}; {reason}")
    if kind == "too_short":
        return Problem(key, f"is empty. {_description(loc)}")
    if kind in ("tuple_type", "list_type"):
        return Problem(key, f"found {found(detail['input'])}; allowed: a list, such as {lists.get(str(loc[-1]), '[1, 2]')}")
    return Problem(key, f"found {found(detail['input'])}; allowed: {_allowed(kind, detail.get('ctx', {}), text)}")


def _allowed(kind: str, limits: Mapping[str, Any], text: str) -> str:
    """Return what is allowed in the words of somebody who writes TOML."""
    # With the limit in braces, where there is one.
    words = {
        "int_type": "a whole number",
        "bool_type": "true or false",
        "float_type": "a number",
        "string_type": "a text in quotes",
        "dict_type": "a table, such as {{ key = 1 }}",
        "model_type": "a table",
        "path_type": "a path in quotes",
        "greater_than_equal": "{ge} or more",
        "greater_than": "more than {gt}",
        "less_than_equal": "{le} or less",
        "less_than": "less than {lt}",
    }
    return words[kind].format(**limits) if kind in words else _lower_first(text)


def _model_of(loc: tuple[str | int, ...]) -> type[BaseModel]:
    match loc:
        case ("arms", _, _, *_):
            return Arm
        case ("strategies", _, _, *_):
            return StrategyChoice
        case ("sweep", _, *_):
            return Sweep
        case _:
            return Config


def _known_keys(loc: tuple[str | int, ...]) -> list[str]:
    return list(_model_of(loc).model_fields)


def _description(loc: tuple[str | int, ...]) -> str:
    return f"{_model_of(loc).model_fields[str(loc[-1])].description}."


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
