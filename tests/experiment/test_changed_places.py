"""A path in quotes and nested keys: what each replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.experiment.question.load import load_experiment

EXPERIMENT = """
name = "river"
question = "What does another river space change?"
game = "ganges"
players = [2]
line_up = ["balanced"]
[[arms]]
name = "changed"
overrides = {overrides}
"""


def space_30(tmp_path: Path, overrides: str) -> dict[str, int]:
    """Return what the last river space pays in the changed arm; the reference pays fame."""
    file = tmp_path / "river.toml"
    file.write_text(EXPERIMENT.format(overrides=overrides), encoding="utf-8")
    rules = load_experiment(file).rules[2][1]
    return dict(rules.values.river["30"].root)


@pytest.mark.parametrize(
    "overrides", ['{ "river.30.money" = 5 }', "{ river.30.money = 5 }", "{ river = { 30 = { money = 5 } } }"]
)
def test_a_path_down_to_the_amount_adds_to_what_a_place_pays(tmp_path, overrides):
    assert space_30(tmp_path, overrides) == {"fame": 5, "money": 5}


def test_a_table_given_to_a_path_in_quotes_replaces_what_a_place_pays(tmp_path):
    assert space_30(tmp_path, '{ "river.30" = { money = 5 } }') == {"money": 5}


def test_such_an_experiment_survives_being_written_down(tmp_path):
    file = tmp_path / "again.toml"
    (tmp_path / "river.toml").write_text(EXPERIMENT.format(overrides='{ "river.30" = { money = 5 } }'), encoding="utf-8")
    config = load_experiment(tmp_path / "river.toml").config
    file.write_text(config.to_toml(), encoding="utf-8")
    assert load_experiment(file).config == config
