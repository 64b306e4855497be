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

from rajas_sim.analysis.formatting import counted, listed
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
from rajas_sim.questions.runner import Runner
from rajas_sim.showing.render import render
from rajas_sim.study.config.form import json_schema
from rajas_sim.study.config.load import load_experiment, python_files, read_toml
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.set_option import parse_set_options
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.config.toml_text import parse_value, value_text
from rajas_sim.study.folder.listing import ListedRun, list_runs
from rajas_sim.study.folder.runs import runs_in
from rajas_sim.study.folder.store import RunFolder

#: Folder of the user's own experiments, below the current folder.
EXPERIMENTS = Path("experiments")
#: Keys of an experiment that the form does not offer.
NO_CHOICES = ("name", "question", "about", "game", "mirror", "tables", "expect", "components")
#: Exit codes that are no failure: an answer may be undecided, and a check may also find that an expectation fails.
ANSWERED, CHECKED = (0, 3), (0, 1, 3)
REPORT = "report.html"
#: The field of the form for changed rules.
RULES = "rules"
#: What a key means, for people who do not know experiment files.
HINTS = {
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
LETTERS_OF_A_HEAD = 2000
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
    """How far an unfinished run is: its games so far, all games up to its goal, and the goal in blocks.

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
        share = round(100 * (1 - n_left / self.n_games))
        at_most = "at most " if self.may_end_earlier else ""
        return f"{share}\u202f% of {counted(self.blocks, 'block')} played, {at_most}{counted(n_left, 'game')} left"


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
    n_parts
        How many runs questions played for their answers.
    reported
        The runs that have a report.
    progress
        Unfinished run -> how far it is.
    busy
        Runs that are being played or reported on, or that wait for this.
    questions
        Name of the command -> what the question asks, for all questions about an experiment.
    chosen
        Question and experiment of the form.
    asks
        The question that the experiment's file states.
    refused
        Field of the form -> what is wrong with its value.
    """

    folder: Path
    runs: tuple[ListedRun, ...]
    n_parts: int
    problems: tuple[str, ...]
    reported: frozenset[str]
    progress: Mapping[str, RunProgress]
    busy: frozenset[str]
    tasks: tuple[tuple[int, Task], ...]
    answers: tuple[KeptAnswer, ...]
    questions: Mapping[str, str]
    experiments: tuple[str, ...]
    chosen: tuple[str, str]
    asks: str
    choices: tuple[ChoiceOfKey, ...]
    typed: Mapping[str, str]
    refused: Mapping[str, Sequence[str]]
    are_tasks_open: bool

    @property
    def n_tasks_shown(self) -> int:
        """How many of the newest tasks are shown: at least some, and all that are open; the others are folded."""
        return max([TASKS_SHOWN, *(i for i, (_, task) in enumerate(self.tasks, 1) if task.is_open)])

    @classmethod
    def of(  # noqa: PLR0913 - what the page is made from
        cls,
        folder: Path,
        pages: Path,
        tasks: TaskQueue,
        chosen: tuple[str, str],
        values: Mapping[str, str] = MappingProxyType({}),
        problems: Sequence[str] = (),
        refused: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> RunsPage:
        """Return the page of a folder with runs.

        Parameters
        ----------
        pages
            Folder of the pages of answers.
        chosen, values, refused
            Question and experiment of the form, what was typed into the form, and what is wrong with it, by field.
        """
        listed, unreadable = list_runs(folder)

        def last_written(run: ListedRun) -> float:
            return RunFolder(folder / run.run).manifest_file.stat().st_mtime

        def is_busy(run: ListedRun) -> bool:
            is_written = not run.is_finished and RunFolder(folder / run.run).is_locked
            return is_written or any(task.is_open and task.is_about(run.run) for _, task in tasks.newest_first)

        runs = sorted((run for run in listed if run.asked_by is None), key=last_written, reverse=True)
        return cls(
            folder,
            tuple(runs),
            len(listed) - len(runs),
            (*problems, *unreadable),
            frozenset(run.run for run in runs if (folder / run.run / REPORT).is_file()),
            {run.run: _progress(folder / run.run) for run in runs if not run.is_finished},
            frozenset(run.run for run in runs if is_busy(run)),
            tuple(tasks.newest_first),
            kept_answers(pages),
            askable_questions(),
            experiment_names(),
            chosen,
            str(document_of(chosen[1]).get("question", "")),
            choices_of(chosen[1]),
            values,
            refused,
            tasks.are_open,
        )


def kept_answers(pages: Path) -> tuple[KeptAnswer, ...]:
    """Return the latest pages of answers, the newest first, with their titles."""
    files = {file: file.stat() for file in pages.glob("*.html") if not file.is_symlink()}
    written = sorted((file for file in files if files[file].st_size), key=lambda file: -files[file].st_mtime)[:MOST_ANSWERS]
    return tuple(
        KeptAnswer(file.name, _title_of(file), datetime.fromtimestamp(files[file].st_mtime).strftime("%Y-%m-%d %H:%M"))
        for file in written
        if PAGE_NAME.fullmatch(file.stem)
    )


def _title_of(page: Path) -> str:
    """Return the title of a page; its file name if it has none."""
    with page.open(encoding="utf-8", errors="replace") as file:
        match = re.search(r"<title>(.*?)</title>", file.read(LETTERS_OF_A_HEAD), re.DOTALL)
    return html.unescape(match.group(1)) if match else page.stem


def _progress(folder: Path) -> RunProgress:
    """Return how far a run is, by what is on disk."""
    run_folder = RunFolder(folder)
    manifest = run_folder.manifest()
    n_blocks = dict.fromkeys(manifest.players, 0)
    for receipt in run_folder.shards.receipts(manifest.hashes.run):
        n_blocks[receipt.players] += receipt.n_blocks
    goal = dict.fromkeys(manifest.players, manifest.target_blocks)
    return RunProgress(manifest.n_games(n_blocks), manifest.n_games(goal), manifest.target_blocks, manifest.stop is not None)


def askable_questions() -> dict[str, str]:
    """Return name -> description of the questions that can be asked of an experiment."""
    of_experiments = (question for question in QUESTIONS if issubclass(question, Question))
    return {question.name: (question.__doc__ or "").split("\n")[0] for question in of_experiments}


def experiment_names() -> tuple[str, ...]:
    """Return the names of shipped experiments, and the files of the user's own in the current folder's `experiments`."""
    shipped = shipped_names("experiment")
    files = sorted(str(file) for file in EXPERIMENTS.glob("*.toml"))
    return (*shipped, *(file for file in files if Path(file).stem not in shipped))


def document_of(experiment: str) -> dict[str, Any]:
    """Return the content of the file of an experiment."""
    return read_toml(find_file("experiment", experiment))[0]


def choices_of(experiment: str) -> tuple[ChoiceOfKey, ...]:
    """Return the keys of an experiment that the form can change, as the schema of experiment files describes them."""
    document = document_of(experiment)
    names = _known_names(document)
    return tuple(
        ChoiceOfKey(
            key,
            HINTS.get(key, field["description"]),
            _value_text(document.get(key, "")),
            tuple(field.get("enum") or names.get(key, ())),
            _kinds_of(field) == {"array"},
        )
        for key, field in _plain_fields(json_schema())
    )


def _known_names(document: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """Return the names that some keys of an experiment may have; empty for a game that is named by its file, which is not run."""
    name = str(document.get("game"))
    if not is_game(name):
        return {}
    game = find_game(name)
    return {
        "variant": game.variants,
        "modules": game.modules,
        "line_up": list(dict.fromkeys([*document.get("strategies", {}), *known_names(name)])),
    }


def _plain_fields(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the keys whose value is a number, a word or a list of these, with their description in the schema."""
    for key, field in schema["properties"].items():
        if key not in NO_CHOICES and _kinds_of(field) <= {"integer", "number", "string", "array"} and "$ref" not in str(field):
            yield key, field


def _kinds_of(field: Mapping[str, Any]) -> set[str | None]:
    return {kind.get("type") for kind in field.get("anyOf", [field])} - {"null"}


def command_for(
    question: str, experiment: str, values: Mapping[str, str], folder: Path, pages: Path
) -> tuple[Command, Path | None]:
    """Return the command that asks a question of an experiment with changed keys, and the page that the command writes.

    Parameters
    ----------
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
    sets = [*_changed_rules(experiment, values), *_changed_keys(experiment, values)]
    experiment_now = load_experiment(file, sets)
    words = [question, experiment, *(word for change in sets for word in ("--set", change)), "--out", str(folder)]
    if question == RunQuestion.name:
        _refuse_fewer_blocks(experiment_now, folder)
        return Command(tuple(words), ANSWERED, words_in_turn=partial(words_to_extend, experiment_now, folder)), None
    page = new_page(pages, question)
    return Command((*words, "--html", str(page)), CHECKED if question == CheckQuestion.name else ANSWERED), page


def _changed_rules(experiment: str, values: Mapping[str, str]) -> list[str]:
    """Return the change of an experiment's arms that a form asks for, as ``key=value``; empty if there is none."""
    return [f"arms={rules}"] if (rules := _arms_text(experiment, values.get(RULES, ""))) else []


def _changed_keys(experiment: str, values: Mapping[str, str]) -> list[str]:
    """Return the changes of an experiment's other keys that a form asks for, as ``key=value``."""
    return [f"{choice.key}={_as_typed(choice, values)}" for choice in choices_of(experiment) if _is_changed(choice, values)]


def _title_of_question(question: str, experiment: str, values: Mapping[str, str]) -> str:
    """Return the title of the task that asks a question of an experiment, with what the form changes."""
    changed = [
        _change_text(choice, values[choice.key].strip()) for choice in choices_of(experiment) if _is_changed(choice, values)
    ]
    changed += [line.strip() for line in values.get(RULES, "").splitlines() if line.strip()]
    subject = experiment if question == RunQuestion.name else f"{question} {experiment}"
    return f"{subject}: {', '.join(changed)}" if changed else subject


def _change_text(choice: ChoiceOfKey, value: str) -> str:
    """Return the new value of a key in words."""
    if choice.key == "players":
        return f"{listed(re.findall(r'[0-9]+', value))} players"
    if choice.key == "blocks" and value.isdecimal():
        return counted(int(value), "block")
    return f"{choice.label} {value}"


def refused_fields(experiment: str, values: Mapping[str, str], problems: Sequence[str]) -> dict[str, list[str]]:
    """Return field of the form -> what is wrong with its value; what is about no single field has the field "".

    Every field is also tried alone, because the first problems of all together hide others.

    Parameters
    ----------
    problems
        What is wrong with all fields together.
    """
    texts_by_field: dict[str, list[str]] = {}
    for problem in [*problems, *_problems_alone(experiment, values)]:
        text = in_form(problem).partition(" Known: ")[0]  # the form shows the known words beside the field
        key, _, rest = text.partition(": ")
        field = key.partition(",")[0]  # "players, entry 1"
        if field in values:
            text = rest
        else:
            field = RULES if problem.startswith("--set ") else ""
        texts = texts_by_field.setdefault(field, [])
        texts += [text] if text not in texts else []
    return texts_by_field


def _problems_alone(experiment: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with each changed field alone; nothing of an experiment that no page plays."""
    if experiment not in experiment_names() or python_files(file := find_file("experiment", experiment)):
        return
    lines = []
    for line in values.get(RULES, "").splitlines():
        try:
            _arms_text(experiment, line)
        except InputError as error:
            yield from error.problems
        else:
            lines.append(line)
    changes = _changed_rules(experiment, {RULES: "\n".join(lines)})
    for change in [*changes, *_changed_keys(experiment, values)]:
        try:
            load_experiment(file, [change])
        except InputError as error:
            yield from error.problems


def _arms_text(experiment: str, rules: str) -> str:
    """Return an experiment's arms and one more with changed rules, as TOML; `rules` has one per line, empty gives an empty text.

    Raises
    ------
    InputError
        With each line that is not ``path=value``.
    """
    lines = [line.strip() for line in rules.splitlines() if line.strip()]
    overrides = {change.key: change.value for change in parse_set_options(lines, "setup.karma=2")}
    arm = {"name": "_and_".join(map(_name_of_change, lines)), "overrides": overrides}
    return value_text([*document_of(experiment).get("arms", ()), arm]) if lines else ""


def _name_of_change(line: str) -> str:
    """Return a name for an arm with this changed rule.

    >>> _name_of_change("setup.karma=2"), _name_of_change("setup.money.1 = 5"), _name_of_change("players.strong.money=-2")
    ('karma_2', 'money_1_5', 'strong_money_-2')
    """
    path, _, value = line.partition("=")
    return "_".join(re.findall(r"-?[A-Za-z0-9]+", f"{path.partition('.')[2]} {value}"))


def _blocks_of_finished(experiment: Experiment, folder: Path) -> int | None:
    """Return how many blocks the finished run of an experiment has; None if there is none that can be read."""
    try:
        manifest = Runner(out=folder).manifest_of(experiment)
    except RajasError:
        return None  # the command itself will say what is wrong with the run
    return manifest.target_blocks if manifest is not None and manifest.complete else None


def _refuse_fewer_blocks(experiment: Experiment, folder: Path) -> None:
    """Refuse to play a run again that is finished with more blocks than the experiment has now."""
    played, wanted = _blocks_of_finished(experiment, folder), experiment.config.most_blocks
    if played is not None and played > wanted and experiment.config.stop is None:
        text = f"this run is finished with {counted(played, 'block')}, so {wanted:,} would play nothing; open its report above"
        raise InputError(f"blocks: {text}")


def words_to_extend(experiment: Experiment, folder: Path) -> tuple[str, ...]:
    """Return the options that play more blocks of a run, if it is finished with fewer blocks than the experiment has now."""
    played, wanted = _blocks_of_finished(experiment, folder), experiment.config.most_blocks
    return ("--extend", "--blocks", str(wanted)) if played is not None and played < wanted else ()


def _value_text(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    """Return a value as the form shows it: lists without brackets and quotes."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _as_typed(choice: ChoiceOfKey, values: Mapping[str, str]) -> str:
    """Return the typed value of a key as TOML; a list may be typed without brackets and quotes."""
    text = values[choice.key].strip()
    if not choice.is_list or text.startswith("["):
        try:
            parse_value(text)
        except ValueError:
            return value_text(text)  # a word, which is refused as what the key cannot be
        return text
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return value_text([int(part) if part.isdecimal() else part for part in parts])


def _is_changed(choice: ChoiceOfKey, values: Mapping[str, str]) -> bool:
    value = values.get(choice.key, "").strip()
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
    """Answers the requests of the page of runs.

    Parameters
    ----------
    reports
        The folder of runs.
    pages
        The folder of pages of answers.
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

    def _page(
        self,
        request: Request,
        chosen: tuple[str, str],
        values: Mapping[str, str],
        problems: Sequence[str] = (),
        refused: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Response:
        """Show the page of runs; with problems or refused fields, this is the answer to a form that is refused."""
        page = RunsPage.of(self.reports, self.pages, self.tasks, chosen, values, problems, refused)
        text = render("runs.html.j2", page, root=root_of(request))
        return self.refused.refuse(request, text) if problems or refused else HTMLResponse(text)

    def start(self, request: Request, values: Mapping[str, str]) -> Response:
        """Start to ask a question of an experiment."""
        question = values.get("first") or values.get("question", CHOSEN_FIRST[0])
        experiment = values.get("experiment", CHOSEN_FIRST[1])
        try:
            command, page = command_for(question, experiment, values, self.reports, self.pages)
        except InputError as error:
            chosen = (values.get("question", question), experiment if experiment in experiment_names() else CHOSEN_FIRST[1])
            refused = refused_fields(experiment, values, error.problems)
            return self._page(request, chosen, values, refused.pop("", ()), refused)
        link = "" if page is None else f"answers/{page.name}"
        asked = urlencode({**values, "experiment": experiment, "question": values.get("question", question)})
        title = _title_of_question(question, experiment, values)
        return self._start_task(request, title, command, link, query=asked)

    def _start_task(  # noqa: PLR0913 - what a task consists of
        self,
        request: Request,
        title: str,
        command: Command,
        link: str,
        link_text: str = "the answer",
        *,
        query: str = "",
        is_short: bool = False,
    ) -> Response:
        """Start a command as a task, and redirect to the page of runs."""
        self.tasks.start(Task(title, [command], link=link, link_text=link_text, is_short=is_short))
        return _to_all_runs(request, query)

    def compare(self, request: Request, values: Mapping[str, str]) -> Response:
        """Start to compare two runs."""
        runs = [self.folder_of(values.get(key, "")) for key in ("old", "new")]
        games = {RunFolder(folder).manifest().game for folder in runs}
        if runs[0] == runs[1] or len(games) > 1:
            return self._page(request, *_entered(request), ["Choose two different runs of one game to compare."])
        page = new_page(self.pages, "compare")
        command = Command(("compare", *map(str, runs), "--html", str(page)), ANSWERED)
        title = "compare " + " and ".join(folder.name for folder in runs)
        return self._start_task(request, title, command, f"answers/{page.name}", is_short=True)

    def go_on(self, request: Request) -> Response:
        """Start to play on with a run that was interrupted."""
        return self._play_on(request, self.folder_of(request.path_params["run"]), "--resume")

    def extend(self, request: Request, values: Mapping[str, str]) -> Response:
        """Start to play more blocks of a finished run."""
        blocks = values.get("blocks", "").strip()
        if not blocks.isdecimal():
            return self._page(request, *_entered(request), ["Say with a whole number how many blocks the run shall have."])
        folder = self.folder_of(values.get("run", ""))
        manifest = RunFolder(folder).manifest()
        if int(blocks) <= manifest.target_blocks:
            problem = f"{folder.name} has {counted(manifest.target_blocks, 'block')} already; give a larger number."
            return self._page(request, *_entered(request), [problem])
        return self._play_on(request, folder, "--extend", "--blocks", blocks)

    def _play_on(self, request: Request, folder: Path, *options: str) -> Response:
        config = RunFolder(folder).config_file
        refuse_python(config)
        command = Command(("run", str(config), "--out", str(self.reports), *options), ANSWERED)
        return self._start_task(request, f"go on with {folder.name}", command, f"runs/{folder.name}/{REPORT}", "the report")

    def write_report(self, request: Request) -> Response:
        """Start to write the report of a run."""
        folder = self.folder_of(request.path_params["run"])
        command = Command(("report", str(folder)))
        title, link = f"report of {folder.name}", f"runs/{folder.name}/{REPORT}"
        return self._start_task(request, title, command, link, "the report", is_short=True)

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


def _entered(request: Request) -> tuple[tuple[str, str], Mapping[str, str]]:
    """Return question and experiment of the form, and what is entered in it; the address of a request has both."""
    query = request.query_params
    question, experiment = CHOSEN_FIRST
    return (query.get("question", question), query.get("experiment", experiment)), query


def _to_all_runs(request: Request, query: str = "") -> Response:
    """Redirect to the page of runs, with what is entered in the form: `query`, or else that of the request."""
    query = query or request.url.query
    return RedirectResponse(f"{root_of(request)}runs" + (f"?{query}" if query else ""), 303)


def _page_file(request: Request, folder: Path) -> Response:
    """Answer with an HTML file of a folder, with a link back.

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
