"""The form of the page of runs: the settings of an experiment that it offers, and the task that it starts.

What it starts is a command of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.analysis.formatting import counted, in_words, listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import is_game
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.strategies.registry import known_names
from rajas_sim.live.forms import in_form, is_about_rules
from rajas_sim.live.tasks import Command, Task, new_page
from rajas_sim.questions import QUESTIONS
from rajas_sim.questions.check import CheckQuestion
from rajas_sim.questions.question import Question
from rajas_sim.questions.run import RunQuestion
from rajas_sim.study.config.form import experiment_schema
from rajas_sim.study.config.load import load_experiment, python_files, read_toml
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.set_option import parse_set_options
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.config.toml_text import parse_value, value_text
from rajas_sim.study.folder.identity import hashes, run_name
from rajas_sim.study.folder.store import RunFolder
from rajas_sim.study.rule_sets import example_of

#: Folder of the user's own experiments, below the current folder.
EXPERIMENTS = Path("experiments")
#: Keys of an experiment that the form does not offer.
NOT_OFFERED = ("name", "question", "about", "game", "mirror", "tables", "expect", "components")
#: Exit codes that are no failure: an answer may be undecided, and a check with its page may say that an expectation fails.
ANSWERED, CHECKED = (0, 3), (0, 1, 3)
#: The name of a run's report in its folder.
REPORT = "report.html"
#: The field of the form for changed rules.
RULES = "rules"
#: Key of an experiment -> what it means, for people who do not know experiment files.
MEANINGS = {
    "variant": "The version of the game",
    "modules": "Modules that are played with",
    "players": "How many sit at the table, such as 2, 3; each number gets its own answer",
    "line_up": "Who plays: one strategy for all seats, or one for each seat",
    "seatings": "Who sits where: the next order in each deal, all orders in each deal, or only the order given above",
    "blocks": "How many deals are played; more show smaller differences",
    "seed": "Another whole number gives other luck; the same one gives the same games",
}


@dataclass(frozen=True)
class ChoiceOfKey:
    """A key of an experiment that the form can change.

    Attributes
    ----------
    value
        The value in the experiment, as the form shows it; empty if there is none.
    words
        The possible values, or those of the entries of a list, if they are known words.
    is_list
        Whether the value must be a list.
    """

    key: str
    meaning: str
    value: str
    words: tuple[str, ...]
    is_list: bool

    @property
    def label(self) -> str:
        """The key with spaces between its words."""
        return spaced(self.key)

    @property
    def example(self) -> str:
        """A value that may be typed; empty if none is known."""
        return self.value or "".join(self.words[:1])


def askable_questions() -> dict[str, str]:
    """Return name -> first line of the description, for each question that can be asked of an experiment."""
    of_experiments = (question for question in QUESTIONS if issubclass(question, Question))
    return {question.name: (question.__doc__ or "").split("\n")[0] for question in of_experiments}


def experiment_names() -> tuple[str, ...]:
    """Return the names of shipped experiments, and the paths of the user's experiments below the current folder.

    A file that is named like a shipped experiment is left out.
    """
    shipped = shipped_names("experiment")
    files = sorted(str(file) for file in EXPERIMENTS.glob("*.toml"))
    return (*shipped, *(file for file in files if Path(file).stem not in shipped))


def document_of(experiment: str) -> dict[str, Any]:
    """Return the content of the file of an experiment, given by its name or path."""
    return read_toml(find_file("experiment", experiment))[0]


def change_example(experiment: str) -> str:
    """Return a changed rule of an experiment's game, as one types it; empty for a game that is named by its file."""
    name = document_of(experiment).get("game")
    return example_of(find_game(name)) if isinstance(name, str) and is_game(name) else ""


def choices_of(experiment: str) -> tuple[ChoiceOfKey, ...]:
    """Return the keys of an experiment that the form can change, as the schema of experiment files describes them."""
    document = document_of(experiment)
    names_by_key = _known_names(document)
    return tuple(
        ChoiceOfKey(
            key=key,
            meaning=MEANINGS.get(key, schema["description"]),
            value=_value_text(document.get(key, "")),
            words=tuple(schema.get("enum") or names_by_key.get(key, ())),
            is_list=_json_types(schema) == {"array"},
        )
        for key, schema in _offered_keys(experiment_schema())
    )


