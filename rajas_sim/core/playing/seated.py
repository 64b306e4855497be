"""What players get in addition to what their seats give, once the seating is known."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy


def seated(rules: Rules, line_up: Sequence[Strategy], seating: Sequence[int]) -> tuple[Rules, list[Strategy]]:
    """Return the rules and the line-up with what `players` gives to each strategy, by its label.

    Parameters
    ----------
    seating
        Index into the line-up by seat.
    """
    boards = {label: getattr(handicap, "board", None) for label, handicap in rules.values.players.items()}
    line_up_on_boards = [strategy.on_board(boards.get(strategy.label) or strategy.board) for strategy in line_up]
    return rules.for_seats([line_up[i].label for i in seating]), line_up_on_boards
