"""`rajas compare`: two runs, in a table, as JSON and as a page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
QUESTION = """\
name = "short"
question = "Who wins a short series?"
game = "charmers"
players = [2, 3]
line_up = ["balanced"]
blocks = 30
"""


@pytest.fixture
def runs(rajas: Rajas) -> Callable[..., str]:
    """Play a short run with changes, and return its folder."""
    Path("short.toml").write_text(QUESTION)

    def played(*options: object) -> str:
        result = rajas("run", "short.toml", "--no-report", "--quiet", *options)
        assert result.exit_code == 0, result.stderr
        return str(result.stdout.strip())

    return played


def test_what_differs_comes_first_then_what_changed(rajas: Rajas, runs: Callable[..., str]) -> None:
    old, new = runs(), runs("--set", "variant=moon", "--blocks", 40, "--set", "line_up=['rule_of_thumb']")
    result = rajas("compare", old, new)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[:2] == [f"Old     {old}", f"New     {new}"]
    assert "blocks.2\t30\t40" in lines
    assert "variant\tsun\tmoon" in lines
    assert 'strategies.balanced\t{ strategy = "balanced" }\tabsent' in lines
    assert "Both runs had the same luck, so that their blocks are paired: 30 blocks with 2 and 3 players." in lines
    assert any(line.startswith("With 2 players ") for line in lines)
    assert "players\tmetric\told\tnew\tdifference\tadjusted p" in lines
    assert len(lines) < 60


def test_the_same_run_twice_says_that_nothing_differs(rajas: Rajas, runs: Callable[..., str]) -> None:
    folder = runs()
    said = rajas("compare", folder, folder).stdout
    assert "Nothing differs between their questions, rules, players and versions." in said


def test_with_another_seed_nothing_is_paired(rajas: Rajas, runs: Callable[..., str]) -> None:
    found = json.loads(rajas("compare", runs(), runs("--seed", 5), "--json").stdout)
    assert found["same_luck"] is False
    assert [row["path"] for row in found["differing"]] == ["seed"]
    shares = [row for row in found["changes"] if row["metric"] == "win_share.position_1"]
    assert [row["players"] for row in shares] == [2, 3]
    for row in shares:
        assert row["difference"]["value"] == pytest.approx(row["new"]["value"] - row["old"]["value"])
        assert row["difference"]["low"] < row["difference"]["value"] < row["difference"]["high"]


def test_a_changed_value_of_the_box_is_named_with_both_values(rajas: Rajas, runs: Callable[..., str]) -> None:
    assert rajas("components", "export", "box.toml", "--game", "charmers").exit_code == 0
    box = Path("box.toml")
    changed = box.read_text().replace('name = "', 'name = "my ', 1)
    box.write_text(re.sub(r"prices = \[\s*1,", "prices = [2,", changed))
    found = json.loads(rajas("compare", runs(), runs("--components", box), "--json").stdout)
    assert {"path": "market.prices.1", "a": 1, "b": 2} in found["differing"]


def test_the_page_holds_the_findings_and_needs_nothing_else(rajas: Rajas, runs: Callable[..., str]) -> None:
    old, new = runs(), runs("--seed", 5)
    result = rajas("compare", old, new, "--html", "page.html")
    page = Path("page.html").read_text()
    finding = next(line for line in result.stdout.splitlines() if line.startswith("With 2 players "))
    assert finding.partition(";")[0] in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<svg viewBox") == 2


def test_quietly_only_the_findings_are_printed(rajas: Rajas, runs: Callable[..., str]) -> None:
    lines = rajas("compare", runs(), runs("--seed", 5), "--quiet").stdout.splitlines()
    assert [line.partition(" players")[0] for line in lines] == ["With 2", "With 3"]


def test_runs_of_two_games_are_not_compared(rajas: Rajas, runs: Callable[..., str]) -> None:
    result = rajas("compare", runs(), runs("--set", "game=ganges"))
    assert result.exit_code == 2
    assert "is a run of charmers" in result.stderr


def test_a_run_that_does_not_exist_is_refused(rajas: Rajas, runs: Callable[..., str]) -> None:
    result = rajas("compare", runs(), "nothing")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: nothing: no such run. Runs in reports: short-")
