"""A position of the game, read-only, with the options of whoever is to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.endings import NOT_OVER
from rajas_sim.core.errors import InputError
from rajas_sim.core.recorder import LOG
from rajas_sim.core.records import copied, fill, to_plain
from rajas_sim.ganges import wording, words
from rajas_sim.ganges.engine import decision_of, list_options, play_option
from rajas_sim.ganges.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rules import Rules
from rajas_sim.ganges.setup import set_up
from rajas_sim.ganges.standings import write_ranks
from rajas_sim.ganges.tracks import overlap_of


class Option:
    """One thing the seat to move may do.

    Attributes
    ----------
    code
        The small integer kernels use; its meaning depends on the decision.
    """

    __slots__ = ("_state", "_text", "code")

    def __init__(self, state: State, code: int) -> None:
        self._state = state
        self._text: str | None = None
        self.code = code

    @property
    def text(self) -> str:
        """The option in words."""
        if self._text is None:
            self._text = wording.option_text(self._state, self.code)
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.code == other.code and self._state == other._state

    def __hash__(self) -> int:
        return hash((self.code, self._state))

    def __repr__(self) -> str:
        return f"<Option {self.code}: {self.text}>"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Standing:
    """Where a seat ended.

    Attributes
    ----------
    rank
        1 for the winner; equal seats share the better place.
    win_share
        1 for a sole winner, 1 / m each for m tied winners, 0 for the others.
    """

    seat: int
    rank: int
    win_share: float
    fame: int
    money: int
    overlap: int


class State:
    """A position: rules, and one flat record that never changes.

    Fields of the record (layout.STATE) read as attributes, such as ``state.round_number`` and ``state.seats[0].money``.
    """

    __slots__ = ("__dict__", "_array", "rules")

    def __init__(self, rules: Rules, array: NDArray[Any], option_codes: NDArray[np.int16] | None = None) -> None:
        self.rules = rules
        self._array = array
        array.flags.writeable = False
        if option_codes is not None:
            self.__dict__["option_codes"] = option_codes

    @cached_property
    def record(self) -> Any:
        """The read-only record itself."""
        return self._array[0]

    @property
    def array(self) -> NDArray[Any]:
        """The read-only array of one record that holds this position."""
        return self._array

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(self.record, name)
        except AttributeError:
            raise AttributeError(f"a state has no {name!r}; fields: {', '.join(STATE.names or ())}") from None

    @cached_property
    def seats(self) -> Any:
        """Seats of the players, in turn order of the first round."""
        return self.record.seats[: self.rules.players]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._array["end_reason"][0] != NOT_OVER)

    @property
    def end_reason(self) -> str:
        """Why the game ended (words.END_REASONS)."""
        return words.END_REASONS[self.record.end_reason]

    @cached_property
    def decision(self) -> str | None:
        """What is to be decided (words.DECISIONS); None when the game is over."""
        kind = decision_of(self.record)
        return None if kind < 0 else words.DECISIONS[kind]

    @cached_property
    def option_codes(self) -> NDArray[np.int16]:
        """Codes of the options, in their order."""
        room = np.empty(MAX_OPTIONS, np.int16)
        codes = room[: list_options(self.record, self.rules.record, room)].copy()
        codes.flags.writeable = False
        return codes

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Everything the seat to move may do now."""
        return tuple(Option(self, code) for code in self.option_codes.tolist())

    def play(self, option: Option | int) -> State:
        """Return the position after an option; this one stays as it is.

        Raises
        ------
        ValueError
            If it is not one of the options.
        """
        return self.play_logged(option)[0]

    def play_logged(self, option: Option | int) -> tuple[State, NDArray[Any]]:
        """Return the position after an option, and the events on the way (core.recorder.EVENT, shape (n,))."""
        code = option.code if isinstance(option, Option) else int(option)
        if code not in self.option_codes:
            raise ValueError(f"{option!r} is not an option of {self.decision}; options: {[int(c) for c in self.option_codes]}")
        after = copied(self._array)
        log = np.zeros(1, LOG)
        play_option(after[0], self.rules.record, log[0], code, np.empty(MAX_OPTIONS, np.int16))
        return State(self.rules, after), log[0].events[: log[0].n]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Seats from first to last, by what the markers show now."""
        ranks = np.zeros(self.rules.players, np.int16)
        write_ranks(self.record, self.rules.record, ranks)
        n_first = int((ranks == 1).sum())
        rows = [
            Standing(
                seat=i,
                rank=int(ranks[i]),
                win_share=1 / n_first if ranks[i] == 1 else 0.0,
                fame=int(seat.fame),
                money=int(seat.money),
                overlap=int(overlap_of(seat, self.rules.record)),
            )
            for i, seat in enumerate(self.seats)
        ]
        return tuple(sorted(rows, key=lambda row: (row.rank, row.seat)))

    def to_plain(self) -> dict[str, Any]:
        """Return the position as nested dicts and lists of Python numbers, ready for JSON."""
        plain: dict[str, Any] = to_plain(self.record)
        return plain

    @classmethod
    def from_plain(cls, rules: Rules, plain: dict[str, Any]) -> State:
        """Return the position that `to_plain` wrote; fields left out are zero."""
        array = np.zeros(1, STATE)
        fill(array[0], plain)
        return cls(rules, array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._array.tobytes() == other._array.tobytes() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __repr__(self) -> str:
        where = f"over, {self.end_reason}" if self.is_over else f"seat {self.record.seat_to_move} to {self.decision}"
        return f"<State round {self.record.round_number} stage {self.record.stage}: {where}>"


def new_game(rules: Rules, seed: int, boards: Sequence[str | None] = ()) -> State:
    """Return the start of a game.

    Parameters
    ----------
    seed
        Its luck, 0 to 2**63 - 1.
    boards
        Board of each seat (words.BOARDS), for a variant in which players may differ; by default the first seat is the
        advanced player.

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow, and for too many or too few of them.
    """
    if boards and len(boards) != rules.players:
        raise InputError(f"boards: {len(boards)} given for {rules.players} players")
    return new_game_logged(rules, seed, rules.boards(boards or [None] * rules.players))[0]


def new_game_logged(rules: Rules, seed: int, boards: NDArray[np.int8]) -> tuple[State, NDArray[Any]]:
    """Return the start of a game and the events of its set-up; `boards` (players,) are indices into words.BOARDS."""
    array, log = np.zeros(1, STATE), np.zeros(1, LOG)
    set_up(array[0], rules.record, log[0], seed, boards, np.empty(MAX_OPTIONS, np.int16))
    return State(rules, array), log[0].events[: log[0].n]
