"""What is said of a position in which two strategies choose differently."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import LADDER, find_strategy
from rajas_sim.questions.explain.explain_answer import Explanation
from rajas_sim.questions.explain.explained import Match, _neighbours
from rajas_sim.questions.explain.positions import DifferentChoice, look_through


def choice_text(gain: float) -> str:
    state: Any = SimpleNamespace(moment="round 1 stage 2", option_text=["yogi", "quarry"].__getitem__)
    explained: Any = SimpleNamespace(strategy=SimpleNamespace(name="balanced"))
    estimate = Estimate("gain", gain, gain - 0.04, gain + 0.04, 0.95, 200, "by hand")
    return Explanation(explained).choice_text(DifferentChoice("strong", state, 0, 1, gain, estimate))


@pytest.mark.parametrize(("gain", "more_or_less"), [(-0.69, "less"), (0.1, "more")])
def test_it_says_whose_choice_wins_more_often_and_when_it_was(gain: float, more_or_less: str) -> None:
    text = choice_text(gain)
    assert f"the seat wins {more_or_less} often with the choice of balanced: " in text
    assert text.startswith(
        "In round 1, stage 2 (a stage: everybody places one worker) balanced chose \u2018yogi\u2019, and strong "
    )


@pytest.mark.slow
def test_how_often_a_neighbour_chooses_otherwise_is_counted_by_kind_of_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.questions.explain.positions.GAMES", 3)
    game = find_game("ganges")
    balanced, random = (find_strategy(name, game="ganges") for name in ("balanced", "random"))
    choices, divergences = look_through(game, game.rules(2), balanced, [balanced, random], seed=1)
    itself = [divergence for divergence in divergences if divergence.neighbour == "balanced"]
    other = [divergence for divergence in divergences if divergence.neighbour == "random"]
    assert {divergence.decision for divergence in itself} >= {"place", "take_die", "pay_die"}
    assert [divergence.n_choices for divergence in itself] == [divergence.n_choices for divergence in other]
    assert {divergence.share.value for divergence in itself} == {0.0}
    place = next(divergence for divergence in other if divergence.decision == "place")
    assert place.n_choices > 50
    assert 0.7 < place.share.value < 1.0
    assert place.share.n == 3
    assert {choice.neighbour for choice in choices} == {"random"}


def test_a_choice_on_which_much_depends_is_said_to_be_rare() -> None:
    assert "Few choices matter so much" in choice_text(-0.69)
    assert "So much" not in choice_text(-0.1)
    assert "undecided with which choice" in choice_text(0.01)


@pytest.mark.parametrize(
    ("name", "below", "above"),
    [
        ("balanced", "rule_of_thumb", "strong"),
        pytest.param("fame_rush", "rule_of_thumb", "balanced", id="no rung: above the highest that it beats"),
        pytest.param("master", "strong", None, id="no rung, and it searches"),
    ],
)
def test_its_neighbours_are_the_next_rungs_of_the_ladder(name: str, below: str, above: str | None) -> None:
    rungs = [find_strategy(rung, game="ganges") for rung in LADDER]
    matches = [
        Match(rung, Estimate("wins", share, 0, 1, 0.95, 60, "by hand"))
        for rung, share in (("rule_of_thumb", 0.6), ("balanced", 0.4))
    ]
    neighbours = _neighbours(find_strategy(name, game="ganges"), rungs, () if name == "master" else matches, 2)
    assert [rung and rung.name for rung in neighbours] == [below, above]
