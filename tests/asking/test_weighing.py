"""What things, numbers and luck are worth, from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from rajas_sim import experiment
from rajas_sim.asking.shown.power import ShownNumbers, ShownThings
from rajas_sim.core.errors import InputError

QUESTION = {
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


def labels(figure: Figure) -> list[str]:
    figure.canvas.draw()
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def test_things_never_used_stay_in_table_and_chart(out: Path) -> None:
    found = experiment.power(QUESTION, things=["chamber.dancer", "tile.orange_*"], out=out)
    assert isinstance(found, ShownThings)
    table = found.table()
    never = table.filter(table["users"] == 0.0)["thing"].to_list()
    assert len(table) == 17
    assert never
    assert {f"{thing} (never used)" for thing in never} <= {*labels(found.plot())}
    assert "chamber.dancer" in labels(found.plot())
    assert found.sentences[-1].startswith("It never used tile.orange_")
    assert "<table" in found._repr_html_()


def test_a_chart_of_several_strategies_needs_one(out: Path) -> None:
    question = {**QUESTION, "line_up": ["balanced", "random"], "blocks": 5}
    found = experiment.power(question, things=["chamber.dancer"], out=out)
    with pytest.raises(InputError, match="plot: name one of players=2, strategy='balanced'; players=2, strategy='random'"):
        found.plot()


def test_numbers_have_a_tornado_for_every_metric(out: Path) -> None:
    found = experiment.power(QUESTION, numbers=["setup.*"], out=out)
    assert isinstance(found, ShownNumbers)
    assert any(label.startswith("setup.workers (3)") for label in labels(found.plot(metric="rounds")))
    assert {"setup.money.3", "setup.money.4"} <= {*found.table()["path"]}
    with pytest.raises(InputError, match="plot: metric 'length' is none of"):
        found.plot(metric="length")


def test_a_number_of_which_the_rules_allow_no_step_is_told_apart_from_one_that_changes_nothing(out: Path) -> None:
    cell = "boards.basic.yields.top_left.cell.1"
    (found,) = experiment.power(QUESTION, numbers=["setup.money.*", cell], out=out).results
    assert (found.idle, found.refused) == (("setup.money.3", "setup.money.4"), (cell,))
    assert found.sentences[-1] == f"The rules allow no step of {cell}"


def test_a_strategy_with_fewer_blocks_is_watched_in_its_own(out: Path) -> None:
    few = {"strategy": "random", "blocks": 5}
    question = {**QUESTION, "line_up": None, "line_ups": [["balanced"], ["few"]], "strategies": {"few": few}}
    found = experiment.power(question, things=["chamber.dancer"], out=out)
    of_few = next(own for own in found.results if own.strategy == "few")
    assert of_few.n_blocks == 5
    for usage in (*of_few.never.values(), *(power.usage for power in of_few.powers)):
        assert usage.users.n == 5
        assert usage.users.value <= 1.0
