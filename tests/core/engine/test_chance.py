"""Chance: published answers, uniform dice and shuffles, and streams that do not disturb each other.

Every chi-square test below has fixed seeds, so it passes or fails for good; a correct generator would fail one of them with the
probability `FALSE_ALARM` when the seeds are chosen anew.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from rajas_sim import ganges, strategy
from rajas_sim.core.engine.chance import below, block_seed, count_bits, derive, draw, nth_set_bit, threefry
from rajas_sim.core.engine.kernel import Options
from rajas_sim.core.engine.loop import show
from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.ganges import new_game
from rajas_sim.ganges.board.quarry import open_next_tile
from rajas_sim.ganges.course.setup import starting_roller
from rajas_sim.ganges.game import GAME
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.streams import DICE_STREAM, WHITE_STREAM
from tests.untyped import Array, Record

FALSE_ALARM = 1e-4


def assert_uniform(counts: dict[int, int] | list[int], n_values: int) -> None:
    """Fail if a chi-square test finds that `counts` of `n_values` equally likely values differ, at `FALSE_ALARM`."""
    counts = [counts.get(value, 0) for value in range(n_values)] if isinstance(counts, dict) else list(counts)
    assert len(counts) == n_values
    expected = sum(counts) / n_values
    assert expected >= 5
    statistic = sum((n - expected) ** 2 / expected for n in counts)
    assert chi2.sf(statistic, n_values - 1) > FALSE_ALARM, counts


# --- the generator


@pytest.mark.parametrize(
    ("key", "counter", "answer"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_threefry_gives_the_answers_published_with_random123(
    key: tuple[int, ...], counter: tuple[int, ...], answer: tuple[int, ...]
) -> None:
    low, high = key
    seed = high << 32 | low
    signed = seed - 2**64 if seed >= 2**63 else seed  # kernels know 64-bit signed integers
    assert tuple(int(word) for word in threefry(signed, *counter)) == answer


def test_below_reaches_every_value_and_stays_below() -> None:
    assert below(0, 6) == 0
    assert below(2**32 - 1, 6) == 5
    for n in (1, 2, 6, 7, 12):
        assert {int(below(draw(3, 9, i), n)) for i in range(400)} == set(range(n))


def test_derived_seeds_are_never_negative_and_differ() -> None:
    seeds = {int(derive(seed, 1, counter)) for seed in range(30) for counter in range(30)}
    assert len(seeds) == 900
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert len({block_seed(5, block) for block in range(500)}) == 500


def test_bits_are_counted_and_found() -> None:
    for bits in (0, 1, 0b1011, 0b1000_0000, 2**16 - 1):
        set_bits = [i for i in range(20) if bits >> i & 1]
        assert count_bits(bits) == len(set_bits)
        assert [int(nth_set_bit(bits, n)) for n in range(len(set_bits))] == set_bits
        assert nth_set_bit(bits, len(set_bits)) == -1


def test_neighbouring_counters_streams_and_seeds_are_unrelated() -> None:
    for varied in range(3):
        values = np.array([int(draw(*(i if place == varied else 5 for place in range(3)))) / 2**32 for i in range(4000)])
        assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 4 / math.sqrt(4000)  # four standard errors
        assert_uniform(Counter((values * 10).astype(int).tolist()), 10)


# --- dice, stacks, ties


@pytest.mark.parametrize("stream", [DICE_STREAM, DICE_STREAM + 7, DICE_STREAM + 15])
def test_each_face_of_a_die_is_equally_likely(stream: int) -> None:
    assert_uniform(Counter(int(below(draw(seed, stream, i), 6)) for seed in range(60) for i in range(100)), 6)


@pytest.mark.slow
def test_each_face_comes_up_equally_often_on_dice_taken_in_games() -> None:
    rules = ganges.rules(2)
    terrace = terms.SPACES.index("terrace_blue")
    values: Counter[int] = Counter()
    for seed in range(1500):
        before = new_game(rules, seed)
        after = before.play(terrace)
        values[int((after.seats[0].dice[terms.COLOUR.blue] - before.seats[0].dice[terms.COLOUR.blue]).argmax())] += 1
    assert_uniform(values, 6)


@pytest.mark.slow
def test_starting_dice_show_each_face_equally_often() -> None:
    rules = ganges.rules(4)
    dice = sum(new_game(rules, seed).record.seats["dice"].astype(int).sum(axis=(0, 1)) for seed in range(400))
    assert_uniform(dict(enumerate(dice.tolist())), 6)


@pytest.mark.slow
def test_every_tile_of_a_stack_is_equally_likely_to_lie_on_top() -> None:
    rules = ganges.rules(2)
    openings = np.array([new_game(rules, seed).open_tiles for seed in range(600)]).T
    for size, tiles, tops in zip(rules.record.stack_sizes, rules.record.stacks, openings, strict=True):
        assert_uniform([int((tops == tile).sum()) for tile in tiles[:size]], int(size))


@pytest.mark.slow
def test_every_order_of_a_stack_is_equally_likely() -> None:
    rules = ganges.rules(2)
    orders: Counter[tuple[int, ...]] = Counter()
    log = np.zeros(1, LOG)
    for seed in range(2000):
        array = new_game(rules, seed).array.copy()
        seen = [int(array[0].open_tiles[0])]
        for _ in range(2):
            open_next_tile(array[0], rules.record, log[0], 0)
            seen.append(int(array[0].open_tiles[0]))
        orders[tuple(seen)] += 1
        assert len(set(seen)) == 3
    size = int(rules.record.stack_sizes[0])
    n_orders = size * (size - 1) * (size - 2)
    assert_uniform([*orders.values(), *[0] * (n_orders - len(orders))], n_orders)


def test_every_white_yield_tile_is_equally_likely() -> None:
    assert_uniform(Counter(int(below(draw(seed, WHITE_STREAM, 0), 8)) for seed in range(4000)), 8)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_at_the_table_starts_equally_often(players: int) -> None:
    record = ganges.rules(players).record
    assert_uniform(Counter(int(starting_roller(record, seed)) for seed in range(3000)), players)


def test_a_tie_for_the_lowest_total_is_broken_evenly() -> None:
    # without starting dice everybody is tied
    rules = ganges.rules(4, overrides={"setup.dice": 0})
    assert_uniform(Counter(int(starting_roller(rules.record, seed)) for seed in range(3000)), 4)


# --- streams


def take(state: State, colour: str) -> State:
    return state.play(terms.SPACES.index(f"terrace_{colour}"))


def rolled(before: State, after: State, seat: int) -> list[list[int]]:
    return (after.seats[seat].dice - before.seats[seat].dice).tolist()


def test_one_seat_rolling_more_changes_nobody_elses_dice() -> None:
    rules = ganges.rules(2)
    start = new_game(rules, 8)
    outer_terrace = terms.SPACES.index("outer_terrace_1")
    quiet = start.play(outer_terrace).play(terms.STOP)
    noisy = start.play(outer_terrace)
    while noisy.decision == "reroll":
        noisy = noisy.play(noisy.option_codes[0])  # every die, then "roll"
    for colour in terms.COLOURS:
        assert rolled(quiet, take(quiet, colour), 1) == rolled(noisy, take(noisy, colour), 1)


def test_rolling_one_colour_changes_no_other_colour() -> None:
    rules = ganges.rules(2)
    start = new_game(rules, 8)
    after_blue, after_green = take(start, "blue"), take(start, "green")
    outer_terrace = terms.SPACES.index("outer_terrace_1")
    later = [state.play(outer_terrace).play(terms.STOP) for state in (after_blue, after_green)]
    assert rolled(later[0], take(later[0], "orange"), 0) == rolled(later[1], take(later[1], "orange"), 0)


def test_the_same_die_of_a_seat_falls_the_same_whenever_it_is_taken() -> None:
    rules = ganges.rules(2)
    start = new_game(rules, 8)
    outer_terrace = terms.SPACES.index("outer_terrace_1")
    waited = start.play(outer_terrace).play(terms.STOP).play(outer_terrace + 1).play(terms.STOP)
    assert rolled(start, take(start, "purple"), 0) == rolled(waited, take(waited, "purple"), 0)


# --- strategies do not see the future


@strategy(uses_chance=True)
def curious(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Choose by everything that could tell something about the luck."""
    seen = int(state.seed) % 1_000_003 + int(state.n_decisions)
    for stack in range(12):
        seen += int(state.hidden_tiles[stack]) * (stack + 1) + int(state.open_tiles[stack]) * 7
    return options[(seen + int(state.yield_tiles_left)) % len(options)]


