"""A game in plain Python, as the rooms above it see it (core.game.Game)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import derive
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.narration import AuditLog, Narration
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.plain.batch import PlainBatches
from rajas_sim.plain.course import Course
from rajas_sim.plain.game_file import GameFile, game_file
from rajas_sim.plain.plain_rules import rules_class_of
from rajas_sim.plain.position import PlainState
from rajas_sim.plain.search import AFTER_STREAM, after, worth

#: Number of deals over which the worth of the position after an option is averaged, to put options in order.
DEALS = 10
#: Units of parameters; a strategy with a parameter in one of them plays options on, which takes time.
UNITS_OF_LOOKING_AHEAD = {"deals", "playouts"}


class PlainLog(AuditLog):
    """How games in plain Python are logged: by their decisions."""

    def event_fields(self, state_after: State, event: EventRecord) -> dict[str, Any]:
        """Return no fields: there are no events."""
        return {}

    def start_player(self, round_start: State) -> int:
        """Return the seat that starts a round."""
        return int(round_start.seat_to_move)

    def standing_fields(self, standing: Standing) -> dict[str, Any]:
        """Return the score of a seat."""
        return {"score": standing.overlap}


class PlainNarration(Narration):
    """How games in plain Python are narrated."""

    def title(self, start: State) -> str:
        """Return the first line."""
        return f"{start.rules.source.title}, {start.rules.players} players, seed {start.seed}"

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines before a decision: about a new round or turn."""
        if previous is None or before.round_number != previous.round_number:
            yield f"Round {before.round_number}"
            previous = None
        if previous is None or before.seat_to_move != previous.seat_to_move:
            yield f"  {names[before.seat_to_move]}"

    def event_text(self, after: State, event: EventRecord) -> str:
        """Return an empty text: there are no events."""
        return ""

    def standing_text(self, final: State, standing: Standing) -> str:
        """Return the final standing of a seat in words."""
        return f"score {standing.overlap:g}"

    def standing_note(self, final: State) -> str:
        """Return an empty text: a score explains itself."""
        return ""


class PlainAppraisal:
    """What can be known about options without an appraisal: how games end that are played on from them.

    Parameters
    ----------
    file
        The file of the game.
    """

    def __init__(self, file: GameFile) -> None:
        self.file = file

    def worths(self, state: State, strategy: Strategy | str) -> None:
        """Return None: nothing says what options are worth."""

    def best_first(self, state: PlainState, strategy: Strategy) -> list[int]:
        """Return the indices of the options: those first after which the position is worth most to the seat to move.

        That is on average over `DEALS` deals, as `greedy` judges them, whatever the strategy.
        """
        shown_state, seat = state.shown(derive(state.seed, AFTER_STREAM, 0)), state.seat_to_move
        means = [
            np.mean([worth(after(shown_state, option, nth), seat) for nth in range(DEALS)]) for option in shown_state.options
        ]
        best_first: list[int] = np.argsort(-np.nan_to_num(means), kind="stable").tolist()
        return best_first

    def player_on(self, line_up: Sequence[Strategy]) -> Strategy:
        """Return the strategy that plays positions on: the strategy of all seats, unless it looks ahead; otherwise a quick one.

        The quick one is ``greedy`` with one deal, or ``random`` in a game that does not say what positions are worth.
        """
        is_quick = not any(parameter.unit in UNITS_OF_LOOKING_AHEAD for parameter in line_up[0].parameters)
        if is_quick and len({player.label for player in line_up}) == 1:
            return line_up[0]
        if self.file.function("worth") or self.file.function("scores"):
            return find_strategy("greedy", {"deals": 1}, game=self.file.name)
        return find_strategy("random", game=self.file.name)

    def win_shares_after(
        self, state: PlainState, player: Strategy, seeds: Sequence[int], code: int | None = None
    ) -> NDArray[np.float64]:
        """Play a position on once for each seed; parameters and result are those of `Appraisal.win_shares_after`."""
        return np.array([end.course.win_shares for end in self.ends_after(state, player, seeds, code)])

    def ends_after(
        self, state: PlainState, player: Strategy, seeds: Sequence[int], code: int | None = None
    ) -> Iterator[PlainState]:
        """Play a position on as `win_shares_after` does, and yield the last position of each game."""
        for seed in seeds:
            yield self._end_after(state, player, seed, code)

    def _end_after(self, state: PlainState, player: Strategy, seed: int, code: int | None) -> PlainState:
        """Return the last position of a game that `player` plays on for all seats, with the luck of `seed`.

        The first option is that of `code`; None leaves it to the player.
        """
        course = state.shown(seed).course
        while course.result is None:
            options = course.options()
            if code is None:
                code = next(iter(options))
                if len(options) > 1:
                    code = ask(player, type(state)(course, options), player.seed_in(seed, 0), seed)  # luck is hidden from it
            course.play(options[code])
            code = None
        return type(state)(course)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all that an appraisal has
        """Refuse everything that needs an appraisal.

        Raises
        ------
        InputError
            Always.
        """
        raise InputError(f"{self.file.title} is a game in plain Python, which has no appraisal of its options; this needs one")


class PlainGame(Game):
    """A game in plain Python."""

    audit_log = PlainLog()
    narration = PlainNarration()

    def __init__(self, file: GameFile) -> None:
        self.file = file
        end_reasons = StrEnum("EndReason", {reason.upper().replace(" ", "_"): reason for reason in file.end_reasons})  # type: ignore[misc]  # made of what the file says
        attributes = {"file": file, "end_reasons": end_reasons, "decisions": file.decisions}
        self.state_class: type[PlainState] = type("State", (PlainState,), attributes)
        self.batches = PlainBatches(self.state_class, rules_class_of(file), file)
        self.about = inspect.getdoc(file.module) or ""

    def state_at(self, course: Course) -> PlainState:
        """Return the position of a course."""
        return self.state_class(course.copy())

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """Words for the integer codes in the tables."""
        return {"end_reason": self.file.end_reasons, "thing": self.file.things}

    @property
    def appraisal(self) -> Any:  # noqa: ANN401 - stands for an `Appraisal`
        """A stand-in for an appraisal, which gives no option a worth."""
        return PlainAppraisal(self.file)


@cache
def game_of(path: Path) -> PlainGame:
    """Return the game of a file; errors are those of `game_file`."""
    return PlainGame(game_file(path))
