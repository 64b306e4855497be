"""Boxes that were saved on the page *Your box* are found by their names."""

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.study.saved_boxes import file_of_box


@pytest.fixture(autouse=True)
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a saved box, which is called mine."""
    monkeypatch.chdir(tmp_path)
    box = Path("played/boxes/mine.toml")
    box.parent.mkdir(parents=True)
    box.touch()
    return box


def test_a_box_is_named_as_on_its_page(box: Path) -> None:
    assert file_of_box(Path("mine")) == box


def test_a_file_has_precedence_over_a_box_of_the_same_name() -> None:
    Path("mine").touch()
    assert file_of_box(Path("mine")) == Path("mine")


def test_a_folder_of_the_same_name_is_no_file(box: Path) -> None:
    Path("mine").mkdir()
    assert file_of_box(Path("mine")) == box


def test_what_is_no_bare_name_is_a_path(box: Path) -> None:
    for path in (box, Path("theirs.toml"), Path("../mine"), None):
        assert file_of_box(path) == path


def test_an_unknown_box_is_refused_with_the_names_of_the_saved_ones() -> None:
    with pytest.raises(InputError, match=r"--components: unknown box 'mien'; did you mean 'mine'\? Known: mine"):
        file_of_box(Path("mien"))
