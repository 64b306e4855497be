"""Groups of advanced players and beginners (rulebook: For mixed player groups)."""

from __future__ import annotations

from typing import Any

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges import new_game
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import back, back_rules, colours_open, laid, lying_open, on_slots, paid
from tests.ganges.positions import YIELDS, Table, choose, finish_turn, n_dice, play_space, river, spaces, texts, tile

ADVANCED, BEGINNER = 0, 1
BOARDS = ("navaratnas", "basic")
NINE = "orange 1 1 2, green 3 3 4, blue 5 5 5"


def mixed(overrides: dict[str, Any] | None = None, boards: tuple[str, ...] = BOARDS) -> Table:
    """A table of one advanced player, seat 0, and one beginner, seat 1."""
    return back(len(boards), YIELDS | (overrides or {}), variant="mixed", boards=boards)


# --- the boards


@pytest.mark.parametrize(
    "boards",
    [("navaratnas", "basic"), ("basic", "navaratnas"), ("basic", "navaratnas", "navaratnas"), ("navaratnas", "basic") * 2],
)
def test_advanced_players_use_the_back_of_their_boards_and_beginners_the_front(boards: tuple[str, ...]) -> None:
    state = new_game(back_rules(len(boards), "mixed"), 3, boards)
    assert [terms.BOARDS[seat.board] for seat in state.seats] == list(boards)


def test_the_advanced_player_stores_eight_dice_and_the_beginner_ten() -> None:
    table = mixed().dice("orange 1 1 2, green 3 3 4, blue 5 5", ADVANCED).dice(NINE, BEGINNER)
    assert play_space(table.state(), "terrace_purple").decision == "give_back_die"
    after = play_space(table.to_move(BEGINNER).state(), "terrace_purple")
    assert (n_dice(after, seat=BEGINNER), after.decision) == (10, "place")
    full = mixed().dice(NINE + " 5", BEGINNER).to_move(BEGINNER)
    assert play_space(full.state(), "terrace_purple").decision == "give_back_die"


def building(seat: int) -> State:
    """The position in which a seat lays blue_01, a straight."""
    table = mixed(tile("blue_01", 1, "straight") | {"quarry.prices": [0, 0]}).opened("blue_01")
    table.dice("blue 6", seat).seat(seat, karma=0, money=0).to_move(seat)
    return play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6")


def test_the_advanced_player_earns_the_minor_yields_of_the_back() -> None:
    assert paid(building(ADVANCED), laid(1, 2, "right left")) == [("fame", 1, "special_yield")]
    assert paid(building(ADVANCED), laid(1, 4, "right left")) == [("money", 2, "special_yield")]


def test_the_beginner_earns_the_yields_of_the_basic_side() -> None:
    assert paid(building(BEGINNER), laid(1, 2, "right left")) == [("money", 5, "special_yield")]
    assert paid(building(BEGINNER), laid(1, 4, "right left")) == [("karma", 2, "special_yield")]


# --- workers


@pytest.mark.parametrize("seat", [ADVANCED, BEGINNER])
def test_up_to_five_workers_whatever_the_board(seat: int) -> None:
    table = mixed().seat(seat, money=18, workers=4, inactive=[0, 1, 1], next_money_bonus=1).to_move(seat)
    after = finish_turn(play_space(table.state(), "outer_terrace"))
    assert (after.seats[seat].workers, after.seats[seat].inactive.tolist()) == (5, [0, 0, 0])


def test_no_yield_tiles_for_missing_workers() -> None:
    table = mixed({"palace.outer_terraces": 8, "tracks.money.bonus": {}}).seat(BEGINNER, workers=5, inactive=[0, 0, 0])
    state, seats = table.state(), []
    while state.round_number == 1:
        seats.append(int(state.seat_to_move))
        free = next(n for n in ("outer_terrace", *(f"terrace_{c}" for c in terms.COLOURS)) if n in spaces(state))
        state = play_space(state, free)
        while state.round_number == 1 and state.decision != "place":
            assert state.decision in ("reroll", "take_die")
            state = state.play(state.options[-1])
    assert seats == [0, 1, 0, 1, 0, 1, 1, 1]
    assert not on_slots(state)


# --- yield tiles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_white_yield_tiles_are_in_the_game(players: int) -> None:
    state = new_game(back_rules(players, "mixed"), 3)
    assert colours_open(state) == {"white": 8, "yellow": 0, "red": 0, "brown": 0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_places_a_yield_tile_at_the_beginning(players: int) -> None:
    for seed in range(10):
        state = new_game(back_rules(players, "mixed"), seed)
        assert (state.round_number, state.stage, state.decision) == (1, 1, "place")
        assert not [each for seat in range(players) for each in on_slots(state, seat)]


@pytest.mark.parametrize("seat", [ADVANCED, BEGINNER])
def test_the_dancer_draws_a_white_tile_to_use_immediately(seat: int) -> None:
    table = mixed({"yield_tiles.white": [{"money": 3}] * 8}).dice("green 2", seat).seat(seat, money=0, karma=0).to_move(seat)
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    assert (state.seats[seat].money, n_dice(state, "blue", seat), state.decision) == (3, 2, "place")
    assert not on_slots(state, seat)
    assert len(lying_open(state)) == 7


def test_the_white_tiles_of_both_come_from_one_pile_that_is_mixed_again_when_empty() -> None:
    table = mixed().dice("green 2").seat(karma=0)
    one_left = table.set(yield_tiles_left=1 << 3, yield_tiles_drawn=7).state()
    state = finish_turn(play_space(one_left, "dancer", "give up green die 2"))
    assert state.yield_tiles_left == 0
    none_left = table.set(yield_tiles_left=0, yield_tiles_drawn=8).to_move(BEGINNER).dice("green 2", BEGINNER).state()
    after = finish_turn(play_space(none_left, "dancer", "give up green die 2"))
    assert len(lying_open(after)) == 7
    assert colours_open(after)["white"] == 7


def test_the_dancer_of_the_river_draws_a_white_tile_too() -> None:
    overrides = river(_1={"palace_action": 1}) | {"yield_tiles.white": [{"money": 3}] * 8}
    table = mixed(overrides).dice("green 1").seat(money=0, karma=0)
    state = play_space(table.state(), "harbour", "give up green die 1", "advance 1", "palace action: Dancer")
    assert choose(state, "take a blue die", "take a blue die").seats[ADVANCED].money == 3


def test_advanced_players_never_choose_a_yield_tile() -> None:
    table = mixed().dice("green 2").seat(karma=0)
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    assert not [text for text in texts(state) if "yield tile" in text]


# --- everything else is the basic game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_is_that_of_the_basic_game(players: int) -> None:
    mixed_start, basic_start = (new_game(back_rules(players, variant), 5) for variant in ("mixed", "base"))
    for field in ("money", "fame", "karma", "river", "workers", "inactive", "dice", "levels"):
        assert mixed_start.record.seats[field].tolist() == basic_start.record.seats[field].tolist()
    assert mixed_start.open_tiles.tolist() == basic_start.open_tiles.tolist()


def test_the_base_game_knows_no_choice_of_boards() -> None:
    state = Table(2).state()
    assert [terms.BOARDS[seat.board] for seat in state.seats] == ["basic", "basic"]
