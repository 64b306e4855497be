"""`rajas export`: the tables of a run for other programs."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rajas_sim import experiment
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.showing import table_files
from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.places import part_of
from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
SMALL = """\
name = "small"
question = "Who wins?"
game = "ganges"
players = [2, 3]
line_up = ["random"]
blocks = 3
tables = ["games", "seats", "spaces"]
[[arms]]
name = "rich"
overrides = { "setup.karma" = 2 }
"""
NAMES = ["sentences", "results", "games", "seats", "spaces"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the run once for all tests; each gets a copy of it."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "small.toml").write_text(SMALL)
    experiment.run(folder / "small.toml", out=folder / "reports", report=False)
    return folder


@pytest.fixture
def folder(rajas: Rajas, played: Path) -> Path:
    shutil.copytree(played, ".", dirs_exist_ok=True)
    return next(Path("reports").iterdir())


def expected(folder: Path, name: str) -> pl.DataFrame:
    """Return a table as Python has it, with words as text."""
    run = experiment.load(folder)
    if name == "sentences":
        return pl.DataFrame({"sentence": [run.answer.in_one_sentence, *run.sentences]})
    frame: pl.DataFrame = run.numbers if name == "results" else getattr(run, name).collect()
    return frame.with_columns(pl.selectors.by_dtype(pl.Enum).cast(pl.String))


@pytest.mark.parametrize(("file_format", "read"), short_and_long(1, [("csv", pl.read_csv), ("parquet", pl.read_parquet)]))
def test_each_table_is_a_file_with_all_rule_sets_and_numbers_of_players(
    rajas: Rajas, folder: Path, file_format: str, read: Callable[[Path], pl.DataFrame]
) -> None:
    result = rajas("export", "small", "--format", file_format)
    out = Path(f"{folder.name}-tables")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, f"Wrote {out}")
    assert sorted(path.name for path in out.iterdir()) == sorted(f"{name}.{file_format}" for name in NAMES)
    for name in NAMES:
        written = read(out / f"{name}.{file_format}")
        assert_frame_equal(written, expected(folder, name), check_dtypes=False)
        assert all(dtype == pl.String or dtype == pl.Boolean or dtype.is_numeric() for dtype in written.dtypes)


def test_the_numbers_of_the_report_have_words_and_intervals(rajas: Rajas, folder: Path) -> None:
    assert rajas("export", "small", "--table", "results", "--out", "out", "--quiet").stdout == "out\n"
    assert sorted(path.name for path in Path("out").iterdir()) == ["results.csv", "sentences.csv"]
    results = pl.read_csv("out/results.csv")
    assert all(path.read_bytes().startswith(b"\xef\xbb\xbf") for path in Path("out").iterdir()), "for Excel"
    words, number = (
        ["players", "section", "panel", "table", "row", "number"],
        ["value", "low", "high", "level", "n", "method", "name"],
    )
    assert results.columns == [*words, *number]
    share = results.row(
        by_predicate=(pl.col("players") == 2)
        & (pl.col("table") == "win share by position")
        & (pl.col("row") == "1 (start)")
        & (pl.col("number") == "win share (interval)"),
        named=True,
    )
    assert share["section"] == "Who wins from which seat"
    assert share["low"] < share["value"] < share["high"]
    assert share["n"] == 3


def test_a_database_has_a_table_for_each(rajas: Rajas, folder: Path) -> None:
    assert rajas("export", "small", "--format", "sqlite").exit_code == 0
    with closing(sqlite3.connect(f"{folder.name}.sqlite")) as database:
        for name in NAMES:
            frame = expected(folder, name)
            rows = database.execute(f"SELECT * FROM {name}")
            assert [column[0] for column in rows.description] == frame.columns
            assert rows.fetchall() == frame.rows()
        types = {name: kind for _, name, kind, *_ in database.execute("PRAGMA table_info(games)")}
    assert (types["seed"], types["end_reason"], types["margin"]) == ("INTEGER", "TEXT", "REAL")


def test_a_workbook_has_a_sheet_for_each(rajas: Rajas, folder: Path) -> None:
    result = rajas("export", "small", "--format", "xlsx", "--out", "book")
    assert (result.exit_code, result.stderr) == (0, "")
    with ZipFile("book.xlsx") as book:
        assert re.findall(r'<sheet name="(\w+)"', book.read("xl/workbook.xml").decode()) == NAMES
        games = book.read("xl/worksheets/sheet3.xml").decode()
    first_row, second_row = re.findall("<row .*?</row>", games)[:2]
    frame = expected(folder, "games")
    assert re.findall("<t>(.*?)</t>", first_row) == frame.columns
    # Excel rounds integers of so many digits.
    assert f"<t>{frame['seed'][0]}</t>" in second_row
    assert f"<v>{frame['decisions'][0]}</v>" in second_row


def test_a_workbook_has_long_tables_only_if_they_are_named(rajas: Rajas, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n_games, n_seats = (len(expected(folder, name)) for name in ("games", "seats"))
    monkeypatch.setattr("rajas_sim.questions.run.exported_tables.HANDY_ROWS", n_games)
    said = rajas("export", "small", "--format", "xlsx", "--out", "short.xlsx").stdout
    assert f"{n_seats} rows  seats: left out, since so long a sheet is slow; --table seats or --format csv has it" in said
    for options, has_seats in ((("--out", "few.xlsx"), False), (("--table", "seats", "--out", "one.xlsx"), True)):
        assert rajas("export", "small", "--format", "xlsx", *options).exit_code == 0
        with ZipFile(options[-1]) as book:
            assert ('name="seats"' in book.read("xl/workbook.xml").decode()) is has_seats


def test_a_text_that_looks_like_a_formula_stays_a_text(tmp_path: Path) -> None:
    table = table_files.NamedTable(
        "labels", [pl.LazyFrame({"label": ["=1+1", "http://x.invalid"], "share": [0.5, float("nan")]})]
    )
    path = tmp_path / "labels.xlsx"
    table_files.write_tables([table], {"labels": path}, table_files.FileFormat.XLSX)
    with ZipFile(path) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<t>=1+1</t>" in sheet
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    assert sheet.count("<v>") == 1


def test_a_table_that_is_longer_than_a_sheet_is_refused_before_anything_is_written(
    rajas: Rajas, refusal: Callable[..., str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "EXCEL_ROWS", 11)
    monkeypatch.setattr(
        "rajas_sim.questions.run.exported_tables.PlayedRun", lambda run: pytest.fail("the estimates were computed before")
    )
    every_table = [word for name in ("games", "seats") for word in ("--table", name)]
    said = refusal("export", "small", "--format", "xlsx", *every_table, "--out", "book.xlsx")
    n_games, n_seats = (len(expected(folder, name)) for name in ("games", "seats"))
    assert f"error: table games: has {n_games} rows, and a sheet of Excel holds 10 below its heading. Use --format csv" in said
    assert f"error: table seats: has {n_seats} rows" in said
    assert not list(Path().glob("book*"))


def test_a_workbook_needs_a_library(refusal: Callable[..., str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "find_spec", lambda name: None)
    said = refusal("export", "small", "--format", "xlsx")
    how = "pip install 'rajas[excel]' (in a clone of rajas: pip install -e '.[excel]')"
    assert said == f"error: --format xlsx: needs XlsxWriter; install it with: {how}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "pdf"], "--format pdf: possible are csv, parquet, xlsx or sqlite"),
        (["--table", "seat"], "--table seat: this run has no such table; it has results, games, seats, spaces"),
        (["--out", "nowhere/out"], "--out nowhere/out: there is no folder nowhere"),
        (["--out", "small.toml"], "--out small.toml: is not a folder"),
        (["--format", "xlsx", "--out", "reports"], "--out reports: is a folder; a file is to be written there"),
    ],
)
def test_what_cannot_be_written_is_said(refusal: Callable[..., str], folder: Path, arguments: list[str], message: str) -> None:
    assert refusal("export", "small", *arguments) == f"error: {message}"


@pytest.mark.parametrize("is_link", [False, True])
def test_nothing_is_overwritten_and_no_link_is_followed(refusal: Callable[..., str], folder: Path, is_link: bool) -> None:
    Path("out").mkdir()
    games, elsewhere = Path("out/games.csv"), Path("elsewhere.csv")
    if is_link:
        games.symlink_to(elsewhere.resolve())
    else:
        games.write_text("mine")
    assert refusal("export", "small", "--out", "out") == "error: --out out: games.csv exists already; choose another place"
    assert [path.name for path in Path("out").iterdir()] == ["games.csv"]
    assert not elsewhere.exists()


def test_a_table_that_is_a_link_is_not_read(refusal: Callable[..., str], folder: Path) -> None:
    table = folder / "tables" / "games" / "2p-00000.parquet"
    table.rename("elsewhere.parquet")
    table.symlink_to(Path("elsewhere.parquet").resolve())
    assert f"{table}: is a link" in refusal("export", "small", "--out", "out")
    assert not Path("out").exists()


def test_a_name_of_a_table_that_leads_elsewhere_is_refused(
    refusal: Callable[..., str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rajas_sim.analysis.reading.run.require_whole", lambda folder: None)
    path = folder / "manifest.json"
    manifest = Manifest.model_validate_json(path.read_bytes())
    path.write_text(manifest.model_copy(update={"tables": ("games", "../../elsewhere")}).to_json())
    assert "'../../elsewhere' is no name of a table" in refusal("export", "small", "--out", "out")


@pytest.mark.parametrize("file_format", short_and_long(2, [*table_files.FileFormat]))
def test_what_was_written_halfway_is_removed(
    rajas: Rajas, folder: Path, file_format: table_files.FileFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(Path().iterdir())
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no full device")

    def part_without_room(path: Path) -> Path:
        part = part_of(path)
        part.symlink_to(full)
        return part

    monkeypatch.setattr(table_files, "part_of", part_without_room)
    result = rajas("export", "small", "--format", file_format)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {folder.name}")
    assert "cannot be written" in result.stderr
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("game", GAMES)
def test_no_table_of_a_game_has_lists_in_its_cells(game: str) -> None:
    reports = Path(__file__).parents[2] / "reports"
    tables = reports / ("example" if game == "ganges" else f"example_{game}") / "tables"
    assert {folder.name for folder in tables.iterdir()} <= set(find_game(game).batches.tables)
    for folder in tables.iterdir():
        schema = pl.read_parquet_schema(next(folder.iterdir()))
        assert not [name for name, dtype in schema.items() if dtype.is_nested()]
