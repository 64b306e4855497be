"""What is to be solved: how paths, values and goals are written, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.questions.goals import Goal
from rajas_sim.questions.solve.toml_table import SolveTable
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.identity import hashes

HEAD = """\
name = "q"
question = "Which values?"
game = "ganges"
players = [2, 3]
line_up = ["balanced"]
"""
SOLVE = """
[solve]
goal = "even_seats"
over."setup.money.2" = { from = 2, to = 6 }
over."setup.money.3" = [3, 5]
"""


def loaded(tmp_path: Path, text: str = HEAD + SOLVE, *sets: str) -> Experiment:
    path = tmp_path / "q.toml"
    path.write_text(text)
    return load_experiment(path, sets)


def form(tmp_path: Path, *sets: str) -> SolveTable:
    solve = loaded(tmp_path, HEAD + SOLVE, *sets).config.table(SolveTable)
    assert solve is not None
    return solve


@pytest.mark.parametrize(
    "over",
    [
        '"setup.karma" = { from = 1, to = 5, step = 2 }',
        "setup.karma = { from = 1, to = 5, step = 2 }",
        "setup = { karma = { from = 1, to = 5, step = 2 } }",
        "setup.karma = [1, 3, 5]",
    ],
)
def test_a_path_has_a_list_of_values_or_a_range(tmp_path: Path, over: str) -> None:
    table = loaded(tmp_path, f'{HEAD}[solve]\ngoal = "even_seats"\n[solve.over]\n{over}\n').config.table(SolveTable)
    assert table is not None
    assert table.over == {"setup.karma": (1, 3, 5)}


def test_a_range_of_fractions_has_no_noise(tmp_path: Path) -> None:
    table = SolveTable(over={"a.b": {"from": 0.1, "to": 0.4, "step": 0.1}}, goal="even_seats")
    assert table.over == {"a.b": (0.1, 0.2, 0.3, 0.4)}


def test_the_config_of_a_run_can_be_read_again(tmp_path: Path) -> None:
    experiment = loaded(tmp_path)
    again = loaded(tmp_path, experiment.config.to_toml())
    assert again.config.table(SolveTable) == experiment.config.table(SolveTable)


def test_what_is_to_be_solved_changes_no_game(tmp_path: Path) -> None:
    assert hashes(loaded(tmp_path)) == hashes(loaded(tmp_path, HEAD))


@pytest.mark.parametrize(
    ("goal", "aim"),
    [
        ("even_seats", Goal("even_seats")),
        ("start_player", Goal("start_player")),
        ("seat_2", Goal("seat_2")),
        ("{ start_player = 0.27 }", Goal("start_player", 0.27)),
        ("{ rounds = 8 }", Goal("rounds", 8.0, 0.4)),
        ("{ winner.fame = 50 }", Goal("winner.fame", 50.0, 2.5)),
        ('{ "winner.money" = 60 }', Goal("winner.money", 60.0, 3.0)),
        ('{ "winner.by_fame" = 0.4 }', Goal("winner.by_fame", 0.4)),
        ("even_routes", Goal("even_routes")),
    ],
)
def test_a_goal_is_a_word_or_a_number_with_its_value(tmp_path: Path, goal: str, aim: Goal) -> None:
    assert form(tmp_path, f"solve.goal={goal}").parsed_goal == aim


def test_how_near_is_near_enough_may_be_said(tmp_path: Path) -> None:
    assert form(tmp_path, "solve.goal={ rounds = 8 }", "solve.within=0.1").parsed_goal.within == 0.1


def test_even_strategies_are_those_of_the_line_up(tmp_path: Path) -> None:
    experiment = loaded(
        tmp_path, HEAD.replace('["balanced"]', '["balanced", "random", "fame_rush"]') + SOLVE, "solve.goal=even_strategies"
    )
    table = experiment.config.table(SolveTable)
    assert table is not None
    aim = table.parsed_goal
    assert aim.names(3, ["win_share.balanced", "win_share.random"]) == ("win_share.balanced", "win_share.random")
    assert aim.target(3) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("solve.goal=even_seat", "unknown number 'even_seat'; did you mean 'even_seats'"),
        ("solve.goal=rounds", r'say which value is wanted, such as goal = \{ "rounds" = 8 \}'),
        ("solve.goal={ round = 8 }", "unknown number 'round'; did you mean 'rounds'"),
        ("solve.goal={ even_seats = 0.2 }", 'even_seats takes no value; write goal = "even_seats"'),
        ("solve.goal={ start_player = 27 }", "start_player is a share between 0 and 1"),
        ("solve.goal={ rounds = 8, turns = 90 }", "a goal is one number"),
        ("solve.goal={ rounds = 'many' }", "rounds must be a number"),
        ("solve.goal={ lead_changes = 0 }", "say how far from 0 still counts as reached"),
        ("solve.goal=seat_3", "solve.goal: with 2 players there is no seat 3"),
        ("solve.goal=even_strategies", "everybody plays the same strategy"),
        ("solve.within=0.1", "within is for numbers other than shares"),
        ("solve.over={}", "at least one path is needed"),
        ("solve.over.setup.mony=[1, 2]", "solve.over.setup.mony: unknown path 'setup.mony'; nearest: setup.money"),
        ("solve.over.setup.money=[[3, 3, 3, 3]]", "setup.money.2 is a part of setup.money"),
        ("solve.over.setup.money.2=[]", "at least one value is needed"),
        ("solve.over.setup.money.2=4", "must be a list"),
        ("solve.over.setup.money.2=[-2, -1]", "must be 0 or more, found -2; none of its 2 values is possible"),
        ("solve.over.setup.money.2={ from = 2 }", "to is missing"),
        ("solve.over.setup.money.2={ from = 2, to = 6, stop = 1 }", "unknown key 'stop'; did you mean 'step'"),
        ("solve.over.setup.money.2={ from = 6, to = 2 }", "from must be at most to"),
        ("solve.over.setup.money.2={ from = 0, to = 1e9 }", r"makes 1,000,000,001 values; one path may have at most 1,000"),
        ("solve.over.setup.money.2={ from = 0, to = inf }", "to must be numbers of at most 1,000,000,000,000, found"),
        ("solve.goal={ rounds = nan }", "rounds must be a number"),
        ("solve.goal={ rounds = 1e300 }", "rounds must be a number"),
        ("solve.gaol=1", "unknown key 'gaol'; did you mean 'goal'"),
    ],
)
def test_what_cannot_be_solved_is_refused_where_it_stands(tmp_path: Path, change: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        form(tmp_path, change)
    assert "--set" in str(refused.value) or "q.toml" in str(refused.value)


@pytest.mark.parametrize(
    "change",
    ["sweep.over.setup.karma=[0, 1]", 'arms=[{ name = "rich", overrides = { "setup.karma" = 2 } }]', "stop.verdict=true"],
)
def test_a_run_of_the_same_file_may_have_rule_sets_and_an_end_of_its_own(tmp_path: Path, change: str) -> None:
    assert form(tmp_path, change) == form(tmp_path)


def test_a_path_that_is_a_rule_with_one_number_of_players_is_no_mistake(tmp_path: Path) -> None:
    assert form(tmp_path, "solve.over.setup.money.4=[6, 7]").over["setup.money.4"] == (6, 7)


def test_routes_are_even_where_half_of_the_wins_are_mostly_by_fame() -> None:
    aim = Goal("even_routes")
    assert aim.is_share
    assert aim.target(4) == 0.5
    assert aim.names(4, ["win_share.balanced"]) == ("winner.by_fame",)


def test_a_handicap_may_be_searched_for_if_somebody_has_the_label(tmp_path: Path) -> None:
    text = HEAD.replace('["balanced"]', '["balanced", "random", "fame_rush"]')
    over = '[solve]\ngoal = "even_strategies"\n[solve.over]\n"players.{}.money" = [-1, 0]\n'
    table = loaded(tmp_path, text + over.format("balanced")).config.table(SolveTable)
    assert table is not None
    assert table.over == {"players.balanced.money": (-1, 0)}
    with pytest.raises(InputError, match=r"unknown player 'balancd'; did you mean 'balanced'"):
        loaded(tmp_path, text + over.format("balancd"))
