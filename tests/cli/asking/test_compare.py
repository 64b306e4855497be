"""`rajas compare`: two runs, in a table, as JSON and as a page."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

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


def answer_of(rajas: Rajas, *runs: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(rajas("compare", *runs, "--json").stdout)
    return answer


def tables_of(answer: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {t["key"]: t["rows"] for section in answer["sections"] for panel in section["panels"] for t in panel["tables"]}


def test_what_differs_and_what_changed_are_told(rajas: Rajas, runs: Callable[..., str]) -> None:
    old, new = runs(), runs("--set", "variant=moon", "--blocks", 40, "--set", "line_up=['rule_of_thumb']")
    answer = answer_of(rajas, old, new)
    assert answer["provenance"]["runs"] == [Path(old).name, Path(new).name]
    differing = {row["what"]: (row["old"], row["new"]) for row in tables_of(answer)["differing"]}
    assert differing["run"] == (Path(old).name, Path(new).name)
    assert differing["blocks.2"] == ("30", "40")
    assert differing["variant"] == ("sun", "moon")
    assert differing["strategies.balanced"] == ("balanced", "absent")
    paired, more_blocks, *changed = answer["findings"]
    assert (paired["key"], more_blocks["key"]) == ("paired", "more_blocks.new")
    assert "30 blocks with 2 and 3 players" in paired["sentence"]
    assert [finding["players"] for finding in changed] == [2, 3]


def test_the_same_run_twice_says_that_nothing_differs(rajas: Rajas, runs: Callable[..., str]) -> None:
    folder = runs()
    answer = answer_of(rajas, folder, folder)
    assert [finding["key"] for finding in answer["findings"]] == ["paired", "nothing_differs", "2p.same", "3p.same"]
    assert [row["what"] for row in tables_of(answer)["differing"]] == ["run"]


def test_with_another_seed_nothing_is_paired(rajas: Rajas, runs: Callable[..., str]) -> None:
    answer = answer_of(rajas, runs(), runs("--seed", 5))
    assert answer["findings"][0]["key"] == "not_paired"
    assert [row["what"] for row in tables_of(answer)["differing"]] == ["run", "seed"]
    for players in (2, 3):
        row, *_ = tables_of(answer)[f"{players}p.changes"]
        assert row["metric"] == "win_share.position_1"
        assert row["difference"]["value"] == pytest.approx(row["new"]["value"] - row["old"]["value"])
        assert row["difference"]["low"] < row["difference"]["value"] < row["difference"]["high"]


def test_runs_are_called_by_their_labels_and_what_they_do_not_share_is_said_of_each(
    rajas: Rajas, runs: Callable[..., str]
) -> None:
    answer = answer_of(rajas, runs("--label", "printed"), runs("--label", "mine", "--seed", 5))
    assert answer["title"] == "Other luck: what changed?"
    assert answer["subtitle"].startswith("from printed to mine")
    facts = dict(map(tuple, answer["provenance"]["facts"]))
    assert facts["seed, new"] == "5"
    assert "strategies" in facts
    assert len(answer["provenance"]["plays"]) == 2


def test_the_title_names_other_players_but_no_line_ups_or_rule_sets_that_are_not_compared(
    rajas: Rajas, runs: Callable[..., str]
) -> None:
    arms = 'arms=[{ name = "rich", overrides = { "setup.money" = 2 } }]'
    old, new = runs(), runs("--set", "players=[2]", "--set", arms)
    answer = answer_of(rajas, old, new)
    assert answer["title"] == "2 players instead of 2 and 3 players: what changed?"
    titles = [row["title"] for row in tables_of(answer)["differing"]]
    assert {"numbers of players", "blocks with 3 players", "line-ups with 3 players"} <= {*titles}


def test_the_title_says_that_luck_differs_beside_what_else_does(rajas: Rajas, runs: Callable[..., str]) -> None:
    answer = answer_of(rajas, runs(), runs("--set", "players=[2]", "--seed", 5))
    assert answer["title"] == "2 players instead of 2 and 3 players, with other luck: what changed?"


def test_a_changed_value_of_the_box_is_named_with_both_values(rajas: Rajas, runs: Callable[..., str]) -> None:
    assert rajas("components", "export", "box.toml", "--game", "charmers").exit_code == 0
    box = Path("box.toml")
    changed = box.read_text().replace('name = "', 'name = "my ', 1)
    box.write_text(re.sub(r"prices = \[\s*1,", "prices = [2,", changed))
    answer = answer_of(rajas, runs(), runs("--components", box))
    row = {"what": "market.prices.1", "title": "price of market column 1", "old": "1", "new": "2"}
    assert row in tables_of(answer)["differing"]
    assert answer["title"] == "Price of market column 1 = 2 instead of 1: what changed?"
    assert "my " in answer["provenance"]["assumptions"]


def test_a_value_that_differs_with_the_number_of_players_names_it(rajas: Rajas, runs: Callable[..., str]) -> None:
    assert rajas("components", "export", "box.toml").exit_code == 0
    values = tomllib.loads(Path("box.toml").read_text())
    values["by_players"]["2"]["harbour"]["prices"] = [0, 1, 2, 2]
    values["by_players"]["3"]["harbour"]["prices"] = [0, 1, 1, 2]
    values["workers"]["bridge"] += 1
    Path("box.toml").write_text(tomli_w.dumps(values))
    ganges = ("--set", 'game="ganges"')
    answer = answer_of(rajas, runs(*ganges), runs(*ganges, "--components", "box.toml"))
    rows = [(row["title"], row["old"], row["new"]) for row in tables_of(answer)["differing"]]
    assert ("price of harbour space 3 with 2 players", "1", "2") in rows
    assert ("price of harbour space 3 with 3 players", "2", "1") in rows
    assert ("river space before the bridge", "20", "21") in rows


def test_another_thing_at_the_same_place_of_the_box_is_named(rajas: Rajas, runs: Callable[..., str]) -> None:
    assert rajas("components", "export", "box.toml", "--game", "charmers").exit_code == 0
    values = tomllib.loads(Path("box.toml").read_text())
    assert values["sheets"]["sun"]["edge"]["left_1"] == {"fame": 2}
    values["sheets"]["sun"]["edge"]["left_1"] = {"money": 2}
    Path("box.toml").write_text(tomli_w.dumps(values))
    answer = answer_of(rajas, runs(), runs("--components", "box.toml"))
    row = {"what": "sheets.sun", "title": "sheets sun", "old": "edge left 1 fame 2", "new": "edge left 1 money 2"}
    assert row in tables_of(answer)["differing"]


def test_runs_of_two_games_are_not_compared(rajas: Rajas, runs: Callable[..., str]) -> None:
    result = rajas("compare", runs(), runs("--set", "game=ganges"))
    assert result.exit_code == 2
    assert "is a run of charmers" in result.stderr


def test_a_run_that_does_not_exist_is_refused(rajas: Rajas, runs: Callable[..., str]) -> None:
    result = rajas("compare", runs(), "nothing")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: nothing: no such run. Runs in reports: short-")
