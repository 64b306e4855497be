"""`rajas contention`: how often others have taken what a player wants."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "Is it tight?"
game = "{game}"
players = [2, 3]
line_up = ["{strategy}"]
"""


def file(game: str = "charmers", strategy: str = "balanced") -> str:
    Path("mine.toml").write_text(QUESTION.format(game=game, strategy=strategy))
    return "mine.toml"


def tables_of(result: Result) -> dict[str, list[dict[str, Any]]]:
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    return {t["key"]: t["rows"] for section in answer["sections"] for panel in section["panels"] for t in panel["tables"]}


@pytest.mark.parametrize("game", ["ganges", "charmers"])
def test_it_says_what_is_taken_by_whom(rajas: Rajas, game: str) -> None:
    tables = tables_of(rajas("contention", file(game), "--games", 6, "--blocks", 80, "--json"))
    for k, takers in ((2, ["all", "other", "oneself"]), (3, ["all", "others", "before", "after", "oneself"])):
        rows = tables[f"{k}p.takers"]
        assert [row["taker"] for row in rows] == takers
        shares = {row["taker"]: row["share"]["value"] for row in rows}
        by_one = {taker: share for taker, share in shares.items() if taker not in ("all", "others")}
        assert 0 < shares["all"] < 1
        assert shares["all"] == pytest.approx(sum(by_one.values()))
        by_others = sum(share for taker, share in by_one.items() if taker != "oneself")
        assert shares.get("others", by_others) == pytest.approx(by_others)
        assert all(row["by_others"]["value"] <= row["taken"]["value"] for row in tables[f"{k}p.things"])
        assert sum(row["wanted"]["value"] for row in tables[f"{k}p.things"]) == pytest.approx(1.0)
        index = tables[f"{k}p.interaction"][0]
        assert (index["replaced"], index["replacement"], index["index"]["n"]) == ("balanced", "strong", 80)
    assert [row["measure"] for row in tables["3p.changes"]] == ["taken_by_others", "cost_by_others", "interaction"]


def test_few_games_are_too_few_to_tell(rajas: Rajas) -> None:
    result = rajas("contention", file(), "--games", 2, "--blocks", 10)
    assert result.exit_code == 0
    assert "With 2 players, 2 games are too few to tell what is taken." in result.stdout
    assert "10 blocks are too few games to tell what it changes to replace balanced by strong." in result.stdout


def test_another_strategy_says_what_options_are_worth(rajas: Rajas) -> None:
    refused = rajas("contention", file(strategy="random"), "--games", 2, "--blocks", 2)
    assert refused.exit_code == 2
    assert "mine: no strategy goes by the worth of options; name one: --appraisal balanced" in refused.stderr
    named = rajas("contention", file(strategy="random"), "--games", 2, "--blocks", 2, "--appraisal", "balanced")
    assert (named.exit_code, named.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--appraisal", "random"), "appraisal: 'random' does not go by the worth of options"),
        (("--appraisal", "nobody"), "nobody"),
        (("--replacement", "balanced"), "replacement: 'balanced' sits at every seat already; name another strategy"),
        (("--replacement", "nobody"), "nobody"),
        (("--games", 1), "--games"),
    ],
)
def test_what_cannot_be_is_refused(rajas: Rajas, options: tuple[str | int, ...], message: str) -> None:
    result = rajas("contention", file(), "--games", 2, "--blocks", 2, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
