"""One game, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rajas_sim.core.chance import STRATEGY_STREAM, derive
from rajas_sim.ganges.match import ask, boards_of
from rajas_sim.ganges.rules import Rules
from rajas_sim.ganges.state import Standing, State, new_game_logged

if TYPE_CHECKING:
    from rajas_sim.strategies_api import Strategy


@dataclass(frozen=True)
class Step:
    """One decision of a game: who decided what, and everything that followed from it.

    Attributes
    ----------
    before, after
        The positions around it; `before` is None for the set-up.
    chosen
        Index of the option played, in the order of ``before.options``.
    events
        Changes on the way (core.recorder.EVENT, shape (n,)).
    """

    before: State | None
    after: State
    chosen: int
    events: Any


@dataclass(frozen=True)
class GameRecord:
    """A game played to its end.

    Attributes
    ----------
    strategies
        Labels by seat.
    choices
        Code of every option played, which together with the seed replays the game without its strategies.
    """

    rules: Rules
    seed: int
    strategies: tuple[str, ...]
    choices: tuple[int, ...]
    final: State

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Seats from first to last."""
        return self.final.standings

    @property
    def end_reason(self) -> str:
        """Why the game ended."""
        return self.final.end_reason

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return int(self.final.round_number)


def steps(rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[Step]:
    """Yield the set-up and every decision of a game; it goes exactly as the same game of a batch.

    Parameters
    ----------
    seating
        Index into the line-up by seat; strategy i on seat i if left out.
    """
    seats = list(seating) if seating is not None else list(range(rules.players))
    own_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
    state, events = new_game_logged(rules, seed, boards_of(rules, line_up)[seats])
    yield Step(None, state, 0, events)
    while not state.is_over:
        codes = state.option_codes
        code = int(codes[0])
        if len(codes) > 1:
            i = seats[state.seat_to_move]
            code = ask(line_up[i], state, own_seeds[i], seed)
        before = state
        state, events = before.play_logged(code)
        yield Step(before, state, int(np.flatnonzero(codes == code)[0]), events)
