"""Every question: the terminal, JSON, a notebook and a page say the same, and the command that is printed gives it again."""

from __future__ import annotations

import errno
import html
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from rajas_sim.analysis.answer import Curves, Figure, Intervals, Map, SheetMap
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.cli.app import app
from rajas_sim.questions import QUESTIONS
from rajas_sim.questions.question import Question
from rajas_sim.questions.shared_options import options_of
from rajas_sim.showing.as_json import answer_schema, plain_values
from rajas_sim.showing.cells import shown_columns, text_at
from rajas_sim.showing.notebook import ShownAnswer
from rajas_sim.showing.terminal import print_answer
from tests.long_cases import short_and_long
from tests.plain_pages import draw_nothing, open_no_games
from tests.questions.asked import ASKED
from tests.showing.browsing import LAPTOP, LARGE, NEEDS_BROWSER, PHONE, SMALL, opened, require_readable

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(scope="module", autouse=True)
def same_speed() -> Iterator[None]:
    """Let every machine play as many games in a second, since answers say how long games take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rajas_sim.questions.plan.needs.games_per_second", lambda run, players: 1000.0 / players)
        yield


#: Each question in the way that has its name; the other ways, which take minutes, belong to `make test-long`.
WAYS = [
    pytest.param(name, marks=() if name in {entry.name for entry in QUESTIONS} - {"ensemble"} else pytest.mark.long)
    for name in sorted(ASKED)
]
#: What pages and commands have in common needs fewer.
A_FEW = pytest.mark.parametrize(
    "asked", short_and_long(3, ["run", "luck", "solve", *sorted({*ASKED} - {"run", "luck", "solve"})]), indirect=True
)


@pytest.fixture(scope="module", params=WAYS)
def asked(
    request: pytest.FixtureRequest, same_speed: None, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, ShownAnswer, Path]:
    """Ask a question; return how it is asked, what was found, and the folder it was asked in.

    The reports of runs, which no test here reads, have no pictures.
    """
    folder = tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
        open_no_games(patch)
        return request.param, ASKED[request.param].ask(folder), folder


@pytest.fixture(scope="module")
def page(asked: tuple[str, ShownAnswer, Path]) -> Path:
    return asked[1].write(asked[2] / "page.html")


def cells(shown_answer: ShownAnswer) -> Iterator[tuple[str, int, str, Any, str]]:
    """Go through the cells that text shows: table, row, column, cell, and its text."""
    for key, table in shown_answer.answer.tables.items():
        for i, row in enumerate(table.rows):
            for column in shown_columns(table):
                yield key, i, column.key, row.get(column.key), text_at(table, row, column.key)


def printed(shown_answer: ShownAnswer, capsys: pytest.CaptureFixture[str], **options: Any) -> str:
    capsys.readouterr()
    print_answer(shown_answer.answer, **options)
    return capsys.readouterr().out


def text_of(page: Path) -> str:
    bare = re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))
    return " ".join(html.unescape(bare).replace("\u202f", " ").replace("\u2011", "-").split())


def test_every_question_is_asked() -> None:
    assert {question.name for question in QUESTIONS} == {entry.name for entry in ASKED.values()}


def columns_of(figure: Figure) -> tuple[str | None, ...]:
    """The columns that a figure names."""
    match figure:
        case Intervals():
            where = (column for column, _ in figure.only_rows)
            others = (figure.label, figure.filled, figure.stressed, figure.group, *where)
        case Curves():
            others = (figure.x, figure.by, figure.drawn_column, *(end for mark in figure.marks for end in (mark.low, mark.high)))
        case Map():
            return (figure.label, *figure.columns, figure.marked, figure.dashed)
        case SheetMap():
            return ("area", "row", "column", "share")
    return (*others, *(mark.column for mark in figure.marks))


def test_keys_say_what_is_meant(asked: tuple[str, ShownAnswer, Path]) -> None:
    answer = asked[1].answer
    keys = [finding.key for finding in answer.findings]
    tables = [table.key for panel in answer.panels for table in panel.tables]
    assert len({*keys}) == len(keys)
    assert len({*tables}) == len(tables)
    cards = [*answer.cards, *(card for section in answer.sections for card in section.cards)]
    shown_keys = {key for card in cards for key in card.findings}
    shown_keys |= {key for section in answer.sections for key in section.findings}
    shown_keys |= {key for panel in answer.panels for key in panel.findings}
    assert shown_keys <= {*keys}
    assert {finding.key for finding in answer.findings if not finding.in_table} <= shown_keys
    for panel in answer.panels:
        for figure in panel.figures:
            table = answer.tables[figure.table]
            assert {column for column in columns_of(figure) if column} <= {column.key for column in table.columns}
    for table in answer.tables.values():
        assert all({*row} <= {column.key for column in table.columns} for row in table.rows), table.key
    assert all(finding.sentence.endswith(".") and not finding.sentence.endswith("..") for finding in answer.findings)


def test_json_has_every_finding_and_every_cell(asked: tuple[str, ShownAnswer, Path]) -> None:
    _, shown_answer, _ = asked
    document = plain_values(shown_answer.answer)
    jsonschema.validate(document, answer_schema())
    assert [entry["key"] for entry in document["findings"]] == [finding.key for finding in shown_answer.answer.findings]
    panels = [panel for section in document["sections"] for panel in section["panels"]]
    panels += [document["headline"]] if document["headline"] else []
    tables = {table["key"]: table for panel in panels for table in panel["tables"]}
    for key, row, column, cell, _ in cells(shown_answer):
        value = tables[key]["rows"][row].get(column)
        assert value == (cell.as_dict() if isinstance(cell, Estimate) else cell), (key, row, column)


def test_the_terminal_has_every_finding_and_every_cell(
    asked: tuple[str, ShownAnswer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown_answer, _ = asked
    text = printed(shown_answer, capsys)
    rows = {tuple(line.split("\t")) for line in text.splitlines()}
    assert all(f"{finding.sentence}\n" in text for finding in shown_answer.answer.findings if not finding.in_table)
    for table in shown_answer.answer.tables.values():
        for row in table.rows_in_short:
            assert tuple(text_at(table, row, column.key) for column in shown_columns(table)) in rows


def test_quietly_the_terminal_has_the_result_and_nothing_beside_it(
    asked: tuple[str, ShownAnswer, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown_answer, _ = asked
    answer, quiet_text = shown_answer.answer, printed(shown_answer, capsys, is_quiet=True)
    if answer.brief:
        assert quiet_text == f"{answer.brief}\n"
        return
    lines = quiet_text.splitlines()
    assert lines[0] == answer.in_one_sentence
    assert {finding.sentence for finding in answer.findings if not finding.in_table} <= {*lines}
    notes = {table.note for table in answer.tables.values() if table.note}
    assert not {*lines} & {*answer.remarks, *notes}


def test_a_notebook_has_every_finding_and_every_number(asked: tuple[str, ShownAnswer, Path]) -> None:
    _, shown_answer, _ = asked
    assert repr(shown_answer).endswith("\n".join(finding.sentence for finding in shown_answer.answer.findings))
    view = html.unescape(shown_answer._repr_html_())
    assert all(sentence in view for sentence in shown_answer.sentences)
    frames = shown_answer.tables
    for key, row, column, cell, _ in cells(shown_answer):
        if isinstance(cell, Estimate):
            frame = frames[key]
            ends = [frame[f"{column}{end}"][row] for end in ("", "_low", "_high", "_n")]
            assert ends == pytest.approx([cell.value, cell.low, cell.high, cell.n], nan_ok=True)
    for panel in shown_answer.answer.panels:
        for figure in panel.figures:
            assert shown_answer.plot(figure.table).axes


@A_FEW
def test_the_page_has_every_finding_and_every_cell(asked: tuple[str, ShownAnswer, Path], page: Path) -> None:
    _, shown_answer, _ = asked
    text = text_of(page)
    said = [" ".join(finding.sentence.split()) for finding in shown_answer.answer.findings]
    for sentence in said:
        assert text.count(sentence) == said.count(sentence)
    for key, row, column, _, written in cells(shown_answer):
        assert " ".join(written.split()) in text, (key, row, column)
    assert "printed values in play are assumed" in text
    assert shown_answer.answer.provenance.question in text


@pytest.mark.parametrize("asked", short_and_long(2, ["luck", "solve", *sorted({*ASKED} - {"luck", "solve"})]), indirect=True)
def test_a_page_that_is_written_again_has_the_same_bytes(asked: tuple[str, ShownAnswer, Path], page: Path) -> None:
    assert page.read_bytes() == asked[1].write(page.with_name("again.html")).read_bytes()


@A_FEW
def test_the_command_gives_the_same_answer_in_an_empty_folder_or_where_its_runs_are(
    asked: tuple[str, ShownAnswer, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, shown_answer, folder = asked
    draw_nothing(monkeypatch)
    open_no_games(monkeypatch)
    monkeypatch.chdir(folder if ASKED[name].runs else tmp_path)
    words = re.findall(r"'[^']*'|\S+", shown_answer.answer.command)
    result = CliRunner().invoke(app, [word.strip("'") for word in words[1:]] + ["--json"], prog_name="rajas")
    again, first = json.loads(result.stdout), plain_values(shown_answer.answer)
    for document in (again, first):
        for timed in ("facts", "pace"):
            document["provenance"].pop(timed)
        for left_out in ("files", "remarks", "brief"):
            document.pop(left_out)
    assert again == first


def test_the_wording_is_that_of_the_snapshot(asked: tuple[str, ShownAnswer, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Write the snapshots with ``RAJAS_SNAPSHOTS=write``, and read what changed before you commit it."""
    name, shown_answer, _ = asked
    path = SNAPSHOTS / f"{name}.txt"
    cards = "".join(
        f"[{card.tone}] {card.title}: {' | '.join(filter(None, (card.number, card.measure, card.word)))} ({card.basis})\n"
        for card in shown_answer.answer.cards
    )
    answer = replace(shown_answer.answer, files={}, remarks=())
    text = re.sub(r"-[0-9a-f]{8}\b", "-hash", f"{answer.title}\n{cards}\n{printed(ShownAnswer(answer), capsys)}")
    if os.environ.get("RAJAS_SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@A_FEW
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=marks, id=str(size[0]))
        for marks, sizes in ((NEEDS_BROWSER, (PHONE,)), ([*NEEDS_BROWSER, pytest.mark.long], (SMALL, LAPTOP, LARGE)))
        for size in sizes
    ],
)
def test_everybody_can_read_the_page_in_a_window_of_any_size(browser: Browser, page: Path, size: tuple[int, int]) -> None:
    view = opened(browser, page, size)
    values = view.locator("main figure svg .value:visible")
    if values.count():
        values.first.hover(force=True)  # another point may lie on top of it
        assert view.locator(".tip").is_visible()
    require_readable(view)


