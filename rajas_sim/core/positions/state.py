"""A position of a game, read-only, with the options of the seat to move."""

from __future__ import annotations

import html
import importlib
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.drawing.panel import Drawing, OptionSpot
from rajas_sim.core.engine.course import NOT_OVER, decision_of
from rajas_sim.core.engine.record_types import LOG, EventRecord
from rajas_sim.core.engine.records import field_names, fill, to_plain, writable_copy
from rajas_sim.core.errors import InputError
from rajas_sim.core.games import MAX_SEED
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.outcome import Outcome, Standing
from rajas_sim.core.positions.views import Observed, RecordView, read_field
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.rulebook.rules import Rules


class Kernels(NamedTuple):
    """The kernels of a game that positions call; all write into their arguments.

    Attributes
    ----------
    set_up
        ``(state, rules, log, seed, boards, spare_options)``: turn a zeroed state into the start of a game; `boards` is what
        `Rules.boards` returns.
    list_options
        ``(state, rules, options) -> n``: write the options of the current decision, and return how many there are.
    play_option
        ``(state, rules, log, code, spare_options)``: play one option, and go on to the next decision.
    write_ranks
        ``(state, rules, ranks)``: write each seat's rank, 1 for the winner; equal seats share the better rank.
    """

    set_up: Callable[..., None]
    list_options: Callable[..., int]
    play_option: Callable[..., None]
    write_ranks: Callable[..., None]


#: Names that a position offers beside the fields of its record; all other names serve the games that derive from it.
PUBLIC_NAMES = (
    *("decision", "options", "mover", "play"),
    *("is_over", "outcome", "standings"),
    *("rules", "record", "to_plain", "from_plain"),
    "drawing",
)


