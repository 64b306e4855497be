"""One game, decision by decision; the audit log, the narration and the record of a game are made of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.seated import seated
from rajas_sim.core.positions.outcome import Outcome, Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy


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
        Changes on the way (core.engine.record_types.EventRecord, shape (n,)).
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
    boards
        The board each seat asked for; None leaves it to the variant.
    choices
        Code of every option played, which together with the seed replays the game without its strategies.
    final
        The last position.
    """

    rules: Rules
    seed: int
    strategies: tuple[str, ...]
    boards: tuple[str | None, ...]
    choices: tuple[int, ...]
    final: State

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        return Outcome(self.final.end_reason, self.final.standings)

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

    def replay(self) -> tuple[State, ...]:
        """Return every position of the game, from the start to the last one."""
        return replay(type(self.final), self.rules, self.seed, self.choices, self.boards)


def steps(
    state: type[State], rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None
) -> Iterator[Step]:
    """Yield the set-up and every decision of a game; it goes exactly as the same game of a batch.

    Parameters
    ----------
    state
        The positions of the game that is played.
    seating
        Index into the line-up by seat; strategy i on seat i if left out.

    Raises
    ------
    StrategyError
        If a strategy raises or returns something that is not an option.
    """
    seats = list(seating) if seating is not None else list(range(rules.players))
    rules, line_up = seated(rules, line_up, seats)
    after, events = state.new_game_logged(rules, seed, rules.boards([strategy.board for strategy in line_up])[seats])
    strategy_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
    yield Step(None, after, 0, events)
    while not after.is_over:
        codes = after.option_codes
        code = codes[0]
        if len(codes) > 1:
            i = seats[after.seat_to_move]
            code = ask(line_up[i], after, strategy_seeds[i], seed)
        before = after
        after, events = before.play_logged(code)
        yield Step(before, after, codes.index(code), events)


def record_of(game_steps: Iterable[Step], line_up: Sequence[Strategy]) -> GameRecord:
    """Return the record of a game played to its end, strategy i on seat i, from its steps."""
    game_steps = list(game_steps)
    if not game_steps or not game_steps[-1].after.is_over:
        raise ValueError("a record is of a game that has ended")
    choices = (step.before.option_codes[step.chosen] for step in game_steps if step.before is not None)
    final = game_steps[-1].after
    labels, boards = zip(*((strategy.label, strategy.board) for strategy in line_up), strict=True)
    return GameRecord(final.rules, final.seed, labels, boards, tuple(choices), final)


def replay(
    state: type[State], rules: Rules, seed: int, choices: Sequence[int], boards: Sequence[str | None] = ()
) -> tuple[State, ...]:
    """Return every position of a game; parameters and errors are those of `core.game.Game.replay`."""
    positions = [state.new_game(rules, seed, boards)]
    for code in choices:
        positions.append(positions[-1].play(code))
    return tuple(positions)