@A_FEW
@pytest.mark.parametrize("needed", [pytest.param(None, marks=NEEDS_BROWSER)])
def test_the_page_opens_on_its_answer(needed: None, browser: Browser, page: Path, asked: tuple[str, ShownAnswer, Path]) -> None:
    answer = asked[1].answer
    view = opened(browser, page, SMALL)
    assert view.locator("header .in-one-sentence").inner_text().replace("\u202f", " ") == answer.in_one_sentence
    assert (view.locator("#answer figure > svg").count() == 1) is (answer.headline is not None)
    for part in (*view.locator("#answer .card").all()[:4], *view.locator("#answer figure > svg").all()):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL[1]


Rajas = Callable[..., Any]


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rajas:
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words], prog_name="rajas")


@pytest.mark.parametrize("question", [entry for entry in QUESTIONS if not entry.has_own_page], ids=lambda question: question.name)
def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(question: Question, rajas: Rajas) -> None:
    subjects = ["start_player"] * len(question.subject_names)
    sentences = {"none/page.html": "there is no folder none", ".": "is a folder", "/": "is a folder"}
    for page, sentence in sentences.items():
        refused = rajas(question.name, *subjects, "--html", page)
        assert (refused.exit_code, Path("reports").exists()) == (2, False)
        assert f"--html {page}: {sentence}" in refused.stderr


def test_a_page_in_a_folder_that_cannot_be_written_is_refused_before_anything_is_played(
    rajas: Rajas, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("rajas_sim.study.folder.places.TemporaryFile", refuse)
    refused = rajas("luck", "start_player", "--html", "page.html")
    assert (refused.exit_code, refused.stderr) == (1, "error: .: cannot be written: Read-only file system\n")
    assert not Path("reports").exists()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_every_option_is_explained_and_has_its_name_in_python(question: type[Question], rajas: Rajas) -> None:
    import inspect

    from rajas_sim import experiment

    help_text = rajas(question.name, "--help").stdout
    function = getattr(experiment, question.name)
    for option in options_of(question):
        assert option.info.help
        assert option.flag.partition("/")[0] in help_text
        assert option.name in inspect.signature(function).parameters
        assert option.info.help in function.__doc__
