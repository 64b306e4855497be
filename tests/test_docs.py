"""The index of rules names only functions and tests that exist."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"


def index() -> list[tuple[str, str, str]]:
    """Return (rule, function, test) of every row of the index."""
    rows = []
    for line in RULES.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 4 and "::" in cells[3]:
            rows.append((cells[0].strip("`"), cells[2].strip("`"), cells[3].strip(" |`")))
    return rows


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def test_the_index_covers_the_whole_game():
    assert len(index()) > 90
    assert all(re.fullmatch(r"[\w.]+", function) for _, function, _ in index())


@pytest.mark.parametrize(("rule", "function"), [row[:2] for row in index()])
def test_every_function_of_the_index_exists(rule, function):
    module, name = function.rsplit(".", 1)
    package = "rajas_sim" if module.startswith("core.") else "rajas_sim.ganges"
    assert callable(getattr(importlib.import_module(f"{package}.{module}"), name, None)), f"{rule}: no {function}"


@pytest.mark.parametrize(("rule", "test"), [(rule, test) for rule, _, test in index()])
def test_every_test_of_the_index_exists(rule, test):
    file, name = test.split("::")
    folder = TESTS if "/" in file else TESTS / "ganges"
    assert name in names_in(folder / f"{file}.py"), f"{rule}: no {test}"


def test_every_reading_is_in_the_index():
    from rajas_sim.ganges.words import READINGS

    assert set(READINGS) <= {rule for rule, _, _ in index()}
