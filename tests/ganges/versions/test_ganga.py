"""The Ganga module: where river tiles come to lie (rulebook: Modify river spaces using river tiles)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rajas_sim.core.games import box_label
from rajas_sim.core.positions.state import State
from rajas_sim.ganges import new_game
from rajas_sim.ganges.rulebook import terms
from tests.ganges.chance import p_of_equally_likely, p_of_independent
from tests.ganges.positions import RIVER_SPACES, Table, choose, finish_turn, hand, play_space, river, tile
from tests.ganges.river_tiles import TILES, ganga_rules, only_tile, stopping

GAMES = [(variant, players) for variant in box_label("ganges").variants for players in box_label("ganges").player_counts]
N_TILES = len(TILES)
HIGHEST_ROLL = 6


def laid(state: State) -> dict[int, int]:
    """The number of the river tile on each space that has one."""
    return {space: int(taken) - 1 for space, taken in enumerate(state.river_tiles) if taken > 0}


N_SEEDS = 600


@lru_cache(maxsize=1)
def many_starts() -> list[tuple[dict[int, int], list[int]]]:
    """Where the tiles lie in many games, and the first player's four dice (value - 1)."""
    starts = [new_game(ganga_rules(), seed) for seed in range(N_SEEDS)]
    return [(laid(state), state.seats[0].dice.argmax(axis=1).tolist()) for state in starts]


# --- counting spaces by rolls


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_tiles_lie_as_many_spaces_apart_as_a_die_shows_beginning_with_the_first_space(variant: str, players: int) -> None:
    for seed in range(20):
        places = sorted(laid(new_game(ganga_rules(variant, players), seed)))
        assert all(1 <= there - before <= HIGHEST_ROLL for before, there in zip([0, *places], places, strict=False))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_at_most_eight_tiles_lie_on_the_river_and_each_only_once(variant: str, players: int) -> None:
    for seed in range(20):
        numbers = list(laid(new_game(ganga_rules(variant, players), seed)).values())
        assert 1 <= len(numbers) <= N_TILES
        assert len(set(numbers)) == len(numbers)
        assert set(numbers) <= set(range(N_TILES))


def test_the_final_space_is_never_covered() -> None:
    for places, _ in many_starts():
        assert max(places) < RIVER_SPACES


def test_a_space_right_before_the_final_one_may_be_covered() -> None:
    assert any(RIVER_SPACES - 1 in places for places, _ in many_starts())


def test_tiles_are_placed_until_they_or_the_river_run_out() -> None:
    for places, _ in many_starts():
        assert len(places) == N_TILES or max(places) >= RIVER_SPACES - HIGHEST_ROLL
    assert {len(places) == N_TILES for places, _ in many_starts()} == {False, True}


def test_fewer_tiles_cover_fewer_spaces() -> None:
    rules = ganga_rules(overrides={"ganga.tiles": [{"sail": 3}, {"yogi": 1}]})
    for seed in range(20):
        assert sorted(laid(new_game(rules, seed)).values()) == [0, 1]


def test_what_a_short_river_has_no_space_for_stays_in_the_box() -> None:
    short = {"river": {str(space): {"karma": 1} for space in range(1, 4)}, "workers.bridge": 1}
    rules = ganga_rules(overrides=short)
    places = [set(laid(new_game(rules, seed))) for seed in range(60)]
    assert set().union(*places) == {1, 2}
    assert set() in places  # a first roll of 3 or more leads to the final space or beyond


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_without_the_module_there_are_no_river_tiles(variant: str, players: int) -> None:
    assert not laid(new_game(ganga_rules(variant, players, modules=()), 3))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_river_tiles_stay_where_they_are(variant: str, players: int) -> None:
    state = new_game(ganga_rules(variant, players), 8)
    before = laid(state)
    for _ in range(60):
        state = state.play(state.options[0])
    assert laid(state) == before


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_the_module_changes_nothing_else_about_the_set_up(variant: str, players: int) -> None:
    for seed in range(5):
        with_tiles, without = (new_game(ganga_rules(variant, players, modules=m), seed) for m in (("ganga",), ()))
        assert [hand(with_tiles, seat) for seat in range(players)] == [hand(without, seat) for seat in range(players)]
        assert with_tiles.start_player == without.start_player
        assert with_tiles.open_tiles.tolist() == without.open_tiles.tolist()


# --- chance; a fair draw fails each of these checks for one choice of seeds in 100 000


ALARM = 1e-5


def test_the_first_tile_lies_on_each_of_the_first_six_spaces_equally_often() -> None:
    counts = [0] * HIGHEST_ROLL
    for places, _ in many_starts():
        counts[min(places) - 1] += 1
    assert p_of_equally_likely(counts) > ALARM


