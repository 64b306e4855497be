"""The page: self-contained, byte-stable, accessible, and complete."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.analysis import load_run, results_of
from rajas_sim.analysis.answer import Curves
from rajas_sim.analysis.formatting import rating_text, share_text
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.questions.run.run_answer import run_answer
from rajas_sim.questions.run.write import write_report
from rajas_sim.showing.glossary import readings_of
from tests.analysis.synthetic_run import Recipe, change_manifest, copy_run, read_manifest, write_receipts, write_run, write_sweep
from tests.long_cases import short_and_long
from tests.showing.pages import Outline, assert_whole, page_of, page_with, plain, section, section_ids

SECTIONS = ["answer", "seats", "length", "race", "drama", "games", "scores", "income", "workers", "spaces", "endings"]
SECTIONS += ["provenance", "words"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("runs") / "run", Recipe(players=(2, 4), blocks=800, seat_worth=(0.4, 0.0, 0.0, 0.0)))


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return page_of(folder)


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    recipe = Recipe(
        strategies=("balanced", "fame_rush", "random"),
        players=(2,),
        blocks=40,
        worth={"random": -2.0},
        ties=0.05,
    )
    return write_run(tmp_path_factory.mktemp("runs") / "contest", recipe)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    recipe = Recipe(players=(2,), blocks=3, shards=1, tables=("games", "seats"))
    return write_run(tmp_path_factory.mktemp("runs") / "small", recipe)


def test_sections_come_in_the_order_of_a_readers_questions(text: str) -> None:
    assert section_ids(text) == SECTIONS


def test_spaces_nobody_used_are_drawn_and_listed_as_zero(text: str) -> None:
    spaces = section(text, "spaces")
    assert spaces.count(">Secret garden<") == spaces.count(">Yogi<")
    assert "Secret garden0 (never used)" in plain(spaces)


@pytest.mark.long
def test_slices_of_another_size_give_the_same_bytes(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(load_run(folder).slices("rounds", 2)) == 1
    monkeypatch.setattr("rajas_sim.analysis.reading.run.GAMES_PER_SLICE", 1)
    assert len(load_run(folder).slices("rounds", 2)) == 2
    assert page_of(folder) == text


def test_the_verdict_sentences_stand_at_the_top_with_word_and_class(folder: Path, text: str) -> None:
    for result in results_of(load_run(folder)):
        verdict = result.seats[0].verdict
        assert verdict.sentence in plain(text)
        assert f'class="card {verdict.ruling.lower()}"' in text
    assert "2 players" in text
    assert "800 games, 800 blocks" in plain(text)


def test_the_page_needs_nothing_but_itself(text: str) -> None:
    outline = Outline(text)
    assert outline.all("script") == [{}]
    assert not re.search(r"fetch\(|XMLHttpRequest|import |WebSocket|sendBeacon", "".join(outline.inside["script"]))
    assert not outline.all("link")
    assert not outline.all("img")
    references = [v for _, a in outline.elements for k, v in a.items() if k in ("src", "href", "xlink:href")]
    assert all(str(v).startswith("#") for v in references)
    assert "url(http" not in text
    assert "@import" not in text
    assert set(re.findall(r'https?://[^"\s<]+', text)) == {"http://www.w3.org/2000/svg"}


def test_every_figure_has_a_text_alternative_a_caption_and_its_numbers(text: str) -> None:
    outline = Outline(text)
    # Pictures beside names are hidden from those who read the text alternative.
    pictures = [svg for svg in outline.all("svg") if "aria-hidden" not in svg]
    assert len(pictures) == len(outline.all("figure")) == len(outline.all("figcaption")) > 15
    for picture in pictures:
        assert picture["role"] == "img"
        assert len(picture["aria-label"] or "") > 30
    assert text.count("<summary>Numbers</summary>") == len(pictures)


def test_the_page_is_whole(text: str) -> None:
    assert_whole(text)


@pytest.mark.long
def test_the_same_run_gives_the_same_bytes(contest: Path, tmp_path: Path) -> None:
    first = write_report(contest, tmp_path / "first.html").read_bytes()
    code = "import sys; from rajas_sim.questions.run.write import write_report; write_report(sys.argv[1], sys.argv[2])"
    second = tmp_path / "second.html"
    (tmp_path / "matplotlibrc").write_text(
        "lines.dashed_pattern: 9, 9\nsavefig.bbox: tight\naxes.xmargin: 0.3\npatch.linewidth: 3\n"
    )
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "77",
        "TZ": "Asia/Kolkata",
        "MATPLOTLIBRC": str(tmp_path / "matplotlibrc"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    subprocess.run([sys.executable, "-c", code, str(contest), str(second)], check=True, env=environment)
    assert second.read_bytes() == first


def test_strategies_are_compared_where_there_are_several(contest: Path) -> None:
    text = page_with(contest, "strategies", "seats")
    assert "strategies" in section_ids(text)
    assert "averaged over 3 line-ups" in text


@pytest.mark.long
def test_ratings_stand_beside_who_beats_whom_and_what_is_certain(contest: Path) -> None:
    text = page_of(contest)
    shown = section(text, "strategies")
    (result,) = results_of(load_run(contest))
    assert result.ratings is not None
    assert result.head_to_head is not None
    for finding in result.head_to_head.findings:
        assert finding.sentence in plain(shown)
    (strongest,) = result.ratings.findings
    assert plain(text).count(strongest.sentence) == 1, "it is the answer, which is not said again"
    pictures = [picture["aria-label"] or "" for picture in Outline(f"{shown}</section>").all("svg")]
    assert [picture.split(".")[0] for picture in pictures] == ["Ratings with 2 players", "2 players: who beats whom, in %"]
    for (a, b), share in result.head_to_head.ahead.items():
        assert f"{a} ahead of {b}: {share_text(share)}" in pictures[1]
        assert share_text(share) in plain(shown)
    for label, rating in result.ratings.strategies.items():
        assert f"{label}: {rating_text(rating)}" in pictures[0]
        assert rating_text(rating) in plain(shown)
    assert "what a seat is worth, in rating points" in shown


def test_a_rating_beyond_the_axis_is_an_arrow(tmp_path: Path) -> None:
    recipe = Recipe(("balanced", "fame_rush", "random"), (2,), 40, worth={"random": -30.0}, tables=("games", "seats"))
    shown = section(page_with(write_run(tmp_path / "run", recipe), "strategies"), "strategies")
    assert "40 blocks; an arrow: beyond the axis" in plain(shown)
    assert re.search(r"random\d.*?\u2212[\d,]+ or less", plain(shown))
    assert "beyond the axis" not in plain(page_with(write_run(tmp_path / "near", replace(recipe, worth={})), "strategies"))


def test_two_strategies_need_no_matrix(tmp_path: Path) -> None:
    recipe = Recipe(("balanced", "random"), (2,), 40, tables=("games", "seats"))
    shown = section(page_with(write_run(tmp_path / "run", recipe), "strategies"), "strategies")
    assert len(Outline(f"{shown}</section>").all("svg")) == 1


def test_cells_that_may_be_either_have_no_colour(tmp_path: Path) -> None:
    labels = ("balanced", "fame_rush", "random")
    recipe = Recipe(labels, (2,), 60, worth={"random": -2.0}, tables=("games", "seats"))
    folder = write_run(tmp_path / "run", recipe)
    (result,) = results_of(load_run(folder))
    assert result.head_to_head is not None
    coloured = [pair for pair, share in result.head_to_head.ahead.items() if share.excludes(0.5)]
    assert len(coloured) == 4
    matrix = section(page_with(folder, "strategies"), "strategies").split("<svg")[2]
    assert len(re.findall(r"fill: var\(--s[12]\)", matrix)) == len(coloured)


@pytest.mark.usefixtures("without_figures")
def test_how_often_orders_round_the_table_are_played_is_told(tmp_path: Path) -> None:
    recipe = Recipe(players=(3,), blocks=41, strategies=("balanced", "random", "fame_rush"))
    folder = write_run(tmp_path / "orders", recipe)
    text = plain(page_with(folder, "strategies"))
    assert "All orders round the table are played equally often, as nearly as the number of blocks allows" in text
    assert "so that not all of them are played" not in text
    four = Recipe(players=(4,), blocks=5, shards=1, strategies=("balanced", "random", "fame_rush", "market_rush"))
    few = plain(page_with(write_run(tmp_path / "few", four), "strategies"))
    assert "With 4 players there are 5 blocks for 6 orders, so that not all of them are played." in few


@pytest.mark.long
@pytest.mark.usefixtures("without_figures")
def test_a_ladder_of_strategies_is_answered_at_the_top(tmp_path: Path) -> None:
    ladder = ("random", "careless", "balanced")
    recipe = Recipe(strategies=ladder, mirror=True, players=(2, 4), blocks=90, most_blocks={"balanced": 40})
    folder = write_run(tmp_path / "ladder", recipe)
    page = page_of(folder)
    text = plain(page)
    assert_whole(page)
    assert section_ids(page)[:3] == ["answer", "ladder", "seats"]
    assert "strategies" not in section_ids(page)
    for result in results_of(load_run(folder)):
        assert result.ladder is not None
        assert all(finding.sentence in plain(section(page, "answer")) for finding in result.ladder.findings)
        assert all(f"{result.players} players: {label} in every seat" in text for label in ladder)
    assert "Sections that do not name a strategy describe the games of balanced, or another that is chosen" in text
    assert "40 games, 40 blocks" in plain(section(page, "length"))
    assert "40 to 90 blocks for each strategy" in plain(section(page, "ladder"))
    assert "in 90 blocks (balanced in 40)" in text


def test_assumptions_and_the_way_to_reproduce_are_told(folder: Path, text: str) -> None:
    manifest = read_manifest(folder)
    for word in (
        "rajas run run/config.toml --blocks 800",
        "Rajas of the Ganges ·",
        "412 printed values. 3 are assumed",
        "tiles.orange.4.cost",
        "4 to 10",
        "passed first",
    ):
        assert word in plain(text)
    for value in (*manifest["hashes"].values(), *manifest["versions"].values(), str(manifest["seed"])):
        assert value in text


def test_names_and_questions_cannot_break_the_page(small: Path, tmp_path: Path) -> None:
    evil = copy_run(small, tmp_path / "run", question="<script>alert(1)</script> & more?", name='"><b>')
    outline = Outline(page_with(evil))
    assert outline.all("script") == [{}]
    assert "alert" not in "".join(outline.inside["script"])
    assert not outline.all("b")
    assert "<script>alert(1)</script> & more?" in "".join(outline.inside["h1"])


def test_an_unfinished_run_says_so(contest: Path, tmp_path: Path) -> None:
    text = page_with(copy_run(contest, tmp_path / "run", complete=False, blocks={"2": 20}, games={"2": 120}), "seats")
    assert "stopped before all its blocks were played" in text
    assert "120 games, 20 blocks" in plain(text)


@pytest.mark.long
@pytest.mark.parametrize("blocks", [1, 3])
def test_the_smallest_runs_have_a_page_too(tmp_path: Path, blocks: int) -> None:
    recipe = Recipe(players=(2,), blocks=blocks, shards=1, tables=("games", "seats"), arms=("baseline", "poor_start"))
    text = page_of(write_run(tmp_path / "run", recipe))
    sections = section_ids(text)
    assert "race" not in sections
    assert "spaces" not in sections
    assert "UNDECIDED" in text
    assert "poor_start" in text
    assert_whole(text)


@pytest.mark.parametrize("reason", [errno.EROFS, errno.ENOSPC])
def test_a_report_that_cannot_be_written_is_refused_before_a_figure_is_drawn(
    small: Path, monkeypatch: pytest.MonkeyPatch, reason: int
) -> None:
    def refuse(**options: object) -> None:
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr("rajas_sim.study.folder.places.TemporaryFile", refuse)
    monkeypatch.setattr("rajas_sim.showing.page.panel_svg", lambda *arguments: pytest.fail("a figure was drawn"))
    with pytest.raises(RunError, match=f"^{small}: cannot be written: {os.strerror(reason)}$"):
        write_report(small)


def test_what_is_not_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_report(tmp_path)


@pytest.mark.usefixtures("without_figures")
def test_a_page_that_cannot_be_written_is_an_error_and_leaves_nothing(small: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be written"):
        write_report(small, tmp_path / "missing" / "report.html")
    (tmp_path / "taken").mkdir()
    with pytest.raises(RunError, match="cannot be written"):
        write_report(small, tmp_path / "taken")
    assert [p.name for p in tmp_path.iterdir()] == ["taken"]
    for folder in (Path(), Path("/")):
        with pytest.raises(RunError, match="cannot be written: is a folder"):
            write_report(small, folder)


@pytest.mark.usefixtures("without_figures")
def test_a_link_where_a_page_is_written_is_replaced_and_not_followed(small: Path, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("kept")
    for name in ("report.html", "report.html.part"):
        (tmp_path / name).symlink_to("victim")
    write_report(small, tmp_path / "report.html")
    assert (tmp_path / "victim").read_text() == "kept"
    assert not (tmp_path / "report.html").is_symlink()


ARMS = tuple(f"change_{i}_of_the_rules" for i in range(1, 9))


@pytest.fixture(scope="module")
def arms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight arms with two player counts; the first changes nothing, the second the length."""
    recipe = Recipe(
        players=(2, 4),
        blocks=150,
        arms=("baseline", *ARMS),
        effects={ARMS[1]: {"rounds": 1.0}, **{arm: {"seat_worth": -0.1 * i} for i, arm in enumerate(ARMS[2:], 1)}},
        overrides={arm: {"readings.finish": "at_once", "setup.money": [i, 4, 5, 6]} for i, arm in enumerate(ARMS)},
    )
    return write_run(tmp_path_factory.mktemp("runs") / "arms", recipe)


