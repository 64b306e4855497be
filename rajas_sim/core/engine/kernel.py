"""The one decorator that compiles the engine, and the folder in which compiled code is kept.

Numba's on-disk cache looks at the file a function stands in, not at the modules that function calls, so an edit elsewhere
would silently return the results of old code. The cache folder is therefore named after a fingerprint of every source file a
kernel can reach from where it stands: the core for the core, core and game for a game, and for strategies kept elsewhere also
their own folder. An edit to one game leaves the compiled code of the other as it is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import platformdirs
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

# First-class functions (strategies handed to the compiled loop) still carry this label in Numba; the tests cover our use.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

PACKAGE = Path(__file__).resolve().parents[2]
#: Rooms whose code no kernel can reach; an edit there need not compile everything anew.
ROOMS_WITHOUT_KERNELS = ("experiment", "analysis", "report", "cli")
#: Where an installed package has its strategies; those of a checkout and of users lie outside the package.
SHIPPED = "_shipped"
#: The room of a game in which options are appraised; the others do not use it, so an edit there leaves the game compiled.
APPRAISAL = "appraisal"
#: The kernel of a game that is compiled after all others.
LAST_KERNEL = "play_on"
LAST_KERNEL_OF_ONE_GAME = "play_option"
#: Compiled code that no process has used for so long is dropped.
DAYS_KEPT = 30
#: Switches of Numba that do not change what is compiled.
HARMLESS_SWITCHES = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")

F = TypeVar("F", bound=Callable[..., Any])

#: A flat record (a state, a seat, rules, a log) as kernels see it: attributes are the fields its layout explains.
Record = Any
#: Room for options: int16, shape (n,).
Options = Any


@cache
def fingerprint(*folders: Path) -> str:
    """Return a digest of the Python sources below `folders` that kernels may use, and of what else changes compiled code.

    Returns
    -------
    str
        16 hexadecimal digits; another value as soon as any source, the interpreter, Numba or a debugging switch differs.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            within = path.relative_to(folder.parent)
            if path.suffix != ".py" or (folder == PACKAGE and within.parts[1] in ROOMS_WITHOUT_KERNELS):
                continue
            digest.update(str(within).encode())
            digest.update(path.read_bytes())
    switches = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_") and k not in HARMLESS_SWITCHES]
    digest.update("|".join([sys.version, numba.__version__, platform.machine(), *switches]).encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder(*folders: Path) -> Path:
    """Return the folder for compiled code of the sources in `folders`, making it and dropping those long unused.

    Where the user's cache folder cannot be written, a temporary folder serves for this process.
    """
    home = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("rajas")) / "kernels"
    folder = home / fingerprint(*folders)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="rajas-kernels-"))
    for other in home.iterdir():
        if time.time() - other.stat().st_mtime > DAYS_KEPT * 24 * 3600:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def sources(stands_in: Path, game: str | None = None) -> tuple[Path, ...]:
    """Return the folders whose sources a kernel can reach; the architecture tests hold imports to it.

    Parameters
    ----------
    stands_in
        The file of the kernel.
    game
        Whose kernels it calls, for a strategy; of every game if not known.

    >>> [folder.name for folder in sources(PACKAGE / "core" / "engine" / "roads.py")]
    ['core']
    """
    core = PACKAGE / "core"
    home = (stands_in.parent,) if stands_in.parent.is_dir() else ()
    if game is not None:
        return (core, PACKAGE / game, *home)
    room, *below = stands_in.relative_to(PACKAGE).parts if PACKAGE in stands_in.parents else (SHIPPED,)
    if room == SHIPPED:
        return (PACKAGE, *home)
    if room == core.name:
        return (core,)
    if below[0] == APPRAISAL:
        return (core, PACKAGE / room)
    return (core, *(folder for folder in sorted((PACKAGE / room).iterdir()) if folder.name != APPRAISAL))


def is_compiled_before(game: str, last: str = LAST_KERNEL) -> bool:
    """Return whether this version of a game has all that is needed on disk already, by the kernel that is made last.

    For the batch loop that is the game's `play_on` (core.playing.batch.Match), for a single game its `play_option`.
    """
    return any(cache_folder(*sources(PACKAGE / game / "match.py")).rglob(f"*.{last}-*.nbi"))


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, signature: Any, game: str | None = None, kept_with: Callable[..., Any] | None = None) -> Callable[[F], Any]: ...


def kernel(
    function: F | None = None, *, signature: Any = None, game: str | None = None, kept_with: Callable[..., Any] | None = None
) -> Any:
    """Compile `function` with the options of this project, or leave it as it is under ``NUMBA_DISABLE_JIT=1``.

    ``nogil`` lets threads play games side by side; ``cache`` spares later processes the compilation; ``error_model`` is
    NumPy's because the kernels never divide by zero and the check would cost a branch; ``inline`` is left to LLVM.

    Parameters
    ----------
    signature
        A Numba signature. Given for strategies, whose compiled code is handed around as a value of one fixed type.
    game
        The game a strategy kept outside the package plays.
    kept_with
        A plain function beside whose compiled code this one's is kept: a kernel of the core whose signature has types of a game
        cannot be read by who plays another.
    """

    def compile_it(f: F) -> Any:
        folders = sources(Path((kept_with or f).__code__.co_filename).resolve(), game)
        arguments = () if signature is None else (signature,)
        before = numba.config.CACHE_DIR
        try:
            numba.config.CACHE_DIR = str(cache_folder(*folders))
            return numba.njit(*arguments, nogil=True, cache=True, error_model="numpy")(f)
        finally:
            numba.config.CACHE_DIR = before

    return compile_it if function is None else compile_it(function)


def is_interpreted() -> bool:
    """Return whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return bool(numba.config.DISABLE_JIT)


OPTIONS_TYPE = types.Array(types.int16, 1, "C")
PARAMETERS_TYPE = types.Array(types.float64, 1, "C")
