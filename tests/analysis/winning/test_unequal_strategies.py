"""Where one strategy wins from every seat, the verdict about the seats says that it tells nothing of equal players."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.analysis import load_run, results_of
from tests.analysis.synthetic_run import Recipe, write_run

SAID = "The strategies decide these games, hardly ever the seats: this tells nothing of equally strong players."


@pytest.mark.parametrize(("worth", "is_said"), [(1000.0, True), (2.0, False)])
def test_a_verdict_about_seats_of_unequal_strategies_says_what_it_tells(tmp_path: Path, worth: float, is_said: bool) -> None:
    recipe = Recipe(
        strategies=("good", "bad"), players=(2,), blocks=240, worth={"good": worth, "bad": 1.0}, tables=("games", "seats")
    )
    (result,) = results_of(load_run(write_run(tmp_path / "run", recipe)))
    (seats,) = result.seats
    verdict = next(finding for finding in seats.findings if finding.key.endswith(".verdict"))
    assert verdict.sentence.endswith(SAID) == is_said
