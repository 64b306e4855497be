"""What yield tiles pay, and when (rulebook: Navaratnas version)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import YIELD_TILES, at_left, back, laid, laying, on_slot, on_slots, paid, with_blue_tile
from tests.ganges.positions import (
    TAKE_ANY_DIE,
    Table,
    build,
    choose,
    events,
    finish_turn,
    hand,
    n_dice,
    play_space,
    river,
    texts,
    tile,
)

AT_LEFT = laid(1, 2, "right left")


def connecting(
    brown: dict[str, int],
    roads: str = "straight",
    buildings: tuple[str, ...] = (),
    overrides: dict[str, Any] | None = None,
    **markets: int,
) -> Table:
    """A table with a brown tile on the left slot, which blue_01, laid left of the residence, will connect."""
    return with_blue_tile(roads, buildings, overrides, **markets).yield_tile("brown_left", "brown", brown)


def earned(table: Table, fragment: str = AT_LEFT) -> list[tuple[str, int]]:
    """What the yield tile pays as blue_01 is laid: [("fame", 2)]."""
    return [(what, change) for what, change, cause in paid(laying(table), fragment) if cause in ("special_yield", "yield_tile")]


def shaped(number: int, roads: str, *buildings: str, **markets: int) -> dict[str, Any]:
    return tile(f"green_{number:02}", 1, roads, buildings, **markets)


# --- when a yield tile pays


def test_a_yield_tile_pays_at_the_moment_it_is_connected() -> None:
    state = laying(with_blue_tile().yield_tile("brown_left", "brown", {"fame_per_worker": 1}))
    assert state.seats[0].fame == 0
    assert at_left(state).seats[0].fame == 3


def test_the_yield_printed_below_a_yield_tile_is_replaced() -> None:
    assert earned(with_blue_tile()) == [("fame", 1)]
    assert earned(connecting({"money_per_upgrade": 2}).seat(levels=[1, 0, 0, 0])) == [("money", 2)]


def test_a_brown_tile_whose_count_is_zero_pays_nothing_and_neither_does_the_yield_below() -> None:
    assert earned(connecting({"money_per_upgrade": 2})) == []


def test_a_yield_tile_without_a_road_to_it_pays_nothing() -> None:
    table = connecting({"fame_per_worker": 1}, "bend")
    assert earned(table, laid(1, 2, "right bottom")) == []
    assert earned(table, laid(1, 2, "top right")) == [("money", 1)]  # the road leads to the slot above, which is empty


def test_a_yield_tile_pays_once() -> None:
    table = connecting({"fame_per_worker": 1}, overrides=shaped(1, "straight")).opened("green_01").dice("blue 6, green 6")
    state = finish_turn(at_left(laying(table)))
    assert state.seats[0].fame == 3
    state = finish_turn(play_space(state, "outer_terrace"))
    after = finish_turn(build(state, "green_01", "green 6", (2, 3), "top bottom"))
    assert (after.seats[0].fame, after.seats[0].workers) == (3, 3)


def test_a_count_that_grows_later_pays_nothing_more() -> None:
    state = finish_turn(at_left(laying(connecting({"money_per_upgrade": 2}).dice("blue 6, green 4"))))
    money = state.seats[0].money
    state = finish_turn(play_space(state, "outer_terrace"))
    after = play_space(state, "raja_man_singh", "give up green die 4", "upgrade fort")
    assert after.seats[0].money == money + 3


def test_two_yield_tiles_connected_by_one_tile_both_pay() -> None:
    table = connecting({"fame_per_worker": 1}, "fork").yield_tile("white_top", "white", {"money": 3})
    assert sorted(earned(table, laid(1, 2, "top right left"))) == [("fame", 3), ("money", 3)]


def test_every_player_has_yield_tiles_of_his_own() -> None:
    table = connecting({"fame_per_worker": 1}).yield_tile("brown_left", "brown", {"fame_per_bend": 2}, seat=1)
    after = at_left(laying(table))
    assert after.seats[0].fame == 3
    assert (after.seats[1].fame, after.seats[1].yields_connected) == (0, 0)


# --- the province tile is scored first


def test_the_log_has_the_province_tile_before_the_yield() -> None:
    table = connecting({"money_per_building": 1}, buildings=("fort",))
    assert paid(laying(table), AT_LEFT) == [("fame", 2, "tile"), ("money", 1, "yield_tile")]


def test_a_worker_won_by_scoring_the_tile_counts_for_the_yield() -> None:
    table = connecting({"fame_per_worker": 1}, buildings=("fort",)).seat(fame=13)
    after = at_left(laying(table))  # 13 + 2 = 15, where a worker waits
    assert after.seats[0].workers == 4
    assert after.seats[0].fame == 15 + 4


def test_a_worker_won_by_the_money_of_the_tile_counts_for_the_yield() -> None:
    table = connecting({"fame_per_worker": 1}, silk=2).seat(money=18, next_money_bonus=1)
    assert at_left(laying(table)).seats[0].fame == 4


def test_a_worker_won_by_the_yield_itself_comes_too_late_for_it() -> None:
    after = at_left(laying(connecting({"fame_per_worker": 1}).seat(fame=12)))
    assert (after.seats[0].fame, after.seats[0].workers) == (15, 4)


def test_an_upgrade_won_by_scoring_the_tile_counts_for_the_yield() -> None:
    table = connecting({"money_per_upgrade": 2}, buildings=("fort",)).seat(fame=3, money=0)
    state = choose(laying(table), AT_LEFT)
    assert state.decision == "upgrade"  # fame space 5
    assert choose(state, "upgrade mill").seats[0].money == 2


def test_a_river_space_won_by_scoring_the_tile_counts_for_the_yield() -> None:
    table = connecting({"fame_per_river_spaces": 1}, silk=2).seat(money=10, river=5)
    state = choose(laying(table), AT_LEFT)
    assert state.decision == "move_boat"  # money space 12
    assert choose(state, "move the boat").seats[0].fame == 2
    assert choose(state, "leave the boat where it is").seats[0].fame == 1


# --- the seven brown tiles


def test_1_fame_for_each_tile_with_at_least_one_market() -> None:
    overrides = shaped(1, "straight", silk=1) | shaped(2, "straight", "fort") | shaped(3, "straight", tea=1, spices=1)
    table = connecting({"fame_per_market_tile": 1}, overrides=overrides, silk=1)
    table.tile("green_01", 2, 3, "top bottom").tile("green_02", 3, 3, "top bottom").tile("green_03", 1, 4, "right left")
    assert earned(table) == [("fame", 3)]  # two tiles that lie already, and the one just laid; two tents make one tile


def test_a_tile_without_a_market_does_not_count_as_a_tile_with_one() -> None:
    assert earned(connecting({"fame_per_market_tile": 1}, buildings=("fort",))) == []


@pytest.mark.parametrize(("space", "fame"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (29, 9), (30, 10)])
def test_1_fame_for_every_3_river_spaces_not_counting_the_start(space: int, fame: int) -> None:
    assert earned(connecting({"fame_per_river_spaces": 1}).seat(river=space)) == [("fame", fame)] * (fame > 0)


def test_1_money_for_each_building() -> None:
    overrides = shaped(1, "straight", silk=1) | shaped(2, "straight", "fort") | shaped(3, "straight", "temple", "temple")
    table = connecting({"money_per_building": 1}, buildings=("mill", "fort"), overrides=overrides)
    table.tile("green_01", 2, 3, "top bottom").tile("green_02", 3, 3, "top bottom").tile("green_03", 1, 4, "right left")
    assert earned(table) == [("money", 1 + 2 + 2)]


def test_2_money_for_each_yield_tile_that_is_connected() -> None:
    table = connecting({"money_per_yield_tile": 2}, overrides=shaped(1, "straight") | shaped(2, "bend"))
    alone = dict(earned(table))["money"]
    table.yield_tile("white_top", "white", {"money": 3}).yield_tile("red_left", "red", {"money": 6})
    assert dict(earned(table))["money"] == alone  # they lie there without a road to them
    table.yield_tile("brown_right", "brown", {"fame_per_bend": 2}).tile("green_01", 1, 4, "right left")
    assert dict(earned(table))["money"] == alone + 2


def test_the_tile_for_yield_tiles_counts_itself_for_it_is_connected_at_that_moment() -> None:
    assert earned(connecting({"money_per_yield_tile": 2})) == [("money", 2)]


def test_a_connected_yield_without_a_tile_on_it_is_no_yield_tile() -> None:
    table = connecting({"money_per_yield_tile": 2}, overrides=shaped(1, "straight")).tile("green_01", 1, 4, "right left")
    assert earned(table) == [("money", 2)]


@pytest.mark.parametrize("earns", [{"dice": 1}, {"money": 3}, {"upgrade": 1}, {"karma": 1}])
def test_every_connected_yield_tile_counts_whatever_it_shows(earns: dict[str, int]) -> None:
    overrides = shaped(1, "straight") | {"boards.navaratnas.yields.brown_right.slot": "white"}
    table = connecting({"money_per_yield_tile": 2}, overrides=overrides).tile("green_01", 1, 4, "right left")
    assert earned(table.yield_tile("brown_right", "white", earns)) == [("money", 4)]


def test_a_yield_tile_laid_where_a_covering_tile_cut_the_road_off_is_not_connected() -> None:
    overrides = shaped(1, "bend") | {"boards.navaratnas.yields.brown_right.slot": "white"}
    table = connecting({"money_per_yield_tile": 2}, overrides=overrides).tile("green_01", 1, 4, "bottom left")
    right = list(table.rules.values.boards.navaratnas.yields).index("brown_right")
    table.seat(yields_connected=1 << right)  # by the tile below, long ago
    assert earned(table.yield_tile("brown_right", "white", {"money": 3})) == [("money", 2)]


def test_yield_tiles_connected_by_the_same_province_tile_count_for_each_other() -> None:
    table = connecting({"money_per_yield_tile": 2}, "fork").yield_tile("white_top", "white", {"karma": 1})
    assert ("money", 4) in earned(table, laid(1, 2, "top right left"))


def test_2_fame_for_each_bend() -> None:
    overrides = shaped(1, "bend") | shaped(2, "straight") | shaped(3, "fork") | shaped(4, "bend")
    table = connecting({"fame_per_bend": 2}, overrides=overrides).tile("green_01", 1, 4, "bottom left")
    table.tile("green_02", 2, 3, "top bottom").tile("green_03", 3, 3, "top right left").tile("green_04", 3, 4, "bottom left")
    assert earned(table) == [("fame", 4)]


def test_the_bend_that_connects_the_tile_for_bends_counts() -> None:
    board = {"boards.navaratnas.yields.white_top.slot": "brown"}
    table = with_blue_tile("bend", overrides=board).yield_tile("white_top", "brown", {"fame_per_bend": 2})
    assert earned(table, laid(1, 2, "top right")) == [("fame", 2)]


@pytest.mark.parametrize("levels", [[0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 2], [2, 2, 2, 2]])
def test_2_money_for_each_upgrade(levels: list[int]) -> None:
    money = 2 * sum(levels)
    assert earned(connecting({"money_per_upgrade": 2}).seat(levels=levels)) == [("money", money)] * (money > 0)


@pytest.mark.parametrize(("workers", "inactive"), [(3, [1, 1, 1]), (4, [0, 1, 1]), (5, [0, 0, 1]), (6, [0, 0, 0])])
def test_1_fame_for_each_active_worker_placed_or_not(workers: int, inactive: list[int]) -> None:
    table = connecting({"fame_per_worker": 1}).seat(workers=workers, inactive=inactive)
    table.workers_on(terrace_orange=0, terrace_green=0)
    assert earned(table) == [("fame", workers)]


# --- white, yellow and red tiles


PLAIN = [("white", each) for each in ({"dice": 1}, {"money": 3}, {"upgrade": 1}, {"karma": 1})]
PLAIN += [("yellow", dict(each)) for each in YIELD_TILES["yield_tiles.yellow"]]
PLAIN += [("red", dict(each)) for each in YIELD_TILES["yield_tiles.red"]]


def after_connecting(colour: str, earns: dict[str, int]) -> tuple[State, ...]:
    """The position after blue_01 has connected a yield tile of this colour, and the one before."""
    slot = {"boards.navaratnas.yields.brown_left.slot": colour}
    table = with_blue_tile(overrides=slot | river(_4={"fame": 7})).yield_tile("brown_left", colour, earns)
    before = laying(table.seat(river=3, money=0))
    return before, at_left(before)


@pytest.mark.parametrize(("colour", "earns"), [case for case in PLAIN if "money" in case[1]])
def test_money_of_a_yield_tile(colour: str, earns: dict[str, int]) -> None:
    _, after = after_connecting(colour, earns)
    assert (after.seats[0].money, after.decision) == (earns["money"], "place")


@pytest.mark.parametrize(("colour", "earns"), [case for case in PLAIN if "karma" in case[1]])
def test_karma_of_a_yield_tile(colour: str, earns: dict[str, int]) -> None:
    _, after = after_connecting(colour, earns)
    assert (after.seats[0].karma, after.decision) == (earns["karma"], "place")


@pytest.mark.parametrize(("colour", "earns"), [case for case in PLAIN if "dice" in case[1]])
def test_dice_of_ones_choice_of_a_yield_tile(colour: str, earns: dict[str, int]) -> None:
    _, after = after_connecting(colour, earns)
    assert texts(after) == TAKE_ANY_DIE
    after = choose(after, *["take a green die"] * earns["dice"])
    assert (n_dice(after, "green"), n_dice(after), after.decision) == (earns["dice"], earns["dice"], "place")


@pytest.mark.parametrize(("colour", "earns"), [case for case in PLAIN if any(c in " ".join(case[1]) for c in terms.COLOURS)])
def test_dice_of_the_colours_shown_on_a_yield_tile(colour: str, earns: dict[str, int]) -> None:
    _, after = after_connecting(colour, earns)
    assert after.decision == "place"
    assert {name: n_dice(after, name) for name in terms.COLOURS} == {n: earns.get(f"{n}_dice", 0) for n in terms.COLOURS}


def with_seven_dice() -> State:
    """Seat 0 connects a green and a purple die with seven dice, so that the Kali statue has room for one of them."""
    slot = {"boards.navaratnas.yields.brown_left.slot": "yellow"}
    table = with_blue_tile(overrides=slot).yield_tile("brown_left", "yellow", {"green_dice": 1, "purple_dice": 1})
    return at_left(laying(table.dice("blue 6, orange 5 5 5 5 5 5 5")))


def test_dice_are_put_back_before_the_dice_of_a_yield_tile_are_rolled() -> None:
    state = with_seven_dice()
    assert (state.decision, hand(state)) == ("give_back_die", "orange 5 5 5 5 5 5 5")


@pytest.mark.parametrize("colour", ["white", "yellow", "red"])
def test_an_upgrade_of_a_yield_tile(colour: str) -> None:
    _, after = after_connecting(colour, {"upgrade": 1})
    assert texts(after) == [f"upgrade {building}" for building in terms.BUILDINGS]
    assert choose(after, "upgrade mill").seats[0].levels.tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("colour", ["yellow", "red"])
def test_a_boat_move_of_a_yield_tile_leads_to_the_next_space_and_its_earnings(colour: str) -> None:
    _, after = after_connecting(colour, {"boat": 1})
    after = choose(after, "move the boat") if after.decision == "move_boat" else after
    assert (after.seats[0].river, after.seats[0].fame) == (4, 7)


def test_a_boat_move_of_a_yield_tile_skips_occupied_spaces() -> None:
    slot = {"boards.navaratnas.yields.brown_left.slot": "red"}
    table = with_blue_tile(overrides=slot | river(_5={"fame": 7})).yield_tile("brown_left", "red", {"boat": 1})
    after = at_left(laying(table.seat(river=3).seat(1, river=4)))
    after = choose(after, "move the boat") if after.decision == "move_boat" else after
    assert (after.seats[0].river, after.seats[0].fame) == (5, 7)


# --- Master Builder


def covered_by_builder(brown: dict[str, int]) -> State:
    """Leila covers the straight above her residence's left road with a fork that also reaches the brown slot."""
    overrides = tile("orange_01", 4, "bend") | tile("purple_01", 6, "fork")
    table = back(overrides=overrides).tile("orange_01", 1, 2, "right bottom").only_open("purple_01")
    table.yield_tile("brown_left", "brown", brown).dice("green 5, purple 2").seat(karma=0, money=3)
    state = play_space(table.state(), "master_builder", "give up green die 5", "cover orange tile 1", "give up purple die 2")
    return choose(state, "roads right, bottom, left")