def other_luck(state: State, seed: int) -> State:
    array = state.array.copy()
    array[0].seed = seed
    return type(state)(state.rules, array)


def test_the_same_public_information_gets_the_same_choice_whatever_the_hidden_luck() -> None:
    state = new_game(ganges.rules(3), 4)
    for _ in range(40):
        choices = {ask(curious, other_luck(state, luck), strategy_seed=77, seed=luck) for luck in (1, 2, 10**12)}
        assert len(choices) == 1
        state = state.play(choices.pop())


def test_a_plain_python_strategy_sees_a_seed_of_its_own_too() -> None:
    seen = []

    @strategy(compiled=False)
    def looking(state: State, parameters: Array) -> Option:
        """Look at the seed."""
        seen.append(int(state.seed))
        return state.options[0]

    ask(looking, new_game(ganges.rules(2), 4), strategy_seed=77, seed=4)
    assert seen == [77]


def test_the_compiled_loop_shows_the_position_without_its_luck() -> None:
    state = new_game(ganges.rules(2), 4)
    shown = []
    for luck in (4, 5, 6):
        scratch = GAME.batches.new_scratch()
        scratch.states[0:1] = other_luck(state, luck).array
        show(scratch.longs, scratch.states[1], scratch.options, scratch.shown_options, 77, 0)
        shown.append(scratch.states[1:2].tobytes())
        assert int(scratch.states[0].seed) == luck
    assert len(set(shown)) == 1
    assert shown[0] == other_luck(state, 77).array.tobytes()
