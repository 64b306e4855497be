"""Names say what they hold: words that hold nothing are no names, and a class name stands for one class."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("rajas_sim", "tests", "strategies", "benchmarks", "site_hooks")
#: What no variable and no parameter is called.
EMPTY_NAMES = frozenset({"own", "found", "of", "told", "made", "here", "it"})
#: Both games have terms and parts of the same name, and a class of a game is called as the one of the core that it derives from.
GAMES_AND_CORE = ("rajas_sim/core", "rajas_sim/ganges", "rajas_sim/charmers")
PATHS = {path.relative_to(ROOT).as_posix(): path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))}


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of every variable and parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


@pytest.mark.parametrize("path", PATHS)
def test_variables_are_called_by_what_they_hold(path: str) -> None:
    tree = ast.parse(PATHS[path].read_text(encoding="utf-8"))
    assert [f"line {line}: {name}" for line, name in names_in(tree) if name in EMPTY_NAMES] == []


def test_a_class_name_stands_once() -> None:
    places = defaultdict(list)
    for path, file in PATHS.items():
        if path.startswith("rajas_sim/"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(path)
    several = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert {name: paths for name, paths in several.items() if not all(path.startswith(GAMES_AND_CORE) for path in paths)} == {}
