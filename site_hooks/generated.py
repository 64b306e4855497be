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
from rajas_sim.study.config.form import json_schema

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


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a table in Markdown; bars within cells are no ends of cells."""
    lines = [head, ("---",) * len(head), *(tuple(" ".join(cell.replace("|", "\\|").split()) for cell in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def code(text: object) -> str:
    """Return a text as code within a line."""
    return f"`{text}`"


# --- the commands


def commands() -> str:
    """Return the page of all commands, as ``rajas COMMAND --help`` has them."""
    codes = "0 done, 1 failed, 2 wrong input, 3 undecided (`decide`, `check`), 130 stopped"
    head = f"# Commands\n\nWhat `rajas COMMAND --help` says. Exit codes: {codes}.\n"
    return "\n".join(
        [head, *(command_text(f"rajas {path}", command) for path, command in commands_below(typer.main.get_command(app)))]
    )


def commands_below(group: Command, path: str = "") -> Iterator[tuple[str, Command]]:
    """Yield every command that can be called, and those of groups with the name of their group."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_below(command, f"{path}{name} ")
        if not hasattr(command, "commands") or getattr(command, "invoke_without_command", False):
            yield f"{path}{name}", command


def command_text(name: str, command: Command) -> str:
    """Return the section of one command."""
    arguments = [item for item in command.params if item.param_type_name == "argument"]
    options = [item for item in command.params if item.param_type_name == "option" and not item.hidden]
    usage = " ".join([name, *(argument_text(item) for item in arguments), "[OPTIONS]"])
    parts = [f"## {name}\n", MARKUP.sub("", command.help or ""), f"\n```text\n{usage}\n```\n"]
    if arguments:
        parts.append(table(("argument", "meaning"), ((code(argument_text(item)), item.help or "") for item in arguments)))
    if options:
        rows = ((option_text(item), MARKUP.sub("", item.help or ""), default_text(item.default)) for item in options)
        parts.append(table(("option", "meaning", "default"), rows))
    return "\n".join(parts)


def argument_text(argument: Parameter) -> str:
    """Return an argument as the usage has it; one that may be left out stands in brackets."""
    name = f"{argument.metavar or argument.name.upper()}{'...' if argument.nargs != 1 else ''}"
    return name if argument.required else f"[{name}]"


def option_text(option: Parameter) -> str:
    """Return an option with its short form, its value and its opposite."""
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return ", ".join(code(f"{name}{value}") for name in [*option.opts, *option.secondary_opts])


def default_text(default: object) -> str:
    """Return a default; nothing where there is none or an option is off."""
    return "" if default in (None, False, True, [], ()) or callable(default) else code(default)


# --- the keys of files


def experiment_keys() -> str:
    """Return the page of all keys of experiment files, as ``rajas schema`` has them."""
    lead = "What `rajas schema` says. [Experiment files](../experiments.md) explains what the keys are for."
    return keys_text("Keys of experiment files", lead, json_schema())


def tuning_keys() -> str:
    """Return the page of all keys of tuning files, as ``rajas schema --tuning`` has them."""
    lead = "What `rajas schema --tuning` says. [Tuning a strategy](../writing_a_strategy.md#tuning-it) says what they are for."
    return keys_text("Keys of tuning files", lead, tuning_schema())


def keys_text(title: str, lead: str, schema: Mapping[str, Any]) -> str:
    """Return a page with a table of the keys of a file, and one for each table within it."""
    parts = [f"# {title}\n", f"{lead}\n", table_of_keys(schema, schema)]
    for name, part in schema["$defs"].items():
        if "properties" in part:
            parts += [f"## {title_of(name, schema)}\n", f"{part.get('description', '')}\n", table_of_keys(part, schema)]
    return "\n".join(parts)


def title_of(name: str, schema: Mapping[str, Any]) -> str:
    """Return what a table within a file is called: the keys it stands under."""
    return " and ".join(dict.fromkeys(places_of(name, schema)))


