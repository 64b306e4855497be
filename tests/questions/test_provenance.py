"""What is said of the games behind an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim import experiment
from tests.questions.asked import STUDY

ARM = {"name": "more_money", "overrides": {"setup.money.1": 5}}


@pytest.mark.slow
@pytest.mark.parametrize(("player", "arms", "is_said"), [("adept", [ARM], True), ("adept", [], False), ("strong", [ARM], False)])
def test_a_learned_judgement_is_named_where_other_rules_are_asked_about(
    player: str, arms: list[dict[str, object]], is_said: bool, tmp_path: Path
) -> None:
    study = {**STUDY, "players": [2], "line_up": [player], "arms": arms}
    answer = experiment.run(study, blocks=2, out=tmp_path).answer
    rules = dict(answer.how_sure).get("Rules", "")
    assert ("adept judges positions by a value that was learned" in rules) is is_said
