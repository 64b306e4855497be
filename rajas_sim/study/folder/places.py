"""Run folders on this machine and in stores elsewhere, such as ``s3://bucket/folder``, and writing whole files there.

A store is anything that fsspec has a protocol for. Its paths have the methods of `pathlib.Path` (universal_pathlib), so the code
that writes runs is the same. Code that reads tables reads a copy on this machine. A file is whole or not there, even if the power
fails: it is written under a temporary name and renamed. In a store, no syncing is needed. Refusals of a system become a
`RunError`.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import Any

from rajas_sim.core.errors import InputError, RunError, not_installed

#: File in a copy that says which version of each file it holds, by path in the store.
VERSIONS = ".versions"


def is_url(text: str) -> bool:
    """Return whether a text names a folder in a store.

    >>> is_url("s3://bucket/folder"), is_url("reports")
    (True, False)
    """
    return "://" in text


def folder_at(text: str | Path) -> Path:
    """Return the path of a folder, on this machine or in a store; both kinds of path are used in the same way.

    Raises
    ------
    InputError
        If there is no such kind of store, or a package that it needs is not installed.
    """
    if isinstance(text, Path) or not is_url(str(text)):
        return Path(text)
    try:
        from upath import UPath
    except ImportError:
        raise not_installed(str(text), "fsspec", "cluster") from None

    try:
        store_path: Any = UPath(str(text))
        # Other machines write there too, so an earlier listing may be outdated.
        store_path.fs.dircache.use_listings_cache = False
    except AttributeError:  # a store that does not cache listings
        pass
    except (ImportError, ValueError) as error:
        raise InputError(f"{text}: cannot be used: {error}") from None
    path: Path = store_path
    return path


def is_local(path: Path) -> bool:
    """Return whether a path is on this machine."""
    return isinstance(path, Path)


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn the exceptions of a store that does not answer, or denies access, into a `RunError` that names the path.

    Exceptions about a path of this machine, such as an `OSError`, are raised unchanged. So is a `FileNotFoundError` of a store.
    """
    try:
        yield
    except Exception as error:
        if is_local(path) or isinstance(error, (FileNotFoundError, InputError, RunError)):
            raise
        raise RunError(f"{path}: cannot be reached: {error}") from None


def path_inside(folder: Path, name: str) -> Path:
    """Return the path in a local folder for a file with a name from elsewhere, such as that of an object in a store.

    Raises
    ------
    RunError
        If the file would lie outside the folder.
    """
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RunError(f"{name!r} would lie outside {folder}, so nothing was written")
    return path


def local_copy(folder: Path) -> Path:
    """Return a local folder unchanged; of a folder in a store, return an up-to-date copy.

    Only new or changed files are fetched.

    Raises
    ------
    RunError
        If the store cannot be reached, or has a file that would lie outside the copy.
    """
    if is_local(folder):
        return folder
    import platformdirs

    copies = Path(platformdirs.user_cache_dir("rajas")) / "copies"
    copy = copies / hashlib.sha256(str(folder).encode()).hexdigest()[:16] / folder.name
    with store_errors(folder):
        store: Any = folder
        versions_in_store = {
            _path_within(path, store.path): _file_version(info) for path, info in store.fs.find(store.path, detail=True).items()
        }
        versions_in_copy = _versions_of_copy(copy)
        file_by_name = {name: path_inside(copy, name) for name in versions_in_copy.keys() | versions_in_store.keys()}
        for name in versions_in_copy.keys() - versions_in_store.keys():
            file_by_name[name].unlink(missing_ok=True)
        for name, version in versions_in_store.items():
            file = file_by_name[name]
            if versions_in_copy.get(name) != version or not file.is_file():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes((folder / name).read_bytes())
        if versions_in_store:
            (copy / VERSIONS).write_text(json.dumps(versions_in_store))
    return copy


def upload_changes(copy: Path, folder: Path) -> None:
    """Copy the files beside the tables (manifest, pages) that were changed in a local copy back to the store.

    Nothing happens if `folder` is on this machine.

    Raises
    ------
    RunError
        If the store cannot be reached.
    """
    if is_local(folder):
        return
    with store_errors(folder):
        for path in sorted(copy.iterdir()):
            file_in_store = folder / path.name
            if path.is_file() and not path.name.startswith("."):
                content = path.read_bytes()
                if not file_in_store.exists() or file_in_store.read_bytes() != content:
                    file_in_store.write_bytes(content)


def _path_within(path: str, folder: str) -> str:
    """Return the path below a folder that contains it, both as paths in a store."""
    return path.strip("/").removeprefix(folder.strip("/")).strip("/")


