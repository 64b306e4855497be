"""The pages of boxes and runs: what they show and start, and what they refuse."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
import tomli_w
from playwright.sync_api import Browser

from rajas_sim import experiment
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.live.box_file import BoxFile
from rajas_sim.live.box_page import _next_entry
from rajas_sim.live.forms import in_form
from rajas_sim.live.kept_games import go_on_with
from rajas_sim.live.runs_page import RunsPage, _task_that_plays, choices_of, task_for
from rajas_sim.live.serving import secret_token
from rajas_sim.live.tasks import Command, Task, TaskQueue, TaskState
from rajas_sim.showing.render import render
from rajas_sim.study.config.form import experiment_schema
from rajas_sim.study.folder.store import RunFolder
from tests.live.test_table_in_browser import Server
from tests.questions.asked import drawn_boxes
from tests.showing.browsing import LAPTOP, NEEDS_BROWSER, PHONE, serious

CONFIG = """
name = "{name}"
question = "Is the start player favoured?"
game = "charmers"
players = [2]
line_up = ["random"]
blocks = 20
seed = {seed}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for seed, name in ((1, "first"), (2, "second")):
            Path(f"{name}.toml").write_text(CONFIG.format(name=name, seed=seed), encoding="utf-8")
            experiment.run(f"{name}.toml", out="reports", report=name == "first")
        started = Server.started(Path("played"))
        yield started
        started.stop()


def asked(server: Server, address: str, **form: str) -> tuple[int, str, str]:
    """Ask for a page, or send a form; return the status, the text, and where it leads."""
    body = urlencode(form) if form else None
    status, text, headers = server.asked("POST" if form else "GET", f"/{secret_token(server.folder)}/{address}", body)
    return status, text, headers.get("location", "")


def runs_when_done(server: Server) -> str:
    """Return the page of runs once nothing works any more."""
    end = time.monotonic() + 60
    while 'data-open="yes"' in (text := asked(server, "runs")[1]) and time.monotonic() < end:
        time.sleep(0.3)
    return text


def box(server: Server, name: str) -> BoxFile:
    return BoxFile(find_game("ganges").components, server.folder / "boxes" / f"{name}.toml")


