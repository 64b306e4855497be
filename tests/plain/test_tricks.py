"""A game with hidden hands: what its replays say, what people at a table learn, and what its checks notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim import experiment
from rajas_sim.core.game import find_game
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.live.kept_games import LiveSetUp
from rajas_sim.live.live_page import view_of
from rajas_sim.plain.game import PlainGame, game_of
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.questions.luck.sources import _last_rounds_of_phases
from rajas_sim.running.authoring.game_remarks import remarks_on
from rajas_sim.showing.replay.turns import Turn, turns_of

FILE = Path(__file__).with_name("tricks.py")
NAMES = ["seat 1", "seat 2", "seat 3"]
STUDY = {
    "name": "tricks",
    "question": "Who wins?",
    "game": str(FILE),
    "players": [2],
    "line_up": ["random"],
    "blocks": 20,
}


@pytest.fixture
def tricks() -> PlainGame:
    game = find_game(str(FILE))
    assert isinstance(game, PlainGame)
    return game


def steps_of(game: PlainGame, seed: int) -> list[Step]:
    return list(game.steps(game.rules(3), [find_strategy("random", game=game.name)] * 3, seed))


def turns_with_steps(steps: list[Step], turns: list[Turn]) -> list[tuple[Turn, list[Step]]]:
    return [(turn, steps[first + 1 : turn.last + 1]) for first, turn in zip([0, *(t.last for t in turns)], turns, strict=False)]


def option_text(step: Step) -> str:
    assert step.before is not None
    return step.before.options[step.chosen].text


# --- sentences of replays


@pytest.mark.parametrize("most_named", [4, None])
def test_what_happened_stands_behind_its_choice(tricks: PlainGame, most_named: int | None) -> None:
    for seed in range(20):
        steps = steps_of(tricks, seed)
        for turn, of_turn in turns_with_steps(steps, turns_of(steps, NAMES, most_named)):
            choices = turn.sentence.removesuffix(".").partition(": ")[2].split(", then ")
            for step in of_turn:
                for text in step.after.happened_texts(None):
                    (choice,) = (choice for choice in choices if choice.startswith(option_text(step)))
                    assert text in choice


def test_every_choice_is_named_also_a_forced_one(tricks: PlainGame) -> None:
    n_forced = 0
    for seed in range(20):
        steps = steps_of(tricks, seed)
        for turn, of_turn in turns_with_steps(steps, turns_of(steps, NAMES, None)):
            assert all(option_text(step) in turn.sentence for step in of_turn)
            n_forced += sum(len(step.before.option_codes) == 1 for step in of_turn if step.before is not None)
    assert n_forced


def test_equal_choices_are_told_once_with_all_that_came_of_them() -> None:
    game = find_game("pig")
    steps = list(game.steps(game.rules(2), [find_strategy("hold_at_20", game="pig")] * 2, 3))
    sentences = [turn.sentence for turn in turns_of(steps, NAMES[:2])]
    assert any("times: die" in sentence and "), then " in sentence for sentence in sentences)
    thrown = sum(
        text.startswith("die ") for step in steps for text in step.after.happened_texts(None)
    )  # also in a sentence that leaves choices out
    assert sum(sentence.count("die ") for sentence in sentences) == thrown


def test_it_is_told_what_others_gained_in_a_turn(tricks: PlainGame) -> None:
    steps = steps_of(tricks, 2)
    for turn, of_turn in turns_with_steps(steps, turns_of(steps, NAMES)):
        before, after = of_turn[0].before, of_turn[-1].after
        assert before is not None
        for seat in range(3):
            gained = after.totals(seat)["score"] - before.totals(seat)["score"]
            text = f"score +{gained:g}" if seat == turn.seat else f"seat {seat + 1} score +{gained:g}"
            assert (text in turn.sentence) == bool(gained)


# --- luck


@pytest.mark.parametrize(("deals", "phases"), [(1, [0]), (2, [0, 1]), (4, [0, 1, 2, 3])])
def test_luck_is_cut_at_each_round_of_a_short_game(tricks: PlainGame, deals: int, phases: list[int]) -> None:
    assert [*_last_rounds_of_phases(tricks.rules(2, overrides={"deals": deals}), tricks)] == phases


def test_luck_of_a_long_game_is_cut_as_in_the_games_in_the_box() -> None:
    pig = find_game("pig")
    assert [*_last_rounds_of_phases(pig.rules(2), pig)] == [0, 3, 6]


# --- reports


def test_a_length_that_all_games_have_is_a_sentence_and_no_figure(tmp_path: Path) -> None:
    played = experiment.run(STUDY, out=tmp_path)
    assert played.findings["rounds"].sentence == "Rounds a game: 2 in every game with 2 players."
    (section,) = (section for section in played.answer.sections if section.key == "length")
    assert not section.panels[0].figures
    assert section.panels[0].tables[0].key == "2p.lengths"


# --- things


def test_a_thing_without_a_dot_is_named_as_it_is_written(tmp_path: Path) -> None:
    thing = """THINGS = ("rank 6", "red.R1")


