"""Questions from Python: the page's examples, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from matplotlib.figure import Figure

from rajas_sim import experiment
from rajas_sim.asking.python import PlayedRun
from rajas_sim.core.errors import InputError

PAGE = Path(__file__).parents[2] / "docs" / "from_python.md"
QUESTION = {"name": "mine", "question": "Who wins?", "game": "charmers", "players": [2, 3], "line_up": ["balanced"], "blocks": 60}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PlayedRun:
    return experiment.run(QUESTION, out=tmp_path_factory.mktemp("runs"), label="mine")


def test_the_page_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL))
    names: dict[str, object] = {}
    exec(code.replace("2000", "200").replace("3000", "600"), names)
    changed = names["changed"]
    assert isinstance(names["run"], PlayedRun)
    assert [row.path for row in changed.differing if row.path == "variant"] == ["variant"]  # type: ignore[attr-defined]
    assert isinstance(names["start"].plot(), Figure)  # type: ignore[attr-defined]


def test_a_run_gives_its_tables_over_all_numbers_of_players(run: PlayedRun) -> None:
    assert isinstance(run.seats, pl.LazyFrame)
    assert sorted(run.games.select("players").unique().collect()["players"]) == [2, 3]
    assert run.seats.collect().to_pandas()["win_share"].sum() == 120
    assert "seats" in dir(run)
    with pytest.raises(AttributeError, match="a run has no 'seatz'; its tables are games, seats"):
        run.seatz  # noqa: B018


def test_results_are_those_of_the_report(run: PlayedRun) -> None:
    own = run.seat_advantage(players=3)
    assert own.verdict.sentence == run.results[1].seats[0].verdict.sentence
    assert own.table().columns == ["name", "value", "low", "high", "level", "n", "method"]
    assert own.table().height == 3
    assert own.verdict.sentence.split(":")[0] in own._repr_html_()
    assert run.estimates.filter(name="2p.baseline.balanced.win_share.position_1").height == 1
    assert run.sentences[0] in repr(run) and run.sentences[0] in run._repr_html_().replace("&#x27;", "'")


def test_runs_are_opened_and_compared(run: PlayedRun, tmp_path: Path) -> None:
    again = experiment.load("mine", run.folder.parent)
    other = experiment.run(QUESTION, seed=9, out=tmp_path)
    changed = experiment.compare(again, other)
    assert [row.path for row in changed.differing] == ["seed"]
    assert changed.table().filter(metric="win_share.position_1")["players"].to_list() == [2, 3]
    assert "The runs had luck of their own" in repr(changed)


def test_a_finished_run_serves_as_a_pilot(run: PlayedRun) -> None:
    shown = experiment.plan(run=run, blocks=500)
    assert shown.table("basis")["players"].to_list() == [2, 3]
    assert shown.answer.command == f"rajas plan --blocks 500 --run {run.folder}"
    again = experiment.plan(run=run.folder.name, blocks=500, out=run.folder.parent)
    assert again.sentences == shown.sentences
    for words in ({}, {"study": QUESTION, "run": run}, {"run": run, "seed": 3}):
        with pytest.raises(InputError, match=r"give either an experiment or|change an experiment"):
            experiment.plan(**words)


def test_strategies_are_compared_where_they_differ(run: PlayedRun, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="everybody at a table plays the same strategy"):
        run.strategies(2)
    rivals = experiment.run(QUESTION, set={"line_up": ["balanced", "random"], "players": [2]}, out=tmp_path)
    shown = rivals.strategies()
    assert [estimate.name for estimate in shown.estimates] == ["win_share.balanced", "win_share.random"]
    assert shown.even == 0.5


def test_several_line_ups_say_what_the_command_says(run: PlayedRun, tmp_path: Path) -> None:
    changes = {"line_ups": [["balanced"], ["random", "balanced"]], "players": [2]}
    question = {**QUESTION, "sweep": {"over": {"game.round_limit": [6]}}}
    several = experiment.run(question, set=changes, out=tmp_path)
    ladder, moves = several.ladder(), several.moves()
    assert ladder.table().select("name", "side", "verdict").columns == ["name", "side", "verdict"]
    assert ladder.table()["name"].to_list() == moves.table()["name"].to_list() == ["balanced", "random+balanced"]
    assert several.moves(metric="rounds").table()["move"].to_list() == ["down", "down"]
    assert {*ladder.sentences, *moves.sentences} <= {*several.sentences}
    assert several.seat_advantage(line_up="balanced", arm="baseline").result.group.title == "balanced in every seat"
    with pytest.raises(InputError, match=r"name one of arm game\.round_limit=6 and metric"):
        several.moves(arm="other")
    for ask in (run.ladder, run.moves):
        with pytest.raises(InputError, match=r"several line-ups|one line-up"):
            ask(2)


@pytest.mark.parametrize(
    ("more", "said"), [({}, "players: name one of 2, 3"), ({"players": 5}, "players: found 5; this run has 2, 3")]
)
def test_what_there_is_not_is_refused_with_what_there_is(run: PlayedRun, more: dict[str, int], said: str) -> None:
    with pytest.raises(InputError, match=said):
        run.seat_advantage(**more)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'runn'"):
        experiment.runn  # noqa: B018
    assert {"run", "load", "compare", "plan", "check", "solve"} <= {*dir(experiment)}


def test_keys_given_in_python_are_checked_as_those_of_a_file(tmp_path: Path) -> None:
    question = {"name": "mine", "question": "?", "game": "charmers", "players": [2], "line_up": ["balanced"]}
    with pytest.raises(InputError, match="blocks: must be 1 or more, found 0"):
        experiment.run({**question, "blocks": 0}, out=tmp_path)
    with pytest.raises(InputError, match=r"stop\.widht: unknown key"):
        experiment.run(question, set={"stop.widht": 0.1}, out=tmp_path)
    assert experiment.run(question, set={"blocks": 4, "players": [3]}, out=tmp_path).run.players == (3,)
