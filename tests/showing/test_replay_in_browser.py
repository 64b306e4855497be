"""Pages of games in a real browser: they step to the end, show all that matters in the window, and tell no result too early."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from rajas_sim.analysis.course.playouts import PlayedChances
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.showing.replay import write_replay
from rajas_sim.showing.replay.turns import turn_ends
from tests.long_cases import short_and_long
from tests.showing.browsing import LAPTOP, LARGE, LEAST_TEXT, NEEDS_BROWSER, PHONE, SMALL, opened, serious

pytestmark = NEEDS_BROWSER

LOOKED_AT = 5
"""Every fifth position is read from the page, which takes longer than the step."""
HIGHEST_BAR = 90

KINDS = [
    pytest.param(game, variant, marks=() if (game, variant) == ("charmers", "sun") else pytest.mark.long)
    for game in GAMES
    for variant in box_label(game).variants
]
TABLES = [("ganges", 2), ("charmers", 5), ("ganges", 4), ("charmers", 2)]
SEEN = (Path(__file__).parent / "seen.js").read_text(encoding="utf-8")

#: The sizes of windows; all but one in long tests.
EVERY_SIZE = pytest.mark.parametrize(
    "size",
    [PHONE, *(pytest.param(size, marks=pytest.mark.long) for size in (SMALL, LAPTOP, LARGE))],
    ids=lambda size: str(size[0]),
)


@cache
def played(name: str, variant: str, players: int) -> list[Step]:
    game = find_game(name)
    return list(game.steps(game.rules(players, variant, game.modules), [find_strategy("random", game=name)] * players, seed=3))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@cache
def page_of_game(folder: Path, name: str, variant: str, players: int = 2) -> tuple[Path, int, str]:
    """Write the page of a game with all modules; return the file, the number of steps, and who won with how much."""
    steps = played(name, variant, players)
    rng = np.random.default_rng(1)
    chances = PlayedChances(rng.dirichlet(np.ones(players), len(turn_ends(steps)) + 1), 100, "balanced")
    first = steps[-1].after.standings[0]
    won = f"Place 1: seat {first.seat + 1} (random), fame {first.fame}, money {first.money}, overlap {first.overlap:g}"
    file = write_replay(
        find_game(name), steps, ["random"] * players, folder / f"{name}-{variant}-{players}.html", chances=chances
    )
    return file, len(steps) - 1, won


def at_position(page: Page, place: str) -> None:
    if page.evaluate("location.hash") == place:  # nothing would change, so nobody would say that it has
        return
    page.evaluate(
        "place => new Promise(done => { addEventListener('hashchange', () => done(), { once: true }); location.hash = place; })",
        place,
    )


def seen(page: Page) -> dict[str, Any]:
    """Return what is seen of the page in this position."""
    observed: dict[str, Any] = page.evaluate(SEEN)
    return observed


@pytest.mark.long
@pytest.mark.parametrize(("name", "variant"), KINDS)
def test_arrow_keys_step_to_the_end_and_its_result(browser: Browser, folder: Path, name: str, variant: str) -> None:
    file, n_steps, won = page_of_game(folder, name, variant)
    page = opened(browser, file)
    page.locator("#mode").select_option("decision")
    page.locator("#play").focus()
    texts = set()
    for step in range(n_steps):
        if step % LOOKED_AT == 0:
            assert page.locator("#count").inner_text() == f"{step} of {n_steps}"
            texts.add(page.locator("#as-text").text_content())
        page.keyboard.press("ArrowRight")
    assert len(texts) > 0.9 * n_steps / LOOKED_AT, "positions change from step to step"
    assert page.locator("#count").inner_text() == f"{n_steps} of {n_steps}"
    assert page.locator("#options li").first.inner_text().replace("\u2212", "-").startswith(won)
    page.keyboard.press("Home")
    assert page.locator("#count").inner_text() == f"0 of {n_steps}"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#count").inner_text() == f"{n_steps - 1} of {n_steps}"


@pytest.mark.long
def test_a_game_is_watched_turn_by_turn(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun")[0])
    n_turns = len(turn_ends(played("charmers", "sun", 2)))
    assert page.locator("#count").inner_text() == f"turn 0 of {n_turns}"
    outlined = 0
    for turn in range(1, n_turns + 1):
        page.keyboard.press("ArrowRight")
        assert page.locator("#count").inner_text() == f"turn {turn} of {n_turns}"
        sentence = page.locator("#played").text_content() or ""
        assert sentence.startswith("Seat ")
        assert sentence.endswith(".")
        outlined += page.locator("#overlay rect").count() > 0
    assert outlined > 0.9 * n_turns, "turns change something, which is outlined"
    assert page.locator("#story li:visible").count() == n_turns


@pytest.mark.long
def test_what_moved_has_an_arrow(browser: Browser, folder: Path) -> None:
    steps = played("ganges", "base", 2)
    placed = next(i for i, step in enumerate(steps) if step.before is not None and step.before.decision == "place")
    page = opened(browser, page_of_game(folder, "ganges", "base")[0])
    at_position(page, f"#step={placed - 1}")
    page.keyboard.press("ArrowRight")
    assert page.locator("#overlay path.head").count() >= 1
    at_position(page, "#step=0")
    assert page.locator("#overlay path").count() == 0, "a jump is no move"


def test_it_plays_as_fast_as_it_is_told_and_stops_at_the_end(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun")[0])
    n_turns = len(turn_ends(played("charmers", "sun", 2)))
    assert page.locator("#speed option").all_inner_texts() == ["0.5 turns/s", "1 turn/s", "2 turns/s", "5 turns/s", "10 turns/s"]
    at_position(page, f"#turn={n_turns - 10}")
    page.locator("#speed").select_option("10")
    page.locator("#play").click()
    page.wait_for_function("document.getElementById('play').textContent === 'Play'", timeout=5_000)
    assert page.locator("#count").inner_text() == f"turn {n_turns} of {n_turns}"


def test_turning_points_are_reached_one_after_the_other(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun")[0])
    counts = []
    while page.locator("#turning-point").is_enabled():
        page.locator("#turning-point").click()
        counts.append(page.locator("#count").inner_text())
    assert len(set(counts)) == len(counts) == page.locator(".strip .diamond").count() > 0


@pytest.mark.parametrize("name", short_and_long(1, ["charmers", "ganges"]))
def test_nothing_tells_the_result_before_it_is_asked_for_or_reached(browser: Browser, folder: Path, name: str) -> None:
    file, n_steps, _ = page_of_game(folder, name, box_label(name).variants[0])
    page = opened(browser, file)

    def told() -> list[bool]:
        future = page.locator("#future").bounding_box()
        text = page.locator("body").inner_text()
        return ["Won by" in text, "Place 1" in text, future is None]

    at_position(page, f"#step={n_steps // 2}")
    assert told() == [False, False, False]
    strip, future = (page.locator(selector).bounding_box() for selector in (".strip", "#future"))
    assert strip is not None
    assert future is not None
    assert future["x"] == pytest.approx(strip["x"] + strip["width"] / 2, abs=strip["width"] / n_steps)
    assert future["x"] + future["width"] >= strip["x"] + strip["width"]
    assert page.locator("#story li:visible").count() < page.locator("#story li").count()
    page.locator("#reveal").click()
    assert told() == [True, False, True]
    assert page.locator("#story li:visible").count() == page.locator("#story li").count()
    page = opened(browser, file)
    page.keyboard.press("End")
    assert told() == [True, True, True]


@EVERY_SIZE
@pytest.mark.parametrize(("name", "players"), short_and_long(2, TABLES))
def test_the_window_shows_who_moves_the_board_and_what_is_chosen(
    browser: Browser, folder: Path, name: str, players: int, size: tuple[int, int]
) -> None:
    walk_through(browser, page_of_game(folder, name, box_label(name).variants[0], players)[0], size, n_looks=2)


@pytest.mark.long
@EVERY_SIZE
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_does_so_in_many_positions(browser: Browser, folder: Path, name: str, players: int, size: tuple[int, int]) -> None:
    walk_through(browser, page_of_game(folder, name, box_label(name).variants[0], players)[0], size, n_looks=40)


def walk_through(browser: Browser, file: Path, size: tuple[int, int], n_looks: int) -> None:
    """Look at positions by turn and by decision, each after a step, so that outlines and arrows are there as well."""
    page = opened(browser, file, size)
    n_turns, n_steps = page.locator("#story li").count(), int(page.locator("#slider").get_attribute("max") or 0)
    for unit, n in (("turn", n_turns), ("step", n_steps)):
        for place in dict.fromkeys(np.linspace(0, n, min(n, n_looks) + 1).astype(int).tolist()):
            if place == 0:
                at_position(page, f"#{unit}=1")
                page.keyboard.press("ArrowLeft")
            else:
                at_position(page, f"#{unit}={place - 1}")
                page.keyboard.press("ArrowRight")
            look = seen(page)
            where = f"{unit} {place}: {look}"
            assert look["overlaps"] == [], where
            assert look["width"] <= size[0], where
            assert (look["chosen"], look["controls"]) == pytest.approx((1, 1), abs=0.01), where
            if size != PHONE:
                assert (look["seat"], look["board"], look["others"]) == pytest.approx((1, 1, 1), abs=0.01), where
                assert look["bar"] <= HIGHEST_BAR, where
            if size == LAPTOP:
                assert look["smallest"] >= LEAST_TEXT, where


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param("ganges", marks=pytest.mark.long), "charmers"])
def test_it_keeps_nobody_out(browser: Browser, folder: Path, name: str) -> None:
    file, n_steps, _ = page_of_game(folder, name, box_label(name).variants[0], max(find_game(name).player_counts))
    for size, scheme in ((PHONE, "light"), (LAPTOP, "dark"), (LAPTOP, "light")):
        page = opened(browser, file, size, color_scheme=scheme, reduced_motion="reduce")
        at_position(page, f"#step={n_steps // 2}")
        assert serious(page) == {}, (size, scheme)
    page.locator(".pop summary").last.click()
    assert serious(page) == {}


def test_another_seat_can_be_shown_large_by_keyboard(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun", 3)[0])
    page.get_by_role("button", name="Seat 3").press("Enter")
    assert page.locator(".of-seat.moving").get_attribute("data-seat") == "3"
    page.keyboard.press("ArrowRight")
    assert page.locator(".of-seat.moving").get_attribute("data-seat") == "1"


def test_without_javascript_it_tells_the_story_and_has_no_dead_controls(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun")[0], java_script_enabled=False)
    assert page.locator("#story li:visible").count() == len(turn_ends(played("charmers", "sun", 2)))
    assert "Won by" in page.locator("body").inner_text()
    assert page.locator("button:visible, select:visible, input:visible, a:visible").count() == 0
    assert page.locator(".of-seat:visible").count() == 2


def test_small_seats_show_their_numbers_where_they_can_be_read(browser: Browser, folder: Path) -> None:
    page = opened(browser, page_of_game(folder, "charmers", "sun")[0])
    shares = {}
    for size in (LAPTOP, (1440, 900), LARGE, (2560, 1440), (1100, 560)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        scale, *seen = page.locator(".of-seat:not(.moving)").first.evaluate(
            """(seat) => [
                seat.querySelector(".pieces svg").getScreenCTM().a,
                ...["text.large", "text:not(.large)"].map((words) =>
                    [...seat.querySelectorAll(words)].every((text) => getComputedStyle(text).display !== "none")),
            ]"""
        )
        shares[round(scale, 2)] = seen
        if abs(scale - 0.5) > 0.01 and abs(scale - 0.75) > 0.01:
            assert seen == [scale > 0.5, scale > 0.75], (size, scale)
    assert {*map(tuple, shares.values())} >= {(False, False), (True, True)}, shares
