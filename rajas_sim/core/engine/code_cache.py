"""Where compiled code is stored, and how its files are read and written.

Numba's cache on disk checks the file that holds a function, but not the modules which that function calls. After an edit in such
a module it would silently return the results of old code. So the cache folder is named after a fingerprint of every source file
that a kernel can reach. An edit to one game does not invalidate the compiled code of the other.

Numba reads its cache as pickles, so a damaged file would end the program or, worse, run other code. Here every file ends with a
SHA-256 of what precedes it. A file whose checksum does not match counts as missing, and its code is compiled again. If files
cannot be written, existing ones are used and the rest is compiled once per process.
"""

# ruff: noqa: ANN401 - Numba's classes have no static types

from __future__ import annotations

import hashlib
import io
import os
import platform
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import platformdirs
from numba.core import caching

CHECKSUM_SIZE = hashlib.sha256().digest_size


class CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The files of one kernel: an index of its signatures, and the compiled code of each."""

    def save(self, key: Any, data: Any) -> None:
        """Store the compiled code of a signature, if the folder can be written.

        Several processes may compile the same kernel at the same time, each for another game. They read the same index and would
        take the same next number for their files. So the name of a file is random, and the file is written before the index names
        it. If another process writes the index meanwhile, an entry may be lost; its code is then compiled once more.
        """
        with suppress(OSError):
            entries = self._load_index()
            entries[key] = self._data_name(secrets.randbits(64))
            self._save_data(entries[key], data)
            self._save_index(entries)

    def _load_index(self) -> Any:
        return super()._load_index() if has_valid_checksum(Path(self._index_path)) else {}

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        if not has_valid_checksum(path):
            raise FileNotFoundError(path)  # Numba takes this to mean that the code must be compiled
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        """Give a buffer to write into; afterwards the file gets its content and the checksum."""
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())


class _Locator(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Knows the folder of compiled code, even if that folder cannot be written."""

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        """Return the locator of a function in a file, whatever Numba's settings are; `CodeCache` sets the folder."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        with suppress(OSError):
            Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)


class _CheckedCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class CodeCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel in a folder of our choice, with checksums in its files."""

    _impl_class = _CheckedCacheImpl

    def __init__(self, function: Any, folder: Path) -> None:
        super().__init__(function)
        locator = self._impl.locator
        # Numba would take the folder from a setting that all threads share, and another thread may be compiling.
        locator._cache_path = self._cache_path = str(folder / locator.get_suitable_cache_subpath(locator._py_file))
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, locator.get_source_stamp())

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Return the key of a signature; Numba's own key pickles enclosed kernels, which gives other bytes in every process."""
        return signature, codegen.magic_tuple(), _identity(self._py_func)

    def has_code(self) -> bool:
        """Return whether compiled code of this kernel is on disk, for any signature."""
        return any(key[-1] == _identity(self._py_func) for key in self._cache_file._load_index())


def _identity(value: Any) -> Any:
    """Return what identifies a function among those of the same sources: its module, name, bytecode and enclosed values.

    Any other value is identified by its text.
    """
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType):
        return repr(function)
    enclosed = tuple(_identity(cell.cell_contents) for cell in function.__closure__ or ())
    return function.__module__, function.__qualname__, function.__code__.co_code, enclosed


def has_valid_checksum(path: Path) -> bool:
    """Return whether a file exists and ends with its checksum; print a note, once per folder, if it is damaged or unreadable."""
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        content = b""  # its checksum cannot match
    if hashlib.sha256(content[:-CHECKSUM_SIZE]).digest() == content[-CHECKSUM_SIZE:]:
        return True
    _warn_of_damage(path.parent)
    return False


@cache
def _warn_of_damage(folder: Path) -> None:
    print(
        f"note: compiled code in {folder} is damaged or cannot be read; it is compiled again, which takes about a minute",
        file=sys.stderr,
    )


PACKAGE = Path(__file__).resolve().parents[2]
CORE = PACKAGE / "core"
#: The folder and the module of the core with the kernels that games use; they import only each other.
KERNEL_SOURCES = (CORE / "engine", CORE / "board.py")
#: The folder of the core with kernels that strategies use and games do not.
STRATEGY_KERNELS = CORE / "judging"
#: Folders above the games, which hold no kernel.
FOLDERS_WITHOUT_KERNELS = ("study", "analysis", "running", "showing", "questions", "learning", "live", "cli")
#: The folder of strategies in an installed package; the strategies of a checkout and of users lie outside the package.
SHIPPED_FOLDER = "_shipped"
#: The folder of a game that appraises options; the game does not use it, so an edit there does not recompile the game.
APPRAISAL_FOLDER = "appraisal"
#: The folder, in the core and in each game, that draws positions; it holds no kernels, and no kernel calls it.
DRAWING_FOLDER = "drawing"
#: Compiled code that no process has used for this many days is deleted.
DAYS_KEPT = 30
#: Numba's environment variables that do not change the compiled code.
HARMLESS_SWITCHES = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")


