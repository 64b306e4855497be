"""The page of a roll-and-write with up to five players, and what a page says about runs and rule sets of any game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rajas_sim.analysis import load_run, results_of
from rajas_sim.questions.run.write import write_report
from tests.analysis import synthetic_charmers
from tests.analysis.synthetic_charmers import Recipe
from tests.analysis.synthetic_run import copy_run, read_manifest, write_manifest, write_receipts, write_sweep
from tests.long_cases import short_and_long
from tests.showing.pages import assert_whole, page_of, page_with, plain, section, section_ids

SECTIONS = ["answer", "seats", "length", "race", "games", "scores", "income", "turns", "boxes", "endings"]
SECTIONS += ["provenance", "words"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic_charmers.write_run(tmp_path_factory.mktemp("runs") / "sheets-1a2b", Recipe(players=(2, 5), blocks=120))


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return page_of(folder)


def test_sections_follow_from_the_tables(page: str) -> None:
    assert section_ids(page) == SECTIONS
    contents = page[page.index("<nav") : page.index("</nav>")]
    assert re.findall(r'href="#(\w+)"', contents) == SECTIONS


def test_a_run_without_optional_tables_has_the_other_sections(folder: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    for name in ("games", "seats"):
        shutil.copytree(folder / "tables" / name, bare / "tables" / name)
    write_manifest(bare, {**read_manifest(folder), "tables": ["games", "seats"]})
    write_receipts(bare)
    text = page_of(bare)
    assert section_ids(text) == [s for s in SECTIONS if s not in ("race", "drama", "turns", "boxes")]


def test_words_of_the_other_game_are_not_used(page: str) -> None:
    for word in ("worker", "tile", "dice by reroll", "Rajas of the Ganges:"):
        assert word not in plain(section(page, "answer") + section(page, "length") + section(page, "income"))
    assert "Where fame and money come from" in page


def test_all_that_was_found_stands_above_its_figure(folder: Path, page: str) -> None:
    text = plain(page)
    for result in results_of(load_run(folder)):
        assert result.scores is not None
        assert result.turns is not None
        assert result.income is not None
        assert result.sheet_boxes is not None
        for part in (result.scores, result.turns, result.income, result.sheet_boxes):
            assert all(finding.sentence in text for finding in part.findings)


def test_five_seats_have_five_rows_and_names(page: str) -> None:
    seats = section(page, "seats")
    assert "position 5:" in seats
    assert "Bonferroni over 5" in plain(seats)
    assert re.search(r"the (fourth|last|third|second|start) player wins", plain(section(page, "answer")))


def test_the_map_writes_the_share_of_every_box(folder: Path, page: str) -> None:
    boxes = results_of(load_run(folder))[1].sheet_boxes
    assert boxes is not None
    figure = section(page, "boxes").split("<figure")[2]
    drawing, numbers = figure[: figure.index("</svg>")], figure[figure.index("</svg>") :]
    assert drawing.count("<path") >= 2 * len(boxes.filled)
    for word in ("Province", "River", "Great Mogul", "Raja Man Singh", "Upgrades"):
        assert f">{word}<" in drawing
    assert numbers.count("<tr>") == len(boxes.filled) + 1
    assert "Bonferroni over 118" in numbers


def test_boxes_nobody_fills_are_drawn_and_listed_as_zero(page: str) -> None:
    boxes = section(page, "boxes")
    assert ">8<" in boxes.split("Market")[1].split("Upgrades")[0]
    assert re.search(r"MarketTea80\.0 % \(0\.0 to \d", plain(boxes))


def test_scores_are_written_in_halves(page: str) -> None:
    numbers = section(page, "scores")
    assert re.search(r"\d\.5 <span", numbers)
    assert "won with at least the overlap of all seats" in numbers
    assert "wins by overlap" in numbers


def test_turns_are_told_by_third_and_by_round(page: str) -> None:
    text = section(page, "turns")
    assert text.count('<th scope="col">first third</th>') == 2
    assert text.count("<h4>turns by round</h4>") == 2
    assert "3 or more bonuses" in text
    assert "no die" in text


def test_the_page_is_whole(page: str) -> None:
    assert_whole(page)


@pytest.mark.long
def test_the_same_run_gives_the_same_bytes(folder: Path, page: str, tmp_path: Path) -> None:
    assert write_report(folder, tmp_path / "again.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("blocks", short_and_long(1, [1, 2]))
def test_the_smallest_runs_have_a_page_too(tmp_path: Path, blocks: int) -> None:
    run = synthetic_charmers.write_run(tmp_path / "run", Recipe(players=(5,), blocks=blocks, shards=1))
    text = page_of(run)
    assert section_ids(text) == [s for s in SECTIONS if s != "drama"]
    assert_whole(text)


def test_runs_of_one_question_are_told_apart_at_the_top(page: str) -> None:
    head = plain(page[: page.index("<main>")])
    assert "run sheets-1a2b" in head
    assert "240 games" in head
    assert "balanced in every seat" in head
    assert "(sheets-1a2b)</title>" in page


def test_assumed_values_of_other_variants_are_listed_where_the_run_has_them(tmp_path: Path) -> None:
    assumed = {"path": "moon.river.3", "value": 4, "low": 1, "high": 5, "why": "the artwork could not be consulted"}
    arms = tmp_path / "arms"
    synthetic_charmers.write_run(arms, Recipe(players=(2,), blocks=20, arms=("baseline", "moon")))
    variants = {"baseline": {"variant": "sun", "modules": []}, "moon": {"variant": "moon", "modules": []}}
    components = {"name": "reference", "n_values": 1, "n_assumed": 1, "assumed": [assumed]}
    known = copy_run(arms, tmp_path / "known", arm_variants=variants, arm_components={"moon": components})
    text = plain(section(page_with(known), "provenance"))
    assert "1 further value of other rule sets is assumed." in text
    assert "moon.river.3" in text
    assert "not listed here" not in text
    unknown = copy_run(arms, tmp_path / "unknown", arm_variants=variants)
    text = plain(section(page_with(unknown), "provenance"))
    assert "Further values of the rule set moon, in another variant or with other modules, are not listed here." in text


def test_points_of_a_sweep_are_called_by_their_values(tmp_path: Path) -> None:
    text = plain(
        page_with(write_sweep(tmp_path / "run", {"setup.money": [[3, 4], [4, 4]]}, players=(2,)), "verdicts", "sweep", "changes")
    )
    assert "With 2 players, setup.money = 4/4" in text
    assert "point_" not in text


def test_what_is_folded_away_is_printed(page: str) -> None:
    style = page[page.index("@media print") : page.index("</style>")]
    assert "details:not([open]):not(.fold, .read, .topic) { display: none; }" in style
    assert "<h4>where players end</h4>" in page


def test_whom_a_strategy_follows_is_named_as_another_explanation(tmp_path: Path) -> None:
    strategies = ("balanced", "river_rush", "road_rush")
    for players, is_named in ((2, False), (3, True)):
        recipe = Recipe(players=(players,), strategies=strategies, blocks=10, shards=1, tables=("games", "seats"))
        folder = synthetic_charmers.write_run(tmp_path / f"{players}", recipe)
        text = plain(section(page_with(folder, "strategies"), "strategies"))
        assert ("it may matter whom a strategy follows" in text) is is_named
