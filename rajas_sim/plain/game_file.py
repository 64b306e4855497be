"""The file of a game: what it must define, and what it may define besides."""

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

#: What the file of a game must define: its parameters show how it is called.
REQUIRED = {
    "start": "start(numbers, players, chance)",
    "options": "options(state)",
    "play": "play(state, option, chance)",
    "result": "result(state)",
}
#: What it may define besides.
OPTIONAL = (
    *("PLAYERS", "Numbers", "LUCK", "REASONS", "THINGS", "DECISIONS", "VARIANTS", "TITLE"),
    *("scores", "thing", "hidden", "worth", "decision", "words", "happened", "text", "picture", "spot"),
)
#: How alike two names are that may be one and the same, from 0 to 1.
NEAR = 0.85
#: Names that the values of every game have already.
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
#: How many parameters functions have that tell every seat the same.
WITHOUT_SEAT = {"words": 2, "happened": 3, "text": 1, "picture": 1}
#: Pages have so many colours for seats.
MOST_SEATS = 6
#: Why every game may end, before the reasons of its own.
NOT_OVER, ROUND_LIMIT = "not_over", "round_limit"
#: Fields of positions that are no part of their text: the rules, and what a page says beside it.
SHOWN_ELSEWHERE = {"numbers", "mover", "round"}
#: What is decided where the file has one kind of decision.
MOVE = "move"


class GameError(StrategyError):
    """The file of a game did something that no game may do."""


