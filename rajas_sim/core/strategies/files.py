"""The files that hold strategies, and what they say about these without being run.

A strategy file is a program: importing it runs it. So lists of strategies are made by reading the text of the files alone, and a
file is run only when its strategy is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rajas_sim.core.engine.code_cache import PACKAGE, SHIPPED
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped files called `name`: inside an installed package, or beside it in a checkout."""
    installed = PACKAGE / SHIPPED / name
    return installed if installed.exists() else PACKAGE.parent / name


def folders() -> list[Path]:
    """Return the folders searched, the working folder's first."""
    found = [Path.cwd() / "strategies", shipped_folder("strategies")]
    return list(dict.fromkeys(folder.resolve() for folder in found if folder.is_dir()))


@dataclass(frozen=True)
class Declared:
    """What the text of a file says about its strategy.

    Attributes
    ----------
    game
        The game it plays; None for every game.
    summary
        The first line of its description.
    """

    name: str
    game: str | None
    is_compiled: bool
    summary: str


@dataclass(frozen=True)
class StrategyFile:
    """A file that should hold a strategy.

    Attributes
    ----------
    root
        The folder searched in which it was found.
    """

    path: Path
    root: Path

    @property
    def name(self) -> str:
        """The name of the strategy it should hold."""
        return self.path.stem

    @property
    def game_of_folder(self) -> str | None:
        """The game in whose folder it lies, if it does."""
        folder = self.path.parent
        return folder.name if folder != self.root and folder.name in GAMES else None

    @cached_property
    def declared(self) -> Declared:
        """What it says about its strategy.

        Raises
        ------
        InputError
            If it cannot be read, holds none, or one of another game than its folder's, or does not write its game as text.
        """
        try:
            module = ast.parse(self.path.read_bytes())
        except (OSError, ValueError, SyntaxError) as error:
            raise InputError(f"{self.path}: cannot be loaded: {type(error).__name__}: {error}") from None
        try:
            found = _declaration(module, self.name)
        except ValueError as error:
            raise InputError(f"{self.path}: {error}") from None
        if found is None:
            raise InputError(f"{self.path}: must define a strategy called {self.name!r} (a function with @strategy)")
        self.check_game(found.game)
        return Declared(self.name, found.game or self.game_of_folder, found.is_compiled, found.summary)

    def check_game(self, game: str | None) -> None:
        """Refuse a strategy of an unknown game, or of another than the folder's."""
        if game is not None and game not in GAMES:
            raise InputError(f"{self.path}: {unknown_name('game', str(game), GAMES)}")
        if game is not None and self.game_of_folder not in (None, game):
            raise InputError(f"{self.path}: plays {game}, but lies in the folder of {self.game_of_folder}")


def strategy_files() -> list[StrategyFile]:
    """Return the files that should hold a strategy, in the order searched; those that begin with ``_`` are helpers."""
    return [
        StrategyFile(path, folder)
        for folder in folders()
        for pattern in ("[a-z]*.py", "[a-z]*/[a-z]*.py")
        for path in sorted(folder.glob(pattern))
    ]


# --- reading a declaration


def _declaration(module: ast.Module, name: str) -> Declared | None:
    """Return what a module says about the strategy of a name; None if it does not bind the name.

    Raises
    ------
    ValueError
        If its game is not written as text.
    """
    for statement in reversed(module.body):
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            call = next((d for d in statement.decorator_list if isinstance(d, ast.Call)), None)
            if call is None:
                return None
            return Declared(name, _game(call, module), _constant(_given(call, "compiled")) is not False, _summary(statement))
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and name in _names(statement):
            call = statement.value if isinstance(statement.value, ast.Call) else None
            return None if call is None else Declared(name, _game(call, module), True, _summary(module))
    return None


def _names(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _game(call: ast.Call, module: ast.Module) -> str | None:
    """Return the game a declaration names, or that of the module its declaring function comes from; None if neither."""
    given = _given(call, "game")
    named = _constant(given)
    if isinstance(named, str):
        return named
    if given is not None and not _is_none(given):
        raise ValueError(f'game must be written as text, such as game="{min(GAMES)}"; found game={ast.unparse(given)}')
    declarer = call.func.id if isinstance(call.func, ast.Name) else None
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and any((a.asname or a.name) == declarer for a in statement.names):
            return next((part for part in (statement.module or "").split(".") if part in GAMES), None)
    return None


def _given(call: ast.Call, key: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == key), None)


def _constant(expression: ast.expr | None) -> object:
    return expression.value if isinstance(expression, ast.Constant) else None


def _is_none(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Constant) and expression.value is None


def _summary(node: ast.FunctionDef | ast.Module) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]
