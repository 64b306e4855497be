"""`rajas power`: what stays visible, what can be plotted, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import tomli_w
from matplotlib.figure import Figure
from typer.testing import CliRunner

from rajas_sim import experiment
from rajas_sim.cli.app import app
from rajas_sim.core.errors import InputError

Rajas = Callable[..., Any]
STUDY: dict[str, Any] = {
    "name": "mine",
    "question": "What is it worth?",
    "game": "ganges",
    "players": [2],
    "line_up": ["balanced"],
    "blocks": 20,
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rajas:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(tomli_w.dumps(STUDY), encoding="utf-8")
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words], prog_name="rajas")


def labels(figure: Figure) -> list[str]:
    figure.canvas.draw()
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def test_things_never_used_stay_in_a_table(out: Path) -> None:
    power = experiment.power(STUDY, only=["chamber.dancer", "tile.orange_*"], out=out)
    used, never = power.table("things"), power.table("never_used")
    assert len(used) + len(never) == 17
    assert never["users"].to_list() == [0.0] * len(never) != []
    assert used["worth"].to_list() == sorted(used["worth"], reverse=True)
    assert labels(power.plot()) == used["title"].to_list()
    assert len(power.findings["2p.never_used"].estimates) == len(never)


def test_few_games_are_said_to_be_too_few_to_tell_what_a_tile_is_worth(out: Path) -> None:
    power = experiment.power(STUDY, only=["tile.orange_05"], out=out)
    sentence = power.answer.in_one_sentence
    tile = "orange tile 5 (stack: snake; cost: 4; roads: bend; markets: tea 2 and spices 1)"
    assert f"too few games were played to tell what {tile} is worth to strategy 'balanced'" in sentence
    assert re.search(r"some [0-9,]+ blocks would narrow it to ±2 points", sentence)
    assert tile in power.findings["2p.worth"].sentence
    assert "2p.chosen" not in power.findings


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("chamber.*", "'chamber.*' takes 6 things, each by itself"),
        ("worker*", "'worker*' takes 3 things together, as one ('worker.*' takes them apart)"),
        ("space.*", "'space.*' takes 27 things in 15 groups, each group as one"),
    ],
)
def test_a_pattern_says_how_many_things_it_takes(pattern: str, said: str, out: Path) -> None:
    power = experiment.power(STUDY, only=[pattern], out=out, blocks=2)
    assert power.findings["2p.chosen"].sentence == f"With 2 players, {said}."


def test_all_things_of_a_kind_together_are_called_so(out: Path) -> None:
    power = experiment.power(STUDY, only=["tile"], out=out)
    assert "does worse without any tile at all, by " in power.answer.in_one_sentence
    assert power.answer.cards[0].word == "it helps"


@pytest.mark.parametrize(("kind", "said"), [("worker", "any extra worker"), ("river", "any earning from river spaces")])
def test_all_things_of_a_kind_are_called_what_the_seat_loses(kind: str, said: str, out: Path) -> None:
    power = experiment.power(STUDY, only=[kind], out=out, blocks=2)
    assert power.tables["2p.things"]["title"].to_list() == [f"{said} at all"]


def test_each_strategy_has_tables_of_its_own(out: Path) -> None:
    study = {**STUDY, "line_up": ["balanced", "random"], "blocks": 5}
    power = experiment.power(study, only=["chamber.dancer"], out=out)
    assert [*power.tables] == ["2p.balanced.things", "2p.random.things", "headline"]
    assert power.table("random.things")["strategy"].to_list() == ["random"]
    assert labels(power.plot("balanced.things")) == ["the Dancer"]
    with pytest.raises(InputError, match=r"players=...; there are 2p.balanced.things, 2p.random.things"):
        power.plot("things")


def test_a_strategy_with_fewer_blocks_is_watched_in_its_own(out: Path) -> None:
    study = {
        **STUDY,
        "line_up": None,
        "line_ups": [["balanced"], ["few"]],
        "strategies": {"few": {"strategy": "random", "blocks": 5}},
    }
    power = experiment.power(study, only=["chamber.dancer"], out=out)
    for table in (table for key, table in power.tables.items() if ".few." in key):
        assert set(table["users_n"]) == {5}
        assert table["users"].max() <= 1.0


def test_numbers_have_a_tornado_for_every_metric(out: Path) -> None:
    numbers = experiment.power(STUDY, numbers=True, only=["setup.*"], out=out)
    steps = numbers.table("steps")
    assert (steps["value"] - steps["printed"]).abs().to_list() == [1] * len(steps)
    for metric in ("win_share.position_1", "rounds", "winner.money"):
        farthest = steps.group_by("number").agg(pl.col(metric).abs().max())
        drawn = [label.replace("\n", " ") for label in labels(numbers.plot("steps", metric))]
        assert drawn[0] in farthest.filter(pl.col(metric) == pl.col(metric).max())["number"].to_list(), "of equals any"
        assert {*drawn} == {*steps["number"]}
    assert {"setup.money.3", "setup.money.4"} == {*numbers.table("without_effect")["path"]}
    with pytest.raises(InputError, match=r"plot: 'length' is no column of estimates; known: win_share.position_1, "):
        numbers.plot("steps", "length")


def test_steps_are_judged_by_the_number_that_the_experiment_is_about(out: Path) -> None:
    numbers = experiment.power(STUDY, numbers=True, only=["setup.*"], set={"about": "rounds"}, out=out)
    sizes = numbers.table("steps").group_by("number", maintain_order=True).agg(pl.col("rounds").abs().max())["rounds"].to_list()
    assert sizes == sorted(sizes, reverse=True)
    assert "the number of rounds" in numbers.answer.in_one_sentence
    assert numbers.answer.cards[0].title == "2 players: the number of rounds"


def test_a_number_of_which_the_rules_allow_no_step_is_not_one_that_changes_nothing(out: Path) -> None:
    cell = "boards.basic.yields.top_left.cell.1"
    numbers = experiment.power(STUDY, numbers=True, only=["setup.money.*", cell], out=out)
    table = numbers.table("without_effect")
    assert [*zip(table["path"], table["is_allowed"], table["games_changed"], strict=True)] == [
        ("setup.money.3", True, 0),
        ("setup.money.4", True, 0),
        (cell, False, None),
    ]
    assert "yield at the top left" in numbers.findings["2p.refused"].sentence
    assert "starting money of player 3 or starting money of player 4" in numbers.findings["2p.no_game_changed"].sentence


@pytest.mark.parametrize("words", [("--only", "chamber.*", "--only", "tile.orange_01"), ("--numbers", "--only", "setup.karma")])
def test_no_game_is_played_twice_and_the_answer_is_the_same(rajas: Rajas, words: tuple[str, ...]) -> None:
    first = rajas("power", "mine.toml", *words)
    assert (first.exit_code, first.stderr) == (0, "")
    before = {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")}
    assert rajas("power", "mine.toml", *words).stdout == first.stdout
    assert {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")} == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--only", "chamber.yoghi"), "power.things: nothing in play is called 'chamber.yoghi'; did you mean 'chamber.yogi'"),
        (("--numbers", "--only", "set.*"), "power.numbers: no number in play fits 'set.*' (`rajas components list` shows all)"),
        (("--numbers", "--only", "boards.basic.yields.top_left.cell.1"), "power.numbers: the rules for 2 players allow no step"),
        (("--set", "power.thing=['chamber.*']"), "power.thing"),
        (("--set", "restrict.seat_1=['chamber.yogi']"), "restrict"),
    ],
)
def test_wrong_names_are_explained(rajas: Rajas, words: tuple[str, ...], message: str) -> None:
    result = rajas("power", "mine.toml", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
