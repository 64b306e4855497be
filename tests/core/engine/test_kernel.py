"""Before the first game a person is told whether it must be compiled."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rajas_sim.core.engine import kernel as kernel_module
from rajas_sim.core.engine.code_cache import PACKAGE
from rajas_sim.core.engine.kernel import LAST_KERNEL, is_interpreted, must_be_compiled
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_looked_for_is_the_one_compiled_last(game: str) -> None:
    match = find_game(game).batches
    assert match.play_on.__name__ == LAST_KERNEL
    assert match.play_on.__module__ == f"rajas_sim.{game}.game"
    assert match.kernels._fields[-1] == LAST_KERNEL


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_need_not_be_compiled_again_once_it_was_played(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert find_game(game).batches.kernels
    assert not must_be_compiled(game)
    monkeypatch.setattr(kernel_module, "cache_folder", lambda *places: tmp_path)
    assert must_be_compiled(game)


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
def test_the_loop_is_compiled_by_another_process_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = replace(find_game("ganges").batches)
    assert batches.compile_elsewhere() is None
    monkeypatch.setattr("rajas_sim.core.playing.batch.must_be_compiled", lambda game: True)
    compiler = batches.compile_elsewhere()
    assert compiler is not None
    assert batches.kernels
    assert compiler.returncode == 0


@pytest.mark.slow
def test_no_kernel_reads_a_number_through_a_module() -> None:
    """Numba reads ``terms.COLUMNS`` as a variable and ``COLUMNS`` as a constant: *The Dice Charmers* was 9 % slower for it."""
    kernels = [
        (path.name, node)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and re.search("kernel|compiled", " ".join(map(ast.unparse, node.decorator_list)))
    ]
    through_modules = [
        f"{file}:{node.lineno} {ast.unparse(node)}"
        for file, kernel in kernels
        for node in ast.walk(kernel)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id.islower()
        and node.attr.isupper()
    ]
    assert len(kernels) > 300
    assert not through_modules
