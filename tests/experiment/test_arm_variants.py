"""Arms with a variant and modules of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy_game
from folders import play

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.runs import find_game, open_run
from rajas_sim.experiment.question.form import ArmRules, Config
from rajas_sim.experiment.question.load import load_experiment
from rajas_sim.experiment.question.resolve import resolve
from rajas_sim.experiment.rule_sets.find import find_rule_set

MakeConfig = Callable[..., Config]
MIXED = {"name": "mixed", "variant": "mixed"}
RAIN = {"name": "rain", "modules": ["rain"]}
HEAD = 'name = "trial"\nquestion = "Who wins?"\ngame = "toy"\nplayers = [2]\nline_up = ["even"]\n'


def load(path: Path, *sets: str) -> Config:
    return load_experiment(path, sets).config


@pytest.fixture
def problems(tmp_path: Path) -> Callable[..., list[str]]:
    """Return what is wrong with a file, without the path in front."""

    def found(lines: str, *sets: str) -> list[str]:
        path = tmp_path / "trial.toml"
        path.write_text(HEAD + lines)
        with pytest.raises(InputError) as caught:
            load(path, *sets)
        return [problem.replace(f"{path}:", "") for problem in caught.value.problems]

    return found


def rules_of_arms(config: Config) -> list[tuple[str, tuple[str, ...], int]]:
    return [(rules.variant, rules.modules, rules.values.prize.money) for rules in resolve(config).rules[2]]


def test_an_arm_takes_what_it_does_not_name_from_the_experiment(make_config: MakeConfig) -> None:
    both = {"name": "both", "variant": "mixed", "modules": ["rain"], "overrides": {"prize.money": 2}}
    config = make_config(arms=[MIXED, RAIN, both])
    assert rules_of_arms(config) == [
        ("light", (), 3),
        ("mixed", (), 3),
        ("light", ("rain",), 3),
        ("mixed", ("rain",), 2),
    ]
    config = make_config(variant="mixed", modules=["rain"], arms=[{"name": "plain", "modules": []}])
    assert rules_of_arms(config) == [("mixed", ("rain",), 3), ("mixed", (), 3)]


def test_points_of_a_sweep_are_of_the_experiments_variant(make_config: MakeConfig) -> None:
    config = make_config(arms=[MIXED], sweep={"over": {"prize.money": [2]}})
    assert config.rules_of_arms["prize.money=2"] == ArmRules("light", (), {"prize.money": 2})


def test_an_arm_with_a_variant_is_written_and_read_again(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(modules=["rain"], arms=[MIXED, {"name": "plain", "modules": []}])
    path = tmp_path / "again.toml"
    path.write_text(config.to_toml())
    assert load(path) == config


def test_another_variant_of_an_arm_is_another_run(make_config: MakeConfig) -> None:
    arms = [MIXED, RAIN, {**MIXED, **RAIN}, {**RAIN, "overrides": {"prize.money": 2}}]
    runs = [hashes(resolve(make_config(arms=[{**arm, "name": "arm"}]))).run for arm in arms]
    assert len(set(runs)) == len(arms)


def test_a_variant_named_again_is_the_same_run(make_config: MakeConfig) -> None:
    def run_hash(**keys: Any) -> str:
        arm = {"name": "rich", "overrides": {"prize.money": 2}, **keys}
        return hashes(resolve(make_config(arms=[arm]))).run

    assert run_hash() == run_hash(variant="light", modules=[])


def test_the_manifest_says_what_every_arm_plays(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(arms=[MIXED, RAIN], sweep={"over": {"prize.money": [2]}}, blocks=1)
    manifest = json.loads((play(config, tmp_path).folder / "manifest.json").read_text())
    assert manifest["arm_variants"] == {
        "baseline": {"variant": "light", "modules": []},
        "mixed": {"variant": "mixed", "modules": []},
        "rain": {"variant": "light", "modules": ["rain"]},
        "prize.money=2": {"variant": "light", "modules": []},
    }
    assert manifest["overrides"] == {"mixed": {}, "rain": {}, "prize.money=2": {"prize.money": 2}}


def test_a_run_with_variants_is_continued_and_its_games_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(players=[2], arms=[MIXED, RAIN], blocks=2), tmp_path).folder
    result = play(make_config(players=[2], arms=[MIXED, RAIN], blocks=3), tmp_path, mode="extend")
    assert (result.folder, result.blocks) == (folder, {2: 3})
    design = open_run(folder)[0].design
    numbers = [number for number in range(design.games_per_block(2)) if design.locate(number) is not None]
    found = [find_game(folder, number) for number in numbers]
    assert {(game.arm, game.rules.variant, game.rules.modules) for game in found} == {
        ("baseline", "light", ()),
        ("mixed", "mixed", ()),
        ("rain", "light", ("rain",)),
    }


def test_a_rule_set_of_an_arm_is_of_its_variant(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + "[[arms]]\nname = 'both'\nvariant = 'mixed'\nmodules = ['rain']\n")
    found = find_rule_set(f"{path}:both", toy_game.GAME)
    assert (found.variant, found.modules) == ("mixed", ("rain",))
    found = find_rule_set(str(path), toy_game.GAME)
    assert (found.variant, found.modules) == ("light", ())


def test_the_variant_of_an_arm_is_set_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n")
    config = load(path, "arms.nava.variant=light", 'arms.nava.modules=["rain"]')
    assert config.rules_of_arms["nava"] == ArmRules("light", ("rain",), {})


def test_all_rotations_are_played_if_players_may_differ_in_one_arm(make_config: MakeConfig) -> None:
    assert resolve(make_config(arms=[RAIN])).design.rotations == {2: (1,), 5: (1,)}
    assert resolve(make_config(arms=[MIXED])).design.rotations == {2: (2,), 5: (5,)}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            "[[arms]]\nname = 'a'\nvariant = 'mixd'\n",
            "8: arms.a.variant: unknown variant 'mixd'; did you mean 'mixed'? Known: dark, light, mixed",
        ),
        (
            "[[arms]]\nname = 'a'\nmodules = ['rian']\n",
            "8: arms.a.modules: unknown module 'rian'; did you mean 'rain'? Known: rain",
        ),
        ("[[arms]]\nname = 'a'\nvariant = 2\n", "8: arms.a.variant: must be a text in quotes, found 2"),
        (
            "[[arms]]\nname = 'a'\nmodules = ['rain', 'rain']\n",
            "8: arms.a.modules: found ['rain', 'rain']; each entry may be given once",
        ),
        (
            "[[arms]]\nname = 'a'\nvariant = 'light'\nmodules = []\noverrides = {}\n",
            "6: arms.a: plays the baseline again; change something by overrides, variant or modules",
        ),
        (
            "[[arms]]\nname = 'a'\nvariant = 'mixed'\noverrides = { setup.mony = 1 }\n",
            "9: arms.a.overrides.setup.mony: unknown path 'setup.mony'; nearest: setup.money, setup.money.5, setup.money.4",
        ),
        (
            "variant = 'mixed'\n[strategies.even]\nstrategy = 'even'\nboard = 'plain'\n"
            "[[arms]]\nname = 'a'\nvariant = 'light'\n[[arms]]\nname = 'b'\nvariant = 'light'\n",
            "9: strategies.even.board: found 'plain', but the variant 'light' gives everybody the same board; "
            "players may differ in: mixed (variant of the arm a and of b)",
        ),
        (
            "[strategies.even]\nstrategy = 'even'\nboard = 'plain'\n[[arms]]\nname = 'a'\nvariant = 'mixed'\n",
            "8: strategies.even.board: found 'plain', but the variant 'light' gives everybody the same board; "
            "players may differ in: mixed",
        ),
    ],
)
def test_a_wrong_arm_is_refused_with_its_place(problems: Callable[..., list[str]], lines: str, sentence: str) -> None:
    assert problems(lines) == [sentence]


def test_a_wrong_variant_by_option_is_refused_as_it_was_typed(problems: Callable[..., list[str]]) -> None:
    arm = "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n"
    assert problems(arm, "arms.nava.variant=moon") == [
        "--set arms.nava.variant=moon: arms.nava.variant: unknown variant 'moon'. Known: dark, light, mixed"
    ]


def test_the_manifest_lists_the_components_of_arms_in_other_variants_only(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=2, arms=[MIXED, {"name": "karma", "overrides": {"prize.money": 2}}])
    manifest = json.loads((play(config, tmp_path).folder / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["arm_components"]) == ["mixed"]
    assert manifest["arm_components"]["mixed"]["name"] == manifest["components"]["name"]
