"""Pages of the site that are made from the program: its commands, the keys of its files, and its Python interface."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from rajas_sim import experiment
from rajas_sim.cli.app import app
from rajas_sim.questions import QUESTIONS
from rajas_sim.running.tuning.load import tuning_schema
from rajas_sim.study.config.form import experiment_schema

#: Commands, groups and parameters of Typer, whose classes have other names from version to version.
Command: TypeAlias = Any
Parameter: TypeAlias = Any
PACKAGE = Path(__file__).parent.parent / "rajas_sim"
MARKUP = re.compile(r"\[/?[a-z ]+\]")  # of Rich: [bold], [/bold]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for name, text in PAGES.items():
        files.append(File.generated(config, f"reference/{name}.md", content=text()))
    return files


def table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a table in Markdown, with bars within cells escaped."""
    rows_of_text = (tuple(" ".join(cell.replace("|", "\\|").split()) for cell in row) for row in rows)
    lines = [headings, ("---",) * len(headings), *rows_of_text]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def as_code(text: object) -> str:
    """Return a text as code within a line of Markdown."""
    return f"`{text}`"


# --- the commands


def commands() -> str:
    """Return the page of all commands, as ``rajas COMMAND --help`` has them."""
    exit_codes = "0 done, 1 failed, 2 wrong input, 3 undecided (`decide`, `check`), 130 stopped"
    head = f"# Commands\n\nWhat `rajas COMMAND --help` says. Exit codes: {exit_codes}.\n"
    return "\n".join(
        [head, *(command_text(f"rajas {path}", command) for path, command in commands_below(typer.main.get_command(app)))]
    )


def commands_below(group: Command, path: str = "") -> Iterator[tuple[str, Command]]:
    """Yield every command that can be called, with its name; `path` holds the names of the groups around it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_below(command, f"{path}{name} ")
        if not hasattr(command, "commands") or getattr(command, "invoke_without_command", False):
            yield f"{path}{name}", command


def command_text(name: str, command: Command) -> str:
    """Return the section of one command."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    options = [parameter for parameter in command.params if parameter.param_type_name == "option" and not parameter.hidden]
    usage = " ".join([name, *(argument_text(argument) for argument in arguments), "[OPTIONS]"])
    parts = [f"## {name}\n", MARKUP.sub("", command.help or ""), f"\n```text\n{usage}\n```\n"]
    if arguments:
        argument_rows = ((as_code(argument_text(argument)), argument.help or "") for argument in arguments)
        parts.append(table(("argument", "meaning"), argument_rows))
    if options:
        option_rows = (
            (option_text(option), MARKUP.sub("", option.help or ""), default_text(option.default)) for option in options
        )
        parts.append(table(("option", "meaning", "default"), option_rows))
    return "\n".join(parts)


def argument_text(argument: Parameter) -> str:
    """Return an argument as the usage has it; one that may be left out stands in brackets."""
    name = f"{argument.metavar or argument.name.upper()}{'...' if argument.nargs != 1 else ''}"
    return name if argument.required else f"[{name}]"


def option_text(option: Parameter) -> str:
    """Return an option with its short form, its value and its opposite."""
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return ", ".join(as_code(f"{name}{value}") for name in [*option.opts, *option.secondary_opts])


def default_text(default: object) -> str:
    """Return a default; nothing where there is none, or for a flag."""
    return "" if default in (None, False, True, [], ()) or callable(default) else as_code(default)


# --- the keys of files


def experiment_keys() -> str:
    """Return the page of all keys of experiment files, as ``rajas schema`` has them."""
    lead = "What `rajas schema` says. [Experiment files](../experiments.md) explains what the keys are for."
    return keys_text("Keys of experiment files", lead, experiment_schema())


def tuning_keys() -> str:
    """Return the page of all keys of tuning files, as ``rajas schema --tuning`` has them."""
    lead = "What `rajas schema --tuning` says. [Tuning a strategy](../writing_a_strategy.md#tuning-it) says what they are for."
    return keys_text("Keys of tuning files", lead, tuning_schema())


