"""Market action: money for the market tents in the province."""

from __future__ import annotations

from rajas_sim.core.engine.course import mover, pop, top
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.dice import give_die
from rajas_sim.ganges.board.tracks import gain_money
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import FLIPPED, N_OF

#: The highest possible value of a market tent; tents are counted by value.
HIGHEST_MARKET_VALUE = 9


@kernel
def n_markets_of(seat: SeatRecord, rules: RulesRecord, good: int) -> int:
    """Return how many market tents of a good stand open in the province (covered tiles do not count)."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0:
            values = rules.tiles[seat.tiles[cell]].market_values[good]
            n += (1 if values[0] > 0 else 0) + (1 if values[1] > 0 else 0)
    return n


@kernel
def n_markets(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return how many market tents stand open in the province."""
    n = 0
    for good in range(N_OF.goods):
        n += n_markets_of(seat, rules, good)
    return n


@kernel
def n_tiles_with_markets(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return how many tiles of the province show at least one market tent."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] < 0:
            continue
        values = rules.tiles[seat.tiles[cell]].market_values
        for good in range(N_OF.goods):
            if values[good, 0] > 0:
                n += 1
                break
    return n


@kernel
def best_market_value(seat: SeatRecord, rules: RulesRecord, good: int) -> int:
    """Return the money of the most valuable market tent of a good; 0 if there is none."""
    best_value = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0:
            values = rules.tiles[seat.tiles[cell]].market_values[good]
            best_value = max(best_value, max(int(values[0]), int(values[1])))
    return best_value


@kernel
def packed_market_counts(values: Array1[int]) -> int:
    """Return how many market tents there are of each value, in 6 bits per value, given the values of two tents.

    Sums of these count the tents of several tiles; 20 cells with two tents each fit.
    """
    return (1 << (6 * int(values[0]))) + (1 << (6 * int(values[1])))


@kernel
def packed_markets_of(seat: SeatRecord, rules: RulesRecord, good: int) -> int:
    """Return the market tents (`packed_market_counts`) of a good in the province."""
    packed_markets = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0:
            packed_markets += packed_market_counts(rules.tiles[seat.tiles[cell]].market_values[good])
    return packed_markets


@kernel
def income_of(packed_markets: int, max_markets: int) -> int:
    """Return the money for up to `max_markets` market tents (`packed_market_counts`) of a good, the most valuable first."""
    if packed_markets >> 6 == 0:  # no tent of any value; the lowest bits count missing tents
        return 0
    money = 0
    for value in range(HIGHEST_MARKET_VALUE, 0, -1):
        n_scored = min((packed_markets >> (6 * value)) & 63, max_markets)
        money += n_scored * value
        max_markets -= n_scored
    return money


@kernel
def one_kind_income(seat: SeatRecord, rules: RulesRecord, good: int, max_markets: int) -> int:
    """Return the money for up to `max_markets` markets of one good, the most valuable first."""
    return income_of(packed_markets_of(seat, rules, good), max_markets)


@kernel
def assorted_income(seat: SeatRecord, rules: RulesRecord, max_goods: int) -> int:
    """Return the money for one market of each of up to `max_goods` goods, the most valuable ones."""
    first_value, second_value, third_value = (
        best_market_value(seat, rules, 0),
        best_market_value(seat, rules, 1),
        best_market_value(seat, rules, 2),
    )
    money = first_value + second_value + third_value
    if max_goods < N_OF.goods:
        money -= min(first_value, min(second_value, third_value))
    if max_goods < N_OF.goods - 1:
        money = max(first_value, max(second_value, third_value))
    return money


@kernel
def die_options(seat: SeatRecord, rules: RulesRecord, good: int, options: Options) -> int:
    """List the dice to give up for a scoring of one good.

    Turning a die over is offered only where it lets more markets be scored.
    """
    n_markets = n_markets_of(seat, rules, good)
    n = 0
    for die in range(FLIPPED):
        if seat.dice[die // N_OF.faces, die % N_OF.faces] == 0:
            continue
        value = die % N_OF.faces + 1
        options[n] = die
        n += 1
        if seat.karma > 0 and value < N_OF.faces + 1 - value and value < n_markets:
            options[n] = die + FLIPPED
            n += 1
    return n


@kernel
def score_one_kind(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int, good: int) -> None:
    """Give up a die and score as many markets of one good as its value."""
    value = give_die(state, log, option)
    gain_money(state, rules, log, one_kind_income(mover(state), rules, good, value))


@kernel
def good_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the goods that have a market in the province."""
    seat = mover(state)
    n = 0
    for good in range(N_OF.goods):
        if n_markets_of(seat, rules, good) > 0:
            options[n] = good
            n += 1
    return n


@kernel
def choose_good(state: StateRecord, rules: RulesRecord, log: LogRecord, good: int) -> None:
    """Score one good without giving up a die, with at most as many markets as the task says."""
    max_markets = int(top(state).amount)
    pop(state)
    gain_money(state, rules, log, one_kind_income(mover(state), rules, good, max_markets))
