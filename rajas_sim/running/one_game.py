"""Sets up a single game from command line options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.strategies.declaration import Strategy, strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.study.rule_sets import RuleSet, as_option


@dataclass(frozen=True)
class TableSetUp:
    """A game, its rules and the strategies at the table, in turn order.

    Attributes
    ----------
    people
        Indices, from 0, of the seats at which people sit. Their strategy is `PERSON`, which is never asked.
    """

    game: Game
    rules: Any
    strategies: list[Strategy]
    people: frozenset[int] = frozenset()


@strategy(compiled=False)
def me(state: object, parameters: object) -> int:
    """Stand in for a person; never called."""
    raise AssertionError("a person is not asked as a strategy is")


#: The strategy on the seats of people.
PERSON: Strategy = me


def set_table(  # noqa: PLR0913 its options are those of the command
    game_name: str,
    players: int | None,
    names: Sequence[str],
    *,
    boards: Sequence[str] = (),
    variant: str | None = None,
    modules: Sequence[str] = (),
    sets: Sequence[str] = (),
    components: Path | None = None,
    people: Sequence[int] = (),
) -> TableSetUp:
    """Return a table for one game.

    Parameters
    ----------
    players
        By default as many as there are strategies or boards, or as the people's seats need, within what the game allows.
    names
        Names of strategies in turn order; a single one plays every seat.
    boards
        Boards in turn order; a single one is for all seats. If there are none, the game hands out boards.
    sets
        Changed rules as ``path=value``.
    people
        Numbers of the seats, from 1, at which people sit instead of strategies.

    Raises
    ------
    InputError
        With all problems.
    """
    game = find_game(game_name)
    n_needed = max(len(names), len(boards), *people, min(game.player_counts))
    n_players = min(n_needed, max(game.player_counts)) if players is None else players
    problems = [f"--me: there is no seat {seat} with {n_players} players" for seat in people if not 1 <= seat <= n_players]
    for option, given in (("--strategy", names), ("--board", boards)):
        if len(given) not in (0, 1, n_players):
            problems.append(f"{option}: found {len(given)} for {n_players} players; give {n_players}, or one for all seats")
    strategies = []
    for name in names:
        try:
            strategies.append(find_strategy(name, game=game.name))
        except InputError as error:
            problems += [f"--strategy: {problem}" for problem in error.problems]
    variant = variant or game.variants[0]
    if variant in game.variants:
        for board in dict.fromkeys(boards):
            if problem := game.board_problem(variant, board):
                names_variant = board in game.variants and not game.boards(variant)
                problems.append(f"--board: {problem}{f'. The variant is given by --variant {board}' if names_variant else ''}")
    rules = None
    try:
        rules = RuleSet.from_options(game, variant, modules, sets, components).rules(n_players)
        rules.require_players([*(strategy.label for strategy in strategies), *(PERSON.label for _ in people)])
    except InputError as error:
        problems += [as_option(problem) for problem in error.problems]
    if problems:
        raise InputError(problems)
    strategies_by_seat = _strategies_by_seat(strategies, boards, n_players, people)
    return TableSetUp(game, rules, strategies_by_seat, frozenset(seat - 1 for seat in people))


def _strategies_by_seat(strategies: list[Strategy], boards: Sequence[str], players: int, people: Sequence[int]) -> list[Strategy]:
    """Return the strategy of each seat, on its board; `people` has numbers of seats, from 1, that get `PERSON` instead."""
    by_seat = strategies * players if len(strategies) == 1 else strategies
    by_seat = [PERSON if seat in people else strategy for seat, strategy in enumerate(by_seat, 1)]
    if not boards:
        return by_seat
    boards_by_seat = [*boards] * players if len(boards) == 1 else boards
    return [strategy.on_board(board) for strategy, board in zip(by_seat, boards_by_seat, strict=True)]
