"""Chance as an argument: counter-based random numbers.

Every random event of a game is `draw(seed, stream, counter)`, a pure function. Streams are keyed by purpose, so a decision that
uses one more die of one colour shifts no other seat's luck, and the same seed means the same luck under every rule and strategy.
Rules may redraw some sources of luck (`seed_for`), and a strategy may err with a stated probability (`with_error`).

The generator is Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"),
which needs additions, rotations and exclusive-ors of 32-bit words only; the test suite holds its published answers.
"""

from __future__ import annotations

import numpy as np

from rajas_sim.core.engine.any_game import AnyRules
from rajas_sim.core.engine.kernel import Options, kernel

WORD_MASK = 0xFFFFFFFF
PARITY = 0x1BD11BDA  # a constant of Threefry, which makes the third word of its key
# Streams of this module, numbered far above those of the games.
BLOCK_STREAM = 0xB10C
STRATEGY_STREAM = 0x57A7
CHOICE_STREAM = 0xC401
ERROR_STREAM = 0xE220


@kernel
def _mix(x0: int, x1: int, rotation: int) -> tuple[int, int]:
    """Return two 32-bit words after one round of Threefry."""
    x0 = (x0 + x1) & WORD_MASK
    x1 = ((x1 << rotation) | (x1 >> (32 - rotation))) & WORD_MASK
    return x0, x1 ^ x0


@kernel
def threefry(seed: int, stream: int, counter: int) -> tuple[int, int]:
    """Return two independent 32-bit words, a pure function of a 64-bit seed and two 32-bit words."""
    seed = int(seed)
    k0 = seed & WORD_MASK
    k1 = (seed >> 32) & WORD_MASK
    k2 = PARITY ^ k0 ^ k1
    x0 = (int(stream) + k0) & WORD_MASK
    x1 = (int(counter) + k1) & WORD_MASK
    for i in range(1, 6):
        if i % 2 == 1:
            r0, r1, r2, r3 = 13, 15, 26, 6
        else:
            r0, r1, r2, r3 = 17, 29, 16, 24
        x0, x1 = _mix(x0, x1, r0)
        x0, x1 = _mix(x0, x1, r1)
        x0, x1 = _mix(x0, x1, r2)
        x0, x1 = _mix(x0, x1, r3)
        x0 = (x0 + k1) & WORD_MASK
        x1 = (x1 + k2 + i) & WORD_MASK
        k0, k1, k2 = k1, k2, k0
    return x0, x1


@kernel
def draw(seed: int, stream: int, counter: int) -> int:
    """Return a uniform integer from 0 to 2**32 - 1."""
    return threefry(seed, stream, counter)[0]


@kernel
def below(bits: int, n: int) -> int:
    """Turn 32 random bits into an integer from 0 to n - 1 (each within n / 2**32 of the probability 1 / n)."""
    return (bits * n) >> 32


@kernel
def derive(seed: int, stream: int, counter: int) -> int:
    """Return a new 63-bit seed, from which the old one can only be found by trying out all seeds."""
    high, low = threefry(seed, stream, counter)
    return ((high & 0x7FFFFFFF) << 32) | low


@kernel
def nth_set_bit(bits: int, n: int) -> int:
    """Return the index of the n-th (from 0) set bit of a non-negative integer, or -1 if there are fewer."""
    bits = int(bits)
    index = 0
    while bits:
        if bits & 1:
            if n == 0:
                return index
            n -= 1
        bits >>= 1
        index += 1
    return -1


@kernel
def random_set_bit(bits: int, random_bits: int) -> int:
    """Return the index of a set bit of a non-negative integer, all equally likely, chosen by 32 random bits."""
    return nth_set_bit(bits, below(random_bits, count_bits(bits)))


@kernel
def count_bits(bits: int) -> int:
    """Return how many bits of a non-negative integer are set."""
    bits = int(bits)
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def block_seed(run_seed: int, block: int) -> int:
    """Return the luck seed of a block of a run: a 63-bit integer, the same for all rotations, arms and line-ups."""
    return int(derive(run_seed, BLOCK_STREAM, block))


#: Later than every round: luck is redrawn up to it where an experiment names no last round.
LAST_ROUND = np.iinfo(np.int16).max
REDRAW_STREAM = 0xA2E1


@kernel
def seed_for(rules: AnyRules, seed: int, round_number: int, sources: int) -> int:
    """Return the seed to draw from: the game's, or another deal's if one of these sources of luck (bit set) is redrawn now."""
    luck = rules.luck
    if luck.anew & sources == 0 or not luck.first_round <= round_number <= luck.last_round:
        return int(seed)
    return derive(seed, REDRAW_STREAM, luck.deal)


@kernel
def with_error(options: Options, code: int, error: float, strategy_seed: int, n_decisions: int) -> int:
    """Return `code`, or with probability `error` one of the other options, all equally likely.

    Whether the strategy errs, and which option it then takes, depends only on the strategy's seed and the number of the decision.
    So a strategy that errs more often also errs in every position in which it would err at a lower probability.

    Parameters
    ----------
    options
        Codes of the options, shape (n,); `code`, which a strategy chose, is one of them.
    """
    if error == 0.0 or len(options) == 1:
        return code
    error_bits, choice_bits = threefry(strategy_seed, ERROR_STREAM, n_decisions)
    if error_bits >= error * (WORD_MASK + 1):
        return code
    n_to_skip = below(choice_bits, len(options) - 1)
    for i in range(len(options)):
        if options[i] != code:
            if n_to_skip == 0:
                return int(options[i])
            n_to_skip -= 1
    return code
