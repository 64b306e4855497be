"""Set-up (rulebook: Set-up)."""

from __future__ import annotations

import pytest

from rajas_sim import ganges
from rajas_sim.core.positions.views import RecordView
from rajas_sim.ganges import new_game
from rajas_sim.ganges.course.setup import starting_roller
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import cell_of, in_supply, n_dice, open_tiles, rules_for, spaces

PLAYER_COUNTS = (2, 3, 4)


@pytest.fixture(params=PLAYER_COUNTS)
def players(request: pytest.FixtureRequest) -> int:
    return request.param


def total_of_dice(seat: RecordView) -> int:
    return sum(int(seat.dice[c, v]) * (v + 1) for c in range(terms.N_OF.colours) for v in range(terms.N_OF.faces))


def test_every_player_takes_one_die_of_each_colour(players: int) -> None:
    state = new_game(rules_for(players), 5)
    for seat in range(players):
        assert [n_dice(state, colour, seat) for colour in terms.COLOURS] == [1, 1, 1, 1]


def test_all_other_dice_lie_in_the_general_supply(players: int) -> None:
    state = new_game(rules_for(players), 5)
    assert [in_supply(state, colour) for colour in terms.COLOURS] == [12 - players] * 4


@pytest.mark.parametrize("seed", range(25))
def test_whoever_rolled_the_lowest_total_starts(players: int, seed: int) -> None:
    state = new_game(rules_for(players), seed)
    totals = [total_of_dice(seat) for seat in state.seats]
    assert totals[state.start_player] == min(totals)
    assert state.seat_to_move == state.start_player


@pytest.mark.slow
def test_any_of_those_tied_for_the_lowest_total_may_start() -> None:
    rules = rules_for(2)
    tied = [seed for seed in range(1500) if len({total_of_dice(s) for s in new_game(rules, seed).seats}) == 1]
    assert {starting_roller(rules.record, seed) for seed in tied} == {0, 1}


def test_money_starts_at_3_and_rises_by_1_in_turn_order(players: int) -> None:
    state = new_game(rules_for(players), 5)
    order = [(state.start_player + i) % players for i in range(players)]
    assert [state.seats[seat].money for seat in order] == [3, 4, 5, 6][:players]


def test_markers_boats_and_cubes_start_where_the_rules_put_them(players: int) -> None:
    state = new_game(rules_for(players), 5)
    for seat in state.seats:
        assert (seat.fame, seat.karma, seat.river) == (0, 1, 0)
        assert seat.levels.tolist() == [0, 0, 0, 0]


def test_three_workers_are_active_and_three_wait_on_fame_15_money_20_and_the_bridge(players: int) -> None:
    state = new_game(rules_for(players), 5)
    for seat in state.seats:
        assert (seat.workers, seat.placed) == (3, 0)
        assert seat.inactive.tolist() == [1, 1, 1]
    assert state.rules.record.worker_at[terms.WORKER_SOURCE.fame] == 15
    assert state.rules.record.worker_at[terms.WORKER_SOURCE.money] == 20


def test_the_log_of_the_set_up_has_no_line_for_a_start_with_nothing() -> None:
    overrides = {"setup.money": [0, 4, 5, 6], "setup.karma": 0}
    rules = rules_for(2, overrides)
    _, log = ganges.State.new_game_logged(rules, 1, rules.boards([None, None]))
    noted = [(terms.EVENTS[e.what], int(e.change)) for e in log if terms.EVENTS[e.what] in ("money", "karma")]
    assert noted == [("money", 4)]


def test_the_bonus_marker_starts_on_money_12_with_the_river_side_up(players: int) -> None:
    state = new_game(rules_for(players), 5)
    first = state.rules.record.money_bonuses[state.seats[0].next_money_bonus]
    assert first.space == 12
    assert terms.EARNINGS[first.earnings[0].kind] == "boat"


