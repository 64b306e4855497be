"""No answer is read from games that an earlier answer was read from: intervals hold for a single look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rajas_sim import experiment
from rajas_sim.analysis import load_run
from rajas_sim.running.boxes.sample import sampling_of
from rajas_sim.showing.notebook import ShownAnswer
from tests.questions.asked import STUDY

STUDY_OF_TWO = {**STUDY, "players": [2]}


def deals(answer: ShownAnswer, out: Path) -> set[int]:
    """Return the seeds of the games that the numbers of an answer come from."""
    run = load_run(out / answer.answer.provenance.runs[0])
    return {*run.table("games", 2, every_arm=True).collect()["seed"].to_list()}


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("luck", {}),
        ("power", {"only": ["karma"]}),
        ("solve", {"solve": {"over": {"setup.karma": [0, 1]}, "goal": "even_seats"}}),
    ],
)
def test_more_blocks_are_other_deals(question: str, options: dict[str, Any], tmp_path: Path) -> None:
    study = {**STUDY_OF_TWO, **{key: value for key, value in options.items() if key == "solve"}}
    asked = {key: value for key, value in options.items() if key != "solve"}
    few, again, many = (getattr(experiment, question)(study, blocks=n, out=tmp_path, **asked) for n in (10, 10, 20))
    assert deals(few, tmp_path) == deals(again, tmp_path)
    assert not deals(few, tmp_path) & deals(many, tmp_path)


@pytest.mark.long
def test_an_earlier_answer_in_the_same_folder_changes_no_number_of_a_later_one(tmp_path: Path) -> None:
    """Things that were weighed in more blocks before were said to rest on these, beside things that did not."""
    experiment.power(STUDY_OF_TWO, only=["palace.*"], blocks=12, out=tmp_path / "used")
    after, alone = (experiment.power(STUDY_OF_TWO, blocks=6, out=tmp_path / folder) for folder in ("used", "empty"))
    assert repr(after) == repr(alone)
    assert after.answer.tables == alone.answer.tables
    assert {row["worth"].n for row in after.answer.tables["2p.things"].rows} == {6}


def test_another_goal_is_measured_on_other_deals(tmp_path: Path) -> None:
    over = {"setup.karma": [0, 1]}
    answers = [
        experiment.solve({**STUDY_OF_TWO, "solve": {"over": over, "goal": goal}}, blocks=10, out=tmp_path)
        for goal in ("even_seats", {"rounds": 12})
    ]
    assert not deals(answers[0], tmp_path) & deals(answers[1], tmp_path)


def test_boxes_are_not_chosen_by_the_games_of_the_question() -> None:
    sampling = sampling_of("charmers", 1)
    assert sampling.luck_seed != sampling.seed == 1