def test_a_yield_tile_connected_by_the_master_builder_pays_nothing() -> None:
    after = covered_by_builder({"fame_per_worker": 1})
    assert (after.seats[0].fame, after.seats[0].money, after.decision) == (0, 3, "place")


def test_the_slots_stay_as_they_are_when_a_tile_is_covered() -> None:
    assert on_slots(covered_by_builder({"fame_per_worker": 1})) == ["brown {'fame_per_worker': 1}"]


# --- a slot whose yield was connected before the tile came (read both ways)


@pytest.mark.parametrize(("reading", "money"), [("pays_nothing", 0), ("pays_at_once", 3)])
def test_a_yield_tile_placed_where_a_road_leads_already_pays_nothing_or_at_once(reading: str, money: int) -> None:
    overrides = shaped(1, "bend") | {"readings.connected_slot": reading}
    table = back(overrides=overrides).tile("green_01", 1, 2, "top right").dice("green 2").seat(karma=0, money=0)
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    state = choose(state, "take the white yield tile (3 money)", "row 1, column 2, top")
    assert (state.seats[0].money, on_slot(state, "white_top")) == (money, "white {'money': 3}")


def test_a_tile_placed_beside_a_road_that_leads_elsewhere_waits_under_both_readings() -> None:
    for reading in terms.READINGS["connected_slot"]:
        overrides = shaped(1, "bend") | {"readings.connected_slot": reading}
        table = back(overrides=overrides).tile("green_01", 1, 2, "right bottom").dice("green 2").seat(karma=0, money=0)
        state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
        state = choose(state, "take the white yield tile (3 money)", "row 1, column 2, top")
        assert state.seats[0].money == 0


# --- the log


def test_the_log_tells_what_a_yield_tile_pays_from_what_is_printed_on_the_board() -> None:
    assert ("fame", 3, 3, "yield_tile") in events(laying(connecting({"fame_per_worker": 1})), AT_LEFT)
    assert ("fame", 1, 1, "special_yield") in events(laying(with_blue_tile()), AT_LEFT)
