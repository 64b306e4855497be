"""A position of a game in plain Python, as the rooms above see it."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cached_property
from textwrap import wrap
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.drawing.panel import Drawing, OptionSpot, TablePanel
from rajas_sim.core.drawing.shapes import tag, text
from rajas_sim.core.positions import state as core
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.wording import spaced
from rajas_sim.plain.course import Course
from rajas_sim.plain.game_file import WITHOUT_SEAT, GameFile
from rajas_sim.plain.plain_rules import PlainRules

#: For a position as text: letters per line, height of a line, largest number of lines, width; then the widths of a picture and
#: of a seat's panel.
LINE_WIDTH, LINE_HEIGHT, MOST_LINES, TEXT_WIDTH, WIDTH, SEAT_WIDTH = 46, 18, 18, 360, 480, 240
#: The height of the panel of a seat that has nothing to show.
EMPTY_HEIGHT = 4
#: The key of the panel of the position.
POSITION = "position"


class SeatScore(NamedTuple):
    """The score of a seat, in place of the record of a seat that other games have."""

    score: float

    @property
    def record(self) -> float:
        """The score, in place of a record."""
        return self.score


class PlainOption(Option):
    """One option of the seat to move."""

    __slots__ = ()
    state: PlainState

    @property
    def value(self) -> Hashable:
        """The option as ``options`` of the file returned it."""
        return self.state.course_options[self.code]


class PlainState(core.State):
    """A position; each game has a class of its own.

    Attributes
    ----------
    course
        The game so far; it is never changed.
    seed
        The seed of the game's luck; strategies see another one.
    n_decisions
        How many decisions have been made.
    whole
        In a position that is shown to a strategy: the course with what is hidden.
    """

    layout = np.dtype([])
    has_records = False
    option_type = PlainOption
    lead_meaning = "its score"
    file: ClassVar[GameFile]

    rules: PlainRules
    seed: int
    n_decisions: int
    whole: Course

    def __init__(self, course: Course, options: dict[int, Hashable] | None = None) -> None:
        self.__dict__.update(rules=course.rules, course=course, seed=course.seed, n_decisions=course.n_decisions)
        if options is not None:
            self.__dict__["course_options"] = options

    @property
    def position(self) -> Any:  # noqa: ANN401 - the author's own
        """The position as the file of the game made it."""
        return self.course.position

    # --- beginning and playing on

    @classmethod
    def new_game_logged(cls, rules: PlainRules, seed: int, boards: NDArray[np.int8]) -> tuple[Self, NDArray[Any]]:  # type: ignore[override]
        """Return the start of a game, and no events."""
        cls.check_start(rules, seed)
        return cls(Course(rules, int(seed))), _NO_EVENTS

    def play_logged(self, option: Option | int) -> tuple[Self, NDArray[Any]]:
        """Return the position after an option, and no events; errors are those of the base class."""
        code = self.checked_code(option)
        course = self.course.copy()
        course.play(self.course_options[code])
        return type(self)(course), _NO_EVENTS

    def shown(self, seed: int) -> Self:
        """Return this position with another seed, and with everything redrawn that the game hides from the seat to move."""
        shown = object.__new__(type(self))
        shown.__dict__.update(rules=self.rules, seed=seed, n_decisions=self.n_decisions, whole=self.course)
        return shown

    @cached_property
    def course(self) -> Course:
        """The course of a position that is shown; it is only computed if something asks for it, which `random` never does."""
        course = self.whole.copy(self.seed)
        course.hide()
        return course

    # --- the decision at hand

    @cached_property
    def course_options(self) -> dict[int, Hashable]:
        """The options by code."""
        return {} if self.is_over else self.course.options()

    @property
    def option_codes(self) -> tuple[int, ...]:
        """Codes of the options, in the order of `options`."""
        return tuple(self.course_options)

    def happened_texts(self, viewer: int | None) -> tuple[str, ...]:
        """Say what the dice of the last decision showed, and what the file says about it (``happened(state, option, after)``)."""
        if self.course.last is None:
            return ()
        thrown = (f"{spaced(name)} {shown}" for name, shown in self.course.thrown)
        return (*thrown, *self.file.happened_texts(*self.course.last, self.position, viewer))

    @property
    def takes_codes(self) -> bool:
        """Whether no option is itself an integer, which could be taken for the code of another option."""
        return not any(isinstance(value, int) for value in self.course_options.values())

    @property
    def decision(self) -> str | None:
        """The kind of the current decision; None when the game is over."""
        return None if self.is_over else self.file.decision_of(self.position)

    def option_text(self, code: int) -> str:
        """Return the text of an option."""
        return self.option_text_for(code, None)

    def option_text_for(self, code: int, viewer: int | None) -> str:
        """Return what a seat learns about an option, if the file says so (``words(state, option, seat)``); else everything."""
        return self.file.option_text(self.position, self.course_options[code], viewer)

    def hides_options_from(self, viewer: int | None) -> bool:
        """Return whether a seat sees less than the mover, since then the number of options may tell what the mover holds."""
        return viewer not in (None, self.seat_to_move) and any(map(self.file.asks_for_seat, WITHOUT_SEAT))

    # --- the end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.course.result is not None

    @property
    def end_reason(self) -> Any:  # noqa: ANN401 - one of the game's own
        """Why the game ended."""
        return self.end_reasons(self.course.result.reason if self.course.result else "not_over")

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The seats from first to last, by their present scores."""
        ranks, shares = self.course.ranks, self.course.win_shares
        standings = [
            Standing(i, rank, share, fame=0, money=0, overlap=seat.score)
            for i, (rank, share, seat) in enumerate(zip(ranks, shares, self.seats, strict=True))
        ]
        return tuple(sorted(standings, key=lambda row: (row.rank, row.seat)))

    # --- as a value

    @property
    def _key(self) -> tuple[Any, ...]:
        course = self.course
        return self.rules, course.seed, course.n_decisions, course.position, tuple(sorted(course.asked.items()))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, PlainState) and self._key == other._key)

    def __hash__(self) -> int:
        return hash((self.course.seed, self.course.n_decisions, self.course.position))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("positions of a game in plain Python are not pickled; replay the game from its seed and choices")

    # --- what can be read of a position

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return self.course.round_number

    @property
    def seat_to_move(self) -> int:
        """The seat to move, from 0."""
        return self.course.seat

    @property
    def seats(self) -> tuple[SeatScore, ...]:  # type: ignore[override]
        """The score of each seat."""
        return tuple(SeatScore(score) for score in self.course.scores or (0.0,) * self.rules.players)

    def overlap_of(self, seat: Any) -> float:  # noqa: ANN401 - what `SeatScore` calls its record
        """Return the score of a seat."""
        return float(seat)

    def totals(self, seat: int) -> dict[str, float]:
        """Return the score of a seat; empty if there are no scores before the end."""
        return {} if self.file.function("scores") is None else {"score": self.seats[seat].score}

    @property
    def drawing(self) -> Drawing:
        """The position as the file of the game draws it (``picture(state)``), or as text if it does not."""
        return self.drawing_for(None)

    def drawing_for(self, viewer: int | None) -> Drawing:
        """Return what a seat sees, if the file says so (``picture(state, seat)``, ``text(state, seat)``); else everything."""
        return Drawing((self._position_panel(viewer), *map(self._seat_panel, range(self.rules.players))))

    def spots(self) -> tuple[OptionSpot | None, ...]:
        """Return where each option lies on the picture, if the file says so (``spot(state, option)``)."""
        if self.file.function("picture") is None or self.file.function("spot") is None:
            return (None,) * len(self.course_options)
        _, width, _ = self._picture(None)
        return tuple(self._spot(option, WIDTH / width) for option in self.course_options.values())

    def _spot(self, option: Hashable, scale: float) -> OptionSpot | None:
        """Return where an option lies; None if the file says that it lies nowhere.

        The file gives its corner, width and height in units of its picture, or a list of these for things that are alike; `scale`
        is the size of a unit on the drawing.
        """
        returned = self.file.call("spot", self.position, option, where=self.course.where)
        if returned is None or returned == []:
            return None
        rectangles = returned if isinstance(returned, list) else [returned]
        try:
            (x, y, width, height), *others = ([scale * float(number) for number in rectangle] for rectangle in rectangles)
            twins = tuple((left, top) for left, top, _, _ in others)
        except (TypeError, ValueError):
            raise self.course.error(
                f"spot(state, option) must return (x, y, width, height), a list of these, or None; found {returned!r}"
            ) from None
        return OptionSpot(POSITION, x, y, width, height, twins=twins)

    def _picture(self, viewer: int | None) -> tuple[str, float, float]:
        """Return the file's picture of the position, with the width and height that the file gives it."""
        picture = self.file.seen("picture", (self.position,), viewer).strip()
        size = re.match(r"<svg[^>]*\bviewBox=[\"']0 0 ([\d.]+) ([\d.]+)[\"']", picture)
        if size is None:
            raise self.course.error(
                f'picture(state) must return an SVG that begins with <svg viewBox="0 0 WIDTH HEIGHT">; found {picture[:40]!r}'
            )
        return picture, float(size[1]), float(size[2])

    def _position_panel(self, viewer: int | None) -> TablePanel:
        """Return the panel with the file's picture, or with the text of the position, cut after `MOST_LINES` lines.

        It shows what the seat `viewer` sees; None sees everything.
        """
        seen_lines = self.lines_for(viewer)
        alt = "; ".join(seen_lines).replace(":; ", ": ")
        if self.file.function("picture") is not None:
            picture, width, height = self._picture(viewer)
            shown_height = round(WIDTH * height / width)
            part = tag("svg", picture, width=WIDTH, height=shown_height)
            return TablePanel(POSITION, "Position", WIDTH, shown_height, (part,), alt)
        lines = [part for line in seen_lines for part in wrap(line, LINE_WIDTH)][:MOST_LINES]
        parts = "".join(text(0, LINE_HEIGHT * (i + 1), line, "typed") for i, line in enumerate(lines))
        return TablePanel(POSITION, "Position", TEXT_WIDTH, LINE_HEIGHT * (MOST_LINES + 1), (parts,), alt)

    def _seat_panel(self, seat: int) -> TablePanel:
        """Return the panel of a seat; it is empty if seats have scores, since these stand below the drawing (`totals`)."""
        key, title = f"seat {seat + 1}", f"Seat {seat + 1}"
        if self.file.function("scores") is not None:
            return TablePanel(key, title, SEAT_WIDTH, EMPTY_HEIGHT, ("",), f"score {self.seats[seat].score:g}", seat)
        words = "no score before the end"
        return TablePanel(key, title, SEAT_WIDTH, 2 * LINE_HEIGHT, (text(0, LINE_HEIGHT, words),), words, seat)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the author's position has
        if name.startswith("_"):
            raise AttributeError(f"a state has no {name!r}")
        return getattr(self.course.position, name)

    def __dir__(self) -> list[str]:
        return sorted({*core.PUBLIC_NAMES, "position", "seed", "n_decisions", "round_number", "seat_to_move"})

    def lines(self) -> list[str]:
        """Return the position as lines of text."""
        return self.lines_for(None)

    def lines_for(self, viewer: int | None) -> list[str]:
        """Return what a seat sees as lines of text; None sees everything."""
        return self.file.text(self.position, viewer).splitlines()


_NO_EVENTS: NDArray[Any] = np.zeros(0)
