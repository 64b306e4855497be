"""Strategies are found by game and name, in the working folder and among the shipped ones."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies import registry
from rajas_sim.core.strategies.registry import find_line_up, find_strategy, known_names, list_declarations
from rajas_sim.ganges.rulebook.layout import RULES, STATE

Write = Callable[..., Path]
FILE = """\
from rajas_sim import strategy

@strategy({arguments})
def {name}(state, rules, options, parameters):
    \'\'\'{summary}\'\'\'
    return options[0]
"""


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Work in an empty folder, with a second game called stones and the shipped strategies of the first."""
    monkeypatch.setitem(GAMES, "stones", "stones_adapter")
    monkeypatch.chdir(tmp_path)
    registry._say_replaced.cache_clear()
    yield
    registry._say_replaced.cache_clear()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes the file of a strategy below ./strategies."""

    def file(where: str, arguments: str = "", summary: str = "Take the first option.") -> Path:
        path = tmp_path / "strategies" / f"{where}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FILE.format(name=path.stem, arguments=arguments, summary=summary))
        return path

    return file


def test_two_games_have_strategies_of_the_same_name(write: Write) -> None:
    ours = write("stones/balanced")
    assert find_strategy("balanced", game="stones").path == ours
    assert find_strategy("balanced", game="ganges").path.parent.name == "ganges"
    assert find_strategy("balanced", game="stones").digest() != find_strategy("balanced", game="ganges").digest()


def test_a_name_of_several_games_needs_the_game(write: Write) -> None:
    write("stones/fame_rush")
    with pytest.raises(InputError, match=r"several games have one of this name \(stones: fame_rush, ganges: fame_rush\)"):
        find_strategy("fame_rush")


def test_a_name_of_one_game_needs_no_game() -> None:
    assert find_strategy("fame_rush").game == "ganges"


def test_a_strategy_for_every_game_plays_the_one_it_is_asked_for(write: Write) -> None:
    write("mine")
    assert [find_strategy("mine", game=game).game for game in (None, "ganges", "stones")] == [None, "ganges", "stones"]
    assert [find_strategy("random", game=game).game for game in ("ganges", "stones")] == ["ganges", "stones"]


def test_a_file_beside_the_folders_may_name_its_game(write: Write) -> None:
    write("mine", 'game="stones"')
    assert find_strategy("mine").game == "stones"
    with pytest.raises(InputError, match="unknown strategy 'mine' of ganges; it is one of stones"):
        find_strategy("mine", game="ganges")


def test_the_folder_of_a_game_says_the_game(write: Write) -> None:
    write("stones/mine")
    write("tried/other", 'game="ganges"')
    assert (find_strategy("mine").game, find_strategy("other").game) == ("stones", "ganges")


def test_a_strategy_of_another_game_is_called_so() -> None:
    with pytest.raises(InputError) as caught:
        find_strategy("fame_rush", game="stones")
    assert str(caught.value) == "unknown strategy 'fame_rush' of stones; it is one of ganges. Known: random"


def test_the_nearest_names_are_those_of_the_game() -> None:
    with pytest.raises(InputError, match=r"unknown strategy 'balancd'\. Known: random$"):
        find_strategy("balancd", game="stones")
    with pytest.raises(InputError, match=r"unknown strategy 'balancd'; did you mean 'balanced'"):
        find_strategy("balancd", game="ganges")


def test_a_strategy_cannot_be_told_to_play_another_game() -> None:
    with pytest.raises(InputError, match="strategy 'fame_rush' plays ganges, not stones"):
        find_strategy("fame_rush").for_game("stones")
    with pytest.raises(InputError, match="strategy 'fame_rush' plays ganges, not stones"):
        find_line_up(["random", find_strategy("fame_rush")], 2, "stones")


# --- files by their path


def test_a_name_that_ends_in_py_is_a_file(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = write("deep/down/mine", 'game="stones"')
    monkeypatch.chdir(mine.parent)
    for name in (str(mine), "mine.py", "../down/mine.py"):
        strategy = find_strategy(name, label="ours")
        assert (strategy.name, strategy.label, strategy.game, strategy.path) == ("mine", "ours", "stones", mine)
    assert [strategy.path for strategy in find_line_up([str(mine)] * 2, 2, "stones")] == [mine, mine]
    with pytest.raises(InputError, match="strategy 'mine' plays stones, not ganges"):
        find_strategy("mine.py", game="ganges")


def test_a_file_in_the_folder_of_a_game_plays_that_game(write: Write) -> None:
    assert find_strategy(str(write("far/away/stones/mine"))).game == "stones"


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match=r"^strategy 'strategies/mine\.py': there is no such file$"):
        find_strategy("strategies/mine.py")


# --- files that stand for others


def test_a_file_that_replaces_a_shipped_strategy_says_so_once(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write("balanced", 'game="ganges"')
    assert [find_strategy("balanced", game="ganges").path for _ in range(2)] == [mine, mine]
    assert capsys.readouterr().err == f"note: {mine} replaces the shipped strategy 'balanced' of ganges\n"


def test_a_replaced_strategy_of_one_game_is_not_that_of_the_other(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write("stones/random")
    assert find_strategy("random", game="stones").path == mine
    assert find_strategy("random", game="ganges").path != mine
    assert capsys.readouterr().err == f"note: {mine} replaces the shipped strategy 'random' of stones\n"


def test_a_file_for_every_game_replaces_the_shipped_one_of_each(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write("balanced")
    assert [find_strategy("balanced", game=game).path for game in ("stones", "ganges")] == [mine, mine]
    assert capsys.readouterr().err == f"note: {mine} replaces the shipped strategy 'balanced' of ganges\n"


def test_a_strategy_of_a_name_of_its_own_replaces_nothing(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("stones/balanced")
    write("mine")
    find_strategy("balanced", game="stones")
    find_strategy("mine", game="ganges")
    assert capsys.readouterr().err == ""


def test_a_game_prefers_its_own_strategy_to_one_for_every_game(write: Write) -> None:
    write("mine")
    mine = write("stones/mine")
    assert find_strategy("mine", game="stones").path == mine
    assert find_strategy("mine", game="ganges").path != mine


# --- files that cannot be used


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"mine": 'game="stones"', "tried/mine": 'game="stones"'}, "'mine' of stones is defined twice: .*mine.py and .*mine.py;"),
        ({"stones/mine": 'game="ganges"'}, "plays ganges, but lies in the folder of stones"),
        ({"mine": 'game="stone"'}, "mine.py: unknown game 'stone'; did you mean 'stones'"),
    ],
)
def test_a_file_that_contradicts_another_or_itself_is_refused(write: Write, files: dict[str, str], sentence: str) -> None:
    for where, arguments in files.items():
        write(where, arguments)
    with pytest.raises(InputError, match=sentence):
        find_strategy("mine", game="stones")
    assert any("mine" in problem for problem in list_declarations()[1])


@pytest.mark.parametrize("given", ["GAME", "3", "'sto' + 'nes'"])
def test_a_game_that_is_not_written_as_text_is_a_problem_of_the_list(write: Write, given: str) -> None:
    path = write("mine", f"game={given}")
    path.write_text(f"GAME = 'stones'\n{path.read_text()}")
    strategies, problems = list_declarations()
    assert f'{path}: game must be written as text, such as game="charmers"; found game={given}' in problems
    assert "mine" not in [declared.name for declared in strategies]


def test_a_game_that_is_no_text_at_all_is_refused(write: Write) -> None:
    path = write("mine", "game=3")
    with pytest.raises(InputError, match=f"{path}: unknown game '3'"):
        find_strategy("mine", game="stones")


def test_a_strategy_may_say_that_it_plays_every_game(write: Write) -> None:
    write("mine", "game=None")
    assert "mine" in known_names("stones")
    assert "mine" in known_names("ganges")


# --- lists


def test_strategies_are_listed_by_game(write: Write) -> None:
    write("stones/balanced")
    write("stones/own")
    assert known_names("stones") == ["balanced", "own", "random"]
    names = {(declared.game, declared.name) for declared in list_declarations()[0]}
    assert names >= {(None, "random"), ("ganges", "balanced"), ("stones", "balanced"), ("stones", "own")}
    assert {declared.game for declared in list_declarations("stones")[0]} == {"stones"}


@pytest.mark.parametrize(
    "declaration",
    [
        '@strategy(game=\'ganges\', compiled=False)\ndef mine(state, parameters):\n    """Do a thing.\n\n    Slowly."""\n',
        "from rajas_sim.ganges.appraisal import plan\nmine = plan(__file__, __doc__, fame=1.3)\n",
    ],
)
def test_a_list_says_what_files_say_and_runs_none_of_them(tmp_path: Path, declaration: str) -> None:
    file = tmp_path / "strategies" / "mine.py"
    file.parent.mkdir()
    ran = tmp_path / "ran"
    file.write_text(f"'Do a thing.'\nfrom rajas_sim import strategy\nopen({str(ran)!r}, 'w').close()\n{declaration}")
    (declared,) = [declared for declared in list_declarations("ganges")[0] if declared.name == "mine"]
    assert (declared.game, declared.summary, declared.is_compiled) == ("ganges", "Do a thing.", "plan" in declaration)
    assert "mine" in known_names("ganges")
    assert not ran.exists()
    assert find_strategy("mine", game="ganges").summary == "Do a thing."
    assert ran.exists()


def test_only_the_file_of_the_strategy_asked_for_is_run(write: Write, tmp_path: Path) -> None:
    for where in ("wanted", "other", "stones/fame_rush", "stones/other"):
        file = write(where)
        file.write_text(f"open({str(tmp_path / where.replace('/', '_'))!r}, 'w').close()\n{file.read_text()}")
    tried = write("tried/wanted", 'game="stones"')
    tried.write_text(f"raise SystemExit\n{tried.read_text()}")
    find_strategy("wanted", game="ganges")
    find_strategy("fame_rush", game="ganges")
    with pytest.raises(InputError, match="unknown strategy 'oter'; did you mean 'other'"):
        find_strategy("oter")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["wanted"]


# --- compiling


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
def test_a_strategy_for_every_game_is_compiled_for_the_records_of_each() -> None:
    stones = (record_type([("seed", np.uint64), ("n_decisions", np.int32)]), record_type([("limit", np.int32)]))
    layouts = {"ganges": (STATE, RULES), "stones": stones}
    functions = [find_strategy("random", game=game).function(game, layouts[game]) for game in layouts]
    one, other = (function.nopython_signatures[0].args for function in functions)
    assert one[0] != other[0]
    position, rules = (np.zeros(1, layout).view(np.recarray) for layout in stones)
    assert functions[1](position[0], rules[0], np.array([7], np.int16), np.zeros(0)) == 7


def test_a_file_that_changed_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "strategies" / "mine.py"
    file.parent.mkdir()
    for summary in ("the first idea", "the second idea"):
        file.write_text(FILE.format(arguments='game="ganges"', name="mine", summary=summary))
        os.utime(file, ns=(len(summary), len(summary)))
        assert find_strategy("mine").summary == summary


def test_careless_is_balanced_with_errors_unless_a_file_has_the_name(write: Write) -> None:
    careless = find_strategy("careless", game="ganges")
    assert (careless.name, careless.label, careless.error) == ("balanced", "careless", 0.2)
    assert find_strategy("careless", game="pig").name == "greedy"
    with pytest.raises(InputError, match="every game has it, balanced with errors; name the game as well"):
        find_strategy("careless")
    write("ganges/careless")
    assert find_strategy("careless", game="ganges").name == "careless"
