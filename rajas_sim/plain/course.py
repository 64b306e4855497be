"""The course of one game: its position, whose turn it is, and what has been drawn from chance.

Positions and options are objects of the author's. A turn lasts as long as the same seat moves in the same round. The round is
the `round` of the position if it has one. Otherwise a new round begins when the turn comes to a seat with a lower number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import below, derive, draw, seed_for
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.errors import RajasError
from rajas_sim.plain.author import GameResult
from rajas_sim.plain.game_file import ROUND_LIMIT, GameError
from rajas_sim.plain.plain_rules import PlainRules

Item = TypeVar("Item")
#: Streams of the sources of luck, one for each source and seat; the set-up draws as the seat `SET_UP`.
FIRST_STREAM, STREAMS_OF_SOURCE = 0x91A0_0000, 16
SET_UP = -1
#: How much of a position a message shows, in characters.
MOST_LETTERS = 300
#: How many sources redraw what is hidden; any name may be used for that, since they draw no luck of the game.
NAMES_OF_HIDING = 1009
#: A turn, or a game, with more decisions than this is taken to be endless.
MOST_DECISIONS_IN_A_TURN, MOST_DECISIONS = 10_000, 100_000
#: Functions of the file that return a position.
RETURN_POSITIONS = ("start", "play", "hidden")


@kernel
def random_order(seed: int, stream: int, n: int) -> NDArray[np.int64]:
    """Return the numbers from 0 to n - 1 in random order (Fisher and Yates), shape (n,)."""
    order = np.arange(n)
    for i in range(n - 1, 0, -1):
        j = below(draw(seed, stream, i), i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Course:
    """One game that is being played.

    Parameters
    ----------
    rules
        The rules, with the file of the game.
    seed
        The seed of the game's luck.

    Attributes
    ----------
    position
        The position that ``start`` or ``play`` of the file returned.
    seat
        The seat to move.
    n_decisions, turns, round_number
        How many decisions were made, how many turns have begun, and the number of the round, from 1.
    turn_began
        How many decisions had been made when the current turn began.
    result
        The result; None while the game goes on.
    is_tried
        Whether this course only tries what may happen, with a strategy's own luck. Then luck that an experiment redraws is not
        redrawn, since that concerns the luck of the game.
    asked
        How often each source of luck was used, by its name and the seat; the set-up counts as the seat `SET_UP`.
    last
        The position before the last decision, and the option that was played; None at the start.
    thrown
        The dice of the last decision, with the names of their sources.
    """

    def __init__(self, rules: PlainRules, seed: int) -> None:
        self.rules, self.file, self.seed = rules, rules.file, seed
        self.asked: dict[tuple[str, int], int] = {}
        self.n_decisions = self.turns = self.turn_began = self.round_number = 0
        self.seat, self.position, self.is_tried = SET_UP, None, False
        self.result: GameResult | None = None
        self.thrown: tuple[tuple[str, int], ...] = ()
        self.last: tuple[Any, Hashable] | None = None
        self._go_on(self._returned_by("start", rules.numbers, rules.players, Luck(self)))

    def copy(self, seed: int | None = None) -> Course:
        """Return a copy that can be played on independently, with other luck if a seed is given."""
        other = object.__new__(Course)
        other.__dict__.update(self.__dict__, asked=dict(self.asked))
        if seed is not None:
            other.seed, other.is_tried = seed, True
        return other

    def options(self) -> dict[int, Hashable]:
        """Return the options of the seat to move by code, their index in what the file returns, without those it may not use.

        Raises
        ------
        GameError
            If there is no option, or the file does not return a sequence.
        """
        returned = self._returned_by("options", self.position)
        if isinstance(returned, str) or not isinstance(returned, Sequence):
            raise self.error(f"options(state) must return a tuple or list, as in ({returned!r},); found {returned!r}")
        options = dict(enumerate(returned))
        if forbidden := self.rules.forbidden[self.seat]:
            options = {code: option for code, option in options.items() if forbidden.isdisjoint(self.things_of(option))}
        if not options and forbidden:
            raise self.error("options(state) returned none that the seat may use")
        if not options:
            raise self.error(f"result(state) is None, so the game goes on, but options(state) has none for seat {self.seat + 1}")
        return options

    def play(self, option: Hashable) -> None:
        """Play one of the options, given as the file returned it."""
        self.n_decisions += 1
        luck = Luck(self)
        self.last = self.position, option
        self._go_on(self._returned_by("play", self.position, option, luck))
        self.thrown = tuple(luck.thrown)

    def hide(self) -> None:
        """Redraw what the seat to move does not see, if the file says what that is (``hidden(state, chance)``)."""
        if self.result is None and self.file.function("hidden") is not None:
            self.position = self._returned_by("hidden", self.position, Luck(self, is_hiding=True))

    def _returned_by(self, name: str, *arguments: Any) -> Any:  # noqa: ANN401 - the author's own
        """Return what a function of the file returns; turn its exceptions into errors that say where in the game they arose."""
        try:
            returned = getattr(self.file.module, name)(*arguments)
        except RajasError:
            raise
        except Exception as error:
            raise self.file.raised(name, error, self.where()) from error
        if returned is None and name in RETURN_POSITIONS:
            raise self.error(f"{name}(...) returned None; a function that ends without `return` does")
        return returned

    def _go_on(self, position: Any) -> None:  # noqa: ANN401 - the author's own
        """Take a position over from the file, with the result or with the seat, turn and round that follow.

        At the limit of rounds the game ends by the present scores. An impossible position raises a `GameError`.
        """
        self.position = position
        self.result = self._returned_by("result", position)
        if self.result is not None:
            self._check_result(self.result)
            return
        seat = getattr(position, "mover", None)
        if not isinstance(seat, int) or not 0 <= seat < self.rules.players:
            raise self.error(f"a state needs `mover`, the seat to move, from 0 to {self.rules.players - 1}; found {seat!r}")
        begins_round = seat < self.seat or self.seat == SET_UP
        round_number = getattr(position, "round", self.round_number + begins_round)
        if self.seat != SET_UP and round_number < self.round_number:
            raise self.error(f"`round` went from {self.round_number} to {round_number}; rounds count up")
        if (seat, round_number) != (self.seat, self.round_number):
            self.round_number = round_number
            self.seat, self.turns, self.turn_began = seat, self.turns + 1, self.n_decisions
            if self.round_number > self.rules.values.game.round_limit:
                self.round_number -= 1
                self.result = GameResult(self.scores or (0.0,) * self.rules.players, ROUND_LIMIT)
        if self.n_decisions > MOST_DECISIONS:
            raise self.error(f"the game has more than {MOST_DECISIONS:,} decisions; does it end?")
        if self.n_decisions - self.turn_began > MOST_DECISIONS_IN_A_TURN:
            raise self.error(f"the turn of seat {seat + 1} has more than {MOST_DECISIONS_IN_A_TURN:,} decisions; does it end?")

    def _check_result(self, result: GameResult) -> None:
        """Refuse a result without a score for every seat, with impossible ranks, or with a reason that the file does not name."""
        players, file = self.rules.players, self.file
        is_result = isinstance(result, GameResult) and isinstance(result.scores, Sequence) and isinstance(result.ranks, Sequence)
        if not is_result or len(result.scores) != players or len(result.ranks) not in (0, players):
            raise self.error(
                f"result(state) must return GameResult(scores=...) with a score for each of {players} seats; found {result!r}"
            )
        ranks = sorted(result.ranks)
        if ranks and ranks != [1 + sum(other < rank for other in ranks) for rank in ranks]:
            raise self.error(f"ranks begin with 1, and equal seats share the better place: (1, 2, 2, 4); found {result.ranks!r}")
        if result.reason not in file.end_reasons:
            refusal = f"is not one of REASONS = {file.end_reasons[2:]!r}" if file.defined("REASONS") else "is named by no REASONS"
            raise self.error(f"the reason {result.reason!r} {refusal}")

    @property
    def scores(self) -> Sequence[float] | None:
        """The scores of the seats: the final ones, or the present ones if the file gives them (``scores(state)``), else None."""
        if self.result is not None:
            return self.result.scores
        if self.file.function("scores") is None:
            return None
        scores = tuple(self._returned_by("scores", self.position))
        if len(scores) != self.rules.players:
            raise self.error(f"scores(state) must return a score for each of {self.rules.players} seats; found {scores!r}")
        return scores

    def things_of(self, option: Hashable) -> tuple[str, ...]:
        """Return the things that an option uses, according to the file (``thing(state, option)``): one, several or none."""
        if not self.file.things:
            return ()
        returned = self._returned_by("thing", self.position, option)
        things = () if returned is None else (returned,) if isinstance(returned, str) else tuple(returned)
        if unknown := [thing for thing in things if thing not in self.rules.things]:
            raise self.error(f"thing(state, option) returned {unknown[0]!r}, which is not one of THINGS")
        return things

    @property
    def ranks(self) -> list[int]:
        """The rank of every seat, 1 for the first."""
        if self.result is not None and self.result.ranks:
            return [int(rank) for rank in self.result.ranks]
        scores = self.scores or (0.0,) * self.rules.players
        return [1 + sum(other > score for other in scores) for score in scores]

    @property
    def win_shares(self) -> list[float]:
        """The win share of every seat: 1 for a sole winner, 1 / m each for m tied winners, 0 for the others."""
        ranks = self.ranks
        n_first = ranks.count(1)
        return [1.0 / n_first if rank == 1 else 0.0 for rank in ranks]

    def error(self, text: str) -> GameError:
        """Return an error about the file of the game that says where in the game it arose."""
        return GameError(f"{self.file.path.name}: {text}{self.where()}")

    def where(self) -> str:
        """Return where in the game this is, as the end of a message."""
        moment = f"decision {self.n_decisions}, seat {self.seat + 1}" if self.seat != SET_UP else "the set-up"
        luck = "with other luck" if self.is_tried else f"seed {self.seed}"
        return f" ({luck}, {moment}{f', in {position_text(self.position)}' if self.position is not None else ''})"


def position_text(position: object) -> str:
    """Return a position on one line, shortened, and without the numbers of the rules, which never change."""
    if is_dataclass(position):
        parts = (f"{field.name}={getattr(position, field.name)!r}" for field in fields(position) if field.name != "numbers")
        text = f"{type(position).__name__}({', '.join(parts)})"
    else:
        text = repr(position)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}..."


class Luck:
    """The luck of a course (`rajas_sim.plain.author.Chance`).

    Attributes
    ----------
    thrown
        The dice so far, with the names of their sources.
    """

    __slots__ = ("_course", "_is_hiding", "thrown")

    def __init__(self, course: Course, *, is_hiding: bool = False) -> None:
        self._course, self._is_hiding = course, is_hiding
        self.thrown: list[tuple[str, int]] = []

    def die(self, name: str, sides: int = 6) -> int:
        """Return a throw of a die, from 1 to `sides`."""
        value = self.below(name, sides) + 1
        self.thrown.append((name, value))
        return value

    def below(self, name: str, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        seed, stream, counter = self._next(name)
        return int(below(draw(seed, stream, counter), n))

    def choice(self, name: str, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(name, len(items))]

    def shuffled(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return all items in random order."""
        seed, stream, counter = self._next(name)
        item_list = list(items)
        order = random_order(derive(seed, stream, counter), stream, len(item_list)).tolist()
        return tuple([item_list[i] for i in order])

    def _next(self, name: str) -> tuple[int, int, int]:
        """Return the seed, stream and counter for the next draw of the seat to move from a source."""
        course = self._course
        source = course.rules.luck_numbers.get(name)
        if source is None and self._is_hiding:
            source = len(course.rules.luck_numbers) + crc32(name.encode()) % NAMES_OF_HIDING
        if source is None:
            raise course.error(f"chance is asked for {name!r}, which is not in LUCK = {course.rules.file.luck!r}")
        key = name, course.seat
        counter = course.asked.get(key, 0)
        course.asked[key] = counter + 1
        seed = course.seed
        if course.rules.values.luck.deal_anew and not (course.is_tried or self._is_hiding):
            seed = int(seed_for(course.rules.record, seed, course.round_number, 1 << source))
        return seed, FIRST_STREAM + STREAMS_OF_SOURCE * source + course.seat + 1, counter
