"""`rajas games`, and questions about a game in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Rajas

BAD_GAME = """
import random
from dataclasses import dataclass
from rajas_sim.plain import GameResult

PLAYERS = (2,)
LUCK = ("die",)


@dataclass
class State:
    mover: int = 0
    n: int = 0

    def __hash__(self):
        return self.n


def start(numbers, players, chance):
    return State()


def options(state):
    return "on", "stay"


def play(state, option, chance):
    return State(1 - state.mover, state.n + 1)


def result(state):
    return GameResult((state.n, 0)) if state.n > 5 else None
"""


ALWAYS_THE_SAME_THING = """\
THINGS = ("step",)


def thing(state, option):
    return "step"
"""

BREAKS_AT_A_LIMIT = """\
from rajas_sim.plain import number


@dataclass(frozen=True)
class Numbers:
    step: int = number(1, 0, 3, "how far")


@dataclass(frozen=True)
class State:
    mover: int = 0
    n: int = 0
    numbers: object = None


def start(numbers, players, chance):
    return State(numbers=numbers)


def play(state, option, chance):
    return State(1 - state.mover, state.n + 1 // state.numbers.step, state.numbers)
"""

HIDES_WHAT_IT_SHOWS = """\
def hidden(state, chance):
    return State(state.mover, state.n + 1)


def text(state, seat):
    return f"seat {seat} sees {state.n if seat == 1 else 'nothing'}"
"""


def test_a_new_game_plays_at_once_and_passes_its_check(rajas: Rajas) -> None:
    assert "Wrote games/my_game.py and my_game.toml" in rajas("games", "new", "my_game").output
    listed = json.loads(rajas("games", "list", "--json").stdout)
    assert {"game": "my_game", "kind": "Python", "file": str(Path("games/my_game.py").resolve())} in listed
    assert [row["game"] for row in listed if row["kind"] == "compiled"] == ["ganges", "charmers"]
    check = rajas("games", "check", "my_game", "--games", 20)
    assert check.exit_code == 0
    assert check.output.count("20 games;") == 3
    assert "place 1: seat" in rajas("play", "--game", "my_game", "--players", 3, "--strategy", "random").output
    assert "luck: die" in rajas("games", "show", "my_game").output


def test_a_run_of_a_game_by_the_path_of_its_file_answers_who_wins(rajas: Rajas) -> None:
    rajas("games", "new", "my_game")
    Path("games/my_game.py").rename("elsewhere.py")
    Path("question.toml").write_text(
        'name = "question"\nquestion = "Who wins?"\ngame = "elsewhere.py"\n'
        'players = [2]\nline_up = ["random"]\nblocks = 60\nseed = 3\n'
    )
    run = rajas("run", "question.toml", "--workers", 2, "--no-report")
    assert run.exit_code == 0
    assert "the start player wins" in run.output
    assert "All 3 values of the rules are from its file; none is assumed" in run.output
    changed = rajas("run", "question.toml", "--no-report", "--set", 'arms=[{name="sure", overrides={"sure"=6}}]', "--workers", 1)
    assert changed.exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("def result", "def rezult", "must define result(state)"),
        ("PLAYERS = (2,)", "PLAYERS = 2", "must define PLAYERS"),
        ("state.n + 1)", "state.n + random.randint(1, 9))", "all luck must come from `chance`"),
        ("    return State(1", "    state.n += 1\n    return State(1", "changed the position that it was given: its n"),
        ('"on", "stay"', '"on", "on"', "the same option twice"),
        ('"on", "stay"', "()", "result(state) is None, so the game goes on, but options(state) has none for seat 1"),
        ("state.n + 1)", 'state.n + chance.die("dice"))', "'dice', which is not in LUCK"),
        ("GameResult((state.n, 0))", "GameResult((state.n, random.random()))", "another result for the same position"),
        ("GameResult((state.n, 0))", "GameResult((state.n,))", "a score for each of 2 seats"),
        ("GameResult((state.n, 0))", 'GameResult((state.n, 0), "bored")', "'bored' is named by no REASONS"),
        ("GameResult((state.n, 0))", "GameResult((state.n, 0), ranks=(0, 1))", "ranks begin with 1"),
        ("    return State(1", "    State(1", "play(...) returned None; a function that ends without `return` does"),
        ('"on", "stay"', '"on"', "must return a tuple or list, as in ('on',)"),
        ("state.n > 5", "state.n < 0", "the game went on for 500 rounds"),
        pytest.param(
            "State(1 - state.mover, state.n + 1)",
            "State(0, state.n)",
            "has more than 10,000 decisions; does it end?",
            marks=pytest.mark.long,
        ),
        ("def result", "def words(state, option):\n    return option + 1\n\n\ndef result", "words(...) raised TypeError"),
        ("def result", "def worth(state, seat):\n    return None\n\n\ndef result", "worth(state, seat) must return a number"),
        ("def result", "def scorres(state):\n    return 1, 2\n\n\ndef result", "is scores meant?"),
        ("def result", "text = 'a race'\n\n\ndef result", "text must be a function"),
        ("PLAYERS = (2,)", "PLAYERS = (2,)\nGOAL = 1 + None", "in line"),
        ("State(1 - state.mover", "State(5", "needs `mover`"),
        ("state.n + 1)", "state.n + 1 // 0)", "play(...) raised ZeroDivisionError"),
        ('"on", "stay"', '[1], "stay"', "an option must not change, but it is a list"),
        ("def result", "def hidden(state, chance):\n    return state\n\n\ndef result", "so that strategies see all of it"),
        ("def result", f"{HIDES_WHAT_IT_SHOWS}\n\n\ndef result", "draws again what text(state, 1) shows to that seat"),
        ("    n: int = 0", "    n: int = 0\n\n    @property\n    def round(self):\n        return 9 - self.n", "rounds count up"),
        ("def result", "def text(state, seat):\n    return str(seat)\n\n\ndef result", "without hidden(state, chance)"),
        ("def result", f"{ALWAYS_THE_SAME_THING}\n\n\ndef result", "is left without an option in some position"),
        (
            "def result",
            f"{ALWAYS_THE_SAME_THING}\n\n\ndef result".replace('("step",)', '("step", "jump")'),
            "no option used 'jump': thing(state, option) did not return it",
        ),
        (
            "def result",
            f"{BREAKS_AT_A_LIMIT}\n\n\ndef result",
            "with step = 0, to which it may be changed, bad.py: play(...) raised Zero",
        ),
        ('"on", "stay"', "tuple(set('abcdefghijkl'))", "depends on the order of a set"),
        ("PLAYERS = (2,)", "PLAYERS = (2,", "cannot be loaded: SyntaxError"),
    ],
)
def test_what_a_file_does_wrong_is_said(rajas: Rajas, monkeypatch: pytest.MonkeyPatch, old: str, new: str, problem: str) -> None:
    assert old in BAD_GAME
    monkeypatch.setattr("rajas_sim.running.authoring.game_check.TIME_TO_SHORTEN", 0.2)
    Path("bad.py").write_text(BAD_GAME.replace(old, new))
    check = rajas("games", "check", "bad.py", "--games", 30)
    is_remark = any(
        part in problem for part in ("meant?", "without hidden", "left without an option", "may be changed", "no option used")
    )
    assert (check.exit_code == 0) == is_remark
    assert problem in check.output.replace("\n", " ")


def test_a_helper_with_an_underscore_is_no_misspelling(rajas: Rajas) -> None:
    Path("good.py").write_text(BAD_GAME.replace("def result", "def _scores(state):\n    return state.n, 0\n\n\ndef result"))
    check = rajas("games", "check", "good.py", "--games", 30)
    assert check.exit_code == 0
    assert "meant?" not in check.output


@pytest.mark.long
def test_a_mistake_is_shown_in_the_shortest_play(rajas: Rajas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.running.authoring.game_check.TIME_TO_SHORTEN", 300.0)
    goes_on_at_times = "State(1 - state.mover, state.n + (option == 'on'))"
    Path("bad.py").write_text(
        BAD_GAME.replace("State(1 - state.mover, state.n + 1)", goes_on_at_times)
        .replace('"on", "stay"', '"stay", "rest", "on"')
        .replace("GameResult((state.n, 0)) if state.n > 5", "1 // 0 if state.n > 3")
    )
    check = rajas("games", "check", "bad.py", "--games", 50)
    assert "result(...) raised ZeroDivisionError" in check.output
    assert "after 4 moves, the last: on > on > on > on" in check.output


def test_a_game_that_a_strategy_never_ends_is_told_in_short_with_one_seed(rajas: Rajas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.plain.course.MOST_DECISIONS_IN_A_TURN", 400)
    stays = 'if option == "stay":\n        return State(state.mover, state.n)\n    return State(1'
    worth = "def worth(state, seat):\n    return -state.n\n\n\ndef result"
    Path("endless.py").write_text(BAD_GAME.replace("return State(1", stays).replace("def result", worth))
    played = rajas("play", "--game", "endless.py", "--players", 2, "--strategy", "greedy", "--seed", 5)
    assert played.exit_code != 0
    lines = played.stdout.splitlines()
    assert [line.strip() for line in lines[:4]] == ["Endless, 2 players, seed 5", "Round 1", "seat 1 (greedy)", "stay"]
    assert lines[300] == "... (93 lines are left out)"
    assert len(lines) == 311
    assert "endless.py: the turn of seat 1 has more than 400 decisions; does it end? (with other luck, " in played.stderr
    assert played.stderr.count("seed") == 1
    assert "it was strategy 'greedy' that looked ahead (seed 5, round 1, seat 1, decision move)" in played.stderr
    assert "line" not in played.stderr


def test_what_is_hidden_is_drawn_anew_by_any_name_which_is_no_luck_of_the_game(rajas: Rajas) -> None:
    drawn_anew = 'def hidden(state, chance):\n    return State(state.mover, state.n, chance.die("sealed"))\n\n\ndef result'
    Path("good.py").write_text(
        BAD_GAME.replace("    n: int = 0", "    n: int = 0\n    secret: int = 0").replace("def result", drawn_anew)
    )
    check = rajas("games", "check", "good.py", "--games", 30)
    assert check.exit_code == 0, check.output
    assert "sealed" not in rajas("games", "show", "good.py").output


def test_power_of_a_game_that_names_no_things_says_so(rajas: Rajas) -> None:
    rajas("games", "new", "my_game")
    assert "names no THINGS that a seat can be forbidden to use" in rajas("power", "my_game.toml").output


def test_strategies_for_a_game_in_python_are_written_and_measured(rajas: Rajas) -> None:
    rajas("games", "new", "my_game")
    assert rajas("strategies", "new", "mine", "--game", "my_game").exit_code == 0
    measured = rajas("strategies", "measure", "mine", "--game", "my_game", "--players", 2, "--blocks", 10, "--workers", 1)
    assert "against random" in " ".join(measured.output.split())
    against_greedy = ("--against", "greedy", "--players", 2, "--blocks", 10, "--workers", 1)
    measured = rajas("strategies", "measure", "mine", "--game", "my_game", *against_greedy)
    assert "against greedy" in " ".join(measured.output.split())
    assert "only measurements against rule_of_thumb are kept" in rajas(
        "strategies", "measure", "mine", "--game", "my_game", *against_greedy, "--save"
    ).output.replace("\n", " ")
    assert rajas("play", "--game", "my_game", "--quiet").exit_code == 0
    assert "which compiled strategies cannot read" in rajas("strategies", "new", "fast", "--game", "my_game", "--compiled").output


@pytest.mark.parametrize("named", [(), ("--appraisal", "greedy")])
def test_contention_says_that_a_game_in_python_has_no_worths(rajas: Rajas, named: tuple[str, ...]) -> None:
    rajas("games", "new", "my_game")
    answer = rajas("contention", "my_game.toml", "--set", "players=[2]", "--games", 4, *named)
    assert answer.exit_code == 2
    assert "my_game: no strategy of this game says what options are worth" in answer.output


def test_games_are_refused_that_exist_or_cannot_be_checked(refusal: Callable[..., str]) -> None:
    assert "there is a game of this name already" in refusal("games", "new", "pig")
    assert "needs a Python name" in refusal("games", "new", "My-Game")
    assert "is no game in plain Python" in refusal("games", "check", "ganges")
    assert "unknown game 'nope'" in refusal("play", "--game", "nope")
