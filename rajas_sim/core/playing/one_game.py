"""One game, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.playing.batch import ask, boards_of
from rajas_sim.core.positions.state import Standing, State
from rajas_sim.core.rulebook.rules import Rules

if TYPE_CHECKING:
    from rajas_sim.core.strategies.declaration import Strategy

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Step(Generic[S]):
    """One decision of a game: who decided what, and everything that followed from it.

    Attributes
    ----------
    before, after
        The positions around it; `before` is None for the set-up.
    chosen
        Index of the option played, in the order of ``before.options``.
    events
        Changes on the way (core.engine.events.EVENT, shape (n,)).
    """

    before: S | None
    after: S
    chosen: int
    events: Any


@dataclass(frozen=True)
class GameRecord(Generic[S]):
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
    final: S

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


def steps(
    state: type[S], rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None
) -> Iterator[Step[S]]:
    """Yield the set-up and every decision of a game; it goes exactly as the same game of a batch.

    Parameters
    ----------
    state
        The positions of the game that is played.
    seating
        Index into the line-up by seat; strategy i on seat i if left out.
    """
    seats = list(seating) if seating is not None else list(range(rules.players))
    own_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
    after, events = state.new_game_logged(rules, seed, boards_of(rules, line_up)[seats])
    yield Step(None, after, 0, events)
    while not after.is_over:
        codes = after.option_codes
        code = int(codes[0])
        if len(codes) > 1:
            i = seats[after.seat_to_move]
            code = ask(line_up[i], after, own_seeds[i], seed)
        before = after
        after, events = before.play_logged(code)
        yield Step(before, after, int(np.flatnonzero(codes == code)[0]), events)
