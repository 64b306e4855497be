"""Arms with a variant and modules of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.study.config.form import ArmRules, Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.runs import find_played_game, open_run
from rajas_sim.study.rule_sets import find_rule_set
from tests.core import toy_game
from tests.toy_studies.experiment_helpers import HEAD, Loaded, MakeConfig, Refused, manifest, play, read, read_again, run_hash

MIXED = {"name": "mixed", "variant": "mixed"}
RAIN = {"name": "rain", "modules": ["rain"]}


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
    assert read_again(config, tmp_path) == config


def test_another_variant_of_an_arm_is_another_run(make_config: MakeConfig) -> None:
    arms: list[dict[str, Any]] = [MIXED, RAIN, {**MIXED, **RAIN}, {**RAIN, "overrides": {"prize.money": 2}}]
    runs = [run_hash(make_config(arms=[{**arm, "name": "arm"}])) for arm in arms]
    assert len(set(runs)) == len(arms)


def test_a_variant_named_again_is_the_same_run(make_config: MakeConfig) -> None:
    arm = {"name": "rich", "overrides": {"prize.money": 2}}
    again = {**arm, "variant": "light", "modules": []}
    assert run_hash(make_config(arms=[arm])) == run_hash(make_config(arms=[again]))


def test_the_manifest_says_what_every_arm_plays(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(arms=[MIXED, RAIN], sweep={"over": {"prize.money": [2]}}, blocks=1)
    content = manifest(play(config, tmp_path).folder)
    assert content["arm_variants"] == {
        "baseline": {"variant": "light", "modules": []},
        "mixed": {"variant": "mixed", "modules": []},
        "rain": {"variant": "light", "modules": ["rain"]},
        "prize.money=2": {"variant": "light", "modules": []},
    }
    assert content["overrides"] == {"mixed": {}, "rain": {}, "prize.money=2": {"prize.money": 2}}


def test_a_run_with_variants_is_continued_and_its_games_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    folder = play(make_config(players=[2], arms=[MIXED, RAIN], blocks=2), tmp_path).folder
    result = play(make_config(players=[2], arms=[MIXED, RAIN], blocks=3), tmp_path, mode="extend")
    assert (result.folder, result.blocks) == (folder, {2: 3})
    design = open_run(folder)[0].design
    numbers = [number for number in range(design.games_per_block(2)) if design.locate(number) is not None]
    games = [find_played_game(folder, number) for number in numbers]
    assert {(game.arm, game.rules.variant, game.rules.modules) for game in games} == {
        ("baseline", "light", ()),
        ("mixed", "mixed", ()),
        ("rain", "light", ("rain",)),
    }


def test_a_handicap_follows_its_player_and_its_games_are_found_again(make_config: MakeConfig, tmp_path: Path) -> None:
    rich = {"name": "rich", "overrides": {"players.coin.money": 20}}
    folder = play(make_config(players=[2], line_up=["coin", "even"], arms=[rich], blocks=3), tmp_path).folder
    seats = read(folder, "seats", 2)
    design = open_run(folder)[0].design
    overlaps_of_coin: dict[bool, list[float]] = {True: [], False: []}
    for number in (number for number in range(3 * design.games_per_block(2)) if design.locate(number) is not None):
        game = find_played_game(folder, number)
        *_, last = game.steps()
        rows = seats.filter(pl.col("game") == number).sort("position")
        assert rows["overlap"].to_list() == [last.after.overlap_of(seat.record) for seat in last.after.seats]
        (overlap,) = rows.filter(pl.col("strategy") == "coin")["overlap"]
        overlaps_of_coin[game.arm == "rich"].append(overlap)
    assert len(overlaps_of_coin[True]) == len(overlaps_of_coin[False]) == 6, "three blocks, with the coin in both seats"
    assert min(overlaps_of_coin[True]) > max(overlaps_of_coin[False])


def test_nobody_has_the_label_of_a_handicap(refused: Refused) -> None:
    text = HEAD + "[[arms]]\nname = 'rich'\noverrides = { \"players.odd.money\" = 1 }\n"
    assert refused(text) == ["8: arms.rich.overrides: players: unknown player 'odd'. Known: even"]


def test_a_rule_set_of_an_arm_is_of_its_variant(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + "[[arms]]\nname = 'both'\nvariant = 'mixed'\nmodules = ['rain']\n")
    rule_set = find_rule_set(f"{path}:both", toy_game.GAME)
    assert (rule_set.variant, rule_set.modules) == ("mixed", ("rain",))
    rule_set = find_rule_set(str(path), toy_game.GAME)
    assert (rule_set.variant, rule_set.modules) == ("light", ())


def test_the_variant_of_an_arm_is_set_by_its_name(loaded: Loaded) -> None:
    text = HEAD + "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n"
    config = loaded(text, "arms.nava.variant=light", 'arms.nava.modules=["rain"]')
    assert config.rules_of_arms["nava"] == ArmRules("light", ("rain",), {})


def test_all_rotations_are_played_if_players_may_differ_in_one_arm(make_config: MakeConfig) -> None:
    assert resolve(make_config(arms=[RAIN])).design.rotations == {2: (1,), 5: (1,)}
    assert resolve(make_config(arms=[MIXED])).design.rotations == {2: (2,), 5: (5,)}


def test_a_player_alone_plays_a_deal_once_unless_mixed_line_ups_are_compared(make_config: MakeConfig) -> None:
    coin = {"players": [2], "line_up": ["coin"]}
    assert resolve(make_config(**coin)).design.rotations == {2: (1,)}
    line_ups = {"coins": ["coin", "coin"], "coin_and_even": ["coin", "even"], "evens": ["even", "even"]}
    compared = {"players": [2], "line_up": None, "line_ups": line_ups}
    assert resolve(make_config(**compared)).design.rotations == {2: (2, 2, 1)}
    ladder = {"players": [2], "line_up": None, "line_ups": [["coin"], ["even"]]}
    assert resolve(make_config(**ladder)).design.rotations == {2: (1, 1)}


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
def test_a_wrong_arm_is_refused_with_its_place(refused: Refused, lines: str, sentence: str) -> None:
    assert refused(HEAD + lines) == [sentence]


def test_a_wrong_variant_by_option_is_refused_as_it_was_typed(refused: Refused) -> None:
    arm = "[[arms]]\nname = 'nava'\nvariant = 'mixed'\n"
    assert refused(HEAD + arm, "arms.nava.variant=moon") == [
        "--set arms.nava.variant=moon: arms.nava.variant: unknown variant 'moon'. Known: dark, light, mixed"
    ]


def test_the_manifest_lists_the_components_of_arms_in_other_variants_only(make_config: MakeConfig, tmp_path: Path) -> None:
    config = make_config(blocks=2, arms=[MIXED, {"name": "karma", "overrides": {"prize.money": 2}}])
    content = manifest(play(config, tmp_path).folder)
    assert list(content["arm_components"]) == ["mixed"]
    assert content["arm_components"]["mixed"]["name"] == content["components"]["name"]
