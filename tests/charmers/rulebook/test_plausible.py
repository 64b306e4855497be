"""Prices of plausible boxes: they rise, 1 and 3 occur, and what is known stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.charmers.rulebook.plausible import rising_prices
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import draw_box
from tests.running.boxes.test_sampling import with_box_values

ALL_DRAWN = [True] * 4


@pytest.mark.parametrize(
    ("prices", "is_drawn", "expected"),
    [
        ([3, 1, 2, 0], ALL_DRAWN, [1, 1, 2, 3]),
        ([1, 5, 6, 7], ALL_DRAWN, [1, 3, 6, 7]),
        ([4, 5, 6, 6], ALL_DRAWN, [1, 3, 6, 6]),
        ([5, 1, 4, 2], [True, True, False, True], [1, 3, 4, 4]),
        ([2, 2, 2, 2], [True, True, False, True], [1, 2, 2, 3]),
        ([4, 4, 5, 5], [False, True, True, True], [4, 4, 5, 5]),
    ],
)
def test_prices_rise_and_one_and_three_occur_beside_known_prices(
    prices: list[int], is_drawn: list[bool], expected: list[int]
) -> None:
    assert rising_prices(prices, is_drawn) == expected


def test_drawn_prices_and_tents_fit_known_ones(tmp_path: Path) -> None:
    path = with_box_values(tmp_path, "charmers", ["market.prices.4", "market.tents.1"])
    source = find_game("charmers").components
    known = source.read(path)["market"]
    for number in range(40):
        market = draw_box(source, 7, number, path)["market"]
        prices, tents = market["prices"], market["tents"]
        assert prices == sorted(prices)
        assert {1, 3} <= set(prices)
        assert (prices[3], tents[0]) == (known["prices"][3], known["tents"][0])
        assert sum(tents) <= len(prices)
