from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.study.differences import Difference, _with_tables_summarised, differences, rows_below
from rajas_sim.study.folder.listing import list_runs
from rajas_sim.study.rule_sets import RuleSet, find_rule_set, rule_sets_to_compare
from tests.core import toy_game
from tests.toy_studies.experiment_helpers import MakeConfig, change_manifest, play

GAME = toy_game.GAME
EXPERIMENT = """\
name = "trial"
question = "Who wins?"
game = "toy"
variant = "mixed"
players = [5, 2]
line_up = ["even"]
[[arms]]
name = "poor"
overrides = { prize.money = 0 }
[sweep]
over = { "prize.fame" = [1, 2] }
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with an experiment and a component file."""
    (tmp_path / "strategies").symlink_to(Path("strategies").resolve())
    monkeypatch.chdir(tmp_path)
    Path("trial.toml").write_text(EXPERIMENT)
    toy_game.SOURCE.export(Path("box.toml"))


def find(text: str) -> RuleSet:
    return find_rule_set(text, GAME)


# --- finding


def test_a_variant_is_a_rule_set() -> None:
    assert find("mixed") == RuleSet(GAME, "mixed")


def test_a_component_file_is_played_in_the_first_variant() -> None:
    rule_set = find("box.toml")
    assert (rule_set.variant, rule_set.components, rule_set.overrides) == ("light", Path("box.toml"), {})


@pytest.mark.parametrize(
    ("text", "overrides"),
    [
        ("trial.toml", {}),
        ("trial.toml:baseline", {}),
        ("trial.toml:poor", {"prize.money": 0}),
        ("trial.toml:prize.fame=2", {"prize.fame": 2}),
    ],
)
def test_an_arm_of_an_experiment_is_a_rule_set(text: str, overrides: dict[str, int]) -> None:
    rule_set = find(text)
    assert (rule_set.variant, rule_set.overrides, rule_set.players) == ("mixed", overrides, (5, 2))


def test_an_arm_of_a_run_is_a_rule_set(make_config: MakeConfig) -> None:
    arms = [{"name": "poor", "overrides": {"prize.money": 0}}]
    folder = play(make_config(arms=arms, blocks=2), Path("reports")).folder
    for text in (f"{folder}:poor", f"{folder.name}:poor", "trial-:poor", f"{folder}/config.toml:poor"):
        assert find(text).overrides == {"prize.money": 0}
    assert find(str(folder)).overrides == {}


def test_a_shipped_experiment_comes_before_a_folder_of_its_name() -> None:
    Path("start_player").mkdir()
    assert find_rule_set("start_player", find_game("ganges")).players == (2, 3, 4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("trial.toml:por", "trial.toml:por: unknown arm 'por'; did you mean 'poor'? Known: baseline, poor, prize.fame=1,"),
        ("trial.toml:", "trial.toml:: unknown arm ''. Known: baseline"),
        ("mixed:poor", "mixed:poor: 'mixed' is a variant, which has no arms"),
        ("box.toml:poor", "box.toml:poor: box.toml is a component file, which has no arms"),
        (
            "mixd",
            "mixd: is no variant (light, dark, mixed), no file, no shipped experiment (",
        ),
        ("strateges", "strateges: is no variant (light, dark, mixed), no file, no shipped experiment ("),
        ("none.toml:poor", "none.toml: is no variant (light, dark, mixed), no file, no shipped experiment ("),
        ("empty", "empty: is not the folder of a run (it has no manifest.json)"),
    ],
)
def test_what_is_no_rule_set_is_refused(text: str, sentence: str) -> None:
    Path("empty").mkdir()
    with pytest.raises(InputError) as caught:
        find(text)
    assert str(caught.value).startswith(sentence)


def test_a_near_name_is_suggested() -> None:
    for text, meant in (("mixd", "'mixed'"), ("strateges", "'strategies'")):
        with pytest.raises(InputError, match=f"and no run; did you mean {meant}"):
            find(text)


def test_several_runs_of_one_name_are_listed(make_config: MakeConfig) -> None:
    for seed in (1, 2):
        play(make_config(blocks=2, seed=seed), Path("reports"))
    with pytest.raises(
        InputError, match=r"several runs begin so: trial-\w+ \(.*, seed = \d\), trial-\w+ \(.*, seed = \d\); give more"
    ):
        find("trial")
    rows, _ = list_runs(Path("reports"))
    assert sorted(row.settings_text for row in rows) == ["seed = 1", "seed = 2"]


def test_what_tells_runs_apart_begins_with_game_and_players(make_config: MakeConfig) -> None:
    arms = [{"name": "rich", "overrides": {"prize.money": 3}}]
    play(make_config(blocks=2, seed=1), Path("reports"))
    play(make_config(blocks=2, seed=2, players=[5], arms=arms), Path("reports"))
    rows, _ = list_runs(Path("reports"))
    assert sorted(row.settings_text for row in rows)[1] == "players = [5]; arms = rich; seed = 2"


