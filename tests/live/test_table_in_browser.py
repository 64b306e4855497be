"""The table in a real browser: whole games by clicks, by keys, in two tabs, after a restart; and whom the server answers."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.live.kept_games import go_on_with, read_kept
from rajas_sim.live.live_game import LiveGame
from rajas_sim.live.server import MOST_COMPUTATIONS, LiveServer
from rajas_sim.live.serving import secret_token
from rajas_sim.live.tasks import Task, TaskQueue, TaskState
from tests.long_cases import short_and_long
from tests.showing.browsing import LAPTOP, LARGE, NEEDS_BROWSER, PHONE, serious

WAITING = "[data-waits=person], [data-waits=nothing]"
#: In milliseconds; a strategy may think, and kernels may have to be compiled first.
PATIENCE = 120_000


@dataclass
class Server:
    """A server of the games in a folder, in a thread."""

    folder: Path
    port: int
    server: uvicorn.Server
    thread: threading.Thread

    @classmethod
    def started(cls, folder: Path, port: int = 0) -> Server:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        config = uvicorn.Config(LiveServer(folder).app(secret_token(folder)), log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        return cls(folder, listener.getsockname()[1], server, thread)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{secret_token(self.folder)}/"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def asked(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Ask for something, and return the status, the content and the headers of the answer: of a refused form its page."""
        content = None if body is None else body if isinstance(body, str) else json.dumps(body)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            text, answered = answer.read().decode(), dict(answer.getheaders())
        if method == "POST" and "/refused/" in answered.get("location", ""):
            assert answer.status == 303, "the way back in the browser sends no form again"
            return self.asked("GET", answered["location"])
        return answer.status, text, answered

    def begin(self, form: str) -> str:
        """Begin a game from a form, and return its name."""
        status, _, headers = self.asked("POST", f"/{secret_token(self.folder)}/games", form)
        assert status == 303
        return headers["location"].removeprefix("games/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server.started(tmp_path_factory.mktemp("played"))
    yield server
    server.stop()


# --- whom it answers


@pytest.mark.parametrize("path", ["/", "/games", "/wrong/", "/wrong/games/guilds-seed-1"])
def test_nobody_without_the_token_gets_anything(server: Server, path: str) -> None:
    assert server.asked("GET", path)[0] == 404


def test_other_sites_and_names_of_this_machine_are_refused(server: Server) -> None:
    path = f"/{secret_token(server.folder)}/"
    assert server.asked("GET", path)[0] == 200
    assert server.asked("GET", path, Host="rebound.example:8421")[0] == 400
    assert server.asked("GET", path, Origin="http://evil.example")[0] == 403
    assert server.asked("POST", f"{path}games", "game=guilds&players=2&seed=1", Origin="null")[0] == 403


def test_pages_load_nothing_from_elsewhere(server: Server) -> None:
    _, page, headers = server.asked("GET", f"/{secret_token(server.folder)}/")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize("name", ["%2e%2e", "..%2f.token", ".token", "missing", "guilds-seed-9%00"])
def test_no_other_file_is_read(server: Server, name: str) -> None:
    status, text, _ = server.asked("GET", f"/{secret_token(server.folder)}/games/{name}/view")
    assert status in (400, 404)
    assert secret_token(server.folder) not in text


@pytest.mark.parametrize("where", ["boxes/{}", "games/{}", "answers/{}.html", "runs/{}/report.html", "runs?experiment={}"])
@pytest.mark.parametrize("n_letters", [300, 5000])
def test_a_name_that_no_file_system_takes_is_refused(server: Server, where: str, n_letters: int) -> None:
    for folder in ("boxes", "answers"):  # without a folder the name would not be looked up
        (server.folder / folder).mkdir(exist_ok=True)
    assert server.asked("GET", f"/{secret_token(server.folder)}/{where.format('a' * n_letters)}")[0] == 400


@pytest.mark.parametrize(
    "form",
    [
        "game=/tmp/evil.py&players=2&seed=1",
        "game=guilds&players=2&seat_1=me&seat_2=evil.py&seed=1",
        "game=guilds&players=many&seed=1",
        "game=guilds&players=2&seed=-4",
        "game=guilds&players=999999999&seed=1",
        "",
    ],
)
def test_a_form_can_run_no_file_and_ask_for_no_nonsense(server: Server, form: str) -> None:
    assert server.asked("POST", f"/{secret_token(server.folder)}/games", form)[0] == 400
    assert server.asked("GET", f"/{secret_token(server.folder)}/?game=evil.py")[0] == 400


def test_a_seed_that_is_refused_leaves_the_rest_of_the_form_as_it_was(server: Server) -> None:
    form = f"game=guilds&players=3&seat_1=me&seat_2=greedy&seat_3=random&person=Ann&seed={10**23}"
    status, text, _ = server.asked("POST", f"/{secret_token(server.folder)}/games", form)
    assert (status, "the seed must be from 0 to" in text) == (400, True)
    assert 'name="person" value="Ann"' in text
    assert f'value="{10**23}"' in text
    assert "<option selected>3</option>" in text


def test_the_secret_of_the_address_is_kept_and_never_empty(tmp_path: Path) -> None:
    first = secret_token(tmp_path)
    assert secret_token(tmp_path) == first
    assert (tmp_path / ".token").stat().st_mode & 0o777 == 0o600
    (tmp_path / ".token").write_text("")  # a start was cut short
    again = secret_token(tmp_path)
    assert len(again) == len(first)
    assert again != first


def test_few_hints_are_thought_about_at_a_time_and_none_of_an_old_position(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=5")
    path = f"/{secret_token(server.folder)}/games/{name}"
    version = json.loads(server.asked("GET", f"{path}/view")[1])["version"]
    is_thinking, may_end = [threading.Event() for _ in range(2 * MOST_COMPUTATIONS)], threading.Event()
    thinkers = iter(is_thinking)

    def slow_chances(*_: object) -> None:
        next(thinkers).set()
        may_end.wait(30)
        raise InputError("no chances after all")

    monkeypatch.setattr("rajas_sim.live.server.chances_view", slow_chances)
    asking = [
        threading.Thread(target=server.asked, args=("GET", f"{path}/chances?version={version}")) for _ in range(len(is_thinking))
    ]
    for thread in asking:
        thread.start()
    assert all(event.wait(10) for event in is_thinking[:MOST_COMPUTATIONS])
    assert server.asked("POST", f"{path}/choose", {"version": version, "code": 0})[0] == 200, "a choice waits for none of them"
    may_end.set()
    for thread in asking:
        thread.join()
    assert not is_thinking[MOST_COMPUTATIONS].is_set(), "the others are about a position that has gone"
    assert server.asked("GET", f"{path}/hint?version={version}")[0] == 409


def test_a_game_that_must_be_compiled_says_so_before_it_is_shown(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=6")
    again = Server.started(server.folder)
    monkeypatch.setattr("rajas_sim.live.server.must_be_compiled", lambda game, last: True)
    path = f"/{secret_token(again.folder)}/games/{name}"
    assert "Compiling the game" in again.asked("GET", path)[1]
    assert 'id="options"' in again.asked("GET", f"{path}?now=1")[1]
    assert 'id="options"' in again.asked("GET", path)[1]
    again.stop()


def test_nobody_waits_for_a_hint_to_choose(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=2")
    path = f"/{secret_token(server.folder)}/games/{name}"
    view = json.loads(server.asked("GET", f"{path}/view")[1])
    is_thinking, may_end = threading.Event(), threading.Event()

    def slow_hint(*_: object) -> None:
        is_thinking.set()
        may_end.wait(30)
        raise InputError("no hint after all")

    monkeypatch.setattr("rajas_sim.live.server.hint_for", slow_hint)
    asking = threading.Thread(target=server.asked, args=("GET", f"{path}/hint"))
    asking.start()
    assert is_thinking.wait(10)
    code = view["options"][0]["code"]
    status, text, _ = server.asked("POST", f"{path}/choose", {"version": view["version"], "code": code})
    may_end.set()
    asking.join()
    assert (status, json.loads(text)["version"] != view["version"]) == (200, True)


def test_an_impossible_game_is_refused_with_the_reason_in_the_form(server: Server) -> None:
    form = "game=ganges&players=2&seat_1=me&seat_2=nobody_of_that_name&sets=setup.monney%3D3&seed=7"
    status, page, _ = server.asked("POST", f"/{secret_token(server.folder)}/games", form)
    assert status == 400
    assert re.search(r'<div class="problems" role="alert"><p>[^<]*nobody_of_that_name', page)
    assert re.search(r'<textarea id="sets"[^>]* aria-invalid="true" aria-describedby="refused-sets" autofocus>', page)
    assert re.search(r'<div class="problems" id="refused-sets" role="alert"><p>[^<]*setup.monney', page)


def test_the_form_has_the_last_opponents_and_the_last_name(tmp_path: Path) -> None:
    server = Server.started(tmp_path)
    root = f"/{secret_token(tmp_path)}/"
    named = server.begin("game=kalah&players=2&seat_1=greedy&seat_2=me&seed=5&person=Ada")
    assert server.begin("game=kalah&players=2&seat_1=random&seat_2=me&seed=5") == f"{named}-2"
    page = server.asked("GET", f"{root}?game=kalah")[1]
    assert re.findall(r'value="(\w+)" selected', page) == ["random", "me"]
    assert 'name="person" value="Ada"' in page
    assert "seed 5, game 2 with this luck" in server.asked("GET", f"{root}games/{named}-2")[1]
    assert 'value="greedy" selected' in server.asked("GET", f"{root}?game=pig")[1], "of another game nothing is known yet"
    server.stop()


def test_a_review_says_how_far_it_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=8")
    path = f"/{secret_token(server.folder)}/games/{name}"
    may_end = threading.Event()

    def slow_review(game: object, steps: object, seat: int, on_count: Callable[[int, int], None]) -> None:
        on_count(3, 20)
        may_end.wait(30)
        raise InputError("no review after all")

    monkeypatch.setattr("rajas_sim.live.review.review", slow_review)
    monkeypatch.setattr("rajas_sim.live.server.SECONDS_BETWEEN_COUNTS", 0.1)
    assert "Reviewing: 3 of 20 choices are reviewed" in server.asked("GET", f"{path}/review")[1]
    may_end.set()
    monkeypatch.setattr("rajas_sim.live.server.SECONDS_BETWEEN_COUNTS", 10)
    assert server.asked("GET", f"{path}/review")[:2] == (400, "no review after all")


def test_a_game_played_on_from_an_earlier_one_says_what_was_chosen_there_until_it_goes_another_way(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rajas_sim.live.review.PLAYOUTS", 40)
    games = f"/{secret_token(server.folder)}/games"
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=9")
    view = json.loads(server.asked("GET", f"{games}/{name}/view")[1])
    assert view["earlier"] == ""
    (chosen, other) = view["options"][:2]
    server.asked("POST", f"{games}/{name}/choose", {"version": view["version"], "code": chosen["code"]})
    while "Reviewing" in server.asked("GET", f"{games}/{name}/review")[1]:
        pass
    _, _, headers = server.asked("POST", f"{games}/{name}/again?after=0")
    again = headers["location"].removeprefix("../")
    view = json.loads(server.asked("GET", f"{games}/{again}/view")[1])
    assert view["earlier"].startswith(f"In {name} you chose ‘{chosen['text']}’ here; the review found ")
    view = json.loads(server.asked("POST", f"{games}/{again}/choose", {"version": view["version"], "code": other["code"]})[1])
    assert view["earlier"] == ""
    view = json.loads(server.asked("POST", f"{games}/{again}/undo", {"version": view["version"]})[1])
    assert chosen["text"] in view["earlier"]


def test_who_has_a_wrong_address_is_led_back(server: Server) -> None:
    root = f"/{secret_token(server.folder)}/"
    assert 'action="' in server.asked("GET", f"{root}games")[1], "the address that the form is sent to shows it"
    for path in ("games/none", "nothing", "?game=none", "refused/99", "runs/start"):
        status, page, _ = server.asked("GET", root + path, Accept="text/html")
        assert (status in (400, 404), f'<a href="{root}">' in page) == (True, True), path
        assert f'<a href="{root}runs">' in page, "it has the frame of the other pages"
    for path in ("/nothing", "/wrong/games/none"):
        status, wrong, _ = server.asked("GET", path, Accept="text/html")
        assert (status, "<h1>" in wrong) == (404, True)
        assert "Open the address that rajas table printed" in wrong
        assert "<a href" not in wrong
        assert secret_token(server.folder) not in wrong


@pytest.mark.parametrize(
    ("body", "status"),
    [({"version": "1.0", "code": 99}, 400), ({"version": "old", "code": 0}, 409), ([], 400), ({}, 409), ("[" * 100_000, 400)],
)
def test_what_cannot_be_played_changes_nothing(server: Server, body: object, status: int) -> None:
    name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=1")
    path = f"/{secret_token(server.folder)}/games/{name}"
    before = server.asked("GET", f"{path}/view")[1]
    assert json.loads(before)["version"] == "1.0"
    assert server.asked("POST", f"{path}/choose", body)[0] == status
    assert server.asked("GET", f"{path}/view")[1] == before


def finished(server: Server, seed: int) -> str:
    """Play a short game of strategies to its end, and return its name."""
    name = server.begin(f"game=kalah&players=2&seat_1=random&seat_2=random&seed={seed}")
    path = f"/{secret_token(server.folder)}/games/{name}"
    view = json.loads(server.asked("GET", f"{path}/view")[1])
    while not view["is_over"]:
        view = json.loads(server.asked("POST", f"{path}/go_on", {"version": view["version"]})[1])
    return name


def test_a_finished_game_has_a_page_to_step_through(server: Server) -> None:
    root, name = f"/{secret_token(server.folder)}", finished(server, 3)
    assert f"games/{name}/replay" in server.asked("GET", f"{root}/")[1]
    assert "Working out" in server.asked("GET", f"{root}/games/{name}/replay")[1], "it takes some seconds"
    assert "<svg" in server.asked("GET", f"{root}/games/{name}/replay?now=1")[1]


def test_games_are_deleted_finished_ones_with_their_logs(server: Server) -> None:
    root = f"/{secret_token(server.folder)}"
    begun = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=4")
    for name in (begun, finished(server, 11)):
        assert f"games/{name}/delete" in server.asked("GET", f"{root}/")[1]
        assert server.asked("POST", f"{root}/games/{name}/delete")[0] == 303
        assert name not in server.asked("GET", f"{root}/")[1]
        assert server.asked("GET", f"{root}/games/{name}/view")[0] == 400
        assert not [*server.folder.glob(f"{name}.*")]


def test_the_copy_of_a_box_goes_with_the_last_game_that_has_it(server: Server) -> None:
    root, boxes = f"/{secret_token(server.folder)}", server.folder / "boxes"
    boxes.mkdir(exist_ok=True)
    find_game("charmers").components.export(boxes / "mine.toml")
    form = "game=charmers&players=2&variant=sun&seat_1=me&seat_2=random&box=mine&seed="
    names = [server.begin(f"{form}{seed}") for seed in (1, 2)]
    copies = [*server.folder.glob("mine-*.toml")]
    assert len(copies) == 1
    server.asked("POST", f"{root}/games/{names[0]}/delete")
    assert copies[0].exists()
    server.asked("POST", f"{root}/games/{names[1]}/delete")
    assert not copies[0].exists()
    assert (boxes / "mine.toml").exists()


def test_nobody_without_the_token_deletes_a_game_and_nobody_another_file(server: Server, tmp_path: Path) -> None:
    root, name = f"/{secret_token(server.folder)}", finished(server, 10)
    file = server.folder / f"{name}.json"
    for path in (f"/games/{name}/delete", f"/wrong/games/{name}/delete"):
        assert server.asked("POST", path)[0] == 404
    assert server.asked("POST", f"{root}/games/{name}/delete", Origin="http://evil.example")[0] == 403
    assert server.asked("GET", f"{root}/games/{name}/delete")[0] == 404
    (server.folder / "notes.json").write_text("{}")
    for other in ("notes", "missing", "%2e%2e", "..%2fplayed%2f" + name):
        assert server.asked("POST", f"{root}/games/{other}/delete")[0] in (400, 404)
    assert (server.folder / "notes.json").exists()
    assert file.exists()
    assert file.with_suffix(".jsonl").exists()
    elsewhere = file.rename(tmp_path / "elsewhere.json")
    file.symlink_to(elsewhere)
    assert server.asked("POST", f"{root}/games/{name}/delete")[0] == 303
    assert not file.is_symlink()
    assert elsewhere.exists(), "only the link to it goes"


def test_a_game_that_is_deleted_while_a_strategy_plays_stays_deleted(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    name = server.begin("game=kalah&players=2&seat_1=random&seat_2=me&seed=12")
    path = f"/{secret_token(server.folder)}/games/{name}"
    version = json.loads(server.asked("GET", f"{path}/view")[1])["version"]
    go_on = LiveGame.go_on

    def go_on_and_delete(live: LiveGame) -> None:
        go_on(live)
        assert server.asked("POST", f"{path}/delete")[0] == 303

    monkeypatch.setattr(LiveGame, "go_on", go_on_and_delete)
    server.asked("POST", f"{path}/go_on", {"version": version})
    assert not [*server.folder.glob(f"{name}.*")]


def test_what_was_chosen_before_is_known_after_a_restart_too_and_if_another_game_gets_the_name(tmp_path: Path) -> None:
    server = Server.started(tmp_path)
    form = "game=kalah&players=2&seat_1=me&seat_2=random&seed=13"
    name = server.begin(form)
    games = f"/{secret_token(server.folder)}/games"
    view = json.loads(server.asked("GET", f"{games}/{name}/view")[1])
    server.asked("POST", f"{games}/{name}/choose", {"version": view["version"], "code": view["options"][0]["code"]})
    again = server.asked("POST", f"{games}/{name}/again?after=0")[2]["location"].removeprefix("../")
    before = json.loads(server.asked("GET", f"{games}/{again}/view")[1])["earlier"]
    assert before.startswith(f"In {name} you chose ")
    assert server.asked("POST", f"{games}/{name}/delete")[0] == 303
    assert server.begin(form.replace("random", "greedy")) == name
    assert json.loads(server.asked("GET", f"{games}/{again}/view")[1])["earlier"] == before
    server.stop()
    restarted = Server.started(server.folder)
    assert json.loads(restarted.asked("GET", f"{games}/{again}/view")[1])["earlier"] == before
    restarted.stop()


# --- whole games


def opened_game(
    browser: Browser, server: Server, game: str, size: tuple[int, int] = LAPTOP, seed: int | None = None, **options: object
) -> Page:
    """Begin a game of a person against `random` from the page, with the page's own seed by default, and open it."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True).new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.address}?game={game}")
    page.select_option("#seat-2", "random")
    if seed is not None:
        page.evaluate("(seed) => document.getElementById('seed').value = seed", seed)
    page.click("button[type=submit]")
    page.wait_for_selector(WAITING)
    page.select_option("#pace", "0")
    assert said == []
    return page


def play(page: Page, choose: Callable[[Page], None], most: int = 10_000) -> None:
    """Choose until the game is over, or so often."""
    for _ in range(most):
        page.wait_for_selector(WAITING)
        if page.get_attribute("body", "data-waits") == "nothing":
            return
        choose(page)


def file_of(server: Server, page: Page) -> Path:
    return server.folder / f"{page.url.rpartition('/')[2]}.json"


def clicker(seed: int) -> Callable[[Page], None]:
    """Return who clicks on the table where something lies there, or else on the list."""
    chance = random.Random(seed)

    def click(page: Page) -> None:
        places = page.query_selector_all(".spots")
        if places and page.get_by_text("Show all options again").count() == 0:
            chance.choice(places).dispatch_event("click")
        else:
            chance.choice(page.query_selector_all("#options [data-option] button")).click()

    return click


@pytest.mark.parametrize(
    "game",
    [
        *(pytest.param(name, marks=[*NEEDS_BROWSER, pytest.mark.long]) for name in ("ganges", "charmers")),
        pytest.param("guilds", marks=NEEDS_BROWSER),
    ],
)
def test_a_whole_game_is_played_by_clicks(browser: Browser, server: Server, game: str) -> None:
    page = opened_game(browser, server, game)
    play(page, clicker(5))
    file = file_of(server, page)
    kept = read_kept(file)
    assert kept.is_over
    _, live = go_on_with(file)
    assert live.state.is_over
    ending = [json.loads(line) for line in file.with_suffix(".jsonl").read_text().splitlines() if '"standing"' in line]
    assert [row["rank"] for row in ending] == [standing.rank for standing in live.state.standings]
    assert "Place 1" in page.inner_text("#options")
    assert page.locator("#turns li").last.is_visible(), "the story has the last turn as well"
    page.click("#over-links a")
    page.wait_for_selector("#reveal")
    page.click("text=Back to the game")
    page.wait_for_selector("[data-waits=nothing]")


class TestInTheBrowser:
    """What a page of a game does."""

    pytestmark = NEEDS_BROWSER

    def test_keys_alone_play(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")

        def press(page: Page) -> None:
            page.keyboard.press("1")
            page.keyboard.press("Enter")

        play(page, press)
        assert read_kept(file_of(server, page)).is_over

    def test_keys_play_after_the_chances_were_asked_for(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector("[data-waits=person]")
        page.click("#with-chances")
        page.keyboard.press("Space")
        assert not page.is_checked("#with-chances"), "the space bar still ticks"
        n_turns = page.locator("#turns li").count()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.wait_for_function("(n) => document.querySelectorAll('#turns li').length > n", arg=n_turns)

    def test_a_page_goes_on_after_it_was_loaded_again_and_once_the_server_is_back(self, browser: Browser, tmp_path: Path) -> None:
        first = Server.started(tmp_path)
        page = opened_game(browser, first, "guilds")
        play(page, clicker(1), most=2)
        page.wait_for_selector(WAITING)
        turns = page.inner_text("#turns")
        page.reload()
        page.wait_for_selector(WAITING)
        assert page.inner_text("#turns") == turns
        first.stop()
        page.locator("#options button").first.click()
        page.wait_for_selector("#problem:not([hidden])")
        assert "server does not answer" in page.inner_text("#problem")
        second = Server.started(tmp_path, first.port)
        page.wait_for_selector("#problem", state="hidden")
        page.wait_for_selector(WAITING)
        assert page.inner_text("#turns") == turns
        play(page, clicker(2))
        assert read_kept(file_of(second, page)).is_over
        second.stop()

    def test_a_page_goes_on_after_the_server_was_stopped_while_it_played(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector(WAITING)
        page.route("**/choose", lambda route: route.fulfill(status=500, body="Internal Server Error"))
        page.route("**/view", lambda route: route.abort())
        page.locator("#options button").first.click()
        page.wait_for_selector("text=The server does not answer.")
        page.unroute_all()
        page.wait_for_selector("#problem", state="hidden")
        page.close()

    def test_a_page_that_waits_for_a_review_goes_on_once_the_server_is_back(
        self, browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        may_end = threading.Event()

        def slow_review(*_: object) -> None:
            may_end.wait(30)
            raise InputError("no review after all")

        monkeypatch.setattr("rajas_sim.live.review.review", slow_review)
        monkeypatch.setattr("rajas_sim.live.server.SECONDS_BETWEEN_COUNTS", 0.1)
        name = server.begin("game=kalah&players=2&seat_1=me&seat_2=random&seed=18")
        page = browser.new_page()
        page.goto(f"{server.address}games/{name}/review")
        page.wait_for_selector("text=Reviewing")
        page.focus("text=Back to the game")
        page.route("**/*", lambda route: route.abort())
        page.wait_for_selector("text=The server does not answer.")
        page.unroute_all()
        page.wait_for_selector("text=Reviewing")
        assert page.evaluate("document.activeElement.textContent") == "Back to the game"
        may_end.set()
        page.wait_for_selector("text=no review after all")
        page.close()

    def test_the_way_back_from_a_refused_form_leads_to_the_form(self, browser: Browser, server: Server) -> None:
        page = browser.new_page()
        page.goto(f"{server.address}?game=guilds")
        page.evaluate("() => { document.getElementById('sets').value = 'nothing=1'; }")
        page.click("#begin")
        page.wait_for_selector(".problems")
        page.go_back()
        assert page.title() == "Sit down at the table"
        assert page.locator(".problems").count() == 0

    @pytest.mark.parametrize("state", [TaskState.RUNS, TaskState.DONE])
    def test_the_page_of_runs_waits_for_a_server_that_was_stopped_and_says_if_that_ended_a_task(
        self, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: TaskState
    ) -> None:
        queue, task = TaskQueue(), Task("a long task", [])
        task.state = state
        monkeypatch.setattr(queue, "_tasks", [task])
        monkeypatch.setattr("rajas_sim.live.server.TaskQueue", lambda: queue)
        first = Server.started(tmp_path)
        page = browser.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{first.address}runs")
        page.evaluate("() => { document.getElementById('state').dataset.open = 'yes'; }")
        first.stop()
        page.wait_for_selector("#problem:not([hidden])")
        monkeypatch.setattr(queue, "_tasks", [])
        second = Server.started(tmp_path, first.port)
        page.wait_for_selector("#problem", state="hidden")
        page.wait_for_selector("#started", state="detached")
        assert page.is_visible("#ended") is (state is TaskState.RUNS)
        page.close()
        second.stop()
        assert said == []

    def test_a_second_tab_that_shows_an_old_position_is_told_the_present_one(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        other = page.context.new_page()
        other.goto(page.url)
        other.wait_for_selector(WAITING)
        play(page, clicker(3), most=1)
        page.wait_for_selector(WAITING)
        n_choices = len(read_kept(file_of(server, page)).choices)
        other.locator("#options button").first.click()
        other.wait_for_selector(WAITING)
        assert len(read_kept(file_of(server, page)).choices) == n_choices, "a click on an old position plays nothing"
        assert other.inner_text("#turns") == page.inner_text("#turns")
        assert "Your click was not played" in other.inner_text("#elsewhere")

    def test_a_choice_is_taken_back_and_hints_say_what_options_are_worth(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector("[data-waits=person]")
        before = page.inner_text("#options")
        page.locator("#options button").first.click()
        page.wait_for_selector(WAITING)
        page.wait_for_selector("[data-waits=person]")
        page.keyboard.press("u")
        page.wait_for_selector("[data-waits=person]")
        page.wait_for_function("(text) => document.getElementById('options').innerText === text", arg=before)
        page.keyboard.press("h")
        page.wait_for_selector(".worth")
        assert re.search("best|equally good", page.inner_text("#options"))
        page.check("#with-chances")
        page.wait_for_function("() => /%/.test(document.querySelector('[data-chance]').textContent)")
        assert not page.is_visible("#player"), "what the numbers mean is folded"
        page.click("#meaning summary")
        assert page.inner_text("#meaning").count("plays on for everybody") == 1, "what a hint and the chances share is said once"

    def test_a_hint_and_the_chances_leave_most_of_the_column_to_the_options(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "charmers")
        page.wait_for_selector("[data-waits=person]")
        page.check("#with-chances")
        page.keyboard.press("h")
        page.wait_for_selector(".worth")
        page.wait_for_selector("#winning-area:not(.stale)")
        page.evaluate("() => { document.querySelector('.moves').scrollTop = 0; }")
        column, options = page.locator(".now").bounding_box(), page.locator("#options").bounding_box()
        assert column is not None
        assert options is not None
        assert options["y"] - column["y"] < 240
        assert page.inner_text("#thinking") == ""

    def test_a_hint_names_the_best_option_and_keeps_the_one_with_the_focus_in_sight(
        self, browser: Browser, server: Server
    ) -> None:
        page = opened_game(browser, server, "guilds", PHONE, seed=3)  # with one seed in a hundred nothing depends on the choice
        page.wait_for_selector("[data-waits=person]")
        page.set_viewport_size({"width": PHONE[0], "height": 520})  # so low that the list must be scrolled
        page.click("#hint")
        page.wait_for_selector("#options .best")
        assert page.evaluate("document.querySelector('.moves').scrollTop") == 0, "the first options stay in sight"
        best = page.locator("#options .best .number").first.inner_text()
        assert re.search(rf"Options? {best}\b", page.inner_text("#hint-note"))
        page.click("#hint-note button")
        assert page.evaluate("() => Number(document.activeElement.closest('li').dataset.option) + 1") == int(best)
        page.locator("#options button").last.focus()
        page.keyboard.press("h")
        page.wait_for_function("() => !document.getElementById('thinking').textContent")
        shown = page.locator(".moves").bounding_box()
        note = page.locator("#hint-note").bounding_box()
        focused = page.locator("#options :focus").bounding_box()
        assert shown is not None
        assert note is not None
        assert focused is not None
        assert shown["y"] <= note["y"]
        assert note["y"] + note["height"] <= focused["y"] + 1
        assert focused["y"] + focused["height"] <= shown["y"] + shown["height"] + 1

    def test_seats_without_drawings_are_as_wide_as_the_position_on_a_phone(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds", PHONE)
        widths = page.evaluate(
            "() => [...document.querySelectorAll('.panel')].map((panel) => panel.getBoundingClientRect().width)"
        )
        assert max(widths) - min(widths) < 4
        assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]

    def test_options_on_a_phone_are_high_enough_for_a_finger(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds", PHONE)
        heights = page.evaluate("() => [...document.querySelectorAll('#options button')].map((button) => button.offsetHeight)")
        assert min(heights) >= 40

    def test_the_turns_stand_where_the_table_leaves_room(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        assert page.locator(".column #story").count() == 1
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_function("() => document.querySelector('.side #story')")

    def test_an_option_under_a_mouse_that_rests_is_not_emphasised(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector("[data-waits=person]")
        first = page.locator("#options button").first
        first.hover()
        assert page.locator("#options .shown").count() == 1
        shown = first.evaluate("(button) => getComputedStyle(button).backgroundColor")
        page.mouse.down()
        page.mouse.up()
        page.wait_for_function("() => document.body.classList.contains('mouse-rests')")
        page.wait_for_selector("[data-waits=person]")
        page.evaluate("() => document.activeElement.blur()")
        assert first.evaluate("(button) => getComputedStyle(button).backgroundColor") != shown
        assert page.locator("#options .shown").count() == 0

    def test_a_number_that_no_option_has_chooses_nothing(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "charmers")
        page.wait_for_selector("[data-waits=person]")
        page.evaluate("() => document.activeElement.blur()")
        n = page.locator("#options [data-option]").count()
        assert 2 <= n < 12
        page.keyboard.type("12")
        assert page.evaluate("() => document.activeElement.id") == "options"
        assert page.inner_text("#problem") == "There is no option 12."
        page.keyboard.type("2")
        assert page.is_hidden("#problem")
        assert page.evaluate("() => document.activeElement.closest('li').dataset.option") == "1"

    def test_the_space_bar_pauses_after_a_choice_by_keys(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector("[data-waits=person]")
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        page.wait_for_selector(WAITING)
        turns = page.locator("#turns li").count()
        page.keyboard.press(" ")
        assert page.get_attribute("#stop", "aria-pressed") == "true"
        assert page.locator("#turns li").count() == turns

    def test_after_a_choice_by_keys_the_focus_is_at_the_heading_and_then_at_the_first_option(
        self, browser: Browser, server: Server
    ) -> None:
        page = opened_game(browser, server, "guilds")
        focused = "() => document.activeElement.closest('[data-option]')?.dataset.option ?? document.activeElement.id"
        page.wait_for_selector("[data-waits=person]")
        page.keyboard.press(" ")
        page.keyboard.press("1")
        while page.get_attribute("body", "data-waits") == "person":  # who may be the last of a round and the first of the next
            page.keyboard.press("Enter")
            page.wait_for_selector(f"{WAITING}, [data-waits=others]")
        assert page.evaluate(focused) == "what"
        page.keyboard.press(" ")
        page.wait_for_selector("[data-waits=person]")
        assert page.evaluate(focused) == "0"
        page.keyboard.press("h")
        page.wait_for_selector("#hint-note:not(:empty)")
        assert page.evaluate(focused) == "0"

    def test_a_pause_says_what_goes_on(self, browser: Browser, server: Server) -> None:
        page = opened_game(browser, server, "guilds")
        page.wait_for_selector("[data-waits=person]")
        page.click("#stop")
        assert "Paused" not in page.inner_text("#note"), "a choice can be made"
        while page.get_attribute("body", "data-waits") == "person":  # who may be the last of a round and the first of the next
            page.locator("#options button").first.click()
            page.wait_for_selector(f"{WAITING}, [data-waits=others]")
        assert page.get_attribute("body", "data-waits") == "others"
        assert page.inner_text("#note") == "Paused: Go on, or the space bar, plays the next step."
        page.click("#stop")
        page.wait_for_selector(WAITING)
        assert "Paused" not in page.inner_text("#note")

    def test_the_first_page_says_what_takes_long_and_nothing_covers_its_form(self, browser: Browser, server: Server) -> None:
        page = browser.new_page(bypass_csp=True)
        page.set_default_timeout(10_000)
        page.goto(f"{server.address}?game=guilds")
        assert {nav.evaluate("(nav) => getComputedStyle(nav).position") for nav in page.query_selector_all("nav")} == {"static"}
        page.evaluate("() => addEventListener('submit', (event) => event.preventDefault())")  # as if the server took long
        page.click("#begin")
        page.wait_for_function("() => document.getElementById('wait').textContent.startsWith('Setting the table')")
        page.wait_for_function("() => document.getElementById('wait').textContent.startsWith('Compiling the game, once')")
        page.close()

    @pytest.mark.parametrize("size", short_and_long(1, [(PHONE,), (LAPTOP,), (LARGE,)]))
    def test_people_can_use_pages_of_all_sizes(self, browser: Browser, server: Server, size: tuple[int, int]) -> None:
        page = opened_game(browser, server, "charmers", size)
        assert serious(page) == {}
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
        page.goto(server.address)
        assert serious(page) == {}
