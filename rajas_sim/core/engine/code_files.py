"""Reading and writing the files of compiled code: what is damaged is noticed, what cannot be written is not.

Numba reads its cache as pickles, so that a damaged file ends the program or, worse, runs other code. Here every file ends with
a SHA-256 of what stands before it. A file that does not hold what was written counts as missing, and its code is compiled anew.
Where files cannot be written, those that are there are used and the rest is compiled once a process.
"""

from __future__ import annotations

import hashlib
import io
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import caching

SUM_SIZE = hashlib.sha256().digest_size


class CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The files of one kernel: an index of its signatures, and the compiled code of each."""

    def save(self, key: Any, data: Any) -> None:
        """Store the compiled code of a signature, if the folder can be written.

        Processes that compile the same kernel at the same time, each for another game, read the same index and would take the
        same next number for their files. So the name of a file is drawn, and the file is there before the index tells of it:
        what another process writes meanwhile can only lose an entry, and that code is compiled once more.
        """
        with suppress(OSError):
            entries = self._load_index()
            entries[key] = self._data_name(secrets.randbits(64))
            self._save_data(entries[key], data)
            self._save_index(entries)

    def _load_index(self) -> Any:
        return super()._load_index() if is_whole(Path(self._index_path)) else {}

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        if not is_whole(path):
            raise FileNotFoundError(path)  # Numba's word for code that is to be compiled
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())


class _Locator(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Knows the folder of compiled code, whether or not it can be written."""

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        """Return the locator of a function in a file, whatever Numba's settings say; `CodeCache` names the folder."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        with suppress(OSError):
            Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)


class _Files(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class CodeCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one kernel, with checked files, below a folder."""

    _impl_class = _Files

    def __init__(self, function: Any, folder: Path) -> None:
        super().__init__(function)
        locator = self._impl.locator
        # Numba would take the folder from a setting that all threads share, while another one may be compiling.
        locator._cache_path = self._cache_path = str(folder / locator.get_suitable_cache_subpath(locator._py_file))
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, locator.get_source_stamp())

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Return the key of a signature; Numba's has a pickle of enclosed kernels, which differs from process to process."""
        return signature, codegen.magic_tuple(), _named(self._py_func)


def _named(value: Any) -> Any:
    """Return what tells a function from others of the same sources: its name, and those of all that it encloses."""
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType):
        return repr(function)
    enclosed = tuple(_named(cell.cell_contents) for cell in function.__closure__ or ())
    return function.__module__, function.__qualname__, function.__code__.co_code, enclosed


def is_whole(path: Path) -> bool:
    """Return whether a file is there and ends with the checksum of all before it; say so once a process if it does not."""
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        content = b""
    if hashlib.sha256(content[:-SUM_SIZE]).digest() == content[-SUM_SIZE:]:
        return True
    _say_damaged(path.parent)
    return False


@cache
def _say_damaged(folder: Path) -> None:
    print(f"note: compiled code in {folder} is damaged; it is compiled anew, which takes about a minute", file=sys.stderr)
