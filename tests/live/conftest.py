"""What tests of the table have in common: a browser, and that nothing is compiled beside them."""

from types import SimpleNamespace

import pytest

from rajas_sim.core.games import GAMES
from rajas_sim.live import hints
from tests.showing.browsing import browser

__all__ = ["browser"]


@pytest.fixture(autouse=True)
def _nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process compile what hints need beside the tests; one test is about that."""
    monkeypatch.setattr(hints, "_COMPILERS", dict.fromkeys(GAMES, SimpleNamespace(wait=lambda: 0)))
