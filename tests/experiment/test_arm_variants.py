"""Arms with a variant and modules of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_game import CATALOGUE, FakeGame
from folders import play
from rajas_sim.experiment.question.config import Config, load_config

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.runs import find_game, open_run
from rajas_sim.experiment.question.form import ArmRules
from rajas_sim.experiment.question.resolve import resolve
from rajas_sim.experiment.rule_sets.find import find_rule_set

MakeConfig = Callable[..., Config]
MIXED = {"name": "mixed", "variant": "mixed"}
GANGA = {"name": "ganga", "modules": ["ganga"]}
HEAD = 'name = "trial"\nquestion = "Who wins?"\ngame = "shells"\nplayers = [2]\nline_up = ["even"]\n'


def load(path: Path, *sets: str) -> Config:
    return load_config(path, sets, catalogue=CATALOGUE)


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


def rules_of_arms(config: Config) -> list[tuple[str, tuple[str, ...], dict[str, Any]]]:
    return [(rules.variant, rules.modules, rules.overrides) for rules in resolve(config, CATALOGUE).rules[2]]


def test_an_arm_takes_what_it_does_not_name_from_the_experiment(make_config: MakeConfig) -> None:
    both = {"name": "both", "variant": "mixed", "modules": ["ganga"], "overrides": {"setup.karma": 2}}
    config = make_config(arms=[MIXED, GANGA, both])
    assert rules_of_arms(config) == [
        ("base", (), {}),
        ("mixed", (), {}),
        ("base", ("ganga",), {}),
        ("mixed", ("ganga",), {"setup.karma": 2}),
    ]
    config = make_config(variant="mixed", modules=["ganga"], arms=[{"name": "plain", "modules": []}])
    assert rules_of_arms(config) == [("mixed", ("ganga",), {}), ("mixed", (), {})]


def test_points_of_a_sweep_are_of_the_experiments_variant(make_config: MakeConfig) -> None:
    config = make_config(arms=[MIXED], sweep={"over": {"setup.karma": [2]}})
    assert config.rules_of_arms["setup.karma=2"] == ArmRules("base", (), {"setup.karma": 2})


def test_an_arm_with_a_variant_is_written_and_read_again(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(modules=["ganga"], arms=[MIXED, {"name": "plain", "modules": []}])
    path = tmp_path / "again.toml"
    path.write_text(config.to_toml())
    assert load(path) == config


def test_another_variant_of_an_arm_is_another_run(make_config: MakeConfig) -> None:
    arms = [MIXED, GANGA, {**MIXED, **GANGA}, {**GANGA, "overrides": {"setup.karma": 2}}]
    runs = [hashes(resolve(make_config(arms=[{**arm, "name": "arm"}]), CATALOGUE))["run"] for arm in arms]
    assert len(set(runs)) == len(arms)


def test_a_variant_named_again_is_the_same_run(make_config: MakeConfig) -> None:
    def run_hash(**keys: Any) -> str:
        arm = {"name": "rich", "overrides": {"setup.karma": 2}, **keys}
        return hashes(resolve(make_config(arms=[arm]), CATALOGUE))["run"]

    assert run_hash() == run_hash(variant="base", modules=[])


def test_the_manifest_says_what_every_arm_plays(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(arms=[MIXED, GANGA], sweep={"over": {"setup.karma": [2]}}, blocks=1)
    manifest = json.loads((play(config, tmp_path).folder / "manifest.json").read_text())
    assert manifest["arm_variants"] == {
        "baseline": {"variant": "base", "modules": []},
        "mixed": {"variant": "mixed", "modules": []},
        "ganga": {"variant": "base", "modules": ["ganga"]},
        "setup.karma=2": {"variant": "base", "modules": []},
    }
    assert manifest["overrides"] == {"mixed": {}, "ganga": {}, "setup.karma=2": {"setup.karma": 2}}


def test_a_run_with_variants_is_continued_and_its_games_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(players=[2], arms=[MIXED, GANGA], blocks=2), tmp_path).folder
    result = play(make_config(players=[2], arms=[MIXED, GANGA], blocks=3), tmp_path, mode="extend")
    assert (result.folder, result.blocks) == (folder, {2: 3})
    design = open_run(folder, CATALOGUE)[0].design
    numbers = [number for number in range(design.games_per_block(2)) if design.locate(number) is not None]
    found = [find_game(folder, number, CATALOGUE) for number in numbers]
    assert {(game.arm, game.rules.variant, game.rules.modules) for game in found} == {
        ("baseline", "base", ()),
        ("mixed", "mixed", ()),
        ("ganga", "base", ("ganga",)),
    }


def test_a_rule_set_of_an_arm_is_of_its_variant(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + "[[arms]]\nname = 'both'\nvariant = 'mixed'\nmodules = ['ganga']\n")
    found = find_rule_set(f"{path}:both", FakeGame(), CATALOGUE)
    assert (found.variant, found.modules) == ("mixed", ("ganga",))
    found = find_rule_set(str(path), FakeGame(), CATALOGUE)
    assert (found.variant, found.modules) == ("base", ())


def test_the_variant_of_an_arm_is_set_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n")
    config = load(path, "arms.nava.variant=base", 'arms.nava.modules=["ganga"]')
    assert config.rules_of_arms["nava"] == ArmRules("base", ("ganga",), {})


def test_all_rotations_are_played_if_players_may_differ_in_one_arm(make_config: MakeConfig) -> None:
    assert resolve(make_config(arms=[GANGA]), CATALOGUE).design.rotations == {2: (1,), 3: (1,)}
    assert resolve(make_config(arms=[MIXED]), CATALOGUE).design.rotations == {2: (2,), 3: (3,)}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            "[[arms]]\nname = 'a'\nvariant = 'mixd'\n",
            "8: arms.a.variant: unknown variant 'mixd'; did you mean 'mixed'? Known: base, mixed",
        ),
        (
            "[[arms]]\nname = 'a'\nmodules = ['gange']\n",
            "8: arms.a.modules: unknown module 'gange'; did you mean 'ganga'? Known: ganga",
        ),
        ("[[arms]]\nname = 'a'\nvariant = 2\n", "8: arms.a.variant: found 2; allowed: a text in quotes"),
        (
            "[[arms]]\nname = 'a'\nmodules = ['ganga', 'ganga']\n",
            "8: arms.a.modules: found ['ganga', 'ganga']; each entry may be given once",
        ),
        (
            "[[arms]]\nname = 'a'\nvariant = 'base'\nmodules = []\noverrides = {}\n",
            "6: arms.a: plays the baseline again; change something by overrides, variant or modules",
        ),
        (
            "[[arms]]\nname = 'a'\nvariant = 'mixed'\noverrides = { setup.mony = 1 }\n",
            "9: arms.a.overrides.setup.mony: unknown path 'setup.mony'",
        ),
        (
            "variant = 'mixed'\n[strategies.even]\nstrategy = 'even'\nboard = 'basic'\n"
            "[[arms]]\nname = 'a'\nvariant = 'base'\n[[arms]]\nname = 'b'\nvariant = 'base'\n",
            "9: strategies.even.board: found 'basic', but the variant 'base' gives everybody the same board; "
            "players may differ in: mixed (variant of the arm a and of b)",
        ),
        (
            "[strategies.even]\nstrategy = 'even'\nboard = 'basic'\n[[arms]]\nname = 'a'\nvariant = 'mixed'\n",
            "8: strategies.even.board: found 'basic', but the variant 'base' gives everybody the same board; "
            "players may differ in: mixed",
        ),
    ],
)
def test_a_wrong_arm_is_refused_with_its_place(problems: Callable[..., list[str]], lines: str, sentence: str) -> None:
    assert problems(lines) == [sentence]


def test_a_wrong_variant_by_option_is_refused_as_it_was_typed(problems: Callable[..., list[str]]) -> None:
    arm = "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n"
    assert problems(arm, "arms.nava.variant=moon") == [
        "--set arms.nava.variant=moon: arms.nava.variant: unknown variant 'moon'. Known: base, mixed"
    ]


def test_the_manifest_lists_the_components_of_arms_in_other_variants_only(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=2, arms=[MIXED, {"name": "karma", "overrides": {"setup.karma": 2}}])
    manifest = json.loads((play(config, tmp_path).folder / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["arm_components"]) == ["mixed"]
    assert manifest["arm_components"]["mixed"]["name"] == manifest["components"]["name"]
