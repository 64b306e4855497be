"""The notebooks in docs: they work as they stand, show their results, and are kept without outputs."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebook_*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def test_there_is_one_for_each_game() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["notebook_charmers", "notebook_ganges"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_printed(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [(cell.outputs, cell.execution_count) for cell in code] == [([], None)] * len(code)
    written = nbformat.writes(notebook, indent=1)  # type: ignore[no-untyped-call]
    assert written + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_refers_to_exists(path: Path) -> None:
    expected = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", expected)
    assert links
    assert [link for link in links if not (DOCS / link).exists()] == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_its_results(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("temporary", "work"):
        (tmp_path / folder).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    notebook = read(path)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path / "work"}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [output.data for cell in code for output in cell.outputs if "data" in output]
    assert len(shown) >= len(code) - 1
    assert all({"text/html", "image/png"} & {*data} or len(data["text/plain"]) < 20 for data in shown)
    assert sum("image/png" in data for data in shown) >= 3
    assert not [output for cell in code for output in cell.outputs if output.get("name") == "stderr"]
    assert list((tmp_path / "work").iterdir()) == []
