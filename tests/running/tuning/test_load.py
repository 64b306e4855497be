from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.running.tuning.load import TuningConfig, load_tuning, resolve_tuning, tuning_schema
from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file, shipped_names

GREEDY = Path(__file__).with_name("greedy.py")
HEAD = f'name = "trial"\ngame = "toy"\nstrategy = "greedy"\nplayers = [2]\n\n[strategies.greedy]\nstrategy = "{GREEDY}"\n'
Refused = Callable[..., list[str]]


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """Return a function that returns what is wrong with a file, given lines that are put at its fifth line."""

    def problems(lines: str, *sets: str, text: str = HEAD, **options: Any) -> list[str]:
        path = tmp_path / "trial.toml"
        path.write_text(text.replace("\n\n", f"\n{lines}\n", 1))
        with pytest.raises(InputError) as caught:
            load_tuning(path, sets, options=options)
        return [problem.replace(f"{path}:", "") for problem in caught.value.problems]

    return problems


WRONG_LINES = [
    ("blocs = 5", "5: blocs: unknown key 'blocs'; did you mean 'blocks'? Known: blocks, check_blocks"),
    ("population = 3", "5: population: must be 4 or more, found 3"),
    ("minutes = 0", "5: minutes: must be more than 0.0, found 0"),
    ("minutes = inf", "5: minutes: must be a finite number, found inf"),
    ("start = 'best'", "5: start: must be 'own' or 'previous', found 'best'"),
    ("ranges = { greed = [1, 0] }", "5: ranges.greed: found [1, 0]; the first number must be less than the second"),
    ("ranges = { greed = [1.0] }", "5: ranges.greed, entry 2: is missing"),
    ("ranges = { greed = [0, 1, 2] }", "5: ranges.greed: must have at most 2 entries, found [0, 1, 2]"),
    ("ranges = { greed = 1.0 }", "5: ranges.greed: must be a list such as [1, 2], found 1.0"),
    ("ranges = { greed = [0, 2] }", "5: ranges.greed: found 0 to 2; the strategy allows 0 to 1"),
    ("ranges = { gred = [0, 1] }", "5: ranges.gred: unknown parameter 'gred'; did you mean 'greed'? Known: greed, idle"),
    ("fixed = ['idle']\nranges = { idle = [0, 1] }", "6: ranges.idle: is not tuned, so it has no range"),
    ("parameters = ['gred']", "5: parameters: unknown parameter 'gred'; did you mean 'greed'? Known: greed, idle"),
    ("parameters = 'greed'", "5: parameters: must be a list such as"),
    ("parameters = []", "5: parameters: is empty. Parameters that are tuned"),
    ("fixed = ['idle', 'greed']", "5: fixed: leaves no parameter to tune"),
    ("variants = ['drak']", "5: variants: unknown variant 'drak'; did you mean 'dark'? Known: dark, light, mixed"),
    ("modules = ['rian']", "5: modules: unknown module 'rian'; did you mean 'rain'? Known: rain"),
    ("opponents = ['evn']", "5: opponents: unknown strategy 'evn'; did you mean 'even'?"),
    ("opponents = ['mine.py']", "5: opponents: a file needs a label: [strategies.mine] with strategy = 'mine.py'"),
    ("strategies.coin.strategy = 'coin'", "5: strategies.coin: is neither the strategy nor among the opponents"),
    ("strategies.coin.blocks = 5", "5: strategies.coin.blocks: unknown key 'blocks'. Known: board, error, parameters, strategy"),
]


@pytest.mark.parametrize(("lines", "problem"), WRONG_LINES)
def test_what_is_wrong_is_said_with_its_line(refused: Refused, lines: str, problem: str) -> None:
    problems = refused(lines)
    assert any(said.startswith(problem) for said in problems), problems


def test_everything_the_game_refuses_is_said_at_once(refused: Refused) -> None:
    assert len(refused("variants = ['drak']\nopponents = ['evn']\nfixed = ['x']")) == 3


def test_a_number_of_players_the_game_has_not(refused: Refused) -> None:
    (problem,) = refused("", "players=[3]")
    assert problem == "--set players=[3]: players: found 3; toy is played by 2, 5"


def test_a_strategy_without_parameters(refused: Refused) -> None:
    assert refused("", text='name = "t"\ngame = "toy"\nstrategy = "even"\nplayers = [2]\n\n') == [
        "3: strategy: 'even' has no parameters"
    ]


def test_options_are_named_in_messages(refused: Refused) -> None:
    assert refused("", blocks=0) == ["--blocks 0: blocks: must be 1 or more, found 0"]


def test_an_experiment_is_no_tuning_and_a_tuning_no_experiment(tmp_path: Path) -> None:
    tuning, experiment = tmp_path / "tuning.toml", tmp_path / "experiment.toml"
    tuning.write_text(HEAD)
    experiment.write_text('name = "a"\nquestion = "Who?"\ngame = "toy"\nplayers = [2]\nline_up = ["even"]\n')
    with pytest.raises(InputError, match=r"is a tuning, not an experiment; .* rajas tune "):
        load_experiment(tuning)
    with pytest.raises(InputError, match=r"is an experiment, not a tuning; play it with: rajas run "):
        load_tuning(experiment)


def test_what_is_left_open_is_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + '\nparameters = { greed = 0.4 }\n[strategies.coin]\nstrategy = "coin"\n', encoding="utf-8")
    tuning = load_tuning(path, ["opponents=['coin']", "players=[5, 2]"])
    assert [(kind.variant, kind.players) for kind in tuning.kinds] == [("light", 2), ("light", 5)]
    assert tuning.parameters == ("greed", "idle")
    assert tuning.strategy.values["greed"] == 0.4
    assert [*tuning.opponents] == ["coin"]


def test_a_strategy_plays_against_itself_where_no_opponent_is_named(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD)
    tuning = load_tuning(path)
    assert [*tuning.opponents.values()] == [tuning.strategy]


def test_files_are_found_beside_the_tuning(tmp_path: Path) -> None:
    (tmp_path / "greedy.py").write_text(GREEDY.read_text())
    path = tmp_path / "trial.toml"
    path.write_text(HEAD.replace(str(GREEDY), "greedy.py").replace("players", 'output = "greedy.toml"\nplayers'))
    tuning = load_tuning(path)
    assert tuning.config.output == tmp_path / "greedy.toml"
    assert tuning.strategy.path == (tmp_path / "greedy.py").resolve()


def test_a_written_tuning_is_read_again(tmp_path: Path) -> None:
    config = resolve_tuning(
        TuningConfig(
            name="trial",
            game="toy",
            strategy="greedy",
            players=(2, 5),
            ranges={"greed": (0.1, 0.9)},
            minutes=1.5,
            strategies={"greedy": {"strategy": str(GREEDY), "parameters": {"idle": 0.2}}},
        )
    ).config
    path = tmp_path / "again.toml"
    path.write_text(config.to_toml())
    assert load_tuning(path).config == config


@pytest.mark.parametrize("name", shipped_names("tuning"))
def test_every_shipped_tuning_can_be_had(name: str) -> None:
    tuning = load_tuning(find_file("tuning", name))
    assert tuning.config.name == name
    assert tuning.kinds


def test_an_unknown_tuning_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="unknown tuning 'tune_balancd'; did you mean 'tune_balanced'"):
        find_file("tuning", "tune_balancd")


def test_the_schema_names_every_key() -> None:
    assert set(tuning_schema()["properties"]) == set(TuningConfig.model_fields)
