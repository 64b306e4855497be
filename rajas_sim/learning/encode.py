"""Positions as numbers and options as actions, the same way for every game, and policies that choose with them.

Actions are all pairs of a decision and a code, one after the other. An observation is a row of integers: first a number for each
decision (1 for the current one, 0 for the others), then the fields of the flat record in the order of its layout. It is made for
one seat: that seat comes first and the others follow in turn order, and seat numbers count from it. The stack of tasks begins
with the top task. A set has a number for each possible member, 1 if it is in the set. Comments in the layouts explain the fields.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.record_types import TASK_RECORD
from rajas_sim.core.engine.records import field_names
from rajas_sim.core.game import find_game
from rajas_sim.core.positions.state import State


class FieldLine(NamedTuple):
    """A field in its layout: the name of its type, and the comment at the end of its line."""

    type_name: str
    comment: str


def explanations(files: Sequence[Path]) -> dict[str, str]:
    """Return the comments about fields by path, such as ``seats.money``; fields without comments are left out.

    Parameters
    ----------
    files
        Modules that define records, with the comment of a field at the end of its line. The fields of ``StateRecord`` and of the
        records in it are explained.
    """
    lines_by_record: dict[str, dict[str, FieldLine]] = {}
    for file in files:
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef):
                lines_by_record[node.name] = {
                    ast.unparse(field.target): FieldLine(
                        ast.unparse(field.annotation), lines[(field.end_lineno or field.lineno) - 1].partition("# ")[2]
                    )
                    for field in node.body
                    if isinstance(field, ast.AnnAssign)
                }
    comments_by_path: dict[str, str] = {}
    for name, (annotation, comment) in lines_by_record["StateRecord"].items():
        comments_by_path[name] = comment
        inner_lines = next((lines for record, lines in lines_by_record.items() if f"[{record}]" in annotation), {})
        comments_by_path |= {f"{name}.{field}": line.comment for field, line in inner_lines.items()}
    return {name: comment for name, comment in comments_by_path.items() if comment}


#: ``(observation, action mask) -> action``: numbers as `encode.Encoding` writes them, and the index of an allowed action.
Policy = Callable[[NDArray[np.int16], NDArray[np.int8]], Any]
#: The seat of a field that belongs to no seat.
NO_SEAT = -1


class Action(NamedTuple):
    """The meaning of an action: the option with this code in this decision."""

    decision: str
    code: int


class Field(NamedTuple):
    """The place of a field of the record in an observation.

    Attributes
    ----------
    name
        The path of the field: ``seats[0].money`` is the money of the seat that observes.
    meaning
        The comment in the layout; empty if the name says everything.
    offset, length
        The index of its first number, and how many numbers it has.
    """

    name: str
    meaning: str
    offset: int
    length: int

    @property
    def numbers(self) -> slice:
        """The slice of its numbers: ``observation[field.numbers]``."""
        return slice(self.offset, self.offset + self.length)


class _NumberSource(NamedTuple):
    """Where a number of an observation comes from.

    Attributes
    ----------
    start
        The index of that number among those of the record.
    seat
        The seat that it belongs to, or `NO_SEAT`.
    shift, mask
        Which bits of that number are taken: they are shifted right, then masked.
    low, high
        The smallest and the largest value.
    """

    start: int
    seat: int
    shift: int
    mask: int
    low: int
    high: int


class _Leaf(NamedTuple):
    """A field that holds numbers and no further fields.

    Attributes
    ----------
    name, path
        The path with indices, such as ``seats[0].money``, and without, ``seats.money``.
    seat
        The seat that it belongs to, or `NO_SEAT`.
    start, length
        The index of its first number among those of the record, and how many it has.
    """

    name: str
    path: str
    seat: int
    dtype: np.dtype[Any]
    start: int
    length: int


class Encoding:
    """How positions of a game with a number of players become numbers, and actions become options.

    Parameters
    ----------
    state_class
        The class of the game's positions.
    players
        The number of players.

    Attributes
    ----------
    actions
        All actions; learners call them by their index.
    fields
        The fields of an observation, by name.
    low, high
        The smallest and largest possible value of each number: int16, shape (numbers,).
    """

    def __init__(self, state_class: type[State], players: int) -> None:
        forms = state_class.option_type.forms
        self.actions = tuple(
            Action(decision, code) for decision in state_class.decisions for code in range(forms[decision].n_codes)
        )
        self._action_numbers = {action: i for i, action in enumerate(self.actions)}
        self._players, self._wide_layout = players, _widened(state_class.layout)
        observed, meanings = state_class.observed, explanations(state_class.observed.explaining_files)
        leaves = [leaf for leaf in _leaves(state_class.layout) if leaf.path not in observed.unseen_fields and leaf.seat < players]
        fields = [
            Field("decision", "1 for the decision that is asked, in the order of the actions", 0, len(state_class.decisions))
        ]
        # Numbers of decisions do not come from the record; the mask makes them 0.
        numbers = [_NumberSource(0, NO_SEAT, 0, 0, 0, 1)] * len(state_class.decisions)
        for leaf in leaves:
            limits = np.iinfo(leaf.dtype)
            # Shift, mask, low and high: one bit after the other of a set, all bits of another number.
            bit_ranges = [(bit, 1, 0, 1) for bit in range(observed.bit_sets.get(leaf.path, 0))] or [
                (0, -1, limits.min, limits.max)
            ]
            fields.append(Field(leaf.name, meanings.get(leaf.path, ""), len(numbers), leaf.length * len(bit_ranges)))
            numbers += [
                _NumberSource(leaf.start + i, leaf.seat, *bit_range) for i in range(leaf.length) for bit_range in bit_ranges
            ]
        self.fields = {field.name: field for field in fields}
        starts, seats, self._shifts, self._masks, low, high = np.array(numbers).T
        self.low, self.high = low.astype(np.int16), high.astype(np.int16)
        numbers_per_seat = _n_numbers(state_class.layout["seats"].base)
        # For each observing seat: how many seats farther on each number is taken from.
        seat_shifts = [np.where(seats == NO_SEAT, 0, (seats + seat) % players - seats) for seat in range(players)]
        self._starts_by_seat = [starts + numbers_per_seat * seat_shift for seat_shift in seat_shifts]
        # The indices of numbers that name a seat, and what each has for the first seat.
        seat_fields = [(self.fields[name], first_seat) for name, first_seat in observed.seat_numbers.items()]
        self._seat_number_indices = np.concatenate(
            [np.arange(field.offset, field.offset + field.length) for field, _ in seat_fields]
        )
        self._first_seats = np.repeat([first_seat for _, first_seat in seat_fields], [field.length for field, _ in seat_fields])
        top_field, last_field = self.fields["tasks[0].kind"], [field for field in fields if field.name.startswith("tasks[")][-1]
        self._tasks = slice(top_field.offset, last_field.offset + 1)

    def action_of(self, decision: str, code: int) -> int:
        """Return the action that stands for an option.

        Raises
        ------
        KeyError
            If no option of this decision ever has this code.
        """
        return self._action_numbers[Action(decision, code)]

    def mask(self, decision: str, codes: Sequence[int]) -> NDArray[np.int8]:
        """Return which actions are allowed if the options of a decision have these codes: 0 or 1, shape (actions,)."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self._action_numbers[Action(decision, code)] for code in codes]] = 1
        return mask

    def code(self, action: Any, mask: NDArray[np.int8]) -> int:  # noqa: ANN401 - any value of a learner is checked
        """Return the code of the option that an action stands for.

        Raises
        ------
        ValueError
            If it is not an action, or the mask forbids it.
        """
        if not isinstance(action, int | np.integer) or not 0 <= action < len(self.actions):
            raise ValueError(f"{action!r} is no action; a whole number from 0 to {len(self.actions) - 1} is needed")
        if not mask[action]:
            allowed = ", ".join(map(str, np.flatnonzero(mask))) or "none"
            decision, code = self.actions[action]
            raise ValueError(f"action {action} ({decision} {code}) is not allowed now; allowed: {allowed}")
        return self.actions[action].code

    def observation(self, state: NDArray[Any], seat: int) -> NDArray[np.int16]:
        """Return what a seat sees of a position, given as an array of one record: shape (numbers,)."""
        record = state.astype(self._wide_layout).view(np.int64)
        numbers = (record[self._starts_by_seat[seat]] >> self._shifts) & self._masks
        seats = numbers[self._seat_number_indices] - self._first_seats
        relative_seats = (seats - seat) % self._players
        numbers[self._seat_number_indices] = np.where(seats < 0, seats, relative_seats) + self._first_seats
        # The top task is the last one of the record, and the first one of the observation.
        stack, n_tasks = numbers[self._tasks].reshape(-1, len(field_names(TASK_RECORD))), int(state["n_tasks"][0])
        stack[:n_tasks] = stack[:n_tasks][::-1].copy()
        if state["end_reason"][0] == NOT_OVER:
            numbers[stack[0, 0]] = 1
        observation: NDArray[np.int16] = numbers.astype(np.int16)
        return observation


