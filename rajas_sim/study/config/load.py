"""Reading an experiment file.

Problems with the form of a file are reported first, all together. Only if there are none, the game checks the content, and all
its problems are reported together. Each message names the place, what was found and what is allowed.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import find_game
from rajas_sim.core.games import is_game, name_of_game
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.rulebook.component_file import leaf_values, parse_toml, text_of
from rajas_sim.core.rulebook.form_problems import FormProblem, form_problems, shown_value
from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.files import is_rule, n_entries, require_kind
from rajas_sim.study.config.form import Arm, ChosenStrategy, Config, StrategyChoice
from rajas_sim.study.config.keys import KeySources, Problem, counted_from_1, flatten_overrides, paths_and_values
from rajas_sim.study.config.question_tables import form_of
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.config.set_option import Change, apply_change, parse_set_options
from rajas_sim.study.config.toml_text import quotes_hint, value_text

Form = TypeVar("Form", bound=BaseModel)
StrategyFiles = Literal["run", "refuse", "replace"]
"""What to do with the Python files that an experiment names as strategies. Playing an experiment runs them. A run that is opened
may come from somebody else, so they are refused, or, where only the rules matter, replaced by `random`."""
#: Key that a user changes -> keys of the file that it replaces.
KEYS_REPLACED_BY = {"line_ups": ("line_up", "mirror"), "line_up": ("line_ups",)}
# Keys whose contents are checked against each other. Their messages already say what was found.
CHECKED_AS_A_WHOLE = (("arms",), ("sweep",), ("sweep", "over"), ("stop",))
# Examples of lists for messages. The example of modules is taken from the game.
EXAMPLES = {
    "players": "[2, 3]",
    "line_up": '["balanced"]',
    "line_ups": '[["balanced"], ["strong"]]',
    "opponents": '["balanced"]',
    "modules": "[]",
    "tables": '["games", "seats"]',
    "arms": '[{ name = "rich", overrides = { "setup.karma" = 2 } }]',
}


def load_experiment(
    path: Path | str, sets: Sequence[str] = (), *, options: Mapping[str, Any] | None = None, strategy_files: StrategyFiles = "run"
) -> Experiment:
    """Read an experiment file and look up its rules and strategies.

    Defaults of the game are filled in.

    Parameters
    ----------
    path
        The TOML file. Paths of components, strategies, a game and question files in it are relative to its folder.
    sets
        Changes as ``key=value`` (the value as in TOML; arms by name, or by number from 1), applied in order.
    options
        Keys that have a command line option, for example ``{"blocks": 500}``.
    strategy_files
        What to do with strategies that the file gives as paths of Python files; unless they are run, a game given so is refused.

    Raises
    ------
    InputError
        With every problem found, each with file and line or option.
    """
    path = Path(path)
    document, text = read_toml(path)
    require_kind("experiment", document, path)
    resolve_file_paths(document, ("components",), path.parent)
    if isinstance(document.get("game"), str) and document["game"].endswith(".py"):
        if strategy_files != "run":
            raise InputError(
                f"{path}: names a Python file as its game ({document['game']}), which is not run when a run is opened"
            )
        resolve_file_paths(document, ("game",), path.parent)
    for name, table in document.items():
        if isinstance(table, dict) and (form := form_of(name)) is not None:
            resolve_file_paths(table, form.file_keys, path.parent)
    resolve_strategy_paths(document, path.parent)
    named_files = [f"{label} is {choice['strategy']}" for label, choice in _choices_of_files(document)]
    if named_files and strategy_files == "refuse":
        raise InputError(
            f"{path}: names Python files as strategies ({', '.join(named_files)}). They are not run when a run is opened; "
            "if you know what is in them, add --trust"
        )
    if strategy_files == "replace":
        for _, choice in _choices_of_files(document):
            choice.clear()
            choice["strategy"] = "random"
    return _resolve_document(document, KeySources(str(path), text), sets, options)


def experiment_of(
    document: Mapping[str, Any], sets: Sequence[str] = (), *, options: Mapping[str, Any] | None = None
) -> Experiment:
    """Return the experiment of a document, a dictionary with the keys of an experiment file.

    The other parameters and the errors are those of `load_experiment`. Paths of strategies are relative to the current folder.
    Keys with the value None are left out.
    """
    keys = {key: value for key, value in deepcopy(dict(document)).items() if value is not None}
    resolve_strategy_paths(keys, Path())
    return _resolve_document(keys, KeySources(), sets, options)


def _resolve_document(
    document: dict[str, Any], key_sources: KeySources, sets: Sequence[str], options: Mapping[str, Any] | None
) -> Experiment:
    """Change a document, check its form, and look up its rules and strategies."""
    problems = flatten_overrides(document)
    if isinstance(document.get("game"), str):
        document["game"] = name_of_game(document["game"])
    key_sources = replace(key_sources, options=apply_options(document, sets, options))
    arms = document.get("arms")
    names_by_number = {
        i: arm.get("name") for i, arm in enumerate(arms if isinstance(arms, list) else (), 1) if isinstance(arm, dict)
    }
    key_sources.arm_names = {i: name for i, name in names_by_number.items() if isinstance(name, str) and name}
    return resolve(check_form(Config, document, key_sources, problems), key_sources)


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """Return the content of a TOML file, and its text.

    Raises
    ------
    InputError
        If it cannot be read, or is not valid TOML.
    """
    text = text_of(path)
    try:
        return parse_toml(text), text
    except tomllib.TOMLDecodeError as error:
        reason = str(error)[:1].lower() + str(error)[1:]
        raise InputError(f"{path}: not valid TOML: {reason}{quotes_hint(text, reason)}") from None


def apply_options(document: dict[str, Any], sets: Sequence[str], options: Mapping[str, Any] | None) -> dict[str, str]:
    """Change a document by the options and then by ``--set``; return dotted key -> the option that set it.

    Raises
    ------
    InputError
        If an option cannot be applied. If its key is a rule of the game, the message says how to change rules.
    """
    changes = [Change(key, value, f"--{key} {value}") for key, value in (options or {}).items()]
    option_of_key = {}
    for change in [*changes, *parse_set_options(sets)]:
        for replaced_key in KEYS_REPLACED_BY.get(change.key.partition(".")[0], ()):
            document.pop(replaced_key, None)
        try:
            option_of_key[apply_change(document, change)] = change.source
        except InputError:
            if is_rule(document.get("game"), change.key):
                raise InputError(
                    f"{change.source}: {rule_change_message(document.get('game'), change.key, change.value)}"
                ) from None
            raise
    _leave_out_unseated(document, option_of_key)
    _ask_about_changes(document, option_of_key)
    resolve_strategy_paths(document, Path())
    return option_of_key


def _leave_out_unseated(document: dict[str, Any], changed_keys: Collection[str]) -> None:
    """If an option replaced the line-up of a file, drop the file's strategies that are no longer in the line-up."""
    choices = document.get("strategies")
    is_replaced = any(key.partition(".")[0] in ("line_up", "line_ups") for key in changed_keys)
    if not isinstance(choices, dict) or "strategies" in changed_keys or not is_replaced:
        return
    labels = {label for key in ("line_up", "line_ups") for _, label in leaf_values(document.get(key))}
    kept_labels = labels | {key.split(".")[1] for key in changed_keys if key.startswith("strategies.")}
    document["strategies"] = {label: choice for label, choice in choices.items() if label in kept_labels}


