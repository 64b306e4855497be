from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

Rajas = Callable[..., Any]
EXPERIMENT = """\
name = "trial"
question = "Is more karma fairer?"
game = "ganges"
players = [4, 2]
line_up = ["balanced"]
[[arms]]
name = "rich"
overrides = { setup.karma = 3 }
[sweep.over]
setup.money.1 = [2, 4]
"""


@pytest.fixture(autouse=True)
def trial(rajas: Rajas) -> None:
    """Put an experiment into the working folder."""
    Path("trial.toml").write_text(EXPERIMENT)


def rows_of(result: Result) -> list[list[str]]:
    assert result.exit_code == 0, result.stderr
    return [line.split("\t") for line in result.stdout.splitlines()]


# --- show


def test_rules_are_shown_with_where_they_come_from(rajas: Rajas) -> None:
    heading, *rows = rows_of(rajas("rules", "show"))
    assert heading == ["path", "value", "provenance", "range", "source or reason"]
    shown = {row[0]: row[1:3] for row in rows}
    assert shown["setup.karma"] == ["1", "rulebook"]
    assert shown["readings.finish"][0] == "stage"


def test_a_changed_rule_is_shown_as_an_override(rajas: Rajas) -> None:
    rows = json.loads(rajas("rules", "show", "setup.karma", "--set", "setup.karma=2", "--json").stdout)
    assert [(row["path"], row["value"], row["provenance"]) for row in rows] == [("setup.karma", 2, "override")]


def test_a_value_that_a_change_removes_is_shown_as_absent(rajas: Rajas) -> None:
    change = ("--set", "river.1={karma=1}")
    assert [row[:3] + row[4:] for row in rows_of(rajas("rules", "show", "river.1", *change))[1:]] == [
        ["river.1.karma", "1", "override", "not in the component file"],
        ["river.1.money", "absent", "override", "instead of 2"],
    ]
    rows = json.loads(rajas("rules", "show", "river.1", *change, "--json").stdout)
    assert [(row["path"], row["value"]) for row in rows] == [("river.1.karma", 1), ("river.1.money", None)]
    assert ["river.1.money", "2", "absent", "assumed -> override"] in rows_of(rajas("rules", "diff", "base", "base", *change))


def test_what_no_box_has_is_shown_with_what_it_is_now(rajas: Rajas) -> None:
    def shown(*arguments: object) -> dict[str, list[str]]:
        return {row[0]: row[1:] for row in rows_of(rajas("rules", "show", *arguments))[1:]}

    restrictions = shown("restrict")
    assert {path: (row[0], row[1]) for path, row in restrictions.items()} == {
        f"restrict.seat_{seat}": ("none", "default") for seat in (1, 2)
    }
    assert "space.*" in restrictions["restrict.seat_1"][2]
    changed = shown("restrict", "--set", 'restrict.seat_1=["chamber.yogi"]')
    assert {path: row[:2] for path, row in changed.items()} == {
        "restrict.seat_1.1": ["chamber.yogi", "override"],
        "restrict.seat_2": ["none", "default"],
    }
    luck = shown("luck")
    assert {path: (row[0], row[1]) for path, row in luck.items()} == {
        "luck.deal_anew": ("none", "default"),
        "luck.rounds": ("absent", "default"),
        "luck.deal": ("absent", "default"),
    }
    assert "tile_stacks" in luck["luck.deal_anew"][2]
    assert shown("restrict.seat_2") == {"restrict.seat_2": restrictions["restrict.seat_2"]}
    assert shown().keys() > restrictions.keys() | luck.keys()
    changed = shown("luck", "--set", 'luck.deal_anew=["dice"]', "--set", "luck.rounds=[7, 9]")
    assert {path: row[0] for path, row in changed.items()} == {
        "luck.deal_anew.1": "dice",
        "luck.rounds.1": "7",
        "luck.rounds.2": "9",
        "luck.deal": "absent",
    }


def test_rules_are_those_of_the_number_of_players(rajas: Rajas) -> None:
    def prices(players: int) -> list[str]:
        return [row[1] for row in rows_of(rajas("rules", "show", "quarry.prices", "--players", players))[1:]]

    assert prices(2) != prices(4)


def test_rules_are_those_of_the_variant_and_its_modules(rajas: Rajas) -> None:
    shown = {row[0].partition(".")[0] for row in rows_of(rajas("rules", "show", "--variant", "navaratnas", "--module", "ganga"))}
    assert "ganga" in shown
    assert rows_of(rajas("rules", "show", "workers.extra", "--variant", "navaratnas"))[1][1] == "3"


def test_rules_come_from_a_component_file(rajas: Rajas, box: Path) -> None:
    assert rows_of(rajas("rules", "show", "setup.karma", "--components", box))[1][1:3] == ["2", "box"]


# --- diff


def test_a_changed_rule_is_all_that_differs(rajas: Rajas) -> None:
    assert rows_of(rajas("rules", "diff", "base", "base", "--set", "setup.karma=2")) == [
        ["path", "base", "base, changed", "provenance"],
        ["setup.karma", "1", "2", "rulebook -> override"],
    ]


def test_an_arm_is_compared_with_the_baseline_of_its_file(rajas: Rajas) -> None:
    assert rows_of(rajas("rules", "diff", "trial.toml", "trial.toml:rich")) == [
        ["path", "trial.toml", "trial.toml:rich", "provenance"],
        ["setup.karma", "1", "3", "rulebook -> override"],
    ]