class State:
    """A position: rules, and one flat record that never changes.

    Fields of the record read as attributes, such as ``state.round_number`` and ``state.seats[0].money``: numbers are Python
    numbers, arrays are read-only copies of 64-bit numbers, records are `views.RecordView`.

    A game derives its own class, which sets the attributes below, words the options and computes the overlap of markers. Its
    record has, beside fields of its own, ``seed``, ``n_decisions``, ``round_number``, ``seat_to_move``, ``end_reason``, the stack
    of core.engine.course, and ``seats`` with ``fame`` and ``money``.

    Attributes
    ----------
    rules
        The rules of the game.
    array
        A read-only array of one record, which holds this position.
    layout
        The dtype of a state.
    has_records
        Whether positions are flat records that compiled strategies can read; those of rajas_sim.plain are not.
    max_options
        The largest number of options of any decision.
    decisions
        The names of the kinds of tasks that are decisions.
    decision_texts
        What is to be decided, in words for people who play, where the name of the decision does not say it.
    observed
        Which parts of the record players see.
    end_reasons
        The reasons why a game may end, in the order of the codes of ``end_reason``; those of core.engine.course come first.
    option_type
        The class of the options.
    kernels
        The kernels of the game.
    drawing_module
        The module that draws positions: its ``drawing_of(state)`` draws one, and its ``spot_of(state, code)`` says where an
        option lies. It is loaded on demand, since playing does not need it. None if positions are shown as text.
    lead_meaning
        What `overlap_of` measures, in words that describe a seat.
    end_texts
        Texts for end reasons whose names alone are not clear; ``{seat}`` is the seat whose markers met or passed first.
    """

    layout: ClassVar[np.dtype[Any]]
    has_records: ClassVar[bool] = True
    max_options: ClassVar[int]
    decisions: ClassVar[tuple[str, ...]]
    decision_texts: ClassVar[Mapping[str, str]] = {}
    observed: ClassVar[Observed]
    end_reasons: ClassVar[type[StrEnum]]
    option_type: ClassVar[type[Option]] = Option
    kernels: ClassVar[Kernels]
    drawing_module: ClassVar[str | None] = None
    lead_meaning: ClassVar[str] = "by how many fame spaces its markers have passed each other"
    end_texts: ClassVar[Mapping[str, str]] = {}

    rules: Rules
    array: NDArray[Any]

    def __init__(self, rules: Rules, array: NDArray[Any], option_codes: tuple[int, ...] | None = None) -> None:
        array.flags.writeable = False
        self.__dict__.update(rules=rules, array=array)
        if option_codes is not None:
            self.__dict__["option_codes"] = option_codes

    # --- what a game defines

    def option_text(self, code: int) -> str:
        """Return the text of an option of the current decision."""
        raise NotImplementedError

    def option_values(self, code: int) -> tuple[Any, ...]:
        """Return the fields of an option of the current decision, in the order of its form (`Option.forms`)."""
        return ()

    def overlap_of(self, seat: Any) -> float:  # noqa: ANN401 - fields of any type
        """Return by how many fame spaces the markers of a seat, given as its flat record, have passed each other."""
        raise NotImplementedError

    def totals(self, seat: int) -> dict[str, float]:
        """Return numbers that say how a seat stands, by name; pages show them, and by how much a turn changed them."""
        return {name: getattr(self.seats[seat], name) for name in ("fame", "money")}

    def totals_in_detail(self, seat: int) -> dict[str, float]:
        """Return the totals of a seat and more numbers that say how it has played, by name; reviews compare them."""
        return self.totals(seat)

    def gained_texts(self, events: Sequence[EventRecord]) -> list[str]:
        """Name what the events of a turn of one seat brought it and the change of its totals does not show."""
        return []

    def happened_texts(self, viewer: int | None) -> tuple[str, ...]:
        """Say what the last decision led to, if no event tells it, as far as a seat learns it; None learns everything."""
        return ()

    @property
    def takes_codes(self) -> bool:
        """Whether an integer that a strategy returns can only be the code of an option."""
        return True

    def option_note(self, code: int) -> str:
        """Return what an option takes and brings in addition to what its text says; empty if nothing."""
        return ""

    @property
    def decision_text(self) -> str:
        """What is to be decided, in the words of people who play."""
        return self.decision_texts.get(str(self.decision), spaced(str(self.decision)))

    def offered_text(self, code: int) -> str:
        """Return an option as people are offered it: its text, and what it takes and brings in addition."""
        text, note = self.option_text(code), self.option_note(code)
        if not note:
            return text
        return f"{text[:-1]}; {note})" if text.endswith(")") else f"{text} ({note})"

    @cached_property
    def offered_texts(self) -> tuple[str, ...]:
        """The text of each option as people are offered it (`offered_text`)."""
        return tuple(map(self.offered_text, self.option_codes))

    def offered(self) -> tuple[str, tuple[str, ...]]:
        """Return what is to be decided, and the text of each option.

        If several texts have the same beginning before a colon, it is what is to be decided, and the texts go without it.
        """
        texts = self.offered_texts
        parts = [text.partition(": ") for text in texts]
        beginnings = {(beginning, colon) for beginning, colon, _ in parts}
        if len(parts) > 1 and len(beginnings) == 1 and parts[0][1]:
            return parts[0][0], tuple(ending for _, _, ending in parts)
        return self.decision_text, texts

    def option_text_for(self, code: int, viewer: int | None) -> str:
        """Return an option in words, as far as a seat learns it when another seat chooses it; None learns everything."""
        return self.option_text(code)

    def hides_options_from(self, viewer: int | None) -> bool:
        """Return whether a seat must not learn how many options the mover has, since it tells what is hidden."""
        return False

    def lines(self) -> list[str]:
        """Return the position drawn as lines of text."""
        return [repr(self)]

    def lines_for(self, viewer: int | None) -> list[str]:
        """Return these lines as a seat sees them, if the game hides anything from it; None sees everything."""
        return self.lines()

    @property
    def moment(self) -> str:
        """The current moment of the game in a few words, such as ``round 3``."""
        return f"round {self.round_number}"

    # --- beginning and playing on

    @classmethod
    def new_game(cls, rules: Rules, seed: int, boards: Sequence[str | None] = ()) -> Self:
        """Return the start of a game.

        Parameters
        ----------
        seed
            The seed of all its luck, 0 to 2**63 - 1.
        boards
            The board of each seat, for a variant in which players may differ; None leaves it to the variant, and so does an empty
            sequence.

        Raises
        ------
        InputError
            For a seed out of range, for boards that do not exist or that the variant does not allow, and if their number is not
            the number of players.
        """
        if boards and len(boards) != rules.players:
            raise InputError(f"boards: {len(boards)} given for {rules.players} players")
        return cls.new_game_logged(rules, seed, rules.boards(boards or [None] * rules.players))[0]

    @classmethod
    def new_game_logged(cls, rules: Rules, seed: int, boards: NDArray[np.int8]) -> tuple[Self, NDArray[Any]]:
        """Return the start of a game and the events of its set-up; `boards` (players,) is what `Rules.boards` returns."""
        cls.check_start(rules, seed)
        array, log = np.zeros(1, cls.layout), np.zeros(1, LOG)
        cls.kernels.set_up(array[0], rules.record, log[0], seed, boards, np.empty(cls.max_options, np.int16))
        return cls(rules, array), log[0].events[: log[0].n]

    @staticmethod
    def check_start(rules: Rules, seed: int) -> None:
        """Refuse a seed out of range, and rules that give something to named players, since it is unknown here who sits where."""
        if not isinstance(seed, int | np.integer) or not 0 <= seed <= MAX_SEED:
            raise InputError(f"seed: found {seed!r}; a whole number from 0 to {MAX_SEED} is needed")
        if rules.values.players:
            raise InputError(
                "players: who sits where is not known here; take rules.for_seats(labels), with a label for each seat"
            )

    def play(self, option: Option | int) -> Self:
        """Return the position after an option is played; this position does not change.

        Raises
        ------
        ValueError
            If the game is over, or it is not an option of this position.
        """
        return self.play_logged(option)[0]

    def play_logged(self, option: Option | int) -> tuple[Self, NDArray[Any]]:
        """Return the position after an option, and the events on the way (core.engine.record_types.EventRecord, shape (n,))."""
        code = self.checked_code(option)
        after = writable_copy(self.array)
        log = np.zeros(1, LOG)
        self.kernels.play_option(after[0], self.rules.record, log[0], code, np.empty(self.max_options, np.int16))
        return type(self)(self.rules, after), log[0].events[: log[0].n]

    def checked_code(self, option: Option | int) -> int:
        """Return the code of an option.

        Raises
        ------
        ValueError
            If the game is over, or it is not an option of this position.
        """
        if self.is_over:
            raise ValueError("the game is over; nothing more can be played")
        code = option.code if isinstance(option, Option) else option
        if isinstance(option, Option) and option.state != self:
            raise ValueError(f"{option!r} is an option of another position; play one of this position's options")
        if code not in self.option_codes:
            raise ValueError(f"{option!r} is not an option of {self.decision}; options: {[*self.option_codes]}")
        return code

    def shown(self, seed: int) -> Self:
        """Return this position with another seed, as strategies see it."""
        array = writable_copy(self.array)
        array["seed"] = seed
        return type(self)(self.rules, array, self.option_codes)

    # --- the decision at hand

    @cached_property
    def decision(self) -> str | None:
        """The kind of the current decision (one of `decisions`); None when the game is over."""
        kind = decision_of(self.record)
        return None if kind < 0 else self.decisions[kind]

    @cached_property
    def option_codes(self) -> tuple[int, ...]:
        """Codes of the options, in the order of `options`."""
        options = np.empty(self.max_options, np.int16)
        n = self.kernels.list_options(self.record, self.rules.record, options)
        if n == 0 and not self.is_over:
            raise AssertionError(self.no_options_message)
        return tuple(options[:n].tolist())

    @property
    def no_options_message(self) -> str:
        """The message for a decision without options; a game must skip such a decision itself."""
        return f"the decision {self.decision!r} has no options; such a decision must be passed over (`settle` of the game)"

    def option_fields(self, code: int) -> Mapping[str, Any]:
        """Return the fields of an option of the current decision, by name."""
        form = self.option_type.forms.get(str(self.decision))
        return dict(zip(form.fields, self.option_values(code), strict=True)) if form else {}

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All options of the seat to move."""
        return tuple(self.option_type(self, code) for code in self.option_codes)

    # --- the end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.end_reason != NOT_OVER)

    @property
    def end_reason(self) -> StrEnum:
        """Why the game ended (one of `end_reasons`)."""
        return list(self.end_reasons)[int(self.record.end_reason)]

    @property
    def end_text(self) -> str:
        """Why the game ended, in words."""
        text = self.end_texts.get(self.end_reason)
        if text is None:
            return spaced(self.end_reason)
        first_seat = next(i for i, seat in enumerate(self.seats) if seat.passed == 1)
        return text.format(seat=f"seat {first_seat + 1}")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return Outcome(self.end_reason, self.standings) if self.is_over else None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The seats from first to last, according to the markers as they stand now."""
        ranks = np.zeros(self.rules.players, np.int16)
        self.kernels.write_ranks(self.record, self.rules.record, ranks)
        n_first = int((ranks == 1).sum())
        standings = [
            Standing(
                seat=i,
                rank=int(ranks[i]),
                win_share=1 / n_first if ranks[i] == 1 else 0.0,
                fame=seat.fame,
                money=seat.money,
                overlap=self.overlap_of(seat.record),
            )
            for i, seat in enumerate(self.seats)
        ]
        return tuple(sorted(standings, key=lambda row: (row.rank, row.seat)))

    # --- the record

    @cached_property
    def record(self) -> Any:  # noqa: ANN401 - fields of any type
        """The flat record as kernels take it: read-only, with the narrow integers of the layout."""
        return self.array[0]

    @cached_property
    def seats(self) -> tuple[RecordView, ...]:
        """Seats of the players, in turn order of the first round."""
        return tuple(RecordView(seat, "seat") for seat in self.record.seats[: self.rules.players])

    @property
    def mover(self) -> RecordView:
        """The seat to move."""
        return self.seats[int(self.record.seat_to_move)]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - fields of any type
        if name.startswith("_"):
            raise AttributeError(f"a state has no {name!r}")
        return read_field(self.record, name, "a state", self.__dir__)

    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401 - fields of any type
        raise AttributeError("a position never changes; play an option to get another one")

    def __dir__(self) -> list[str]:
        return sorted({*PUBLIC_NAMES, *field_names(self.layout)})

    def to_plain(self) -> dict[str, Any]:
        """Return the position as nested dicts and lists of Python numbers, ready for JSON."""
        plain: dict[str, Any] = to_plain(self.record)
        return plain

    @classmethod
    def from_plain(cls, rules: Rules, plain: dict[str, Any]) -> Self:
        """Return the position that `to_plain` wrote; missing fields are zero."""
        array = np.zeros(1, cls.layout)
        fill(array[0], plain)
        return cls(rules, array)

    # --- as a drawing

    @property
    def drawing(self) -> Drawing:
        """A drawing of the table in this position; empty if the game has no drawing."""
        if self.drawing_module is None:
            return Drawing(())
        drawing: Drawing = importlib.import_module(self.drawing_module).drawing_of(self)
        return drawing

    def drawing_for(self, viewer: int | None) -> Drawing:
        """Return the drawing as a seat sees it, if the game hides anything from it; None sees everything."""
        return self.drawing

    def spots(self) -> tuple[OptionSpot | None, ...]:
        """Return where each option lies on the drawing; None for an option that has no place there."""
        if self.drawing_module is None:
            return (None,) * len(self.option_codes)
        spot_of = importlib.import_module(self.drawing_module).spot_of
        return tuple(spot_of(self, code) for code in self.option_codes)

    def _repr_html_(self) -> str:
        return self.drawing.to_svg() if self.drawing_module else f"<pre>{html.escape(str(self))}</pre>"

    # --- as a value

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_of, (type(self), self.rules, self.array.tobytes())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:  # noqa: ANN401 - fields of any type
        return self

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        status = f"over, {self.end_reason}" if self.is_over else f"seat {self.seat_to_move + 1} to {self.decision}"
        return f"<State {self.moment}: {status}>"


def _state_of(cls: type[State], rules: Rules, content: bytes) -> State:
    return cls(rules, np.frombuffer(content, cls.layout).copy())