class TestBoxes:
    """The values of a box, one at a time."""

    def test_a_box_begins_as_the_reference(self, server: Server) -> None:
        status, _, where = asked(server, "boxes/new", name="mine", game="ganges")
        assert (status, where.endswith("/boxes/mine")) == (303, True)
        status, text, _ = asked(server, "boxes/mine")
        assert status == 200
        assert re.search(r"You have read <b>0</b> of \d+ assumed values", text)
        assert re.search(r"mine</a> \([^)]*\): 0 of \d+ assumed values read", asked(server, "boxes")[1])
        assert re.search(r"quarry <span class=\"note\">0 of 21 values</span>", text)

    def test_values_are_counted_and_not_the_places_where_they_are_printed(self, server: Server) -> None:
        asked(server, "boxes/new", name="counted", game="ganges")
        asked(server, "boxes/counted/enter", path="quarry.prices", text="1, 2, 3")
        text = asked(server, "boxes/counted")[1]
        n_assumed = len([row for row in find_game("ganges").components.list_values() if row["provenance"] == "assumed"])
        assert f"You have read <b>8</b> of {n_assumed - 1} assumed values" in text, "the round limit is not printed"
        counts = re.findall(r'<span class="note">(\d+) of (\d+) values</span>', text)
        assert [sum(map(int, numbers)) for numbers in zip(*counts, strict=True)] == [8, n_assumed - 1]

    @pytest.mark.parametrize(("name", "game"), [("../mine", "ganges"), ("a b", "ganges"), ("b", "chess"), ("twice", "ganges")])
    def test_names_that_are_none_are_refused(self, server: Server, name: str, game: str) -> None:
        if name == "twice":
            asked(server, "boxes/new", name=name, game=game)
        status, text, _ = asked(server, "boxes/new", name=name, game=game)
        assert status == 400
        assert 'role="alert"' in text

    def test_what_is_read_off_is_saved_and_the_next_value_is_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="saved", game="ganges")
        status, _, where = asked(server, "boxes/saved/enter", path="quarry.prices", text="1, 2, 3")
        assert status == 303
        entries = {entry.path: entry for entry in box(server, "saved").entries()}
        assert (entries["quarry.prices"].text, entries["quarry.prices"].is_read) == ("1, 2, 3", True)
        _, text, _ = asked(server, where.split("/", 2)[2])
        assert "Quarry prices with 4 players: 1, 2, 3; 1, 1, 2, 2, 3, 3, 4, 4 was assumed" in text
        assert 'name="path" value="quarry.prices"' in text, "3 values instead of 8 are doubtful"
        _, _, where = asked(server, "boxes/saved/enter", path="quarry.prices", text="1,2,3")
        assert 'name="path" value="by_players.2.harbour.prices"' in asked(server, where.split("/", 2)[2])[1]

    def test_of_an_unknown_earning_the_page_lists_the_known_ones(self, server: Server) -> None:
        asked(server, "boxes/new", name="unknown", game="ganges")
        status, text, _ = asked(server, "boxes/unknown/enter", path="river.1", text="elephants 2")
        assert (status, "unknown earning &#39;elephants&#39;. What may be printed is listed below." in text) == (400, True)
        assert '<details class="names" open>' in text

    def test_only_places_of_the_same_row_are_said_not_to_be_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="rows", game="ganges")
        entries = box(server, "rows").entries()
        texts = {
            entry.path: asked(server, f"boxes/rows?at={entry.path}")[1]
            for entry in entries
            if entry.path in ("river.3", "workers.bridge")
        }
        assert "River space 2 is not asked for: the rulebook prints it." in texts["river.3"]
        remarked = [
            path
            for path in [entry.path for entry in entries][:12]
            if "is not asked for" in asked(server, f"boxes/rows?at={path}")[1]
        ]
        assert all(path.rpartition(".")[2].isdigit() for path in remarked), remarked

    def test_what_is_not_plausible_is_asked_about(self, server: Server) -> None:
        asked(server, "boxes/new", name="odd", game="ganges")
        _, _, where = asked(server, "boxes/odd/enter", path="workers.bridge", text="5")
        text = asked(server, where.split("/", 2)[2])[1]
        assert "Is that what is printed?" in text, re.findall(r"Saved.*", text)
        _, _, where = asked(server, "boxes/odd/enter", path="river.3", text="money 4")
        text = asked(server, where.split("/", 2)[2])[1]
        (saved,) = re.findall(r"Saved[^<]*", text)
        assert saved.strip().endswith("money 4; dice 2 was assumed."), "the range was one of dice"
        assert "5. That is outside the plausible range (17 to 23). Is that what is printed?" in text, "said again"
        _, _, where = asked(server, "boxes/odd/enter", path="river.3", text="money 30")
        assert (
            "money 30 is plausible nowhere in the box (1 to 7 is). Is that what is printed?"
            in asked(server, where.split("/", 2)[2])[1]
        )
        assert "nothing pays" not in asked(server, "boxes/odd")[1]
        asked(server, "boxes/odd/enter", path="river.6", text="money 2")
        text = asked(server, "boxes/odd")[1]
        assert "River: nothing pays orange dice per karma any more; it was assumed at river space 6." in text
        _, _, where = asked(server, "boxes/odd/enter", path="tiles.orange_09.buildings", text="")
        assert "Is nothing printed there?" in asked(server, where.split("/", 2)[2])[1]

    def test_numbers_that_rose_and_do_not_any_more_are_asked_about(self, server: Server) -> None:
        asked(server, "boxes/new", name="falling", game="ganges")
        _, _, where = asked(server, "boxes/falling/enter", path="quarry.prices", text="1, 1, 2, 2, 4, 3, 4, 4")
        assert "do not rise from the first to the last" in asked(server, where.split("/", 2)[2])[1]
        asked(server, "boxes/new", name="short", game="charmers")
        _, _, where = asked(server, "boxes/short/enter", path="market.tents", text="9")
        doubts = "1 value instead of the assumed 3. It is outside all plausible ranges "
        assert doubts in (text := asked(server, where.split("/", 2)[2])[1])
        assert "Is that what is printed?" in text
        assert "3 bonuses for 1 tent<" in text, "the page goes on with a box that no game can be played with yet"

    def test_a_game_is_played_with_the_values_of_a_box_as_they_were_when_it_began(self, server: Server) -> None:
        asked(server, "boxes/new", name="mine-2", game="ganges")
        asked(server, "boxes/mine-2/enter", path="workers.bridge", text="15")
        assert '<option value="mine-2">' in asked(server, "?game=ganges")[1]
        form = {"game": "ganges", "players": "2", "seat_1": "me", "seat_2": "random", "seed": "1", "box": "mine-2"}
        _, _, where = asked(server, "games", **form)
        name = where.rpartition("/")[2]
        asked(server, "boxes/mine-2/enter", path="workers.bridge", text="16")
        _, live = go_on_with(server.folder / f"{name}.json")
        assert live.state.rules.record.worker_at[2] == 15
        assert "box mine-2-" in asked(server, f"games/{name}")[1]
        assert asked(server, "games", **(form | {"box": "../mine-2"}))[0] == 400
        assert asked(server, "games", **(form | {"box": "none"}))[0] == 400

    def test_each_seat_gets_its_board_where_seats_differ(self, server: Server) -> None:
        form = {"game": "ganges", "variant": "mixed", "players": "2", "seat_1": "me", "seat_2": "random", "seed": "1"}
        _, _, where = asked(server, "games", **form, board_1="navaratnas", board_2="basic")
        set_up, _ = go_on_with(server.folder / f"{where.rpartition('/')[2]}.json")
        assert set_up.boards == ("navaratnas", "basic")
        assert asked(server, "games", **form, board_1="navaratnas", board_2="round")[0] == 400

    def test_what_is_skipped_is_not_said_to_be_saved(self, server: Server) -> None:
        asked(server, "boxes/new", name="skipped", game="ganges")
        _, text, _ = asked(server, "boxes/skipped?after=workers.bridge")
        assert 'name="path" value="by_players.2.quarry.prices"' in text
        assert "Saved" not in text

    def test_what_explains_most_comes_first_once_somebody_asked(self, server: Server) -> None:
        asked(server, "boxes/new", name="first", game="ganges")
        paths = ["tiles.orange_08.cost", "quarry.prices.2", "quarry.prices.3"]
        form = "".join(f'[[provenance]]\npaths = ["{path}"]\nlabel = "box"\nwhy = "read off the box"\n' for path in paths)
        (server.folder / "boxes" / ".first-first").write_text(form)
        _, text, _ = asked(server, "boxes/first")
        (section,) = re.findall(r"These explain most.*?</ol>", text, re.S)
        assert re.findall(r"at=([\w.]+)", section) == ["tiles.orange_08.cost", "quarry.prices"]
        assert 'name="path" value="tiles.orange_08.cost"' in text

    @pytest.mark.long
    def test_what_remains_plausible_is_asked_with_the_values_of_the_box(self, server: Server) -> None:
        boxes = drawn_boxes(Path(), 10)
        study = {"name": "asking", "question": "?", "game": "charmers", "players": [2], "line_up": ["random"], "seed": 3}
        ensemble = {"blocks": 20, "folder": str(boxes["folder"].resolve())}
        Path("experiments").mkdir(exist_ok=True)
        Path("experiments/asking.toml").write_text(tomli_w.dumps(study | {"blocks": 20, "ensemble": ensemble}))
        (server.folder / "boxes" / "asking.toml").write_bytes(boxes["components"].read_bytes())
        assert asked(server, "boxes/asking/ask", experiment="start_player")[0] == 400, "it has no table for boxes"
        assert asked(server, "boxes/asking/ask", experiment="experiments/asking.toml")[0] == 303
        done = runs_when_done(server)
        assert "what is plausible with asking" in done
        _, text, _ = asked(server, "boxes/asking")
        (section,) = re.findall(r'<div id="plausible">.*?</div>', text, re.S)
        assert "With 2 players, 10 boxes are too few to tell" in section
        assert re.search(r"\d+ of \d+ printed values in play are assumed; they vary over 10 plausible boxes", section)
        (page,) = re.findall(r'href="/[\w-]+/(answers/asking-plausible-1\.html)"', section)
        assert "Does the answer hold in other plausible boxes?" in asked(server, page)[1]
        assert "No assumed value is shown to matter more than others" in text

    def test_a_mistake_is_shown_beside_what_was_typed(self, server: Server) -> None:
        asked(server, "boxes/new", name="wrong", game="ganges")
        status, text, _ = asked(server, "boxes/wrong/enter", path="workers.bridge", text="far")
        assert status == 400
        assert "Not saved: this must be a whole number" in text
        assert re.search(r'value="far"[^>]* aria-invalid="true" aria-describedby="refused"', text)

    def test_a_refused_entry_shows_the_values_of_today_until_it_is_saved(self, server: Server) -> None:
        asked(server, "boxes/new", name="later", game="ganges")
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            body = urlencode({"path": "quarry.prices", "text": "1, 5"})
            connection.request("POST", f"/{secret_token(server.folder)}/boxes/later/enter", body)
            address = connection.getresponse().headers["location"].split("/", 2)[2]
        _, text, _ = asked(server, address)
        assert "Not saved: a space of the quarry costs 1 to 4 money (rulebook: Building action)" in text
        asked(server, "boxes/later/enter", path="workers.bridge", text="19")
        status, text, _ = asked(server, address)
        assert (status, "You have read <b>1</b> of" in text, 'value="1, 5"' in text) == (400, True, True)
        asked(server, "boxes/later/enter", path="quarry.prices", text="1, 4")
        status, _, where = asked(server, address)
        assert (status, where.partition("boxes/")[2]) == (303, "later?at=quarry.prices")

    @pytest.mark.parametrize("path", ["boxes/none", "boxes/..%2f..%2fmine", "boxes/mine/enter"])
    def test_what_is_not_there_is_no_page(self, server: Server, path: str) -> None:
        assert asked(server, path)[0] in (400, 404, 405)

    def test_an_experiment_that_is_not_of_the_game_is_not_played(self, server: Server) -> None:
        asked(server, "boxes/new", name="findings", game="ganges")
        status, text, _ = asked(server, "boxes/findings/findings", experiment="charmers_start_player", blocks="20")
        assert status == 400
        assert "Choose an experiment" in text

    @pytest.mark.parametrize("blocks", ["0", "many"])
    def test_a_number_of_blocks_is_refused_as_on_the_page_of_runs(self, server: Server, blocks: str) -> None:
        asked(server, "boxes/new", name="blocks", game="charmers")
        values = {"experiment": "charmers_start_player", "blocks": blocks}
        status, text, _ = asked(server, "boxes/blocks/findings", **values)
        (problem,) = re.findall(r"<p>(blocks[^<]*)</p>", text)
        refused = asked(server, "runs/start", question="run", **values)
        assert (status, refused[0], problem.removeprefix("blocks: ") in refused[1]) == (400, 400, True)

    def test_before_a_comparison_the_page_asks_about_values_that_look_wrong(self, server: Server) -> None:
        asked(server, "boxes/new", name="doubtful", game="ganges")
        asked(server, "boxes/doubtful/enter", path="river.3", text="money 40")
        n_tasks = asked(server, "runs")[1].count("data-task")
        form = {"experiment": "start_player", "blocks": "20"}
        text = asked(server, "boxes/doubtful/findings", **form)[1]
        (question,) = re.findall(r'<form[^>]*id="doubted".*?</form>', text, re.S)
        assert "One of your values looks wrong" in question
        assert "River space 3: money 40. money 40 is plausible nowhere in the box (1 to 7 is)" in question
        assert dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', question)) == form
        assert asked(server, "runs")[1].count("data-task") == n_tasks, "nothing was started"
        assert asked(server, "boxes/doubtful/findings", **form, anyway="yes")[0] == 303
        (address,) = re.findall(r'action="/[\w-]+/(tasks/\d+/stop)">', asked(server, "runs")[1])
        asked(server, address, go="stop")
        runs_when_done(server)

    def test_a_value_entered_later_is_not_played_in_a_comparison_that_was_asked_for(self, server: Server) -> None:
        asked(server, "boxes/new", name="early", game="charmers")
        file = server.folder / "boxes" / "early.toml"
        text_when_asked = file.read_text(encoding="utf-8")
        asked(server, "boxes/early/findings", experiment="charmers_start_player", blocks="20")
        status, _, _ = asked(server, "boxes/early/enter", path="market.tents", text="1, 1, 1")
        (copy,) = (server.folder / "answers" / "boxes").glob("early-*.toml")
        assert (status, copy.read_text(encoding="utf-8")) == (303, text_when_asked)
        assert text_when_asked != file.read_text(encoding="utf-8")
        (address,) = re.findall(r'action="/[\w-]+/(tasks/\d+/stop)">', asked(server, "runs")[1])
        asked(server, address, go="stop")
        runs_when_done(server)