@cache
def fingerprint(*source_paths: Path) -> str:
    """Return a digest of Python sources and of everything else that changes compiled code.

    Parameters
    ----------
    source_paths
        Files, or folders with all Python files below them. What only draws is left out, and of the whole package
        `FOLDERS_WITHOUT_KERNELS`.

    Returns
    -------
    str
        16 hexadecimal digits. They differ if one of these sources, the interpreter, Numba, the machine type or a switch of Numba
        differs.
    """
    digest = hashlib.sha256()
    for source_path in source_paths:
        for path in sorted(source_path.rglob("*.py")) if source_path.is_dir() else [source_path]:
            relative_path = path.relative_to(source_path.parent)
            if (source_path == PACKAGE and path.relative_to(source_path).parts[0] in FOLDERS_WITHOUT_KERNELS) or is_drawing(path):
                continue
            digest.update(str(relative_path).encode())
            digest.update(path.read_bytes())
    switches = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_") and k not in HARMLESS_SWITCHES]
    digest.update("|".join([sys.version, numba.__version__, platform.machine(), *switches]).encode())
    return digest.hexdigest()[:16]


def is_drawing(path: Path) -> bool:
    """Return whether a source of the package only draws positions."""
    return PACKAGE in path.parents and DRAWING_FOLDER in path.relative_to(PACKAGE).parts[1:-1]


@cache
def cache_folder(*source_paths: Path) -> Path:
    """Return the folder for compiled code of these sources; where possible, create it and delete folders long unused."""
    kernels_folder = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("rajas")) / "kernels"
    folder = kernels_folder / fingerprint(*source_paths)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for cached_folder in kernels_folder.iterdir():
            if time.time() - cached_folder.stat().st_mtime > DAYS_KEPT * 24 * 3600:
                shutil.rmtree(cached_folder, ignore_errors=True)
    return folder


def kernel_sources(file: Path, game: str | None = None) -> tuple[Path, ...]:
    """Return the source files that a kernel can reach; the architecture tests check that imports stay within them.

    Parameters
    ----------
    file
        The file that holds the kernel.
    game
        For a strategy, the game whose kernels it calls. If None, the place of the file decides; one outside the package may reach
        the whole package.

    >>> [path.name for path in kernel_sources(CORE / "board.py")]
    ['engine', 'board.py']
    """
    local_sources = _importable_beside(file)
    if game is not None:
        game_sources = (PACKAGE / game,) if (PACKAGE / game).is_dir() else ()
        return (*KERNEL_SOURCES, STRATEGY_KERNELS, *game_sources, *local_sources)
    # A file outside the package is treated like a shipped one.
    room, *inner_parts = file.relative_to(PACKAGE).parts if PACKAGE in file.parents else (SHIPPED_FOLDER,)
    if room == SHIPPED_FOLDER:
        return (PACKAGE, *local_sources)
    if room == CORE.name:
        is_for_strategies = inner_parts[0] == STRATEGY_KERNELS.name
        return (*KERNEL_SOURCES, STRATEGY_KERNELS) if is_for_strategies else KERNEL_SOURCES
    if inner_parts[0] == APPRAISAL_FOLDER:
        return (*KERNEL_SOURCES, STRATEGY_KERNELS, PACKAGE / room)
    return (*KERNEL_SOURCES, *_sources_without_appraisal(PACKAGE / room))


def _importable_beside(file: Path) -> tuple[Path, ...]:
    """Return what a file may import from beside it: its whole package, or else its folder.

    A file directly in ``site-packages`` has only itself. The result is empty if there is no such folder.
    """
    folder = file.parent
    if folder.name in ("site-packages", "dist-packages"):
        return (file,)
    while PACKAGE not in folder.parents and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return (folder,) if folder.is_dir() else ()


def _sources_without_appraisal(game_folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(game_folder.iterdir())
        if path.name != APPRAISAL_FOLDER and (path.is_dir() or path.suffix == ".py")
    ]
