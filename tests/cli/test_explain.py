"""`rajas strategies explain`: a strategy in words, on one screen, as JSON and as a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.core.games import GAMES
from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
FEW = ("--players", 2, "--games", 20, "--workers", 1)
MOST_LINES = 45
"""On one screen of a terminal that is 100 columns wide."""


@pytest.mark.slow
@pytest.mark.parametrize("game", short_and_long(1, [*GAMES]))
def test_a_strategy_is_explained_on_one_screen(rajas: Rajas, game: str) -> None:
    result = rajas("strategies", "explain", "rule_of_thumb", "--game", game, *FEW)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert sum(1 + len(line) // 100 for line in lines) <= MOST_LINES
    assert lines[0].startswith("rule_of_thumb ")
    assert any(line.startswith("It wins ") and "against random" in line for line in lines)
    assert any(line.startswith("In round 1 ") for line in lines)
    assert any(line.startswith("To play like it, by its estimates: begin with ") for line in lines)
    assert any("often it uses things in a game than balanced: " in line for line in lines)
    assert any("often it uses things in a game than random: " in line for line in lines)


@pytest.mark.slow
def test_the_page_draws_positions_in_which_two_strategies_choose_differently(rajas: Rajas) -> None:
    answer = json.loads(rajas("strategies", "explain", "balanced", *FEW, "--json", "--html", "page.html").stdout)
    assert answer["command"] == "rajas strategies explain balanced --game ganges --players 2 --games 20 --seed 2026"
    sentences = {finding["key"]: finding["sentence"] for finding in answer["findings"]}
    assert "chose \u2018" in sentences["2p.choice_1"]
    assert {estimate["n"] for finding in answer["findings"] for estimate in finding["estimates"]} >= {20, 200}
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count('class="rajas-table"') >= 2
    assert page.count("<defs>") == 1
    assert "Where they choose differently" in page


@pytest.mark.long
@pytest.mark.slow
def test_the_same_command_says_the_same(rajas: Rajas) -> None:
    first, second = (rajas("strategies", "explain", "random", *FEW, "--quiet").stdout for _ in range(2))
    assert first == second


@pytest.mark.long
@pytest.mark.slow
def test_a_strategy_of_ones_own_stands_between_the_rungs_that_it_beats(rajas: Rajas, write_strategy: Callable[..., Path]) -> None:
    write_strategy("takes_the_last", "return state.options[-1]")
    result = rajas("strategies", "explain", "takes_the_last", *FEW)
    assert result.exit_code == 0, result.stderr
    assert " than random: " in result.stdout
    assert "Its strength has not been measured" not in result.stdout  # matches were played


def test_what_cannot_be_explained_is_refused(rajas: Rajas, refusal: Callable[..., str]) -> None:
    assert "unknown strategy 'balancd'; did you mean 'balanced'?" in refusal("strategies", "explain", "balancd")
    assert "--players: 9 is not possible; Rajas of the Ganges is for 2, 3 or 4 players" in refusal(
        "strategies", "explain", "random", "--players", 9
    )
    assert "--html" in refusal("strategies", "explain", "random", "--html", "nowhere/page.html")
