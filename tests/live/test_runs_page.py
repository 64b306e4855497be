"""The page of runs: what it lists and starts, and what it refuses."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rajas_sim import experiment
from rajas_sim.live.run_form import task_that_plays
from rajas_sim.live.runs_page import RunsPage, kept_answers
from rajas_sim.live.serving import secret_token
from rajas_sim.live.tasks import Command, Task, TaskQueue, TaskState
from rajas_sim.showing.render import render
from rajas_sim.study.folder.store import RunFolder
from tests.live.pages import asked, runs_when_done
from tests.live.test_table_in_browser import Server
from tests.showing.browsing import LAPTOP, NEEDS_BROWSER, PHONE, serious


class TestRuns:
    """Runs there are, and what can be done with them."""

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

    def test_of_an_unfinished_run_the_list_says_how_much_is_left_and_one_button_goes_on(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        config = {"game": "charmers", "players": [2], "line_up": ["random"], "blocks": 20}
        experiment.run({"name": "unfinished", "question": "?", **config}, report=False)
        (folder,) = Path("reports").glob("unfinished-*")
        manifest = RunFolder(folder).manifest()
        assert manifest.n_games(manifest.blocks) == manifest.games[2] == 20
        unfinished = manifest.model_copy(update={"target_blocks": 80, "complete": False})
        RunFolder(folder).manifest_file.write_text(unfinished.to_json(), encoding="utf-8")
        (row,) = re.findall(rf'<tr data-run="{folder.name}".*?</tr>', asked(server, "runs")[1], re.DOTALL)
        assert "interrupted; 25\u202f% played; 60 games are left <form" in row
        with RunFolder(folder).locked():  # as long as a command or another server writes into it
            text = render("runs.html.j2", RunsPage.of(Path("reports"), server.folder, TaskQueue(), "run", "start_player"))
        assert "it is being played" in text
        assert "interrupted" not in text
        assert 'data-open="yes"' in text, "the page asks again, and so finds out if that one is killed"
        asked_runs: list[str] = []

        def finish(run: RunFolder) -> bool:
            asked_runs.append(run.folder.name)
            run.manifest_file.write_text(manifest.to_json(), encoding="utf-8")
            return False

        with monkeypatch.context() as patch:
            patch.setattr(RunFolder, "is_locked", property(finish))
            page = RunsPage.of(Path("reports"), server.folder, TaskQueue(), "run", "start_player")
            assert (asked_runs, page.goes_on) == ([folder.name], True), "it was finished after it was listed"
            assert not RunsPage.of(Path("reports"), server.folder, TaskQueue(), "run", "start_player").goes_on
        RunFolder(folder).manifest_file.write_text(unfinished.to_json(), encoding="utf-8")
        task, queue = task_that_plays("unfinished", Command(("run", "unfinished.toml")), folder, 80), TaskQueue()
        monkeypatch.setattr(queue, "_tasks", [task])
        task.state = TaskState.STOPPED
        monkeypatch.setattr(queue, "_tasks", [task.again(), task])
        queue.stop_all()
        text = render("runs.html.j2", RunsPage.of(Path("reports"), server.folder, queue, "run", "start_player"))
        assert text.count("<span>stopped; 20 games are kept</span>") == 2
        assert re.findall(r'<form[^>]*(?:again|go_on)"><button type="submit">([^<]*)', text) == ["Go on"], "one button a run"
        RunFolder(folder).manifest_file.write_text(manifest.to_json(), encoding="utf-8")

    def test_a_stopped_task_whose_run_was_played_otherwise_is_not_started_again(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder,) = Path("reports").glob("first-*")
        config, queue = str(folder / "config.toml"), TaskQueue()
        tasks = [task_that_plays("again", Command(("run", config)), folder, blocks) for blocks in (20, 21)]
        for task in tasks:
            task.state = TaskState.STOPPED
        monkeypatch.setattr(queue, "_tasks", tasks)
        page = RunsPage.of(Path("reports"), server.folder, queue, "run", "start_player")
        longer, played = re.findall(r"<li.*?</li>", render("runs.html.j2", page), re.DOTALL)[:2]
        assert "stopped; the run is complete by now" in played
        assert ['/again" hidden' in text for text in (longer, played)] == [False, True]
        queue.start_again(1)
        assert queue.newest_first[-1][1] is tasks[0]

    def test_no_report_is_asked_for_while_a_task_plays_the_run_and_writes_it(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder,) = Path("reports").glob("second-*")
        task, queue = task_that_plays("second", Command(("run", "second.toml")), folder, 20), TaskQueue()
        monkeypatch.setattr(queue, "_tasks", [task])
        for state, is_busy in ((TaskState.RUNS, True), (TaskState.DONE, False)):
            task.state = state
            page = RunsPage.of(Path("reports"), server.folder, queue, "run", "start_player")
            text = render("runs.html.j2", page)
            assert (f"runs/{folder.name}/report" in text) is not is_busy
            assert ("a task above works on it" in text) is is_busy

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

    @pytest.mark.long
    def test_more_blocks_are_played_of_a_finished_run(self, server: Server) -> None:
        experiment.run("second.toml", seed=9, out="reports", report=False)
        name = next(name for name in re.findall(r'data-run="(second-\w+)"', asked(server, "runs")[1]) if _blocks(name) == 20)
        assert asked(server, "runs/extend", run=name, blocks="many")[0] == 400
        assert asked(server, "runs/extend", run="none", blocks="30")[0] == 400
        assert asked(server, "runs/extend", run=name, blocks="30")[0] == 303
        runs_when_done(server)
        assert _blocks(name) == 30


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

    def test_the_last_step_of_a_long_task_is_shown_as_done_though_the_heading_has_the_focus(
        self, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        queue, tasks = TaskQueue(), [Task(f"task {i}", []) for i in range(5)]
        for task in tasks[1:]:
            task.state = TaskState.DONE
        monkeypatch.setattr(queue, "_tasks", tasks)
        monkeypatch.setattr("rajas_sim.live.server.TaskQueue", lambda: queue)
        monkeypatch.chdir(tmp_path)
        server = Server.started(tmp_path)
        page = browser.new_page()
        page.goto(f"{server.address}runs#started")
        assert page.evaluate("document.activeElement.id") == "started"
        tasks[0].state = TaskState.DONE
        page.wait_for_selector("summary:text('Earlier: 2')")
        page.wait_for_selector("#state[data-open='no']", state="attached")
        assert page.evaluate("document.activeElement.id") == "started"
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


def test_of_answers_with_one_title_the_newest_is_listed(tmp_path: Path) -> None:
    for i, title in enumerate(("a &amp; b", "c", "a &amp; b")):
        (page := tmp_path / f"compare-{i}.html").write_text(f"<title>{title}</title>", encoding="utf-8")
        os.utime(page, (i, i))
    assert [(answer.page, answer.title) for answer in kept_answers(tmp_path)] == [
        ("compare-2.html", "a & b"),
        ("compare-1.html", "c"),
    ]
