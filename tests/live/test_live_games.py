"""Games with people: they go as any other game, wait for people, take choices back, and are kept in files."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.analysis.course.playouts import OptionLosses
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.live import compiling, home_page, kept_games, live_page
from rajas_sim.live.hints import NOT_LOOKED_AT, PLAYOUTS, Hint, hint_for, playout_strategy
from rajas_sim.live.in_terminal import TerminalGame
from rajas_sim.live.kept_games import LiveSetUp, go_on_with, keep, new_file, read_kept
from rajas_sim.live.live_game import LiveGame
from rajas_sim.live.live_page import chances_view, view_of, weaker_text
from rajas_sim.running.authoring.strength import Strength
from rajas_sim.running.one_game import set_table
from rajas_sim.showing.replay.turns import turn_ends, turns_of
from tests.long_cases import short_and_long

GAMES = ("charmers", "ganges", "guilds")
#: A game whose players see only their own card.
HIDDEN_HANDS = """
from dataclasses import dataclass, replace
from rajas_sim.plain import GameResult

PLAYERS, REASONS = (2,), ("guessed",)

@dataclass(frozen=True)
class Position:
    cards: tuple[int, ...] = (1, 2)
    guesses: tuple[str, ...] = ()

    @property
    def mover(self):
        return len(self.guesses)

def start(numbers, players, chance):
    return Position()

def options(state):
    return ["higher", "lower"]

def play(state, option, chance):
    return replace(state, guesses=(*state.guesses, option))

def result(state):
    return GameResult((1, 0), "guessed") if len(state.guesses) == 2 else None

def text(state, seat):
    return "\\n".join(f"seat {i + 1}: {card if seat in (None, i) else '?'}" for i, card in enumerate(state.cards))

def words(state, option, seat):
    return option if seat in (None, state.mover) else "something"
