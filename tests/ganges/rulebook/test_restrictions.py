"""What a seat is restricted from using: spaces, chambers, tiles, river, tracks, workers, upgrades and yields."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.ganges.output.wording import tile_name
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.layout import MAX_YIELDS, THINGS
from rajas_sim.ganges.rulebook.things import NAMES
from tests.ganges.positions import (
    YIELDS,
    Table,
    build,
    choose,
    finish_turn,
    play_space,
    river,
    rules_for,
    spaces,
    texts,
    tile,
)


def without(*things: str, seat: int = 1) -> dict[str, list[str]]:
    return {f"restrict.seat_{seat}": list(things)}


def test_every_thing_has_a_number_and_a_name_of_its_own() -> None:
    assert len(NAMES) == len(set(NAMES)) == THINGS.count


def test_the_things_in_play_depend_on_players_variant_and_modules() -> None:
    two, four = rules_for(2).things, rules_for(4).things
    assert set(two) < set(four)
    assert {thing for thing in four if thing.startswith("river_tile")} == set()
    assert "river_tile.1" in rules_for(2, modules=("ganga",)).things
    assert "special_yield.navaratnas_1" in rules_for(2, variant="navaratnas").things
    assert "special_yield.navaratnas_1" not in two
    # Every chamber is one thing: its space and its action.
    assert {thing for thing in two if "yogi" in thing} == {"chamber.yogi"}


def test_a_space_is_not_offered_to_the_seat_that_is_restricted() -> None:
    state = Table(overrides=without("space.terrace_orange")).dice("").state()
    assert "terrace_orange" not in spaces(state)
    assert "terrace_green" in spaces(state)
    later = finish_turn(play_space(state, "terrace_green"))
    assert "terrace_orange" in spaces(later)


def test_of_spaces_that_are_alike_another_one_is_used() -> None:
    state = Table(overrides=without("space.outer_terrace.1")).dice("").state()
    assert "outer_terrace" in spaces(state)
    assert "outer_terrace" not in spaces(Table(overrides=without("space.outer_terrace")).dice("").state())
    assert play_space(state, "outer_terrace").spaces[terms.SPACES.index("outer_terrace_2")] > 0


def test_a_row_that_is_filled_from_the_left_waits_for_the_space_named() -> None:
    overrides = tile("blue_01", 7, "straight") | YIELDS | without("space.quarry.1")
    table = Table(overrides=overrides).opened("blue_01").dice("blue 6 6").seat(money=10)
    assert "quarry" not in spaces(table.state())
    assert "quarry" in spaces(table.workers_on(quarry_1=1).state())


def test_a_seat_restricted_from_every_space_is_passed_over() -> None:
    state = Table(overrides=without("space", "chamber", seat=2)).dice("").state()
    assert play_space(state, "terrace_orange").seat_to_move == 0


def test_a_chamber_is_closed_to_workers_and_as_a_palace_action() -> None:
    overrides = river(_1={"palace_action": 1}) | without("chamber.dancer")
    table = Table(overrides=overrides).dice("orange 1 2 3 4 5 6")
    assert "yogi" in spaces(table.state())
    assert "dancer" not in spaces(table.state())
    state = play_space(table.state(), "harbour", "give up orange die 1", "advance 1")
    assert any("Yogi" in text or "yogi" in text for text in texts(state))
    assert not any("ancer" in text for text in texts(state))


def test_a_palace_action_without_a_chamber_that_may_be_used_lapses() -> None:
    table = Table(overrides=river(_1={"palace_action": 1}) | without("chamber")).dice("orange 1")
    assert play_space(table.state(), "harbour", "give up orange die 1", "advance 1").decision == "place"


def test_a_tile_is_not_built() -> None:
    overrides = tile("blue_01", 7, "straight") | tile("green_01", 7, "straight") | YIELDS
    for things, offered in (((), {"blue_01", "green_01"}), (("tile.blue_01",), {"green_01"})):
        table = Table(overrides=overrides | without(*things)).only_open("blue_01", "green_01").seat(money=10)
        state = play_space(table.dice("blue 6 6, green 6 6").state(), "quarry")
        assert {name for name in ("blue_01", "green_01") for text in texts(state) if tile_name(name) in text} == offered


def test_a_tile_is_not_laid_over_another() -> None:
    overrides = tile("blue_01", 3, "straight") | tile("blue_02", 5, "straight") | YIELDS | river(_1={"master_builder": 1})
    for things, decision in (((), "cover_tile"), (("tile.blue_02",), "place")):
        table = Table(overrides=overrides | without(*things)).tile("blue_01", 2, 3, "top bottom").only_open("blue_02")
        state = play_space(table.dice("blue 6, orange 1").state(), "harbour", "give up orange die 1", "advance 1")
        assert state.decision == decision


def test_without_a_tile_to_build_the_quarry_is_closed() -> None:
    overrides = tile("blue_01", 7, "straight") | YIELDS
    table = Table(overrides=overrides | without("tile")).opened("blue_01").dice("blue 6 6").seat(money=10)
    assert "quarry" not in spaces(table.state())


def test_a_river_space_pays_nothing_but_is_reached() -> None:
    overrides = river(_1={"money": 4})
    for things, money in (((), 4), (("river.1",), 0)):
        table = Table(overrides=overrides | without(*things)).dice("orange 1").seat(money=0)
        state = play_space(table.state(), "harbour", "give up orange die 1", "advance 1")
        assert (state.seats[0].river, state.seats[0].money) == (1, money)


@pytest.mark.parametrize(("things", "decision"), [((), "upgrade"), (("fame_bonus.1",), "place")])
def test_a_bonus_of_the_fame_track_is_not_paid(things: tuple[str, ...], decision: str) -> None:
    table = Table(overrides=without(*things)).dice("green 1").seat(fame=4)
    state = play_space(table.state(), "great_mogul", "give up green die 1")
    assert state.decision == decision
    assert state.seats[0].fame > 4


def test_a_bonus_of_the_money_track_is_not_paid() -> None:
    before = int(rules_for(2).record.money_bonuses[0].space) - 1
    causes = []
    for things in ((), ("money_bonus.1",)):
        state = play_space(Table(overrides=without(*things)).dice("").seat(money=before).state(), "outer_terrace")
        assert state.seats[0].next_money_bonus == 1
        causes.append({int(task.cause) for task in state.tasks[: state.n_tasks]})
    assert terms.CAUSE.money_track in causes[0] - causes[1]


@pytest.mark.parametrize("source", terms.WORKER_SOURCES)
def test_a_worker_does_not_wait(source: str) -> None:
    i = terms.WORKER_SOURCES.index(source)
    state = Table(overrides=without(f"worker.{source}", seat=2)).state()
    assert state.seats[0].inactive.tolist() == [1, 1, 1]
    assert state.seats[1].inactive.tolist() == [int(other != i) for other in range(3)]


def test_a_building_is_not_upgraded() -> None:
    table = Table(overrides=river(_1={"upgrade": 1}) | without("upgrade.temple")).dice("orange 1")
    state = play_space(table.state(), "harbour", "give up orange die 1", "advance 1")
    assert state.decision == "upgrade"
    assert not any("temple" in text for text in texts(state))


def test_an_upgrade_with_no_building_that_may_be_upgraded_lapses() -> None:
    table = Table(overrides=river(_1={"upgrade": 1}) | without("upgrade.temple")).dice("orange 1").seat(levels=[0, 2, 2, 2])
    assert play_space(table.state(), "harbour", "give up orange die 1", "advance 1").decision == "place"


def test_a_special_yield_pays_nothing() -> None:
    names = list(YIELDS["boards.basic.yields"])
    thing = f"special_yield.basic_{names.index('corner_left') + 1}"
    money = []
    for things in ((), (thing,)):
        overrides = tile("blue_01", 3, "crossroad") | YIELDS | without(*things)
        table = Table(overrides=overrides).opened("blue_01").dice("blue 3").seat(money=10)
        state = finish_turn(build(table.state(), "blue_01", "blue 3", (1, 2), "top right bottom left"))
        money.append(int(state.seats[0].money))
    assert money[0] - money[1] == 5


def test_a_yield_tile_drawn_pays_nothing() -> None:
    everything = [f"yield_tile.{i}" for i in range(1, 9)]
    state = Table(overrides=without(*everything)).dice("orange 1 2 3 4 5 6").state()
    before = int(state.seats[0].money), int(state.seats[0].fame), int(state.seats[0].karma)
    dancer = int(state.rules.record.chamber_dice[terms.CHAMBER.dancer])
    after = choose(play_space(state, "dancer", f"give up orange die {dancer}"), "take a blue die", "take a blue die")
    assert (int(after.seats[0].money), int(after.seats[0].fame), int(after.seats[0].karma)) == before
    assert after.yield_tiles_drawn == 1


def test_a_yield_tile_is_not_offered_in_the_navaratnas_version() -> None:
    rules = rules_for(2, variant="navaratnas")
    tiles = [name for name in rules.things if name.startswith("yield_tile")]
    for things, n in (((), 1 + len(tiles)), (("yield_tile",), 0)):
        state = Table(variant="navaratnas", overrides=without(*things)).dice("orange 1 2 3 4 5 6").state()
        dancer = int(state.rules.record.chamber_dice[terms.CHAMBER.dancer])
        after = play_space(state, "dancer", f"give up orange die {dancer}", "take a blue die", "take a blue die")
        assert (after.decision == "take_yield_tile") == (n > 0)


def test_yields_of_both_boards_have_numbers_of_their_own() -> None:
    rules = rules_for(2, without("special_yield.navaratnas_2"), variant="mixed")
    assert int(rules.record.restricted[0].special_yield) == 1 << (MAX_YIELDS + 1)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"restrict.seat_1": ["chamber.yoghi"]}, "nothing in play is called 'chamber.yoghi'; did you mean 'chamber.yogi'"),
        ({"restrict.seat_1": ["harbour"]}, "nothing in play is called 'harbour'"),
        ({"restrict.seat_3": ["chamber.yogi"]}, "restrict.seat_3: there are 2 players"),
        ({"restrict.seat_9": ["chamber.yogi"]}, "unknown path 'restrict.seat_9'; nearest: restrict.seat_"),
        ({"restrict.seat_1": "chamber.yogi"}, "restrict.seat_1: "),
        ({"restrict.seat_1": [1]}, "restrict.seat_1"),
    ],
)
def test_wrong_names_are_refused_in_a_sentence(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        rules_for(2, overrides)


def test_a_name_may_be_the_beginning_or_have_a_star() -> None:
    rules = rules_for(2, without("chamber", "tile.green_*", "space.terrace_blue"))
    restricted = rules.record.restricted[0]
    assert restricted.chamber == (1 << terms.N_OF.chambers) - 1
    assert bin(int(restricted.tile)).count("1") == 16
    assert bin(int(restricted.space)).count("1") == 1
    assert rules.record.restricted[1].chamber == 0


def test_the_last_bit_of_a_group_can_be_set() -> None:
    rules = rules_for(2, without("tile"))
    assert rules.record.restricted[0].tile == -1


def test_restrictions_are_part_of_what_determines_a_game() -> None:
    rules = rules_for(2, without("chamber.yogi"))
    assert rules.digest() != rules_for(2).digest()
    assert {row["path"]: row["value"] for row in rules.rows() if row["provenance"] == "override"} == {
        "restrict.seat_1.1": "chamber.yogi"
    }


def test_a_boat_sails_over_a_space_that_pays_nothing() -> None:
    state = Table(overrides=river(_2={"money": 3}) | without("river.1")).dice("orange 2").seat(money=0).state()
    assert play_space(state, "harbour", "give up orange die 2", "advance 2").seats[0].money == 3
