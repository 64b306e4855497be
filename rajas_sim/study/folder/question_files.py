"""The question of a run as it lies in its folder: ``config.toml``, and a component file beside it if there was one."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rajas_sim.study.config.form import Config
from rajas_sim.study.folder.files import write_file
from rajas_sim.study.folder.manifest import Manifest

CONFIG = "config.toml"


def write_question(folder: Path, config: Config) -> dict[str, str]:
    """Write the files, and return the SHA-256 of each, by name.

    Raises
    ------
    RunError
        If the folder cannot be written.
    OSError
        If the component file cannot be read.
    """
    files = _contents(config)
    for name, content in files.items():
        write_file(folder / name, content)
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def damaged_question_files(folder: Path, manifest: Manifest) -> list[str]:
    """Return what is wrong with the files, one sentence each, which begins with the file; nothing if all are whole."""
    problems = []
    for name, expected in manifest.question_files.items():
        path = folder / name
        try:
            is_whole = hashlib.sha256(path.read_bytes()).hexdigest() == expected
        except FileNotFoundError:
            problems.append(f"{path}: is missing")
        except OSError as error:
            problems.append(f"{path}: cannot be read: {error.strerror}")
        else:
            problems += [] if is_whole else [f"{path}: is damaged: it does not hold what was written"]
    return problems


def _contents(config: Config) -> dict[str, bytes]:
    if config.components is None:
        return {CONFIG: config.to_toml().encode()}
    name = f"components{config.components.suffix}"
    beside = config.model_copy(update={"components": Path(name)})
    return {CONFIG: beside.to_toml().encode(), name: config.components.read_bytes()}
