"""By how much less than its best option a strategy values the others, and in which unit."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import number
from rajas_sim.core.game import Game
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy

DIGITS = 1


def losses_of(game: Game, state: State, players: Sequence[Strategy]) -> list[float]:
    """Return by how much less than the best option each is valued by the strategy that decides.

    Empty if the strategy does not value options, or has no choice.
    """
    if not players or len(state.option_codes) < 2:
        return []
    worths = game.appraisal.worths(state, players[state.seat_to_move])
    return [] if worths is None else [round(float(worths.max() - worth), DIGITS) for worth in worths]


def scale_texts(game: Game, rules: Rules, player: Strategy) -> tuple[str, str] | None:
    """Say in a few words and in full what the differences of a strategy are; None if it does not value options.

    They are sums of its weights, not fame points, so the weight of a fame point is their measure.
    """
    weights = player.for_game(game.name).values_under(rules.variant, rules.players)
    if "fame" not in weights:
        return None
    search = " before it searches" if player.playouts else ""
    meaning = (
        f"Beside each option: how much less {player.label} values it than its best one{search}. The scale is its own; "
        f"it values a step of the fame marker at {number(weights['fame'], 1)}."
    )
    return f"below the best option, on {player.label}'s own scale{search}", meaning