@pytest.mark.long
def test_eight_arms_keep_the_page_readable(arms: Path) -> None:
    text = page_of(arms)
    assert section_ids(text) == ["answer", "verdicts", "changes", *(name for name in SECTIONS[1:] if name != "drama")]
    assert section(text, "answer").count('<article class="card') == section(text, "seats").count('<article class="card') == 2
    assert "Verdicts of all 9 rule sets" in text
    assert text.count('<article class="finding">') == 8
    assert plain(text).count("every game is the same as in 'baseline' (150 games)") == 2
    assert "Everything else on this page describes the rule set ‘baseline’" in text
    assert "setup.money: 0/4/5/6" in text
    assert "the baseline is compared with itself" in text
    assert "pairing saved" in text
    assert_whole(text)


def test_every_finding_of_an_arm_stands_on_the_page(arms: Path) -> None:
    text = plain(page_with(arms, "changes"))
    for result in results_of(load_run(arms)):
        assert result.arms is not None
        for finding in (*result.arms.findings, result.arms.check.finding):
            assert finding.sentence in text


def test_only_the_baseline_is_drawn_by_seat(arms: Path) -> None:
    assert section(page_with(arms, "seats"), "seats").count("<figure") == 2


@pytest.mark.long
def test_a_sweep_is_drawn_as_a_curve(tmp_path: Path) -> None:
    text = page_with(write_sweep(tmp_path / "run", {"setup.money.1": list(range(12))}), "verdicts", "sweep", "changes", "seats")
    assert section_ids(text)[:5] == ["answer", "verdicts", "sweep", "changes", "seats"]
    assert "Sweep of setup.money.1" in text
    assert '<details class="fold"><summary>Verdicts of all 13 rule sets' in text
    assert " of 12 values tried" in text
    assert '<details class="fold"><summary>Changes of all 12 rule sets' in text
    sweep = section(text, "sweep")
    assert sweep.count("<figure") == 2
    assert "baseline and 12 points of a sweep" in plain(text)


