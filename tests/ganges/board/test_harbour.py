"""River action at the harbour (rulebook: River action)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import RIVER_SPACES, Table, choose, finish_turn, hand, play_space, river, spaces, texts

PRICES = {"harbour.prices": [0, 1, 2]}


def harbour(dice: str, overrides: dict[str, dict[str, dict[str, int]]] | None = None, players: int = 2, **fields: Any) -> Table:
    table = Table(players, river() | PRICES | (overrides or {})).dice(dice).seat(karma=0, money=5)
    return table.seat(**fields)


def test_the_first_worker_at_the_harbour_pays_nothing_and_later_ones_1_or_2() -> None:
    table = harbour("blue 1")
    for i, price in enumerate([0, 1, 2]):
        after = play_space(table.state(), f"harbour_{i + 1}")
        assert after.seats[0].money == 5 - price
        table.workers_on(**{f"harbour_{i + 1}": 1})
    assert "harbour" not in spaces(table.state())


def test_who_cannot_pay_the_harbour_cannot_use_it() -> None:
    table = harbour("blue 1").workers_on(harbour_1=1, harbour_2=1)
    assert "harbour" not in spaces(table.seat(money=1).state())
    assert "harbour" in spaces(table.seat(money=2).state())


def test_only_a_1_2_or_3_can_be_given_up() -> None:
    assert "harbour" not in spaces(harbour("blue 4 5 6, green 4").state())
    state = play_space(harbour("blue 1 4, green 2, purple 3 6").state(), "harbour")
    assert texts(state) == ["give up green die 2", "give up blue die 1", "give up purple die 3"]


def test_karma_makes_a_4_5_or_6_a_3_2_or_1() -> None:
    state = play_space(harbour("blue 4 5 6", karma=1).state(), "harbour")
    assert texts(state) == ["give up blue die 4 turned to 3", "give up blue die 5 turned to 2", "give up blue die 6 turned to 1"]
    after = choose(state, "give up blue die 5 turned to 2")
    assert texts(after) == ["advance 1 on the river", "advance 2 on the river"]
    assert after.seats[0].karma == 0


@pytest.mark.parametrize(("die", "steps"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3])])
def test_a_1_advances_exactly_one_space_a_2_up_to_two_a_3_up_to_three(die: int, steps: list[int]) -> None:
    state = play_space(harbour(f"blue {die}").state(), "harbour", f"give up blue die {die}")
    assert texts(state) == [f"advance {n} on the river" for n in steps]


def test_leila_skips_the_occupied_space_and_earns_an_upgrade() -> None:
    table = harbour("green 2", river(_7={"upgrade": 1}), levels=[0, 0, 0, 1], river=4).seat(1, river=6)
    table.workers_on(harbour_1=1)
    state = play_space(table.state(), "harbour", "give up green die 2", "advance 2")
    assert (state.seats[0].river, state.seats[0].money) == (7, 4)
    assert choose(state, "upgrade mill").seats[0].levels.tolist() == [0, 0, 0, 2]


def test_a_skipped_boat_does_not_take_a_step() -> None:
    state = play_space(harbour("green 1", river=4).seat(1, river=5).state(), "harbour", "give up green die 1", "advance 1")
    assert state.seats[0].river == 6


def test_several_boats_in_a_row_are_skipped() -> None:
    table = harbour("green 1", players=4, river=4).seat(1, river=5).seat(2, river=6).seat(3, river=7)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1")
    assert state.seats[0].river == 8


def test_all_boats_may_rest_on_the_starting_space_and_on_the_final_space() -> None:
    table = harbour("green 3", river=RIVER_SPACES - 1).seat(1, river=RIVER_SPACES)
    state = play_space(table.state(), "harbour", "give up green die 3")
    assert texts(state) == ["advance 1 on the river"]
    assert choose(state, "advance 1").seats[0].river == RIVER_SPACES


def test_skipping_a_boat_can_lead_to_the_final_space() -> None:
    table = harbour("green 2", river=RIVER_SPACES - 3).seat(1, river=RIVER_SPACES - 1)
    state = play_space(table.state(), "harbour", "give up green die 2", "advance 2")
    assert state.seats[0].river == RIVER_SPACES


def test_on_the_final_space_the_river_action_is_over() -> None:
    assert "harbour" not in spaces(harbour("green 1 2 3", river=RIVER_SPACES).state())


def test_the_earnings_of_the_space_where_the_boat_stops_are_received_at_once() -> None:
    table = harbour("green 3", river(_1={"money": 1}, _2={"money": 2}, _3={"money": 4}))
    after = play_space(table.state(), "harbour", "give up green die 3", "advance 3")
    assert after.seats[0].money == 5 + 4


def test_spaces_passed_on_the_way_pay_nothing() -> None:
    table = harbour("green 3", river(_1={"money": 1}, _2={"money": 2}, _3={"fame": 1}))
    after = play_space(table.state(), "harbour", "give up green die 3", "advance 3")
    assert (after.seats[0].money, after.seats[0].fame) == (5, 1)


def test_the_die_goes_back_to_the_supply() -> None:
    before = harbour("green 3").state()
    after = play_space(before, "harbour", "give up green die 3", "advance 1")
    assert hand(after) == ""
    assert after.supply[terms.COLOUR.green] == before.supply[terms.COLOUR.green] + 1


def test_the_harbour_is_filled_from_the_left() -> None:
    state = finish_turn(play_space(harbour("green 1").dice("blue 1", 1).state(), "harbour"))
    assert state.spaces[terms.SPACES.index("harbour_1")] == 1
    state = finish_turn(play_space(state, "harbour"))
    assert state.spaces[terms.SPACES.index("harbour_2")] == 2
