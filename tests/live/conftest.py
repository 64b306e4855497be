"""What tests of the table have in common: a browser, a server, and that nothing is compiled beside them."""

import pytest

from rajas_sim.live import kept_games
from tests.live.pages import server
from tests.showing.browsing import browser

__all__ = ["browser", "server"]


@pytest.fixture(autouse=True)
def _nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process compile anything beside the tests; two tests are about that."""
    monkeypatch.setattr(kept_games, "compile_ahead", lambda game, strategies: None)
