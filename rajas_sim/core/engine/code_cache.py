"""Where compiled code is stored.

Numba's cache on disk looks at the file a function stands in, not at the modules that function calls, so an edit elsewhere would
silently return the results of old code. The cache folder is therefore named after a fingerprint of every source file a kernel can
reach from where it stands. An edit to one game leaves the compiled code of the other as it is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parents[2]
CORE = PACKAGE / "core"
#: The folders of the core that hold kernels; they import nothing but each other.
KERNEL_FOLDERS = (CORE / "engine", CORE / "board")
#: The folders of the core with kernels that strategies use and games do not.
OF_STRATEGIES = (CORE / "search", CORE / "correcting")
#: Folders above the games, which hold no kernel.
FOLDERS_WITHOUT_KERNELS = ("study", "analysis", "running", "report", "showing", "questions", "cli")
#: Where an installed package has its strategies; those of a checkout and of users lie outside the package.
SHIPPED = "_shipped"
#: The folder of a game in which options are appraised; the game does not use it, so an edit there leaves the game compiled.
APPRAISAL = "appraisal"
#: The folder of a game, and that of the core, in which positions are drawn; nothing is compiled there or calls it.
DRAWING = "drawing"
#: Compiled code that no process has used for so long is deleted.
DAYS_KEPT = 30
#: Switches of Numba that do not change what is compiled.
HARMLESS_SWITCHES = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")


@cache
def fingerprint(*places: Path) -> str:
    """Return a digest of Python sources, and of what else changes compiled code.

    Parameters
    ----------
    places
        Files, and folders with all that lies below; of the whole package, the folders without kernels are left out.

    Returns
    -------
    str
        16 hexadecimal digits; another value as soon as any source, the interpreter, Numba or a debugging switch differs.
    """
    digest = hashlib.sha256()
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            within = path.relative_to(place.parent)
            if (place == PACKAGE and within.parts[1] in FOLDERS_WITHOUT_KERNELS) or is_drawing(path):
                continue
            digest.update(str(within).encode())
            digest.update(path.read_bytes())
    switches = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_") and k not in HARMLESS_SWITCHES]
    digest.update("|".join([sys.version, numba.__version__, platform.machine(), *switches]).encode())
    return digest.hexdigest()[:16]


def is_drawing(path: Path) -> bool:
    """Return whether a source of the package only draws positions."""
    return PACKAGE in path.parents and DRAWING in path.relative_to(PACKAGE).parts[1:-1]


@cache
def cache_folder(*places: Path) -> Path:
    """Return the folder for compiled code of these sources; if it can, make it and delete those long unused."""
    home = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("rajas")) / "kernels"
    folder = home / fingerprint(*places)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in home.iterdir():
            if time.time() - other.stat().st_mtime > DAYS_KEPT * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def sources(file: Path, game: str | None = None) -> tuple[Path, ...]:
    """Return the sources a kernel can reach; the architecture tests hold imports to it.

    Parameters
    ----------
    file
        Where the kernel stands.
    game
        Whose kernels it calls, for a strategy; of every game if not known.

    >>> [place.name for place in sources(CORE / "board" / "roads.py")]
    ['engine', 'board']
    """
    beside = _beside(file)
    if game is not None:
        of_game = (PACKAGE / game,) if (PACKAGE / game).is_dir() else ()
        return (*KERNEL_FOLDERS, *OF_STRATEGIES, *of_game, *beside)
    top, *below = file.relative_to(PACKAGE).parts if PACKAGE in file.parents else (SHIPPED,)
    if top == SHIPPED:
        return (PACKAGE, *beside)
    if top == CORE.name:
        is_of_strategies = any(below[0] == folder.name for folder in OF_STRATEGIES)
        return (*KERNEL_FOLDERS, *OF_STRATEGIES) if is_of_strategies else KERNEL_FOLDERS
    if below[0] == APPRAISAL:
        return (*KERNEL_FOLDERS, *OF_STRATEGIES, PACKAGE / top)
    return (*KERNEL_FOLDERS, *_without_appraisal(PACKAGE / top))


def _beside(file: Path) -> tuple[Path, ...]:
    """Return what a file may import from beside it: the whole package it belongs to, or else its folder; nothing of no file."""
    folder = file.parent
    if folder.name in ("site-packages", "dist-packages"):
        return (file,)
    while PACKAGE not in folder.parents and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return (folder,) if folder.is_dir() else ()


def _without_appraisal(game: Path) -> list[Path]:
    return [path for path in sorted(game.iterdir()) if path.name != APPRAISAL and (path.is_dir() or path.suffix == ".py")]
