"""How hypothesis explores: no deadlines, since a first call may compile; the same examples every time where ``CI`` is set.

`make test-long` tries more examples, with ``--hypothesis-profile thorough``; kernels as plain Python are slow and are tried with
fewer.
"""

import functools
import gc
import os

import numba
import numpy as np
import pytest
import typer.main
import typer.testing
from hypothesis import settings

from tests.plain_pages import draw_nothing

settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=200)
COMMON = "ci" if os.environ.get("CI") else "quick"
settings.register_profile("few", settings.get_profile(COMMON), max_examples=10)
settings.load_profile(COMMON)

# By default Python looks for unreachable cycles every few hundred new objects, among half a million that the libraries hold: a
# fifth of the processor time of the tests. Every 50,000 takes no more memory.
gc.set_threshold(50_000)

if numba.config.DISABLE_JIT:
    # Kernels as plain Python mostly read fields of records. NumPy looks for the name of each in three dictionaries, in Python;
    # this does the same in a third of the time, as long as records inside records are np.record too, as in all layouts.

    def _field(record: np.record, name: str) -> object:
        try:
            return np.void.__getitem__(record, name)
        except ValueError as error:
            raise AttributeError(str(error)) from None

    np.record.__getattribute__ = np.void.__getattribute__  # type: ignore[method-assign]
    np.record.__getattr__ = _field  # type: ignore[attr-defined]

# All commands are made once, not for each call of one.
typer.testing._get_command = functools.cache(typer.main.get_command)  # type: ignore[attr-defined]


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write pages with empty pictures, where a test is about something else."""
    draw_nothing(monkeypatch)
