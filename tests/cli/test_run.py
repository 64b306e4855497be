from __future__ import annotations

import errno
import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.cli.output import _Patience
from rajas_sim.core.game import find_game
from rajas_sim.running.foreman import Progress
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file, shipped_names
from rajas_sim.study.config.toml_text import value_text

Rajas = Callable[..., Any]
SMALL = """\
name = "small"
question = "Who wins a short series?"
game = "ganges"
players = [2]
line_up = ["random", "balanced"]
blocks = 40
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_a_run_says_where_it_and_its_report_are(rajas: Rajas, small: Path) -> None:
    result = rajas("run", small)
    assert result.exit_code == 0, result.output
    (folder,) = Path("reports").iterdir()
    lines = result.stdout.splitlines()
    assert lines[0].startswith("With 2 players strategy 'balanced' is the strongest by ratings, 100.0 %")
    assert lines[1].startswith("Played 80 games: ")
    assert lines[2] == "Games   80 with 2 players"
    assert lines[-2:] == [f"Run     {folder}", f"Report  {folder / 'report.html'}"]
    assert (folder / "report.html").exists()


def test_a_run_says_why_one_strategy_alone_plays_several_games_a_block(rajas: Rajas, small: Path) -> None:
    def remarks(*options: str) -> list[str]:
        lines = rajas("run", small, "--no-report", "--blocks", 2, *(f"--set={option}" for option in options)).stdout.splitlines()
        return [line.strip() for line in lines if "A block has several games" in line]

    start, end = (
        "A block has several games, though one strategy plays every seat: ",
        ", so another seating may give another game.",
    )
    assert remarks("line_up=['random']") == []
    assert remarks("line_up=['random']", "variant=mixed") == [f"{start}the seats have different boards{end}"]
    compared = "line_ups={randoms=['random','random'],both=['random','balanced']}"
    assert remarks(compared) == [f"{start}mixed line-ups are compared, and random decides by chance{end}"]
    assert remarks("line_up=['balanced']", "variant=mixed") == [f"{start}the seats have different boards{end}"]
    assert remarks("line_up=['balanced']") == []
    assert remarks() == []


def tables_of(content: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of an answer by their keys."""
    return {table["key"]: table for section in content["sections"] for panel in section["panels"] for table in panel["tables"]}


def test_a_run_as_json_has_its_folder_its_games_and_its_estimates(rajas: Rajas, small: Path) -> None:
    result = rajas("run", small, "--json", "--no-report")
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["files"] == {"Run": str(*Path("reports").iterdir())}
    assert content["provenance"]["pace"]["new_games"] == 80
    tables = tables_of(content)
    assert tables["2p.played"]["rows"] == [{"games": 80, "blocks": 40}]
    shares = {row["strategy"]: row["share"] for row in tables["2p.strategies"]["rows"]}
    balanced = shares["balanced"]
    assert balanced["low"] <= balanced["value"] <= balanced["high"]
    assert (balanced["name"], balanced["n"]) == ("win_share.balanced", 40)


@pytest.mark.parametrize("money", [[1, 3, 4], [1, 2, 3, 4, 5]])
def test_all_arms_are_judged_in_a_table_and_few_in_sentences_too(rajas: Rajas, small: Path, money: list[int]) -> None:
    options = (small, "--no-report", "--blocks", 4, "--set", f"sweep.over.setup.money.1={money}")
    content = json.loads(rajas("run", *options, "--json").stdout)
    arms = ["baseline", *(f"setup.money.1={value}" for value in money if value != 3)]
    verdicts = [f for f in content["findings"] if f["key"].endswith(".verdict")]
    assert [f["key"] for f in verdicts] == [f"2p.{arm}.mixed.verdict" for arm in arms]
    printed = rajas("run", *options).stdout.splitlines()
    assert [f["sentence"] in printed for f in verdicts] == [len(arms) <= 4] * len(arms)
    rows = tables_of(content)["2p.seats"]["rows"]
    assert [row["arm"] for row in rows] == arms
    assert {row["verdict"] for row in rows} <= {"FAIR", "UNFAIR", "UNEVEN", "UNDECIDED"}
    labels = [row["label"] for row in tables_of(content)["2p.sweep"]["rows"]]
    assert labels == [f"{value} (printed)" if value == 3 else str(value) for value in money]


