"""One game, decision by decision; the audit log, the narration and the record of a game are made from its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
        The positions before and after the decision; `before` is None for the set-up.
    chosen
        Index of the option played, in the order of ``before.options``; 0 for the set-up.
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
        Labels of the strategies by seat.
    boards
        The board each seat asked for; None leaves the choice to the variant.
    choices
        The code of every option played. Together with the seed, the codes replay the game without its strategies.
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


class OneGame:
    """One game that is to be played, with its seating, rules and luck.

    Parameters
    ----------
    state_class
        The class of the game's positions.
    seating
        Index into the line-up by seat; if left out, strategy i sits on seat i.
    """

    def __init__(
        self, state_class: type[State], rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None
    ) -> None:
        self._state_class, self._seed = state_class, seed
        self._seats = list(seating) if seating is not None else list(range(rules.players))
        self.rules, self._line_up = seated(rules, line_up, self._seats)

    def set_up(self) -> Step:
        """Return the set-up."""
        boards = self.rules.boards([strategy.board for strategy in self._line_up])[self._seats]
        start, events = self._state_class.new_game_logged(self.rules, self._seed, boards)
        return Step(None, start, 0, events)

    def chosen_code(self, state: State) -> int:
        """Return the code of the option that the seat to move takes; a single option is taken without asking the strategy.

        Raises
        ------
        StrategyError
            If the strategy raises or returns something that is not an option.
        """
        codes = state.option_codes
        if len(codes) == 1:
            return codes[0]
        i = self._seats[state.seat_to_move]
        return ask(self._line_up[i], state, self._line_up[i].seed_in(self._seed, i), self._seed)

    def steps(self) -> Iterator[Step]:
        """Yield the set-up and every decision; the game is identical to the same game in a batch.

        Raises
        ------
        StrategyError
            If a strategy raises or returns something that is not an option.
        """
        step = self.set_up()
        yield step
        while not step.after.is_over:
            step = step_after(step.after, self.chosen_code(step.after))
            yield step


def step_after(before: State, code: int) -> Step:
    """Play an option, given by its code, and return the step."""
    after, events = before.play_logged(code)
    return Step(before, after, before.option_codes.index(code), events)


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
    state_class: type[State], rules: Rules, seed: int, choices: Sequence[int], boards: Sequence[str | None] = ()
) -> tuple[State, ...]:
    """Return every position of a game; parameters and errors are those of `core.game.Game.replay`."""
    positions = [state_class.new_game(rules, seed, boards)]
    for code in choices:
        positions.append(positions[-1].play(code))
    return tuple(positions)
