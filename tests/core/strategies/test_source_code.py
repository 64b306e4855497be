"""What a Python file does, without what only people read in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.strategies.source_code import code_of

CODE = """
PRICE = 3

class Shop:
    def sell(self):
        return f"{PRICE} coins"
"""


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ("# a comment\n" + CODE, True),
        ('"""A shop."""\n' + CODE.replace("sell(self):", 'sell(self):\n        """Sell one."""'), True),
        (CODE.replace("PRICE = 3", "PRICE = (\n    3\n)"), True),
        (CODE.replace("PRICE = 3", "PRICE = 4"), False),
        (CODE.replace("coins", "dice"), False),
    ],
)
def test_only_what_a_file_does_counts(tmp_path: Path, changed: str, is_same: bool) -> None:
    files = tmp_path / "a.py", tmp_path / "b.py"
    for file, text in zip(files, (CODE, changed), strict=True):
        file.write_text(text)
    assert (code_of(files[0]) == code_of(files[1])) is is_same


def test_a_function_that_is_nothing_but_a_docstring_does_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('def wait():\n    """Wait."""\n')
    assert code_of(file) == b"def wait():\n    pass"


def test_a_file_that_is_no_python_counts_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"def (")
    assert code_of(file) == b"def ("
