"""Which games an experiment consists of: line-ups, cyclic orders, rotations, arms, blocks and the number of each game.

Pure functions. A block is one luck seed under all rotations, line-ups and arms. A cyclic order says who follows whom; a rotation
does not change it. Rotation r moves every player r seats on. The block is the unit of every interval.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, Literal, NamedTuple

from rajas_sim.core.games import MAX_SEED

BASELINE = "baseline"
#: Which cyclic orders a block plays: the next one in turn, all of them, or only the order of the line-up.
Seatings = Literal["alternating", "all", "given"]
# No stopping rule ends a run before so many blocks, nor does an interval that must hold at every look use the normal
# distribution.
FEWEST_BLOCKS = 500
# Games per shard: enough that writing costs little; few enough that the rounds and spaces tables stay small in memory and that
# little is replayed after an interruption. A shard takes about a second, or a few in plain Python, which is fifty times as slow.
GAMES_PER_SHARD = 1000
GAMES_PER_SHARD_IN_PYTHON = 100
# Divided by the playouts per decision: with one playout per decision, a game takes as long as some 200 games without.
GAMES_PER_SHARD_TIMES_PLAYOUTS = 100
# More than the line-ups of 4 from a pool of 20 strategies. A block plays all line-ups and stays in memory; 5,000 take 1 GiB.
MOST_LINE_UPS = 5000
# How many line-ups may be asked about separately. A report gives each one a verdict and a place in every table.
MOST_LINE_UPS_ASKED = 100


class GameKey(NamedTuple):
    """The place of a game in the design; line-up, arm, cyclic order and rotation are numbered from 0."""

    players: int
    line_up: int
    arm: int
    block: int
    order: int
    rotation: int


def line_ups(labels: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups for a number of players.

    One label: every seat plays it. As many labels as players: one line-up. More: every selection, in order. If a label is
    given twice, equal selections are kept once, because their games would be the same.

    Raises
    ------
    ValueError
        If there are several labels, but fewer than players.
    """
    if len(labels) == 1:
        return (tuple(labels) * players,)
    if len(labels) < players:
        raise ValueError(f"{len(labels)} strategies cannot fill {players} seats")
    return tuple(dict.fromkeys(combinations(labels, players)))


def n_selections(labels: Sequence[str], players: int) -> int:
    """Return how many selections `line_ups` goes through, without forming them.

    >>> n_selections(["a"], 4), n_selections(["a", "b", "c"], 2), n_selections(["a", "b"], 4)
    (1, 3, 0)
    """
    return 1 if len(labels) == 1 else comb(len(labels), players)


def line_up_label(labels: Sequence[str]) -> str:
    """Return a label for a line-up without one: its strategies, or a single name if every seat plays the same strategy.

    >>> line_up_label(["balanced"]), line_up_label(["fame_rush", "market_rush"])
    ('balanced', 'fame_rush+market_rush')
    """
    return labels[0] if len(set(labels)) == 1 else "+".join(labels)


def n_rotations(line_up: Sequence[str], is_alike: Mapping[str, bool]) -> int:
    """Return how many rotations of a line-up a block plays: 1 if all seats are alike, otherwise one per seat.

    Parameters
    ----------
    is_alike
        For each label, whether a line-up with it in every seat need not be rotated. Rotations would play the same game again or,
        if the strategy decides by chance, another game with the same deal, which tells less than a game with a new deal.
    """
    first_label = line_up[0]
    are_all_alike = all(label == first_label for label in line_up) and is_alike[first_label]
    return 1 if are_all_alike else len(line_up)


def n_orders(line_ups: Sequence[Sequence[str]], players: int, seatings: Seatings) -> int:
    """Return how many cyclic orders are played: (players - 1)!, or 1 if each line-up has one strategy or the order is given."""
    is_mixed = any(len(set(line_up)) > 1 for line_up in line_ups)
    return factorial(players - 1) if is_mixed and seatings != "given" else 1


def seating(players: int, order: int, rotation: int) -> tuple[int, ...]:
    """Return who sits where: entry s is the index, within the line-up, of the strategy at position s + 1.

    In cyclic order 0 the players sit as in the line-up; the others are all other ways to sit round a table, in lexicographic
    order. Rotation r moves every player r seats on.
    """
    circle = list(permutations(range(1, players)))[order]
    return tuple((0, *circle)[(s - rotation) % players] for s in range(players))


