"""Games that are named by their files are known to the tests of this folder alone."""

import pytest


@pytest.fixture(autouse=True)
def forgotten_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards which files were named."""
    monkeypatch.setattr("rajas_sim.core.games._named_files", {})
