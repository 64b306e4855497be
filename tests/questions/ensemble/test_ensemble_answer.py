"""What is said of values that explain more than chance, and the form that asks for them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from rajas_sim.analysis.answer import Answer, Provenance, Section, Table
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.game import find_game
from rajas_sim.questions.ensemble.ensemble_answer import (
    _boxes_panel,
    _headline_rows,
    _spread_text,
    _unknowns_finding,
    _unknowns_panel,
)
from rajas_sim.questions.ensemble.estimates import EnsembleResult, StartPlayerShares, Unknown
from rajas_sim.questions.ensemble.form import form_of, present_text
from rajas_sim.running.boxes.values import ValueInBoxes

ROWS = {row["path"]: row for row in find_game("charmers").components.list_values()}
KIND = tuple(f"market.prices.{i}" for i in range(1, 10))
NOWHERE = Provenance("", (), "", (), (), (), "", Table("assumed", "", (), ()), ())


def unknown(path: str, share: float, floor: float, paths: tuple[str, ...] = ()) -> Unknown:
    column = ValueInBoxes(path, np.zeros(20), paths or (path,), ROWS.get(path))
    return Unknown(column, Estimate(path, share, share - 0.1, share + 0.1, 0.95, 20, "RBD-FAST"), floor)


def estimate_at(value: float) -> Estimate:
    return Estimate("share", value, value - 0.1, value + 0.1, 0.95, 200, "by hand")


def estimates_over_boxes(players: int, *unknowns: Unknown) -> EnsembleResult:
    return EnsembleResult(players, tuple(f"box_{i}" for i in range(20)), 500, (), (), unknowns)


def form(*results: EnsembleResult, n: int = 10) -> str:
    panels = tuple(_unknowns_panel(result) for result in results if result.unknowns)
    return form_of(Answer("ensemble", "", (), (), (Section("unknowns", "", "", panels),), (), NOWHERE), n)


def test_values_beyond_chance_are_named_and_otherwise_none() -> None:
    kind, price = unknown("mean of market.prices.*", 0.6, 0.2, KIND), unknown("market.prices.1", 0.4, 0.3)
    rest = [unknown(f"market.prices.{i}", 0.25, 0.3) for i in range(2, 5)]
    finding = _unknowns_finding(estimates_over_boxes(2, kind, price, *rest))
    assert finding.estimates == (kind.share, price.share)
    nothing_beyond = _unknowns_finding(estimates_over_boxes(2, *rest))
    assert nothing_beyond.estimates == ()
    assert "in these 20 boxes no assumed value" in nothing_beyond.sentence
    table = _unknowns_panel(estimates_over_boxes(2, kind, price, *rest)).tables[0]
    assert [row["is_beyond_chance"] for row in table.rows] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("low", "middle", "high", "said"),
    [
        (0.4, 0.5, 0.6, "One box in twenty has less than 40.0 % (30.0 to 50.0) and one in twenty more than 60.0 % ("),
        (0.5, 0.5, 0.6, "The median share is 50.0 % (40.0 to 60.0). One box in twenty has more than 60.0 %"),
        (0.4, 0.5, 0.5, "The median share is 50.0 % (40.0 to 60.0). One box in twenty has less than 40.0 %"),
        (0.5, 0.5, 0.5, "As far as these blocks tell, all boxes have one share, 50.0 % (40.0 to 60.0): luck alone "),
    ],
)
def test_ends_that_coincide_with_the_median_are_no_ends(low: float, middle: float, high: float, said: str) -> None:
    shares: Any = SimpleNamespace(quantile_5=estimate_at(low), median=estimate_at(middle), quantile_95=estimate_at(high))
    assert said in _spread_text(shares)


def group_of(*shares_and_below: tuple[float, float], low: float = 0.185, high: float = 0.231) -> StartPlayerShares:
    limits, below = zip(*shares_and_below, strict=True)
    population = SimpleNamespace(limits=np.array(limits), below=[estimate_at(b) for b in below], normality_p_value=0.2)
    even = estimate_at(0.25)
    quantiles = {"quantile_5": estimate_at(low), "median": estimate_at(0.185), "quantile_95": estimate_at(high)}
    names = {"arm": "baseline", "line_up": "", "own_share": even, "below": even}
    group = SimpleNamespace(**names, **quantiles, population=population, positions=np.full((20, 4), 0.25))
    return cast(StartPlayerShares, group)


def test_a_percentile_at_the_median_is_left_out_with_the_reason_why() -> None:
    """The population that is most likely may have two shares only, so that the median is one of them."""
    curve = [(0.1 + 0.01 * i, 0.0 if i < 9 else 0.76 if i < 13 else 1.0) for i in range(31)]
    result = replace(estimates_over_boxes(4), groups=(group_of(*curve),))
    of_start_player, spread, _ = _boxes_panel(result).tables
    (row,) = of_start_player.rows
    assert row["low"] is None
    assert isinstance(row["high"], Estimate)
    assert of_start_player.note.startswith("\N{EN DASH}: luck alone may")
    assert [row.label for row in _headline_rows(result, result.groups[0])] == ["median box", "5 % lie above"]
    assert len(spread.rows) == 31
    below = [row["boxes_with_less"] for row in spread.rows_in_short]
    assert [estimate.value for estimate in below if isinstance(estimate, Estimate)] == [0.0, 0.76, 1.0]


def test_no_percentile_is_left_out_where_boxes_differ() -> None:
    curve = [(0.1 + 0.01 * i, i / 30) for i in range(31)]
    (table, spread, _) = _boxes_panel(replace(estimates_over_boxes(4), groups=(group_of(*curve, low=0.15),))).tables
    assert table.note == ""
    below = [row["boxes_with_less"] for row in spread.rows_in_short]
    assert [round(estimate.value, 2) for estimate in below if isinstance(estimate, Estimate)] == [
        0.03,
        0.07,
        0.27,
        0.5,
        0.77,
        0.97,
    ]


def test_the_form_asks_once_for_each_of_the_values_that_explain_most() -> None:
    kind = unknown("mean of market.prices.*", 0.6, 0.2, KIND)
    of_two = estimates_over_boxes(2, kind, unknown("market.prices.1", 0.4, 0.3), unknown("market.prices.2", 0.2, 0.3))
    of_three = estimates_over_boxes(3, unknown("market.prices.2", 0.5, 0.3), unknown("market.prices.3", 0.1, 0.3))
    text = form(of_two, of_three, n=2)
    assert [entry["paths"] for entry in tomllib.loads(text)["provenance"]] == [["market.prices.2"], ["market.prices.1"]]
    assert {entry["label"] for entry in tomllib.loads(text)["provenance"]} == {"box"}
    assert "# Read together: mean of market.prices.*, 9 values: explains 60.0 % (50.0 to 70.0)" in text
    assert "# explains 50.0 % (40.0 to 60.0) of the variance between boxes with 3 players; the largest explains 30.0 %" in text
    assert "# market.prices.1: assumed 1, plausible " in text


def test_the_form_says_if_there_is_nothing_to_ask_for() -> None:
    assert form(estimates_over_boxes(2)).startswith("# No assumed value is shown to matter")
    missing = replace(
        unknown("market.prices.1", 0.4, 0.3), column=ValueInBoxes("market.prices.1", np.zeros(20), ("market.prices.1",), None)
    )
    assert f"# market.prices.1: {present_text(None)}\n" in form(estimates_over_boxes(2, missing))