def _ask_about_changes(document: dict[str, Any], changed_keys: Collection[str]) -> None:
    """If an option gave the experiment new arms or a sweep, write a new question about these in place of the file's."""
    has_new_rule_sets = any(key == "arms" or key.partition(".")[0] == "sweep" for key in changed_keys)
    if not has_new_rule_sets or "question" in changed_keys or "question" not in document:
        return
    arms, sweep = document.get("arms"), document.get("sweep")
    changes = [spaced(str(arm.get("name"))) for arm in arms if isinstance(arm, dict)] if isinstance(arms, list) else []
    for key in ("over", "together"):
        values = sweep.get(key) if isinstance(sweep, dict) else None
        changes += [path for path, _ in paths_and_values(values)] if isinstance(values, dict) else []
    if changes:
        document["question"] = f"What changes with {', '.join(changes)}?"


def check_form(form: type[Form], document: Mapping[str, Any], key_sources: KeySources, problems: Iterable[Problem] = ()) -> Form:
    """Return the document as a checked form.

    Parameters
    ----------
    problems
        Problems that are known already.

    Raises
    ------
    InputError
        With the known problems and everything wrong with the form.
    """
    problems = [*problems]
    try:
        content = form(**document)
        if not problems:
            return content
    except ValidationError as error:
        problems += problems_in_form(document, error, form)
    raise InputError(key_sources.sentence(problem) for problem in problems)


def resolve_file_paths(table: dict[str, Any], keys: Iterable[str], folder: Path) -> None:
    """Put a folder before the paths under some keys of a table, in place.

    Values that are not texts are left alone.
    """
    for key in keys:
        if isinstance(table.get(key), str):
            table[key] = str(folder / table[key])


def resolve_strategy_paths(document: dict[str, Any], folder: Path) -> None:
    """Make the paths of strategy files absolute, in place; relative paths are relative to `folder`."""
    for _, choice in _choices_of_files(document):
        choice["strategy"] = str((folder / choice["strategy"]).resolve())