def _file_version(info: dict[str, Any]) -> str:
    """Return a text that changes whenever a file in a store does; the names of the keys differ between stores."""
    keys = ("size", "ETag", "etag", "md5Hash", "LastModified", "last_modified", "mtime", "created", "updated")
    return repr([str(info[key]) for key in keys if key in info])


def _versions_of_copy(copy: Path) -> dict[str, str]:
    """Return the version of each file in a copy, by path in the store; empty if they are not recorded."""
    with suppress(OSError, ValueError):
        versions: dict[str, str] = json.loads((copy / VERSIONS).read_text())
        return versions
    return {}


# --- writing files

#: Suffix of a file that is not yet whole.
TEMPORARY = ".part"
#: Bytes to write as a test of whether a folder can be written. A full file system may still have room for an empty file.
N_BYTES_TO_TRY = 1 << 16


@contextmanager
def errors_of_writing(path: Path) -> Iterator[None]:
    """Turn the errors of the operating system into a `RunError` that names the file."""
    try:
        with store_errors(path):
            yield
    except OSError as error:
        raise RunError(f"{error.filename or path}: cannot be written: {error.strerror or error}") from None


def part_of(path: Path) -> Path:
    """Return a temporary name beside a file.

    The name cannot be predicted: two machines may write the same file, and an attacker may have put a link there.
    """
    return path.with_name(f"{path.name}.{token_hex(8)}{TEMPORARY}")


def write_part(path: Path, content: bytes | memoryview) -> Path:
    """Write the content of a file under a temporary name beside it, sync it to the disk, and return the temporary path."""
    part_path = part_of(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not is_local(path):
        part_path.write_bytes(content)
        return part_path
    with _part_removed_on_error(part_path, path), part_path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return part_path


@contextmanager
def _part_removed_on_error(part_path: Path, path: Path) -> Iterator[None]:
    """Delete the temporary file if an error occurs, which is then about the file itself."""
    try:
        yield
    except OSError as error:
        with suppress(OSError):
            part_path.unlink(missing_ok=True)
        error.filename = str(path)
        raise


def sync_folders(folders: Iterable[Path]) -> None:
    """Sync folders to the disk, so that the names of new files are there too.

    Systems that cannot do that are ignored.
    """
    for folder in set(filter(is_local, folders)):
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def rename(part_path: Path, path: Path) -> None:
    """Rename a file from its temporary to its final name, replacing the file that is there."""
    if is_local(part_path):
        part_path.replace(path)
    else:
        part_path.rename(path)


def write_file(path: Path, content: bytes | str) -> None:
    """Write a file, whole or not at all.

    A file that already has this content is left alone.

    Raises
    ------
    RunError
        If it cannot be written; the old file is then unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    with errors_of_writing(path):
        if path.is_file() and path.read_bytes() == data:
            return
        part_path = write_part(path, data)
        with _part_removed_on_error(part_path, path):
            rename(part_path, path)
        sync_folders([path.parent])


def require_writable(folder: Path) -> None:
    """Refuse a local folder that cannot be written.

    A folder in a store is not checked before something is written there.

    Raises
    ------
    RunError
        If the folder is read-only, does not exist, or is on a full disk.
    """
    if not is_local(folder):
        return
    with errors_of_writing(folder):
        try:
            with TemporaryFile(dir=folder) as file:
                file.write(bytes(N_BYTES_TO_TRY))
        except OSError as error:
            error.filename = str(folder)
            raise


def require_place(file: Path, flag: str = "") -> None:
    """Refuse a file that could not be written, before any games are played or figures drawn for it.

    Parameters
    ----------
    flag
        The command line option that asks for the file; empty if none does.

    Raises
    ------
    InputError
        If the file is given by an option, and is a folder or lies in a folder that does not exist.
    RunError
        If the same is true of a file without an option, or its folder cannot be written.
    """
    if file.is_dir() or not file.parent.is_dir():
        problem = "is a folder; a file is to be written there" if file.is_dir() else f"there is no folder {file.parent}"
        raise InputError(f"{flag} {file}: {problem}") if flag else RunError(f"{file}: cannot be written: {problem}")
    require_writable(file.parent)


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 of the content of a file, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def damage_of(path: Path, sha256: str, n_bytes: int | None = None) -> str | None:
    """Return what is wrong with a file, as a sentence that begins with its path; None if it is whole."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.seek(0, io.SEEK_END)
    except FileNotFoundError:
        return f"{path}: is missing"
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}"
    if n_bytes not in (None, size):
        return f"{path}: is damaged: it has {size:,} bytes instead of {n_bytes:,}"
    return None if digest == sha256 else f"{path}: is damaged: it does not hold what was written"
