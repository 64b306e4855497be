"""Navaratnas version: workers, dice, boards and set-up (rulebook: Navaratnas version)."""

from __future__ import annotations

import pytest

from rajas_sim.core.positions.state import State
from rajas_sim.ganges import new_game
from rajas_sim.ganges.rulebook import terms
from tests.ganges.back_of_board import (
    BROWN,
    BROWN_SLOTS,
    N_SLOTS,
    N_YIELD_TILES,
    back,
    back_rules,
    colours_open,
    laid,
    laying,
    lying_open,
    on_slot,
    on_slots,
    paid,
    with_blue_tile,
)
from tests.ganges.chance import p_of_equally_likely, p_of_independent
from tests.ganges.positions import Table, choose, finish_turn, hand, n_dice, play_space, spaces, texts, tile

PLAYER_COUNTS = (2, 3, 4)


def drawn(state: State) -> str:
    """The brown tile that is to be placed now."""
    return texts(state)[0].removeprefix("lay the ").split(" at ")[0]


# --- six workers


def test_all_three_inactive_workers_can_be_activated() -> None:
    table = back(overrides=tile("blue_01", 1, "straight", ("fort",), silk=2) | {"quarry.prices": [0]})
    table.opened("blue_01").dice("blue 6, green 1").seat(fame=13, money=18, river=20, karma=0, next_money_bonus=1)
    state = play_space(table.state(), "quarry", "take blue tile 1 ", "give up blue die 6", laid(2, 3, "top bottom"))
    assert state.seats[0].workers == 5
    state = play_space(finish_turn(play_space(state, "outer_terrace")), "harbour", "give up green die 1")
    after = choose(state, "advance 1")
    assert after.seats[0].workers == 6
    assert after.seats[0].inactive.tolist() == [0, 0, 0]


def test_with_the_second_extra_worker_none_leaves_the_game() -> None:
    table = back().seat(money=18, workers=4, inactive=[0, 1, 1], next_money_bonus=1)
    after = play_space(table.state(), "outer_terrace")
    assert (after.seats[0].workers, after.seats[0].inactive.tolist()) == (5, [0, 0, 1])


@pytest.mark.parametrize(
    ("inactive", "name", "fragments"),
    [
        ([1, 0, 0], "great_mogul", ("give up green die 1",)),
        ([0, 1, 0], "outer_terrace", ("roll",)),
        ([0, 0, 1], "harbour", ("give up green die 1", "advance 1")),
    ],
)
def test_any_of_the_three_may_be_the_sixth_worker(inactive: list[int], name: str, fragments: tuple[str, ...]) -> None:
    table = back().dice("green 1").seat(fame=13, money=18, river=20, karma=0, workers=5, inactive=inactive, next_money_bonus=1)
    assert play_space(table.state(), name, *fragments).seats[0].workers == 6


def test_six_workers_are_placed_in_one_round() -> None:
    table = back(overrides={"palace.outer_terraces": 8, "tracks.money.bonus": {}})
    for seat in (0, 1):
        table.seat(seat, workers=6, inactive=[0, 0, 0])
    state, n_placed = table.state(), [0, 0]
    while state.round_number == 1:
        n_placed[state.seat_to_move] += 1
        free = next(n for n in ("outer_terrace", *(f"terrace_{c}" for c in terms.COLOURS)) if n in spaces(state))
        state = finish_turn(play_space(state, free))
    assert n_placed == [6, 6]


# --- eight dice


def test_kali_stores_eight_dice() -> None:
    state = play_space(back().dice("orange 1 1 2, green 3 3 4, blue 5").state(), "terrace_blue")
    assert (state.decision, n_dice(state)) == ("place", 8)


def test_before_a_ninth_die_one_takes_fewer_or_gives_one_back() -> None:
    state = play_space(back().dice("orange 1 1 2, green 3 3 4, blue 5 5").state(), "terrace_blue")
    assert state.decision == "give_back_die"
    assert hand(choose(state, "take fewer dice")) == "orange 1 1 2, green 3 3 4, blue 5 5"
    after = choose(state, "give green die 4 back")
    assert (n_dice(after), n_dice(after, "green"), n_dice(after, "blue")) == (8, 2, 3)


def test_everybody_starts_with_one_die_of_each_colour_all_the_same() -> None:
    state = new_game(back_rules(3), 5)
    assert [n_dice(state, colour, seat) for seat in range(3) for colour in terms.COLOURS] == [1] * 12


# --- the back of the province board


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_everybody_plays_on_the_back_of_the_boards(players: int) -> None:
    state = new_game(back_rules(players), 5)
    assert [terms.BOARDS[seat.board] for seat in state.seats] == ["navaratnas"] * players


def test_a_minor_yield_pays_what_is_printed_when_it_is_connected() -> None:
    state = laying(with_blue_tile())
    assert paid(state, laid(1, 2, "right left")) == [("fame", 1, "special_yield")]
    assert paid(state, laid(1, 4, "right left")) == [("money", 2, "special_yield")]
    assert paid(state, laid(2, 3, "top bottom")) == []


# --- the brown tile at the beginning


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_everybody_in_turn_order_places_a_brown_tile_before_the_first_round(players: int) -> None:
    for seed in range(8):
        state = new_game(back_rules(players), seed)
        first = int(state.start_player)
        for i in range(players):
            assert (state.round_number, state.stage, state.decision) == (1, 0, "place_yield_tile")
            assert state.seat_to_move == (first + i) % players
            state = state.play(state.options[i % 2])
        assert (state.round_number, state.stage, state.decision) == (1, 1, "place")
        assert state.seat_to_move == first