@dataclass(frozen=True)
class Design:
    """The games of an experiment, for any number of blocks.

    Attributes
    ----------
    players
        Numbers of players, ascending.
    line_ups
        For each number of players the line-ups, in order.
    rungs
        For each number of players, if several line-ups are asked about separately: label -> indices of its line-ups. There are
        several indices if it has more strategies than seats. Otherwise empty.
    rotations
        For each number of players the number of rotations of each line-up.
    most_blocks
        For each number of players how many blocks each line-up plays at most, beginning with block 0; None for all.
    orders
        For each number of players the number of cyclic orders.
    seatings
        Whether a block plays one of the cyclic orders, in turn, or all of them.
    arms
        Names of the arms; the first is the baseline.
    is_compiled
        For each number of players whether every strategy in its line-ups is compiled.
    playouts
        For each number of players the mean number of playouts per decision, over all seats of its line-ups.
    """

    players: tuple[int, ...]
    line_ups: Mapping[int, tuple[tuple[str, ...], ...]]
    rungs: Mapping[int, Mapping[str, tuple[int, ...]]]
    rotations: Mapping[int, tuple[int, ...]]
    most_blocks: Mapping[int, tuple[int | None, ...]]
    orders: Mapping[int, int]
    seatings: Seatings
    arms: tuple[str, ...]
    is_compiled: Mapping[int, bool]
    playouts: Mapping[int, float]

    @cached_property
    def n_line_ups_max(self) -> int:
        """The largest number of line-ups that any number of players has."""
        return max(len(self.line_ups[k]) for k in self.players)

    @cached_property
    def n_rotations_max(self) -> int:
        """The largest number of rotations of any line-up."""
        return max(max(self.rotations[k]) for k in self.players)

    @cached_property
    def n_orders_max(self) -> int:
        """The largest number of cyclic orders in a block."""
        return max(self.orders_per_block(k) for k in self.players)

    def orders_per_block(self, players: int) -> int:
        """Return how many cyclic orders a block with this number of players plays."""
        return self.orders[players] if self.seatings == "all" else 1

    def orders_of(self, players: int, block: int) -> range:
        """Return the cyclic orders that a block plays."""
        if self.seatings == "all":
            return range(self.orders[players])
        order = block % self.orders[players]
        return range(order, order + 1)

    def blocks_of(self, players: int, line_up: int, blocks: range) -> range:
        """Return the part of a range of blocks that a line-up plays."""
        max_blocks = self.most_blocks[players][line_up]
        return blocks if max_blocks is None else range(blocks.start, max(blocks.start, min(blocks.stop, max_blocks)))

    def game_id(self, key: GameKey) -> int:
        """Return the number of a game."""
        return int(self.game_ids(*key))

    def game_ids(  # noqa: PLR0913 - what numbers a game
        self,
        players: int,
        line_up: int,
        arm: int,
        blocks: Any,  # noqa: ANN401 - a number or an array
        orders: Any,  # noqa: ANN401
        rotations: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Return the numbers of the games of a line-up and arm, as in `GameKey`; the last three may be arrays of one length."""
        number = blocks * len(self.players) + self.players.index(players)
        number = number * self.n_line_ups_max + line_up
        if self.seatings == "all":
            number = number * self.n_orders_max + orders
        return (number * self.n_rotations_max + rotations) * len(self.arms) + arm

    def locate(self, game: int) -> GameKey | None:
        """Return the place of the game with this number, or None if the design has no such game."""
        if game < 0:
            return None
        number, arm = divmod(game, len(self.arms))
        number, rotation = divmod(number, self.n_rotations_max)
        number, order_index = divmod(number, self.n_orders_max)
        number, line_up = divmod(number, self.n_line_ups_max)
        block, players_index = divmod(number, len(self.players))
        players = self.players[players_index]
        orders = self.orders_of(players, block)
        exists = (
            line_up < len(self.line_ups[players]) and rotation < self.rotations[players][line_up] and order_index < len(orders)
        )
        is_played = exists and block in self.blocks_of(players, line_up, range(block, block + 1))
        return GameKey(players, line_up, arm, block, orders[order_index], rotation) if is_played else None

    def games_per_block(self, players: int) -> int:
        """Return how many games with this number of players a block has, if every line-up plays it."""
        return sum(self.rotations[players]) * self.orders_per_block(players) * len(self.arms)

    def n_games(self, players: int, blocks: range) -> int:
        """Return how many games with this number of players a range of blocks has."""
        games_of_line_ups = (n * len(self.blocks_of(players, i, blocks)) for i, n in enumerate(self.rotations[players]))
        return sum(games_of_line_ups) * self.orders_per_block(players) * len(self.arms)

    def blocks_per_shard(self, players: int) -> int:
        """Return how many blocks a full shard with this number of players holds: some seconds of games, at least one block."""
        max_games: float = GAMES_PER_SHARD if self.is_compiled[players] else GAMES_PER_SHARD_IN_PYTHON
        if self.playouts[players]:
            max_games = min(max_games, GAMES_PER_SHARD_TIMES_PLAYOUTS / self.playouts[players])
        return max(1, int(max_games) // self.games_per_block(players))

    def shards(self, players: int, blocks: int) -> Iterator[range]:
        """Yield the blocks of each shard; the last shard may be a partial one."""
        n_blocks = self.blocks_per_shard(players)
        for start in range(0, blocks, n_blocks):
            yield range(start, min(start + n_blocks, blocks))


def fresh_seed(seed: int, purpose: str) -> int:
    """Return a new seed for one purpose: a hash, so experiments with neighbouring seeds do not share it."""
    digest = hashlib.sha256(f"{purpose} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (MAX_SEED + 1)
