"""Questions from Python: the page's examples, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

from rajas_sim import experiment
from rajas_sim.core.errors import InputError
from rajas_sim.questions.run.played import PlayedRun

PAGE = Path(__file__).parents[2] / "docs" / "from_python.md"
QUESTION = {"name": "mine", "question": "Who wins?", "game": "charmers", "players": [2, 3], "line_up": ["balanced"], "blocks": 60}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PlayedRun:
    return experiment.run(QUESTION, out=tmp_path_factory.mktemp("runs"), label="mine")


@pytest.mark.long
def test_the_page_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL))
    names: dict[str, object] = {}
    exec(code.replace("2000", "800").replace("3000", "900"), names)
    changed = names["changed"]
    assert isinstance(names["run"], PlayedRun)
    assert "variant" in changed.table("differing")["what"].to_list()  # type: ignore[attr-defined]


def test_a_run_gives_its_tables_over_all_numbers_of_players(run: PlayedRun) -> None:
    assert isinstance(run.seats, pl.LazyFrame)
    assert sorted(run.games.select("players").unique().collect()["players"]) == [2, 3]
    assert run.seats.collect().to_pandas()["win_share"].sum() == 120
    assert "seats" in dir(run)
    with pytest.raises(AttributeError, match="a run has no 'seatz'; its tables are games, seats"):
        run.seatz  # noqa: B018


def test_results_are_those_of_the_report(run: PlayedRun) -> None:
    (seats,) = run.results[1].seats
    assert run.findings["3p.baseline.balanced.verdict"].sentence == f"{seats.verdict.sentence}."
    row = run.table("seats", players=3)
    assert row["verdict"].to_list() == [str(seats.verdict.ruling)]
    assert [row[f"position_{p}"].item() for p in (1, 2, 3)] == [share.value for share in seats.shares]
    assert run.estimates.filter(name="2p.baseline.balanced.win_share.position_1").height == 1
    assert run.sentences[0] in repr(run)
    assert run.sentences[0] in run._repr_html_().replace("&#x27;", "'")


def test_runs_are_opened_and_compared(run: PlayedRun, tmp_path: Path) -> None:
    again = experiment.load("mine", run.folder.parent)
    other = experiment.run(QUESTION, seed=9, out=tmp_path)
    changed = experiment.compare(again, other)
    assert changed.table("differing")["what"].to_list() == ["run", "label", "seed"]
    assert changed.table("changes").filter(metric="win_share.position_1")["players"].to_list() == [2, 3]
    assert "not_paired" in changed.findings


def test_a_finished_run_serves_as_a_pilot(run: PlayedRun) -> None:
    shown = experiment.plan(run=run, blocks=500)
    assert shown.table("basis")["players"].to_list() == [2, 3]
    assert shown.answer.command == f"rajas plan --blocks 500 --run {run.folder}"
    again = experiment.plan(run=run.folder.name, blocks=500, out=run.folder.parent)
    assert again.sentences == shown.sentences
    for words in ({}, {"study": QUESTION, "run": run}, {"run": run, "seed": 3}):
        with pytest.raises(InputError, match=r"--run"):
            experiment.plan(**words)


def test_strategies_are_compared_where_they_differ(run: PlayedRun, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no table 'strategies' with 2 players"):
        run.table("strategies", players=2)
    rivals = experiment.run(QUESTION, set={"line_up": ["balanced", "random"], "players": [2]}, out=tmp_path)
    assert rivals.table("strategies")["strategy"].to_list() == ["balanced", "random"]
    assert isinstance(rivals.plot("strategies"), Figure)


def test_several_line_ups_say_what_the_command_says(run: PlayedRun, tmp_path: Path) -> None:
    changes = {"line_ups": [["balanced"], ["random", "balanced"]], "players": [2]}
    question = {**QUESTION, "sweep": {"over": {"game.round_limit": [6]}}}
    several = experiment.run(question, set=changes, out=tmp_path)
    ladder, moves = several.table("ladder"), several.table("moves")
    assert ladder["line_up"].to_list() == moves["line_up"].to_list() == ["balanced", "random+balanced"]
    assert moves["rounds.direction"].to_list() == ["less", "less"]
    assert {"2p.ladder", "2p.game.round_limit=6.moves"} <= {*several.findings}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"key": "seatz"}, "there is no table 'seatz'; known: 2p.seats, "),
        ({"key": "seats", "players": 5}, "there is no table 'seats' with 5 players; known: 2p.seats, "),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(run: PlayedRun, more: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        run.table(**more)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'runn'"):
        experiment.runn  # noqa: B018
    assert {"run", "load", "compare", "drama", "plan", "check", "solve"} <= {*dir(experiment)}


def test_keys_given_in_python_are_checked_as_those_of_a_file(tmp_path: Path) -> None:
    question = {"name": "mine", "question": "?", "game": "charmers", "players": [2], "line_up": ["balanced"]}
    with pytest.raises(InputError, match="blocks: must be 1 or more, found 0"):
        experiment.run({**question, "blocks": 0}, out=tmp_path)
    with pytest.raises(InputError, match=r"stop\.widht: unknown key"):
        experiment.run(question, set={"stop.widht": 0.1}, out=tmp_path)
    assert experiment.run(question, set={"blocks": 4, "players": [3]}, out=tmp_path).run.players == (3,)


@pytest.mark.parametrize(
    ("question", "options", "key"),
    [("plan", {"points": [0]}, "points"), ("luck", {"blocks": 1}, "blocks"), ("power", {"workers": 0}, "workers")],
)
def test_numbers_beyond_their_bounds_are_refused_as_on_the_command_line(question: str, options: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError, match=f"^{key}: must be .* or more, found"):
        getattr(experiment, question)(QUESTION, **options)
