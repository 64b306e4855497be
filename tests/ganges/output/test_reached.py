"""What options say of the places that the boat, the markers and the roads reach by them."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges.drawing.board import corner_of_river_space
from rajas_sim.ganges.output.wording import earnings_text
from tests.ganges.positions import YIELDS, Table, choose, play_space, river, tile

SAILING = {"harbour.prices": [0], "workers.bridge": 20}


def notes(state: State) -> dict[str, str]:
    return {option.text: state.option_note(option.code) for option in state.options}


def test_a_space_of_the_river_says_what_it_pays_past_other_boats() -> None:
    overrides = SAILING | river(_5={"money": 2, "karma": 1}, _7={"upgrade": 1})
    table = Table(overrides=overrides).dice("green 2").seat(money=5, river=4).seat(1, river=6)
    assert notes(play_space(table.state(), "harbour", "give up green die 2")) == {
        "advance 1 on the river": "river space 5: 2 money, 1 karma",
        "advance 2 on the river": "river space 7: 1 upgrade",
    }


def test_an_option_lies_on_the_space_that_it_reaches() -> None:
    table = Table(overrides=SAILING | river()).dice("green 2").seat(money=5, river=4).seat(1, river=6)
    spots = play_space(table.state(), "harbour", "give up green die 2").spots()
    assert [(spot.x, spot.y) for spot in spots if spot] == [corner_of_river_space(5), corner_of_river_space(7)]


def test_a_river_tile_and_a_restricted_space_say_what_the_seat_gets_there() -> None:
    table = Table(modules=("ganga",), overrides=SAILING).dice("green 1").seat(river=4)
    earns = dict(table.rules.values.ganga.tiles[0].root)
    on_tile = play_space(table.river_tile(5, earns).state(), "harbour", "give up green die 1")
    (note,) = notes(on_tile).values()
    assert note.startswith(f"river space 5: {earnings_text(table.rules, earns)}")
    restricted = (
        Table(overrides=SAILING | river(_5={"money": 2}) | {"restrict.seat_1": ["river.5"]}).dice("green 1").seat(river=4)
    )
    assert [*notes(play_space(restricted.state(), "harbour", "give up green die 1")).values()] == ["river space 5: nothing"]


def test_dice_by_karma_say_how_much_karma_there_is_once_it_turned_a_die() -> None:
    table = Table(overrides=SAILING | river(_5={"orange_dice_per_karma": 1})).seat(river=4, karma=1)
    kept = play_space(table.dice("green 1").state(), "harbour", "give up green die 1")
    assert [*notes(kept).values()] == ["river space 5: 1 orange die per karma, and you have 1 then"]
    used = play_space(table.dice("green 6").state(), "harbour", "give up green die 6 turned to 1")
    assert [*notes(used).values()] == ["river space 5: 1 orange die per karma, and you have 0 then"]


def test_bonuses_of_both_tracks_and_workers_that_are_reached_are_said() -> None:
    overrides = (
        SAILING
        | river(_5={"fame": 3}, _6={"money": 4}, _21={"karma": 1})
        | {"tracks.fame.bonus": {"5": {"karma": 2}}, "tracks.money.bonus": {"8": {"upgrade": 1}}, "workers.fame_space": 6}
        | {"workers.money_space": 50}
    )
    table = Table(overrides=overrides).dice("green 2").seat(fame=3, money=5, karma=0, river=4)
    assert notes(play_space(table.state(), "harbour", "give up green die 2")) == {
        "advance 1 on the river": "river space 5: 3 fame; fame track: 2 karma; a new worker",
        "advance 2 on the river": "river space 6: 4 money; money track: 1 upgrade",
    }
    at_the_bridge = play_space(table.seat(river=20).dice("green 1").state(), "harbour", "give up green die 1")
    assert [*notes(at_the_bridge).values()] == ["river space 21: 1 karma; a new worker"]


def test_what_a_die_brings_first_does_not_hide_what_is_reached_after_it() -> None:
    overrides = SAILING | river(_5={"dice": 1, "money": 3}) | {"tracks.money.bonus": {"8": {"upgrade": 1}}}
    table = Table(overrides=overrides).dice("green 1").seat(money=5, river=4)
    (note,) = notes(play_space(table.state(), "harbour", "give up green die 1")).values()
    assert note == "river space 5: 1 die, 3 money; money track: 1 upgrade"


def test_a_tile_says_which_yields_it_connects() -> None:
    overrides = YIELDS | tile("blue_01", 1, "straight") | {"quarry.prices": [0]}
    table = Table(overrides=overrides).only_open("blue_01").dice("blue 1")
    state = play_space(table.state(), "quarry", "take blue tile 1", "give up blue die 1")
    assert notes(state)["lay blue tile 1 at row 1, column 2, roads right, left"] == "special yield: 5 money"


@pytest.mark.parametrize(("reading", "note"), [("pay_nothing", ""), ("pay_when_new", "special yield: 1 die")])
def test_a_tile_that_covers_another_says_which_yields_it_connects_only_if_they_are_paid(reading: str, note: str) -> None:
    tiles = tile("orange_01", 4, "straight") | tile("purple_01", 6, "fork")
    table = Table(overrides=YIELDS | tiles | {"readings.builder_yields": reading}).tile("orange_01", 1, 2, "right left")
    state = table.only_open("purple_01").dice("green 5, purple 2").seat(karma=0).state()
    state = play_space(state, "master_builder", "give up green die 5", "cover orange tile 1", "give up purple die 2")
    assert notes(state)["lay purple tile 1 at row 1, column 2, roads top, right, left"] == note


def test_what_a_yield_tile_brings_that_is_yet_to_be_drawn_is_not_said() -> None:
    overrides = {"yield_tiles.white": [{"fame": 9}] * 8, "tracks.fame.bonus": {"5": {"karma": 2}}}
    state = play_space(Table(overrides=overrides).dice("green 2 2").state(), "dancer")
    assert {*notes(state).values()} <= {""}


def test_a_remark_stands_within_the_brackets_that_an_option_has() -> None:
    overrides = {"tracks.money.bonus": {"4": {"upgrade": 1}}, "palace.outer_terrace_money": 2}
    state = Table(overrides=overrides).seat(money=3).state()
    assert "place a worker: outer terrace (2 money and a reroll; money track: 1 upgrade)" in map(
        state.offered_text, state.option_codes
    )


def test_a_space_says_its_price_only_where_it_is_offered() -> None:
    offered = notes(Table().dice("green 1 2").seat(money=6).state())
    assert offered["place a worker: quarry"] == "costs 1 money"
    assert offered["place a worker: harbour"] == "free"


def test_a_die_for_a_market_says_the_money_that_it_brings() -> None:
    overrides = tile("blue_01", 7, "straight", silk=2, tea=1) | tile("blue_02", 7, "straight", silk=3)
    table = Table(overrides=overrides).tile("blue_01", 2, 3, "top bottom").tile("blue_02", 3, 3, "top bottom")
    state = table.dice("green 1 5").seat(money=0, karma=0).state()
    assert notes(play_space(state, "market_silk")) == {"give up green die 1": "3 money", "give up green die 5": "5 money"}
    assert notes(state)["place a worker: assorted goods market"] == "pays 4 money"


def test_a_market_of_one_kind_says_what_it_brings_with_the_best_die() -> None:
    overrides = tile("blue_01", 7, "straight", silk=2, tea=1) | tile("blue_02", 7, "straight", silk=3)
    table = Table(overrides=overrides).tile("blue_01", 2, 3, "top bottom").tile("blue_02", 3, 3, "top bottom")
    offered = notes(table.dice("green 1 5").seat(money=0, karma=0).state())
    assert offered["place a worker: market silk"] == "give up a die: pays up to 5 money"
    assert offered["place a worker: market tea"] == "give up a die: pays 1 money"
    assert offered["place a worker: market spices"] == "give up a die: pays nothing yet"


def test_a_chamber_says_what_it_takes_and_brings_and_which_bonuses_follow() -> None:
    bonuses = {"tracks.money.bonus": {"8": {"karma": 1}}, "tracks.fame.bonus": {"5": {"upgrade": 1}}}
    table = Table(overrides=bonuses | river(_6={"money": 4})).dice("green 1 2 3 4 6").seat(money=6, fame=4, karma=0)
    offered = {text.removeprefix("place a worker: "): note for text, note in notes(table.state()).items()}
    assert offered["Raja Man Singh"] == "give up a 4: 1 upgrade and 3 money; money track: 1 karma"
    assert offered["Great Mogul"] == (
        "give up a 1: 2 fame, and you are the start player of the next round; fame track: 1 upgrade"
    )
    assert offered["Dancer"] == "give up a 2: 2 dice and a yield tile"
    assert offered["Portuguese"] == ("give up a 6: 6 free spaces along the river; river space 6: 4 money; money track: 1 karma")


@pytest.mark.parametrize(("karma", "note"), [(0, ""), (2, "; 1 of 2 karma lost"), (3, "; 2 of 2 karma lost")])
def test_karma_beyond_the_most_one_may_have_is_said_to_be_lost(karma: int, note: str) -> None:
    table = Table(overrides=SAILING | river(_5={"karma": 2})).dice("green 1 3").seat(money=5, river=4, karma=karma)
    assert table.rules.values.karma.limit == 3
    offered = notes(table.state())
    assert offered["place a worker: Yogi"] == f"give up a 3: 2 karma and 1 die{note}"
    sailing = play_space(table.state(), "harbour", "give up green die 1")
    assert [*notes(sailing).values()] == [f"river space 5: 2 karma{note}"]


def test_a_die_for_a_tile_says_what_is_then_still_to_pay() -> None:
    table = Table(overrides=tile("blue_01", 7, "straight") | {"quarry.prices": [0]}).only_open("blue_01").dice("blue 2 4 5 6")
    state = play_space(table.seat(karma=0).state(), "quarry", "take blue tile 1")
    assert notes(state) == {"give up blue die 6": "1 still to pay", "give up blue die 5": "2 still to pay"}
    assert notes(choose(state, "give up blue die 5"))["give up blue die 4"] == "2 too much"
    assert notes(choose(state, "give up blue die 5"))["give up blue die 2"] == "pays it all"


def test_covering_a_tile_says_what_it_costs_and_the_fame_it_brings() -> None:
    overrides = tile("blue_01", 3, "straight") | tile("green_01", 5, "straight", buildings=("temple", "mill"))
    table = Table(overrides=overrides).tile("blue_01", 2, 3, "top bottom").only_open("green_01").dice("green 2 5")
    state = choose(table.seat(karma=0).state(), "Master Builder")
    (note,) = notes(choose(state, "give up green die 5")).values()
    assert note == "costs 2 in green dice; 4 fame"


def test_an_upgrade_says_what_a_building_brings_before_and_after_it() -> None:
    state = choose(Table().dice("green 4").seat(money=6).state(), "Raja Man Singh")
    assert notes(choose(state, "give up green die 4"))["upgrade temple"] == "2 to 3 fame each"


def test_a_reroll_without_dice_says_that_nothing_is_rerolled() -> None:
    state = play_space(Table().dice("orange 1 5").state(), "outer_terrace")
    assert notes(state)["roll"] == "reroll none"
    assert notes(choose(state, "reroll orange die 1"))["roll"] == ""
    assert notes(play_space(Table().dice("").state(), "outer_terrace"))["roll"] == "there are no dice to reroll"
