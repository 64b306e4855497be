"""Pages without what takes most of the time to make, for tests that are about something else."""

from __future__ import annotations

import pytest


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Write pages with empty pictures."""
    empty = '<svg role="img" aria-label="none"></svg>'
    patch.setattr("rajas_sim.showing.page.panel_svg", lambda *arguments: empty)


def open_no_games(patch: pytest.MonkeyPatch) -> None:
    """Write reports without the games that open in them."""
    patch.setattr("rajas_sim.questions.run.write.game_pages", lambda result, numbers, **_: {})
