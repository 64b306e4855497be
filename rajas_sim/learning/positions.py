"""Positions at the beginning of turns, and the results of their games, from which the value of a position is learned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.engine.loop import ALL_FINE
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.errors import InputError, StrategyError
from rajas_sim.core.game import find_game
from rajas_sim.core.judging.recording import Rows, new_rows
from rajas_sim.core.playing.asking import function_of, parameter_table
from rajas_sim.core.playing.batch import new_batch_input
from rajas_sim.core.playing.seated import seated
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_line_up

USUAL_ROWS = 8192
"""How many positions one call of the kernel has room for; doubled if a single game needs more."""


class Positions(NamedTuple):
    """Positions, one per row, in the order of games and turns.

    Attributes
    ----------
    seats
        Shape (n, players, `seat_names`), float32: the inputs of each seat, in the order of play.
    shared
        Shape (n, `shared_names`), float32: the inputs that belong to no seat.
    to_move, game
        Shape (n,): the seat whose turn begins, and the game, counted from 0.
    win_share
        Shape (n, players), float32: 1 for a sole winner of the game, 1/m for each of m tied winners, 0 for the others.
    lead
        Shape (n, players), float32: by how many fame spaces each seat was ahead of the best of the others at the end.
    seat_names, shared_names
        The names of the inputs.
    """

    seats: NDArray[np.float32]
    shared: NDArray[np.float32]
    to_move: NDArray[np.int8]
    game: NDArray[np.int64]
    win_share: NDArray[np.float32]
    lead: NDArray[np.float32]
    seat_names: tuple[str, ...]
    shared_names: tuple[str, ...]

    @staticmethod
    def joined(parts: Sequence[Positions]) -> Positions:
        """Return the positions of several recordings with the same number of players; their games are numbered through."""
        ends = np.cumsum([part.game.max(initial=-1) + 1 for part in parts])
        games = [part.game + end for part, end in zip(parts, (0, *ends[:-1]), strict=True)]
        arrays: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in Rows._fields}
        return parts[0]._replace(**{**arrays, "game": np.concatenate(games)})


def recorded_games(
    rules: Rules, strategies: Sequence[str | Strategy], n_games: int, *, seed: int = 1, share: float = 1.0
) -> Positions:
    """Play games of compiled strategies, and return the positions at the beginning of their turns.

    From game to game, each strategy moves to the seat before, and the first to the last.
    The same arguments give the same positions.

    Parameters
    ----------
    strategies
        One per seat: names, or strategies found with `rajas_sim.find_strategy`. A strategy with an `error` makes errors.
    n_games
        The number of games, at least 1.
    seed
        The seed of all luck; game i has the luck of block i of a run with this seed.
    share
        The share of turns to keep, drawn with the luck of the game: more than 0, at most 1.

    Raises
    ------
    InputError
        If a name is unknown, a strategy is plain Python, or a number is impossible.
    StrategyError
        If a strategy cannot be compiled, or returns something that is not an option.
    """
    if n_games < 1 or not 0.0 < share <= 1.0:
        raise InputError(f"n_games must be 1 or more and share lie between 0 and 1; found {n_games} and {share:g}")
    game, players = find_game(rules.source.game), rules.players
    line_up = find_line_up(strategies, players, game.name)
    if plain_labels := [strategy.label for strategy in line_up if not strategy.is_compiled]:
        raise InputError(f"strategies: {', '.join(plain_labels)} cannot be compiled; only compiled strategies can be recorded")
    rules.require_players([strategy.label for strategy in line_up])
    chunks = [chunk for shift in range(players) for chunk in _chunks(rules, line_up, shift, n_games, seed, share)]
    order, inputs = np.argsort(np.concatenate([chunk.game for chunk in chunks]), kind="stable"), game.appraisal.inputs

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(chunk, name) for chunk in chunks])[order]

    return Positions(**{name: joined(name) for name in Rows._fields}, seat_names=inputs.seat, shared_names=inputs.shared)


def _chunks(rules: Rules, line_up: Sequence[Strategy], shift: int, n_games: int, seed: int, share: float) -> Iterator[Rows]:  # noqa: PLR0913 - what determines the games
    """Yield the rows of the games in which each strategy sits `shift` seats before its own, in chunks."""
    game, players = find_game(rules.source.game), rules.players
    game_numbers = np.arange(shift, n_games, players)
    seating = [(seat + shift) % players for seat in range(players)]
    seated_rules, seated_line_up = seated(rules, line_up, seating)
    seatings = np.tile(np.array(seating, np.int8), (len(game_numbers), 1))
    boards = seated_rules.boards([strategy.board for strategy in seated_line_up])[seatings]
    seeds = np.array([block_seed(seed, int(number)) for number in game_numbers], np.int64)
    batch_input = new_batch_input(seatings, boards, seeds, seated_line_up, parameter_table(seated_line_up, seated_rules))
    functions = tuple(function_of(strategy, game.batches.state_class, seated_rules) for strategy in seated_line_up)
    n_rows, n_done = USUAL_ROWS, 0
    while n_done < len(game_numbers):
        rows, shown_rules = new_rows(game.appraisal.inputs, players, n_rows), writable_copy(seated_rules.array)
        n_done_now, n_filled, wrong_code = game.appraisal.record_games(
            seated_rules.array, shown_rules, batch_input, functions, n_done, share, rows
        )
        if wrong_code != ALL_FINE:
            raise StrategyError(f"a strategy returned {wrong_code}, which is not an option (game {game_numbers[n_done_now]})")
        if n_done_now == n_done:  # there is no room for the next game
            n_rows *= 2
            continue
        rows.game[:n_filled] = game_numbers[rows.game[:n_filled]]  # from the index in the batch to the number of the game
        yield rows.first(n_filled)
        n_done = n_done_now
