from __future__ import annotations

import pytest

from rajas_sim.core.errors import StrategyError
from rajas_sim.running.workers.ended import ended_error, games_text, suspects_text
from rajas_sim.study.config.resolve import resolve
from tests.toy_studies.experiment_helpers import MakeConfig


@pytest.mark.parametrize(
    ("line_up", "text"),
    [
        (["even"], "game 10 and those after it (2 players, line-up even, blocks 10 to 19; first seed "),
        (["even", "coin", "third"], "game 60 and those after it (2 players, 3 line-ups, blocks 10 to 19; first seed "),
    ],
)
def test_the_games_of_a_process_are_named(make_config: MakeConfig, line_up: list[str], text: str) -> None:
    assert games_text(resolve(make_config(line_up=line_up, players=[2])), 2, range(10, 20)).startswith(text)


def test_no_strategy_is_suspected_where_all_are_compiled(make_config: MakeConfig) -> None:
    error = ended_error("a process was ended", suspects_text(resolve(make_config(line_up=["even", "coin"], players=[2])), [2]))
    assert not isinstance(error, StrategyError)
    assert str(error) == "a process was ended by the system, mostly for lack of memory (fewer workers need less)"


def test_strategies_in_plain_python_are_suspected(make_config: MakeConfig) -> None:
    experiment = resolve(make_config(line_up=["even", "python", "fails_in_python"], players=[2]))
    error = ended_error("a process was ended", suspects_text(experiment, [2]))
    assert isinstance(error, StrategyError)
    assert ", either by one of these strategies in plain Python (python, fails_in_python) or by the system" in str(error)