def test_the_printed_value_stands_once_in_every_table_and_is_marked(tmp_path: Path) -> None:
    folder = write_sweep(tmp_path / "run", {"setup.money.1": [1, 2, 3]}, players=(2,), printed=("point_1",))
    run = load_run(folder)
    answer = run_answer(run, results_of(run))
    assert [row["label"] for row in answer.tables["2p.sweep"].rows] == ["1", "2 (printed)", "3"]
    assert [row["value"] for row in answer.tables["2p.sweep"].rows] == [1, 2, 3]
    (panel,) = next(section for section in answer.sections if section.key == "sweep").panels
    assert [figure.upright for figure in panel.figures if isinstance(figure, Curves)] == [2, 2]
    assert [row["rules"] for row in answer.tables["2p.seats"].rows] == [
        "baseline (setup.money.1 = 2)",
        "setup.money.1 = 1",
        "setup.money.1 = 3",
    ]
    findings = {finding.key: finding.sentence for finding in answer.findings}
    assert findings["number_of_verdicts"].startswith("3 verdicts and 2 comparisons (of rule sets and swept values)")
    assert dict(answer.provenance.facts)["rule sets"] == "baseline and 2 points of a sweep"


def test_categories_are_drawn_in_rows(tmp_path: Path) -> None:
    folder = write_sweep(
        tmp_path / "run",
        {"setup.money": [[3, 4, 5], [4, 4, 4]], "readings.finish": ["stage", "round"]},
        together=True,
        players=(2,),
    )
    text = page_with(folder, "sweep")
    assert "3/4/5 with stage" in text
    assert "setup.money together with readings.finish" in plain(text)