def test_a_run_of_other_rules_than_todays_is_refused(make_config: MakeConfig) -> None:
    folder = play(make_config(blocks=2), Path("reports")).folder
    change_manifest(folder, hashes={"rules": "0" * 64})
    with pytest.raises(RunError, match="was played by other rules than its file gives today"):
        find(str(folder))


# --- comparing


def test_only_what_differs_is_listed_with_where_it_comes_from() -> None:
    assert differences(find("trial.toml"), find("trial.toml:poor"), 2) == [Difference("prize.money", 3, 0, "assumed", "override")]


def test_variant_and_modules_are_compared_as_well() -> None:
    changed = find("mixed").with_changes(["rain"], [])
    assert differences(find("light"), changed, 2) == [
        Difference("variant", "light", "mixed", None, None),
        Difference("modules", [], ["rain"], None, None),
    ]


def test_equal_rules_have_no_differences() -> None:
    assert differences(find("mixed"), find("trial.toml:baseline"), 2) == []


def test_changes_come_on_top_of_an_arm() -> None:
    changed = find("trial.toml:poor").with_changes([], ["prize.money=5", "prize.fame=1"])
    assert changed.overrides == {"prize.money": 5, "prize.fame": 1}


def test_a_change_may_be_a_table_of_rules() -> None:
    assert find("mixed").with_changes([], ["prize={money=5, fame=1}"]).overrides == {"prize.money": 5, "prize.fame": 1}


def compared(a: str, b: str, variant: str | None = None) -> list[str]:
    return [rule_set.variant for rule_set in rule_sets_to_compare(a, b, GAME, variant)]


def test_a_component_file_is_compared_in_the_variant_of_the_other() -> None:
    assert compared("mixed", "box.toml") == compared("box.toml", "mixed") == ["mixed", "mixed"]
    assert compared("box.toml", "trial.toml:poor") == ["mixed", "mixed"]
    assert compared("box.toml", "box.toml") == ["light", "light"]


@pytest.mark.parametrize("variant", [None, "light"])
def test_a_component_file_is_compared_with_the_modules_of_the_other(variant: str | None) -> None:
    Path("rainy.toml").write_text(f'modules = ["rain"]\n{EXPERIMENT}')
    assert [rules.modules for rules in rule_sets_to_compare("rainy.toml", "box.toml", GAME, variant)] == [("rain",)] * 2


def test_both_are_compared_in_the_variant_asked_for() -> None:
    assert compared("light", "box.toml", "mixed") == ["mixed", "mixed"]
    assert compared("trial.toml", "trial.toml:poor", "light") == ["light", "light"]
    with pytest.raises(InputError, match="--variant light: 'mixed' is a variant itself; give one of the two"):
        compared("light", "mixed", "light")


def test_what_is_wrong_with_both_is_said_once() -> None:
    wrong = RuleSet(GAME, "light", overrides={"prize.money": 61})
    with pytest.raises(InputError) as caught:
        differences(wrong, wrong.with_changes([], ["setup.mony=1"]), 2)
    assert caught.value.problems == [
        "overrides: prize.money: must be 60 or less, found 61",
        "overrides: unknown path 'setup.mony'; nearest: setup.money, setup.money.5, setup.money.4",
    ]


# --- a part of the rules

ROWS = [{"path": path} for path in ("setup.money.1", "setup.money.2", "setup.karma", "setups.x", "river.1.money")]


@pytest.mark.parametrize(
    ("path", "paths"),
    [
        ("setup", ["setup.money.1", "setup.money.2", "setup.karma"]),
        ("setup.money", ["setup.money.1", "setup.money.2"]),
        ("setup.karma", ["setup.karma"]),
    ],
)
def test_a_path_stands_for_all_below_it(path: str, paths: list[str]) -> None:
    assert [row["path"] for row in rows_below(ROWS, path)] == paths


def test_an_unknown_path_is_refused_with_near_ones() -> None:
    with pytest.raises(
        InputError, match=r"unknown path 'setup.mony'; did you mean 'setup.money'.*Paths begin with: river, setup"
    ):
        rows_below(ROWS, "setup.mony")
    with pytest.raises(InputError, match=r"unknown path 'zzz'\. Paths begin with: river, setup, setups"):
        rows_below(ROWS, "zzz")


def test_a_table_of_values_that_only_one_run_has_is_listed_with_the_numbers_of_players_that_it_differs_with() -> None:
    rows = [
        Difference("quarry.prices.2", 3, None, players=(2,)),
        Difference("quarry.prices.3", 4, None, players=(2,)),
        Difference("quarry.prices.3", 4, 2, players=(3,)),
        Difference("quarry.prices.4", None, 5),
    ]
    assert [*_with_tables_summarised(rows)] == [
        Difference("quarry.prices", "2: 3, 3: 4", None, players=(2,)),
        *rows[2:],
    ]
