"""The file of a game: what it must define, and what it may define in addition."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import inspect
import sys
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from rajas_sim.core.errors import InputError, RajasError, StrategyError
from rajas_sim.plain.author import DeclaredNumber, GameResult

#: What the file of a game must define, with the parameters of each function.
REQUIRED = {
    "start": "start(numbers, players, chance)",
    "options": "options(state)",
    "play": "play(state, option, chance)",
    "result": "result(state)",
}
#: What the file may define in addition.
OPTIONAL = (
    *("PLAYERS", "Numbers", "LUCK", "REASONS", "THINGS", "DECISIONS", "VARIANTS", "TITLE"),
    *("scores", "thing", "hidden", "worth", "decision", "words", "happened", "text", "picture", "spot"),
)
#: How similar two names must be for one to be a misspelling of the other, from 0 to 1.
NEAR = 0.85
#: Names that are taken, since the values of every game have them.
TAKEN_NAMES = (
    "name",
    "box",
    "game",
    "setup",
    "restrict",
    "luck",
    "players",
    "by_players",
    "by_variant",
    "provenance",
    "readings",
)
#: Number of parameters of functions that tell every seat the same; one more parameter is the seat.
WITHOUT_SEAT = {"words": 2, "happened": 3, "text": 1, "picture": 1}
#: How many seats pages have colours for.
MOST_SEATS = 6
#: Reasons why every game may end; a game's own reasons come after them.
NOT_OVER, ROUND_LIMIT = "not_over", "round_limit"
#: Fields of positions that are not part of their text: the rules, and what a page shows beside the text.
SHOWN_ELSEWHERE = {"numbers", "mover", "round"}
#: The name of the decision if the file has only one kind of decision.
MOVE = "move"


class GameError(StrategyError):
    """The file of a game did something that no game may do."""


@dataclass(frozen=True)
class GameFile:
    """The file of a game, after it was run.

    Attributes
    ----------
    path
        The path of the file; its stem is the name of the game in configs.
    """

    path: Path
    module: ModuleType

    @property
    def name(self) -> str:
        """The name of the game in configs."""
        return self.path.stem

    @property
    def title(self) -> str:
        """The title of the game."""
        return str(self.defined("TITLE", usual_title(self.path)))

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """The possible numbers of players, ascending."""
        return tuple(sorted(self.module.PLAYERS))

    @property
    def n_seats(self) -> int:
        """The largest number of players."""
        return self.player_counts[-1]

    @property
    def variants(self) -> tuple[str, ...]:
        """Its variants; the first is the default."""
        return tuple(self.defined("VARIANTS", ("base",)))

    @property
    def luck(self) -> tuple[str, ...]:
        """The names of the sources of luck."""
        return tuple(self.defined("LUCK", ()))

    @property
    def things(self) -> tuple[str, ...]:
        """The things that a seat can be restricted from using."""
        return tuple(self.defined("THINGS", ()))

    @property
    def decisions(self) -> tuple[str, ...]:
        """The names of the kinds of decisions (``decision(state)``)."""
        return tuple(self.defined("DECISIONS", (MOVE,)))

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The reasons why a game may end, those of every game first."""
        reasons = tuple(self.defined("REASONS", (GameResult._field_defaults["reason"],)))
        return tuple(dict.fromkeys((NOT_OVER, ROUND_LIMIT, *reasons)))

    @cached_property
    def numbers(self) -> Mapping[str, DeclaredNumber]:
        """The values of its rules, by name."""
        declared = self.defined("Numbers")
        defaults: dict[str, Any] = {field.name: field.default for field in fields(declared)} if declared is not None else {}
        return defaults

    def decision_of(self, position: Any) -> str:  # noqa: ANN401 - the author's own
        """Return the kind of decision in a position: ``decision(state)`` if the file has it."""
        return MOVE if self.function("decision") is None else str(self.call("decision", position))

    def option_text(self, position: Any, option: Any, viewer: int | None = None) -> str:  # noqa: ANN401 - the author's own
        """Return an option in words: ``words(state, option)`` if the file has it, else the option itself."""
        if self.function("words") is not None:
            return str(self._call_for_viewer("words", (position, option), viewer, lambda: f" for the option {option!r}"))
        return str(option) if isinstance(option, str | int) else repr(option)

    def happened_texts(self, before: Any, option: Any, after: Any, viewer: int | None) -> tuple[str, ...]:  # noqa: ANN401 - the author's own
        """Say what an option led to: ``happened(state, option, after)``, one text or several, if the file has it."""
        if self.function("happened") is None:
            return ()
        returned = self._call_for_viewer("happened", (before, option, after), viewer)
        texts = (returned,) if isinstance(returned, str) else tuple(returned or ())
        return tuple(str(text) for text in texts if text)

    def text(self, position: Any, viewer: int | None = None) -> str:  # noqa: ANN401 - the author's own
        """Return a position as text: ``text(state)`` if the file has it, else a line per field that is not shown elsewhere."""
        if self.function("text") is not None:
            return self.seen("text", (position,), viewer)
        if not is_dataclass(position):
            return repr(position)
        return "\n".join(f"{f.name}: {getattr(position, f.name)}" for f in fields(position) if f.name not in SHOWN_ELSEWHERE)

    def seen(self, name: str, arguments: tuple[Any, ...], viewer: int | None) -> str:
        """Return what ``words``, ``text`` or ``picture`` of the file says, as far as a seat knows; None learns everything."""
        return str(self._call_for_viewer(name, arguments, viewer))

    def _call_for_viewer(self, name: str, arguments: tuple[Any, ...], viewer: int | None, where: Callable[[], str] = str) -> Any:  # noqa: ANN401 - the author's own
        """Return what a function of the file (`WITHOUT_SEAT`) returns, called with the seat `viewer` if it asks for a seat."""
        return self.call(name, *arguments, *([viewer] if self.asks_for_seat(name) else []), where=where)

    def asks_for_seat(self, name: str) -> bool:
        """Return whether a function of the file (`WITHOUT_SEAT`) gets the seat, so that it tells each seat only what it sees."""
        function = self.function(name)
        return function is not None and len(inspect.signature(function).parameters) > WITHOUT_SEAT[name]

    def call(self, name: str, *arguments: Any, where: Callable[[], str] = str) -> Any:  # noqa: ANN401 - the author's own
        """Call a function of the file.

        Raises
        ------
        GameError
            For whatever the function raises; the message names the line, and ends with what `where` returns, by default nothing.
        """
        try:
            return getattr(self.module, name)(*arguments)
        except RajasError:
            raise
        except Exception as error:
            raise self.raised(name, error, where()) from error

    def raised(self, name: str, error: Exception, where: str) -> GameError:
        """Return the error for an exception of a function of the file; it names the line, and `where` in the game it happened."""
        what = f"{name}(...) raised {type(error).__name__}: {error}{_line_text(error, self.path)}"
        return GameError(f"{self.path.name}: {what}{where}")

    def function(self, name: str) -> Callable[..., Any] | None:
        """Return a function that the file may define; None if it does not define it."""
        function: Callable[..., Any] | None = self.defined(name)
        return function

    def defined(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - whatever the file defines
        """Return what the file defines under a name, or the default."""
        return getattr(self.module, name, default)

    def problems(self) -> Iterator[str]:
        """Yield what is missing or impossible in the file."""
        for name, call in REQUIRED.items():
            if not callable(self.function(name)):
                nearest_names = difflib.get_close_matches(name, [*vars(self.module)], 1, NEAR)
                yield f"must define {call}{f'; it defines {nearest_names[0]}' if nearest_names else ''}"
        for name in filter(str.islower, OPTIONAL):
            if name in vars(self.module) and not callable(self.function(name)):
                yield f"{name} must be a function"
        counts = self.defined("PLAYERS")
        if not (isinstance(counts, tuple) and counts and all(isinstance(n, int) and 1 < n <= MOST_SEATS for n in counts)):
            found_text = "" if counts is None else f"; found {counts!r}"
            yield f"must define PLAYERS, how many may play, such as PLAYERS = (2, 3); from 2 to {MOST_SEATS}{found_text}"
        declared = self.defined("Numbers")
        if declared is not None and not (isinstance(declared, type) and is_dataclass(declared)):
            yield "Numbers must be a class with @dataclass(frozen=True)"
            return
        for name, value in self.numbers.items():
            if problem := _problem_of_number(name, value):
                yield f"Numbers.{name}: {problem}"
        if self.things and self.function("thing") is None:
            yield "THINGS are named, so it must define thing(state, option): the thing that an option uses, or None"

    def remarks(self) -> Iterator[str]:
        """Yield what may be a mistake: names close to those that the toolkit uses, and a missing ``hidden``."""
        defined = vars(self.module)
        for name, value in defined.items():
            is_of_file = name.isupper() or getattr(value, "__module__", None) == self.module.__name__
            if not is_of_file or name.startswith("_") or name in (*REQUIRED, *OPTIONAL):
                continue
            nearest_names = difflib.get_close_matches(
                name, [known for known in (*REQUIRED, *OPTIONAL) if known not in defined], 1, NEAR
            )
            if nearest_names:
                yield f"the toolkit does not use {name}; is {nearest_names[0]} meant?"
        if self.asks_for_seat("text") and self.function("hidden") is None:
            yield "text(state, seat) tells each seat what it sees, but without hidden(state, chance) strategies see everything"


def usual_title(path: Path) -> str:
    """Return the title of a game whose file does not give one."""
    return path.stem.replace("_", " ").capitalize()


def title_in(path: Path) -> str:
    """Return the title in the file of a game without running the file; a ``TITLE`` that is computed is not found."""
    with suppress(OSError, SyntaxError, ValueError):
        for statement in ast.parse(path.read_bytes()).body:
            match statement:
                case ast.Assign(targets=[ast.Name("TITLE")], value=ast.Constant(str(title))):
                    return title
    return usual_title(path)


def _line_text(error: BaseException, path: Path) -> str:
    """Return the line of a file in which an error arose, if the traceback shows it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f" in line {lines[-1]}" if lines else ""


def _problem_of_number(name: str, value: object) -> str | None:
    """Return the problem of a field of ``Numbers``; None if it has none."""
    if not isinstance(value, DeclaredNumber):
        return "must be declared as number(...), by_seat(...) or one_of(...)"
    if name in TAKEN_NAMES or "." in name:
        return "every game has something of this name; choose another"
    if value.choices:
        return None
    if not isinstance(value.default, int):
        return f"is one whole number; found {value.default!r}. Declare several numbers one by one"
    if not value.low <= value.default <= value.high:
        return f"{value.default} is outside {value.low} to {value.high}"
    return None


@cache
def game_file(path: Path) -> GameFile:
    """Run the file of a game, and return it.

    Raises
    ------
    InputError
        If it cannot be run, or does not define what a game needs.
    """
    module_name = f"rajas_game_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(f"{path}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise InputError(f"{path}: cannot be loaded: {type(error).__name__}: {error}{_line_text(error, path)}") from error
    file = GameFile(path, module)
    if problems := list(file.problems()):
        raise InputError(f"{path}: {problem}" for problem in problems)
    return file
