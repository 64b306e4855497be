"""A game that people and strategies are playing, decision by decision."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.core.errors import InputError
from rajas_sim.core.playing.one_game import OneGame, Step, step_after
from rajas_sim.core.positions.state import State
from rajas_sim.live.compiling import wait_for_strategy
from rajas_sim.running.one_game import TableSetUp
from rajas_sim.showing.replay.turns import turn_of


@dataclass(frozen=True)
class EarlierGame:
    """A kept game from a position of which another one plays on: its name, and the codes of the options played in it."""

    name: str
    choices: tuple[int, ...]


class LiveGame:
    """A game in which people play.

    Parameters
    ----------
    table
        The game, its rules and the strategies at the table.
    seed
        Seed of the luck; the same choices give the same game.
    person
        Name of the only person at the table, which takes the place of the seat's label; empty if none is given.

    Attributes
    ----------
    steps
        The set-up and every decision so far.
    n_undone, n_hints
        How many decisions people took back, and how often they asked for a hint.
    earlier
        The game from a position of which this one plays on; None without one.
    """

    def __init__(self, table: TableSetUp, seed: int, person: str = "") -> None:
        self.table, self.seed, self.person = table, seed, person
        self._game: OneGame = table.game.one_game(table.rules, table.strategies, seed)
        self.steps: list[Step] = [self._game.set_up()]
        self.n_undone = self.n_hints = 0
        self.earlier: EarlierGame | None = None

    @property
    def state(self) -> State:
        """The present position."""
        return self.steps[-1].after

    @property
    def labels(self) -> list[str]:
        """The label of each seat: its strategy's, or the name of the only person if it is given."""
        named_seats = self.table.people if self.person and len(self.table.people) == 1 else ()
        return [self.person if seat in named_seats else strategy.label for seat, strategy in enumerate(self.table.strategies)]

    @property
    def choices(self) -> tuple[int, ...]:
        """The codes of the options played so far."""
        return tuple(step.before.option_codes[step.chosen] for step in self.steps if step.before is not None)

    @property
    def snapshot(self) -> LiveGame:
        """A copy of the game in its present position, to compute something about it while the game goes on."""
        snapshot = copy.copy(self)
        snapshot.steps = [*self.steps]
        return snapshot

    @property
    def waits_for_person(self) -> bool:
        """Whether a person must choose between options."""
        return _is_choice_of(self.state, self.table.people)

    @property
    def viewer(self) -> int | None:
        """The seat whose view a page shows: the mover if a person, else the first person; None without people, or at the end."""
        if self.state.is_over:
            return None
        mover = int(self.state.seat_to_move)
        return mover if mover in self.table.people else min(self.table.people, default=None)

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back: a person has chosen between options, and the game goes on."""
        return not self.state.is_over and any(_is_choice_of(step.before, self.table.people) for step in self.steps)

    def choose(self, code: object) -> None:
        """Play the option with this code for the person who must choose.

        Raises
        ------
        InputError
            If no person must choose, or `code`, which may be anything that a page sends, is not one of an option.
        """
        if not self.waits_for_person:
            raise InputError("nobody at the table is asked for anything now")
        if not isinstance(code, int) or code not in self.state.option_codes:
            raise InputError(f"{code} is not an option of this decision")
        self._play(code)

    def go_on(self) -> bool:
        """Play on until a person must choose or the turn is over; return whether anything was played.

        A decision with a single option is not a choice, and is played for people too.
        """
        if self.state.is_over:
            return False
        turn, n_steps_before = turn_of(self.state), len(self.steps)
        mover = int(self.state.seat_to_move)
        if mover not in self.table.people:
            wait_for_strategy(self.table.game, self.table.strategies[mover])
        while not self.state.is_over and not self.waits_for_person and turn_of(self.state) == turn:
            self._play(self._game.chosen_code(self.state))
        return len(self.steps) > n_steps_before

    def undo(self) -> None:
        """Take back the last choice of a person, and everything that was played after it.

        Raises
        ------
        InputError
            If no person has chosen yet, or the game is over.
        """
        if self.state.is_over:
            raise InputError("the game is over, and its result stays; a review of it plays on from an earlier choice")
        if not self.can_undo:
            raise InputError("there is nothing to take back")
        while not _is_choice_of(self.steps.pop().before, self.table.people):
            pass
        self.n_undone += 1

    def played_until(self, n_choices: int, name: str) -> LiveGame:
        """Return a new game in the position after so many decisions of all seats, to play on from there.

        That counts as taking back once.

        Parameters
        ----------
        name
            Name of this game.

        Raises
        ------
        InputError
            If fewer decisions were made.
        """
        if not 0 <= n_choices <= len(self.choices):
            raise InputError(f"{len(self.choices)} decisions were made in this game, there is no position after {n_choices}")
        new_game = LiveGame(self.table, self.seed, self.person)
        new_game.replay(self.choices[:n_choices], self.n_undone + 1, self.n_hints)
        new_game.earlier = EarlierGame(name, self.choices)
        return new_game

    def replay(self, choices: Sequence[int], n_undone: int = 0, n_hints: int = 0) -> None:
        """Play the recorded codes of options from the present position, and set what was counted in the recorded game.

        Raises
        ------
        ValueError
            If a choice is not an option in its position.
        """
        for code in choices:
            self._play(code)
        self.n_undone, self.n_hints = n_undone, n_hints

    def _play(self, code: int) -> None:
        self.steps.append(step_after(self.state, code))


def _is_choice_of(state: State | None, people: frozenset[int]) -> bool:
    """Return whether one of these seats must choose between several options in a position."""
    return state is not None and not state.is_over and state.seat_to_move in people and len(state.option_codes) > 1