def test_the_tracks_carry_the_printed_bonuses() -> None:
    tracks = rules_for(2).values.tracks
    assert {space: earns.root for space, earns in tracks.fame.bonus.items()} == {
        "5": {"upgrade": 1},
        "24": {"karma": 2},
        "31": {"boat": 1},
    }
    assert {space: earns.root for space, earns in tracks.money.bonus.items()} == {
        "12": {"boat": 1},
        "33": {"dice": 2},
        "44": {"boat": 1},
        "55": {"dice": 2},
    }


def test_64_tiles_lie_in_12_stacks_of_which_only_the_top_tile_is_open(players: int) -> None:
    state = new_game(rules_for(players), 5)
    rules = state.rules.record
    assert len(open_tiles(state)) == 12
    assert sum(int(hidden).bit_count() for hidden in state.hidden_tiles) == 64 - 12
    for stack in range(terms.N_OF.stacks):
        face = rules.tiles[state.open_tiles[stack]]
        assert face.stack == stack
        assert face.colour == stack // 3
    for colour in range(terms.N_OF.colours):
        assert rules.stack_sizes[3 * colour : 3 * colour + 3].sum() == 16


def test_stacks_are_mixed_anew_for_every_game() -> None:
    rules = rules_for(2)
    assert len({tuple(new_game(rules, seed).open_tiles.tolist()) for seed in range(30)}) > 20


def test_eight_white_yield_tiles_lie_face_down(players: int) -> None:
    state = new_game(rules_for(players), 5)
    assert int(state.yield_tiles_left).bit_count() == 8
    kinds = {(terms.EARNINGS[tile.kind], int(tile.amount)) for tile in state.rules.record.yield_tiles[:8]["earnings"][:, 0]}
    assert kinds == {("dice", 1), ("money", 3), ("upgrade", 1), ("karma", 1)}


def test_the_residence_lies_top_middle_with_roads_to_three_sides() -> None:
    seat = new_game(rules_for(2), 5).seats[0]
    assert cell_of(1, 3) == terms.RESIDENCE
    assert seat.roads[cell_of(1, 3)] == 2 + 4 + 8
    assert (seat.tiles == -1).all()
    assert seat.roads.sum() == 14


def test_the_two_player_side_has_one_assorted_goods_space_the_other_side_two() -> None:
    assert [rules_for(n).record.n_assorted for n in PLAYER_COUNTS] == [1, 2, 2]


def test_three_players_cover_the_leftmost_1_of_the_quarry() -> None:
    full, covered = ([*rules_for(n).values.quarry.prices] for n in (4, 3))
    full.remove(1)
    assert covered == full


def test_three_players_cover_the_rightmost_1_of_the_harbour() -> None:
    full, covered = ([*rules_for(n).values.harbour.prices] for n in (4, 3))
    del full[len(full) - 1 - full[::-1].index(1)]
    assert covered == full


def test_quarry_prices_rise_from_1_to_4_and_the_first_harbour_space_is_free(players: int) -> None:
    values = rules_for(players).values
    assert (values.quarry.prices[0], values.quarry.prices[-1]) == (1, 4)
    assert values.quarry.prices == sorted(values.quarry.prices)
    assert values.harbour.prices[0] == 0
    assert set(values.harbour.prices[1:]) == {1, 2}


def test_the_first_round_opens_with_a_placement(players: int) -> None:
    state = new_game(rules_for(players), 5)
    assert (state.round_number, state.stage, state.decision) == (1, 1, "place")
    assert not state.spaces.any()
    assert {"outer_terrace", "terrace_orange", "terrace_green", "terrace_blue", "terrace_purple"} <= spaces(state)


def test_the_same_seed_gives_the_same_game(players: int) -> None:
    assert new_game(rules_for(players), 9) == new_game(rules_for(players), 9)
    assert new_game(rules_for(players), 9) != new_game(rules_for(players), 10)
