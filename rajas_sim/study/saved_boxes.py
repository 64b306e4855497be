"""Finds the boxes that were saved on the page *Your box*, which commands and forms name."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.errors import InputError, unknown_name

#: The usual folder of games that people play, below the current folder; it also holds their boxes.
PLAYED = Path("played")


def boxes_in(folder: Path) -> Path:
    """Return the folder of the component files that people fill in, inside the folder of games."""
    return folder / "boxes"


def file_of_box(path: Path | None) -> Path | None:
    """Return a component file that is given by its path, or by the name of its box; None if none is given.

    A file in the current folder has precedence over a box of the same name.

    Raises
    ------
    InputError
        If it is the bare name of neither a file nor a saved box. If no box is saved, reading the file reports that.
    """
    files = {file.stem: file for file in boxes_in(PLAYED).glob("*.toml")}
    if path is None or not files or path.is_file() or path.suffix or len(path.parts) != 1:
        return path
    if path.name not in files:
        raise InputError(f"--components: {unknown_name('box', path.name, files)}")
    return files[path.name]
