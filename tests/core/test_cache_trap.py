"""Numba keeps compiled code by the file a function stands in; an edit in another module must not bring old results back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from rajas_sim.core.engine.code_cache import (
    APPRAISAL,
    CORE,
    FOLDERS_WITHOUT_KERNELS,
    KERNEL_FOLDERS,
    PACKAGE,
    fingerprint,
    sources,
)
from rajas_sim.core.games import GAMES

CALLED = """
from rajas_sim.core.engine.kernel import kernel

@kernel
def price():
    return {price}
"""
CALLING = """
from rajas_sim.core.engine.called import price
from rajas_sim.core.engine.kernel import kernel

@kernel
def total(n):
    return n * price()

print(total(10))
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the core package with two kernels in two modules, one calling the other."""
    core = tmp_path / "rajas_sim" / "core"
    shutil.copytree(PACKAGE / "core", core, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (core.parent, core, core / "engine"):
        (folder / "__init__.py").write_text("")
    (core / "engine" / "called.py").write_text(CALLED.format(price=1))
    (core / "engine" / "calling.py").write_text(CALLING)
    return tmp_path


def run(package):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(package / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "rajas_sim.core.engine.calling"]
    answer = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def folders(package):
    return {path.name for path in (package / "cache" / "kernels").iterdir()}


@pytest.mark.slow
def test_an_edit_in_another_module_gives_the_new_result(package):
    assert run(package) == "10"
    first = folders(package)
    assert list((package / "cache").rglob("*.nbi")), "nothing was kept on disk"
    (package / "rajas_sim" / "core" / "engine" / "called.py").write_text(CALLED.format(price=7))
    assert run(package) == "70"
    assert len(folders(package) - first) == 1


@pytest.mark.slow
def test_without_an_edit_the_compiled_code_is_used_again(package):
    assert run(package) == "10"
    compiled = {path: path.stat().st_mtime_ns for path in (package / "cache").rglob("*.nb*")}
    assert run(package) == "10"
    assert {path: path.stat().st_mtime_ns for path in (package / "cache").rglob("*.nb*")} == compiled


def test_the_fingerprint_is_of_every_source_below_the_folder(tmp_path):
    (tmp_path / "deep").mkdir()
    source = tmp_path / "deep" / "module.py"
    source.write_text("a = 1")
    before = fingerprint.__wrapped__(tmp_path)
    assert fingerprint.__wrapped__(tmp_path) == before
    source.write_text("a = 2")
    after = fingerprint.__wrapped__(tmp_path)
    (tmp_path / "deep" / "other.py").write_text("")
    assert len({before, after, fingerprint.__wrapped__(tmp_path)}) == 3


def test_a_debugging_switch_of_numba_has_compiled_code_of_its_own(tmp_path, monkeypatch):
    before = fingerprint.__wrapped__(tmp_path)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert fingerprint.__wrapped__(tmp_path) != before


def test_only_rooms_without_kernels_are_left_out():
    for room in FOLDERS_WITHOUT_KERNELS:
        for path in (PACKAGE / room).rglob("*.py"):
            assert "@kernel" not in path.read_text(encoding="utf-8"), f"{path} has a kernel but is not part of the fingerprint"
    for path in CORE.rglob("*.py"):
        if "@kernel" in path.read_text(encoding="utf-8"):
            assert path.parent in KERNEL_FOLDERS, f"{path} has a kernel but is not part of the fingerprint"


def test_the_rooms_of_the_core_with_kernels_import_nothing_but_each_other():
    for room in KERNEL_FOLDERS:
        for path in room.rglob("*.py"):
            imported = re.findall(r"^from rajas_sim\.core\.(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert set(imported) <= {folder.name for folder in KERNEL_FOLDERS}, path


def test_compiled_code_depends_on_the_sources_its_room_can_reach(tmp_path):
    def names(*where, **game):
        return [folder.name for folder in sources(*where, **game)]

    core = ["engine", "board"]
    assert names(PACKAGE / "core" / "board" / "roads.py") == core
    assert names(PACKAGE / "ganges" / "appraisal" / "tiles.py") == [*core, "ganges"]
    rooms = names(PACKAGE / "ganges" / "board" / "river.py")
    assert rooms[:2] == core
    assert {"rulebook", "board", "course", "output", "game.py"} <= set(rooms)
    assert "appraisal" not in rooms
    assert names(PACKAGE / "_shipped" / "strategies" / "random.py", game="ganges")[:3] == [*core, "ganges"]
    assert names(tmp_path / "mine.py", game="ganges") == [*core, "ganges", tmp_path.name]
    assert names(tmp_path / "mine.py") == [PACKAGE.name, tmp_path.name]


def test_no_room_of_a_game_but_appraisal_itself_uses_appraisal():
    for game in GAMES:
        for path in (PACKAGE / game).rglob("*.py"):
            if path.relative_to(PACKAGE / game).parts[0] != APPRAISAL:
                assert f"{game}.{APPRAISAL}" not in path.read_text(encoding="utf-8"), path
