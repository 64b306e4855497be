"""`rajas runs`, and what else of the command line has to do with damaged runs."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.questions.shared_options import complete_run
from rajas_sim.study.folder.manifest import manifest_text
from rajas_sim.study.folder.notes import label_of

Rajas = Callable[..., Any]
HEADING = "run\tlabel\tday\tgame\tstrategies\tblocks\tgames\tplayers: verdict\tquestion"
SMALL = 'name = "small"\nquestion = "Who wins?"\ngame = "ganges"\nplayers = [2]\nline_up = ["random"]\nblocks = 20\n'


@pytest.fixture
def folder(rajas: Rajas) -> Path:
    Path("small.toml").write_text(SMALL)
    assert rajas("run", "small.toml", "--no-report").exit_code == 0
    return next(Path("reports").iterdir())


def test_runs_are_listed(rajas: Rajas, folder: Path) -> None:
    (Path("reports") / "notes").mkdir()
    heading, line = rajas("runs", "list").stdout.splitlines()
    assert heading == HEADING
    day = line.split("\t")[2]
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", day)
    assert line == f"{folder.name}\t\t{day}\tganges\trandom\t20\t20\t2: UNDECIDED\tWho wins?"
    assert rajas("runs").stdout == rajas("runs", "list").stdout


@pytest.mark.parametrize("command", [("report", "small"), ("run", "small.toml")])
def test_a_report_that_finds_no_space_says_so_before_it_is_begun(
    rajas: Rajas, folder: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str]
) -> None:
    def refuse(**options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("rajas_sim.study.folder.places.TemporaryFile", refuse)
    monkeypatch.setattr("rajas_sim.analysis.results_of", lambda run: pytest.fail("the report was begun"))
    refused = rajas(*command)
    assert refused.exit_code == 1
    assert refused.stderr == f"error: {folder}: cannot be written: No space left on device\n"


def test_runs_are_listed_for_scripts(rajas: Rajas, folder: Path) -> None:
    rajas("runs", "label", "small", "first try")
    (row,) = json.loads(rajas("runs", "list", "--json").stdout)
    assert (row["run"], row["label"], row["blocks"], row["verdicts"]) == (
        folder.name,
        "first try",
        {"2": 20},
        {"2": ["UNDECIDED"]},
    )


@pytest.fixture
def searched(rajas: Rajas) -> str:
    """Search for a number without ever running the experiment itself; return its name."""
    Path("searched.toml").write_text(
        SMALL.replace("small", "searched") + '[solve]\ngoal = { rounds = 40 }\nover = { "setup.karma" = [0, 1, 2] }\n'
    )
    assert rajas("solve", "searched.toml").exit_code in (0, 3)
    return "searched"


def test_runs_that_are_part_of_an_answer_are_one_line(rajas: Rajas, searched: str) -> None:
    listed_rows = json.loads(rajas("runs", "list", "--json").stdout)
    assert len(listed_rows) > 1
    assert all(row["asked_by"] == {"question": "solve", "experiment": searched} for row in listed_rows)
    heading, line = rajas("runs").stdout.splitlines()
    assert heading == f"{HEADING}\talso"
    cells = dict(zip(heading.split("\t"), line.split("\t"), strict=True))
    assert (cells["run"], cells["blocks"], cells["players: verdict"]) == (searched, "", "")
    assert cells["games"] == f"{sum(row['games'] for row in listed_rows):,}"
    assert cells["also"] == f"{len(listed_rows)} runs for solve"
    for command in (("runs", "--all"), ("runs", "list", "--all")):
        heading, *lines = rajas(*command).stdout.splitlines()
        assert heading == HEADING
        assert [line.split("\t")[0] for line in lines] == [row["run"] for row in listed_rows]
    refused = rajas("runs", "--all", "list")
    assert (refused.exit_code, refused.stderr) == (2, "error: --all belongs to the list: rajas runs list --all\n")


def test_they_are_counted_beside_the_run_of_the_experiment(rajas: Rajas, folder: Path) -> None:
    before = {path.name for path in Path("reports").iterdir()}
    assert rajas("plan", "small.toml", "--pilot", 100, "--set", "blocks=100").exit_code == 0
    (pilot,) = {path.name for path in Path("reports").iterdir()} - before
    heading, line = rajas("runs").stdout.splitlines()
    assert line.startswith(f"{folder.name}\t")
    assert line.endswith("\tWho wins?\t1 run for plan")
    # Neither its name nor its games say so: a run of an earlier version is told when the question is asked again.
    manifest = Path("reports") / pilot / "manifest.json"
    content = {key: value for key, value in json.loads(manifest.read_text()).items() if key != "asked_by"}
    manifest.write_text(manifest_text(content))
    assert len(rajas("runs").stdout.splitlines()) == 3
    assert rajas("plan", "small.toml", "--pilot", 100, "--set", "blocks=100").exit_code == 0
    assert rajas("runs").stdout.splitlines() == [heading, line]
    assert rajas("run", "small.toml", "--seed", 8, "--no-report").exit_code == 0
    lines = rajas("runs").stdout.splitlines()[1:]
    assert [line.split("\t")[0] for line in lines if line.endswith("\t1 run for plan")] == ["small"], "of which is unknown"
    assert len(lines) == 3


def test_what_continues_a_part_keeps_whose_part_it_is(rajas: Rajas, searched: str) -> None:
    (first, *_) = json.loads(rajas("runs", "list", "--json").stdout)
    config = Path("reports") / first["run"] / "config.toml"
    assert rajas("run", config, "--extend", "--blocks", 300, "--no-report").exit_code == 0
    (again, *_) = json.loads(rajas("runs", "list", "--json").stdout)
    assert again["games"] > first["games"]
    assert again["asked_by"] == first["asked_by"]


def test_verdicts_of_fewer_blocks_are_not_those_of_today(rajas: Rajas, folder: Path) -> None:
    note = folder / "verdicts.json"
    note.write_text(note.read_text().replace("20", "10"))
    assert "\tnot judged yet\t" in rajas("runs").stdout
    note.write_text("{")
    assert "\tnot judged yet\t" in rajas("runs").stdout
    assert rajas("report", "small").exit_code == 0
    assert "\t2: UNDECIDED\t" in rajas("runs").stdout


# --- labels


def test_a_label_stands_for_its_run(rajas: Rajas, folder: Path) -> None:
    said = rajas("runs", "label", "small", "before the change").stdout
    assert said == f"{folder} is called before the change.\n"
    assert rajas("runs", "check", "before the change").stdout.startswith(f"{folder}: whole")
    assert complete_run("bef") == ["before the change"]
    assert complete_run("sm") == [folder.name]


def test_a_run_is_called_as_it_was_told_to_be(rajas: Rajas, folder: Path) -> None:
    assert rajas("run", "small.toml", "--no-report", "--quiet", "--label", "mine").exit_code == 0
    assert label_of(folder) == "mine"
    assert rajas("run", "small.toml", "--seed", 3, "--no-report", "--quiet", "--label", "other").exit_code == 0
    refused = rajas("runs", "label", "other", "mine")
    assert (refused.exit_code, refused.stderr) == (2, f"error: the label 'mine' is already used by {folder.name}\n")
    replaced = rajas("run", "small.toml", "--no-report", "--label", "theirs")
    assert "Label   theirs; the run was labelled mine before." in replaced.stdout


@pytest.mark.parametrize("label", ["", "  ", "a/b", "-x", "x" * 61, "two\nlines"])
def test_what_could_be_taken_for_something_else_is_no_label(rajas: Rajas, folder: Path, label: str) -> None:
    result = rajas("run", "small.toml", "--no-report", f"--label={label}")
    assert result.exit_code == 2
    assert "a label is 1 to 60 letters, digits or spaces without a slash" in result.stderr


def test_a_run_without_manifest_is_listed_with_what_mends_it(rajas: Rajas, folder: Path) -> None:
    (folder / "manifest.json").unlink()
    result = rajas("runs", "list")
    command = f"rajas run {folder}/config.toml --out reports"
    assert result.stderr == f"error: {folder}: has lost its manifest.json; this writes it again:\n  {command}\n"
    assert (result.exit_code, result.stdout) == (1, f"{HEADING}\n")
    mended = rajas(*command.split()[1:], "--no-report")
    assert mended.exit_code == 0
    assert "note: " in mended.stderr
    assert "manifest.json: is missing or damaged" in mended.stderr
    listed = rajas("runs", "list")
    assert (listed.exit_code, listed.stderr) == (0, "")


def test_a_whole_run_is_said_to_be_whole(rajas: Rajas, folder: Path) -> None:
    result = rajas("runs", "check", "small")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{folder}: whole: 20 games in 1 shards, ")


def test_a_damaged_run_is_refused_by_all_and_mended_by_its_command(rajas: Rajas, folder: Path) -> None:
    path = folder / "tables" / "seats" / "2p-00000.parquet"
    before = path.read_bytes()
    path.unlink()
    checked = rajas("runs", "check", "small")
    command = f"rajas run {folder}/config.toml --out reports"
    assert checked.exit_code == 1
    assert checked.stderr == f"error: {path}: is missing\n{folder}: is damaged; this plays the damaged part again:\n  {command}\n"
    for arguments in (("report", "small"), ("replay", "small", 0)):
        refused = rajas(*arguments)
        assert refused.exit_code == 2
        assert f"error: {path}: is missing" in refused.stderr
    mended = rajas("run", "small.toml", "--no-report")
    assert mended.exit_code == 0
    assert mended.stderr == f"note: {path}: is missing; its games are played again\n"
    assert "\nPlayed 20 games: " in mended.stdout
    assert path.read_bytes() == before
    assert rajas("runs", "check", "small").exit_code == 0


def test_a_damaged_config_is_mended_by_the_command_that_is_named(rajas: Rajas, folder: Path) -> None:
    path = folder / "config.toml"
    path.unlink()
    checked = rajas("runs", "check", "small")
    assert checked.exit_code == 1
    begun_by = "rajas run small.toml --no-report"
    mends = f"{folder}: is damaged; the command that began the run mends it"
    assert checked.stderr.startswith(f"error: {path}: is missing\n{mends}:\n  ")
    for arguments in (("report", "small"), ("replay", "small", 0), ("rules", "diff", "small", "base")):
        assert f"error: {path}: is missing" in rajas(*arguments).stderr
    mended = rajas(*begun_by.split()[1:])
    assert (mended.exit_code, mended.stderr) == (0, f"note: {path}: is missing; it is written again\n")
    assert rajas("runs", "check", "small").exit_code == 0


def test_a_run_under_another_name_is_checked_as_well(rajas: Rajas, folder: Path) -> None:
    other = folder.rename(folder.with_name("example"))
    assert rajas("runs", "check", "example").exit_code == 0
    (other / "tables" / "seats" / "2p-00000.parquet").unlink()
    checked = rajas("runs", "check", "example")
    assert f"{other}: is damaged; call it {folder.name} again, and this plays the damaged part again:\n" in checked.stderr
    assert f"\n  rajas run {folder}/config.toml --out reports\n" in checked.stderr
