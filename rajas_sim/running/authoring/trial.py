"""One game in plain Python, played and checked move by move."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from rajas_sim.core.errors import RajasError
from rajas_sim.plain.course import Course, position_text
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.game_file import ROUND_LIMIT, GameError
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.plain.search import worth

NO_END = "the game went on for {} rounds, the most there may be (game.round_limit); does it end?"


class Trial:
    """A game that is checked at every move.

    Attributes
    ----------
    moves
        The options played, in words.
    n_choices, n_options
        How many decisions had more than one option, and how many options these had.
    problem
        What went wrong; None if nothing did.
    is_at_limit
        Whether the game reached the largest number of rounds allowed.
    hides
        Whether `hidden` changed any position.
    """

    def __init__(self, game: PlainGame, rules: PlainRules, seed: int, *, with_words: bool) -> None:
        self.game, self.rules, self.seed, self.with_words = game, rules, seed, with_words
        self.moves: list[str] = []
        self.n_choices = self.n_options = 0
        self.problem: str | None = None
        self.is_at_limit = self.hides = False

    @property
    def is_wrong(self) -> bool:
        """Whether something went wrong.

        Reaching the limit of rounds does not count: players may never want to end a game.
        """
        return self.problem is not None and not self.is_at_limit

    def play(self, choose: Callable[[int], int]) -> None:
        """Play the game until it is over or something goes wrong; `choose` gets the number of options and returns an index."""
        try:
            self._play(choose)
        except RajasError as error:
            self.problem = str(error)

    def _play(self, choose: Callable[[int], int]) -> None:
        """Play as `play` does, but raise what goes wrong; only the limit of rounds is noted in `problem`.

        A twin plays the same options with the same luck, to find out whether anything but the luck decides.
        """
        course, twin = Course(self.rules, self.seed), Course(self.rules, self.seed)
        if copy.deepcopy(course.position) != course.position:
            raise course.error("two positions with the same values are not equal; compare positions by their values")
        if course.position != twin.position:
            raise course.error("start(...) gave another position for the same seed; all luck must come from `chance`")
        while course.result is None:
            options = course.options()
            self._check_options(course, options)
            option = [*options.values()][choose(len(options)) if len(options) > 1 else 0]
            copy_before = copy.deepcopy(course.position)
            self.moves.append(self.rules.file.option_text(course.position, option))
            # The twin stands before the move, so its errors name this decision.
            twin, given_position = course.copy(), course.position
            course.play(option)
            if given_position != copy_before:
                raise twin.error(f"play(...) changed the position that it was given{_changed_text(copy_before, given_position)}")
            twin.play(option)
            if course.position != twin.position:
                raise course.error("play(...) gave another position for the same luck; all luck must come from `chance`")
            if course.result != twin.result:
                raise course.error("result(state) gave another result for the same position; it may draw no luck")
        self.is_at_limit = course.result.reason == ROUND_LIMIT
        if self.is_at_limit:
            self.problem = NO_END.format(self.rules.values.game.round_limit)

    def _check_options(self, course: Course, options: dict[int, Any]) -> None:
        """Count the options of a decision; raise an error if they, their decision or the hidden luck are not as they must be."""
        self.n_choices += len(options) > 1
        self.n_options += len(options) if len(options) > 1 else 0
        self._refuse_mutable(course, "a position", course.position)
        for option in options.values():
            self._refuse_mutable(course, "an option", option)
        decision, known_decisions = self.rules.file.decision_of(course.position), self.rules.file.decisions
        if decision not in known_decisions:
            raise course.error(f"decision(state) returned {decision!r}, which is not one of DECISIONS = {known_decisions!r}")
        if len(set(options.values())) < len(options):
            values = [*options.values()]
            repeated_option = next(option for option in values if values.count(option) > 1)
            raise course.error(f"options(state) returned the same option twice: {repeated_option!r}")
        for option in options.values():
            course.things_of(option)
        redrawn = course.copy(self.seed + 1)
        redrawn.hide()
        self.hides = self.hides or redrawn.position != course.position
        if self.with_words:
            self._check_words(course, redrawn)
        if redrawn.options() != options:
            offered, offered_after_redraw = [*options.values()], [*redrawn.options().values()]
            differing = [
                option
                for option in (*offered, *offered_after_redraw)
                if option not in offered or option not in offered_after_redraw
            ]
            raise GameError(
                f"{self.rules.file.path.name}: options(state) depends on what hidden(state, chance) hides from the seat to move: "
                f"with other hidden luck {f'these options differ: {differing!r}' if differing else 'they come in another order'}"
            )

    def _check_words(self, course: Course, redrawn: Course) -> None:
        """Call the functions that only pages and strategies call, and refuse a text that shows a seat what is hidden from it.

        `redrawn` is the course with what is hidden from the seat to move drawn again.
        """
        state = self.game.state_at(course)
        if self.rules.file.asks_for_seat("text"):
            text, text_after_redraw = (
                self.rules.file.text(position, course.seat) for position in (course.position, redrawn.position)
            )
            if text != text_after_redraw:
                raise course.error(
                    f"hidden(state, chance) draws again what text(state, {course.seat}) shows to that seat, which moves: "
                    f"{text!r}, then {text_after_redraw!r}"
                )
        for viewer in (None, state.seat_to_move):
            _ = state.drawing_for(viewer), state.lines_for(viewer), state.happened_texts(viewer)
        state.spots()
        for seat in range(self.rules.players):
            worth(state, seat)

    def _refuse_mutable(self, course: Course, description: str, value: Any) -> None:  # noqa: ANN401 - the author's own
        """Refuse a value that holds something mutable."""
        if _is_hashable(value):
            return
        parts = {field.name: getattr(value, field.name) for field in fields(value)} if is_dataclass(value) else {}
        culprits = [f"its {name} is a {type(part).__name__}" for name, part in parts.items() if not _is_hashable(part)]
        if not culprits:
            culprits = ["its class is no @dataclass(frozen=True)" if parts else f"it is a {type(value).__name__}"]
        raise course.error(f"{description} must not change, but {', '.join(culprits)}; tuples and frozen dataclasses do not")


def _changed_text(before: Any, after: Any) -> str:  # noqa: ANN401 - the author's own
    """Return the end of a message: which fields of a position changed, or, if it is not a dataclass, what it was before."""
    if not is_dataclass(before):
        return f": it was {position_text(before)}"
    names = [field.name for field in fields(before) if getattr(before, field.name) != getattr(after, field.name)]
    return f": its {', '.join(names)}"


def _is_hashable(value: Any) -> bool:  # noqa: ANN401 - the author's own
    try:
        hash(value)
    except TypeError:
        return False
    return True