def _choices_of_files(document: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield label and table of every strategy that is given as the path of a Python file."""
    choices = document.get("strategies")
    for label, choice in choices.items() if isinstance(choices, dict) else ():
        name = choice.get("strategy") if isinstance(choice, dict) else None
        if isinstance(name, str) and name.endswith(".py"):
            yield label, choice


def python_files(path: Path) -> list[str]:
    """Return the Python files that an experiment file names as its game or as strategies.

    Playing the experiment runs them.

    Raises
    ------
    InputError
        If the file cannot be read, or is not TOML.
    """
    document, _ = read_toml(path)
    names = [document.get("game"), *(choice["strategy"] for _, choice in _choices_of_files(document))]
    return [name for name in names if isinstance(name, str) and name.endswith(".py")]


# --- what is wrong with the form


def problems_in_form(document: Mapping[str, Any], error: ValidationError, form: type[BaseModel]) -> Iterator[Problem]:
    """Yield the problems that a form found in a document."""
    game = document.get("game")
    all_problems = list(form_problems(error))
    for form_problem in all_problems:
        if form_problem.kind == "too_short" and any(
            form_problem.keys == other_problem.keys[: len(form_problem.keys)] != other_problem.keys
            for other_problem in all_problems
        ):
            continue  # the list is not empty: another problem names its wrong entries
        keys = counted_from_1(form_problem.keys)
        if keys[0] == "line_ups" and form is Config:
            keys = keys[:1] + keys[2:]  # pydantic adds a key that says whether it is a list or a table
        key = str(keys[0])
        if form is Config and len(keys) == 1 and key not in form.model_fields and is_rule(game, key):
            yield Problem(keys, rule_change_message(game, *next(paths_and_values({key: document[key]}))))
        else:
            yield Problem(keys, _message(form_problem, game, form))


def _example_of(key: str, game: object) -> str:
    """Return an example of a list for a message; the example of modules has a module of the game."""
    if key == "modules" and isinstance(game, str) and is_game(game):
        return value_text(find_game(game).modules[:1])
    return EXAMPLES.get(key, "[1, 2]")


def rule_change_message(game: object, path: str, value: object) -> str:
    """Return the message for a rule among the keys of the experiment.

    For a list of rules, the example repeats the value.
    """
    n_list_entries = n_entries(game, path)
    value = [value] * n_list_entries if n_list_entries and not isinstance(value, list) else value
    arm_text = f"overrides = {value_text({path: value})}"
    set_text = shlex.quote(f"sweep.over.{path}={value_text([value])}")
    return f"is a rule; change it in one of the [[arms]]: {arm_text}, or in a sweep: --set {set_text}"


def _message(problem: FormProblem, game: object, form: type[BaseModel]) -> str:
    """Return what is wrong in words; some kinds of problems come with the known keys, a description or an example."""
    table_form = _table_form(problem.keys, form)
    last_key = str(problem.keys[-1])
    if problem.keys[0] == "line_ups" and form is Config:
        last_key = "line_ups" if len(problem.keys) == 2 else "line_up"
    if problem.kind == "extra_forbidden":
        if table_form is Config and last_key == "overrides":
            example = value_text({"setup.money": 4})
            return f"rules are changed in one of the [[arms]]: --set 'arms=[{{name=\"mine\", overrides={example}}}]'"
        known_keys = [*table_form.model_fields, *(QUESTION_TABLES if table_form is Config else ())]
        return unknown_name("key", last_key, known_keys)
    if problem.kind in ("missing", "too_short"):
        field = table_form.model_fields.get(last_key)
        description = f". {field.description}." if field is not None and field.description else ""
        return f"{'is missing' if problem.kind == 'missing' else 'is empty'}{description}"
    if problem.kind == "value_error" and not _is_checked_as_a_whole(problem.keys):
        return f"found {shown_value(problem.value)}; {problem.message}"
    if problem.kind == "tuple_type":
        return f"must be a list such as {_example_of(last_key, game)}, found {shown_value(problem.value)}"
    return problem.message


def _is_checked_as_a_whole(keys: tuple[str | int, ...]) -> bool:
    """Return whether the contents of these keys are checked against each other; messages then say what was found."""
    form = form_of(str(keys[0]))
    return keys in CHECKED_AS_A_WHOLE or (form is not None and keys[1:] in form.checked_as_a_whole)


def _table_form(keys: tuple[str | int, ...], form: type[BaseModel]) -> type[BaseModel]:
    """Return the form of the table in which a problem lies; `form` itself for keys outside tables."""
    match keys:
        case ("arms", _, _, *_):
            return Arm
        case ("strategies", _, _, *_):
            return StrategyChoice if form is Config else ChosenStrategy
        case (str() as key, _, *_) if form is Config and (question_form := form_of(key)) is not None:
            return question_form
        case (str() as key, _, *_) if key in form.model_fields:
            annotation = form.model_fields[key].annotation
            types = [part for part in (annotation, *get_args(annotation)) if isinstance(part, type)]
            return next((part for part in types if issubclass(part, BaseModel)), form)
        case _:
            return form
