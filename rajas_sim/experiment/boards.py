"""Which boards strategies may sit at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rajas_sim.core.errors import unknown_name

if TYPE_CHECKING:
    from rajas_sim.core.game import Game


def board_problem(game: Game, variant: str, board: str) -> str | None:
    """Return why a strategy cannot sit at a board in a variant of a game, or None if it can."""
    boards = game.boards(variant)
    if board in boards:
        return None
    if boards:
        return unknown_name("board", board, boards)
    with_choice = [name for name in game.variants if game.boards(name)]
    hint = f"; players may differ in: {', '.join(with_choice)}" if with_choice else ""
    return f"found {board!r}, but the variant {variant!r} gives everybody the same board{hint}"
