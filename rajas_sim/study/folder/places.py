"""Folders of runs on this machine and in stores elsewhere, such as ``s3://bucket/folder``.

A store is anything fsspec has a protocol for. Its paths have the methods of `pathlib.Path` (universal_pathlib), so that runs are
written there as they are written here. What reads tables reads a copy on this machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, RunError

#: What a copy says of its files: which version of each it holds, by its path in the store.
VERSIONS = ".versions"


def is_url(text: str) -> bool:
    """Return whether a text names a folder in a store.

    >>> is_url("s3://bucket/folder"), is_url("reports")
    (True, False)
    """
    return "://" in text


def place(text: str | Path) -> Path:
    """Return a folder, on this machine or in a store; a path in a store is used as one of this machine.

    Raises
    ------
    InputError
        If there is no such kind of store, or what it needs is not installed.
    """
    if isinstance(text, Path) or not is_url(str(text)):
        return Path(text)
    try:
        from upath import UPath
    except ImportError:
        raise InputError(f"{text}: needs fsspec; install it with: pip install 'rajas[cluster]'") from None

    try:
        in_store: Any = UPath(str(text))
        # Other machines write there, too, so that nothing listed before may be trusted.
        in_store.fs.dircache.use_listings_cache = False
    except AttributeError:  # a store that keeps no lists
        pass
    except (ImportError, ValueError) as error:
        raise InputError(f"{text}: cannot be used: {error}") from None
    path: Path = in_store
    return path


def is_here(path: Path) -> bool:
    """Return whether a path is one of this machine."""
    return isinstance(path, Path)


@contextmanager
def reaching(path: Path) -> Iterator[None]:
    """Turn what a store raises when it does not answer, or does not let anybody in, into a `RunError` that names it.

    What the system of this machine refuses stays an `OSError`.
    """
    try:
        yield
    except Exception as error:
        if is_here(path) or isinstance(error, (FileNotFoundError, InputError, RunError)):
            raise
        raise RunError(f"{path}: cannot be reached: {error}") from None


def copied_here(folder: Path) -> Path:
    """Return a folder of this machine itself, or a copy of a folder in a store; only new files are fetched.

    Raises
    ------
    RunError
        If the store cannot be reached.
    """
    if is_here(folder):
        return folder
    import platformdirs

    copies = Path(platformdirs.user_cache_dir("rajas")) / "copies"
    copy = copies / hashlib.sha256(str(folder).encode()).hexdigest()[:16] / folder.name
    with reaching(folder):
        store: Any = folder
        there = {_within(path, store.path): _version(info) for path, info in store.fs.find(store.path, detail=True).items()}
        known = _versions(copy)
        for name in known.keys() - there.keys():
            (copy / name).unlink(missing_ok=True)
        for name, version in there.items():
            if known.get(name) != version or not (copy / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes((folder / name).read_bytes())
        if there:
            (copy / VERSIONS).write_text(json.dumps(there))
    return copy


def copied_there(copy: Path, folder: Path) -> None:
    """Bring the files beside the tables that were changed in a copy, the manifest and the pages, to where it is a copy of.

    Raises
    ------
    RunError
        If the store cannot be reached.
    """
    if is_here(folder):
        return
    with reaching(folder):
        for path in sorted(copy.iterdir()):
            there = folder / path.name
            if path.is_file() and not path.name.startswith("."):
                content = path.read_bytes()
                if not there.exists() or there.read_bytes() != content:
                    there.write_bytes(content)


def _within(path: str, folder: str) -> str:
    return path.strip("/").removeprefix(folder.strip("/")).strip("/")


def _version(info: dict[str, Any]) -> str:
    """Return a text that changes whenever a file in a store does; stores have different names for that."""
    keys = ("size", "ETag", "etag", "md5Hash", "LastModified", "last_modified", "mtime", "created", "updated")
    return repr([str(info[key]) for key in keys if key in info])


def _versions(copy: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        versions: dict[str, str] = json.loads((copy / VERSIONS).read_text())
        return versions
    return {}
