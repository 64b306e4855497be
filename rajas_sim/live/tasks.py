"""Commands that pages start, each in a separate process, so that it can be stopped and behaves as in a terminal."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO
from urllib.parse import quote

from rajas_sim.core.errors import RajasError
from rajas_sim.study.folder.places import write_file

#: How to call the command line in a process, as the script `rajas` does.
RAJAS = (sys.executable, "-c", "from rajas_sim.cli import main; main()")
#: How many lines of a task's output are kept.
LINES_KEPT = 200
SECONDS_TO_STOP = 10
#: How many letters of a stem the name of a page has; with a number the name is then a `rajas_sim.live.forms.PAGE_NAME`.
LONGEST_STEM = 50
#: How the line of `rajas run` begins that has the path of the report.
REPORT_LINE = "Report  "
#: A word that stands for the last line of an earlier command of a task.
_PLACEHOLDER = re.compile(r"\{\d\}")
#: How a line with an error begins.
ERROR = "error: "
#: How a line of progress begins.
_PROGRESS = re.compile(r"[\d,]+ of [\d,]+ ")


class TaskState(StrEnum):
    """The states of a task."""

    WAITS = "waiting"
    RUNS = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Command:
    """A command of the command line.

    Attributes
    ----------
    words
        The words of the command without the name of the program. ``{0}`` stands for the last line that the task's first command
        printed, ``{1}`` for that of the second, and so on.
    good_codes
        The exit codes that are no failure, such as that of an undecided answer.
    output_file
        File for what the command prints; None if it is not stored.
    page
        Page without which the command has failed, whatever its exit code; None if the exit code alone says so.
    words_in_turn
        Called when the command's turn comes; returns further words, which may depend on what was played until then.
    """

    words: tuple[str, ...]
    good_codes: tuple[int, ...] = (0,)
    output_file: Path | None = None
    page: Path | None = None
    words_in_turn: Callable[[], tuple[str, ...]] = tuple


@dataclass(eq=False)
class Task:
    """Commands that are carried out one after the other until one fails.

    Attributes
    ----------
    title
        What the task does.
    link, link_text
        Address of its result once it is done, below that of all pages, and the text of the link; empty without one.
    box
        Name of the box whose page also shows the task; empty without one.
    runs
        Names of the runs that the task plays or reports on.
    is_done_elsewhere
        Called to ask whether there is nothing left to do for the task, because another one did it.
    is_short
        Whether the task plays no games, so that it need not wait for others.
    lines
        The latest lines of the commands' output, remarks and errors included.
    """

    title: str
    commands: Sequence[Command]
    _: KW_ONLY
    link: str = ""
    link_text: str = ""
    box: str = ""
    runs: Sequence[str] = ()
    is_done_elsewhere: Callable[[], bool] = bool
    is_short: bool = False
    lines: deque[str] = field(init=False, default_factory=partial(deque, maxlen=LINES_KEPT))
    state: TaskState = field(init=False, default=TaskState.WAITS)
    _process: subprocess.Popen[str] | None = field(init=False, default=None)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def again(self) -> Task:
        """Return a new task with the same commands."""
        return replace(self)

    @property
    def is_open(self) -> bool:
        """Whether the task waits or runs."""
        return self.state in (TaskState.WAITS, TaskState.RUNS)

    @property
    def can_start_again(self) -> bool:
        """Whether the task was stopped, and there is still something to do for it."""
        return self.state is TaskState.STOPPED and not self.is_done_elsewhere()

    @property
    def report(self) -> str:
        """The address of the last report that a command of `rajas run` named, below that of all pages; empty if there is none."""
        files = [Path(line.removeprefix(REPORT_LINE)) for line in self.lines if line.startswith(REPORT_LINE)]
        return address_of_report(files[-1]) if files else ""

    @property
    def reason(self) -> str:
        """Why the task failed: the last error that a command printed, or else its last line; empty if it did not fail."""
        if self.state is not TaskState.FAILED:
            return ""
        errors = [line.removeprefix(ERROR) for line in self.lines if line.startswith(ERROR)]
        return [*self.lines, *errors][-1]

    def work(self) -> None:
        """Carry out the commands; return when they are done, one has failed, or the task was stopped."""
        try:
            is_done = self._carry_out_all()
        except (RajasError, OSError) as error:
            self.lines.append(str(error))
            is_done = False
        with self._lock:
            if self.state is not TaskState.STOPPED:
                self.state = TaskState.DONE if is_done else TaskState.FAILED

    def _carry_out_all(self) -> bool:
        """Carry out the commands, and return whether all were carried out and none failed.

        It ends after a command that failed, and before the next one if the task was stopped.
        """
        last_lines: list[str] = []
        for command in self.commands:
            words = [last_lines[int(word[1:-1])] if _PLACEHOLDER.fullmatch(word) else word for word in command.words]
            words += command.words_in_turn()
            with self._lock:
                if self.state is TaskState.STOPPED:
                    return False
                self.state = TaskState.RUNS
                self.lines.append("$ " + shlex.join(["rajas", *words]))
                process = self._process = subprocess.Popen(
                    [*RAJAS, *words],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    env={**os.environ, "RAJAS_PROGRESS": "lines"},
                    start_new_session=True,  # Ctrl-C in the terminal is for the server only, which then stops the process
                )
            with process:
                printed = self._read_output(process)
            if process.returncode not in command.good_codes or (command.page is not None and not command.page.is_file()):
                return False
            last_lines.append(printed[-1].strip() if printed else "")
            if command.output_file is not None:
                write_file(command.output_file, "".join(printed))
        return True

    def _read_output(self, process: subprocess.Popen[str]) -> list[str]:
        """Return the lines that a process prints on stdout; keep these and those on stderr in `lines` as they come."""
        assert process.stdout is not None
        assert process.stderr is not None

        def keep_lines(stream: IO[str], printed: list[str] | None) -> None:
            for line in stream:
                self._keep(line.rstrip("\n"))
                if printed is not None:
                    printed.append(line)

        printed: list[str] = []
        stderr_reader = threading.Thread(target=keep_lines, args=(process.stderr, None), daemon=True)
        stderr_reader.start()
        keep_lines(process.stdout, printed)
        stderr_reader.join()
        return printed

    def _keep(self, line: str) -> None:
        """Keep a line of the output; a line of progress replaces that before it."""
        if self.lines and all(map(_PROGRESS.match, (line, self.lines[-1]))):
            self.lines[-1] = line
        else:
            self.lines.append(line)

    def stop(self) -> None:
        """End the task as Ctrl-C would, if it is open; games that were played are kept.

        A process that goes on for `SECONDS_TO_STOP` is killed.
        """
        with self._lock:
            if not self.is_open:
                return
            self.state = TaskState.STOPPED
            process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGINT)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()


def address_of_report(file: Path) -> str:
    """Return the address of a run's report, below that of all pages.

    >>> address_of_report(Path("reports/100% #1/report.html"))
    'runs/100%25%20%231/report.html'
    """
    return f"runs/{quote(file.parent.name)}/{file.name}"


#: Files of answers that may not be written yet.
_promised_pages: set[Path] = set()
_promise_lock = threading.Lock()


def new_page(folder: Path, stem: str) -> Path:
    """Return the file for the page of an answer: the stem with the first free number, which no other answer gets.

    What no address may have is replaced in the stem by hyphens, and the end of a long stem is left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem_in_address = re.sub(r"[^\w-]+", "-", stem)[:LONGEST_STEM]
    with _promise_lock:
        files = (folder / f"{stem_in_address}-{nth}.html" for nth in count(1))
        file = next(file for file in files if not file.exists() and file not in _promised_pages)
        _promised_pages.add(file)
    return file


