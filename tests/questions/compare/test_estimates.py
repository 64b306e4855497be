"""Two runs compared: with the same luck and with other luck, of several strategies that play against themselves, and in words.

Simulated rates are over `REPETITIONS` samples with a fixed seed; the bands leave more than 3 standard errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.statistics.intervals import mean_interval, share_interval, unpaired_interval
from rajas_sim.core.errors import InputError
from rajas_sim.questions.compare.comparison_answer import RunComparison, compare_runs, comparison_answer, pairing_finding
from tests.analysis.synthetic_run import Recipe, change_manifest, write_run
from tests.untyped import Array

REPETITIONS = 2000
AT_LEAST_LEVEL = 0.933


def interval_of(interval: Callable[..., Array], sides: Sequence[Array]) -> Array:
    """Ends of the intervals of the differences of two sides, whose rows are samples."""
    means = [side.mean(axis=1) for side in sides]
    ends = [interval(mean, side.var(axis=1, ddof=1), side.shape[1], level=0.95) for mean, side in zip(means, sides, strict=True)]
    return unpaired_interval(means[0], ends[0], means[1], ends[1])


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.45), (0.02, 0.01), (0.97, 0.5)])
@pytest.mark.parametrize(("n", "m"), [(40, 400), (300, 300)])
def test_differences_of_unpaired_shares_are_covered(first: float, second: float, n: int, m: int) -> None:
    rng = np.random.default_rng(n)
    sides = [(rng.random((REPETITIONS, size)) < share).astype(float) for share, size in ((first, n), (second, m))]
    low, high = interval_of(share_interval, sides)
    assert np.mean((low <= second - first) & (second - first <= high)) >= AT_LEAST_LEVEL


def test_differences_of_unpaired_means_are_covered_where_one_side_is_small_and_varies_more() -> None:
    rng = np.random.default_rng(1)
    sides = [rng.normal(9.0, 3.0, (REPETITIONS, 12)), rng.normal(9.5, 1.0, (REPETITIONS, 300))]
    low, high = interval_of(mean_interval, sides)
    assert np.mean((low <= 0.5) & (high >= 0.5)) >= AT_LEAST_LEVEL


def compared(tmp_path: Path, old: Recipe, new: Recipe, seeds: tuple[int, int] = (1, 1)) -> tuple[RunComparison, ...]:
    folders = [write_run(tmp_path / name, recipe) for name, recipe in (("old", old), ("new", new))]
    for folder, seed in zip(folders, seeds, strict=True):
        change_manifest(folder, seed=seed)
    return compare_runs(load_run(folders[0]), load_run(folders[1]))


def test_a_run_beside_itself_has_changed_nowhere(tmp_path: Path) -> None:
    recipe = Recipe(players=(2, 4), blocks=200)
    for comparison in compared(tmp_path, recipe, recipe):
        assert comparison.is_paired
        assert comparison.n_blocks == (200, 200)
        for change in comparison.changes.values():
            assert change.difference.value == 0.0
            assert not change.is_shown
            assert change.difference.low < 0.0 < change.difference.high


def test_of_runs_that_are_the_same_no_interval_is_drawn(tmp_path: Path) -> None:
    recipe = Recipe(players=(2, 4), blocks=200)
    comparisons = compared(tmp_path, recipe, recipe)
    old, new = (load_run(tmp_path / name) for name in ("old", "new"))
    answer = comparison_answer(old, new, comparisons, ())
    numbers = next(section for section in answer.sections if section.key == "numbers")
    assert answer.headline is None
    for panel in numbers.panels:
        assert (panel.figures, len(panel.tables)) == ((), 1)
        assert "The intervals of the differences say how large a change so many blocks can miss." in panel.note
    changed = compared(tmp_path / "changed", recipe, Recipe(players=(2, 4), blocks=200, seat_worth=(-1.0, 0.0)))
    assert comparison_answer(old, new, [comparisons[0], changed[1]], ()).headline is not None


def test_the_sentence_tells_changes_of_the_start_player_and_which_other_games_change(tmp_path: Path) -> None:
    old, new = (Recipe(players=(2, 3, 4), blocks=300, seat_worth=worth) for worth in ((), (-1.0, 0.0)))
    same, changed = compared(tmp_path / "same", old, old), compared(tmp_path / "changed", old, new)
    runs = [load_run(tmp_path / "changed" / name) for name in ("old", "new")]

    def clauses_of(*comparisons: RunComparison) -> list[str]:
        return comparison_answer(runs[0], runs[1], comparisons, ()).in_one_sentence.rstrip(".").split("; ")

    assert ["the start player's win share falls by" in clause for clause in clauses_of(*changed)] == [True, True, True]
    assert len(clauses_of(changed[0], *same[1:])) == 1
    others_only = replace(changed[1], changes={**changed[1].changes, START_PLAYER: same[1].changes[START_PLAYER]})
    assert clauses_of(changed[0], others_only)[1:] == ["with 3 players other numbers change"]
    assert clauses_of(others_only)[0].startswith("With 3 players no change of the start player's win share is shown, but ")


def test_with_other_luck_nothing_is_paired_and_a_large_change_is_found(tmp_path: Path) -> None:
    old, new = Recipe(players=(2,), blocks=400), Recipe(players=(2,), blocks=900, seat_worth=(-1.0, 0.0), seed=77)
    (comparison,) = compared(tmp_path, old, new, (1, 2))
    assert (comparison.is_paired, comparison.n_blocks) == (False, (400, 900))
    change = comparison.changes[START_PLAYER]
    assert change.is_shown
    assert change.design_effect is None
    assert change.difference.value == pytest.approx(change.changed.value - change.baseline.value)
    assert change.difference.n == 400
    assert "MOVER" in change.difference.method
    assert pairing_finding([comparison]).key == "not_paired"


def test_of_paired_runs_the_blocks_that_both_have_are_compared(tmp_path: Path) -> None:
    (comparison,) = compared(tmp_path, Recipe(players=(2,), blocks=300), Recipe(players=(2,), blocks=500))
    assert comparison.n_blocks == (300, 300)
    assert pairing_finding([comparison]).key == "paired"
    old, new = (load_run(tmp_path / name) for name in ("old", "new"))
    answer = comparison_answer(old, new, [comparison], ())
    (finding,) = (finding for finding in answer.findings if finding.key.startswith("more_blocks"))
    assert finding.sentence.startswith("The new run has 500 blocks with 2 players")


def test_only_numbers_of_players_strategies_and_columns_of_both_are_compared(tmp_path: Path) -> None:
    old = Recipe(strategies=("greedy", "careful", "dull"), players=(2, 3), blocks=100)
    new = Recipe(strategies=("greedy", "bold", "wild", "calm"), players=(3, 4), blocks=100)
    (comparison,) = compared(tmp_path, old, new)
    assert comparison.players == 3
    names = [name for name in comparison.changes if name.startswith("win_share.") and "position" not in name]
    assert names == ["win_share.greedy"]


def test_runs_without_a_number_of_players_in_common_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="do not have a number of players in common"):
        compared(tmp_path, Recipe(players=(2,), blocks=50), Recipe(players=(3,), blocks=50))


def test_strategies_that_play_against_themselves_are_compared_each_by_itself(tmp_path: Path) -> None:
    old = Recipe(strategies=("greedy", "careful"), players=(2,), blocks=100, mirror=True)
    new = Recipe(strategies=("careful", "bold"), players=(2,), blocks=100, mirror=True)
    (comparison,) = compared(tmp_path, old, new)
    assert comparison.line_up == "careful"
    assert comparison.line_up_text == "careful on every seat"


def test_of_a_run_that_a_rule_ended_it_is_said_that_differences_hold_for_one_look(tmp_path: Path) -> None:
    recipe, rule = Recipe(players=(2,), blocks=600), {"verdict": True}
    folders = {"old": write_run(tmp_path / "old", recipe), "new": write_run(tmp_path / "new", recipe, stop=rule)}
    old, new = (load_run(folder) for folder in folders.values())
    answer = comparison_answer(old, new, compare_runs(old, new), ())
    assert [finding.key for finding in answer.findings if finding.key.startswith("looks")] == ["looks.new"]