def test_the_second_tile_lies_one_to_six_spaces_further_equally_often() -> None:
    counts = [0] * HIGHEST_ROLL
    for places, _ in many_starts():
        first, second, *_ = sorted(places)
        counts[second - first - 1] += 1
    assert p_of_equally_likely(counts) > ALARM


def test_the_second_roll_does_not_depend_on_the_first() -> None:
    table = [[0] * HIGHEST_ROLL for _ in range(HIGHEST_ROLL)]
    for places, _ in many_starts():
        first, second, *_ = sorted(places)
        table[first - 1][second - first - 1] += 1
    assert p_of_independent(table) > ALARM


def test_each_tile_is_drawn_first_equally_often() -> None:
    counts = [0] * N_TILES
    for places, _ in many_starts():
        counts[places[min(places)]] += 1
    assert p_of_equally_likely(counts) > ALARM


def test_the_tile_drawn_first_does_not_depend_on_the_roll() -> None:
    table = [[0] * N_TILES for _ in range(HIGHEST_ROLL)]
    for places, _ in many_starts():
        table[min(places) - 1][places[min(places)]] += 1
    assert p_of_independent(table) > ALARM


@pytest.mark.parametrize("colour", range(terms.N_OF.colours))
def test_the_rolls_for_river_tiles_do_not_depend_on_a_players_dice(colour: int) -> None:
    table = [[0] * terms.N_OF.faces for _ in range(HIGHEST_ROLL)]
    for places, dice in many_starts():
        table[min(places) - 1][dice[colour]] += 1
    assert p_of_independent(table) > ALARM


# --- a river tile replaces what is printed


def test_a_2_puts_the_first_tile_on_the_second_space_and_replaces_the_2_karma_there() -> None:
    overrides = river(_2={"karma": 2}) | {"ganga.tiles": [{"raja_man_singh": 1}] * N_TILES}
    rules = ganga_rules(overrides=overrides)
    seed = next(seed for seed in range(200) if min(laid(new_game(rules, seed))) == 2)
    table = Table(2, overrides, seed, modules=("ganga",)).dice("green 2").seat(karma=0, money=0)
    state = play_space(table.state(), "harbour", "give up green die 2", "advance 2", "upgrade fort")
    assert (state.seats[0].karma, state.seats[0].money) == (0, 3)


def test_spaces_without_a_river_tile_pay_what_is_printed() -> None:
    table = only_tile(1, {"yogi": 1}, river(_1={"money": 9}))
    assert (stopping(table).seats[0].money, stopping(table).seats[0].karma) == (0, 2)
    assert stopping(table.river_tile(1, None)).seats[0].money == 9


def test_a_boat_that_passes_a_river_tile_earns_nothing_from_it() -> None:
    table = only_tile(1, {"yogi": 1}, river(_2={"money": 9})).dice("green 2")
    state = play_space(table.state(), "harbour", "give up green die 2", "advance 2")
    assert (state.seats[0].money, state.seats[0].karma) == (9, 0)


def test_a_boat_moved_by_a_track_bonus_earns_the_river_tile() -> None:
    state = play_space(only_tile(1, {"yogi": 1}).seat(money=10).state(), "outer_terrace")
    assert state.decision == "move_boat"  # money space 12
    assert choose(state, "move the boat").seats[0].karma == 2


def test_a_boat_moved_by_a_yield_tile_earns_the_river_tile() -> None:
    overrides = {"boards.navaratnas.yields.brown_left.slot": "red"} | tile("blue_01", 1, "straight")
    table = only_tile(1, {"yogi": 1}, overrides, "navaratnas").yield_tile("brown_left", "red", {"boat": 1})
    table.opened("blue_01").dice("blue 6").seat(money=9, next_money_bonus=4)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", "row 1, column 2, roads right, left")
    state = choose(state, "move the boat") if state.decision == "move_boat" else state
    assert (state.seats[0].river, state.seats[0].karma) == (1, 2)


def test_the_portuguese_earns_the_river_tile_where_he_stops() -> None:
    table = only_tile(6, {"yogi": 1}).dice("green 6").seat(river=0)
    assert play_space(table.state(), "portuguese", "give up green die 6").seats[0].karma == 2


def test_a_river_tile_stays_for_the_next_boat() -> None:
    table = only_tile(1, {"yogi": 1}).dice("green 1 1", 1).seat(1, karma=0)
    state = finish_turn(stopping(table))
    assert laid(state) == {1: 0}
    later = only_tile(1, {"yogi": 1}).dice("green 1", 1).seat(0, river=7).seat(1, karma=0, river=0).to_move(1)
    assert play_space(later.state(), "harbour", "give up green die 1", "advance 1").seats[1].karma == 2
