"""Pages of runs in a real browser: what can be pointed at, chosen, sorted and kept, and how it fits the screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rajas_sim.analysis import load_run, results_of
from rajas_sim.analysis.formatting import mean_text, share_text
from rajas_sim.questions.run.write import write_report
from rajas_sim.showing.glossary import glossary
from tests.analysis.synthetic_run import Recipe, write_run
from tests.long_cases import short_and_long
from tests.showing.browsing import LAPTOP, MOST_HEIGHT, NEEDS_BROWSER, PHONE, SMALL, opened, require_readable, serious

pytestmark = NEEDS_BROWSER

"""Pixels; 12, but for rounding."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    recipe = Recipe(strategies=("balanced", "fame_rush", "random"), players=(2, 3), blocks=120, worth={"random": -2.0})
    return write_run(tmp_path_factory.mktemp("runs") / "run", recipe)


@pytest.fixture(scope="module")
def file(folder: Path) -> Path:
    return write_report(folder)


def test_a_point_tells_the_value_that_the_data_has(browser: Browser, file: Path, folder: Path) -> None:
    page = opened(browser, file)
    share = results_of(load_run(folder))[0].seats[0].shares[0]
    caption = f"1 (start): {share_text(share)}"
    page.locator("#seats svg .value").first.hover()
    assert page.locator(".tip").inner_text() == caption
    page.mouse.move(0, 0)
    assert page.locator(".tip").is_hidden()
    page.locator("#seats svg").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".tip").inner_text() == caption
    page.keyboard.press("ArrowRight")
    assert page.locator(".tip").inner_text().startswith("2: ")
    page.keyboard.press("Escape")
    assert page.locator(".tip").is_hidden()


def test_one_number_of_players_can_be_chosen_for_all_sections(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    every = page.locator("figure:visible").count()
    page.get_by_label("3", exact=True).check()
    titles = page.locator("#answer ~ * figure:visible > h3, #described figure:visible > h3").all_inner_texts()
    assert titles
    assert all(title.startswith("3 players") for title in titles)
    headings = page.locator("#length > .table thead th:visible").all_inner_texts()
    assert not any("2 players" in heading for heading in headings)
    page.get_by_label("all", exact=True).check()
    assert page.locator("figure:visible").count() == every


def test_tables_are_sorted_filtered_and_kept(browser: Browser, file: Path, tmp_path: Path) -> None:
    page = opened(browser, file)
    page.locator("#spaces summary").first.click()
    figure = page.locator("#spaces figure").first
    figure.get_by_text("Numbers").click()
    heading = figure.get_by_role("button", name=re.compile("placements per game"))
    heading.click()
    body = figure.locator("tbody").first
    cells = body.locator("td").all_inner_texts()
    numbers = [float(cell.split()[0]) for cell in cells]
    assert numbers == sorted(numbers, reverse=True)
    heading.click()
    assert [float(cell.split()[0]) for cell in body.locator("td").all_inner_texts()] == sorted(numbers)
    figure.get_by_label("Filter rows").first.fill("quarry")
    rows = body.locator("tr:visible").all_inner_texts()
    assert 0 < len(rows) < len(numbers)
    assert all("quarry" in row.lower() for row in rows)
    with page.expect_download() as download:
        figure.get_by_role("button", name="Table as CSV").first.click()
    download.value.save_as(tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(rows) + 1
    assert lines[0] == "space,placements per game (interval)"


@pytest.mark.parametrize(("name", "start"), [("SVG", b"<svg "), ("PNG", b"\x89PNG")])
def test_figures_are_kept_in_colour(browser: Browser, file: Path, tmp_path: Path, name: str, start: bytes) -> None:
    page = opened(browser, file)
    with page.expect_download() as download:
        page.locator("#seats figure").first.get_by_role("button", name=f"Figure as {name}").click()
    download.value.save_as(tmp_path / "figure")
    content = (tmp_path / "figure").read_bytes()
    assert content.startswith(start)
    assert b"var(" not in content


def test_words_tell_what_they_mean(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    page.locator("#answer .card summary").first.click()
    word = page.locator("#answer .word", has_text=re.compile("^blocks$")).first
    word.focus()
    assert page.locator(".tip").inner_text() == glossary()["block"]
    words = page.locator("#length .word").all_text_contents()
    assert len(words) == len(set(words))


def test_a_link_of_the_contents_opens_a_section_that_is_folded_away(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    figure = page.locator("#spaces figure").first
    assert not figure.is_visible()
    page.locator("nav a[href='#spaces']").click()
    assert figure.is_visible()
    again = opened(browser, file)
    again.goto(f"{file.as_uri()}#income")
    assert again.locator("#income figure").first.is_visible()


def test_a_page_opens_on_its_answer_and_is_short(browser: Browser, file: Path) -> None:
    page = opened(browser, file, SMALL)
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_HEIGHT
    for shown in (".card .number", ".card .badge", "#answer figure svg", ".sure dt"):
        box = page.locator(shown).first.bounding_box()
        assert box is not None
        assert box["y"] < 800, shown


def test_the_contents_say_where_one_is(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    assert page.locator("nav [aria-current]").inner_text() == "Answer"
    page.locator("#length").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('length').scrollIntoView()")
    page.wait_for_function("document.querySelector('nav [aria-current]').hash === '#length'")


@pytest.mark.parametrize("size", short_and_long(1, [(PHONE,), ((700, 900),), (LAPTOP,)]), ids=lambda size: str(size[0]))
def test_everybody_can_read_the_page_in_a_window_of_any_size(browser: Browser, file: Path, size: tuple[int, int]) -> None:
    page = opened(browser, file, size)
    assert page.locator("nav").evaluate("(nav) => nav.scrollWidth <= nav.clientWidth"), "all contents are in sight"
    require_readable(page)


@pytest.mark.parametrize("scheme", short_and_long(1, ["light", "dark"]))
def test_nothing_serious_keeps_anybody_from_using_it(browser: Browser, file: Path, scheme: str) -> None:
    page = opened(browser, file, color_scheme=scheme)
    assert serious(page) == {}


@pytest.mark.long
def test_the_games_of_another_rule_set_or_line_up_can_be_described(browser: Browser, tmp_path: Path) -> None:
    longer = {"longer": {"rounds": 2.0}}
    arms = Recipe(players=(2,), blocks=120, arms=("baseline", "longer"), effects=longer)
    rungs = Recipe(strategies=("weak", "strong"), mirror=True, players=(2,), blocks=120, start_worth={"weak": 1.0})
    for recipe, kind, first, other in ((arms, "Rule set", "baseline", "longer"), (rungs, "Line-up", "strong", "weak")):
        folder = write_run(tmp_path / kind, recipe)
        run = load_run(folder)
        page = opened(browser, write_report(folder))
        assert page.get_by_label(first, exact=True).is_checked()
        before = page.locator("#described").inner_text()
        page.get_by_label(other, exact=True).check()
        page.wait_for_function("before => document.getElementById('described').innerText !== before", arg=before)
        chosen = run.of_arm(other) if kind == "Rule set" else run.of_line_ups(run.compared_line_ups(2)[other])
        rounds = mean_text(results_of(chosen)[0].pacing.means["rounds"])
        assert rounds in page.locator("#length").inner_text().replace("\u202f", " ")
        assert rounds not in before
        assert page.locator("#length figure .tools button").count() > 0
        assert serious(page) == {}
        page.get_by_label(first, exact=True).check()
        page.wait_for_function("before => document.getElementById('described').innerText === before", arg=before)