def test_two_paths_are_drawn_as_heat_maps_with_their_numbers(tmp_path: Path) -> None:
    folder = write_sweep(tmp_path / "run", {"setup.money.1": [1, 2, 3, 4], "readings.finish": ["stage", "round"]}, players=(2,))
    text = page_with(folder, "sweep")
    (first,) = results_of(load_run(folder))
    assert first.sweep is not None
    figure = text[text.index('aria-label="Start player') :]
    figure = figure[: figure.index("</svg>")]
    for point in first.sweep.points:
        assert f">{100 * point.shares[0].value:.1f}<" in figure
    assert "setup.money.1 crossed with readings.finish" in plain(text)


def test_labels_are_told_with_what_they_stand_for(small: Path, tmp_path: Path) -> None:
    labels = {"balanced": {"strategy": "fame_rush", "parameters": {"die": 1.5}, "board": "navaratnas"}}
    text = plain(page_with(copy_run(small, tmp_path / "run", labels=labels)))
    assert "balanced: fame_rush (die 1.5), Navaratnas board" in text


@pytest.mark.parametrize("values", short_and_long(0, [[1], [1, 2, 3]]))
def test_a_sweep_shows_paired_changes_as_arms_do(tmp_path: Path, values: list[int]) -> None:
    folder = write_sweep(tmp_path / "run", {"setup.money.1": values})
    text = plain(page_with(folder, "sweep", "changes"))
    for result in results_of(load_run(folder)):
        assert result.arms is not None
        assert all(finding.sentence in text for finding in result.arms.findings)
    assert "Changes of all" not in text
    assert text.count("the baseline is compared with itself") == 2


