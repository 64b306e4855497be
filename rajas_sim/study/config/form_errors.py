"""What is wrong with the form of an experiment file, and how a rule is changed instead."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import unknown_name
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.form_problems import FormProblem, form_problems, shown_value
from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.files import is_rule
from rajas_sim.study.config.form import Arm, ChosenStrategy, Config, StrategyChoice
from rajas_sim.study.config.keys import Problem, counted_from_1, flat
from rajas_sim.study.config.question_tables import form_of
from rajas_sim.study.config.toml_text import value_text


def problems_in_form(document: Mapping[str, Any], error: ValidationError, form: type[BaseModel] = Config) -> Iterator[Problem]:
    """Yield what the form of an experiment, or another one, found wrong with a document."""
    game = document.get("game")
    shown_value = list(form_problems(error))
    for wrong in shown_value:
        if wrong.kind == "too_short" and any(wrong.keys == other.keys[: len(wrong.keys)] != other.keys for other in shown_value):
            continue  # the list is not empty: it has entries that are wrong, of which the other problem tells
        keys = counted_from_1(wrong.keys)
        if keys[0] == "line_ups" and form is Config:
            keys = keys[:1] + keys[2:]  # without the word for a list or a table
        key = str(keys[0])
        if form is Config and len(keys) == 1 and key not in form.model_fields and is_rule(game, key):
            yield Problem(keys, how_rules_change(*next(flat({key: document[key]}))))
        else:
            yield Problem(keys, _message(wrong, game, form))


# Keys whose contents are checked against each other; what was found is in the reason.
CHECKED_AS_A_WHOLE = (("arms",), ("sweep",), ("sweep", "over"), ("stop",))

# Lists as they may be written; modules are words of the game.
EXAMPLES = {
    "players": "[2, 3]",
    "line_up": '["balanced"]',
    "line_ups": '[["balanced"], ["strong"]]',
    "opponents": '["balanced"]',
    "modules": "[]",
    "tables": '["games", "seats"]',
    "arms": '[{ name = "rich", overrides = { "setup.karma" = 2 } }]',
}


def _example_of(key: str, game: object) -> str:
    """Return a list as it may be written, of modules with a word of the game."""
    if key == "modules" and isinstance(game, str) and game in GAMES:
        return value_text(find_game(game).modules[:1])
    return EXAMPLES.get(key, "[1, 2]")


def how_rules_change(path: str, value: Any) -> str:
    """Return the message for a rule that stands where keys of the experiment belong."""
    arm = f"overrides = {value_text({path: value})}"
    sweep = shlex.quote(f"sweep.over.{path}={value_text([value])}")
    return f"is a rule, which is changed in one of the [[arms]]: {arm}, or in a sweep: --set {sweep}"


def _message(wrong: FormProblem, game: object, form: type[BaseModel]) -> str:
    model = _model_of(wrong.keys, form)
    last = str(wrong.keys[-1])
    if wrong.keys[0] == "line_ups" and form is Config:
        last = "line_ups" if len(wrong.keys) == 2 else "line_up"
    if wrong.kind == "extra_forbidden":
        known = [*model.model_fields, *(QUESTION_TABLES if model is Config else ())]
        return unknown_name("key", last, known)
    if wrong.kind in ("missing", "too_short"):
        return f"{'is missing' if wrong.kind == 'missing' else 'is empty'}. {model.model_fields[last].description}."
    if wrong.kind == "value_error" and not _is_checked_as_a_whole(wrong.keys):
        return f"found {shown_value(wrong.value)}; {wrong.message}"
    if wrong.kind == "tuple_type":
        return f"must be a list such as {_example_of(last, game)}, found {shown_value(wrong.value)}"
    return wrong.message


def _is_checked_as_a_whole(keys: tuple[str | int, ...]) -> bool:
    form = form_of(str(keys[0]))
    return keys in CHECKED_AS_A_WHOLE or (form is not None and keys[1:] in form.checked_as_a_whole)


def _model_of(loc: tuple[str | int, ...], form: type[BaseModel]) -> type[BaseModel]:
    match loc:
        case ("arms", _, _, *_):
            return Arm
        case ("strategies", _, _, *_):
            return StrategyChoice if form is Config else ChosenStrategy
        case (str() as key, _, *_) if form is Config and (table := form_of(key)) is not None:
            return table
        case (str() as key, _, *_) if key in form.model_fields:
            annotation = form.model_fields[key].annotation
            kinds = (annotation, *get_args(annotation))
            return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), form)
        case _:
            return form
