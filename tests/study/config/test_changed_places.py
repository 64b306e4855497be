"""A path in quotes and nested keys: what each replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from tests.toy_studies.experiment_helpers import Loaded, read_again

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


def space_30(config: Config) -> dict[str, int]:
    """Return what the last river space pays in the changed arm; the reference pays fame."""
    rules = resolve(config).rules[2][1]
    return dict(rules.values.river["30"].root)


@pytest.mark.parametrize(
    "overrides", ['{ "river.30.money" = 5 }', "{ river.30.money = 5 }", "{ river = { 30 = { money = 5 } } }"]
)
def test_a_path_down_to_the_amount_adds_to_what_a_place_pays(loaded: Loaded, overrides: str) -> None:
    assert space_30(loaded(EXPERIMENT.format(overrides=overrides))) == {"fame": 4, "money": 5}


def test_a_table_given_to_a_path_in_quotes_replaces_what_a_place_pays(loaded: Loaded, tmp_path: Path) -> None:
    config = loaded(EXPERIMENT.format(overrides='{ "river.30" = { money = 5 } }'))
    assert space_30(config) == {"money": 5}
    assert read_again(config, tmp_path) == config
