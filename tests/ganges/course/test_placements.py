"""Which spaces are open: in every position of whole games, against a slow twin written from the rulebook."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.views import RecordView
from rajas_sim.ganges.rulebook import terms
from tests.every_game.drawn_games import SEEDS, tried
from tests.every_game.walking import walk
from tests.ganges.positions import rules_for

GAMES = {"players": st.integers(2, 4), "seed": SEEDS, "choices": SEEDS}


def dice_in_hand(seat: RecordView) -> list[tuple[int, ...]]:
    return [(c, v + 1) for c in range(4) for v in range(6) for _ in range(int(seat.dice[c, v]))]


def best_payment(values: list[int], karma: int) -> int:
    """The most that dice of one colour can pay, turning up to `karma` of them over."""
    gains = sorted((max(0, 7 - 2 * value) for value in values), reverse=True)
    return sum(values) + sum(gains[:karma])


def turned(roads: int, quarter_turns: int) -> int:
    return sum(1 << (side + quarter_turns) % 4 for side in range(4) if roads >> side & 1)


def connected(roads: list[int]) -> set[int]:
    reached, waiting = {2}, [2]
    while waiting:
        cell = waiting.pop()
        row, column = divmod(cell, 5)
        for side, back, (r, c) in (
            (1, 4, (row - 1, column)),
            (2, 8, (row, column + 1)),
            (4, 1, (row + 1, column)),
            (8, 2, (row, column - 1)),
        ):
            there = 5 * r + c
            if 0 <= r < 4 and 0 <= c < 5 and there not in reached and roads[cell] & side and roads[there] & back:
                reached.add(there)
                waiting.append(there)
    return reached


def has_road_end(seat: RecordView) -> bool:
    """Whether some empty cell has a road leading to it."""
    roads = [int(r) for r in seat.roads]
    for cell in set(range(20)) - {0, 4, terms.RESIDENCE, terms.DEAD_END}:
        if seat.tiles[cell] < 0:
            with_crossroad = [15 if i == cell else r for i, r in enumerate(roads)]
            if cell in connected(with_crossroad):
                return True
    return False


def can_build(state: State, seat: RecordView) -> bool:
    faces = [state.rules.record.tiles[tile] for tile in state.open_tiles if tile >= 0]
    payable = any(
        best_payment([v for c, v in dice_in_hand(seat) if c == face.colour], int(seat.karma)) >= face.cost for face in faces
    )
    return payable and has_road_end(seat)


def can_cover_with(state: State, seat: RecordView, dice: list[tuple[int, ...]], karma: int) -> bool:
    """Whether some tile can be covered with these dice and this karma left."""
    record = state.rules.record
    mine = [cell for cell in range(20) if seat.tiles[cell] >= 0]
    for cell in mine:
        if seat.covered[cell]:
            continue
        for tile in state.open_tiles:
            if tile < 0:
                continue
            face = record.tiles[tile]
            difference = int(face.cost) - int(record.tiles[seat.tiles[cell]].cost)
            if difference <= 0 or best_payment([v for c, v in dice if c == face.colour], karma) < difference:
                continue
            for turns in range(4):
                roads = [int(r) for r in seat.roads]
                roads[cell] = turned(int(face.roads), turns)
                if set(mine) <= connected(roads):
                    return True
    return False


def unoccupied_ahead(state: State, seat_number: int) -> list[int]:
    """Every space on which the boat could stop, nearest first."""
    boats = {int(s.river) for i, s in enumerate(state.seats) if i != seat_number}
    boat = int(state.seats[seat_number].river)
    return [space for space in range(boat + 1, 31) if space == 30 or space not in boats]


def open_spaces(state: State) -> set[int]:  # noqa: C901 - the rules of all spaces, one after the other
    """Return the numbers of all spaces that the rules open to the seat to move, rows by their leftmost free space."""
    number = int(state.seat_to_move)
    seat, record = state.seats[number], state.rules.record
    dice, karma = dice_in_hand(seat), int(seat.karma)
    shown = {v for _, v in dice} | ({7 - v for _, v in dice} if karma else set())
    opened = set()

    def leftmost(first: int, n: int) -> int | None:
        return next((first + i for i in range(int(n)) if state.spaces[first + i] == 0), None)

    quarry = leftmost(terms.FIRST_SPACE.quarry, record.n_quarry)
    if quarry is not None and record.quarry_prices[quarry - terms.FIRST_SPACE.quarry] <= seat.money and can_build(state, seat):
        opened.add(quarry)
    is_limited = state.rules.players > 2
    mine = [space for space in range(terms.N_OF.spaces) if state.spaces[space] == number + 1]
    assorted = leftmost(terms.FIRST_SPACE.assorted, record.n_assorted)
    used_assorted = any(terms.FIRST_SPACE.assorted <= space < terms.FIRST_SPACE.one_kind for space in mine)
    if assorted is not None and not (is_limited and used_assorted):
        opened.add(assorted)
    used_one_kind = any(terms.FIRST_SPACE.one_kind <= space < terms.FIRST_SPACE.outer_terrace for space in mine)
    if dice and not (is_limited and used_one_kind and state.rules.readings["one_kind_market"] == "one_a_round"):
        opened |= {terms.FIRST_SPACE.one_kind + good for good in range(3) if state.spaces[terms.FIRST_SPACE.one_kind + good] == 0}
    outer = leftmost(terms.FIRST_SPACE.outer_terrace, record.n_outer_terraces)
    opened |= {outer} if outer is not None else set()
    for colour in range(4):
        if state.spaces[terms.FIRST_SPACE.terrace + colour] == 0:
            opened.add(terms.FIRST_SPACE.terrace + colour)
        if state.spaces[terms.FIRST_SPACE.balcony + colour] == 0 and any(c == colour for c, _ in dice):
            opened.add(terms.FIRST_SPACE.balcony + colour)
    ahead = unoccupied_ahead(state, number)
    for chamber in range(6):
        space, value = terms.FIRST_SPACE.chamber + chamber, chamber + 1
        if state.spaces[space] or value not in shown:
            continue
        name = terms.CHAMBERS[chamber]
        if name == "portuguese" and (seat.river > 24 or len(ahead) < 6):
            continue
        if name == "master_builder":
            possible = False
            for i, (_, v) in enumerate(dice):
                rest = dice[:i] + dice[i + 1 :]
                possible |= v == value and can_cover_with(state, seat, rest, karma)
                possible |= v == 7 - value and karma > 0 and can_cover_with(state, seat, rest, karma - 1)
            if not possible:
                continue
        opened.add(space)
    harbour = leftmost(terms.FIRST_SPACE.harbour, record.n_harbour)
    if (
        harbour is not None
        and record.harbour_prices[harbour - terms.FIRST_SPACE.harbour] <= seat.money
        and ahead
        and shown & {1, 2, 3}
    ):
        opened.add(harbour)
    return opened | ({terms.PASS} if state.rules.readings["passing"] == "allowed" else set())


@tried(
    5,
    one_kind=st.sampled_from(terms.READINGS["one_kind_market"]),
    passing=st.sampled_from(terms.READINGS["passing"]),
    **GAMES,
)
def test_exactly_the_spaces_the_rules_open_are_offered(
    players: int, one_kind: str, passing: str, seed: int, choices: int
) -> None:
    rules = rules_for(players, {"readings.one_kind_market": one_kind, "readings.passing": passing})
    for step in walk(rules, seed, choices):
        state = step.after
        if state.decision == "place":
            assert state.seats[state.seat_to_move].placed < state.seats[state.seat_to_move].workers
            assert set(state.option_codes) == open_spaces(state)


@tried(12, **GAMES)
def test_nobody_is_passed_over_who_could_place(players: int, seed: int, choices: int) -> None:
    for step in walk(rules_for(players), seed, choices):
        before, after = step.before, step.after
        if before is None or after.decision != "place" or after.round_number != before.round_number:
            continue
        if after.seat_to_move == before.seat_to_move and after.stage == before.stage:
            continue
        seat = (int(before.seat_to_move) + 1) % players
        while seat != after.seat_to_move:
            array = after.array.copy()
            array[0].seat_to_move = seat
            other = type(after)(after.rules, array)
            assert other.seats[seat].placed == other.seats[seat].workers or not open_spaces(other)
            seat = (seat + 1) % players


@tried(12, **GAMES)
def test_boats_stop_only_where_dice_and_bonuses_take_them(players: int, seed: int, choices: int) -> None:
    for step in walk(rules_for(players), seed, choices):
        before = step.before
        if before is None or before.decision not in ("sail", "move_boat"):
            continue
        ahead = unoccupied_ahead(before, int(before.seat_to_move))
        reach = 1
        if before.decision == "sail":
            reach = len(before.option_codes)
            assert before.option_codes == tuple(range(1, reach + 1))
            assert reach == min(3, int(before.tasks[before.n_tasks - 1].amount), len(ahead))
        moved = next((e for e in step.events if e.what == terms.EVENT.river), None)
        if moved is None:
            assert (before.decision, step.code) == ("move_boat", terms.STAY)
        else:
            steps = step.code if before.decision == "sail" else reach
            assert moved.after == ahead[steps - 1]


def payable_by_some_set(values: list[int], cost: int, karma: int) -> bool:
    """Whether some set of dice pays the cost, tried one by one: the twin of `best_payment`."""
    for n in range(1, len(values) + 1):
        for chosen in combinations(values, n):
            for turned in range(min(karma, n) + 1):
                for over in combinations(range(n), turned):
                    if sum(7 - v if i in over else v for i, v in enumerate(chosen)) >= cost:
                        return True
    return False


@settings(deadline=None)
@given(st.lists(st.integers(1, 6), max_size=5), st.integers(1, 30), st.integers(0, 3))
def test_the_best_payment_of_this_file_is_the_best(values: list[int], cost: int, karma: int) -> None:
    assert (bool(values) and best_payment(values, karma) >= cost) == payable_by_some_set(values, cost, karma)
