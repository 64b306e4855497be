"""The page of runs: the list of runs, what is being played, and a form that starts more.

Everything that the page starts is a command of the command line, and the page shows that command.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rajas_sim.analysis.formatting import counted, in_words, listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import is_game
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.strategies.registry import known_names
from rajas_sim.live.forms import PAGE_NAME, SANDBOX, RefusedForms, in_form, root_of, with_form, with_way_back
from rajas_sim.live.tasks import Command, Task, TaskQueue, new_page
from rajas_sim.questions import QUESTIONS
from rajas_sim.questions.check import CheckQuestion
from rajas_sim.questions.question import Question
from rajas_sim.questions.run import RunQuestion
from rajas_sim.showing.render import render
from rajas_sim.study.config.form import experiment_schema
from rajas_sim.study.config.load import load_experiment, python_files, read_toml
from rajas_sim.study.config.set_option import parse_set_options
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.config.toml_text import parse_value, value_text
from rajas_sim.study.folder.identity import hashes, run_name
from rajas_sim.study.folder.listing import ListedRun, list_runs
from rajas_sim.study.folder.runs import runs_in
from rajas_sim.study.folder.store import RunFolder

#: Folder of the user's own experiments, below the current folder.
EXPERIMENTS = Path("experiments")
#: Keys of an experiment that the form does not offer.
NOT_OFFERED = ("name", "question", "about", "game", "mirror", "tables", "expect", "components")
#: Exit codes that are no failure: an answer may be undecided, and a check may also find that an expectation fails.
ANSWERED, CHECKED = (0, 3), (0, 1, 3)
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
#: How many tasks are shown; earlier ones are folded.
TASKS_SHOWN = 3
#: How many answers are listed; these are the latest.
MOST_ANSWERS = 20
#: The title of a page is among so many letters at its beginning.
LONGEST_HEAD = 2000
#: Question and experiment that the form shows first.
CHOSEN_FIRST = ("run", "start_player")


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


@dataclass(frozen=True)
class RunProgress:
    """How far an unfinished run is: its games so far, all games up to its goal, and the goal in blocks per number of players.

    Attributes
    ----------
    may_end_earlier
        Whether a rule may stop the run before its goal.
    """

    n_played: int
    n_games: int
    blocks: int
    may_end_earlier: bool

    @property
    def text(self) -> str:
        """How much is played, the goal, and how many games are left.

        >>> RunProgress(22_200, 60_000, 20_000, may_end_earlier=False).text
        '37\u202f% of 20,000 blocks played, 37,800 games left'
        """
        n_left = max(self.n_games - self.n_played, 0)
        percent_played = round(100 * (1 - n_left / self.n_games))
        at_most = "at most " if self.may_end_earlier else ""
        return f"{percent_played}\u202f% of {counted(self.blocks, 'block')} played, {at_most}{counted(n_left, 'game')} left"


@dataclass(frozen=True)
class KeptAnswer:
    """The page of an answer: its file name, its title, and when it was written."""

    page: str
    title: str
    day: str


@dataclass(frozen=True)
class RunsPage:
    """The content of the page of runs.

    Attributes
    ----------
    answers
        The pages of answers that are kept, the latest first.
    runs
        The runs, the latest first, without those that a question played for its answer.
    n_runs_of_answers
        How many runs questions played for their answers.
    reported
        Names of the runs that have a report.
    problems
        What no field of the form is to blame for, and which runs cannot be read.
    progress
        Name of an unfinished run -> how far it is.
    busy
        Names of runs that are being played or reported on, or that wait for this.
    tasks
        Number of each task, and the task, the newest first.
    questions
        Name of the command -> what the question asks, for all questions about an experiment.
    question, experiment
        The question and the experiment that are chosen in the form.
    stated_question
        The question that the experiment's file states; empty if it states none.
    choices
        The keys of the experiment that the form can change.
    typed
        Field of the form -> what was typed.
    refused
        Field of the form -> what is wrong with its value.
    """

    folder: Path
    runs: tuple[ListedRun, ...]
    n_runs_of_answers: int
    problems: tuple[str, ...]
    reported: frozenset[str]
    progress: Mapping[str, RunProgress]
    busy: frozenset[str]
    tasks: tuple[tuple[int, Task], ...]
    answers: tuple[KeptAnswer, ...]
    questions: Mapping[str, str]
    experiments: tuple[str, ...]
    question: str
    experiment: str
    stated_question: str
    choices: tuple[ChoiceOfKey, ...]
    typed: Mapping[str, str]
    refused: Mapping[str, Sequence[str]]
    are_tasks_open: bool

    @property
    def n_tasks_shown(self) -> int:
        """How many of the newest tasks are not folded: at least `TASKS_SHOWN`, and so many that all open ones are among them."""
        return max([TASKS_SHOWN, *(nth for nth, (_, task) in enumerate(self.tasks, 1) if task.is_open)])

    @classmethod
    def of(  # noqa: PLR0913 - what the page is made from
        cls,
        folder: Path,
        pages: Path,
        tasks: TaskQueue,
        question: str,
        experiment: str,
        typed: Mapping[str, str] = MappingProxyType({}),
        problems: Sequence[str] = (),
        refused: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> RunsPage:
        """Return the page of a folder with runs; parameters that are not explained here are attributes of the page.

        Parameters
        ----------
        pages
            Folder of the pages of answers.
        """
        listed_runs, unreadable = list_runs(folder)

        def last_written(run: ListedRun) -> float:
            return RunFolder(folder / run.run).manifest_file.stat().st_mtime

        def is_busy(run: ListedRun) -> bool:
            is_being_written = not run.is_finished and RunFolder(folder / run.run).is_locked
            return is_being_written or any(task.is_open and task.run == run.run for _, task in tasks.newest_first)

        runs = sorted((run for run in listed_runs if run.asked_by is None), key=last_written, reverse=True)
        return cls(
            folder=folder,
            runs=tuple(runs),
            n_runs_of_answers=len(listed_runs) - len(runs),
            problems=(*problems, *unreadable),
            reported=frozenset(run.run for run in runs if (folder / run.run / REPORT).is_file()),
            progress={run.run: _progress_of(folder / run.run) for run in runs if not run.is_finished},
            busy=frozenset(run.run for run in runs if is_busy(run)),
            tasks=tuple(tasks.newest_first),
            answers=kept_answers(pages),
            questions=askable_questions(),
            experiments=experiment_names(),
            question=question,
            experiment=experiment,
            stated_question=str(document_of(experiment).get("question", "")),
            choices=choices_of(experiment),
            typed=typed,
            refused=refused,
            are_tasks_open=tasks.are_open,
        )


def kept_answers(pages: Path) -> tuple[KeptAnswer, ...]:
    """Return the latest pages of answers, the newest first, with their titles.

    Files that are still empty, symbolic links, and files whose name is no address are left out.
    """
    stats = {file: file.stat() for file in pages.glob("*.html") if not file.is_symlink()}
    written = sorted((file for file in stats if stats[file].st_size), key=lambda file: -stats[file].st_mtime)[:MOST_ANSWERS]
    return tuple(
        KeptAnswer(file.name, _title_of(file), datetime.fromtimestamp(stats[file].st_mtime).strftime("%Y-%m-%d %H:%M"))
        for file in written
        if PAGE_NAME.fullmatch(file.stem)
    )


def _title_of(page: Path) -> str:
    """Return the title of a page; its file name if it has none."""
    with page.open(encoding="utf-8", errors="replace") as file:
        match = re.search(r"<title>(.*?)</title>", file.read(LONGEST_HEAD), re.DOTALL)
    return html.unescape(match.group(1)) if match else page.stem


def _progress_of(folder: Path) -> RunProgress:
    """Return how far the run in a folder is, by what is on disk."""
    run_folder = RunFolder(folder)
    manifest = run_folder.manifest()
    blocks_by_players = dict.fromkeys(manifest.players, 0)
    for receipt in run_folder.shards.receipts(manifest.hashes.run):
        blocks_by_players[receipt.players] += receipt.n_blocks
    goal_by_players = dict.fromkeys(manifest.players, manifest.target_blocks)
    return RunProgress(
        n_played=manifest.n_games(blocks_by_players),
        n_games=manifest.n_games(goal_by_players),
        blocks=manifest.target_blocks,
        may_end_earlier=manifest.stop is not None,
    )


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
        run = folder / run_name(changed_experiment.config.name, hashes(changed_experiment))
        blocks = changed_experiment.config.most_blocks
        if changed_experiment.config.stop is None:
            _refuse_fewer_blocks(run, blocks)
        command = Command(tuple(words), ANSWERED, words_in_turn=partial(words_to_extend, run, blocks))
        return _task_that_plays(title, command, run, blocks)
    page = new_page(pages, question)
    command = Command((*words, "--html", str(page)), CHECKED if question == CheckQuestion.name else ANSWERED)
    return Task(title, [command], link=f"answers/{page.name}", link_text="the answer")


def _task_that_plays(title: str, command: Command, run: Path, blocks: int) -> Task:
    """Return a task that plays the run of a folder up to so many blocks, and writes its report."""
    return Task(title, [command], run=run.name, is_done_elsewhere=lambda: (_blocks_of_finished(run) or 0) >= blocks)


def _changed_rules(experiment: str, fields: Mapping[str, str]) -> list[str]:
    """Return the changes of an experiment for the changed rules of a form, as ``key=value``; empty if there are none.

    They are the experiment's arms with one more, and a question about that one.

    Raises
    ------
    InputError
        With each line of the changed rules that is not ``path=value``.
    """
    lines = [line.strip() for line in fields.get(RULES, "").splitlines() if line.strip()]
    if not lines:
        return []
    document = document_of(experiment)
    overrides = {change.key: change.value for change in parse_set_options(lines, "setup.karma=2")}
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
    """Return name of each refused field -> what is wrong with its value; what is about no single field has the name "".

    Every field is also tried alone, because the first problems of all together hide others.

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
            field = RULES if problem.startswith("--set ") else ""
        texts = texts_by_field.setdefault(field, [])
        if text not in texts:
            texts.append(text)
    return texts_by_field


