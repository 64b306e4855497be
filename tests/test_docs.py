"""What the pages in docs name exists, and what they should name is there."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.rules import OVERRIDDEN
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.plain.game import PlainGame
from rajas_sim.questions import QUESTIONS
from rajas_sim.running.authoring.game_check import check_game
from rajas_sim.running.tuning.load import load_tuning
from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.form import Arm, Config, Stop, StrategyChoice
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.question_tables import form_of
from rajas_sim.study.config.sweep import SweepForm
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.state import damage_of_run
from tests.every_game.walking import games_of_every_kind

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"


def index(game: str) -> list[tuple[str, str, str]]:
    """Return (rule, function, test) of every row of a game's index."""
    rows = []
    for line in (DOCS / f"rules_{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and "::" in cells[3]:
            rows.append((cells[0].strip("`"), cells[2].strip("`"), cells[3].strip(" |`")))
    return rows


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


@pytest.mark.parametrize("game", GAMES)
def test_the_index_covers_the_whole_game(game: str) -> None:
    assert len(index(game)) > 80
    assert all(re.fullmatch(r"[\w.]+", function) for _, function, _ in index(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_the_index_exists(game: str) -> None:
    missing = []
    for rule, function, _ in index(game):
        module, name = function.rsplit(".", 1)
        package = "rajas_sim" if module.startswith("core.") else f"rajas_sim.{game}"
        if not callable(getattr(importlib.import_module(f"{package}.{module}"), name, None)):
            missing.append(f"{rule}: {function}")
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_every_test_of_the_index_exists(game: str) -> None:
    missing = []
    for rule, _, test in index(game):
        file, name = test.split("::")
        files = [*TESTS.glob(f"{file}.py")] if "/" in file else [*(TESTS / game).rglob(f"{file}.py")]
        if not any(name in names_in(path) for path in files):
            missing.append(f"{rule}: {test}")
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_is_in_the_index(game: str) -> None:
    readings = importlib.import_module(f"rajas_sim.{game}.rulebook.terms").READINGS
    assert set(readings) <= {rule for rule, _, _ in index(game)}


# --- the tables


@pytest.mark.parametrize("name", GAMES)
def test_the_page_on_tables_names_every_column(name: str) -> None:
    game = find_game(name)
    columns = game.batches.play(
        game.rules(2), [find_strategy("random")], np.zeros((1, 2), np.int8), np.ones(1, np.uint64), game.tables
    )
    page = (DOCS / "tables.md").read_text(encoding="utf-8").split(f"\n## {game.title.split(': ')[-1]}\n")[1].split("\n## ")[0]
    for table, values in columns.items():
        section = page.split(f"### {table}:")[1].split("\n### ")[0]
        for column in set(values) - {"index"}:
            family = re.sub(r"^(fame|money|dice)_from_.*", r"\1_from_*", column)
            assert f"`{family}`" in section, f"{table}.{column}"


def test_the_page_on_the_audit_log_explains_changed_lists_and_what_readings_ask() -> None:
    page = (DOCS / "audit_log.md").read_text(encoding="utf-8")
    changes = {"restrict.seat_1": ["chamber.yogi", "river.2"], "luck.deal_anew": ["dice"], "luck.rounds": [2, 3]}
    changes |= {"readings.order": "player_chooses", "readings.gained_dice": "rolled_one_by_one"}
    rules = find_game("ganges").rules(2, overrides=changes)
    changed = {row["path"] for row in rules.rows() if row["provenance"] == OVERRIDDEN}
    assert {"restrict.seat_1.2", "luck.rounds.1"} <= changed
    assert "`restrict.seat_1.2`" in page
    assert "`luck.rounds.1`" in page
    assert {"choose_order", "take_die", "give_back_die"} <= set(find_game("ganges").batches.state_class.decisions)
    for word in ("choose_order", "take_die", "give_back_die", 'order = "player_chooses"', 'gained_dice = "rolled_one_by_one"'):
        assert f"`{word}`" in page


@pytest.mark.parametrize("name", GAMES)
def test_the_page_on_the_audit_log_names_every_resource_and_field(name: str) -> None:
    page = (DOCS / "audit_log.md").read_text(encoding="utf-8")
    log = find_game(name).audit_log
    for _, _, after, events in games_of_every_kind(name):
        for event in events:
            if log.is_change(event):
                fields = log.event_fields(after, event)
                assert f"`{fields['resource']}`" in page
                assert not [field for field in fields if f"`{field}`" not in page], fields


# --- the examples


def code_blocks(page: Path) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def files_of_examples(page: Path) -> dict[str, str]:
    """Return the Python blocks of a page by file name: a file for each strategy, and one for all other blocks."""
    blocks = code_blocks(page)
    strategies = [block for block in blocks if "\n@strategy" in block]
    files = {f"{page.stem}_{i}": block for i, block in enumerate(strategies)}
    return files | {page.stem: "\n\n".join(block for block in blocks if block not in strategies)}


@pytest.mark.long
def test_the_types_of_the_python_examples_are_right(tmp_path: Path) -> None:
    folder = tmp_path / "examples_of_docs"
    folder.mkdir()
    for page in (*DOCS.glob("*.md"), TESTS.parent / "README.md"):
        for name, text in files_of_examples(page).items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *map(str, sorted(folder.iterdir()))],
        env=os.environ | {"MYPYPATH": str(tmp_path)},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.slow
def test_the_python_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = code_blocks(TESTS.parent / "README.md")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(block, names)
    assert len(names["game"].standings) == 4
    assert names["later"].n_decisions == 1
    assert len(names["run"].table("seats", players=4)) == 1


def test_the_readme_can_be_read_in_one_sitting() -> None:
    assert len((TESTS.parent / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


def test_the_findings_are_those_of_commands_that_the_program_asks() -> None:
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    commands = re.findall(r"^rajas (\w+) \S+", page, flags=re.MULTILINE)
    assert commands
    assert set(commands) <= {question.name for question in QUESTIONS} | {"strategies"}  # strategies explain


@pytest.mark.long
def test_the_strategies_of_the_page_on_writing_one_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "strategies"
    folder.mkdir()
    for name, block in zip(("my_first", "my_second", "thoughtful"), code_blocks(DOCS / "writing_a_strategy.md"), strict=True):
        (folder / f"{name}.py").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    line_up = [find_strategy("my_first"), find_strategy("my_second", {"eagerness": 0.5})]
    if not is_interpreted():  # in plain Python a search takes hours
        line_up.append(find_strategy("thoughtful"))
    record = find_game("ganges").play_game(find_game("ganges").rules(len(line_up)), line_up, 7)
    assert record.final.is_over


def test_the_game_of_the_page_on_games_has_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (block,) = code_blocks(DOCS / "games.md")
    (tmp_path / "games" / "goofspiel.py").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = find_game("goofspiel")
    assert isinstance(game, PlainGame)
    assert [checked.problem for checked in check_game(game, 20)] == [None]


@pytest.mark.long
def test_the_strategies_of_the_page_on_the_toolbox_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "strategies"
    folder.mkdir()
    games = {"planner": "ganges", "surveyor": "charmers"}
    for name, block in zip(games, code_blocks(DOCS / "toolbox.md"), strict=True):
        (folder / f"{name}.py").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, game in games.items():
        # In plain Python a whole game takes minutes.
        rules = find_game(game).rules(2, overrides={"game.round_limit": 3} if is_interpreted() else None)
        record = find_game(game).play_game(rules, [find_strategy(name), find_strategy("random")], 7)
        assert record.final.is_over


def test_the_answers_on_the_page_on_the_toolbox_are_those_of_the_toolbox() -> None:
    failed, tried = doctest.testfile(str(DOCS / "toolbox.md"), module_relative=False)
    assert failed == 0
    assert tried > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_page_on_the_toolbox_names_every_tool(game: str) -> None:
    toolbox = importlib.import_module(f"rajas_sim.{game}.toolbox")
    page = (DOCS / "toolbox.md").read_text(encoding="utf-8")
    tools = [name for name in toolbox.__all__ if not isinstance(getattr(toolbox, name), type)]
    assert [name for name in tools if not re.search(rf"`{name}\b", page)] == []


def test_the_experiment_of_the_page_on_experiments_is_valid(tmp_path: Path) -> None:
    page = (DOCS / "experiments.md").read_text(encoding="utf-8")
    block, *_ = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    file = tmp_path / "equal_money.toml"
    file.write_text(block, encoding="utf-8")
    config = load_experiment(file).config
    documented = set(re.findall(r"`\[*([a-z_]+)", page.split("```toml")[0]))
    assert set(type(config).model_fields) <= documented


def test_the_table_of_keys_names_each_key_once_with_all_keys_below_it_and_its_default() -> None:
    head, *_ = (DOCS / "experiments.md").read_text(encoding="utf-8").split("```toml")
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in head.splitlines() if line.startswith("| `")]
    keys = [key for cell, _, _ in rows for key in re.findall(r"`\[*([a-z_]+)", cell)]
    forms: dict[str, Any] = {name: form_of(name) for name in QUESTION_TABLES}
    assert sorted(keys) == sorted([*Config.model_fields, *forms])
    forms |= {"strategies": StrategyChoice, "arms": Arm, "sweep": SweepForm, "stop": Stop}
    for cell, default_text, meaning in rows:
        (key, *other_keys) = re.findall(r"`\[*([a-z_]+)", cell)
        below = set(forms[key].model_fields) if key in forms else set()
        assert below - set(re.findall(r"`([a-z_]+)", meaning)) == set(), key
        default = None if key in forms or other_keys else Config.model_fields[key].default
        if isinstance(default, str | int | float):
            assert default_text.strip("`") == value_text(default).strip('"'), key


def test_docstrings_describe_parameters_that_exist() -> None:
    wrong = []
    for path in sorted((TESTS.parent / "rajas_sim").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                section = (ast.get_docstring(node) or "").partition("Parameters\n----------\n")[2]
                lines = re.split(r"\n\n(?=\w+\n-|>>>)", section)[0].splitlines()
                described = {name for line in lines if line and not line.startswith(" ") for name in line.split(", ")}
                parameters = {parameter.arg for parameter in ast.walk(node.args) if isinstance(parameter, ast.arg)}
                wrong += [f"{path.name}, {node.name}: {name}" for name in described - parameters]
    assert wrong == []


def test_the_tuning_of_the_page_on_strategies_is_valid_and_its_table_names_every_key(tmp_path: Path) -> None:
    section = (DOCS / "writing_a_strategy.md").read_text(encoding="utf-8").split("\n## Tuning it\n")[1].split("\n## ")[0]
    (block,) = re.findall(r"```toml\n(.*?)```", section, flags=re.DOTALL)
    file = tmp_path / "sharpen.toml"
    file.write_text(block, encoding="utf-8")
    tuning = load_tuning(file)
    assert [*tuning.opponents] == ["balanced", "rusher"]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`\[?([a-z_]+)", " ".join(rows))) == set(type(tuning.config).model_fields)


@pytest.mark.parametrize("name", ["example", "example_charmers"])
def test_the_example_runs_are_whole(name: str) -> None:
    assert damage_of_run(DOCS.parent / "reports" / name) == []
