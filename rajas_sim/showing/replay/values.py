"""By how much less than the best option others are worth: in chance to win where they were played on, else to the strategy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rajas_sim.analysis.drama.playouts import MOST_OPTIONS, OptionLosses, PlayedChances
from rajas_sim.analysis.formatting import number, percent
from rajas_sim.core.game import Game
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy

DIGITS = 1
BEST = "best"
LEAST_LOSS = 0.005
"""A loss of so much, written without digits, would read as one of nothing."""


class OptionTexts(NamedTuple):
    """What stands beside the options of a position.

    Attributes
    ----------
    losses
        By how much each is worth less than the best one, as text; empty for an option of which it is not known.
    unsure
        Indices of those that may be worth as much as the best one.
    """

    losses: tuple[str, ...] = ()
    unsure: tuple[int, ...] = ()


def played_texts(options: OptionLosses) -> OptionTexts:
    """Write how much less often a seat won with each option."""
    sizes = (percent(loss, 0) if loss > LEAST_LOSS else "" for loss in options.losses)
    texts = tuple("" if math.isnan(loss) else _loss_text(size) for loss, size in zip(options.losses, sizes, strict=True))
    unsure = (i for i, text in enumerate(texts) if text not in ("", BEST) and not options.is_shown[i])
    return OptionTexts(texts, tuple(unsure))


def valued_texts(game: Game, state: State, players: Sequence[Strategy]) -> OptionTexts:
    """Write by how much less than its best option the strategy that decides values each.

    Nothing if the strategy does not value options, or has no choice.
    """
    if not players or len(state.option_codes) < 2:
        return OptionTexts()
    worths = game.appraisal.worths(state, players[state.seat_to_move])
    if worths is None:
        return OptionTexts()
    losses = [round(float(worths.max() - worth), DIGITS) for worth in worths]
    return OptionTexts(tuple(_loss_text(f"{loss:.{DIGITS}f}" if loss else "") for loss in losses))


def _loss_text(size: str) -> str:
    return f"\u2212{size}" if size else BEST


def played_scale(chances: PlayedChances) -> tuple[str, str]:
    """Say in a few words and in full what the losses of options that were played on are."""
    meaning = (
        f"Beside each option: how many games in 100 fewer the seat won than with its best one, when {chances.player} "
        f"on every seat played {chances.n} games on from each, under the same luck. In italics: it may be as good as the best. "
        f"Of more than {MOST_OPTIONS} options, those that {chances.player} values most were played on, and the chosen one."
    )
    return "below the best option, in chance to win", meaning


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