class TestRuns:
    """Runs there are, and what can be asked."""

    def test_all_runs_are_listed_with_their_reports(self, server: Server) -> None:
        _, text, _ = asked(server, "runs")
        (report,) = re.findall(r'href="/[\w-]+/(runs/first-\w+/report\.html)"', text)
        status, page, _ = asked(server, report)
        assert status == 200
        assert "Is the start player favoured?" in page

    def test_of_a_changed_rule_the_list_says_what_it_changes(self, server: Server) -> None:
        arms = [{"name": "rich", "overrides": {"setup.money": 9}}]
        config = {"game": "charmers", "players": [2], "line_up": ["random"], "blocks": 20}
        experiment.run({"name": "richer", "question": "?", "arms": arms, **config}, report=False)
        (row,) = re.findall(r'<tr data-run="richer-.*?</tr>', asked(server, "runs")[1], re.DOTALL)
        assert "&#39;rich&#39;" in row
        assert "2: UNDECIDED" not in row
        (row,) = re.findall(r'<tr data-run="first-.*?</tr>', asked(server, "runs")[1], re.DOTALL)
        assert "2: UNDECIDED" in row

    def test_of_an_unfinished_run_the_list_says_its_goal_and_what_is_left(self, server: Server) -> None:
        config = {"game": "charmers", "players": [2], "line_up": ["random"], "blocks": 20}
        experiment.run({"name": "unfinished", "question": "?", **config}, report=False)
        (folder,) = Path("reports").glob("unfinished-*")
        manifest = RunFolder(folder).manifest()
        assert manifest.n_games(manifest.blocks) == manifest.games[2] == 20
        unfinished = manifest.model_copy(update={"target_blocks": 80, "complete": False})
        RunFolder(folder).manifest_file.write_text(unfinished.to_json(), encoding="utf-8")
        (row,) = re.findall(rf'<tr data-run="{folder.name}".*?</tr>', asked(server, "runs")[1], re.DOTALL)
        assert "25\u202f% of 80 blocks played, 60 games left <form" in row
        RunFolder(folder).manifest_file.write_text(manifest.to_json(), encoding="utf-8")

    def test_a_stopped_task_whose_run_was_played_otherwise_is_not_started_again(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder,) = Path("reports").glob("first-*")
        config, queue = str(folder / "config.toml"), TaskQueue()
        tasks = [_task_that_plays("again", Command(("run", config)), folder, blocks) for blocks in (20, 21)]
        for task in tasks:
            task.state = TaskState.STOPPED
        monkeypatch.setattr(queue, "_tasks", tasks)
        page = RunsPage.of(Path("reports"), server.folder, queue, "run", "start_player")
        longer, played = re.findall(r"<b>again</b>.*?Start again", render("runs.html.j2", page), re.DOTALL)
        assert "stopped; the run is complete by now" in played
        assert ['/again" hidden' in text for text in (longer, played)] == [False, True]
        queue.start_again(1)
        assert queue.newest_first[-1][1] is tasks[0]

    def test_no_report_is_asked_for_while_a_task_plays_the_run_and_writes_it(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder,) = Path("reports").glob("second-*")
        task, queue = _task_that_plays("second", Command(("run", "second.toml")), folder, 20), TaskQueue()
        monkeypatch.setattr(queue, "_tasks", [task])
        for state, is_busy in ((TaskState.RUNS, True), (TaskState.DONE, False)):
            task.state = state
            page = RunsPage.of(Path("reports"), server.folder, queue, "run", "start_player")
            assert (f"runs/{folder.name}/report" in render("runs.html.j2", page)) is not is_busy

    @pytest.mark.long
    def test_a_report_that_is_missing_is_written(self, server: Server) -> None:
        (where,) = re.findall(r'action="/[\w-]+/(runs/second-\w+/report)"', asked(server, "runs")[1])
        assert asked(server, where, sent="yes")[0] == 303
        assert re.search(r"runs/second-\w+/report\.html", runs_when_done(server))

    @pytest.mark.parametrize(
        "path", ["runs/none/report.html", "runs/first-0/report.html", "runs/..%2f..%2fx/a.html", "answers/x.html"]
    )
    def test_other_files_are_not_handed_out(self, server: Server, path: str) -> None:
        assert asked(server, path)[0] in (400, 404)

    def test_two_runs_are_compared_in_the_background(self, server: Server) -> None:
        names = [next(Path("reports").glob(f"{name}-*")).name for name in ("first", "second")]
        assert asked(server, "runs/compare", old=names[0], new=names[1])[0] == 303
        where_started, in_list = re.findall(r'href="/[\w-]+/(answers/compare-\d+\.html)"', runs_when_done(server))
        assert where_started == in_list
        assert "what changed" in asked(server, in_list)[1]

    def test_a_page_of_a_folder_cannot_ask_the_server_for_anything(self, server: Server) -> None:
        (report,) = re.findall(r'href="/[\w-]+/(runs/first-\w+/report\.html)"', asked(server, "runs")[1])
        _, text, headers = server.asked("GET", f"/{secret_token(server.folder)}/{report}")
        assert "sandbox allow-scripts" in headers["content-security-policy"]
        assert "allow-same-origin" not in headers["content-security-policy"]
        assert f'<a href="/{secret_token(server.folder)}/runs">Back to all runs</a>' in text

    def test_two_runs_of_different_games_or_one_alone_are_not_compared(self, server: Server) -> None:
        name = next(Path("reports").glob("first-*")).name
        experiment.run(
            {"name": "pigs", "question": "?", "game": "pig", "players": [2], "line_up": ["random"], "blocks": 20}, report=False
        )
        pigs = next(Path("reports").glob("pigs-*")).name
        for new in (name, pigs):
            status, text, _ = asked(server, "runs/compare", old=name, new=new)
            assert (status, "Choose two different runs of one game" in text) == (400, True)

    def test_a_run_of_the_form_that_is_finished_gets_more_blocks(self, server: Server, tmp_path: Path) -> None:
        values = {"players": "2", "line_up": "random", "blocks": "20"}
        task = task_for("run", "charmers_start_player", values, tmp_path, tmp_path)
        (command,) = task.commands
        assert command.words[:8] == (
            "run",
            "charmers_start_player",
            "--set",
            "players=[2]",
            "--set",
            'line_up=["random"]',
            "--set",
            "blocks=20",
        )
        task_for_more = task_for("run", "charmers_start_player", values | {"blocks": "30"}, tmp_path, tmp_path)
        (more,) = task_for_more.commands
        assert command.words_in_turn() == more.words_in_turn() == ()
        experiment.run(
            "charmers_start_player", set={"players": [2], "line_up": ["random"], "blocks": 20}, out=tmp_path, report=False
        )
        assert RunFolder(tmp_path / task.run).manifest().complete
        assert (task.is_done_elsewhere(), task_for_more.is_done_elsewhere()) == (True, False)
        assert more.words_in_turn() == ("--extend", "--blocks", "30"), "it was asked for before the first was finished"
        assert command.words_in_turn() == ()
        with pytest.raises(InputError, match="this run is finished with 20 blocks, so 5 would play nothing"):
            task_for("run", "charmers_start_player", values | {"blocks": "5"}, tmp_path, tmp_path)

    @pytest.mark.long
    def test_more_blocks_are_played_of_a_finished_run(self, server: Server) -> None:
        experiment.run("second.toml", seed=9, out="reports", report=False)
        name = next(name for name in re.findall(r'data-run="(second-\w+)"', asked(server, "runs")[1]) if _blocks(name) == 20)
        assert asked(server, "runs/extend", run=name, blocks="many")[0] == 400
        assert asked(server, "runs/extend", run="none", blocks="30")[0] == 400
        assert asked(server, "runs/extend", run=name, blocks="30")[0] == 303
        runs_when_done(server)
        assert _blocks(name) == 30

    @pytest.mark.parametrize(("key", "value", "problem"), [("players", "[9]", "9"), ("blocks", "many", "blocks")])
    def test_a_value_that_the_experiment_refuses_stands_in_the_form_with_the_reason(
        self, server: Server, key: str, value: str, problem: str
    ) -> None:
        n_tasks = asked(server, "runs")[1].count("data-task")
        form = {"question": "luck", "experiment": "charmers_start_player", "first": "plan", key: value}
        status, text, _ = asked(server, "runs/start", **form)
        (problems,) = re.findall(r'role="alert">(.*?)</div>', text, re.S)
        assert (status, problem in problems) == (400, True)
        assert f'name="{key}" value="{value}"' in text
        assert re.search('<option value="luck" selected[^>]*>luck</option>', text)
        assert asked(server, "runs")[1].count("data-task") == n_tasks, "nothing was started"

    def test_all_that_is_wrong_is_said_at_once_beside_its_field(self, server: Server) -> None:
        wrong = {"blocks": "1e99", "players": "9", "tolerance": "5 %", "rules": "setup.karma=99\nfoo=1\nbar"}
        status, text, _ = asked(server, "runs/start", question="run", experiment="charmers_start_player", **wrong)
        refused = dict(re.findall(r'<span class="problems" id="refused-(\w+)">(.*?)</span>', text))
        assert (status, refused.keys()) == (400, wrong.keys())
        assert refused["blocks"].startswith("must be a whole number, found 1e+99. Type, for example, ")
        assert refused["tolerance"].startswith("must be a number, found &#39;5 %&#39;")
        assert refused["rules"].split("; ") == [
            "bar: write key=value, for example setup.karma=2",
            "foo: unknown path &#39;foo&#39;",
            "<code>rajas rules show</code> lists all",
            "setup.karma: must be 8 or less, found 99. Type, for example, setup.karma=2",
        ]
        assert text.count('aria-invalid="true"') == len(wrong)

    def test_an_experiment_that_names_a_python_file_is_not_started(self, server: Server) -> None:
        Path("experiments").mkdir(exist_ok=True)
        config = CONFIG.format(name="guest", seed=3).replace('"random"', '"guest"')
        Path("experiments/guest.toml").write_text(config + '[strategies]\nguest = { strategy = "guest.py" }\n', encoding="utf-8")
        status, text, _ = asked(server, "runs/start", question="run", experiment="experiments/guest.toml")
        assert status == 400
        assert "which no page has run" in text
        Path("experiments/guest.toml").unlink()

    def test_the_form_keeps_what_was_typed(self, server: Server) -> None:
        _, text, _ = asked(server, "runs?experiment=charmers_start_player&players=[5]&blocks=77")
        assert 'name="experiment" value="charmers_start_player"' in text
        assert re.search(r'name="players" value="\[5\]"', text)
        assert re.search(r'name="blocks" value="77"', text)

    @pytest.mark.parametrize(
        ("question", "experiment_name"), [("../rm", "start_player"), ("run", "nothing"), ("compare", "start_player")]
    )
    def test_what_cannot_be_asked_is_refused(self, server: Server, question: str, experiment_name: str) -> None:
        assert asked(server, "runs/start", question=question, experiment=experiment_name)[0] == 400

    def test_only_what_was_changed_in_the_form_is_changed_in_the_experiment(self, tmp_path: Path) -> None:
        values = {choice.key: choice.value for choice in choices_of("start_player")} | {"players": "[4]", "seed": " "}
        task = task_for("luck", "start_player", values, Path("reports"), tmp_path)
        (command,) = task.commands
        assert (task.link, task.run) == ("answers/luck-1.html", "")
        assert command.words == (
            *("luck", "start_player", "--set", "players=[4]"),
            *("--out", "reports", "--html", str(tmp_path / "luck-1.html")),
        )
        other_task = task_for("luck", "start_player", values, Path("reports"), tmp_path)
        assert other_task.link == "answers/luck-2.html", "each answer has a page, also before it is written"
        assert task_for("run", "start_player", values, Path("reports"), tmp_path).run.startswith("start_player-")

    def test_changed_rules_are_one_more_rule_set(self, server: Server, tmp_path: Path) -> None:
        words = (
            task_for("run", "start_player", {"rules": "setup.karma=2\n\nkarma.limit = 4"}, tmp_path, tmp_path).commands[0].words
        )
        changed = '{ name = "karma_2_and_limit_4", overrides = { "setup.karma" = 2, "karma.limit" = 4 } }'
        question = 'question="What changes with starting karma = 2 and karma limit = 4?"'
        assert words[2:6] == ("--set", f"arms=[{changed}]", "--set", question)
        words = task_for("run", "variants", {"rules": "setup.karma=2"}, tmp_path, tmp_path).commands[0].words
        assert words[3].startswith("arms=[{ name = ")
        assert words[3].endswith('{ name = "karma_2", overrides = { "setup.karma" = 2 } }]')
        for rule, problem in (("karma=7", "did you mean setup.karma"), ("karma", "write key=value")):
            status, text, _ = asked(server, "runs/start", question="run", experiment="start_player", rules=rule)
            assert (status, problem in text) == (400, True)

    @pytest.mark.parametrize(
        ("question", "values", "title"),
        [
            ("run", {}, "start_player"),
            ("run", {"players": "2", "blocks": "20000"}, "start_player: 2 players, 20,000 blocks"),
            ("luck", {"players": "[2, 3]", "seed": "7"}, "luck start_player: 2 and 3 players, seed 7"),
            ("run", {"rules": "setup.karma=2\n"}, "start_player: setup.karma=2"),
        ],
    )
    def test_a_task_is_called_by_its_experiment_and_what_was_changed(
        self, question: str, values: dict[str, str], title: str, tmp_path: Path
    ) -> None:
        assert task_for(question, "start_player", values, tmp_path, tmp_path).title == title

    def test_the_keys_of_the_form_are_those_of_the_schema(self) -> None:
        keys = {choice.key: choice for choice in choices_of("start_player")}
        properties = experiment_schema()["properties"]
        assert {"players", "blocks", "line_up", "seed", "level", "tolerance"} <= keys.keys() <= properties.keys()
        assert keys["seatings"].words == tuple(properties["seatings"]["enum"])


