"""Commands that pages start."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rajas_sim.live import tasks
from rajas_sim.live.forms import PAGE_NAME
from rajas_sim.live.runs_page import RunsPage
from rajas_sim.live.tasks import Command, Task, TaskQueue, TaskState, new_page
from rajas_sim.version import __version__


@pytest.fixture
def python_for_rajas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands be programs in Python, which start sooner."""
    monkeypatch.setattr(tasks, "RAJAS", (sys.executable, "-c"))


def command(program: str, *words: str, good_codes: tuple[int, ...] = (0,), **options: Any) -> Command:
    return Command((program, *words), good_codes, **options)


def done(task: Task) -> Task:
    task.work()
    return task


def test_a_command_is_that_of_the_command_line() -> None:
    task = done(Task("version", [Command(("--version",))]))
    assert task.state is TaskState.DONE
    assert list(task.lines) == ["$ rajas --version", f"rajas {__version__}"]


@pytest.mark.usefixtures("python_for_rajas")
class TestTask:
    """What becomes of commands, one after the other."""

    def test_a_command_gets_what_an_earlier_one_printed_last(self, tmp_path: Path) -> None:
        first = command("print('a remark'); print('reports/run-1')")
        second = command("import sys; print('found', *sys.argv[1:])", "{0}", "{1", output_file=tmp_path / "said")
        task = done(Task("two", [first, second]))
        assert (task.lines[-1], task.reason) == ("found reports/run-1 {1", "")
        assert (tmp_path / "said").read_text() == "found reports/run-1 {1\n"

    @pytest.mark.parametrize(
        ("printed", "reason"),
        [("why", "why"), ("error: no such run", "no such run"), ("error: add it:\n  rajas", "add it:")],
    )
    def test_after_a_failure_nothing_more_is_done_and_the_task_says_why(self, tmp_path: Path, printed: str, reason: str) -> None:
        failing = command(f"import sys; print({printed!r}, file=sys.stderr); sys.exit(2)")
        task = done(Task("two", [failing, command("print('never')", output_file=tmp_path / "said")]))
        assert (task.state, task.reason) == (TaskState.FAILED, reason)
        assert not (tmp_path / "said").exists()

    def test_no_file_is_there_before_its_answer_and_no_two_answers_get_the_same(self, tmp_path: Path) -> None:
        pages = [new_page(tmp_path, "compare") for _ in range(2)]
        assert [page.name for page in pages] == ["compare-1.html", "compare-2.html"]
        assert not any(page.exists() for page in pages)

    @pytest.mark.parametrize("stem", ["mine-start.v2", "mine-my question", "m" * 300])
    def test_the_page_of_an_answer_has_a_name_that_can_be_opened(self, tmp_path: Path, stem: str) -> None:
        assert PAGE_NAME.fullmatch(new_page(tmp_path, stem).stem)

    def test_of_lines_of_progress_the_last_is_kept(self) -> None:
        task = done(Task("play", [command("print('1 of 20 games\\n2 of 20 games, 9/s\\nplayed\\n3 of 20 games')")]))
        assert [*task.lines][1:] == ["2 of 20 games, 9/s", "played", "3 of 20 games"]

    def test_an_open_answer_is_no_failure(self) -> None:
        assert done(Task("open", [command("import sys; sys.exit(3)", good_codes=(0, 3))])).state is TaskState.DONE

    def test_an_answer_without_its_page_is_a_failure(self, tmp_path: Path) -> None:
        writing = f"open({str(tmp_path / 'written.html')!r}, 'w'); "
        for program, name, state in ((writing, "written.html", TaskState.DONE), ("", "none.html", TaskState.FAILED)):
            ending = command(f"{program}raise SystemExit(1)", good_codes=(0, 1), page=tmp_path / name)
            assert done(Task("check", [ending])).state is state

    def test_one_that_works_is_stopped_as_by_ctrl_c(self) -> None:
        program = (
            "import time\ntry:\n    print('begun', flush=True)\n    time.sleep(60)\n"
            "except KeyboardInterrupt:\n    print('kept', flush=True)"
        )
        task = Task("long", [command(program), command("print('never')")])
        worker = threading.Thread(target=task.work)
        worker.start()
        while "begun" not in task.lines:
            time.sleep(0.01)
        task.stop()
        worker.join(10)
        assert not worker.is_alive()
        assert task.state is TaskState.STOPPED
        assert task.lines[-1] == "kept"

    def test_they_work_one_at_a_time_and_all_are_stopped_with_the_server(self) -> None:
        all_tasks = TaskQueue()
        first, second = (Task(name, [command("import time; print('begun', flush=True); time.sleep(60)")]) for name in "ab")
        all_tasks.start(first)
        while "begun" not in first.lines:
            time.sleep(0.01)
        all_tasks.start(second)
        assert (first.state, second.state) == (TaskState.RUNS, TaskState.WAITS)
        assert [number for number, _ in all_tasks.newest_first] == [2, 1]
        all_tasks.stop_all()
        assert (first.state, second.state) == (TaskState.STOPPED, TaskState.STOPPED)
        assert not all_tasks.are_open
        assert not second.lines

    @pytest.mark.parametrize("sent_signal", [signal.SIGTERM, signal.SIGHUP])
    def test_they_are_stopped_when_the_table_is_told_to_end_or_its_terminal_is_closed(
        self, tmp_path: Path, sent_signal: signal.Signals
    ) -> None:
        code = (
            "import signal\n"
            "from rajas_sim.cli import main\n"
            "from rajas_sim.live import tasks\n"
            "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # tests that nohup starts would ignore it
            "tasks.TaskQueue.stop_all = lambda self: print('stopped', flush=True)\n"
            "main()\n"
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = [sys.executable, "-c", code, "table", "--no-open", "--port", str(port)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
            assert process.stdout is not None
            assert str(port) in process.stdout.readline()
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                connection.request("GET", "/")
                assert connection.getresponse().status == 404, "without the token"
            process.send_signal(sent_signal)
            stdout, stderr = process.communicate(timeout=60)
        assert (process.returncode, stdout, stderr) == (0, "stopped\n", "")

    def test_one_that_was_stopped_before_its_turn_is_started_again_in_its_place(self) -> None:
        all_tasks = TaskQueue()
        first = Task("a", [command("import time; print('begun', flush=True); time.sleep(60)")])
        all_tasks.start(first)
        while "begun" not in first.lines:
            time.sleep(0.01)
        all_tasks.start(Task("b", [command("print('played')")]))
        all_tasks.stop(2)
        for number in (1, 2, 9):
            all_tasks.start_again(number)
        assert [(number, task.title, task.state) for number, task in all_tasks.newest_first] == [
            (2, "b", TaskState.WAITS),
            (1, "a", TaskState.RUNS),
        ], "the first was not stopped, and there is no ninth"
        all_tasks.stop(1)
        end = time.monotonic() + 20
        while all_tasks.are_open and time.monotonic() < end:
            time.sleep(0.01)
        assert all_tasks.newest_first[0][1].lines[-1] == "played"


@pytest.mark.parametrize(
    ("states", "shown"), [([], 3), (["done"] * 9, 3), (["done", "done", "done", "done", "running", "done"], 5)]
)
def test_earlier_tasks_are_folded_away_unless_something_open_lies_behind_them(states: list[str], shown: int) -> None:
    numbered = tuple((i, SimpleNamespace(is_open=state == "running")) for i, state in enumerate(states))
    page: Any = SimpleNamespace(tasks=numbered)
    assert RunsPage.n_tasks_shown.fget(page) == shown  # type: ignore[attr-defined]
