"""Learning corrections in the toy game, whose plan thinks fame is worth more than money, which it is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.errors import InputError, RunError, StoppedError
from rajas_sim.core.judging.correction_network import HIDDEN, correction, sum_features
from rajas_sim.core.judging.lessons import Lessons
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.running.tuning.lessons import fit_network, scaled_network
from rajas_sim.running.tuning.load import TuningConfig, load_tuning, resolve_tuning
from rajas_sim.running.tuning.tune import TuningResult, tune
from tests.core import toy_game as toy

PLAN = """\"\"\"Takes fame, which it thinks is worth more.\"\"\"

from tests.core.toy_game import plan

famous = plan(__file__, __doc__)
"""
Go = Callable[..., TuningResult]


@pytest.mark.long
def test_what_is_fitted_is_what_was_planted() -> None:
    """Leads are a tenth of the worth and of the corrections, and something that all options of a decision share."""
    draws = np.random.default_rng(5)
    n = 6000
    decisions = np.repeat(np.arange(n), 3)
    features = np.column_stack([np.ones(n), draws.normal(size=n)])
    kinds = np.tile([0, 1, -1], n).astype(np.int16)
    worths = draws.normal(size=3 * n)
    corrections = np.array([[0.5, -1.0], [2.0, 0.25]])
    added = np.where(kinds >= 0, (corrections[kinds] * features[decisions]).sum(axis=1), 0.0)
    leads = 0.1 * (worths + added) + draws.normal(size=n)[decisions] + 0.05 * draws.normal(size=3 * n)
    half = 3 * n // 2
    parts = [
        Lessons(features[: n // 2], decisions[:half], kinds[:half], worths[:half], leads[:half, None]),
        Lessons(features[n // 2 :], decisions[half:] - n // 2, kinds[half:], worths[half:], leads[half:, None]),
    ]
    numbers = fit_network(toy.JUDGING, parts, 1, 10)
    sums, activations, gradients = np.zeros(HIDDEN), np.zeros(HIDDEN), np.zeros((100, 3))
    for nth in range(100):
        sum_features(numbers, features[nth], sums)
        judged = worths[3 * nth : 3 * nth + 3]
        gradients[nth] = [correction(numbers, 2, sums, kind, judged[kind], judged.max(), activations) for kind in (0, 1, -1)]
    wanted = added[:300].reshape(100, 3)
    miss = (gradients - gradients.mean(axis=1, keepdims=True)) - (wanted - wanted.mean(axis=1, keepdims=True))
    assert np.sqrt((miss**2).mean()) < 0.25
    assert wanted.std() > 0.9


def test_a_step_goes_a_share_of_the_way() -> None:
    draws = np.random.default_rng(1)
    goal = draws.normal(size=toy.JUDGING.n_corrections)
    sums, activations = np.zeros(HIDDEN), np.zeros(HIDDEN)
    sum_features(goal, np.array([1.0, 0.3]), sums)
    whole = correction(goal, 2, sums, 1, 2.0, 3.0, activations)
    assert whole != 0
    assert correction(scaled_network(goal, 0.25), 2, sums, 1, 2.0, 3.0, activations) == pytest.approx(whole / 4)


def test_worths_that_say_nothing_of_the_end_are_not_corrected() -> None:
    decisions, worths = np.repeat(np.arange(500), 2), np.tile([0.0, 1.0], 500)
    lesson = Lessons(np.ones((500, 2)), decisions, np.full(1000, -1, np.int16), worths, -worths[:, None])
    with pytest.raises(RunError, match="do not lead to larger leads"):
        fit_network(toy.JUDGING, [lesson], 1, 1)


@pytest.fixture
def go(tmp_path: Path) -> Go:
    """Return a function that teaches the plan, in a folder of its own unless one is named."""
    (tmp_path / "famous.py").write_text(PLAN)

    def start(out: str = "out", workers: int = 1, on_progress: Callable[..., None] | None = None, **keys: Any) -> TuningResult:
        config: dict[str, Any] = {
            "name": "trial",
            "game": "toy",
            "strategy": "famous",
            "players": (2, 5),
            "strategies": {"famous": {"strategy": str(tmp_path / "famous.py")}},
            "blocks": 50,
            "check_blocks": 100,
            "lessons": {"decisions": 1500, "steps": (0.5, 1.0)},
            "output": tmp_path / "taught.toml",
        }
        config |= keys
        return tune(resolve_tuning(TuningConfig(**config)), tmp_path / out, workers=workers, on_progress=on_progress)

    return start


@pytest.mark.long
def test_a_lesson_teaches_what_is_better_and_a_strategy_can_play_it(go: Go, tmp_path: Path) -> None:
    for tuned in go().tuned:
        label, share = tuned.shares[0]
        assert label == "famous, untuned"
        assert share.low > 1 / tuned.kind.players
        assert tuned.is_better
        assert tuned.step in (0.5, 1.0)
    (tmp_path / "taught.py").write_text("")
    taught = toy.corrected(str(tmp_path / "taught.py"), "Taught.", learned="taught.toml")
    assert set(taught.learned) == {("light", 2), ("light", 5)}
    assert taught.values_under("light", 2) == {"fame": 2.0, "money": 0.5}


@pytest.mark.long
def test_the_same_is_learned_whatever_the_number_of_workers(go: Go, tmp_path: Path) -> None:
    go("one", workers=1)
    one = (tmp_path / "taught.toml").read_text()
    go("two", workers=2)
    assert (tmp_path / "taught.toml").read_text() == one
    assert "decisions = 1500" in one


def test_a_lesson_that_is_over_is_not_given_again(go: Go, tmp_path: Path) -> None:
    def stop_in_the_second(progress: WorkProgress) -> None:
        if "5 players" in progress.label:
            raise KeyboardInterrupt

    short = {"blocks": 10, "check_blocks": 10, "lessons": {"decisions": 1000, "times": 2, "steps": (1.0,)}}
    whole = go("whole", **short).n_new_games
    text = (tmp_path / "taught.toml").read_text()
    with pytest.raises(StoppedError, match="lessons for 1 kinds of games are kept"):
        go("stopped", on_progress=stop_in_the_second, **short)
    (tmp_path / "taught.toml").unlink()
    assert go("stopped", **short).n_new_games < whole
    assert (tmp_path / "taught.toml").read_text() == text


def test_keys_of_the_search_for_values_are_refused(go: Go) -> None:
    with pytest.raises(InputError) as caught:
        go(generations=5, fixed=("fame",))
    problems = caught.value.problems
    assert [problem.partition(":")[0] for problem in problems] == ["fixed", "generations"]
    assert "has no effect with [lessons]" in problems[0]


def test_only_plans_are_taught(go: Go) -> None:
    with pytest.raises(InputError, match="'random' cannot be corrected"):
        go(strategy="random", strategies={})


def test_a_written_tuning_with_lessons_is_read_again(go: Go) -> None:
    folder = go(players=(2,)).folder
    assert load_tuning(folder / "tuning.toml").config.lessons is not None
