"""The earnings on the river (rulebook: Explanation of the earnings on the river)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import (
    RIVER_SPACES,
    TAKE_ANY_DIE,
    Table,
    choose,
    finish_turn,
    hand,
    n_dice,
    play_space,
    river,
    texts,
    tile,
)

MARKETS = (
    tile("blue_01", 3, "straight", tea=3, silk=1)
    | tile("blue_02", 3, "straight", tea=2)
    | tile("blue_03", 3, "straight", tea=2)
    | tile("blue_04", 3, "straight", silk=2)
)


def arriving(earns: dict[str, int], overrides: dict[str, Any] | None = None, **fields: Any) -> State:
    """The position after a boat has stopped on a space that pays `earns`."""
    table = Table(overrides=MARKETS | river(_1=earns) | (overrides or {})).dice("purple 1").seat(karma=0, money=0)
    table.tile("blue_01", 1, 2, "right left").tile("blue_02", 1, 4, "right left")
    table.tile("blue_03", 2, 3, "top bottom").tile("blue_04", 3, 3, "top bottom").seat(**fields)
    return play_space(table.state(), "harbour", "give up purple die 1", "advance 1")


def test_two_dice_of_any_colours() -> None:
    state = arriving({"dice": 2})
    assert texts(state) == TAKE_ANY_DIE
    assert n_dice(choose(state, "take an orange die", "take a purple die")) == 2


def test_totals_in_detail_count_the_dice_rolled_and_the_river_spaces_sailed() -> None:
    state = arriving({"dice": 2})
    after = choose(state, "take an orange die", "take a purple die")
    before_totals, totals = state.totals_in_detail(0), after.totals_in_detail(0)
    assert list(totals) == ["fame", "money", "karma", "dice rolled", "river spaces"]
    assert (totals["dice rolled"] - before_totals["dice rolled"], totals["river spaces"]) == (2, 1)


def test_two_karma() -> None:
    assert arriving({"karma": 2}).seats[0].karma == 2
    assert arriving({"karma": 2}, karma=2).seats[0].karma == 3


def test_money_and_fame() -> None:
    assert arriving({"money": 4}).seats[0].money == 4
    assert arriving({"fame": 3}).seats[0].fame == 3


def test_an_upgrade() -> None:
    assert arriving({"upgrade": 1}).decision == "upgrade"
    assert choose(arriving({"upgrade": 1}), "upgrade temple").seats[0].levels.tolist() == [1, 0, 0, 0]


def test_an_upgrade_lapses_when_every_building_is_at_4() -> None:
    assert arriving({"upgrade": 1}, levels=[2, 2, 2, 2]).decision == "place"


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
@pytest.mark.parametrize("colour", terms.COLOURS)
def test_a_die_of_the_depicted_colour_for_each_level_of_karma(karma: int, colour: str) -> None:
    state = arriving({f"{colour}_dice_per_karma": 1}, karma=karma)
    assert (n_dice(state), n_dice(state, colour)) == (karma, karma)
    assert state.seats[0].karma == karma


def test_1_money_for_each_market_in_the_province() -> None:
    assert arriving({"money_per_market": 1}).seats[0].money == 5


def test_assorted_goods_score_up_to_3_different_markets() -> None:
    assert arriving({"assorted": 3}).seats[0].money == 3 + 2  # the best tea and the best silk


def test_assorted_goods_for_fewer_kinds_score_the_best_ones() -> None:
    assert arriving({"assorted": 1}).seats[0].money == 3


def test_goods_of_one_kind_up_to_the_printed_maximum_without_a_die() -> None:
    state = arriving({"one_kind": 2})
    assert texts(state) == ["score silk markets", "score tea markets"]
    assert hand(state) == ""
    assert choose(state, "score tea markets").seats[0].money == 5
    assert choose(state, "score silk markets").seats[0].money == 3


def test_goods_of_one_kind_score_no_more_than_there_are() -> None:
    assert choose(arriving({"one_kind": 4}), "score tea markets").seats[0].money == 7


def test_without_any_market_goods_of_one_kind_bring_nothing() -> None:
    table = Table(overrides=river(_1={"one_kind": 3})).dice("purple 1").seat(karma=0, money=0)
    state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1")
    assert (state.decision, state.seats[0].money) == ("place", 0)


def test_1_fame_or_2_money_for_each_upgrade_done() -> None:
    assert arriving({"fame_per_upgrade": 1}, levels=[2, 1, 0, 0]).seats[0].fame == 3
    assert arriving({"money_per_upgrade": 2}, levels=[2, 1, 0, 0]).seats[0].money == 6


def test_2_fame_for_each_karma() -> None:
    state = arriving({"fame_per_karma": 2}, karma=2)
    assert (state.seats[0].fame, state.seats[0].karma) == (4, 2)


def test_money_for_markets_counts_the_covering_tile_only() -> None:
    table = Table(overrides=MARKETS | river(_1={"money_per_market": 1})).dice("purple 1").seat(karma=0, money=0)
    table.tile("blue_02", 1, 4, "right left")
    table.board.seats[0].covered[3] = 1
    assert play_space(table.state(), "harbour", "give up purple die 1", "advance 1").seats[0].money == 1


# --- the free palace action


def test_a_palace_action_is_any_of_2_to_6_without_a_worker_or_a_die() -> None:
    overrides = tile("orange_01", 4, "straight") | tile("green_01", 5, "straight")
    table = Table(overrides=river(_1={"palace_action": 1}) | overrides).dice("purple 1, green 6").seat(karma=0)
    table.tile("orange_01", 1, 2, "right left").only_open("green_01")
    state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1")
    actions = ["Dancer", "Yogi", "Raja Man Singh", "Master Builder", "Portuguese"]
    assert texts(state) == [f"palace action: {name}" for name in actions]
    assert state.seats[0].placed == 1


def test_the_chamber_of_a_free_palace_action_may_be_occupied_and_stays_free() -> None:
    table = Table(overrides=river(_1={"palace_action": 1})).dice("purple 1").seat(karma=0)
    state = play_space(table.workers_on(yogi=1).state(), "harbour", "give up purple die 1", "advance 1")
    state = choose(state, "palace action: Yogi", "take a blue die")
    assert state.seats[0].karma == 2
    free = play_space(Table(overrides=river(_1={"palace_action": 1})).dice("purple 1").state(), "harbour", "give up purple die 1")
    free = choose(free, "advance 1", "palace action: Yogi", "take a blue die")
    assert free.spaces[terms.SPACES.index("yogi")] == 0


def test_the_dancer_from_the_river_gives_two_dice_and_a_yield_tile() -> None:
    state = arriving({"palace_action": 1}, {"yield_tiles.white": [{"money": 3}] * 8})
    after = choose(state, "palace action: Dancer", "take a blue die", "take a blue die")
    assert (n_dice(after, "blue"), after.seats[0].money) == (2, 3)


def test_the_raja_from_the_river_gives_an_upgrade_and_3_money() -> None:
    after = choose(arriving({"palace_action": 1}), "palace action: Raja Man Singh", "upgrade fort")
    assert (after.seats[0].money, after.seats[0].levels.tolist()) == (3, [0, 0, 1, 0])


def test_the_portuguese_from_the_river_sails_on_and_earns_there_too() -> None:
    after = choose(arriving({"palace_action": 1}, river(_1={"palace_action": 1}, _7={"fame": 2})), "palace action: Portuguese")
    assert (after.seats[0].river, after.seats[0].fame) == (7, 2)


def test_the_portuguese_from_the_river_cannot_be_used_on_the_last_six_spaces() -> None:
    for space, possible in [(RIVER_SPACES - 6, True), (RIVER_SPACES - 5, False)]:
        overrides = river(**{f"_{space}": {"palace_action": 1}})
        table = Table(overrides=overrides).dice("purple 1").seat(karma=0, river=space - 1)
        state = play_space(table.state(), "harbour", "give up purple die 1", "advance 1")
        assert ("palace action: Portuguese" in texts(state)) == possible


def test_palace_actions_can_follow_on_each_other() -> None:
    overrides = river(_1={"palace_action": 1}, _7={"palace_action": 1}, _13={"palace_action": 1})
    state = choose(arriving({"palace_action": 1}, overrides), "palace action: Portuguese", "palace action: Portuguese")
    assert state.seats[0].river == 13
    assert choose(state, "palace action: Yogi").seats[0].karma == 2


def test_a_full_kali_statue_asks_before_the_dice_of_the_river_are_rolled() -> None:
    table = Table(overrides=river(_1={"dice": 2})).dice("orange 1 2 3 4 5 6, blue 1 2 3 4").seat(karma=0)
    state = play_space(table.state(), "harbour", "give up orange die 1", "advance 1")
    assert state.decision == "give_back_die"
    assert n_dice(finish_turn(state)) == 10


def test_a_boat_of_another_player_changes_nothing_about_the_earnings() -> None:
    state = arriving({"karma": 2})
    assert state.seats[1].karma == 1
