"""How much less options are worth than the best one: in chance to win if they were played on, else to the strategy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rajas_sim.analysis.course.playouts import MOST_OPTIONS, OptionLosses, PlayedChances
from rajas_sim.analysis.formatting import counted, number, percent, signed
from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.core.game import Game
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy

DIGITS = 1
"""Digits after the point of a difference between worths."""
BEST, EQUALLY_GOOD = "best", "equally good"
"""The text of the only option that loses nothing, and that of each if several lose nothing."""
LEAST_LOSS = 0.005
"""A smaller loss would be shown as 0 points."""
INTERVALS_MEANING = f"Where the option may be as good, its {percent(USUAL_LEVEL, 0)} interval follows in brackets."
"""What the brackets in the texts of `played_texts` mean."""


def played_texts(options: OptionLosses) -> tuple[str, ...]:
    """Return a text for each option: by how many points of win share it is below the best one.

    If the option may be as good, the interval follows in brackets. The text is "best" if the option loses at most half a point,
    and "equally good" if several do. It is empty for an option that was not played on; all are empty if the seat won all games
    or none.
    """
    if options.is_decided:
        return ("",) * len(options.losses)
    losses = zip(options.losses, options.intervals, strict=True)
    return _with_ties("" if math.isnan(loss) else _win_share_text(loss, *interval) for loss, interval in losses)


def _win_share_text(loss: float, low: float, high: float) -> str:
    """Return a loss of win share as text, with its interval unless the option is shown to be worse."""
    if loss <= LEAST_LOSS:
        return _loss_text("")
    ends_text = "" if low > 0.0 else f" ({signed(-100 * high, 0)} to {signed(-100 * low, 0)})"
    return _loss_text(f"{counted(round(100 * loss), 'point')}{ends_text}")


def valued_texts(game: Game, state: State, players: Sequence[Strategy]) -> tuple[str, ...]:
    """Return a text for each option: how much less than the best option it is worth to the strategy that decides.

    `players` are the strategies by seat. Return nothing without them, if the strategy does not value options, or if there are
    fewer than two options.
    """
    if not players or len(state.option_codes) < 2:
        return ()
    worths = game.appraisal.worths(state, players[state.seat_to_move])
    if worths is None:
        return ()
    losses = [round(float(worths.max() - worth), DIGITS) for worth in worths]
    return _with_ties(_loss_text(f"{loss:.{DIGITS}f}" if loss else "") for loss in losses)


def _loss_text(size: str) -> str:
    """Put a minus sign before the size of a loss; the size is empty for the best option, whose text is `BEST`."""
    return f"\u2212{size}" if size else BEST


def _with_ties(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts of options, with `EQUALLY_GOOD` in place of `BEST` if several are best."""
    texts = tuple(texts)
    return tuple(EQUALLY_GOOD if text == BEST else text for text in texts) if texts.count(BEST) > 1 else texts


def played_scale(chances: PlayedChances) -> tuple[str, str]:
    """Return, in a few words and in full, what the texts of `played_texts` mean."""
    meaning = (
        "Each option shows by how many points (games in 100) less often the seat won with it than with its best option. "
        f"{chances.player} on every seat played {chances.n} games on from each option, under the same luck. "
        f"{INTERVALS_MEANING} Of more than {MOST_OPTIONS} options, only those that {chances.player} values most and the chosen "
        "one were played on."
    )
    return "At the right: how far below the best option, in chance to win", meaning


def scale_texts(game: Game, rules: Rules, player: Strategy) -> tuple[str, str] | None:
    """Return, in a few words and in full, what the texts of `valued_texts` mean; None if the strategy has no weight of fame.

    Worths are sums of the strategy's weights, not fame points. So the text gives its weight of one fame step as a measure.
    """
    weights = player.for_game(game.name).values_under(rules.variant, rules.players)
    if "fame" not in weights:
        return None
    search_remark = " before it searches" if player.playouts else ""
    meaning = (
        f"Each option shows how much less {player.label} values it than its best option{search_remark}. The scale is the "
        f"strategy's own; on it, a step of the fame marker is worth {number(weights['fame'], 1)}."
    )
    return f"At the right: how far below the best option, on {player.label}'s own scale{search_remark}", meaning
