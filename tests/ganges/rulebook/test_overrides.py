"""Changed numbers: every path that is listed can be set, and extreme values break nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rajas_sim import ganges
from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import box_label
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.ganges.appraisal import plan
from rajas_sim.ganges.rulebook.layout import MAX_RIVER_TILES, MAX_TASKS
from tests.ganges.positions import Table, choose, finish_turn, of_this_game, play_space
from tests.untyped import Array

GAME = find_game("ganges")
N_GAMES = 2 if is_interpreted() else 20


def play(overrides: dict[str, Any], n: int = N_GAMES, players: int = 3) -> dict[str, dict[str, Array]]:
    rules = ganges.rules(players, overrides=overrides)
    return GAME.batches.play(
        rules, [find_strategy("random")], np.zeros((n, players), np.int8), np.arange(n, dtype=np.uint64), GAME.tables
    )


def test_every_listed_value_can_be_set_to_itself() -> None:
    for variant in box_label("ganges").variants:
        unchanged = ganges.rules(4, variant, box_label("ganges").modules)
        listed = {row["path"]: row["value"] for row in unchanged.rows()}
        assert ganges.rules(4, variant, box_label("ganges").modules, listed).digest() == unchanged.digest()


@pytest.mark.parametrize("variant", box_label("ganges").variants)
def test_without_a_change_no_value_is_gone(variant: str) -> None:
    for players in box_label("ganges").player_counts:
        for modules in ((), box_label("ganges").modules):
            assert not [row for row in ganges.rules(players, variant, modules).rows() if row["value"] is None]


@pytest.mark.parametrize(
    ("overrides", "changed"),
    [
        ({"quarry.prices": [1, 1]}, {f"quarry.prices.{i}": None for i in (3, 4, 5, 6)}),
        ({"tiles.orange_01.markets": []}, {"tiles.orange_01.markets.1.1": None, "tiles.orange_01.markets.1.2": None}),
        ({"river.1": {"karma": 1}}, {"river.1.karma": 1, "river.1.money": None}),
    ],
)
def test_a_value_that_a_change_removes_is_listed_as_gone(overrides: dict[str, Any], changed: dict[str, int | None]) -> None:
    rows = {row["path"]: row for row in ganges.rules(2, overrides=overrides).rows() if row["provenance"] == "override"}
    assert {path: row["value"] for path, row in rows.items()} == changed
    printed = {row["path"]: row["value"] for row in ganges.rules(2).rows()}
    assert all(row["why"] == f"instead of {printed[path]}" for path, row in rows.items() if row["value"] is None)


def test_a_place_in_a_list_counts_from_1() -> None:
    assert of_this_game(ganges.rules(4, overrides={"setup.money.1": 7})).values.setup.money == [7, 4, 5, 6]


@pytest.mark.parametrize("path", ["setup.money.0", "setup.money.5", "setup.money.x", "setup.mony", "nothing"])
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(InputError, match=f"unknown path '{path}'"):
        ganges.rules(4, overrides={path: 1})


@pytest.mark.slow
@pytest.mark.parametrize(
    "overrides",
    [
        {"river.1.upgrade": 60, "river.2.boat": 60, "river.3.palace_action": 60},
        {"dice.per_colour": 60, "boards.basic.hand_limit": 30, "river.1.dice": 60},
        {"karma.limit": 9, "river.2.karma": 60, "river.3.green_dice_per_karma": 60},
        {"quarry.prices": [], "harbour.prices": [], "palace.outer_terraces": 0, "market.assorted_spaces": 0},
        {"buildings.values": [60, 60, 60]},
        {"game.round_limit": 1},
        {f"palace.{name}": 0 for name in ("raja_upgrades", "raja_money", "yogi_dice", "yogi_karma", "dancer_dice")},
        {"tracks.fame.bonus.5": {"boat": 1, "karma": 1, "dice": 2}, "tracks.money.bonus.12": {"orange_dice": 2, "blue_dice": 1}},
        {"river": {str(n): {"boat": 1, "money": 1, "karma": 1} for n in range(1, 40)}},
    ],
)
def test_extreme_values_break_nothing(overrides: dict[str, Any]) -> None:
    columns = play(overrides)
    assert np.isclose(columns["seats"]["win_share"].sum(), len(columns["games"]["rounds"]))


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "workers"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_no_more_workers_come_into_play_than_the_rules_say(extra: int, workers: int) -> None:
    assert play({"workers.extra": extra}, n=60)["seats"]["workers"].max() == workers


def test_a_game_without_a_winner_ends_with_its_reason_and_is_kept() -> None:
    columns = play({"game.round_limit": 2})
    reasons = [GAME.vocabulary["end_reason"][code] for code in columns["games"]["end_reason"]]
    assert set(reasons) == {"round_limit"}


def test_a_default_for_an_unknown_weight_is_refused() -> None:
    with pytest.raises(InputError, match="unknown weight 'fmae'; did you mean 'fame'"):
        plan(__file__, None, fmae=3.0)


def test_a_raja_without_upgrades_gives_none() -> None:
    state = Table(overrides={"palace.raja_upgrades": 0}).dice("green 4").state()
    after = finish_turn(play_space(state, "raja_man_singh", "give up green die 4"))
    assert after.seats[0].levels.sum() == 0
    assert after.seats[0].money == state.seats[0].money + 3


def test_a_chain_longer_than_any_printed_one_ends_the_game_with_its_reason() -> None:
    table = Table(overrides={"river": {str(n): {"boat": 1, "money": 1, "karma": 1} for n in range(1, 40)}}).dice("green 1")
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1 on the river")
    while not state.is_over:
        state = choose(state, "move the boat")
    assert state.end_reason == "chain_limit"
    assert state.n_tasks == MAX_TASKS


def test_as_many_river_tiles_as_there_is_room_for_are_laid() -> None:
    tiles = [{"karma": 1}] * MAX_RIVER_TILES
    rules = ganges.rules(2, modules=["ganga"], overrides={"ganga.tiles": tiles})
    laid = [int(n) for n in ganges.new_game(rules, seed=1).river_tiles if n]
    assert len(laid) == len(set(laid)) > 5


@pytest.mark.parametrize(
    ("variant", "overrides", "problem"),
    [
        ("base", {"yield_tiles.white.1": {"dancer": 1}}, "a white tile cannot give dancer"),
        ("base", {"boards.basic.yields.corner_left.side": "top"}, "one yield a side"),
        ("base", {"tracks.fame.bonus": {"40000": {"karma": 1}}}, "tracks.fame.bonus.40000"),
        (
            "navaratnas",
            {"yield_tiles.yellow.1": {"orange_dice": 9, "green_dice": 1}},
            "dice of several kinds at one place: at most 7 of each",
        ),
    ],
)
def test_what_no_game_could_be_played_with_is_refused(variant: str, overrides: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        ganges.rules(2, variant, overrides=overrides)


def test_every_seat_needs_its_board() -> None:
    rules = ganges.rules(4, "mixed")
    with pytest.raises(InputError, match="boards: 1 given for 4 players"):
        ganges.new_game(rules, 1, ["navaratnas"])


def test_who_gives_a_table_for_one_value_is_told_how_to_write_it() -> None:
    with pytest.raises(InputError, match=r"replaces all of it; to change one value write 'setup\.karma'"):
        ganges.rules(2, overrides={"setup": {"karma": 2}})


def test_a_change_is_not_undone_by_a_later_one() -> None:
    rules = ganges.rules(4, overrides={"setup.money": [1, 2, 3, 4], "setup.money.1": 7})
    assert of_this_game(rules).values.setup.money == [7, 2, 3, 4]
    with pytest.raises(InputError, match=r"'setup\.money' comes after 'setup\.money\.1' and would undo it; give it first"):
        ganges.rules(4, overrides={"setup.money.1": 7, "setup.money": [1, 2, 3, 4]})


def test_all_kinds_of_refused_changes_are_named_at_once() -> None:
    overrides = {"foo": 1, "quarry": 3, "setup.karma": 99, "boards.navaratnas.hand_limit": 3}
    with pytest.raises(InputError) as refused:
        ganges.rules(players=2, overrides=overrides)
    problems = refused.value.problems
    assert len(problems) == len(overrides)
    assert all(any(path in problem for problem in problems) for path in overrides)
    with pytest.raises(InputError, match=r"unknown path 'foo'") as refused:
        ganges.rules(players=2, overrides={"foo": 1, "luck.deal_anew": ["weather"]})
    assert "luck.deal_anew: unknown source of luck 'weather'" in refused.value.problems[1], "values that the form accepts as well"