def keys_text(title: str, lead: str, schema: Mapping[str, Any]) -> str:
    """Return a page with a table of the keys of a file, by its schema, and one for each table within it."""
    parts = [f"# {title}\n", f"{lead}\n", table_of_keys(schema, schema)]
    for name, form in schema["$defs"].items():
        if "properties" in form:
            parts += [f"## {title_of(name, schema)}\n", f"{form.get('description', '')}\n", table_of_keys(form, schema)]
    return "\n".join(parts)


def title_of(name: str, schema: Mapping[str, Any]) -> str:
    """Return what a table within a file is called: the keys it stands under."""
    return " and ".join(dict.fromkeys(keys_of_form(name, schema)))


def keys_of_form(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of the file whose value is, or holds, a table of the form with this name."""
    for form in (schema, *schema["$defs"].values()):
        for key, definition in form.get("properties", {}).items():
            if f"#/$defs/{name}'" in str(definition):
                yield key


def table_of_keys(form: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the table of the keys of one table of a file; `form` is its part of the schema."""
    needed = form.get("required", [])
    rows = (
        (
            as_code(key),
            definition.get("description", ""),
            type_text(definition, schema),
            "needed" if key in needed else shown_default(definition),
        )
        for key, definition in form["properties"].items()
    )
    return table(("key", "meaning", "type", "default"), rows)


def shown_default(definition: Mapping[str, Any]) -> str:
    """Return the default of a key; none where it may be left out."""
    default = definition.get("default")
    return "" if default is None else as_code(str(default).lower() if isinstance(default, bool) else default)


def type_text(definition: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words, with its bounds."""
    if "$ref" in definition:
        title = title_of(definition["$ref"].split("/")[-1], schema)
        return f"table ([{title}](#{title.replace(' ', '-')}))"
    if "const" in definition:
        return as_code(definition["const"])
    if "enum" in definition:
        return " or ".join(as_code(value) for value in definition["enum"])
    if choices := definition.get("anyOf") or definition.get("oneOf"):
        return " or ".join(dict.fromkeys(type_text(choice, schema) for choice in choices if choice.get("type") != "null"))
    if definition.get("type") == "array":
        return f"list of {plural(type_text(definition['items'], schema))}" if definition.get("items") else "list"
    if definition.get("type") == "object":
        values = definition.get("additionalProperties")
        return f"table of {plural(type_text(values, schema))}" if isinstance(values, dict) and values else "table"
    names = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return names.get(definition.get("type", ""), "any value") + bounds_text(definition)


def plural(type_name: str) -> str:
    """Return the plural of a type as `type_text` names it."""
    return re.sub(r"^(text|whole number|number|list|table)\b", r"\1s", type_name)


def bounds_text(definition: Mapping[str, Any]) -> str:
    """Return the bounds of a number in words."""
    words = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most", "exclusiveMaximum": "below"}
    bounds = [f"{word} {definition[key]:,}" for key, word in words.items() if key in definition]
    return f", {' and '.join(bounds)}" if bounds else ""


# --- the Python interface


def python() -> str:
    """Return the page of what can be called from Python; its entries but the questions are filled in from docstrings."""
    answers = ["showing.notebook.ShownAnswer", "questions.run.played.PlayedRun", "experiment.load"]
    data = [f"analysis.answer.{name}" for name in ("Answer", "Finding", "Table", "Column", "Unit")]
    sections = {
        "Answers": ("What those functions return.", answers),
        "Answers as data": ("What `.answer` holds, and `--json` prints.", data),
        "Strategies": ("`from rajas_sim import strategy, parameter, ...`", strategy_names()),
        "Rajas of the Ganges": ("Of `rajas_sim.ganges`; *The Dice Charmers* has the same names.", game_names("ganges")),
        "Toolbox of Rajas of the Ganges": ("[Explained with examples](../toolbox.md).", toolbox_names("ganges")),
        "Toolbox of The Dice Charmers": ("[Explained with examples](../toolbox.md).", toolbox_names("charmers")),
        "Learning": ("[Explained with examples](../learning.md).", learning_names()),
    }
    head = "# Python interface\n\nFrom the docstrings. [From Python](../from_python.md) shows how it is used.\n"
    parts = (f"## {title}\n\n{lead}\n\n{''.join(map(entry, names))}" for title, (lead, names) in sections.items())
    return "\n".join([head, questions(), *parts])


def questions() -> str:
    """Return the functions that ask questions, each with its arguments, their defaults and meanings."""
    lead = "Of `rajas_sim.experiment`: `from rajas_sim import experiment`, then `experiment.run(...)`."
    parts = ["## Questions", lead]
    for name in (question.name for question in QUESTIONS):
        function = getattr(experiment, name)
        summary, _, parameters = inspect.cleandoc(function.__doc__).partition("\n\nParameters\n----------\n")
        meanings = re.findall(r"^(\w+)\n((?:    .*\n?)+)", parameters, re.M)
        defaults = {key: parameter.default for key, parameter in inspect.signature(function).parameters.items()}
        rows = ((as_code(key), _argument_default(defaults[key]), text) for key, text in meanings)
        parts += [f"### `experiment.{name}`", summary, table(("argument", "left out", "what"), rows)]
    return "\n\n".join([*parts, ""])


def _argument_default(value: object) -> str:
    """Return the default of an argument of a question; nothing for None and False."""
    if value is inspect.Parameter.empty:
        return "needed"
    return "" if value in (None, False) else f"`{value}`"


def entry(name: str) -> str:
    """Return the line that mkdocstrings replaces by the docstring of one name of the package."""
    return f"::: rajas_sim.{name}\n\n"


def read(path: Path) -> str:
    """Return a file of the package."""
    return path.read_text(encoding="utf-8")


def imported_names(package: Path) -> dict[str, str]:
    """Return name -> module and name, for every name that the ``__init__.py`` of a package imports from a module."""
    sources: dict[str, str] = {}
    for node in ast.walk(ast.parse(read(package / "__init__.py"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            sources |= {alias.name: f"{node.module.removeprefix('rajas_sim.')}.{alias.name}" for alias in node.names}
    return sources


def public_names(package: Path) -> list[str]:
    """Return the public names of a package."""
    (value,) = re.findall(r"^__all__ = (\[.*?\])", read(package / "__init__.py"), re.M | re.S)
    return list(ast.literal_eval(value))


def imported_public_names(package: Path) -> list[str]:
    """Return the public names that a package imports, each with its module."""
    sources = imported_names(package)
    return [sources[name] for name in public_names(package) if name in sources]


def strategy_names() -> list[str]:
    """Return what strategies are written with."""
    return [name for name in imported_public_names(PACKAGE) if name.startswith("core.")]


def game_names(game: str) -> list[str]:
    """Return what a game hands out: its methods, then its types."""
    methods = [f"core.game.Game.{name}" for name in public_names(PACKAGE / game) if name.islower()]
    return [*methods, *imported_public_names(PACKAGE / game)]


def toolbox_names(game: str) -> list[str]:
    """Return the tools of a game, without the names of numbers."""
    (value,) = re.findall(r"^__all__ = (\[.*?\])", read(PACKAGE / game / "toolbox.py"), re.M | re.S)
    return [f"{game}.toolbox.{name}" for name in ast.literal_eval(value) if not name.isupper()]


def learning_names() -> list[str]:
    """Return what players that learn are made with."""
    return imported_public_names(PACKAGE / "learning")


PAGES = {"commands": commands, "experiment_keys": experiment_keys, "tuning_keys": tuning_keys, "python": python}