@cache
def encoding_of(game: str, players: int) -> Encoding:
    """Return the encoding of a game, by its name in configs, for a number of players.

    Raises
    ------
    InputError
        If there is no such game.
    """
    return Encoding(find_game(game).batches.state_class, players)


def chosen_by(policy: Policy, state: State) -> int:
    """Return the code of the option that a policy chooses in a position, for a strategy in plain Python to return.

    Raises
    ------
    ValueError
        If the policy chooses an action that the mask forbids.
    """
    encoding = encoding_of(state.rules.source.game, state.rules.players)
    mask = encoding.mask(str(state.decision), state.option_codes)
    return encoding.code(policy(encoding.observation(state.array, int(state.record.seat_to_move)), mask), mask)


def _widened(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a type with the same fields and 64 bits for every number, so that a record is a row of integers of one size."""
    if dtype.subdtype:
        return np.dtype((_widened(dtype.base), dtype.shape))
    if dtype.names:
        return np.dtype([(name, _widened(dtype[name])) for name in dtype.names])
    return np.dtype(np.int64)


def _n_numbers(dtype: np.dtype[Any]) -> int:
    """Return how many numbers a record of this type holds."""
    return _widened(dtype).itemsize // np.dtype(np.int64).itemsize


def _leaves(layout: np.dtype[Any], name: str = "", path: str = "", seat: int = NO_SEAT, start: int = 0) -> Iterator[_Leaf]:
    """Yield the fields of a record and of the records in it, without the padding.

    The defaults are for a whole state. For a record in it, `name` and `path` are what its fields' paths begin with, `seat` is the
    seat it belongs to, and `start` is the index of its first number.
    """
    for field_name in layout.names or ():
        base, length = layout[field_name].base, math.prod(layout[field_name].shape)
        for i in range(length if base.names else 0):
            seat_of_field = i if field_name == "seats" else seat
            yield from _leaves(
                base, f"{name}{field_name}[{i}].", f"{path}{field_name}.", seat_of_field, start + i * _n_numbers(base)
            )
        if field_name in field_names(layout) and not base.names:
            yield _Leaf(f"{name}{field_name}", f"{path}{field_name}", seat, base, start, length)
        start += length * (_n_numbers(base) if base.names else 1)
