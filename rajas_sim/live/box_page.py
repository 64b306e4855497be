"""The page of a box: it asks for the values one at a time, and shows where each is printed."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import get_origin

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rajas_sim.analysis.formatting import capitalised, counted
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.drawing.panel import style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES
from rajas_sim.live.box_doubts import doubt_text, doubtful_entries, lost_texts, question_about, suspects_among
from rajas_sim.live.box_file import NOTHING, BoxEntry, BoxFile, parsed
from rajas_sim.live.box_place import Place, place_of
from rajas_sim.live.box_titles import sections_of, titles_of
from rajas_sim.live.forms import PAGE_NAME, RefusedForms, in_form, root_of, with_form
from rajas_sim.live.kept_games import keep_box
from rajas_sim.live.run_form import ANSWERED, document_of, experiment_names, playing_command, refuse_fewer_blocks, refuse_python
from rajas_sim.live.tasks import Command, Task, TaskQueue, new_page
from rajas_sim.showing.render import render
from rajas_sim.study.config.files import box_of
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file
from rajas_sim.study.saved_boxes import PLAYED, boxes_in

#: The table of experiments that can be asked in plausible boxes. These boxes show which values matter most.
ENSEMBLE = "ensemble"
#: Label of a value in the component file -> why the value is known.
KNOWN_BY = {"rulebook": "the rulebook prints it", "published": "it was published", "derived": "it follows from other values"}
NOTHING_TYPED = "nothing was typed. Type what is printed, or skip it."
#: How many values the page asks for first.
ASKED_FIRST = 20


@dataclass(frozen=True)
class PlausibleBoxes:
    """The latest answer from boxes that are plausible with the values of this one.

    Attributes
    ----------
    sentences
        The answer.
    basis
        How many games, boxes and assumed values it rests on.
    page
        The file name of the answer's page.
    """

    sentences: tuple[str, ...]
    basis: tuple[str, ...]
    page: str


@dataclass(frozen=True)
class BoxPage:
    """The content of the page of a box.

    Attributes
    ----------
    sections
        Title of each section -> its entries.
    entry
        The entry that the page asks for; None if all are known.
    text
        The text in the entry's field.
    place
        Where the entry is printed.
    known_before
        Sentences about places just before the entry that need not be read.
    asked_first
        The entries to read off first, the most important one first; empty if nobody has asked for them.
    n_read, n_values
        How many of the assumed values were read off the box, and how many there are, over all variants.
    plausible
        The answer from the boxes that remain plausible; None if nobody has asked for it.
    remarks
        What does not fit together in the box yet.
    doubts
        What is odd about values that were read and not confirmed, each with the path of its entry.
    shown_in_question
        The values and remarks that are confirmed if somebody says that all is right.
    problems
        Why what `form` asks for is refused.
    refusals
        Why what was typed into the entry's field is refused.
    saved_text, saved_question, saved_path
        What was saved last, a question if it may be wrong, and the path of its entry; empty if nothing was saved.
    experiments, ensembles
        Experiments that can be played with this box and with the reference, and those of them that are asked in plausible boxes.
    form, entered
        The last part of the address of a form that is refused or waits for an answer to the doubts, and what was entered in it
        (field -> text); empty if there is none.
    tasks
        The tasks about this box, the newest first.
    titles
        Path -> title of every entry.
    """

    name: str
    game: Game
    sections: Mapping[str, tuple[BoxEntry, ...]]
    entry: BoxEntry | None
    text: str
    place: Place
    known_before: tuple[str, ...]
    asked_first: tuple[BoxEntry, ...]
    n_read: int
    n_values: int
    plausible: PlausibleBoxes | None
    remarks: tuple[str, ...]
    doubts: tuple[tuple[str, str], ...]
    shown_in_question: str
    problems: tuple[str, ...]
    refusals: tuple[str, ...]
    saved_text: str
    saved_question: str
    saved_path: str
    experiments: tuple[str, ...]
    ensembles: tuple[str, ...]
    form: str
    entered: Mapping[str, str]
    tasks: tuple[Task, ...]
    style: Markup
    symbols: Markup
    titles: Mapping[str, str]


class BoxPages:
    """Answers the requests for pages of boxes; handlers of forms get `fields`, the name of each field -> what was typed.

    Parameters
    ----------
    folder
        Folder of the component files.
    reports, pages
        Folders of runs and of pages of answers.
    refused
        Keeps the pages that say why a form was refused.
    """

    def __init__(self, folder: Path, reports: Path, pages: Path, tasks: TaskQueue, refused: RefusedForms) -> None:
        self.folder, self.reports, self.pages, self.tasks = folder, reports, pages, tasks
        self.refused = refused
        self._entering = threading.Lock()  # held while a file is read and written with a new value

    @property
    def routes(self) -> list[Route]:
        """The routes, below the address of all pages."""
        return [
            Route("/boxes", self.list_boxes),
            Route("/boxes/new", with_form(self.new), methods=["POST"]),
            Route("/boxes/{box}", self.show),
            Route("/boxes/{box}/enter", with_form(self.enter), methods=["POST"]),
            Route("/boxes/{box}/ask", with_form(self.ask), methods=["POST"]),
            Route("/boxes/{box}/findings", with_form(self.compare_with_reference), methods=["POST"]),
            Route("/boxes/{box}/file", self.file),
        ]

    # --- all boxes

    def list_boxes(self, request: Request, refusals: Sequence[str] = ()) -> Response:
        """Show all boxes and a form for a new one; with `refusals`, which say why, this answers a form that is refused."""
        boxes, problems = [], [*refusals]
        for file in sorted(self.folder.glob("*.toml")):
            try:
                entries = self._open(file.stem)[1].entries()
            except RajasError as error:
                problems.append(str(error))
                continue
            boxes.append((file.stem, box_of(file), n_values(entries, is_read=True), n_values(entries)))
        box_option = "NAME" if self.folder == boxes_in(PLAYED) else self.folder / "NAME.toml"
        page = {
            "folder": self.folder,
            "box_option": box_option,
            "boxes": boxes,
            "games": {name: find_game(name).title for name in GAMES},
        }
        text = render("boxes.html.j2", page | {"problems": problems}, root=root_of(request))
        return HTMLResponse(text, 400 if refusals else 200)

    def new(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Write the file of a new box, whose values are all assumed, and show it."""
        name, game_name = fields.get("name", ""), fields.get("game", "")
        try:
            if not PAGE_NAME.fullmatch(name):
                raise InputError("a name consists of at most 60 letters, digits, - and _")
            if game_name not in GAMES:
                raise InputError(f"there is no box of {game_name!r}")
            self.folder.mkdir(parents=True, exist_ok=True)
            find_game(game_name).components.export(self.folder / f"{name}.toml")
        except RajasError as error:
            refusals = str(error).splitlines()
            return self.refused.refuse(request, lambda: self.list_boxes(request, refusals))
        return RedirectResponse(f"{root_of(request)}boxes/{name}", 303)

    # --- one box

    def show(self, request: Request) -> Response:
        """Show an entry of a box: the one in the request, or else the next unknown one."""
        query = request.query_params
        return self._page(request, query.get("at"), saved=query.get("saved", ""), skipped=query.get("after", ""))

    def enter(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Write the value that was read off, and show the next entry; a doubtful value is asked for again until it is confirmed.

        Saving it again as it is confirms it. What was saved meanwhile is not replaced until it was shown.
        """
        with self._entering:
            return self._enter(request, fields)

    def _enter(self, request: Request, fields: Mapping[str, str]) -> Response:
        name = request.path_params["box"]
        game, box = self._open(name)
        path, text = fields.get("path", ""), fields.get("text", "")
        entries = box.entries()
        entry = _entry_at(entries, path)
        if entry is None:
            raise InputError(f"{name} has no entry {path!r}")
        was_shown = fields.get("was", entry.state) == entry.state
        try:
            if not text.strip() and get_origin(entry.form) is not list:
                raise InputError(NOTHING_TYPED)
            if was_shown:
                box.enter(entry, text, titles_of(game, entries)[path])
            elif parsed(text, entry.form) != parsed(entry.text, entry.form):
                raise InputError(f"{entry.text or repr(NOTHING)} was saved meanwhile. If yours is right, save it again.")
        except InputError as error:
            problems = error.problems if text.strip() or not was_shown else [NOTHING_TYPED]
            # The page lists the known names, so a problem need not.
            parts = [problem.partition(" Known: ") if entry.names else (problem, "", "") for problem in problems]
            refusals = [sentence + (" What may be printed is listed below." if known else "") for sentence, _, known in parts]
            return self.refused.refuse(request, lambda: self._refused_entry(request, entry, text, refusals))
        entries = box.entries()
        saved_entry = _entry_at(entries, path)
        is_asked_again = saved_entry is not None and bool(_question_about_saved(saved_entry, entries))
        return RedirectResponse(f"{root_of(request)}boxes/{name}?saved={path}{f'&at={path}' if is_asked_again else ''}", 303)

    def _refused_entry(self, request: Request, refused_entry: BoxEntry, text: str, refusals: Sequence[str]) -> Response:
        """Show an entry with what was typed and why it is refused; lead to the entry as it is if it was saved meanwhile."""
        name, path = request.path_params["box"], refused_entry.path
        entry = _entry_at(self._open(name)[1].entries(), path)
        if entry is None or entry.state != refused_entry.state:
            return RedirectResponse(f"{root_of(request)}boxes/{name}?at={path}", 303)
        return self._page(request, path, refusals=refusals, typed_text=text)

    def _page(  # noqa: PLR0913 - what a form shows again after a mistake
        self,
        request: Request,
        path: str | None,
        *,
        saved: str = "",
        skipped: str = "",
        problems: Sequence[str] = (),
        refusals: Sequence[str] = (),
        typed_text: str | None = None,
        form: str = "",
        entered: Mapping[str, str] = MappingProxyType({}),
    ) -> Response:
        """Return the page of the box in the request: at the entry `path`, or else at the next unread one.

        The latter comes after the path that was just saved or skipped. A text that was refused is shown again with the reasons.
        """
        name = request.path_params["box"]
        game, box = self._open(name)
        entries = box.entries()
        asked_first = self._asked_first(name, entries)
        asked_entry = _entry_at(entries, path)
        entry = asked_entry or _next_entry(entries, asked_first, saved or skipped)
        names, experiments, titles = Names.of(game.name), self._experiments_of(game), titles_of(game, entries)
        saved_text, saved_question = _saved_texts(entries, titles, saved)
        sections, remarks = sections_of(entries, names), box.remarks()
        page = BoxPage(
            name=name,
            game=game,
            sections=sections,
            entry=entry,
            text=typed_text if typed_text is not None else "" if entry is None else entry.text,
            place=Place() if entry is None else place_of(game, box, entry),
            known_before=() if entry is None else _known_texts(box, entry, names),
            asked_first=asked_first,
            n_read=n_values(entries, is_read=True),
            n_values=n_values(entries),
            plausible=self._plausible_boxes(name),
            remarks=(*remarks, *lost_texts(sections, titles)),
            doubts=tuple(
                (doubt_text(doubtful, question, titles), doubtful.path)
                for doubtful, question in doubtful_entries(entries)
                if doubtful.path != saved  # the question about it stands above
            ),
            shown_in_question=_shown_in_question(suspects_among(entries, sections), remarks),
            problems=tuple(problems),
            refusals=tuple(refusals),
            saved_text=saved_text,
            saved_question=saved_question,
            saved_path=saved,
            experiments=tuple(experiments),
            ensembles=tuple(experiment for experiment, is_ensemble in experiments.items() if is_ensemble),
            form=form,
            entered=entered,
            tasks=tuple(task for _, task in self.tasks.newest_first if task.box == name),
            style=Markup(style()),
            symbols=Markup(symbols()),
            titles=titles,
        )
        page_html = render("box.html.j2", page, root=root_of(request))
        return HTMLResponse(page_html, 400 if problems or refusals else 200)

    def _asked_first(self, name: str, entries: Sequence[BoxEntry]) -> tuple[BoxEntry, ...]:
        """Return the entries that explain most of the differences between plausible boxes; empty if nobody has asked for them."""
        try:
            origins = tomllib.loads(self._asked_first_file(name).read_text(encoding="utf-8")).get("provenance", [])
        except (OSError, tomllib.TOMLDecodeError):
            return ()
        paths = [path for origin in origins for path in origin["paths"]]
        asked_entries = (entry for path in paths for entry in entries if f"{path}.".startswith(f"{entry.path}."))
        return tuple({entry.path: entry for entry in asked_entries}.values())

    def _asked_first_file(self, name: str) -> Path:
        return self.folder / f".{name}-first"

    def _plausible_file(self, name: str) -> Path:
        return self.folder / f".{name}-plausible"

    def _plausible_boxes(self, name: str) -> PlausibleBoxes | None:
        """Return the latest answer about the boxes that remain plausible, or None if nobody has asked for one."""
        try:
            answer = json.loads(self._plausible_file(name).read_text(encoding="utf-8"))
            findings = [finding["sentence"] for finding in answer["findings"] if not finding["in_table"]]
            basis = tuple(f"{label}: {text}" for label, text in answer["how_sure"])
            return PlausibleBoxes((answer["in_one_sentence"], *findings), basis, Path(answer["files"]["Page"]).name)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _experiments_of(self, game: Game) -> dict[str, bool]:
        """Return name of each experiment of a game -> whether it can be asked in plausible boxes."""
        documents = {name: document_of(name) for name in experiment_names()}
        return {name: ENSEMBLE in document for name, document in documents.items() if document.get("game") == game.name}

    def ask(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Start a task that asks what holds in plausible boxes, and which values to read off first; first ask about doubts."""
        name = request.path_params["box"]
        game, box = self._open(name)
        if not self._experiments_of(game).get(experiment := fields.get("experiment", "")):
            raise InputError("Choose an experiment that is asked in plausible boxes.")
        refuse_python(find_file("experiment", experiment))
        if remarks := box.remarks():  # the commands refuse a box that does not fit together
            return self.refused.refuse(request, lambda: self._page(request, None, problems=remarks, form="ask", entered=fields))
        copy = self._copy_or_question(request, game, "ask", fields)
        if isinstance(copy, Response):
            return copy
        page = new_page(self.pages, f"{name}-plausible")
        options = (experiment, "--components", str(copy), "--out", str(self.reports))
        commands = [
            Command(("ensemble", *options, "--json", "--html", str(page)), ANSWERED, self._plausible_file(name)),
            Command(("components", "ask", *options, "--n", str(ASKED_FIRST)), output_file=self._asked_first_file(name)),
        ]
        title = f"what is plausible with {name}, and what to read off first"
        self.tasks.start(Task(title, commands, link=f"boxes/{name}", link_text="the box", box=name))
        return RedirectResponse(f"{root_of(request)}boxes/{name}", 303)

    def compare_with_reference(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Start a task that plays an experiment with the reference values and with this box, and compares both.

        First ask about doubts.
        """
        name = request.path_params["box"]
        game, box = self._open(name)
        experiment, blocks = fields.get("experiment", ""), fields.get("blocks", "").strip()
        if experiment not in self._experiments_of(game):
            raise InputError("Choose an experiment of the game.")
        file = find_file("experiment", experiment)
        refuse_python(file)
        changes = [f"blocks={blocks}"] if blocks else []
        words = ["run", experiment, *(word for change in changes for word in ("--set", change))]
        words += ["--out", str(self.reports), "--quiet"]

        def commands_and_runs_with(components: Path) -> list[tuple[Command, Path]]:
            with_box = load_experiment(file, changes, options={"components": str(components)})
            both = [
                playing_command(words, with_reference, self.reports, needs_report=False),
                playing_command([*words, "--components", str(components)], with_box, self.reports, needs_report=False),
            ]
            refuse_fewer_blocks(with_reference, *(run for _, run in both))
            return both

        try:
            with_reference = load_experiment(file, changes)
            commands_and_runs_with(box.file)  # what cannot be played is refused before anything is asked
            copy = self._copy_or_question(request, game, "findings", fields)
            if isinstance(copy, Response):
                return copy
            commands_and_runs = commands_and_runs_with(copy)
        except InputError as error:
            problems = [in_form(problem).rpartition(f"{box.file}: ")[2] for problem in error.problems]
            return self.refused.refuse(
                request, lambda: self._page(request, None, problems=problems, form="findings", entered=fields)
            )
        page = new_page(self.pages, f"{name}-{Path(experiment).stem}")
        compare = Command(("compare", "{0}", "{1}", "--html", str(page)), ANSWERED)
        title = f"{experiment} with the reference values and with {name}, {counted(with_reference.config.most_blocks, 'block')}"
        task = Task(
            title,
            [*(command for command, _ in commands_and_runs), compare],
            link=f"answers/{page.name}",
            link_text="what changed",
            box=name,
            runs=[run.name for _, run in commands_and_runs],
        )
        self.tasks.start(task)
        return RedirectResponse(f"{root_of(request)}runs#started", 303)

    def _copy_or_question(self, request: Request, game: Game, form: str, fields: Mapping[str, str]) -> Path | Response:
        """Return a copy of a box, or a page that asks whether all is right before anything is started.

        The copy keeps values that are entered while a task waits or runs from being played in it. If the form says that what it
        showed is `right`, and nothing else seems wrong now, doubtful values are confirmed, so that nobody asks about them again.

        Parameters
        ----------
        form, fields
            The last part of the form's address, and what was entered in it.
        """
        with self._entering:
            _, box = self._open(request.path_params["box"])
            entries = box.entries()
            suspects = suspects_among(entries, sections_of(entries, Names.of(game.name)))
            shown = _shown_in_question(suspects, box.remarks())
            if shown and fields.get("right") != shown:
                entered = {field: value for field, value in fields.items() if field != "right"}
                return self.refused.refuse(request, lambda: self._page(request, None, form=form, entered=entered))
            for entry in suspects:
                box.enter(entry, entry.text, entry.path)
            return keep_box(box.file, self.pages / "boxes")

    def file(self, request: Request) -> Response:
        """Send the component file."""
        _, box = self._open(request.path_params["box"])
        return FileResponse(box.file, filename=box.file.name, media_type="application/toml")

    def _open(self, name: str) -> tuple[Game, BoxFile]:
        """Return the game of a box, and the box, by the name of the box.

        Raises
        ------
        InputError
            If there is no such box, or it is of no game that is known here.
        """
        file = self.folder / f"{name}.toml"
        if not PAGE_NAME.fullmatch(name) or not file.is_file():
            raise InputError(f"there is no box {name!r}")
        game_name = box_of(file)
        if game_name not in GAMES:
            raise InputError(f"{file}: is of no box that is known here")
        game = find_game(game_name)
        return game, BoxFile(game.components, file)


def n_values(entries: Sequence[BoxEntry], *, is_read: bool = False) -> int:
    """Return how many assumed values entries have; with `is_read`, only those that were read off the box."""
    return sum(entry.n_assumed for entry in entries if entry.is_read or not is_read)


def _entry_at(entries: Sequence[BoxEntry], path: str | None) -> BoxEntry | None:
    """Return the entry with a path; None if there is none."""
    return next((entry for entry in entries if entry.path == path), None)


def _known_texts(box: BoxFile, entry: BoxEntry, names: Names) -> tuple[str, ...]:
    """Return sentences why the places just before an entry of a row need not be read; none for an entry of no row."""
    if not entry.keys[-1].isdigit():
        return ()
    reason_by_path = {path: KNOWN_BY[label] for path, label in box.known_before(entry) if label in KNOWN_BY}
    return tuple(f"{capitalised(names.of_path(path))} is not asked for: {reason}." for path, reason in reason_by_path.items())


def _saved_texts(entries: Sequence[BoxEntry], titles: Mapping[str, str], path: str) -> tuple[str, str]:
    """Return what was saved at a path, and a question if it may be wrong; both are empty without an entry there."""
    entry = _entry_at(entries, path)
    if entry is None:
        return "", ""
    saved_text = f"Saved. {capitalised(titles[path])}: {entry.text or 'nothing'}"
    if entry.text == entry.reference_text:
        return f"{saved_text}, as was assumed.", ""
    return f"{saved_text}; {entry.reference_text or 'nothing'} was assumed.", _question_about_saved(entry, entries)


def _question_about_saved(entry: BoxEntry, entries: Sequence[BoxEntry]) -> str:
    """Return a question whether a value that was just saved is right; empty if it is plausible, confirmed or the assumed one."""
    if entry.text == entry.reference_text or entry.is_confirmed:
        return ""
    return question_about(entry, entries) if entry.text else "Is nothing printed there?"


def _shown_in_question(suspects: Sequence[BoxEntry], remarks: Sequence[str]) -> str:
    """Return what the question before a task is about, so that only this is confirmed; empty if there is no question."""
    return "; ".join([*remarks, *(f"{entry.path}: {entry.text}" for entry in suspects)])


def _next_entry(entries: Sequence[BoxEntry], asked_first: Sequence[BoxEntry], last_path: str) -> BoxEntry | None:
    """Return the next unread entry after the last one, or else the first unread one; None if all were read.

    Entries to read first come first. `last_path` is that of the entry just saved or skipped; empty if there is none.
    """
    in_order = list({entry.path: entry for entry in (*asked_first, *entries)}.values())
    start = next((i + 1 for i, entry in enumerate(in_order) if entry.path == last_path), 0)
    return next((entry for entry in [*in_order[start:], *in_order[:start]] if not entry.is_read), None)
