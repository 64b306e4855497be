"""Numba keeps compiled code by the file a function stands in; an edit in another module must not bring old results back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numba
import pytest

from rajas_sim.core.engine.code_cache import (
    APPRAISAL_FOLDER,
    CORE,
    DRAWING_FOLDER,
    FOLDERS_WITHOUT_KERNELS,
    KERNEL_SOURCES,
    PACKAGE,
    STRATEGY_KERNELS,
    CheckedFiles,
    CodeCache,
    fingerprint,
    is_drawing,
    kernel_sources,
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

ENCLOSING = """
from rajas_sim.core.engine.kernel import kernel

@kernel
def one():
    return 1

@kernel
def two():
    return 2

def times(price):
    @kernel
    def total(n):
        return n * price()

    return total

totals = times(one), times(two)
print([total(10) for total in totals], [sum(total.stats.cache_hits.values()) for total in totals])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the core package with two kernels in two modules, one calling the other."""
    core = tmp_path / "rajas_sim" / "core"
    shutil.copytree(PACKAGE / "core", core, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (core.parent, core, core / "engine"):
        (folder / "__init__.py").write_text("")
    (core / "engine" / "called.py").write_text(CALLED.format(price=1))
    (core / "engine" / "calling.py").write_text(CALLING)
    return tmp_path


def answer_of(package: Path, before: str = "", **more: Any) -> tuple[str, ...]:
    """Run the kernels in a process of their own, after some lines of code; return what it printed, and what it said on stderr."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(package / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    code = f"{before}\nimport rajas_sim.core.engine.calling"
    environment |= more
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=package, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip(), answer.stderr


def run(package: Path) -> str:
    said, notes = answer_of(package)
    assert notes == ""
    return said


def folders(package: Path) -> set[str]:
    return {path.name for path in (package / "cache" / "kernels").iterdir()}


@pytest.mark.slow
def test_an_edit_in_another_module_gives_the_new_result(package: Path) -> None:
    assert run(package) == "10"
    first = folders(package)
    assert list((package / "cache").rglob("*.nbi")), "nothing was kept on disk"
    (package / "rajas_sim" / "core" / "engine" / "called.py").write_text(CALLED.format(price=7))
    assert run(package) == "70"
    assert len(folders(package) - first) == 1


@pytest.mark.slow
def test_without_an_edit_the_compiled_code_is_used_again(package: Path) -> None:
    assert run(package) == "10"
    compiled = {path: path.stat().st_mtime_ns for path in (package / "cache").rglob("*.nb*")}
    assert run(package) == "10"
    assert {path: path.stat().st_mtime_ns for path in (package / "cache").rglob("*.nb*")} == compiled


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda content: content[: len(content) // 2],
    "emptied": lambda content: b"",
    "a flipped bit": lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
    "something else": lambda content: b"\x80\x04.",
}


@pytest.mark.long
@pytest.mark.slow
def test_damaged_compiled_code_is_named_dropped_and_compiled_anew(package: Path) -> None:
    for damage in DAMAGES.values():
        assert run(package) == "10"
        for ending in ("*.nbi", "*.nbc"):
            files = list((package / "cache").rglob(ending))
            assert files
            for path in files:
                path.write_bytes(damage(path.read_bytes()))
            said, notes = answer_of(package)
            assert said == "10"
            assert re.fullmatch(
                r"note: compiled code in .* is damaged; it is compiled again, which takes about a minute\n", notes
            )
            assert run(package) == "10", "what was compiled again is not whole"
        shutil.rmtree(package / "cache")


NO_WRITING = """
import builtins, errno, os, pathlib
def refused(*args, **more):
    raise OSError(errno.EROFS, "Read-only file system")
def read_only(file, mode="r", *args, really=open, **more):
    return refused() if "w" in mode else really(file, mode, *args, **more)
builtins.open, os.utime, os.makedirs, os.replace, pathlib.Path.mkdir = read_only, refused, refused, refused, refused
"""
NO_COMPILING = """
from numba.core import compiler
def refused(*args, **more):
    raise AssertionError("compiled although the code is there")
compiler.compile_extra = refused
"""


