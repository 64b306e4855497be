from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Rajas = Callable[..., Any]
SHIPPED = {"random", "fame_rush", "market_rush", "balanced"}


def test_strategies_are_listed_with_what_they_do(rajas: Rajas) -> None:
    rows = json.loads(rajas("strategies", "list", "--json").stdout)
    assert {row["name"] for row in rows} >= SHIPPED
    assert all(row["summary"] for row in rows)
    assert rajas("strategies", "list").stdout.splitlines()[0] == "name\tkind\tsummary"


def test_files_that_hold_no_strategy_are_named_beside_the_good_ones(rajas: Rajas) -> None:
    Path("strategies").mkdir()
    Path("strategies/broken.py").write_text("raise SystemExit(3)\n")
    Path("strategies/tools.py").write_text("ANSWER = 42\n")
    Path("strategies/_helpers.py").write_text("raise RuntimeError\n")
    result = rajas("strategies", "list", "--json")
    assert result.exit_code == 0
    assert {row["name"] for row in json.loads(result.stdout)} >= SHIPPED
    broken, tools = result.stderr.splitlines()
    assert broken.endswith("strategies/broken.py: cannot be loaded: SystemExit: 3")
    assert tools.endswith("strategies/tools.py: must define a strategy called 'tools' (a function with @strategy)")


def test_a_strategy_shows_its_parameters(rajas: Rajas) -> None:
    result = rajas("strategies", "show", "balanced")
    assert result.exit_code == 0
    assert "parameter\tdefault\tfrom\tto\tunit\tmeaning" in result.stdout


def test_an_unknown_strategy_is_refused(rajas: Rajas) -> None:
    result = rajas("strategies", "show", "balancd")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: unknown strategy 'balancd'; did you mean 'balanced'?")


def test_components_are_listed_with_provenance(rajas: Rajas) -> None:
    rows = json.loads(rajas("components", "list", "--json", "--assumed").stdout)
    assert rows
    assert {row["provenance"] for row in rows} == {"assumed"}


def test_exported_components_pass_the_check(rajas: Rajas) -> None:
    exported = rajas("components", "export", "box.toml")
    assert exported.stdout == "Wrote box.toml. Change what your box prints differently, then: rajas components check box.toml\n"
    checked = rajas("components", "check", "box.toml").stdout.splitlines()
    assert checked == ["box.toml: complete and consistent", "Every value is that of the reference."]
    again = rajas("components", "export", "box.toml")
    assert (again.exit_code, again.stderr) == (2, "error: box.toml: exists already; choose another name\n")


def test_a_wrong_component_file_has_all_its_problems_listed(rajas: Rajas) -> None:
    Path("box.toml").write_text("name = 'half a box'\n")
    result = rajas("components", "check", "box.toml")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) > 5


def test_values_that_are_not_the_references_are_listed(rajas: Rajas) -> None:
    rajas("components", "export", "box.toml")
    text = Path("box.toml").read_text()
    Path("box.toml").write_text(text.replace("\nkarma = 1\n", "\nkarma = 2\n", 1))
    assert rajas("components", "check", "box.toml").stdout.splitlines()[1:] == [
        "1 value not as in the reference:",
        "  setup.karma: 2 (reference: 1)",
    ]


def test_a_component_file_with_a_word_without_quotes_gets_a_hint(rajas: Rajas) -> None:
    Path("box.toml").write_text("name = mine\n")
    assert rajas("components", "check", "box.toml").stderr.endswith('; a text needs quotes: "mine"\n')


def test_an_experiment_is_not_checked_as_components(rajas: Rajas) -> None:
    Path("trial.toml").write_text('question = "Who wins?"\nplayers = [2]\n')
    result = rajas("components", "check", "trial.toml")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: trial.toml: is an experiment, not a component file; play it with: rajas run trial.toml\n",
    )


def test_bench_prints_what_a_script_can_read(rajas: Rajas) -> None:
    rows = json.loads(rajas("bench", "--json", "--seconds", 0.1).stdout)
    keys = ["game", "players", "strategies", "threads", "games_per_s", "decisions_per_s", "decisions_per_game"]
    assert all(list(row) == [*keys, "variant", "modules"] for row in rows)
    assert {(row["strategies"][0], row["players"]) for row in rows} == {("random", 2), ("balanced", 4), ("python_example", 2)}
    assert {(row["variant"], *row["modules"]) for row in rows} == {("base",)}


def test_bench_plays_the_variant_and_modules_asked_for(rajas: Rajas) -> None:
    rows = json.loads(rajas("bench", "--json", "--seconds", 0.1, "--variant", "mixed", "--module", "ganga").stdout)
    assert {(row["variant"], *row["modules"]) for row in rows} == {("mixed", "ganga")}


def test_bench_refuses_what_cannot_be_played(rajas: Rajas) -> None:
    result = rajas("bench", "--json", "--variant", "moon", "--module", "gange")
    assert result.exit_code == 2
    assert [line.split(": ")[1] for line in result.stderr.splitlines()[-2:]] == ["--variant", "--module"]
