"""Before the first game a person is told whether it must be compiled."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Protocol

import numpy as np
import pytest

from rajas_sim.core.engine import kernel as kernel_module
from rajas_sim.core.engine.code_cache import PACKAGE
from rajas_sim.core.engine.kernel import LAST_KERNEL, Array1, Record, is_interpreted, kernel, must_be_compiled
from rajas_sim.core.engine.records import Int8, Int16, Int32, layout_of
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


class Sizes(Record, Protocol):
    """Numbers of two sizes, and a row of them."""

    small: Int8
    large: Int32
    row: Annotated[Array1[Int16], 3]


@kernel
def twice_the_first(row: Array1[int], number: int) -> int:
    return int(2 * row[0] + 2 * number)


@kernel
def both(record: Sizes, row: Array1[int]) -> int:
    return twice_the_first(record.row, record.small) + twice_the_first(row, record.large)


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
def test_a_kernel_is_compiled_once_for_numbers_of_all_sizes_and_arrays_within_records() -> None:
    record: Any = np.zeros(1, layout_of(Sizes))[0]
    record.small, record.large, record.row[0] = 100, 3, 30_000
    assert both(record, np.array([1], np.int16)) == 2 * 30_000 + 2 * 100 + 2 * 1 + 2 * 3
    both.recompile()  # type: ignore[attr-defined]  # an earlier run of this test may have stored it, and then nothing is compiled
    assert len(twice_the_first.signatures) == 1  # type: ignore[attr-defined]


@pytest.mark.slow
def test_no_kernel_reads_a_number_through_a_module() -> None:
    """Numba reads ``terms.COLUMNS`` as a variable and ``COLUMNS`` as a constant: *The Dice Charmers* was 9 % slower for it."""
    decorators = re.compile("kernel|compiled|part")
    kernels = [
        (path.name, node)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and decorators.search(" ".join(map(ast.unparse, node.decorator_list)))
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