def thing(state, option):
    return None if len(options(state)) < 3 else {"G6": "rank 6", "R1": "red.R1"}.get(option)


def start("""
    study = STUDY | {"game": str(changed(tmp_path, ("def start(", thing)))}
    titles = [row["title"] for row in experiment.power(study, out=tmp_path).tables["2p.things"].to_dicts()]
    assert sorted(titles) == ["rank 6", "red R1"]
    assert experiment.power(study, only=["red"], out=tmp_path).tables["2p.things"]["title"].to_list() == ["any red at all"]


# --- what the check remarks on


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """Return a file of the game with changed text."""
    text = FILE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"tricks_{len(list(tmp_path.iterdir()))}.py"  # a file is read once
    path.write_text(text)
    return path


def remarks_with(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    game = game_of(changed(tmp_path, *changes))
    rules = game.rules(3)
    assert isinstance(rules, PlainRules)
    return [*remarks_on(game, rules)]


def test_a_game_as_it_should_be_is_not_remarked_on(tmp_path: Path) -> None:
    assert remarks_with(tmp_path) == []


@pytest.mark.parametrize("shown", ["(state.mover + 1) % 3", "0, 1, 2", "2,"])
def test_a_hand_that_is_never_hidden_is_remarked_on(tmp_path: Path, shown: str) -> None:
    (remark,) = remarks_with(tmp_path, ("if i != state.mover]", f"if i not in (state.mover, {shown})]"))
    assert "hidden(state, chance) never changed what text(state, " in remark
    assert remark.endswith("if everybody may know it, all is well")


@pytest.mark.parametrize(
    ("has_scores", "missing"), [(False, "worth(state, seat) or scores(state)"), (True, "worth(state, seat)")]
)
def test_a_greedy_that_plays_at_random_is_remarked_on(tmp_path: Path, has_scores: bool, missing: str) -> None:
    without_worth = ("def worth(", "def value(")
    remarks = remarks_with(tmp_path, without_worth, ("def scores(", "def scores(" if has_scores else "def points_so_far("))
    (remark,) = remarks
    assert "choices all options are worth the same to greedy, so it plays at random there" in remark
    assert remark.endswith(f"write {missing}")


def test_the_page_does_not_count_the_options_of_another_hand(tricks: PlainGame) -> None:
    live = LiveSetUp(game=tricks.name, players=3, strategies=("random",), people=(1,), seed=3).begin()
    seen = set()
    while not live.state.is_over:
        what = view_of(live)["what"]
        assert ("option" in what) == (live.state.seat_to_move == 0)
        seen.add(what)
        if not live.go_on():
            live.choose(live.state.option_codes[0])
    assert "move" in seen
    assert any("option" in what for what in seen)
