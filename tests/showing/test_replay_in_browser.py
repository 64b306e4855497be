"""Pages of games in a real browser: they step to the end of a game of every kind, and fit the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.showing.replay import write_replay
from tests.showing.browsing import DESK, NEEDS_BROWSER, PHONE, opened, serious

pytestmark = NEEDS_BROWSER

LOOKED_AT = 5
"""Every fifth position is read from the page, which takes longer than the step."""

KINDS = [
    pytest.param(game, variant, marks=() if (game, variant) == ("charmers", "sun") else pytest.mark.long)
    for game in GAMES
    for variant in box_label(game).variants
]


def page_of_game(folder: Path, name: str, variant: str, players: int = 2) -> tuple[Path, int, str]:
    """Write the page of a game with all modules; return the file, the number of steps, and who won with how much."""
    game = find_game(name)
    line_up = [find_strategy("random", game=name)] * players
    steps = list(game.steps(game.rules(players, variant, game.modules), line_up, seed=3))
    first = steps[-1].after.standings[0]
    won = f"Place 1: seat {first.seat + 1} (random), fame {first.fame}, money {first.money}, overlap {first.overlap:g}"
    return write_replay(game, steps, ["random"] * players, folder / "game.html"), len(steps) - 1, won


@pytest.mark.parametrize(("name", "variant"), KINDS)
def test_arrow_keys_step_to_the_end_and_its_result(browser: Browser, tmp_path: Path, name: str, variant: str) -> None:
    file, n_steps, won = page_of_game(tmp_path, name, variant)
    page = opened(browser, file)
    seen = set()
    for step in range(n_steps):
        if step % LOOKED_AT == 0:
            assert page.locator("#count").inner_text() == f"{step} of {n_steps}"
            seen.add(page.locator("#as-text").text_content())
        page.keyboard.press("ArrowRight")
    assert len(seen) > 0.9 * n_steps / LOOKED_AT, "positions change from step to step"
    assert page.locator("#count").inner_text() == f"{n_steps} of {n_steps}"
    assert page.locator("#options li").first.inner_text().replace("\u2212", "-").startswith(won)
    page.keyboard.press("Home")
    assert page.locator("#count").inner_text() == f"0 of {n_steps}"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#count").inner_text() == f"{n_steps - 1} of {n_steps}"


@pytest.mark.parametrize("name", ["ganges", pytest.param("charmers", marks=pytest.mark.long)])
def test_it_fits_the_screen_and_keeps_nobody_out(browser: Browser, tmp_path: Path, name: str) -> None:
    file, n_steps, _ = page_of_game(tmp_path, name, box_label(name).variants[0], players=max(find_game(name).player_counts))
    for size in (PHONE, DESK):
        for scheme in ("light", "dark"):
            page = opened(browser, file, size, color_scheme=scheme)
            page.evaluate(f"location.hash = '#step={n_steps // 2}'")
            assert page.evaluate("document.scrollingElement.scrollWidth") <= size[0]
            assert serious(page) == {}, (size, scheme)