@pytest.mark.long
def test_arms_beside_a_sweep_are_compared_with_its_points(tmp_path: Path) -> None:
    folder = write_sweep(tmp_path / "run", {"setup.money.1": [1, 2, 3]})
    swept = read_manifest(folder)["sweep"] | {"arms": ["point_0", "point_1"]}
    text = page_with(change_manifest(folder, sweep=swept), "verdicts", "sweep", "changes", "seats")
    assert section_ids(text)[:5] == ["answer", "verdicts", "sweep", "changes", "seats"]
    assert section(text, "changes").count('<article class="finding"') == 3, (
        "of the rule sets; what a sweep found stands in the answer alone"
    )
    assert text.count("the baseline is compared with itself") == 2


def test_boards_and_words_of_the_variant(tmp_path: Path) -> None:
    recipe = Recipe(
        players=(2, 3),
        blocks=60,
        boards=("basic", "navaratnas"),
        board_worth=0.5,
        variant="navaratnas",
        modules=("ganga",),
        tables=("games", "seats"),
    )
    text = page_with(write_run(tmp_path / "run", recipe), "boards", "seats")
    assert section_ids(text)[:3] == ["answer", "boards", "seats"]
    assert "Rajas of the Ganges, Navaratnas version, with the Ganga module ·" in plain(text)
    assert "the player on the Navaratnas board wins " in plain(text)
    assert "a player on the basic board wins " in plain(text)
    assert "An even share is 33.3 %." in plain(section(text, "answer"))
    assert "an even share is" not in plain(section(text, "boards"))
    assert "All boards were played by balanced." in plain(section(text, "boards"))


