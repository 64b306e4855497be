"""Which rule set to print: played until the expected loss is small enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim import experiment
from rajas_sim.analysis import load_run
from rajas_sim.analysis.formatting import capitalised, in_words
from rajas_sim.core.errors import InputError
from rajas_sim.questions.goals import goal_values
from rajas_sim.showing.cells import text_at
from rajas_sim.showing.notebook import ShownAnswer
from tests.questions.asked import STUDY

RICH = {"name": "rich", "overrides": {"setup.karma": 3}}
FIRST = {"name": "first", "overrides": {"setup.karma.1": 3}}
LONG: dict[str, Any] = {"goal": {"rounds": 12}, "loss": 0.1}


def decided(folder: Path, **changes: Any) -> ShownAnswer:
    study = {**STUDY, "players": [2], "arms": [RICH, FIRST], "decide": LONG, "blocks": 2000, **changes}
    answer: ShownAnswer = experiment.decide(study, out=folder)
    return answer


def test_a_clear_choice_is_made_after_the_first_look(tmp_path: Path) -> None:
    answer = decided(tmp_path)
    table = answer.table("losses", players=2)
    assert answer.answer.status == "done"
    assert table["loss"].to_list() == sorted(table["loss"].to_list())
    assert table["chance"].sum() == pytest.approx(1.0)
    assert table["loss"][0] <= 0.1


def test_the_same_question_has_the_same_answer_and_plays_no_game_twice(tmp_path: Path) -> None:
    strict, loose = {"goal": "even_seats", "loss": 0.001}, {"goal": "even_seats", "loss": 30.0}
    undecided = decided(tmp_path, decide=strict, blocks=600)
    assert undecided.answer.status == "undecided"
    assert undecided.answer.in_one_sentence.startswith("Undecided")
    (folder,) = tmp_path.glob("mine_decide-*")
    games = sorted((file.name, file.read_bytes()) for file in (folder / "tables" / "games").iterdir())
    # A looser limit needs fewer of the games that are there already.
    assert decided(tmp_path, decide=loose, blocks=600).answer.status == "done"
    assert decided(tmp_path, decide=strict, blocks=600).sentences == undecided.sentences
    assert sorted((file.name, file.read_bytes()) for file in (folder / "tables" / "games").iterdir()) == games


def test_all_that_are_not_shown_to_lose_more_are_to_be_printed(tmp_path: Path) -> None:
    """Of three rule sets, 'first' hardly differs from the unchanged game, and 'rich' is far from both."""
    limit = {"goal": "even_seats", "loss": 30.0, "costs": {"rich": 60.0}}
    answer = decided(tmp_path, decide=limit, blocks=40)
    table = answer.table("losses", players=2)
    names = {"baseline": "the unchanged game", "first": "'first'", "rich": "'rich'"}
    first, second, last = (names[arm] for arm in table["arm"])
    assert last == "'rich'"
    sentence = answer.answer.in_one_sentence
    assert sentence.startswith(f"Print {first}: after 40 blocks with 2 players its expected loss is ")
    assert f", which is small enough (30 points). {capitalised(second)} (" in sentence
    assert "'rich'" not in sentence
    assert ") is not shown to lose more. " in sentence
    assert answer.answer.cards[0].word == f"print {first} or {second}"
    assert " is not shown to lose more." in answer.sentences[0]


def test_one_rule_set_is_to_be_printed_where_all_others_are_shown_to_lose_more(tmp_path: Path) -> None:
    dear = dict.fromkeys(("rich", "first"), 60.0)
    answer = decided(tmp_path, decide={"goal": "even_seats", "loss": 30.0, "costs": dear}, blocks=40).answer
    assert answer.in_one_sentence.startswith("Print the unchanged game: after 40 blocks with 2 players its expected loss is 0 ")
    assert ", and all others are shown to lose more. The unchanged game is " in answer.in_one_sentence
    assert answer.sections[0].panels[0].caption == "20 blocks judge; 20 others chose the rule set"


def test_the_blocks_that_chose_do_not_judge(tmp_path: Path) -> None:
    """The numbers shown are those of the second half of the blocks, whichever rule set the first half chose."""
    answer = decided(tmp_path, decide={"goal": "even_seats", "loss": 0.0}, blocks=600)
    (folder,) = tmp_path.glob("mine_decide-*")
    run = load_run(folder)
    values = goal_values(run, 2, ("win_share.position_1", "win_share.position_2"))
    table = answer.table("losses", players=2)
    for arm, distance in zip(table["arm"], table["distance"], strict=True):
        assert distance == pytest.approx(np.abs(values[arm][300:600].mean(axis=0) - 0.5).max())
    assert "sure enough for the goal (even seats) after 600 blocks" in answer.sentences[0]


def test_a_cost_changes_the_choice(tmp_path: Path) -> None:
    free = decided(tmp_path).table("losses", players=2)["arm"][0]
    costs = dict.fromkeys(("rich", "first"), 50.0)
    dear = decided(tmp_path, decide={**LONG, "costs": costs}).table("losses", players=2)["arm"][0]
    assert dear == "baseline"
    assert free in ("baseline", "rich", "first")


def test_one_rule_set_is_printed_for_all_numbers_of_players(tmp_path: Path) -> None:
    answer = decided(tmp_path, players=[2, 3], decide={"goal": "even_seats", "loss": 30.0})
    losses = [answer.table("losses", players=k) for k in (2, 3)]
    of_all = answer.table("decision")
    assert set(of_all["arm"]) == set(losses[0]["arm"]) == {"baseline", "rich", "first"}
    assert of_all["chance"].sum() == pytest.approx(1.0)


def test_another_choice_for_one_number_of_players_is_named_by_the_figures_of_the_table(tmp_path: Path) -> None:
    arms = [{"name": "rich", "overrides": {"setup.karma": 3}}, {"name": "fame", "overrides": {"setup.fame": 6}}]
    goal = {"goal": {"rounds": 9}, "loss": 0.0001}
    answer = decided(tmp_path, players=[2, 3], arms=arms, decide=goal, blocks=600)
    chosen = "fame"
    assert "The half of the blocks that chose favours 'fame'. " in answer.sentences[0]
    named = 0
    for k, sentence in zip((2, 3), answer.sentences[1:], strict=True):
        losses = dict(answer.table("losses", players=k).select("arm", "loss").iter_rows())
        best = min(losses, key=lambda arm: losses[arm])
        if best == chosen:
            assert "alone" not in sentence
            continue
        named += 1
        title = "the unchanged game" if best == "baseline" else f"'{best}'"
        least, loss = in_words(losses[best]), in_words(losses[chosen])
        assert f"For {k} players alone {title} has an expected loss of {least}, '{chosen}' one of {loss}: " in sentence
    assert named == 1


def test_no_other_choice_is_named_where_the_interval_leaves_it_open(tmp_path: Path) -> None:
    answer = decided(tmp_path, players=[2, 3], decide={"goal": "even_seats", "loss": 0.0}, blocks=30)
    chosen = answer.table("decision")["arm"][0]
    assert {answer.table("losses", players=k)["arm"][0] for k in (2, 3)} != {chosen}
    assert "alone" not in " ".join(answer.sentences)
    assert any("no other is shown to lose less" in card.word for card in answer.answer.cards)


def test_losses_have_the_same_digits_in_sentences_and_tables(tmp_path: Path) -> None:
    answer = decided(tmp_path, decide={"goal": "even_seats", "loss": 0.001}, blocks=600).answer
    (table,) = (table for section in answer.sections for panel in section.panels for table in panel.tables)
    for row in table.rows[:2]:
        assert text_at(table, row, "loss") in answer.findings[0].sentence


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"decide": None}, "does not say what to decide"),
        ({"arms": []}, "decide: needs rule sets to choose from"),
        ({"decide": {**LONG, "costs": {"rihc": 1.0}}}, "unknown arm 'rihc'; did you mean 'rich'"),
        ({"decide": {"goal": "even_seat"}}, "unknown number 'even_seat'"),
        ({"decide": {**LONG, "loss": -1}}, "decide.loss: must be 0 or more"),
        ({"stop": {"verdict": True}}, "leave out stop"),
        ({"line_up": ["balanced", "random", "trader"], "players": [3], "blocks": 11}, "too few to decide with 3 players"),
    ],
)
def test_what_cannot_be_decided(tmp_path: Path, changes: dict[str, Any], problem: str) -> None:
    study = {key: value for key, value in changes.items() if value is not None}
    removed = [key for key, value in changes.items() if value is None]
    full = {**STUDY, "players": [2], "arms": [RICH, FIRST], "decide": LONG, "blocks": 2000, **study}
    with pytest.raises(InputError) as refused:
        experiment.decide({key: value for key, value in full.items() if key not in removed}, out=tmp_path)
    assert problem in str(refused.value)


def test_a_goal_that_every_rule_set_misses_is_said_to_be_missed(tmp_path: Path) -> None:
    far = {"goal": {"rounds": 60}, "loss": 30.0}
    answer = decided(tmp_path, decide=far, blocks=40)
    assert answer.answer.in_one_sentence.endswith(" Every rule set misses the goal.")
    table = answer.table("losses", players=2)
    assert table["number"].to_list() == pytest.approx([60.0 - distance for distance in table["distance"]])


def test_a_goal_that_may_be_reached_is_not_said_to_be_missed(tmp_path: Path) -> None:
    answer = decided(tmp_path, decide={"goal": "even_seats", "loss": 30.0}, blocks=40)
    assert "misses" not in answer.answer.in_one_sentence


def test_equal_rule_sets_share_the_chance_to_be_the_best(tmp_path: Path) -> None:
    arms = [{"name": "same", "overrides": {"setup.karma": 1}}, RICH]
    table = decided(tmp_path, arms=arms, decide={**LONG, "costs": {"rich": 60.0}}, blocks=40).table("losses", players=2)
    assert dict(table.select("arm", "chance").iter_rows()) == {"baseline": 0.5, "same": 0.5, "rich": 0.0}