def _problems_alone(experiment: str, fields: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with each changed field alone; nothing if the experiment is unknown or names Python files.

    Each line of the changed rules is tried alone too.
    """
    if experiment not in experiment_names() or python_files(file := find_file("experiment", experiment)):
        return
    valid_lines = []
    for line in fields.get(RULES, "").splitlines():
        try:
            _changed_rules(experiment, {RULES: line})
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


def _blocks_of_finished(run: Path) -> int | None:
    """Return how many blocks the finished run of a folder has; None without a finished run, or if it cannot be read."""
    try:
        manifest = RunFolder(run).read_manifest()
    except RajasError:
        return None  # the command itself will say what is wrong with the run
    return manifest.target_blocks if manifest is not None and manifest.complete else None


def _refuse_fewer_blocks(run: Path, blocks: int) -> None:
    """Refuse to play so many blocks of a run that is finished with more.

    Raises
    ------
    InputError
        If it is refused.
    """
    n_played = _blocks_of_finished(run)
    if n_played is not None and n_played > blocks:
        problem = f"this run is finished with {counted(n_played, 'block')}, so {blocks:,} would play nothing"
        raise InputError(f"blocks: {problem}; open its report above")


def words_to_extend(run: Path, blocks: int) -> tuple[str, ...]:
    """Return the options that play so many blocks of a run that is finished with fewer; empty for any other run."""
    n_played = _blocks_of_finished(run)
    return ("--extend", "--blocks", str(blocks)) if n_played is not None and n_played < blocks else ()


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


class RunPages:
    """Answers the requests of the page of runs; handlers of forms get `fields`, the name of each field -> what was typed.

    Parameters
    ----------
    reports
        The folder of runs.
    pages
        The folder of pages of answers.
    refused
        Keeps the pages that say why a form was refused.
    """

    def __init__(self, reports: Path, pages: Path, tasks: TaskQueue, refused: RefusedForms) -> None:
        self.reports, self.pages, self.tasks = reports, pages, tasks
        self.refused = refused

    @property
    def routes(self) -> list[Route]:
        """The routes, below the address of all pages."""
        return [
            Route("/runs", self.show),
            Route("/runs/start", with_form(self.start), methods=["POST"]),
            Route("/runs/compare", with_form(self.compare), methods=["POST"]),
            Route("/runs/extend", with_form(self.extend), methods=["POST"]),
            Route("/runs/{run}/go_on", self.go_on, methods=["POST"]),
            Route("/runs/{run}/report", self.write_report, methods=["POST"]),
            Route("/runs/{run}/{page}.html", self.report),
            Route("/answers/{page}.html", self.answer),
            Route("/tasks/{number:int}/stop", self.stop, methods=["POST"]),
            Route("/tasks/{number:int}/again", self.start_again, methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """Show the page of runs."""
        return self._page(request, *_entered(request))

    def _page(  # noqa: PLR0913 - what is entered in the form, and what is wrong with it
        self,
        request: Request,
        question: str,
        experiment: str,
        typed: Mapping[str, str],
        problems: Sequence[str] = (),
        refused: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Response:
        """Show the page of runs; with problems or refused fields, this is the answer to a form that is refused."""

        def answer(status: int) -> Response:
            page = RunsPage.of(self.reports, self.pages, self.tasks, question, experiment, typed, problems, refused)
            return HTMLResponse(render("runs.html.j2", page, root=root_of(request)), status)

        return self.refused.refuse(request, lambda: answer(400)) if problems or refused else answer(200)

    def start(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Start to ask a question of an experiment."""
        question = fields.get("first") or fields.get("question", CHOSEN_FIRST[0])  # the button for a plan sends `first`
        chosen_question = fields.get("question", question)
        experiment = fields.get("experiment", CHOSEN_FIRST[1])
        try:
            task = task_for(question, experiment, fields, self.reports, self.pages)
        except InputError as error:
            shown_experiment = experiment if experiment in experiment_names() else CHOSEN_FIRST[1]
            refused = refused_fields(experiment, fields, error.problems)
            return self._page(request, chosen_question, shown_experiment, fields, refused.pop("", ()), refused)
        entered = urlencode({**fields, "experiment": experiment, "question": chosen_question})
        return self._start(request, task, entered)

    def _start(self, request: Request, task: Task, query: str = "") -> Response:
        """Start a task, and redirect to the page of runs with what is entered in its form (`query`)."""
        self.tasks.start(task)
        return _to_all_runs(request, query)

    def compare(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Start to compare two runs."""
        folders = [self.folder_of(fields.get(name, "")) for name in ("old", "new")]
        games = {RunFolder(folder).manifest().game for folder in folders}
        if folders[0] == folders[1] or len(games) > 1:
            return self._page(request, *_entered(request), ["Choose two different runs of one game to compare."])
        page = new_page(self.pages, "compare")
        command = Command(("compare", *map(str, folders), "--html", str(page)), ANSWERED)
        title = "compare " + " and ".join(folder.name for folder in folders)
        return self._start(request, Task(title, [command], link=f"answers/{page.name}", link_text="the answer", is_short=True))

    def go_on(self, request: Request) -> Response:
        """Start to play on with a run that was interrupted."""
        folder = self.folder_of(request.path_params["run"])
        return self._play_on(request, folder, RunFolder(folder).manifest().target_blocks, "--resume")

    def extend(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Start to play more blocks of a finished run."""
        blocks_text = fields.get("blocks", "").strip()
        if not blocks_text.isdecimal():
            return self._page(request, *_entered(request), ["Say with a whole number how many blocks the run shall have."])
        folder = self.folder_of(fields.get("run", ""))
        manifest = RunFolder(folder).manifest()
        if int(blocks_text) <= manifest.target_blocks:
            problem = f"{folder.name} has {counted(manifest.target_blocks, 'block')} already; give a larger number."
            return self._page(request, *_entered(request), [problem])
        return self._play_on(request, folder, int(blocks_text), "--extend", "--blocks", blocks_text)

    def _play_on(self, request: Request, folder: Path, blocks: int, *options: str) -> Response:
        """Start `rajas run` with the experiment of a run's folder and these options, which play up to so many blocks."""
        config = RunFolder(folder).config_file
        refuse_python(config)
        command = Command(("run", str(config), "--out", str(self.reports), *options), ANSWERED)
        return self._start(request, _task_that_plays(f"go on with {folder.name}", command, folder, blocks))

    def write_report(self, request: Request) -> Response:
        """Start to write the report of a run."""
        folder = self.folder_of(request.path_params["run"])
        title, link = f"report of {folder.name}", f"runs/{folder.name}/{REPORT}"
        is_written = (folder / REPORT).is_file
        task = Task(
            title,
            [Command(("report", str(folder)))],
            link=link,
            link_text="the report",
            run=folder.name,
            is_done_elsewhere=is_written,
            is_short=True,
        )
        return self._start(request, task)

    def report(self, request: Request) -> Response:
        """Show a page of a run."""
        return _page_file(request, self.folder_of(request.path_params["run"]))

    def answer(self, request: Request) -> Response:
        """Show the page of an answer."""
        return _page_file(request, self.pages)

    def stop(self, request: Request) -> Response:
        """Stop a task."""
        self.tasks.stop(request.path_params["number"])
        return _to_all_runs(request)

    def start_again(self, request: Request) -> Response:
        """Start a task again that was stopped."""
        self.tasks.start_again(request.path_params["number"])
        return _to_all_runs(request)

    def folder_of(self, name: str) -> Path:
        """Return the folder of a run by its name.

        Raises
        ------
        InputError
            If there is no such run.
        """
        folder = self.reports / name
        if folder not in runs_in(self.reports):
            raise InputError(f"there is no run {name!r}")
        return folder


def _entered(request: Request) -> tuple[str, str, Mapping[str, str]]:
    """Return question and experiment of the form, and field -> what is entered in it; the address of a request has both."""
    query = request.query_params
    question, experiment = CHOSEN_FIRST
    return query.get("question", question), query.get("experiment", experiment), query


def _to_all_runs(request: Request, query: str = "") -> Response:
    """Redirect to the page of runs, with what is entered in the form: `query`, or else that of the request."""
    query = query or request.url.query
    return RedirectResponse(f"{root_of(request)}runs" + (f"?{query}" if query else ""), 303)


def _page_file(request: Request, folder: Path) -> Response:
    """Answer with the HTML file of a folder that the request names, with a link back to all runs.

    Scripts in it cannot ask this server for anything.

    Raises
    ------
    InputError
        If there is no such file.
    """
    name = request.path_params["page"]
    file = folder / f"{name}.html"
    if not PAGE_NAME.fullmatch(name) or not file.is_file() or file.is_symlink():
        raise InputError(f"there is no page {name!r}")
    text = with_way_back(file.read_text(encoding="utf-8"), f"{root_of(request)}runs", "Back to all runs")
    return HTMLResponse(text, headers={"Content-Security-Policy": SANDBOX})
