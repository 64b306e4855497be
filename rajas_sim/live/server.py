"""The server of live games: pages for this machine only, and the requests that they may make.

Anybody who knows the address may play, so the address has a token that cannot be guessed. Requests from pages of other sites are
refused. So are requests under any other host name than 127.0.0.1 or localhost, as other sites could give this machine a name.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from rajas_sim.core.engine.kernel import LAST_KERNEL_OF_ONE_GAME, must_be_compiled
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.games import DEFAULT_GAME
from rajas_sim.live.box_page import BoxPages
from rajas_sim.live.forms import PAGE_NAME, POLICY, RefusedForms, form_lists, root_of, waiting_page, with_way_back
from rajas_sim.live.hints import hint_for, playout_strategy
from rajas_sim.live.home_page import HomePage, require_no_file, set_up_from
from rajas_sim.live.kept_games import LiveSetUp, delete_kept, go_on_with, keep, new_file, nth_text, read_kept
from rajas_sim.live.live_game import LiveGame
from rajas_sim.live.live_page import LivePage, chances_view, compile_choices, hint_view, version_of, view_of
from rajas_sim.live.records import opponents_text, result_text
from rajas_sim.live.review import ReviewInBackground
from rajas_sim.live.review_texts import earlier_text, page_of
from rajas_sim.live.runs_page import RunPages
from rajas_sim.live.tasks import TaskQueue
from rajas_sim.showing.render import render
from rajas_sim.showing.replay import chances_of_turns
from rajas_sim.showing.replay.page import build_replay
from rajas_sim.study.folder.store import REPORTS
from rajas_sim.study.saved_boxes import boxes_in

#: How many chances and hints are computed at the same time, however many are requested. Choices never wait for them.
MOST_COMPUTATIONS = 2
#: Seconds between two updates of a page on the progress of a review.
SECONDS_BETWEEN_COUNTS = 1.0
MOVED_ON = "The game has moved on."
WHERE_TO_GO = "Open the address that rajas table printed."
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


@dataclass
class OpenGame:
    """A game that is open in a page; requests change it one after the other.

    Attributes
    ----------
    reviews
        (`version_of` the game, seat) -> review that is finished or running. Reviews are kept because they take a while.
    lock
        Held while the game is changed or read.
    """

    set_up: LiveSetUp
    live: LiveGame
    reviews: dict[tuple[str, int], ReviewInBackground] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


class GuardMiddleware(BaseHTTPMiddleware):
    """Refuses requests that do not come from a page of this server on this machine."""

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        """Answer a request, or refuse it."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if host.rpartition(":")[0] not in ("127.0.0.1", "localhost"):
            return PlainTextResponse(f"This server is for this machine alone. {WHERE_TO_GO}", 400, HEADERS)
        if origin is not None and origin != f"http://{host}":
            return PlainTextResponse(f"Other sites may not ask this server for anything. {WHERE_TO_GO}", 403, HEADERS)
        response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class LiveServer:
    """The server of `rajas table`: the live games of a folder, and the pages of boxes and runs.

    Parameters
    ----------
    folder
        Folder of games; boxes and pages of answers are below it.
    reports
        Folder of runs.

    Attributes
    ----------
    tasks
        The tasks that pages have started.
    """

    def __init__(self, folder: Path, reports: Path = REPORTS) -> None:
        self.folder, self.reports = folder, reports
        self.tasks = TaskQueue()
        self._refused = RefusedForms()
        self._open: dict[str, OpenGame] = {}
        self._lock = threading.Lock()

    @cached_property
    def _computations(self) -> CapacityLimiter:
        """Limits how many chances and hints are computed at the same time."""
        return CapacityLimiter(MOST_COMPUTATIONS)

    def app(self, token: str) -> Starlette:
        """Return the application; all its addresses begin with the token."""
        routes = [
            Route("/", self.home),
            Route("/games", self.home),
            Route("/games", self.begin, methods=["POST"]),
            Route("/refused/{number:int}", self._refused.show),
            Route("/games/{name}", self.page),
            Route("/games/{name}/view", self.view),
            Route("/games/{name}/chances", self.chances),
            Route("/games/{name}/hint", self.hint),
            Route("/games/{name}/choose", self.choose, methods=["POST"]),
            Route("/games/{name}/go_on", self.go_on, methods=["POST"]),
            Route("/games/{name}/undo", self.undo, methods=["POST"]),
            Route("/games/{name}/replay", self.replay),
            Route("/games/{name}/log", self.log),
            Route("/games/{name}/review", self.review),
            Route("/games/{name}/again", self.play_again, methods=["POST"]),
            Route("/games/{name}/delete", self.delete, methods=["POST"]),
        ]
        pages = self.folder / "answers"
        routes += RunPages(self.reports, pages, self.tasks, self._refused).routes
        routes += BoxPages(boxes_in(self.folder), self.reports, pages, self.tasks, self._refused).routes
        errors: Any = {RajasError: _say_error, HTTPException: _say_no_page}
        return Starlette(
            routes=[Mount(f"/{token}", routes=routes)], middleware=[Middleware(GuardMiddleware)], exception_handlers=errors
        )

    # --- pages

    def home(self, request: Request) -> Response:
        """Show the list of games, and a form for a new one."""
        query = request.query_params
        page = HomePage.of(self.folder, query.get("game"), box=query.get("box", ""))
        return HTMLResponse(self._home_html(page, request))

    def _home_html(self, page: HomePage, request: Request) -> str:
        filters: dict[str, Callable[..., Any]] = {
            "nth_text": nth_text,
            "opponents_text": opponents_text,
            "result_text": result_text,
        }
        return render("home.html.j2", page, filters, root_of(request))

    async def begin(self, request: Request) -> Response:
        """Begin the game that the form asks for, and show it."""
        return await run_in_threadpool(self._begin, request, await form_lists(request))

    def _begin(self, request: Request, fields: dict[str, list[str]]) -> Response:
        """Begin the game of a form (field -> its values); if it is refused, show the form again with the problems."""
        set_up = None
        try:
            set_up = set_up_from(fields, self.folder)
            live = set_up.begin(compiles_ahead=True)
            compile_choices(live)
        except RajasError as error:
            game_name = require_no_file(fields.get("game", [DEFAULT_GAME])[0]) if set_up is None else set_up.game
            problems = str(error).splitlines()

            def answer() -> Response:
                page = HomePage.of(self.folder, game_name, problems, set_up)
                return HTMLResponse(self._home_html(page, request), 400)

            return self._refused.refuse(request, answer)
        return RedirectResponse(f"games/{self._add(OpenGame(set_up, live))}", 303)

    def _add(self, game: OpenGame) -> str:
        """Write a new game to a new file, open it, and return its name."""
        with self._lock:
            file = new_file(game.set_up, game.live.table.game.name, self.folder)
            keep(file, game.set_up, game.live)
            self._open[file.stem] = game
        return file.stem

    def _keep(self, name: str, game: OpenGame) -> None:
        """Write a game to its file, unless it was deleted meanwhile."""
        with self._lock:
            if self._open.get(name) is game:
                keep(self.folder / f"{name}.json", game.set_up, game.live)

    def page(self, request: Request) -> Response:
        """Show a game; before it is compiled, a page that says so and then asks again with `now`."""
        if "now" not in request.query_params and self._must_compile(request.path_params["name"]):
            words = "Compiling the game, once for each version: about a minute …"
            return waiting_page(request, words, "?now=1", root_of(request), "All games")
        name, game = self._game(request)
        return HTMLResponse(render("live.html.j2", LivePage.of(name, game.set_up, game.live)))

    def _must_compile(self, name: str) -> bool:
        """Return whether a kept game must be compiled before it can be shown; False for a game that is open."""
        if name in self._open or not PAGE_NAME.fullmatch(name):
            return False
        return must_be_compiled(read_kept(self.folder / f"{name}.json").set_up.game, LAST_KERNEL_OF_ONE_GAME)

    def replay(self, request: Request) -> Response:
        """Show a finished game as a page that steps through it, after a page that says what takes long."""
        name, game = self._game(request)
        live = game.live
        if not live.state.is_over:
            return PlainTextResponse("The game is not over yet.", 409)
        if "now" not in request.query_params:
            words = "Working out who was likely to win after each turn …"
            return waiting_page(request, words, "?now=1", f"../{name}", "Back to the game")
        players = [playout_strategy(live.table.game, live.state.rules.players)] * live.state.rules.players
        chances = chances_of_turns(live.table.game, live.steps, players)
        page = build_replay(live.table.game, live.steps, live.labels, live.table.strategies, chances, f"game {name}")
        return HTMLResponse(with_way_back(render("replay.html.j2", page), f"../{name}", "Back to the game"))

    def review(self, request: Request) -> Response:
        """Show what the choices of a seat cost: the seat in the request, or that of the first person.

        As long as that is computed, a page says how far it is.
        """
        name, game = self._game(request)
        people = sorted(game.live.table.people)
        seat_text = request.query_params.get("seat", str(people[0] + 1) if people else "1")
        live, seat = game.live, int(seat_text) - 1 if seat_text.isdecimal() else -1
        if seat not in range(live.state.rules.players):
            raise InputError(f"there is no seat {seat_text}")
        title = live.table.game.narration.title(live.state) + nth_text(name)
        version_and_seat = version_of(live), seat
        with game.lock:
            if version_and_seat not in game.reviews:
                game.reviews[version_and_seat] = ReviewInBackground(live.table.game, list(live.steps), seat)
        in_background = game.reviews[version_and_seat]
        if (review := in_background.result(SECONDS_BETWEEN_COUNTS)) is None:
            n_done, n_choices = in_background.n_done, in_background.n_choices
            count_text = f"{n_done} of {n_choices} choices are reviewed" if n_choices else "this takes a minute or so"
            return waiting_page(request, f"Reviewing: {count_text} …", f"?seat={seat + 1}", f"../{name}", "Back to the game")
        return HTMLResponse(render("review.html.j2", page_of(name, title, review, live.labels[seat])))

    def play_again(self, request: Request) -> Response:
        """Begin a new game that goes on from an earlier position of this one."""
        earlier_name, earlier = self._game(request)
        n_choices_text = request.query_params.get("after", "")
        if not n_choices_text.isdecimal():
            raise InputError(f"{n_choices_text!r} is not a number of decisions")
        live = earlier.live.snapshot.played_until(int(n_choices_text), earlier_name)
        name = self._add(OpenGame(earlier.set_up, live))
        return RedirectResponse(f"../{name}", 303)

    def delete(self, request: Request) -> Response:
        """Delete the files of a game, also of one that today's rules cannot go on with."""
        name = _name_in(request)
        with self._lock:
            delete_kept(self.folder / f"{name}.json")
            self._open.pop(name, None)
        return RedirectResponse("../..#begun", 303)

    def log(self, request: Request) -> Response:
        """Send the audit log of a finished game."""
        name, game = self._game(request)
        if not game.live.state.is_over:
            return PlainTextResponse("The game is not over yet.", 409)
        return FileResponse(self.folder / f"{name}.jsonl", filename=f"{name}.jsonl", media_type="application/jsonl")

    # --- what a page asks for

    def view(self, request: Request) -> Response:
        """Send the present position."""
        _, game = self._game(request)
        with game.lock:
            return JSONResponse(self._view(game))

    def _view(self, game: OpenGame) -> dict[str, Any]:
        """Return what a page shows of the present position, with what is known of it from the earlier game, if there is one."""
        return view_of(game.live) | {"earlier": self._earlier_text(game)}

    def _earlier_text(self, game: OpenGame) -> str:
        """Return what a person chose here in the earlier game; empty without such a game, or if no person has to choose now."""
        earlier = game.live.earlier
        if earlier is None or not game.live.waits_for_person:
            return ""
        namesake, in_background = self._open.get(earlier.name), None  # another game, if the earlier one was deleted
        if namesake and (namesake.set_up, namesake.live.choices[: len(earlier.choices)]) == (game.set_up, earlier.choices):
            in_background = namesake.reviews.get((version_of(namesake.live), game.live.state.seat_to_move))
        review = in_background.finished if in_background else None
        return earlier_text(earlier.name, earlier.choices, review, game.live)

    async def chances(self, request: Request) -> Response:
        """Send the chances to win in the present position."""
        return await to_thread.run_sync(self._chances, request, limiter=self._computations)

    def _chances(self, request: Request) -> Response:
        """Send the chances to win; refuse if the page is out of date."""
        _, game = self._game(request)
        with game.lock:
            snapshot = game.live.snapshot
        if _has_moved_on(request, snapshot):
            return PlainTextResponse(MOVED_ON, 409)
        return JSONResponse(chances_view(snapshot) | {"version": version_of(snapshot)})

    async def hint(self, request: Request) -> Response:
        """Send what the options of the present decision are worth."""
        return await to_thread.run_sync(self._hint, request, limiter=self._computations)

    def _hint(self, request: Request) -> Response:
        """Send what the options are worth, and count the hint; refuse if the page is out of date or no person has to decide."""
        name, game = self._game(request)
        with game.lock:
            if _has_moved_on(request, game.live):
                return PlainTextResponse(MOVED_ON, 409)
            if not game.live.waits_for_person:
                return PlainTextResponse("There is nothing to decide.", 409)
            game.live.n_hints += 1
            self._keep(name, game)
            snapshot = game.live.snapshot
        return JSONResponse(hint_view(hint_for(snapshot.table.game, snapshot.state)) | {"version": version_of(snapshot)})

    async def choose(self, request: Request) -> Response:
        """Play an option for a person."""
        return await self._change_and_view(request, lambda live, body: live.choose(body.get("code")))

    async def go_on(self, request: Request) -> Response:
        """Play on: a turn of a strategy, or decisions with a single option."""
        return await self._change_and_view(request, lambda live, body: live.go_on())

    async def undo(self, request: Request) -> Response:
        """Take back the last choice of a person."""
        return await self._change_and_view(request, lambda live, body: live.undo())

    async def _change_and_view(self, request: Request, change: Callable[[LiveGame, dict[str, Any]], object]) -> Response:
        """Change a game and send its position; if the page shows an old position, only send the present one.

        `change` gets the game and the JSON object that the page sends.
        """
        try:
            body = json.loads(await request.body())
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            return PlainTextResponse("The question is not a JSON object.", 400)
        return await run_in_threadpool(self._change, request, change, body)

    def _change(self, request: Request, change: Callable[[LiveGame, dict[str, Any]], object], body: dict[str, Any]) -> Response:
        """Change a game with what a page sends, as `_change_and_view` does."""
        name, game = self._game(request)
        with game.lock:
            if body.get("version") != version_of(game.live):
                return JSONResponse(self._view(game), 409)
            change(game.live, body)
            self._keep(name, game)
            return JSONResponse(self._view(game))

    def _game(self, request: Request) -> tuple[str, OpenGame]:
        """Return the name of the game that a request is about, and the game; read it from its file if it is not open yet."""
        name = _name_in(request)
        with self._lock:
            if name not in self._open:
                opened = OpenGame(*go_on_with(self.folder / f"{name}.json", compiles_ahead=True))
                compile_choices(opened.live)
                self._open[name] = opened
            return name, self._open[name]


