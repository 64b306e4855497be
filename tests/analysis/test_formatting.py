"""Numbers and names as people write them."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from rajas_sim.analysis import formatting
from rajas_sim.analysis.reading import names
from rajas_sim.analysis.scoring import sheet_boxes, spaces
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing import cells, phrases, sheet


@pytest.mark.parametrize(
    ("module", "fewest"),
    [(formatting, 10), (phrases, 3), (names, 5), (sheet_boxes, 3), (spaces, 1), (cells, 3), (sheet, 0)],
)
def test_the_examples_in_the_docstrings_hold(module: ModuleType, fewest: int) -> None:
    result = doctest.testmod(module)
    assert result.attempted > fewest
    assert result.failed == 0


def test_methods_of_a_table_are_all_named() -> None:
    estimates = [
        Estimate("share", 0.5, 0.4, 0.6, 0.95, 100, method) for method in ("Goodman", "Wilson, Bonferroni over 3", "Goodman")
    ]
    estimates.append(Estimate("share", 0.5, 0.4, 0.6, 0.95, 80, "Wilson, Bonferroni over 4"))
    note = "95 % intervals: Goodman or Wilson, Bonferroni over 3 and 4; n = 80 to 100 blocks."
    assert phrases.method_note(estimates) == note


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0.271, 0.264, 0.278, "27.1 % (26.4 to 27.8)"),
        (0.0, 0.0, 0.0004, "0.00 % (0.00 to 0.04)"),
        (0.0002, 0.0001, 0.0006, "0.02 % (0.01 to 0.06)"),
        (1.0, float("nan"), float("nan"), "100.0 % (no interval)"),
    ],
)
def test_shares_show_their_interval_and_rare_ones_more_digits(value: float, low: float, high: float, text: str) -> None:
    assert formatting.share_text(Estimate("share", value, low, high, 0.95, 100, "test")) == text
