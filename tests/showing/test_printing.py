from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rajas_sim.analysis import load_run
from rajas_sim.questions.run.played import PlayedRun
from rajas_sim.questions.shared_options import complete_run
from rajas_sim.showing.notebook import ShownAnswer
from rajas_sim.showing.printing import echo, on_one_line, printable
from tests.analysis.synthetic_run import Recipe, change_manifest, write_run

PACKAGE = Path(__file__).parents[2] / "rajas_sim"
#: Red, a new title of the window, the 8-bit form of the first, a bell, and a return to the beginning of the line.
COMMANDS = "\x1b[31m\x1b]0;gone\x07\x9b31m\x07\r"


@pytest.fixture
def forged_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a run of somebody who puts commands for a terminal into every text of a manifest, and into the label."""
    monkeypatch.chdir(tmp_path)
    folder = write_run(tmp_path / "reports" / "forged-00000000", Recipe(players=(2,), blocks=20))
    (folder / "label.txt").write_text(f"{COMMANDS}label", encoding="utf-8")
    change_manifest(folder, question=f"{COMMANDS}Who wins?", command=f"rajas {COMMANDS}", complete=False)
    return folder


def has_commands(text: str) -> bool:
    return any(character in text for character in COMMANDS if not character.isprintable())


def test_control_characters_are_printed_as_escapes_and_lines_stay() -> None:
    assert printable("a\x1b[31mb\x9b\x7f\n\tc") == "a\\u001b[31mb\\u009b\\u007f\n\tc"
    assert on_one_line("two\nlines\tof \u00e4 \u2013 cell") == "two\\nlines\\tof \u00e4 \u2013 cell"


def test_json_is_the_same_after_it_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    echo(json.dumps({"text": COMMANDS}, indent=2, ensure_ascii=False))
    assert json.loads(capsys.readouterr().out) == {"text": COMMANDS}


@pytest.mark.skipif(os.name == "nt", reason="terminals are made otherwise there")
@pytest.mark.parametrize("arguments", [("runs", "list"), ("report", "forged"), ("run", f"{COMMANDS}.toml"), ("runs", COMMANDS)])
def test_a_terminal_gets_no_commands_from_what_somebody_wrote(forged_run: Path, arguments: tuple[str, ...]) -> None:
    ours, theirs = os.openpty()
    code = "from rajas_sim.cli import main; main()"
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "300", "PYTHONPATH": str(PACKAGE.parent)}
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        said = b"".join(iter(lambda: _read(ours), b"")).decode().replace("\r\n", "\n")
    os.close(ours)
    assert "forged" in said or "error: " in said
    assert not has_commands(said)


def _read(terminal: int) -> bytes:
    """Read what is there; nothing once the program has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_python_prints_an_answer_without_them(forged_run: Path) -> None:
    answer = PlayedRun(load_run(forged_run)).answer
    findings = tuple(replace(finding, sentence=f"{COMMANDS}{finding.sentence}") for finding in answer.findings)
    assert not has_commands(repr(ShownAnswer(replace(answer, findings=findings))))


def test_the_shell_is_offered_no_label_with_them(forged_run: Path) -> None:
    assert complete_run("") == ["forged-00000000"]


def test_the_page_on_what_runs_code_shows_such_an_escape() -> None:
    assert f"escapes (`{printable(COMMANDS[0])}`)" in (PACKAGE.parent / "docs" / "security.md").read_text(encoding="utf-8")


def test_everything_is_printed_by_one_function() -> None:
    def uses(text: str) -> list[str]:
        return sorted(path.name for path in PACKAGE.rglob("*.py") if text in path.read_text(encoding="utf-8"))

    assert uses("typer.echo(") == ["errors.py", "printing.py"], "print by showing.printing.echo; errors.py colours its first word"
    assert uses("secho(") == []