def _name_in(request: Request) -> str:
    """Return the name of the game that a request is about.

    Raises
    ------
    InputError
        If no game can have this name.
    """
    name = str(request.path_params["name"])
    if not PAGE_NAME.fullmatch(name):
        raise InputError(f"{name!r} is no name of a game")
    return name


def _has_moved_on(request: Request, live: LiveGame) -> bool:
    """Return whether a page asks about a position that is no longer the present one, so that nobody needs the answer."""
    return request.query_params.get("version", version_of(live)) != version_of(live)


def _say_error(request: Request, error: Exception) -> Response:
    return _problem(request, str(error), 400)


def _say_no_page(request: Request, error: Exception) -> Response:
    """Say that there is no such page.

    Somebody without the token gets no link to the other pages.
    """
    assert isinstance(error, HTTPException)
    if error.status_code == 404 or (error.status_code == 405 and request.method == "GET"):
        return _problem(request, f"There is no page at this address. {WHERE_TO_GO}", 404)
    return _problem(request, error.detail, error.status_code)


def _problem(request: Request, problem: str, status: int) -> Response:
    """Answer a browser with a page about a problem, and a script with plain text.

    The page has links to the other pages only for those with the token.
    """
    if "text/html" in request.headers.get("accept", ""):
        root = root_of(request) if request.scope.get("root_path") else ""
        return HTMLResponse(render("problem.html.j2", problem, root=root), status)
    return PlainTextResponse(problem, status)
