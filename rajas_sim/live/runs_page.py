"""The page of runs: the list of runs, what is being played, and a form that starts more (`rajas_sim.live.run_form`).

Everything that the page starts is a command of the command line, and the page shows that command.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rajas_sim.analysis.formatting import counted
from rajas_sim.core.errors import InputError
from rajas_sim.live.forms import PAGE_NAME, SANDBOX, RefusedForms, root_of, with_form, with_way_back
from rajas_sim.live.run_form import (
    ANSWERED,
    REPORT,
    ChoiceOfKey,
    askable_questions,
    blocks_of_finished,
    change_example,
    choices_of,
    document_of,
    experiment_names,
    refuse_python,
    refused_fields,
    task_for,
    task_that_plays,
)
from rajas_sim.live.tasks import Command, Task, TaskQueue, address_of_report, new_page
from rajas_sim.showing.render import render
from rajas_sim.study.folder.listing import ListedRun, list_runs
from rajas_sim.study.folder.runs import runs_in
from rajas_sim.study.folder.store import RunFolder

#: How many tasks are shown; earlier ones are folded.
TASKS_SHOWN = 3
#: How many answers are listed; these are the latest.
MOST_ANSWERS = 20
#: The title of a page is among so many letters at its beginning.
LONGEST_HEAD = 2000
#: Question and experiment that the form shows first.
CHOSEN_FIRST = ("run", "start_player")


@dataclass(frozen=True)
class RunProgress:
    """How far an unfinished run is: its games so far, and all games up to its goal.

    Attributes
    ----------
    may_end_earlier
        Whether a rule may stop the run before its goal.
    """

    n_played: int
    n_games: int
    may_end_earlier: bool

    @property
    def text(self) -> str:
        """How much is played, and how many games are left.

        >>> RunProgress(22_200, 60_000, may_end_earlier=False).text
        '37\u202f% played; 37,800 games are left'
        """
        n_left = max(self.n_games - self.n_played, 0)
        percent_played = round(100 * (1 - n_left / self.n_games))
        left_text = f"{'at most ' if self.may_end_earlier else ''}{counted(n_left, 'game')} {'is' if n_left == 1 else 'are'} left"
        return f"{percent_played}\u202f% played; {left_text}"


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
    change_example
        A changed rule of the experiment's game, as one may type it; empty if no game of this name is known.
    choices
        The keys of the experiment that the form can change.
    typed
        Field of the form -> what was typed.
    refused
        Field of the form -> what is wrong with its value.
    goes_on
        Whether a task is open or a run is busy, also one that another server or a command plays, so that the page must ask again.
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
    change_example: str
    choices: tuple[ChoiceOfKey, ...]
    typed: Mapping[str, str]
    refused: Mapping[str, Sequence[str]]
    goes_on: bool

    def kept_text(self, task: Task) -> str:
        """Return how many games of a task's unfinished runs are kept; empty if it has none."""
        n_played = [self.progress[run].n_played for run in task.runs if run in self.progress]
        return f"{counted(sum(n_played), 'game')} {'is' if sum(n_played) == 1 else 'are'} kept" if n_played else ""

    @cached_property
    def again_texts(self) -> dict[int, str]:
        """Number of a stopped task -> what its button says. Of the tasks about a run, only the newest has a button."""
        names, taken, texts = {run.run for run in self.runs}, set(self.busy), {}
        for number, task in self.tasks:
            if task.can_start_again and taken.isdisjoint(task.runs):
                taken.update(task.runs)
                texts[number] = "Start again" if task.is_short or names.isdisjoint(task.runs) else "Go on"
        return texts

    @cached_property
    def resumed_by_tasks(self) -> set[str]:
        """Names of the runs that the button of a stopped task goes on with."""
        return {run for number, task in self.tasks if number in self.again_texts for run in task.runs}

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
        # Before anything is read, so that a page on which nothing goes on any more shows all that was done.
        are_tasks_open = tasks.are_open
        listed_runs, unreadable = list_runs(folder)

        def last_written(run: ListedRun) -> float:
            return RunFolder(folder / run.run).manifest_file.stat().st_mtime

        def is_busy(run: ListedRun) -> bool:
            run_folder = folder / run.run
            if not run.is_finished and (RunFolder(run_folder).is_locked or blocks_of_finished(run_folder) is not None):
                return True  # somebody plays it, or has finished it since it was listed
            return any(task.is_open and run.run in task.runs for _, task in tasks.newest_first)

        runs = sorted((run for run in listed_runs if run.asked_by is None), key=last_written, reverse=True)
        busy = frozenset(run.run for run in runs if is_busy(run))
        return cls(
            folder=folder,
            runs=tuple(runs),
            n_runs_of_answers=len(listed_runs) - len(runs),
            problems=(*problems, *unreadable),
            reported=frozenset(run.run for run in runs if (folder / run.run / REPORT).is_file()),
            progress={run.run: _progress_of(folder / run.run) for run in runs if not run.is_finished},
            busy=busy,
            tasks=tuple(tasks.newest_first),
            answers=kept_answers(pages),
            questions=askable_questions(),
            experiments=experiment_names(),
            question=question,
            experiment=experiment,
            stated_question=str(document_of(experiment).get("question", "")),
            change_example=change_example(experiment),
            choices=choices_of(experiment),
            typed=typed,
            refused=refused,
            goes_on=are_tasks_open or bool(busy),
        )


def kept_answers(pages: Path) -> tuple[KeptAnswer, ...]:
    """Return the latest pages of answers, the newest first, with their titles; of equal titles, which name the runs, the newest.

    Empty files, symbolic links, and files whose name is no address are left out.
    """
    stats = {file: file.stat() for file in pages.glob("*.html") if not file.is_symlink() and PAGE_NAME.fullmatch(file.stem)}
    answers: dict[str, KeptAnswer] = {}
    for file in sorted((file for file in stats if stats[file].st_size), key=lambda file: -stats[file].st_mtime):
        if len(answers) < MOST_ANSWERS and (title := _title_of(file)) not in answers:
            day = datetime.fromtimestamp(stats[file].st_mtime).strftime("%Y-%m-%d %H:%M")
            answers[title] = KeptAnswer(file.name, title, day)
    return tuple(answers.values())


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
        may_end_earlier=manifest.stop is not None,
    )


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
        experiment = fields.get("experiment", "")
        try:
            if experiment not in experiment_names():
                raise InputError("choose an experiment")
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
        return self._start(request, task_that_plays(f"go on with {folder.name}", command, folder, blocks))

    def write_report(self, request: Request) -> Response:
        """Start to write the report of a run."""
        folder = self.folder_of(request.path_params["run"])
        title, link = f"report of {folder.name}", address_of_report(folder / REPORT)
        is_written = (folder / REPORT).is_file
        task = Task(
            title,
            [Command(("report", str(folder)))],
            link=link,
            link_text="the report",
            runs=[folder.name],
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
    """Return question and experiment of the form, and field -> what is entered in it; the address of a request has both.

    Raises
    ------
    InputError
        If there is no such experiment.
    """
    query = request.query_params
    question, experiment = CHOSEN_FIRST
    if (chosen_experiment := query.get("experiment", experiment)) not in experiment_names():
        raise InputError(f"there is no experiment {chosen_experiment!r}")
    return query.get("question", question), chosen_experiment, query


def _to_all_runs(request: Request, query: str = "") -> Response:
    """Redirect to the tasks on the page of runs, with what is entered in the form: `query`, or else that of the request."""
    query = query or request.url.query
    return RedirectResponse(f"{root_of(request)}runs{f'?{query}' if query else ''}#started", 303)


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
