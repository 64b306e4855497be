"""Changed numbers: every path that is listed can be set, and extreme values break nothing."""

import numpy as np
import pytest

from rajas_sim import ganges
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import get
from rajas_sim.core.kernel import is_interpreted
from rajas_sim.ganges import component_kit
from rajas_sim.strategies_api import find
from rajas_sim.strategies_api.ganges import weights

GAME = get("ganges")
N_GAMES = 2 if is_interpreted() else 20


def play(overrides, n=N_GAMES, players=3):
    rules = ganges.rules(players, overrides=overrides)
    return GAME.play_batch(rules, [find("random")], np.zeros((n, players), np.int8), np.arange(n, dtype=np.uint64), GAME.tables)


def test_every_listed_value_can_be_set_to_itself():
    listed = {row["path"]: row["value"] for row in component_kit.list_values() if not row["path"].startswith("by_")}
    unchanged = ganges.rules(4)
    assert ganges.rules(4, overrides=listed).digest() == unchanged.digest()


def test_a_place_in_a_list_counts_from_1():
    assert ganges.rules(4, overrides={"setup.money.1": 7}).values.setup.money == [7, 4, 5, 6]


@pytest.mark.parametrize("path", ["setup.money.0", "setup.money.5", "setup.money.x", "setup.mony", "nothing"])
def test_a_path_that_leads_nowhere_is_refused(path):
    with pytest.raises(InputError, match=f"unknown path '{path}'"):
        ganges.rules(4, overrides={path: 1})


@pytest.mark.parametrize(
    "overrides",
    [
        {"river.1.upgrade": 60, "river.2.boat": 60, "river.3.palace_action": 60},
        {"dice.per_colour": 60, "boards.basic.hand_limit": 30, "river.1.dice": 60},
        {"karma.limit": 9, "river.2.karma": 60, "river.3.green_dice_per_karma": 60},
        {"quarry.prices": [], "harbour.prices": [], "palace.outer_terraces": 0, "market.assorted_spaces": 0},
        {"buildings.values": [60, 60, 60]},
        {"game.round_limit": 1},
    ],
)
def test_extreme_values_break_nothing(overrides):
    columns = play(overrides)
    assert np.isclose(columns["seats"]["win_share"].sum(), len(columns["games"]["rounds"]))


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "workers"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_no_more_workers_come_into_play_than_the_rules_say(extra, workers):
    assert play({"workers.extra": extra}, n=60)["seats"]["workers"].max() == workers


def test_a_game_without_a_winner_ends_with_its_reason_and_is_kept():
    columns = play({"game.round_limit": 2})
    reasons = [GAME.vocabulary["end_reason"][code] for code in columns["games"]["end_reason"]]
    assert set(reasons) == {"round_limit"}


def test_a_default_for_an_unknown_weight_is_refused():
    with pytest.raises(InputError, match="unknown weight 'fmae'; did you mean 'fame'"):
        weights(fmae=3.0)