def places_of(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of the file whose value is, or holds, a table of this form."""
    for part in (schema, *schema["$defs"].values()):
        for key, definition in part.get("properties", {}).items():
            if f"#/$defs/{name}'" in str(definition):
                yield key


def table_of_keys(part: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the table of the keys of one table of a file."""
    needed = part.get("required", [])
    rows = (
        (code(key), each.get("description", ""), type_text(each, schema), "needed" if key in needed else shown_default(each))
        for key, each in part["properties"].items()
    )
    return table(("key", "meaning", "type", "default"), rows)


def shown_default(definition: Mapping[str, Any]) -> str:
    """Return the default of a key; none where it may be left out."""
    default = definition.get("default")
    return "" if default is None else code(str(default).lower() if isinstance(default, bool) else default)


def type_text(definition: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words, with its bounds."""
    if "$ref" in definition:
        title = title_of(definition["$ref"].split("/")[-1], schema)
        return f"table ([{title}](#{title.replace(' ', '-')}))"
    if "const" in definition:
        return code(definition["const"])
    if "enum" in definition:
        return " or ".join(code(value) for value in definition["enum"])
    if either := definition.get("anyOf") or definition.get("oneOf"):
        return " or ".join(dict.fromkeys(type_text(each, schema) for each in either if each.get("type") != "null"))
    if definition.get("type") == "array":
        return f"list of {plural(type_text(definition['items'], schema))}" if definition.get("items") else "list"
    if definition.get("type") == "object":
        inner = definition.get("additionalProperties")
        return f"table of {plural(type_text(inner, schema))}" if isinstance(inner, dict) and inner else "table"
    names = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return names.get(definition.get("type", ""), "any value") + bounds_text(definition)


def plural(kind: str) -> str:
    """Return a type as several of it."""
    return re.sub(r"^(text|whole number|number|list|table)\b", r"\1s", kind)


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
    """Return the functions that ask questions: each with its arguments, what they mean and what they are without being given."""
    lead = "Of `rajas_sim.experiment`: `from rajas_sim import experiment`, then `experiment.run(...)`."
    parts = ["## Questions", lead]
    for name in (question.name for question in QUESTIONS):
        function = getattr(experiment, name)
        summary, _, parameters = inspect.cleandoc(function.__doc__).partition("\n\nParameters\n----------\n")
        meanings = re.findall(r"^(\w+)\n((?:    .*\n?)+)", parameters, re.M)
        defaults = {key: parameter.default for key, parameter in inspect.signature(function).parameters.items()}
        rows = ((code(key), _default(defaults[key]), text) for key, text in meanings)
        parts += [f"### `experiment.{name}`", summary, table(("argument", "left out", "what"), rows)]
    return "\n\n".join([*parts, ""])


def _default(value: object) -> str:
    if value is inspect.Parameter.empty:
        return "needed"
    return "" if value in (None, False) else f"`{value}`"


def entry(name: str) -> str:
    """Return the place that mkdocstrings fills in with one name of the package."""
    return f"::: rajas_sim.{name}\n\n"


def read(path: Path) -> str:
    """Return a file of the package."""
    return path.read_text(encoding="utf-8")


def imported_names(package: Path) -> dict[str, str]:
    """Return where the names that a package hands on come from, read off its imports."""
    places: dict[str, str] = {}
    for node in ast.walk(ast.parse(read(package / "__init__.py"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            places |= {alias.name: f"{node.module.removeprefix('rajas_sim.')}.{alias.name}" for alias in node.names}
    return places


def names_of(package: Path) -> list[str]:
    """Return the public names of a package."""
    (value,) = re.findall(r"^__all__ = (\[.*?\])", read(package / "__init__.py"), re.M | re.S)
    return list(ast.literal_eval(value))


def handed_on(package: Path) -> list[str]:
    """Return the public names of a package, each with the module it stands in."""
    homes = imported_names(package)
    return [homes[name] for name in names_of(package) if name in homes]


def strategy_names() -> list[str]:
    """Return what strategies are written with."""
    return [name for name in handed_on(PACKAGE) if name.startswith("core.")]


def game_names(game: str) -> list[str]:
    """Return what a game hands out: its methods, then its types."""
    methods = [f"core.game.Game.{name}" for name in names_of(PACKAGE / game) if name.islower()]
    return [*methods, *handed_on(PACKAGE / game)]


def toolbox_names(game: str) -> list[str]:
    """Return the tools of a game, without the names of numbers."""
    (value,) = re.findall(r"^__all__ = (\[.*?\])", read(PACKAGE / game / "toolbox.py"), re.M | re.S)
    return [f"{game}.toolbox.{name}" for name in ast.literal_eval(value) if not name.isupper()]


def learning_names() -> list[str]:
    """Return what players that learn are made with."""
    return handed_on(PACKAGE / "learning")


PAGES = {"commands": commands, "experiment_keys": experiment_keys, "tuning_keys": tuning_keys, "python": python}
