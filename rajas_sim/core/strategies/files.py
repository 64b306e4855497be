"""The files that hold strategies, and what can be read about a strategy without running its file.

A strategy file is a program: importing it runs it. So strategies are listed by only reading the text of their files, and a file
is run only when its strategy is needed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES, is_game, known_games, shipped_folder

#: The group of entry points under which installed packages name their strategies.
ENTRY_POINT_GROUP = "rajas_sim.strategies"
#: The folder of strategies that play every game in plain Python.
PLAIN_FOLDER = "plain"


def strategy_folders() -> list[Path]:
    """Return the folders to search for strategies, that of the working folder first."""
    candidates = [Path.cwd() / "strategies", shipped_folder("strategies")]
    return list(dict.fromkeys(folder.resolve() for folder in candidates if folder.is_dir()))


@dataclass(frozen=True)
class StrategyDeclaration:
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
        The searched folder in which it was found; for a file of an installed package or at a given path, one that stands for it.
    entry_point
        The entry point that names it, if it belongs to an installed package.
    """

    path: Path
    root: Path
    entry_point: EntryPoint | None = None

    @property
    def name(self) -> str:
        """The name of the strategy it should hold."""
        return self.path.stem if self.entry_point is None else self.entry_point.name

    @property
    def attribute(self) -> str:
        """The name of the strategy inside the file."""
        return self.name if self.entry_point is None else self.entry_point.attr or self.name

    @property
    def location(self) -> str:
        """The location for messages: the path, with entry point and package if there are any."""
        if self.entry_point is None:
            return str(self.path)
        package = "" if self.entry_point.dist is None else f" of the package {self.entry_point.dist.name!r}"
        return f"{self.path} (entry point {self.name!r}{package})"

    @property
    def may_replace_others(self) -> bool:
        """Whether it lies in ``strategies/`` of the working folder, and may therefore replace a shipped or installed strategy."""
        return self.entry_point is None and self.root != shipped_folder("strategies").resolve()

    @property
    def game_of_folder(self) -> str | None:
        """The game in whose folder it lies; None if it lies in no game's folder."""
        folder = self.path.parent
        return folder.name if folder != self.root and is_game(folder.name) else None

    def may_lie_here(self, game: str) -> bool:
        """Return whether strategies of a game may lie in its folder; ``plain`` is the folder of all games in plain Python."""
        if self.path.parent.name == PLAIN_FOLDER and self.path.parent != self.root:
            return game not in GAMES
        return self.game_of_folder in (None, game)

    @cached_property
    def declaration(self) -> StrategyDeclaration:
        """What its text says about its strategy.

        Raises
        ------
        InputError
            If it cannot be read, holds no strategy or one of another game than its folder's, or does not write the game as text.
        """
        try:
            module = ast.parse(self.path.read_bytes())
        except (OSError, ValueError, SyntaxError) as error:
            raise InputError(f"{self.location}: cannot be loaded: {type(error).__name__}: {error}") from None
        try:
            declaration = _declaration(module, self.attribute)
        except ValueError as error:
            raise InputError(f"{self.location}: {error}") from None
        if declaration is None:
            raise InputError(self.no_strategy_message)
        self.check_game(declaration.game)
        return StrategyDeclaration(
            self.name, declaration.game or self.game_of_folder, declaration.is_compiled, declaration.summary
        )

    @property
    def no_strategy_message(self) -> str:
        """The message for a file that holds no such strategy."""
        return f"{self.location}: must define a strategy called {self.attribute!r} (a function with @strategy)"

    def check_game(self, game: str | None) -> None:
        """Refuse a strategy of an unknown game, or of another game than the folder's."""
        if game is not None and not is_game(game):
            raise InputError(f"{self.location}: {unknown_name('game', str(game), known_games())}")
        if game is not None and self.game_of_folder not in (None, game):
            raise InputError(f"{self.location}: plays {game}, but lies in the folder of {self.game_of_folder}")


def strategy_files() -> list[StrategyFile]:
    """Return the files that should hold a strategy, in the order of the search; files that begin with ``_`` are helpers."""
    in_folders = [
        StrategyFile(path, folder)
        for folder in strategy_folders()
        for pattern in ("[a-z]*.py", "[a-z]*/[a-z]*.py")
        for path in sorted(folder.glob(pattern))
    ]
    return [*in_folders, *_installed_files(tuple(sys.path))]


def file_at(path: Path) -> StrategyFile:
    """Return the strategy file at a path, which is not searched for; a folder named after a game still gives its game.

    Raises
    ------
    InputError
        If there is no such file.
    """
    if not path.is_file():
        raise InputError(f"strategy {str(path)!r}: there is no such file")
    path = path.resolve()
    return StrategyFile(path, path.parent.parent)


# --- installed packages


@cache
def _installed_files(search_path: tuple[str, ...]) -> list[StrategyFile]:
    """Return the files that entry points name; a change of `search_path`, which is Python's, repeats the look-up."""
    paths = [(point, _file_of(point.module)) for point in entry_points(group=ENTRY_POINT_GROUP)]
    return [StrategyFile(path, path.parent, point) for point, path in paths]


def _file_of(module: str) -> Path:
    """Return the file of a module without running it or its packages; if there is none, the path where it should be."""
    top_package, *inner_names = module.split(".")
    spec = find_spec(top_package)
    for part in inner_names:
        spec = spec and PathFinder.find_spec(f"{spec.name}.{part}", spec.submodule_search_locations or [])
    return Path(spec.origin) if spec and spec.origin else Path(*module.split(".")).with_suffix(".py")


# --- reading a declaration


def _declaration(module: ast.Module, name: str) -> StrategyDeclaration | None:
    """Return what a module says about the strategy of a name; None if it does not define such a strategy.

    Raises
    ------
    ValueError
        If the game is not written as text.
    """
    for statement in reversed(module.body):
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            call = next((d for d in statement.decorator_list if isinstance(d, ast.Call)), None)
            if call is None:
                return None
            compiled_node = _keyword_value(call, "compiled")
            is_compiled = not (isinstance(compiled_node, ast.Constant) and compiled_node.value is False)
            return StrategyDeclaration(name, _declared_game(call, module), is_compiled, _summary(statement))
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and name in _assigned_names(statement):
            call = statement.value if isinstance(statement.value, ast.Call) else None
            return None if call is None else StrategyDeclaration(name, _declared_game(call, module), True, _summary(module))
    return None


def _assigned_names(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _declared_game(call: ast.Call, module: ast.Module) -> str | None:
    """Return the game that a declaration names, else that from which its function was imported by name at the top, else None.

    So `plan(...)` is for a game after `from rajas_sim.<game>.appraisal import plan`.

    Raises
    ------
    ValueError
        If the game is not written as text.
    """
    game_node = _keyword_value(call, "game")
    if isinstance(game_node, ast.Constant) and isinstance(game_node.value, str):
        return game_node.value
    if not (game_node is None or (isinstance(game_node, ast.Constant) and game_node.value is None)):
        raise ValueError(f'game must be written as text, such as game="{min(GAMES)}"; found game={ast.unparse(game_node)}')
    function = call.func.id if isinstance(call.func, ast.Name) else None
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and any((alias.asname or alias.name) == function for alias in statement.names):
            return next((part for part in (statement.module or "").split(".") if part in GAMES), None)
    return None


def _keyword_value(call: ast.Call, key: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == key), None)


def _summary(node: ast.FunctionDef | ast.Module) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]