def _known_names(document: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """Return key -> names that it may have, for some keys; empty for a game that is named by its file, which is not run."""
    name = str(document.get("game"))
    if not is_game(name):
        return {}
    game = find_game(name)
    return {
        "variant": game.variants,
        "modules": game.modules,
        "line_up": list(dict.fromkeys([*document.get("strategies", {}), *known_names(name)])),
    }


def _offered_keys(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the keys whose value is a number, a word or a list of these, each with its part of the schema."""
    for key, key_schema in schema["properties"].items():
        is_simple = _json_types(key_schema) <= {"integer", "number", "string", "array"} and "$ref" not in str(key_schema)
        if key not in NOT_OFFERED and is_simple:
            yield key, key_schema


def _json_types(key_schema: Mapping[str, Any]) -> set[str | None]:
    """Return the JSON types that a value may have, except null; None stands for a type that is defined elsewhere."""
    return {kind.get("type") for kind in key_schema.get("anyOf", [key_schema])} - {"null"}


def task_for(question: str, experiment: str, fields: Mapping[str, str], folder: Path, pages: Path) -> Task:
    """Return the task that asks a question of an experiment with changed keys.

    The question `run` writes the report of its run, all others write a page of their answer.

    Parameters
    ----------
    fields
        Name of each field of the form -> what was typed.
    folder, pages
        Folders of runs and of pages of answers.

    Raises
    ------
    InputError
        If there is no such question or experiment, a value is refused, the experiment names Python files, which no page may run,
        or its run is finished with more blocks.
    """
    if question not in askable_questions():
        raise InputError(f"there is no question {question!r}")
    file = find_file("experiment", experiment)
    refuse_python(file)
    changes = [*_changed_rules(experiment, fields), *_changed_keys(experiment, fields)]
    changed_experiment = load_experiment(file, changes)
    words = [question, experiment, *(word for change in changes for word in ("--set", change)), "--out", str(folder)]
    title = _title_of_question(question, experiment, fields)
    if question == RunQuestion.name:
        command, run = playing_command(words, changed_experiment, folder)
        refuse_fewer_blocks(changed_experiment, run)
        return task_that_plays(title, command, run, changed_experiment.config.most_blocks)
    page = new_page(pages, question)
    command = Command((*words, "--html", str(page)), CHECKED if question == CheckQuestion.name else ANSWERED, page=page)
    return Task(title, [command], link=f"answers/{page.name}", link_text="the answer")


def playing_command(
    words: Sequence[str], experiment: Experiment, folder: Path, *, needs_report: bool = True
) -> tuple[Command, Path]:
    """Return the command that plays an experiment in a folder of runs, and the folder of its run.

    If that run is finished with fewer blocks when the command's turn comes, it gets more.

    Parameters
    ----------
    words
        The words of the command for a new run.
    needs_report
        Whether to write the report in any case; if not, only an earlier report that would be out of date is written again.
    """
    run, blocks = folder / run_name(experiment.config.name, hashes(experiment)), experiment.config.most_blocks

    def words_in_turn() -> tuple[str, ...]:
        n_played = blocks_of_finished(run)
        words_to_extend = ("--extend", "--blocks", str(blocks)) if n_played is not None and n_played < blocks else ()
        is_report_outdated = (run / REPORT).is_file() and (n_played or 0) < blocks
        return words_to_extend if needs_report or is_report_outdated else (*words_to_extend, "--no-report")

    return Command(tuple(words), ANSWERED, words_in_turn=words_in_turn), run


def task_that_plays(title: str, command: Command, run: Path, blocks: int) -> Task:
    """Return a task that plays the run of a folder up to so many blocks, and writes its report."""
    return Task(title, [command], runs=[run.name], is_done_elsewhere=lambda: (blocks_of_finished(run) or 0) >= blocks)


def _changed_rules(experiment: str, fields: Mapping[str, str]) -> list[str]:
    """Return the changes of an experiment for the changed rules of a form, as ``key=value``; empty if there are none.

    They are the experiment's arms with one more, and a question about that one.

    Raises
    ------
    InputError
        With each line of the changed rules that is not ``path=value``, or each path that comes twice.
    """
    lines = [line.strip() for line in fields.get(RULES, "").splitlines() if line.strip()]
    if not lines:
        return []
    document = document_of(experiment)
    changes = parse_set_options(lines, lambda: change_example(experiment))
    overrides = {change.key: change.value for change in changes}
    if len(overrides) < len(changes):
        paths = [change.key for change in changes]
        raise InputError(f"--set {path}: comes twice; which value is meant?" for path in overrides if paths.count(path) > 1)
    arm = {"name": "_and_".join(map(_name_of_change, lines)), "overrides": overrides}
    names = Names.of(str(document.get("game")))
    rules_text = listed([f"{names.of_path(path)} = {in_words(value)}" for path, value in overrides.items()])
    question = f"What changes with {rules_text}?"
    return [f"arms={value_text([*document.get('arms', ()), arm])}", f"question={value_text(question)}"]


def _changed_keys(experiment: str, fields: Mapping[str, str]) -> list[str]:
    """Return the changes of an experiment's other keys that a form asks for, as ``key=value``."""
    return [f"{choice.key}={_as_typed(choice, fields)}" for choice in choices_of(experiment) if _is_changed(choice, fields)]


def _title_of_question(question: str, experiment: str, fields: Mapping[str, str]) -> str:
    """Return the title of the task that asks a question of an experiment, with what the form changes."""
    change_texts = [
        _change_text(choice, fields[choice.key].strip()) for choice in choices_of(experiment) if _is_changed(choice, fields)
    ]
    change_texts += [line.strip() for line in fields.get(RULES, "").splitlines() if line.strip()]
    subject = experiment if question == RunQuestion.name else f"{question} {experiment}"
    return f"{subject}: {', '.join(change_texts)}" if change_texts else subject


def _change_text(choice: ChoiceOfKey, value: str) -> str:
    """Return a changed key with its new value, in words."""
    if choice.key == "players":
        return f"{listed(re.findall(r'[0-9]+', value))} players"
    if choice.key == "blocks" and value.isdecimal():
        return counted(int(value), "block")
    return f"{choice.label} {value}"


def refused_fields(experiment: str, fields: Mapping[str, str], problems: Sequence[str]) -> dict[str, list[str]]:
    """Return name of each refused field -> what is wrong with its value, in the order of the form.

    What is about no single field has the name "". Every field is also tried alone, because the first problems of all together
    hide others.

    Parameters
    ----------
    problems
        What is wrong with all fields together.
    """
    texts_by_field: dict[str, list[str]] = {}
    for problem in [*problems, *_problems_alone(experiment, fields)]:
        text = in_form(problem).partition(" Known: ")[0]  # the form shows the known words beside the field
        key, _, text_without_key = text.partition(": ")
        field = key.partition(",")[0]  # of "players, entry 1", for example
        if field in fields:
            text = text_without_key
        else:
            field = RULES if is_about_rules(problem) else ""
        texts = texts_by_field.setdefault(field, [])
        if text not in texts:
            texts.append(text)
    return {field: texts_by_field[field] for field in dict.fromkeys([*fields, RULES, ""]) if field in texts_by_field}


def _problems_alone(experiment: str, fields: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with each changed field alone; nothing if the experiment is unknown or names Python files.

    Each line of the changed rules is tried alone too.
    """
    if experiment not in experiment_names() or python_files(file := find_file("experiment", experiment)):
        return
    valid_lines: list[str] = []
    for line in fields.get(RULES, "").splitlines():
        try:
            _changed_rules(experiment, {RULES: "\n".join([*valid_lines, line])})
        except InputError as error:
            yield from error.problems
        else:
            valid_lines.append(line)
    changes = _changed_rules(experiment, {RULES: "\n".join(valid_lines)})
    for change in [*changes, *_changed_keys(experiment, fields)]:
        try:
            load_experiment(file, [change])
        except InputError as error:
            yield from error.problems


def _name_of_change(line: str) -> str:
    """Return a name for an arm with this changed rule.

    >>> _name_of_change("setup.karma=2"), _name_of_change("setup.money.1 = 5"), _name_of_change("players.strong.money=-2")
    ('karma_2', 'money_1_5', 'strong_money_-2')
    """
    path, _, value = line.partition("=")
    return "_".join(re.findall(r"-?[A-Za-z0-9]+", f"{path.partition('.')[2]} {value}"))


def blocks_of_finished(run: Path) -> int | None:
    """Return how many blocks the finished run of a folder has; None without a finished run, or if it cannot be read."""
    try:
        manifest = RunFolder(run).read_manifest()
    except RajasError:
        return None  # the command itself will say what is wrong with the run
    return manifest.target_blocks if manifest is not None and manifest.complete else None


def refuse_fewer_blocks(experiment: Experiment, *runs: Path) -> None:
    """Refuse an experiment if each of its runs, given by their folders, is finished with more blocks.

    An experiment with a stopping rule is not refused, since its run may go on by another rule.

    Raises
    ------
    InputError
        If it is refused.
    """
    blocks, n_played = experiment.config.most_blocks, min(blocks_of_finished(run) or 0 for run in runs)
    if experiment.config.stop is None and n_played > blocks:
        subject = "this run is" if len(runs) == 1 else "these runs are"
        problem = f"{subject} finished with {counted(n_played, 'block')}, so {blocks:,} would play nothing"
        raise InputError(f"blocks: {problem}; type {n_played:,} or more")


def _value_text(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    """Return a value as the form shows it: lists without brackets and quotes."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _as_typed(choice: ChoiceOfKey, fields: Mapping[str, str]) -> str:
    """Return the typed value of a key as TOML; words may be typed without quotes, and lists without brackets."""
    text = fields[choice.key].strip()
    if not choice.is_list or text.startswith("["):
        try:
            parse_value(text)
        except ValueError:
            return value_text(text)  # a word, which is refused as what the key cannot be
        return text
    items = [item.strip() for item in text.split(",") if item.strip()]
    return value_text([int(item) if item.isdecimal() else item for item in items])


def _is_changed(choice: ChoiceOfKey, fields: Mapping[str, str]) -> bool:
    """Return whether another value of a key was typed than that of the experiment; an empty field changes nothing."""
    value = fields.get(choice.key, "").strip()
    return value not in ("", choice.value)


def refuse_python(config: Path) -> None:
    """Refuse an experiment that names Python files, because no page may have a file run.

    Raises
    ------
    InputError
        With the names of these files.
    """
    if files := python_files(config):
        raise InputError(f"{config}: names Python files ({', '.join(files)}), which no page has run; use the command line")