"""


def set_up(game: str = "guilds", people: tuple[int, ...] = (1,), strategy: str = "random", seed: int = 3) -> LiveSetUp:
    return LiveSetUp(game=game, players=2, strategies=(strategy,), people=people, seed=seed)


def play_to_the_end(live: LiveGame, nth: int = 0) -> LiveGame:
    """Play on, people taking their nth option, or the last one if they have fewer."""
    while not live.state.is_over:
        if not live.go_on():
            codes = live.state.option_codes
            live.choose(codes[min(nth, len(codes) - 1)])
    return live


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_people_goes_as_the_same_game_of_strategies(game: str) -> None:
    live = play_to_the_end(set_up(game).begin())
    table = live.table.game
    states = table.replay(table.rules(2), live.seed, live.choices)
    assert states[-1] == live.state
    assert [step.after.is_over for step in live.steps[-2:]] == [False, True]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_people_is_the_game_that_is_simulated(game: str) -> None:
    live = play_to_the_end(set_up(game, people=()).begin())
    record = live.table.game.play_game(live.table.game.rules(2), ["random", "random"], live.seed)
    assert record.choices == live.choices


@pytest.mark.parametrize("game", GAMES)
def test_it_waits_for_people_alone_and_only_where_there_is_a_choice(game: str) -> None:
    live = set_up(game).begin()
    for _ in range(40):
        if live.state.is_over:
            break
        if live.waits_for_person:
            assert live.state.seat_to_move == 0
            assert len(live.state.option_codes) > 1
            assert not live.go_on(), "nothing is played while a person must choose"
            live.choose(live.state.option_codes[-1])
        else:
            assert live.go_on()
    deciders = {step.before.seat_to_move for step in live.steps if step.before is not None}
    assert deciders == {0, 1}


def test_taking_back_returns_to_the_choice_before() -> None:
    live = set_up().begin()
    while live.go_on():
        pass
    before, n_steps = live.state, len(live.steps)
    live.choose(live.state.option_codes[0])
    while live.go_on():
        pass
    assert len(live.steps) > n_steps
    live.undo()
    assert (live.state, len(live.steps), live.n_undone) == (before, n_steps, 1)
    with pytest.raises(InputError, match="nothing to take back"):
        live.undo()


def test_the_result_of_a_game_stays() -> None:
    live = play_to_the_end(set_up().begin())
    assert not live.can_undo
    with pytest.raises(InputError, match="the game is over, and its result stays"):
        live.undo()


def test_what_cannot_be_chosen_is_refused() -> None:
    live = set_up(people=(2,), seed=4).begin()
    while live.go_on():
        pass
    with pytest.raises(InputError, match="99 is not an option"):
        live.choose(99)
    over = play_to_the_end(set_up().begin())
    with pytest.raises(InputError, match="nobody at the table is asked"):
        over.choose(0)


def test_what_a_player_gets_goes_to_the_person() -> None:
    live = set_up().model_copy(update={"sets": ("players.me.coins=5",)}).begin()
    assert getattr(live.state.rules, "numbers").coins == (9, 4)  # noqa: B009 - only these rules have numbers


# --- kept in files


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_game_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    begun = set_up(game)
    live, file = begun.begin(), new_file(begun, game, tmp_path)
    for _ in range(4):
        if not live.go_on():
            live.choose(live.state.option_codes[0])
    keep(file, begun, live)
    _, resumed = go_on_with(file)
    assert (resumed.state, resumed.choices) == (live.state, live.choices)
    keep(file, begun, play_to_the_end(resumed))
    assert read_kept(file).is_over
    lines = [json.loads(line) for line in file.with_suffix(".jsonl").read_text().splitlines()]
    assert lines[0]["strategies"] == ["me", "random"]
    assert sum(line["event"] == "decision" for line in lines) == len(resumed.choices)


def test_a_new_game_never_takes_the_file_of_another(tmp_path: Path) -> None:
    begun = set_up()
    files = []
    for _ in range(3):
        files.append(new_file(begun, "guilds", tmp_path))
        keep(files[-1], begun, begun.begin())
    assert len({*files}) == 3


def test_a_kept_game_runs_no_file_that_is_not_trusted(tmp_path: Path) -> None:
    marker = tmp_path / "was_run"
    strategy = tmp_path / "mine.py"
    strategy.write_text(f"open({str(marker)!r}, 'w')\n")
    file = tmp_path / "game.json"
    keep(file, set_up(), set_up().begin())
    text = file.read_text().replace('"random"', json.dumps(str(strategy)))
    file.write_text(text)
    with pytest.raises(InputError, match="names Python files, which would be run"):
        go_on_with(file)
    assert not marker.exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"choices": [', '"choices": [77, ', "do not fit the game"),
        ('"seed": 3', '"sead": 3', "is not the file of a game"),
        ('"rules": "', '"rules": "x', "was played by other rules"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    file = tmp_path / "game.json"
    live = play_to_the_end(set_up().begin())
    keep(file, set_up(), live)
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises((InputError, RunError), match=problem):
        go_on_with(file)


# --- on the page


def test_a_game_that_is_not_there_is_said_so_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothere\.json: there is no such game$"):
        read_kept(tmp_path / "nothere.json")


def test_a_weaker_opponent_is_suggested_to_a_person_without_a_chance_early_on(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"unknown": {}, "random": {"2": "9 %"}, "greedy": {"2": "90 %"}}
    monkeypatch.setattr("rajas_sim.live.live_page.strength_texts", lambda game: texts)
    live = set_up("guilds", strategy="greedy").begin()
    assert weaker_text(live, [0.01, 0.99]) == "A game against random would be closer."
    assert not weaker_text(live, [0.1, 0.9])
    assert not weaker_text(set_up("guilds", strategy="random").begin(), [0.0, 1.0]), "nobody is weaker"
    monkeypatch.setattr("rajas_sim.live.live_page.EARLY_CHOICES", 4)
    assert not weaker_text(play_to_the_end(set_up("guilds", strategy="greedy").begin()), [0.0, 1.0])


def test_chances_have_intervals_that_never_go_below_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_page, "PLAYOUTS", 50)
    view = chances_view(set_up("guilds").begin())
    ends = [float(end) for end in re.findall(r"[\d.-]+", "".join(view["intervals"]))]
    assert len(ends) == 2 * len(view["shares"])
    for low, share, high in zip(ends[::2], view["shares"], ends[1::2], strict=True):
        assert 0 <= low <= 100 * share <= high <= 100


def test_a_page_says_who_has_won_what_came_of_a_turn_and_how_to_choose() -> None:
    live = set_up("ganges").begin()
    notes, followed = set(), []
    while not live.state.is_over:
        if not live.go_on():
            view = view_of(live)
            assert len(view["options"]) == len(live.state.option_codes)
            notes.add(view["note"])
            followed += view["followed"]
            live.choose(live.state.option_codes[0])
    assert any("from left to right" in note or "in the order" in note for note in notes)
    assert any(text.startswith("Seat 1 (me): rolls ") for text in followed), "what one rolled oneself is told as well"
    assert any(text.startswith("Seat 2 (random): ") for text in followed)
    (mine,) = (standing for standing in live.state.standings if standing.seat == 0)
    assert view_of(live)["what"].startswith("You won. " if mine.win_share == 1 else "You ")
    assert view_of(live)["places"][0].startswith("Place 1: seat ")
    assert "The overlap of a seat is by how many fame spaces its markers" in view_of(live)["note"]


@pytest.mark.parametrize(("game", "things"), [("ganges", "markers"), ("charmers", "tracks")])
def test_the_end_of_a_game_is_told_by_what_the_game_has(game: str, things: str) -> None:
    live = play_to_the_end(set_up(game, people=()).begin())
    first = next(i for i, seat in enumerate(live.state.seats) if seat.passed == 1)
    assert view_of(live)["what"].endswith(f"The game is over: the {things} of seat {first + 1} met or passed.")
    assert view_of(live)["note"].startswith(
        f"The overlap of a seat is by how many fame spaces its {things} have passed each other"
    )


@pytest.mark.parametrize("people", [(), (1, 2)])
def test_the_end_of_a_game_without_people_or_with_several_names_the_winner(people: tuple[int, ...]) -> None:
    live = play_to_the_end(set_up(people=people).begin())
    winners = [standing.seat + 1 for standing in live.state.standings if standing.win_share]
    said = view_of(live)["what"]
    assert len(winners) == 1
    assert said.startswith(f"Won by seat {winners[0]} ({'me' if people else 'random'}). The game is over")


# --- hints


def test_a_person_sees_only_what_its_seat_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.core.games._named_files", {})
    file = tmp_path / "guess.py"
    file.write_text(HIDDEN_HANDS, encoding="utf-8")
    table = set_table(str(file), 2, ("random",), people=(2,))
    live = LiveGame(table, 1)
    live.go_on()
    assert "something" in view_of(live)["turns"][0][1], "what the other has chosen"
    table = set_table(str(file), 2, ("random",), people=(1,))
    live = LiveGame(table, 1)
    start = live.state
    assert start.lines() == ["seat 1: 1", "seat 2: 2"]
    assert start.lines_for(live.viewer) == ["seat 1: 1", "seat 2: ?"]
    assert "seat 2: ?" in json.dumps(view_of(live)["frame"])
    live.choose(start.option_codes[0])
    assert live.state.seat_to_move == 1
    assert live.viewer == 0, "the others are looked at from the seat of the person"
    assert "seat 2: ?" in json.dumps(view_of(live)["frame"])
    live.go_on()
    assert live.viewer is None, "all is shown in the end"
    assert "something" not in view_of(live)["turns"][1][1]
    assert start.drawing == start.drawing_for(None) != start.drawing_for(1)


def test_what_a_die_showed_is_told_in_a_game_in_python() -> None:
    live = set_up("pig").begin()
    live.go_on()  # the first throw is nobody's choice
    (thrown,) = live.state.happened_texts(None)
    assert view_of(live)["followed"] == [thrown]
    assert live.state.at_risk == int(thrown.removeprefix("die "))


def test_games_are_listed_by_their_titles_and_none_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("first", "second", "third"):
        (folder / f"{name}.py").write_text(f'TITLE = "{"Mine" if name != "third" else "Other"}"\nraise SystemExit\n')
    monkeypatch.chdir(tmp_path)
    titles = home_page.titles_of_games()
    assert [titles[name] for name in ("first", "second", "third")] == ["Mine (first)", "Mine (second)", "Other"]
    assert (titles["ganges"], titles["guilds"]) == ("Rajas of the Ganges", "Guilds")


@pytest.mark.parametrize(
    ("game", "example"), [("ganges", "setup.karma=2"), ("charmers", "setup.karma=2"), ("guilds", "brewery_cost=4")]
)
def test_the_form_gives_a_changed_rule_of_its_game_as_an_example(game: str, example: str, tmp_path: Path) -> None:
    assert home_page.HomePage.of(tmp_path, game).change_example == example
    assert LiveSetUp(game=game, players=2, strategies=("random",), people=(1,), seed=1, sets=(example,)).begin()


def test_the_first_turn_of_each_round_names_it() -> None:
    live = play_to_the_end(set_up("guilds").begin())
    rounds = [new_round for *_, new_round in view_of(live)["turns"]]
    assert rounds[::2] == [f"Round {number}" for number in range(1, 7)]
    assert not any(rounds[1::2])


def test_the_form_says_how_long_slow_strategies_need(tmp_path: Path) -> None:
    summaries = home_page.HomePage.of(tmp_path, "ganges").summaries
    assert summaries["expert"].endswith(" s in a whole game of 2 players.")
    assert "thinks for" not in summaries["strong"]


def test_a_long_turn_is_told_whole_to_people() -> None:
    steps = play_to_the_end(set_up("charmers", people=(), strategy="balanced").begin()).steps
    names = ["seat 1", "seat 2"]
    longest = max(turns_of(steps, names, None), key=lambda turn: len(turn.sentence))
    assert "more choices" not in longest.sentence
    assert any("more choices" in turn.sentence for turn in turns_of(steps, names))


def test_people_are_told_of_choices_between_one_option_as_well() -> None:
    steps = play_to_the_end(set_up("ganges", people=(), strategy="balanced").begin()).steps
    turns, befores = turns_of(steps, ["seat 1", "seat 2"], None), [step.before for step in steps[1:]]
    forced = [i for i, before in enumerate(befores, 1) if before is not None and len(before.option_codes) == 1]
    assert forced
    for i in forced:
        turn = next(turn for turn in turns if turn.last >= i)
        _, _, rest = befores[i - 1].options[0].text.partition(" ")  # type: ignore[union-attr]
        rest = rest.removeprefix("up ")  # choices to give up dice are joined
        assert rest in turn.sentence or re.sub(r"an? (\w+) die", r"\1 dice", rest) in turn.sentence


def test_a_person_reads_the_only_option_there_is() -> None:
    live = set_up("ganges", strategy="balanced").begin()
    while live.state.seat_to_move not in live.table.people or len(live.state.option_codes) > 1:
        if not live.go_on():
            live.choose(live.state.option_codes[0])
    assert view_of(live)["what"].endswith(f"{live.state.offered_text(live.state.option_codes[0])} (the only option)")


@pytest.mark.parametrize("people", [(1,), (1, 2)])
def test_a_person_reads_which_choices_were_none_since_it_was_last_asked(people: tuple[int, ...]) -> None:
    live = set_up(people=people).begin()
    n_forced = 0
    while not live.state.is_over:
        texts = [text for text in view_of(live)["followed"] if "one option only" in text]
        if live.go_on():
            continue
        seat = live.state.seat_to_move
        befores = [(i, step.before) for i, step in enumerate(live.steps) if step.before and step.before.seat_to_move == seat]
        since_asked = takewhile(lambda row: len(row[1].option_codes) == 1, reversed(befores))
        *earlier_ends, _ = [0, 0, *turn_ends(live.steps)]
        forced = [i for i, _ in since_asked if i <= earlier_ends[-1]]  # the sentence of the last turn has the others
        name = "You" if people == (1,) else f"Seat {seat + 1} (me)"
        expected = [f"{name} had one option only: loan: take 3 coins"] * len(forced)
        assert [text for text in texts if text.startswith(name)] == expected
        n_forced += len(forced)
        live.choose(live.state.option_codes[-1])
    assert n_forced


def test_a_hint_says_the_same_of_the_same_position_and_names_a_best_option() -> None:
    live = set_up("charmers", strategy="balanced").begin()
    while live.go_on():
        pass
    hint = hint_for(live.table.game, live.state)
    assert hint_for(live.table.game, live.state) == hint
    assert {"best", "equally good"} & {*hint.texts}
    assert len(hint.texts) == len(live.state.option_codes)
    assert hint.player == "strong"
    assert (hint.playouts, str(PLAYOUTS) in hint.meaning) == (PLAYOUTS, True)


#: The interval of an option that loses nothing.
TIED = (-0.02, 0.02)


def test_a_hint_says_how_often_one_wins_or_that_all_is_decided() -> None:
    hint = Hint(OptionLosses((0.0, 0.12, 0.14), (TIED, (0.05, 0.19), (-0.02, 0.3)), 0.62), "strong", 200)
    assert hint.texts == ("best", "\u221212 points", "\u221214 points (\u221230 to +2)")
    assert hint.summary == (
        "With the best option you win 62 % of 200 games, if strong plays on for everybody. A point is one game in 100."
    )
    assert "Where the option may be as good, its 95 % interval follows in brackets." in hint.meaning
    tied = Hint(OptionLosses((0.0, 0.004, 0.03), (TIED, TIED, (-0.01, 0.07)), 0.62), "strong", 200)
    assert tied.texts == ("equally good", "equally good", "\u22123 points (\u22127 to +1)")
    alike = Hint(OptionLosses((0.0, 0.0), (TIED,) * 2, 0.62), "strong", 200)
    assert alike.summary.endswith("if strong plays on for everybody."), "no point is shown, so none is explained"
    lost = Hint(OptionLosses((0.0, 0.0, math.nan), (TIED,) * 3, 0.0), "strong", 200)
    assert lost.texts == ("", "", NOT_LOOKED_AT)
    assert lost.summary == "Every option that was played on loses in all games, with strong playing on for everybody."
    assert lost.meaning == "From each of the 2 options that seem best 200 games were played on, under the same luck."
    won = Hint(OptionLosses((0.0, 0.0), (TIED,) * 2, 1.0), "strong", 200)
    assert won.summary == "Every option wins in all games, with strong playing on for everybody."


def test_a_hint_says_how_many_options_were_played_on() -> None:
    all_of_six = Hint(OptionLosses((0.0, *[0.1] * 5), (TIED,) * 6, 0.5), "strong", 200)
    assert all_of_six.meaning.endswith("From each option 200 games were played on, under the same luck.")
    all_of_seven = Hint(OptionLosses((0.0, *[0.1] * 6), (TIED,) * 7, 0.5), "strong", 200)
    assert "From each option 100 games were" in all_of_seven.meaning
    assert all_of_seven.meaning.endswith("From the 6 that won most of these it was 200 games.")
    seven_of_eight = Hint(OptionLosses((0.0, *[0.1] * 6, math.nan), (TIED,) * 8, 0.5), "strong", 200)
    assert "From each of the 7 options that seem best 100 games were" in seven_of_eight.meaning


def test_a_hint_in_a_game_in_python_knows_no_more_than_the_player() -> None:
    live = set_up("guilds").begin()
    while live.go_on():
        pass
    assert hint_for(live.table.game, live.state).player == "greedy"


def test_options_say_what_their_place_does() -> None:
    live = set_up("ganges").begin()
    while live.go_on():
        pass
    game = live.table.game
    reminders = {option["text"]: option["reminder"] for option in view_of(live)["options"]}
    assert all(reminders.values())
    assert game.reminders(live.table.rules)["Great Mogul"] in reminders.values()


# --- in a terminal


def terminal(answers: list[str], file: Path, live: LiveGame | None = None) -> tuple[list[str], bool]:
    """Play with these answers, and then with nobody there; return what was said, and whether the game is over."""
    said: list[str] = []
    given: Iterator[str] = iter(answers)

    def ask(question: str) -> str:
        said.append(question)
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    begun = set_up()
    return said, TerminalGame(begun, live or begun.begin(), file, ask, said.append).play()


def test_a_game_in_a_terminal_is_played_by_numbers(tmp_path: Path) -> None:
    said, is_over = terminal(["1"] * 100, tmp_path / "game.json")
    assert is_over
    assert any(line.startswith("End after round 6") for line in said)
    assert any("Seat 1 (me) decides" in line for line in said)


def test_headings_stand_above_the_question_in_a_terminal_and_only_there(tmp_path: Path) -> None:
    said, _ = terminal(["1"] * 100, tmp_path / "game.json")
    assert [line for line in said if line.startswith("Round")] == [f"Round {number}" for number in range(1, 7)]
    turns = [line for line in said if line.startswith(("  seat", "Seat 1 (me) decides"))]
    assert {turns[i - 1] for i, line in enumerate(turns) if "decides" in line} == {"  seat 1 (me)"}
    assert sum("decides" not in line for line in turns) == 6 * 2, "no turn has its heading twice"


def test_whoever_stops_finds_the_game_again(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    _, is_over = terminal(["1", "q"], file)
    assert not is_over
    choices = read_kept(file).choices
    begun, live = go_on_with(file)
    assert live.choices == choices
    said: list[str] = []
    assert TerminalGame(begun, live, file, lambda question: "1", said.append).play()


def test_taking_back_is_offered_in_a_terminal_once_something_was_chosen(tmp_path: Path) -> None:
    said, _ = terminal(["1"], tmp_path / "game.json")
    questions = [line for line in said if line.startswith("1 to ")]
    assert ["u: take back" in question for question in questions] == [False, True]


def test_words_in_a_terminal_show_the_table_a_hint_and_take_back(tmp_path: Path) -> None:
    said, _ = terminal(["t", "h", "r", "1", "u", "0", "nonsense"], tmp_path / "game.json")
    text = "\n".join(said)
    assert find_game("guilds").about in said
    assert "round 1 of 6, now seat 1; to be bought:\n" in text
    assert "[best]" in text
    assert text.count("decides: ") == 3, "a hint does not list the options again"
    assert text.count("Type a number from 1 to") == 2
    kept = read_kept(tmp_path / "game.json")
    assert (kept.n_undone, kept.n_hints) == (1, 1)


def test_whoever_sits_must_have_a_seat() -> None:
    with pytest.raises(InputError, match="--me: there is no seat 3 with 2 players"):
        set_up(people=(3,)).begin()
    assert find_strategy("random", game="guilds").label == "random"


def compilers(
    monkeypatch: pytest.MonkeyPatch, script: str, uncompiled: frozenset[str] = frozenset()
) -> dict[tuple[str, str], Any]:
    """Have other processes run a script, as if only some strategies had to be compiled, and return them as they begin."""
    begun: dict[tuple[str, str], Any] = {}
    monkeypatch.setattr(kept_games, "compile_ahead", compiling.compile_ahead)
    monkeypatch.setattr(compiling, "_COMPILERS", begun)
    monkeypatch.setattr(compiling, "is_interpreted", lambda: False)
    monkeypatch.setattr(compiling, "SCRIPT", script)
    monkeypatch.setattr(Strategy, "must_be_compiled", lambda strategy, game: strategy.name in uncompiled)
    return begun


@pytest.mark.parametrize("script", short_and_long(1, ["import sys; assert sys.argv[1] == 'charmers'; {names}", compiling.SCRIPT]))
def test_another_process_compiles_once_what_hints_need_and_hints_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    begun = compilers(monkeypatch, script)
    set_up("pig").begin(compiles_ahead=True)
    set_up("charmers").begin()
    assert not begun
    set_up("charmers").begin(compiles_ahead=True)
    (compiler,) = begun.values()
    set_up("charmers").begin(compiles_ahead=True)
    assert [*begun.values()] == [compiler]
    playout_strategy(find_game("charmers"), 2)
    assert compiler.returncode == 0


def test_another_process_compiles_the_strategies_at_the_table_and_their_turns_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = tmp_path / "done"
    script = f"import time; time.sleep(0.5); open({str(done)!r}, 'w').write(repr({{names}}))"
    begun = compilers(monkeypatch, script, frozenset({"balanced", "strong"}))
    live = set_up("charmers", people=(1,), strategy="balanced").begin(compiles_ahead=True)
    assert {name for _, name in begun} == {"balanced", ""}
    while 1 not in (step.before.seat_to_move for step in live.steps if step.before):
        if not live.go_on():
            live.choose(live.state.option_codes[0])
    assert done.read_text() == "['balanced']"


def test_what_compiles_ends_with_whoever_began_it(tmp_path: Path) -> None:
    started = tmp_path / "started"
    # Whoever opens a pipe to read waits for somebody who writes, and reads nothing more once nobody does.
    os.mkfifo(started)
    script = f"import time; pipe = open({str(started)!r}, 'w'); print('started', file=pipe, flush=True); time.sleep(600)"
    parent = f"from rajas_sim.core.playing.batch import compiler_of; compiler_of('ganges', {script!r}).wait()"
    with subprocess.Popen([sys.executable, "-c", parent]) as process, started.open() as pipe:
        assert pipe.readline() == "started\n"
        process.kill()
        assert pipe.read() == ""


@pytest.mark.parametrize("game", ["guilds", "ganges"])
def test_a_game_is_played_on_from_an_earlier_choice(game: str) -> None:
    live = play_to_the_end(set_up(game).begin())
    for n_before, step in [*enumerate(live.steps[1:])][::20]:
        again = live.played_until(n_before, "earlier")
        assert again.state == step.before
        assert again.choices == live.choices[:n_before]
        assert again.n_undone == 1
    with pytest.raises(InputError, match="there is no position after"):
        live.played_until(len(live.choices) + 1, "earlier")


def test_the_person_at_the_table_is_called_by_name() -> None:
    named = set_up().model_copy(update={"person": "Ada"})
    assert named.begin().labels == ["Ada", "random"]
    assert set_up().begin().labels == ["me", "random"]
    assert named.model_copy(update={"people": (1, 2)}).begin().labels == ["me", "me"]


def test_the_strength_of_an_opponent_is_that_with_the_nearest_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = [
        Strength(
            game="ganges",
            strategy="balanced",
            variant="base",
            players=k,
            against="rule_of_thumb",
            win_share=share,
            low=share,
            high=share,
            blocks=1,
            games_per_s=1.0,
            digest="",
            command="",
        )
        for k, share in ((2, 0.84), (4, 0.67))
    ]
    monkeypatch.setattr(home_page, "strengths_in", lambda game: {"balanced": (*measured,), "unknown": ()})
    assert home_page.strength_texts("ganges") == {
        "unknown": {},
        "balanced": {
            "base 2": "84 %",
            "base 3": "67 % with 4 players (even: 25 %)",
            "base 4": "67 %",
        },
    }