def _blocks(name: str) -> int:
    return RunFolder(Path("reports") / name).manifest().blocks[2]


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
@pytest.mark.parametrize("path", ["boxes", "boxes/looks", "runs"])
class TestInTheBrowser:
    """How the pages look."""

    pytestmark = NEEDS_BROWSER

    def test_everybody_can_use_them(self, browser: Browser, server: Server, path: str, size: tuple[int, int]) -> None:
        asked(server, "boxes/new", name="looks", game="charmers")
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto(server.address + path)
        assert serious(page) == {}
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
        page.close()


class TestWhileATaskGoesOn:
    """The list of tasks changes without moving what somebody clicks on."""

    pytestmark = NEEDS_BROWSER

    def test_a_button_stays_in_place(self, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        queue, task = TaskQueue(), Task("a long task", [])
        task.state = TaskState.RUNS
        monkeypatch.setattr(queue, "_tasks", [task])
        monkeypatch.setattr("rajas_sim.live.server.TaskQueue", lambda: queue)
        monkeypatch.chdir(tmp_path)
        server = Server.started(tmp_path)
        page = browser.new_page()
        page.goto(f"{server.address}runs")
        stop = page.query_selector("text=Stop")
        assert stop is not None
        for line in ("block 1 of 9", "block 2 of 9"):
            task.lines.append(line)
            page.wait_for_selector(f".note:text-is('{line}')")
            assert stop.evaluate("(button) => button.isConnected")
        page.click("summary:text('What it printed')")
        task.state = TaskState.DONE
        page.wait_for_selector("text=a long task: done")
        assert not page.is_visible("text=Stop")
        assert page.is_visible("pre"), "what was unfolded stays so"
        page.close()
        server.stop()

    def test_what_is_entered_stays_when_a_task_is_stopped(
        self, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        queue = TaskQueue()
        monkeypatch.setattr(queue, "_tasks", [Task("a waiting task", [])])
        monkeypatch.setattr("rajas_sim.live.server.TaskQueue", lambda: queue)
        monkeypatch.chdir(tmp_path)
        server = Server.started(tmp_path)
        page = browser.new_page()
        page.goto(f"{server.address}runs?experiment=charmers_start_player")
        entered = {"#key-blocks": "77", "#key-rules": "setup.karma=2\nkarma.limit=4", "#question": "luck"}
        page.fill("#key-blocks", "77")
        page.fill("#key-rules", entered["#key-rules"])
        page.select_option("#question", "luck")
        for button, state in (("Stop", "stopped"), ("Start again", "done")):
            page.click(f"button:text-is('{button}'):visible")
            page.wait_for_selector(f"text=a waiting task: {state}")
            assert {field: page.input_value(field) for field in entered} == entered
            assert page.input_value("#experiment") == "charmers_start_player"
        assert not page.is_visible("text=Start again")
        page.close()
        server.stop()


@pytest.mark.usefixtures("server")
class TestByKeys:
    """A box is read off without a mouse."""

    pytestmark = NEEDS_BROWSER

    def test_values_are_typed_one_after_the_other(self, browser: Browser, server: Server) -> None:
        asked(server, "boxes/new", name="typed", game="ganges")
        page = browser.new_page()
        page.goto(f"{server.address}boxes/typed?at=workers.bridge")
        assert page.locator("#overlay rect").count() > 0, "the place is outlined"
        for text in ("18", "1, 2, 3", "1, 2, 3", "1, 2, 2"):  # 3 prices are doubtful, so they are typed again
            page.wait_for_function("document.activeElement.id === 'text'")
            page.keyboard.type(text)  # it replaces the assumed value, which is selected
            with page.expect_navigation():
                page.keyboard.press("Enter")
        assert {entry.path: entry.text for entry in box(server, "typed").entries() if entry.is_read} == {
            "workers.bridge": "18",
            "by_players.2.quarry.prices": "1, 2, 3",
            "by_players.3.quarry.prices": "1, 2, 2",
        }
        page.close()


def test_skipping_goes_through_all_that_is_not_read() -> None:
    entries: list[Any] = [SimpleNamespace(path=path, is_read=False) for path in "abcde"]
    asked_first = [entries[3], entries[1]]
    seen, last = [], ""
    for _ in range(6):
        entry = _next_entry(entries, asked_first, last)
        assert entry is not None
        last = entry.path
        seen.append(last)
    assert seen == ["d", "b", "a", "c", "e", "d"]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("--set setup.karma=99: must be 9 or less", "must be 9 or less"),
        ("--set hello: write key=value, for example --set players=3", "hello: write key=value, for example players=3"),
        ("arms.karma_4.overrides.setup.karma: must be 3 or less", "setup.karma: must be 3 or less"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_without_the_words_of_the_command_line(said: str, shown: str) -> None:
    assert in_form(said) == shown