@dataclass(frozen=True)
class GameFile:
    """The file of a game, run.

    Attributes
    ----------
    path
        Its stem is the name of the game in configs.
    """

    path: Path
    module: ModuleType

    @property
    def name(self) -> str:
        """Its name in configs."""
        return self.path.stem

    @property
    def title(self) -> str:
        """What the game is called."""
        return str(self._defined("TITLE", usual_title(self.path)))

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """How many may play, ascending."""
        return tuple(sorted(self.module.PLAYERS))

    @property
    def n_seats(self) -> int:
        """The most that may play."""
        return self.player_counts[-1]

    @property
    def variants(self) -> tuple[str, ...]:
        """Its variants; the first is played where none is named."""
        return tuple(self._defined("VARIANTS", ("base",)))

    @property
    def luck(self) -> tuple[str, ...]:
        """The names by which chance is asked."""
        return tuple(self._defined("LUCK", ()))

    @property
    def things(self) -> tuple[str, ...]:
        """What a seat can be restricted from using."""
        return tuple(self._defined("THINGS", ()))

    @property
    def decisions(self) -> tuple[str, ...]:
        """Words for the kinds of decisions (``decision(state)``)."""
        return tuple(self._defined("DECISIONS", (MOVE,)))

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """Why a game may end, those of every game first."""
        reasons = tuple(self._defined("REASONS", (GameResult._field_defaults["reason"],)))
        return tuple(dict.fromkeys((NOT_OVER, ROUND_LIMIT, *reasons)))

    @cached_property
    def numbers(self) -> Mapping[str, DeclaredNumber]:
        """The values of its rules, by name."""
        declared = self._defined("Numbers", None)
        defaults: dict[str, Any] = {field.name: field.default for field in fields(declared)} if declared is not None else {}
        return defaults

    def decision_of(self, position: Any) -> str:  # noqa: ANN401 - the author's own
        """Return what is to be decided in a position: ``decision(state)``, if the file has it."""
        return MOVE if self.function("decision") is None else str(self.call("decision", position))

    def option_text(self, position: Any, option: Any, viewer: int | None = None) -> str:  # noqa: ANN401 - the author's own
        """Return an option in words: ``words(state, option)``, if the file has it."""
        if self.function("words") is not None:
            return str(self._told("words", (position, option), viewer, lambda: f" for the option {option!r}"))
        return str(option) if isinstance(option, str | int) else repr(option)

    def happened_texts(self, before: Any, option: Any, after: Any, viewer: int | None) -> tuple[str, ...]:  # noqa: ANN401 - the author's own
        """Return what came of an option: ``happened(state, option, after)``, one text or several, if the file has it."""
        if self.function("happened") is None:
            return ()
        said = self._told("happened", (before, option, after), viewer)
        texts = (said,) if isinstance(said, str) else tuple(said or ())
        return tuple(str(text) for text in texts if text)

    def text(self, position: Any, viewer: int | None = None) -> str:  # noqa: ANN401 - the author's own
        """Return a position as text: ``text(state)``, if the file has it; else a line for each field that nothing else shows."""
        if self.function("text") is not None:
            return self.seen("text", (position,), viewer)
        if not is_dataclass(position):
            return repr(position)
        return "\n".join(f"{f.name}: {getattr(position, f.name)}" for f in fields(position) if f.name not in SHOWN_ELSEWHERE)

    def seen(self, name: str, arguments: tuple[Any, ...], viewer: int | None) -> str:
        """Return what ``words``, ``text`` or ``picture`` of the file tells a seat, if it asks for a seat; None learns all."""
        return str(self._told(name, arguments, viewer))

    def _told(self, name: str, arguments: tuple[Any, ...], viewer: int | None, where: Callable[[], str] = str) -> Any:  # noqa: ANN401 - the author's own
        return self.call(name, *arguments, *([viewer] if self.asks_for_seat(name) else []), where=where)

    def asks_for_seat(self, name: str) -> bool:
        """Return whether a function of the file (`WITHOUT_SEAT`) tells each seat only what it sees."""
        function = self.function(name)
        return function is not None and len(inspect.signature(function).parameters) > WITHOUT_SEAT[name]

    def call(self, name: str, *arguments: Any, where: Callable[[], str] = str) -> Any:  # noqa: ANN401 - the author's own
        """Call a function of the file.

        Raises
        ------
        GameError
            Whatever it raises, with the line, and with `where` in the game it happened.
        """
        try:
            return getattr(self.module, name)(*arguments)
        except RajasError:
            raise
        except Exception as error:
            raise self.raised(name, error, where()) from error

    def raised(self, name: str, error: Exception, where: str) -> GameError:
        """Return the error for what a function of the file raised: with the line, and with `where` in the game."""
        what = f"{name}(...) raised {type(error).__name__}: {error}{_line_text(error, self.path)}"
        return GameError(f"{self.path.name}: {what}{where}")

    def function(self, name: str) -> Callable[..., Any] | None:
        """Return a function that the file may define; None if it does not."""
        function: Callable[..., Any] | None = self._defined(name, None)
        return function

    def _defined(self, name: str, default: Any) -> Any:  # noqa: ANN401 - whatever the file defines
        return getattr(self.module, name, default)

    def problems(self) -> Iterator[str]:
        """Yield what is missing or impossible."""
        for name, call in REQUIRED.items():
            if not callable(self.function(name)):
                near = difflib.get_close_matches(name, [*vars(self.module)], 1, NEAR)
                yield f"must define {call}{f'; it defines {near[0]}' if near else ''}"
        counts = self._defined("PLAYERS", None)
        if not (isinstance(counts, tuple) and counts and all(isinstance(n, int) and 1 < n <= MOST_SEATS for n in counts)):
            found_text = "" if counts is None else f"; found {counts!r}"
            yield f"must define PLAYERS, how many may play, such as PLAYERS = (2, 3); from 2 to {MOST_SEATS}{found_text}"
        declared = self._defined("Numbers", None)
        if declared is not None and not (isinstance(declared, type) and is_dataclass(declared)):
            yield "Numbers must be a class with @dataclass(frozen=True)"
            return
        for name, value in self.numbers.items():
            if problem := _problem_of_number(name, value):
                yield f"Numbers.{name}: {problem}"
        if self.things and self.function("thing") is None:
            yield "THINGS are named, so it must define thing(state, option): the thing that an option uses, or None"

    def remarks(self) -> Iterator[str]:
        """Yield what may be a slip of the pen: names that are nearly those of functions, or a function that is missing."""
        defined = vars(self.module)
        for name, value in defined.items():
            is_here = name.isupper() or getattr(value, "__module__", None) == self.module.__name__
            near = difflib.get_close_matches(name, [known for known in (*REQUIRED, *OPTIONAL) if known not in defined], 1, NEAR)
            if is_here and name not in (*REQUIRED, *OPTIONAL) and near:
                yield f"{name} is nothing that the toolkit asks for; is {near[0]} meant?"
        if self.asks_for_seat("text") and self.function("hidden") is None:
            yield "text(state, seat) tells each seat what it sees, but there is no hidden(state, chance): strategies see all"


def usual_title(path: Path) -> str:
    """Return what a game is called whose file does not say it."""
    return path.stem.replace("_", " ").capitalize()


def title_in(path: Path) -> str:
    """Return what the file of a game calls it, read without running the file: a ``TITLE`` that is worked out is not known."""
    with suppress(OSError, SyntaxError, ValueError):
        for statement in ast.parse(path.read_bytes()).body:
            match statement:
                case ast.Assign(targets=[ast.Name("TITLE")], value=ast.Constant(str(title))):
                    return title
    return usual_title(path)


def _line_text(error: BaseException, path: Path) -> str:
    """Return in which line of a file an error arose, if the traceback shows it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f" in line {lines[-1]}" if lines else ""


def _problem_of_number(name: str, value: object) -> str | None:
    """Return what is wrong with a field of ``Numbers``; None if nothing is."""
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
    """Return the file of a game, which is run.

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