@pytest.mark.slow
def test_compiled_code_that_is_complete_is_used_from_a_read_only_folder(package: Path) -> None:
    assert run(package) == "10"
    assert answer_of(package, NO_WRITING + NO_COMPILING) == ("10", "")


@pytest.mark.slow
def test_without_a_folder_to_write_into_kernels_are_compiled_and_nothing_is_left_behind(package: Path) -> None:
    (package / "temporary").mkdir()
    (package / "file").write_text("")
    for before, folder in ((NO_WRITING, "cache"), ("", "file/cache")):
        places = {"NUMBA_CACHE_DIR": str(package / folder), "TMPDIR": str(package / "temporary")}
        assert answer_of(package, before, **places) == ("10", "")
    assert not (package / "cache").exists()
    assert not list((package / "temporary").iterdir())
    assert not list((package / "rajas_sim").rglob("*.nb?"))


@pytest.mark.slow
def test_a_full_disk_does_not_keep_kernels_from_being_compiled(package: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    assert answer_of(package, full) == ("10", "")
    assert run(package) == "10"


def test_processes_that_store_the_same_kernel_at_the_same_time_never_get_the_code_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of four steps the one process has come to, the other reads the index before it and writes after it."""
    for step in ("_load_index", "_save_data", "_save_index", None):
        folder = tmp_path / str(step)
        folder.mkdir()
        one, other = (CheckedFiles(str(folder), "kernel", "stamp") for _ in range(2))
        monkeypatch.setattr(other, "_load_index", partial(dict, other._load_index()))
        if step is None:
            one.save("ganges", "code for ganges")
            other.save("charmers", "code for charmers")
        else:
            in_between(one, step, partial(other.save, "charmers", "code for charmers"))
            one.save("ganges", "code for ganges")
        reader = CheckedFiles(str(folder), "kernel", "stamp")
        stored = {key: reader.load(key) for key in ("ganges", "charmers")}
        assert any(stored.values())
        assert all(code in (None, f"code for {key}") for key, code in stored.items()), (step, stored)


def in_between(files: CheckedFiles, step: str, act: Callable[..., Any]) -> None:
    """Let something happen just before a step."""
    original = getattr(files, step)

    def later(*arguments: dict[str, str] | str) -> dict[str, str] | None:
        act()
        return original(*arguments)

    setattr(files, step, later)


def test_the_fingerprint_is_of_every_source_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    source = tmp_path / "deep" / "module.py"
    source.write_text("a = 1")
    before = fingerprint.__wrapped__(tmp_path)
    assert fingerprint.__wrapped__(tmp_path) == before
    source.write_text("a = 2")
    after = fingerprint.__wrapped__(tmp_path)
    (tmp_path / "deep" / "other.py").write_text("")
    assert len({before, after, fingerprint.__wrapped__(tmp_path)}) == 3


@pytest.mark.slow
def test_kernels_that_enclose_others_are_stored_by_what_they_enclose(package: Path) -> None:
    (package / "rajas_sim" / "core" / "engine" / "calling.py").write_text(ENCLOSING)
    assert answer_of(package)[0] == "[10, 20] [0, 0]"
    assert answer_of(package)[0] == "[10, 20] [1, 1]"


def test_a_debugging_switch_of_numba_has_compiled_code_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint.__wrapped__(tmp_path)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert fingerprint.__wrapped__(tmp_path) != before


def test_only_rooms_without_kernels_are_left_out() -> None:
    for room in FOLDERS_WITHOUT_KERNELS:
        for path in (PACKAGE / room).rglob("*.py"):
            assert "@kernel" not in path.read_text(encoding="utf-8"), f"{path} has a kernel but is not part of the fingerprint"
    for path in CORE.rglob("*.py"):
        if "@kernel" in path.read_text(encoding="utf-8"):
            places = (*KERNEL_SOURCES, STRATEGY_KERNELS)
            assert path in places or path.parent in places, f"{path} has a kernel but is not part of the fingerprint"


def test_the_rooms_of_the_core_with_kernels_import_nothing_but_each_other() -> None:
    for room in (*KERNEL_SOURCES, STRATEGY_KERNELS):
        for path in room.rglob("*.py"):
            imported = re.findall(r"^from rajas_sim\.core\.(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
            allowed = KERNEL_SOURCES if room in KERNEL_SOURCES else (*KERNEL_SOURCES, STRATEGY_KERNELS)
            assert set(imported) <= {folder.name for folder in allowed}, path


def test_compiled_code_depends_on_the_sources_its_room_can_reach(tmp_path: Path) -> None:
    def names(where: Path, game: str | None = None) -> list[str]:
        return [folder.name for folder in kernel_sources(where, game)]

    core, with_judging = ["engine", "board.py"], ["engine", "board.py", "judging"]
    assert names(PACKAGE / "core" / "board.py") == core
    assert names(PACKAGE / "core" / "judging" / "playouts.py") == with_judging
    assert names(PACKAGE / "ganges" / "appraisal" / "tiles.py") == [*with_judging, "ganges"]
    rooms = names(PACKAGE / "ganges" / "board" / "river.py")
    assert rooms[:2] == core
    assert {"rulebook", "board", "course", "output", "game.py"} <= set(rooms)
    assert "appraisal" not in rooms
    assert names(PACKAGE / "_shipped" / "strategies" / "random.py", game="ganges")[:4] == [*with_judging, "ganges"]
    assert names(tmp_path / "mine.py", game="ganges") == [*with_judging, "ganges", tmp_path.name]
    assert names(tmp_path / "mine.py") == [PACKAGE.name, tmp_path.name]


def test_a_strategy_of_a_package_depends_on_the_whole_package(tmp_path: Path) -> None:
    folder = tmp_path / "site-packages" / "plans" / "fast"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    assert kernel_sources(folder / "mine.py", game="ganges")[-1] == folder.parent
    assert kernel_sources(folder.parents[1] / "mine.py", game="ganges")[-1] == folder.parents[1] / "mine.py"


def test_no_room_of_a_game_but_appraisal_itself_uses_appraisal() -> None:
    for game in GAMES:
        for path in (PACKAGE / game).rglob("*.py"):
            if path.relative_to(PACKAGE / game).parts[0] != APPRAISAL_FOLDER:
                assert f"{game}.{APPRAISAL_FOLDER}" not in path.read_text(encoding="utf-8"), path


def test_what_draws_positions_is_left_out_and_no_other_room_imports_it() -> None:
    rooms = [CORE, *(PACKAGE / game for game in GAMES)]
    for room in rooms:
        drawing = [*(room / DRAWING_FOLDER).rglob("*.py")]
        assert drawing
        assert all(is_drawing(path) and "@kernel" not in path.read_text(encoding="utf-8") for path in drawing)
    for game in GAMES:
        for path in (PACKAGE / game).rglob("*.py"):
            if not is_drawing(path):
                assert f"from rajas_sim.{game}.{DRAWING_FOLDER}" not in path.read_text(encoding="utf-8"), path


def test_a_folder_of_a_user_that_is_called_drawing_counts(tmp_path: Path) -> None:
    assert not is_drawing(tmp_path / DRAWING_FOLDER / "mine.py")


@pytest.mark.parametrize("setting", ["", "elsewhere"])
def test_the_folder_of_compiled_code_does_not_hang_on_a_setting_that_all_threads_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", setting and str(tmp_path / setting))
    assert Path(CodeCache(answer_of, tmp_path / "own").cache_path).parent == tmp_path / "own"
    assert list(tmp_path.iterdir()) == []