def test_a_point_of_a_sweep_is_replayed(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report", "--blocks", 2, "--set", "sweep.over.setup.money=[[3, 3, 3, 3]]")
    first = rajas("replay", "small", 1).stdout.splitlines()[0]
    assert first.startswith("Game 1: 2 players, block 0, order 0, rotation 0, arm setup.money=[3, 3, 3, 3]; seats")


def test_a_finished_run_is_left_alone_and_can_be_extended(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report")
    again = rajas("run", small, "--no-report")
    assert (again.exit_code, again.stdout.splitlines()[1]) == (
        0,
        "This run was finished before; no game was played, and all its games are reported.",
    )
    refused = rajas("run", small, "--no-report", "--blocks", 50)
    assert refused.exit_code == 2
    assert "finished with 40 blocks; add --extend to play 10 more" in refused.stderr
    extended = rajas("run", small, "--no-report", "--blocks", 50, "--extend")
    assert extended.exit_code == 0
    assert "Games   100 with 2 players" in extended.stdout


def test_the_command_of_the_report_plays_the_same_games_in_another_place(
    rajas: Rajas, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rajas("run", small, "--no-report", "--out", tmp_path / "mine")
    rajas("run", small, "--blocks", 50, "--extend", "--out", tmp_path / "mine", "--workers", 1)
    (folder,) = Path("mine").iterdir()
    (command,) = re.findall(r"<pre><code>(.*)</code></pre>", (folder / "report.html").read_text(encoding="utf-8"))
    assert command == f"rajas run {folder.name}/config.toml --blocks 50"
    assert str(tmp_path) not in (folder / "report.html").read_text(encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    shutil.copytree(folder, tmp_path / "elsewhere" / folder.name)
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = rajas(*shlex.split(command)[1:], "--no-report")
    assert again.exit_code == 0, again.stderr
    assert "Games   100 with 2 players" in again.stdout
    for path in (Path(folder.name) / "tables").rglob("*.parquet"):
        assert ("reports" / path).read_bytes() == path.read_bytes()


def test_a_ladder_of_strategies_says_what_holds_on_its_rungs(rajas: Rajas, small: Path) -> None:
    small.write_text(SMALL + "mirror = true\n[strategies.random]\nstrategy = 'random'\nblocks = 10\n")
    content = json.loads(rajas("run", small, "--no-report", "--json").stdout)
    tables = tables_of(content)
    assert tables["2p.played"]["rows"][0]["games"] == 50
    assert [row["line_up"] for row in tables["2p.ladder"]["rows"]] == ["random", "balanced"]
    keys = {finding["key"] for finding in content["findings"]}
    assert "2p.ladder" in keys
    assert not keys & {"2p.strategies", "2p.strongest"}


def test_several_line_ups_and_rule_sets_say_what_each_rule_set_moves_in_each_line_up(rajas: Rajas, small: Path) -> None:
    arm = "[[arms]]\nname = 'poor'\noverrides = { setup.money = [1, 2, 3, 4] }\n"
    small.write_text(SMALL.replace('line_up = ["random", "balanced"]', 'line_ups = [["random", "balanced"], ["balanced"]]') + arm)
    content = json.loads(rajas("run", small, "--no-report", "--blocks", 20, "--json").stdout)
    tables = tables_of(content)
    assert [row["line_up"] for row in tables["2p.ladder"]["rows"]] == ["random+balanced", "balanced"]
    moves = tables["2p.moves"]["rows"]
    assert [(row["arm"], row["line_up"]) for row in moves] == [("poor", "random+balanced"), ("poor", "balanced")]
    directions = {row[f"{number}.direction"] for row in moves for number in ("win_share.position_1", "rounds")}
    assert directions <= {"more", "less", "undecided"}
    assert {"2p.ladder", "2p.poor.moves"} <= {finding["key"] for finding in content["findings"]}


def test_a_pipe_hears_of_compiling_only_if_it_is_needed(rajas: Rajas, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rajas("play").exit_code == 0
    monkeypatch.setattr("rajas_sim.cli.output.PATIENCE_S", -1.0)
    for is_needed, said in (
        (False, []),
        (True, ["Compiling the game for this machine. This takes a minute or two, once after installing."]),
    ):
        monkeypatch.setattr("rajas_sim.core.engine.kernel.must_be_compiled", lambda game, last, is_needed=is_needed: is_needed)
        result = rajas("run", small, "--no-report", "--seed", int(is_needed))
        assert result.stderr.splitlines() == said


def test_a_terminal_is_told_once_why_it_must_wait(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("rajas_sim.cli.output.PATIENCE_S", -1.0)
    for is_said in (True, False):
        patience = _Patience(is_said)
        for _ in range(2):
            patience(Progress(0, 10, 0.0))
        assert capsys.readouterr().err.count("Compiling") == int(not is_said)


def test_replay_tells_a_game_of_the_run(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report")
    result = rajas("replay", "small", 1)
    assert result.exit_code == 0, result.stderr
    first = result.stdout.splitlines()[0]
    assert first == "Game 1: 2 players, block 0, order 0, rotation 1, arm baseline; seats in turn order: balanced, random"


@pytest.mark.long
def test_the_page_of_a_game_is_put_beside_the_run_or_where_it_is_wanted(
    rajas: Rajas, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("typer.launch", shown.append)
    rajas("run", small, "--no-report")
    (folder,) = Path("reports").iterdir()
    result = rajas("replay", "small", 1, "--open")
    assert result.stdout.splitlines()[-1] == f"Page    {folder / 'replay-1.html'}"
    assert shown == [str(folder / "replay-1.html")]
    assert rajas("replay", "small", 1, "--html", "other.html", "--quiet").exit_code == 0
    assert Path("other.html").read_bytes() == Path(shown[0]).read_bytes()


def test_report_writes_the_page_again(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report")
    result = rajas("report", "small")
    assert result.exit_code == 0
    assert Path(result.stdout.strip()).name == "report.html"


@pytest.mark.long
def test_another_tolerance_makes_a_second_page_beside_the_first(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report")
    (folder,) = Path("reports").iterdir()
    page = folder / "report-tolerance-0.1.html"
    assert rajas("report", "small", "--tolerance", 0.1).stdout == f"{page}\n"
    text = page.read_text(encoding="utf-8")
    assert (
        "This page judges by a tolerance of 10 points. The run\u2019s own page, report.html, judges by a tolerance of 2 points."
        in text
    )
    assert "--set tolerance=0.1</code>" in text
    again = rajas("run", small, "--set", "tolerance=0.1")
    assert f"Report  {page}" in again.stdout
    assert page.read_text(encoding="utf-8") == text
    assert "within 2 points" in (folder / "report.html").read_text()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["tolerance"], [look["tolerance"] for look in manifest["looks"]]) == (0.02, [0.02, 0.1])
    assert rajas("report", "small", "--tolerance", 0.02).stdout == f"{folder / 'report.html'}\n"
    text = (folder / "report.html").read_text()
    assert "readers saw the estimates 2 times, at 40 blocks, under tolerances of 2 points and 10 points" in text


@pytest.mark.long
def test_tolerances_that_differ_by_little_have_pages_of_their_own(rajas: Rajas, small: Path) -> None:
    rajas("run", small, "--no-report", "--blocks", 2)
    pages = {rajas("report", "small", "--tolerance", tolerance).stdout for tolerance in ("0.0500001", "0.05000011")}
    assert {Path(page.strip()).name for page in pages} == {
        "report-tolerance-0.0500001.html",
        "report-tolerance-0.05000011.html",
    }


def test_a_file_the_system_does_not_hand_over_is_named(rajas: Rajas, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "box.toml")

    monkeypatch.setattr("rajas_sim.study.folder.store.RunFolder.write_question", refuse)
    result = rajas("run", small, "--no-report", "--blocks", 2)
    assert (result.exit_code, result.stderr) == (1, "error: box.toml: Permission denied\n")


@pytest.mark.parametrize("tolerance", ["0", "0.5", "-1", "nan"])
def test_an_impossible_tolerance_is_refused(rajas: Rajas, small: Path, tolerance: str) -> None:
    rajas("run", small, "--no-report", "--blocks", 1)
    result = rajas("report", "small", "--tolerance", tolerance)
    assert (result.exit_code, result.stderr.partition(", found")[0]) == (2, "error: the tolerance must lie between 0 and 0.5")


def test_a_quiet_run_prints_its_folder_alone(rajas: Rajas, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.core.engine.kernel.must_be_compiled", lambda game, last: True)
    result = rajas("run", small, "--no-report", "--blocks", 2, "--quiet")
    (folder,) = Path("reports").iterdir()
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{folder}\n", "")


@pytest.mark.parametrize("command", [("play", "--seed", 7), ("replay", "small", 1)])
def test_a_quiet_game_is_told_by_its_end(rajas: Rajas, small: Path, command: tuple[object, ...]) -> None:
    rajas("run", small, "--no-report", "--blocks", 1)
    loud, quiet = rajas(*command), rajas(*command, "-q")
    lines = quiet.stdout.splitlines()
    assert (len(lines), lines) == (3, loud.stdout.splitlines()[-3:])
    assert lines[0].startswith("End after round ")


@pytest.mark.parametrize("command", [("components", "export", "box.toml"), ("strategies", "new", "mine")])
def test_what_is_written_quietly_is_named_alone(rajas: Rajas, command: tuple[str, ...]) -> None:
    result = rajas(*command, "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    assert Path(result.stdout.strip()).is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["nope.toml"],
            "nope.toml: no such file. Shipped experiments: budget, careless, charmers_careless, charmers_expert_among_three, ",
        ),
        (["start_playr"], "unknown experiment 'start_playr'; did you mean 'start_player'"),
        (["start_player", "--set", "players=[5]"], "--set players=[5]: players: found 5; ganges is played by 2, 3, 4"),
        (["start_player", "--blocks", "0"], "--blocks 0: blocks: must be 1 or more, found 0"),
        (["start_player", "--components", "box.toml"], "--components box.toml: components: box.toml: "),
        (["start_player", "--set", "line_up=['balancd']"], "unknown strategy 'balancd'; did you mean 'balanced'?"),
        (["start_player", "--resume", "--extend"], "--resume and --extend: give one of them"),
    ],
)
def test_wrong_input_is_named_and_ends_with_2(rajas: Rajas, arguments: list[str], sentence: str) -> None:
    result = rajas("run", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_wrong_value_of_a_sweep_is_refused_with_its_path(rajas: Rajas, small: Path) -> None:
    small.write_text(SMALL + "[sweep.over]\nsetup.karma = [1, 99]\n")
    result = rajas("run", small)
    assert result.exit_code == 2
    assert f"{small}:8: sweep.over.setup.karma: value 99: " in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("game", "experiments"), [("ganges", ("readings", "readings_navaratnas")), ("charmers", ("charmers_readings",))]
)
def test_the_experiments_on_readings_play_every_reading_of_a_game(game: str, experiments: tuple[str, ...]) -> None:
    changed: list[str] = []
    for name in experiments:
        rules = load_experiment(find_file("experiment", name)).config.rules_of_arms
        changed += {path for arm in rules.values() for path in arm.overrides}
    readings = [row["path"] for row in find_game(game).rules(4).rows() if row["path"].startswith("readings.")]
    assert sorted(changed) == sorted(readings)


def test_every_problem_in_the_form_of_a_file_is_printed(rajas: Rajas, small: Path) -> None:
    small.write_text(SMALL.replace("40", "0") + "sed = 5\n")
    result = rajas("run", small)
    assert result.exit_code == 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [f"{small}:6", f"{small}:7"]


def test_a_folder_that_cannot_be_written_ends_with_1(rajas: Rajas, small: Path) -> None:
    Path("file").write_text("")
    result = rajas("run", small, "--out", "file/below")
    assert result.exit_code == 1
    assert "Not a directory" in result.stderr


def test_a_changed_rule_is_refused_by_name(rajas: Rajas, small: Path) -> None:
    small.write_text(SMALL + "[[arms]]\nname = 'rich'\noverrides = { setup.mony = [9, 9] }\n")
    result = rajas("run", small)
    assert result.exit_code == 2
    assert f"{small}:9: arms.rich.overrides.setup.mony: unknown path 'setup.mony'" in result.stderr


def with_few_playouts(name: str) -> list[str]:
    """Return options that let those who search in an experiment try options out more quickly, and play worse."""
    config = load_experiment(find_file("experiment", name)).config
    changes: list[str] = []
    for label in config.labels:
        if (choice := config.choice(label)).strategy in ("adept", "master", "expert"):
            parameters = value_text({**choice.parameters, "budget": 2})
            changes += ["--set", f'strategies.{label}={{ strategy = "{choice.strategy}", parameters = {parameters} }}']
    return changes


#: The others are played by `make test-long`.
PLAYED_FOR_EVERY_CHANGE = ("charmers_start_player", "starting_money", "strategies", "careless")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in PLAYED_FOR_EVERY_CHANGE else [pytest.mark.long])
        for name in shipped_names("experiment")
    ],
)
def test_shipped_experiments_can_be_played(rajas: Rajas, name: str) -> None:
    result = rajas("run", name, "--blocks", 2, "--no-report", *with_few_playouts(name))
    assert result.exit_code == 0, result.stderr


def test_the_ladder_is_played_without_the_strategy_that_searches_as_its_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"\$ (rajas run start_player_by_strength --set .*)", page)
    _, _, name, _, change = shlex.split(command)
    complete, shorter = (load_experiment(find_file("experiment", name), sets).config for sets in ([], [change]))
    assert shorter.line_up == tuple(label for label in complete.line_up or () if label != "adept")
    assert shorter.mirror


def test_shipped_experiments_have_seeds_of_their_own() -> None:
    seeds = [load_experiment(find_file("experiment", name)).config.seed for name in shipped_names("experiment")]
    assert len(set(seeds)) == len(seeds)


def test_names_of_one_strategy_are_said_to_be_one(rajas: Rajas) -> None:
    same = 'strategies={near={strategy="random"}, far={strategy="random"}, clumsy={strategy="random", error=0.5}}'
    line_up = 'line_up=["near", "far", "clumsy"]'
    result = rajas("run", "start_player", "--blocks", 2, "--no-report", "--set", "players=[3]", "--set", line_up, "--set", same)
    assert result.exit_code == 0, result.stderr
    assert "With 3 players, near and far are one strategy under several names" in result.output.replace("\n", " ")


def test_a_single_changed_rule_set_has_its_row_as_well(rajas: Rajas) -> None:
    arm = 'arms=[{name="karma", overrides={"setup.karma"=2}}]'
    result = rajas("run", "start_player", "--blocks", 3, "--no-report", "--set", "players=[2]", "--set", arm)
    assert "what each rule set changes from 'baseline' under the same luck" in result.output.replace("\n", " ")