@pytest.mark.long
@pytest.mark.usefixtures("without_figures")
def test_variants_and_modules_of_arms_are_told_in_words(arms: Path, tmp_path: Path) -> None:
    variants = {arm: {"variant": "base", "modules": []} for arm in ("baseline", *ARMS)} | {
        ARMS[2]: {"variant": "navaratnas", "modules": ["ganga"]},
        ARMS[3]: {"variant": "mixed", "modules": []},
    }
    overrides = read_manifest(arms)["overrides"] | {ARMS[2]: {}}
    text = plain(page_with(copy_run(arms, tmp_path / "run", arm_variants=variants, overrides=overrides), "verdicts", "changes"))
    assert f"changed in {ARMS[2]}Navaratnas version, with the Ganga module" in text
    assert f"changed in {ARMS[3]}mixed group; readings.finish: at once" in text
    assert f"changed in {ARMS[4]}readings.finish: at once" in text
    assert f"{ARMS[2]} (Navaratnas version, with the Ganga module)" in text


def test_tables_at_which_all_have_the_same_board_are_judged_last(tmp_path: Path) -> None:
    folder = write_run(
        tmp_path / "run",
        Recipe(strategies=("balanced",), players=(2, 3), blocks=20, boards=("basic", "navaratnas"), tables=("games", "seats")),
    )
    boards = {"balanced": "basic", "expert": "navaratnas"}
    for path in (folder / "tables" / "seats").glob("3p-*"):
        is_expert = pl.col("board").cast(pl.String) == "navaratnas"
        label = pl.when(is_expert).then(pl.lit("expert")).otherwise("strategy").alias("strategy")
        pl.read_parquet(path).with_columns(label).write_parquet(path)
    write_receipts(folder)
    change_manifest(
        folder,
        line_ups={"2": [["balanced", "balanced"]], "3": [["balanced", "expert", "balanced"]]},
        labels={label: {"strategy": "balanced", "board": board} for label, board in boards.items()},
    )
    text = page_with(folder, "seats")
    cards = re.findall(r"<article class=\"card.*?<h3>(.*?)</h3>", section(text, "seats"), re.S)
    assert [re.sub(r"<.*?>", "", card)[:1] for card in cards] == ["3", "2"]


@pytest.mark.parametrize("kind", short_and_long(0, ["boards", "arms", "curve", "grid"]))
def test_new_sections_are_whole_and_the_same_each_time(kind: str, arms: Path, tmp_path: Path) -> None:
    folder = arms
    if kind == "boards":
        folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=20, boards=("a", "b"), tables=("games", "seats")))
    elif kind != "arms":
        paths: dict[str, list[Any]] = {"setup.money.1": [1, 2, 3]} | ({"setup.karma": [0, 1]} if kind == "grid" else {})
        folder = write_sweep(tmp_path / "run", paths, players=(2,))
    first = write_report(folder, tmp_path / "first.html").read_bytes()
    assert write_report(folder, tmp_path / "second.html").read_bytes() == first
    assert_whole(first.decode())


@pytest.mark.long
@pytest.mark.parametrize("blocks", [1, 2])
def test_the_smallest_sweeps_and_boards_have_a_page_too(tmp_path: Path, blocks: int) -> None:
    folder = write_sweep(
        tmp_path / "run",
        {"x": [1, 2]},
        players=(2,),
        blocks=blocks,
        shards=1,
        effects={"point_1": {"seat_worth": 9.0}},
        boards=("basic", "navaratnas"),
    )
    text = page_of(folder)
    assert section_ids(text)[:4] == ["answer", "boards", "sweep", "changes"]
    assert_whole(text)


@pytest.mark.parametrize("name", GAMES)
def test_every_doubtful_rule_is_explained_in_a_report(name: str) -> None:
    values: Any = find_game(name).rules(2).values
    readings = values.readings
    meanings = readings_of(name)
    assert [*meanings] == [*type(readings).model_fields]
    assert all(len(meaning.split()) > 4 for meaning in meanings.values())