class TaskQueue:
    """The tasks started since the server began; one task that plays runs at a time, because each takes all cores."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def start(self, task: Task) -> None:
        """Start a task: a short one at once, others when the tasks started before them are done."""
        with self._lock:
            self._tasks.append(task)
        self._begin(task)

    def start_again(self, number: int) -> None:
        """Replace the task with this number by an equal one, and start that; nothing if there is none that can start again."""
        with self._lock:
            old_task = dict(enumerate(self._tasks, 1)).get(number)
            if old_task is None or not old_task.can_start_again:
                return
            self._tasks[number - 1] = task = old_task.again()
        self._begin(task)

    def _begin(self, task: Task) -> None:
        threading.Thread(target=self._work, args=(task,), daemon=True).start()

    def _work(self, task: Task) -> None:
        with nullcontext() if task.is_short else self._turn:
            task.work()

    @property
    def newest_first(self) -> list[tuple[int, Task]]:
        """All tasks with their numbers, the newest first."""
        with self._lock:
            return [*enumerate(self._tasks, 1)][::-1]

    @property
    def are_open(self) -> bool:
        """Whether any task waits or runs."""
        return any(task.is_open for _, task in self.newest_first)

    def stop(self, number: int) -> None:
        """Stop the task with this number, if there is one."""
        for known_number, task in self.newest_first:
            if known_number == number:
                task.stop()

    def stop_all(self) -> None:
        """Stop all tasks that are not done, the newest first."""
        for _, task in self.newest_first:
            task.stop()
