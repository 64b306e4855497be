"""The chances to win over a game as its page shows them, how they were estimated, and the turns with the largest shifts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rajas_sim.analysis.course.playouts import PLAYOUTS, PlayedChances, played_chances
from rajas_sim.analysis.formatting import counted, tolerance_points
from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.game import Game
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.showing.replay.turns import Turn, turn_ends

LEAST_SHIFT = 0.1
"""A turn is a turning point if at least this much of the chance to win went from some seats to others."""
LEAST_SHIFT_OF_ONE_PLAYOUT = 1.5
"""Divided by the root of the number of playouts: the smallest shift that is not taken for chance, nearly 4 standard errors."""
MOST_TURNING_POINTS = 5
"""Only this many turning points of a game are marked, the largest ones."""
NORMAL_95 = 1.96
"""Ends of a 95 % interval of a normal distribution, in standard deviations."""


@dataclass(frozen=True)
class ShownChances:
    """The chances to win over a game, as its page shows them.

    Attributes
    ----------
    rows
        The chance of each seat, one row per position from the set-up on.
    method
        How the chances were estimated, in sentences.
    short_method
        The same in a few words.
    turning_points
        Numbers of the turns with the largest shifts, from 1 and ascending.
    least_shift
        The smallest shift of a turning point, that is, how much of the chance to win went from some seats to others.
    """

    rows: tuple[tuple[float, ...], ...]
    method: str
    short_method: str
    turning_points: tuple[int, ...]
    least_shift: float

    @property
    def turning_points_text(self) -> str:
        """A sentence that says what a turning point is."""
        size = tolerance_points(self.least_shift)
        return (
            f"Diamonds mark the turns with the largest shifts: {MOST_TURNING_POINTS} at most, each of {size} or more. What is "
            "rolled or revealed after a turn counts towards that turn."
        )


def chances_of_turns(
    game: Game, steps: Sequence[Step], line_up: Sequence[Strategy], n: int | None = None, *, with_options: bool = False
) -> PlayedChances | None:
    """Return the chances before the first turn and after each turn, from playouts; `line_up` has the strategies by seat.

    Parameters
    ----------
    n
        Playouts of each position. With 0, return None. By default `PLAYOUTS`, or 0 if kernels run as plain Python, where
        playouts would take hours.
    with_options
        Whether the game is also played on after the best options of every decision. This takes some thirty times as long.
    """
    if n is None:
        n = 0 if is_interpreted() else PLAYOUTS
    if n == 0:
        return None
    positions = [steps[0].after, *(steps[end].after for end in turn_ends(steps))]
    decisions = [(step.before, step.chosen) for step in steps if with_options and step.before is not None]
    return played_chances(game, positions, line_up, n, decisions)


def shown_chances(
    chances: PlayedChances | Sequence[Sequence[float]], states: Sequence[State], turns: Sequence[Turn]
) -> ShownChances:
    """Return what the page of a game shows of the chances to win.

    Parameters
    ----------
    chances
        By playouts, before the first turn and after each; or by a model, one row before the first round and one after each.
    states
        All positions of the game; needed for the chances of a model only.
    """
    least_shift = LEAST_SHIFT
    if isinstance(chances, PlayedChances):
        least_shift = max(LEAST_SHIFT, LEAST_SHIFT_OF_ONE_PLAYOUT / math.sqrt(chances.n))
        rows, (method, short_method) = _rows_by_playouts(chances, turns), _method_texts(chances)
    else:
        rows = [tuple(_model_chances(chances, state)) for state in states]
        method = (
            "The chance to win changes after each round. It comes from a model that was fitted to games of this run; `rajas "
            "drama` says how good the model is."
        )
        short_method = "by a model of this run's games, after each round"
    return ShownChances(tuple(rows), method, short_method, _turning_points(rows, turns, least_shift), least_shift)


def _method_texts(chances: PlayedChances) -> tuple[str, str]:
    """Return how chances were estimated by playouts, in sentences and in a few words."""
    half_width = counted(round(100 * NORMAL_95 * math.sqrt(0.25 / chances.n)), "point")  # the largest, at a share of one half
    method = (
        f"The position after each turn was played on {chances.n} times, with new luck and {chances.player} on every seat. The "
        f"chance to win is the share of these games that a seat won. Its 95 % interval is at most {half_width} wide on either "
        "side. Games played on from different turns have the same luck, so changes are more certain than the chances themselves."
    )
    return method, f"share of {chances.n} games continued by {chances.player}, ±{half_width}"


def _rows_by_playouts(chances: PlayedChances, turns: Sequence[Turn]) -> list[tuple[float, ...]]:
    """Return the chances in each position: those before the first turn, or after the last turn that is over."""
    rows_of_turns = [tuple(row) for row in chances.chances.tolist()]
    rows = [rows_of_turns[0]] * turns[0].last
    for row, (turn, next_turn) in zip(rows_of_turns[1:-1], pairwise(turns), strict=True):
        rows += [row] * (next_turn.last - turn.last)
    return [*rows, rows_of_turns[-1]]


def _model_chances(chances: Sequence[Sequence[float]], state: State) -> Sequence[float]:
    """Return the chances in a position: those before the first round, or after the last round that is over."""
    return chances[-1] if state.is_over else chances[min(int(state.round_number) - 1, len(chances) - 1)]


def _turning_points(rows: Sequence[Sequence[float]], turns: Sequence[Turn], least_shift: float) -> tuple[int, ...]:
    """Return the numbers, from 1, of the turns with the largest shifts of the chance to win; `rows` has one row per position.

    The shift of a turn is half the sum of the absolute changes: what moved from some seats to others. No seat counts more than
    another, so the choice does not depend on who won.
    """
    rows_of_turns = [rows[0], *(rows[turn.last] for turn in turns)]
    shifts = [sum(abs(a - b) for a, b in zip(after, before, strict=True)) / 2 for before, after in pairwise(rows_of_turns)]
    largest = sorted(range(len(shifts)), key=lambda i: (-shifts[i], i))[:MOST_TURNING_POINTS]
    return tuple(sorted(i + 1 for i in largest if shifts[i] >= least_shift))