def test_one_decides_which_of_the_two_possible_spaces_to_cover() -> None:
    state = new_game(back_rules(2), 5)
    assert texts(state) == [f"lay the {drawn(state)} at {slot}" for slot in BROWN_SLOTS]
    assert drawn(state).startswith("brown yield tile")
    seat = int(state.seat_to_move)
    for option, slot in zip(state.options, ("brown_left", "brown_right"), strict=True):
        after = state.play(option)
        assert on_slots(after, seat) == [on_slot(after, slot, seat)]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_everybody_gets_another_brown_tile_and_all_other_yield_tiles_lie_open(players: int) -> None:
    for seed in range(30):
        state = new_game(back_rules(players), seed)
        while state.stage == 0:
            state = state.play(state.options[0])
        taken = [each for seat in range(players) for each in on_slots(state, seat)]
        assert len(set(taken)) == players
        assert all(each.startswith("brown") for each in taken)
        assert len(lying_open(state)) == N_YIELD_TILES - players
        assert colours_open(state) == {"white": 8, "yellow": 9, "red": 6, "brown": 7 - players}


def test_nothing_is_earned_as_the_brown_tile_is_placed() -> None:
    state = new_game(back_rules(2), 5)
    after = state.play(state.options[0])
    for field in ("money", "fame", "karma", "river"):
        assert after.record.seats[field].tolist() == state.record.seats[field].tolist()


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_gameboard_is_that_of_the_number_of_players(players: int) -> None:
    basic = back_rules(players, "base").values
    for variant in ("navaratnas", "mixed"):
        values = back_rules(players, variant).values
        assert (values.quarry, values.harbour, values.market, values.palace) == (
            *(basic.quarry, basic.harbour, basic.market, basic.palace),
        )


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_rest_of_the_set_up_is_that_of_the_basic_game(players: int) -> None:
    state = new_game(back_rules(players), 5)
    order = [(state.start_player + i) % players for i in range(players)]
    assert [state.seats[seat].money for seat in order] == [3, 4, 5, 6][:players]
    for seat in state.seats:
        assert (seat.workers, seat.karma, seat.fame, seat.river) == (3, 1, 0, 0)
        assert seat.inactive.tolist() == [1, 1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("nth", [0, 1])
def test_which_brown_tile_a_player_draws_is_equally_likely_for_all_seven(nth: int) -> None:
    rules, counts = back_rules(2), dict.fromkeys((f"brown {each}" for each in BROWN), 0)
    for seed in range(700):
        state = new_game(rules, seed)
        for _ in range(nth):
            state = state.play(state.options[0])
        counts[on_slots(state.play(state.options[0]), int(state.seat_to_move))[0]] += 1
    assert p_of_equally_likely(list(counts.values())) > 1e-5  # a fair draw fails for one choice of seeds in 100 000


@pytest.mark.slow
def test_which_brown_tile_is_drawn_does_not_depend_on_the_players_dice() -> None:
    rules, table = back_rules(2), [[0] * len(BROWN) for _ in range(terms.N_OF.faces)]
    names = [f"brown {each}" for each in BROWN]
    for seed in range(700):
        state = new_game(rules, seed)
        seat = int(state.seat_to_move)
        tile_drawn = on_slots(state.play(state.options[0]), seat)[0]
        table[int(state.seats[seat].dice[terms.COLOUR.orange].argmax())][names.index(tile_drawn)] += 1
    assert p_of_independent(table) > 1e-5  # independent draws fail for one choice of seeds in 100 000


# --- slots


def test_yield_tiles_lie_only_on_slots_of_their_colour() -> None:
    rules = back_rules(2)
    colours = [special.slot for special in rules.values.boards.navaratnas.yields.values()]
    for seed in range(10):
        state = new_game(rules, seed)
        while state.stage == 0:
            state = state.play(state.options[-1])
        for seat in state.seats:
            for at, taken in enumerate(seat.slots):
                assert taken == 0 or (at < N_SLOTS and colours[at] == rules.yield_tiles[int(taken) - 1][0])


def test_a_yield_tile_already_placed_is_not_covered_by_another() -> None:
    table = back().dice("green 2").seat(karma=0).yield_tile("brown_left", "brown", {"fame_per_bend": 2})
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    state = choose(state, "take the brown yield tile (1 money per building)")
    assert texts(state) == ["lay the brown yield tile (1 money per building) at row 1, column 4, right"]


def test_with_both_brown_slots_taken_no_brown_tile_is_offered() -> None:
    table = back().dice("green 2").seat(karma=0).yield_tile("brown_left", "brown", {"fame_per_bend": 2})
    table.yield_tile("brown_right", "brown", {"money_per_building": 1})
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    assert not [text for text in texts(state) if "brown" in text]
    assert [text for text in texts(state) if "white" in text]


def test_a_yield_tile_already_placed_is_not_moved() -> None:
    table = back().dice("green 2").seat(karma=0).yield_tile("white_top", "white", {"money": 3})
    state = play_space(table.state(), "dancer", "give up green die 2", "take a blue die", "take a blue die")
    state = choose(state, "take the white yield tile (1 karma)")
    assert texts(state) == ["lay the white yield tile (1 karma) at row 2, column 5, right"]
    after = choose(state, "row 2, column 5, right")
    assert on_slot(after, "white_top") == "white {'money': 3}"


def test_without_the_navaratnas_version_there_are_five_workers_ten_dice_and_no_slots() -> None:
    state = Table().dice("orange 1 1 2, green 3 3 4, blue 5 5").seat(workers=5, inactive=[0, 0, 0]).state()
    after = play_space(state, "terrace_blue")
    assert (n_dice(after), after.decision) == (9, "place")
    assert not on_slots(after)