def test_a_point_of_a_sweep_is_a_rule_set(rajas: Rajas) -> None:
    rows = rows_of(rajas("rules", "diff", "base", "trial.toml:setup.money.1=4"))
    assert rows[1:] == [["setup.money.1", "3", "4", "rulebook -> override"]]


def test_a_shipped_arm_is_called_by_its_name(rajas: Rajas) -> None:
    rows = json.loads(rajas("rules", "diff", "base", "readings:round", "--json").stdout)
    assert [(row["path"], row["a"], row["b"], row["provenance_b"]) for row in rows] == [
        ("readings.finish", "stage", "round", "override")
    ]


def test_a_run_is_compared_by_the_beginning_of_its_name(rajas: Rajas) -> None:
    rajas("run", "trial.toml", "--blocks", 1, "--no-report", "--set", "players=[2]")
    assert rows_of(rajas("rules", "diff", "trial-:rich", "trial.toml:rich")) == [["No difference with 2 players."]]


def test_variants_differ_in_what_one_of_them_does_not_have(rajas: Rajas) -> None:
    rows = {row[0]: row[1:] for row in rows_of(rajas("rules", "diff", "base", "mixed", "--module", "ganga"))}
    assert rows["variant"] == ["base", "mixed", ""]
    assert rows["modules"] == ["none", "ganga", ""]
    assert rows["boards.navaratnas.hand_limit"][:2] == ["absent", "8"]


def test_a_component_file_is_compared_with_the_reference_in_any_variant(rajas: Rajas, box: Path) -> None:
    for arguments in (["base", box, "--variant", "navaratnas"], ["navaratnas", box]):
        assert rows_of(rajas("rules", "diff", *arguments))[1:] == [["setup.karma", "1", "2", "rulebook -> box"]]


def test_equal_rules_are_said_to_be_equal(rajas: Rajas) -> None:
    assert rajas("rules", "diff", "base", "base").stdout == "No difference with 2 players.\n"
    assert rajas("rules", "diff", "base", "trial.toml").stdout == "No difference with 4 players.\n"
    assert rajas("rules", "diff", "base", "trial.toml", "--players", 3).stdout == "No difference with 3 players.\n"
    assert json.loads(rajas("rules", "diff", "base", "base", "--json").stdout) == []


# --- what is refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "setup.mony"], "unknown path 'setup.mony'; did you mean 'setup.money'"),
        (["show", "ganga"], "ganga: is not in play with these rules; add --module ganga"),
        (["show", "boards.navaratnas"], "boards.navaratnas: is not in play with these rules; add --variant navaratnas"),
        (["show", "--components", "trial.toml"], "trial.toml: is an experiment, not a component file; play it with: rajas run"),
        (["diff", "base", "navaratnas", "--variant", "mixed"], "--variant mixed: 'navaratnas' is a variant itself"),
        (["show", "--variant", "nav"], "--variant: unknown variant 'nav'"),
        (["show", "--module", "gange"], "--module: unknown module 'gange'"),
        (["show", "--players", 5], "--players: 5 is not possible"),
        (["show", "--set", "setup.karma"], "--set setup.karma: write key=value"),
        (["show", "--set", "setup.krma=1"], "--set: unknown path 'setup.krma'; nearest: setup.karma"),
        (["show", "--components", "none.toml"], "none.toml: cannot be read"),
        (["show", "--game", "gangs"], "unknown game 'gangs'; did you mean 'ganges'?"),
        (["show", "--game", "chess"], "unknown game 'chess'. Known: charmers, ganges"),
        (["diff", "base", "navratnas"], "navratnas: is no variant (base, navaratnas, mixed), no file, no shipped experiment"),
        (["diff", "base", "readings:rond"], "readings:rond: unknown arm 'rond'; did you mean 'round'"),
        (["diff", "base", "base:round"], "base:round: 'base' is a variant, which has no arms"),
        (["diff", "base", "reports"], "reports: is no variant"),
        (["diff", "base", "broken.toml"], "broken.toml: is not valid TOML"),
        (["diff", "base", "trial.toml", "--set", "setup.karma=99"], "--set: setup.karma: "),
        (["diff", "base", "trial.toml", "--players", 7], "--players: 7 is not possible"),
        (["diff", "base"], "Missing argument 'B'"),
    ],
)
def test_wrong_input_is_named_and_ends_with_2(refusal: Callable[..., str], arguments: list[object], sentence: str) -> None:
    Path("broken.toml").write_text("setup = \n")
    assert sentence in refusal("rules", *arguments)


def test_sides_of_a_pad_are_compared_place_by_place(rajas: Rajas) -> None:
    answer = json.loads(rajas("rules", "diff", "sun", "moon", "--game", "charmers", "--json").stdout)
    rows = {row["path"]: (row["a"], row["b"]) for row in answer}
    assert rows["sheets.*.river.10.symbol"] == ("swan", "crocodile")
    assert rows["sheets.*.edge.top_5.master_builder"] == (1, None)
    assert not any(".sun." in path or ".moon." in path for path in rows)


def test_two_variants_are_not_compared_in_a_third(rajas: Rajas) -> None:
    result = rajas("rules", "diff", "sun", "moon", "--game", "charmers", "--variant", "moon")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: --variant moon: 'sun' and 'moon' are variants themselves; leave --variant out\n",
    )
