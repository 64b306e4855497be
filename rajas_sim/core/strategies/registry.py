"""Finding strategies by game and name: in ``strategies/`` of the working folder, in the shipped folder and in installed packages.

Such a folder holds one file per strategy, directly or one folder deep. Files in a folder named after a game
(``strategies/<game>/``) hold strategies of that game. Elsewhere ``@strategy(game=...)`` names the game, or none for a strategy of
every game. Packages name their strategies by entry points. Only the files of the strategy that is asked for are run.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.files import StrategyDeclaration, StrategyFile, file_at, strategy_files

#: A strategy, or its declaration.
S = TypeVar("S", Strategy, StrategyDeclaration)


def known_names(game: str | None = None) -> list[str]:
    """Return the names of all strategies, or of those of one game; no file is run."""
    if game is None:
        return sorted({file.name for file in strategy_files()})
    return [declaration.name for declaration in list_declarations(game)[0]]


#: The rungs with which a strategy is compared, from the weakest to the strongest. The ladder of docs/strength.md has more, such
#: as `careless`, the plans and `master`.
LADDER = ("random", "rule_of_thumb", "balanced", "strong", "adept", "expert")
#: For strategies that some games do not have: the strategy that takes their place there.
STAND_INS = {"rule_of_thumb": "random", "balanced": "greedy", "strong": "greedy", "adept": "searcher", "expert": "searcher"}

#: A rung of the ladder without a file: `balanced`, or its stand-in, with this error probability. An experiment may give another
#: strategy the label.
CARELESS, PLAYS_CARELESSLY, ERROR = "careless", "balanced", 0.2


def name_or_stand_in(name: str, game: str) -> str:
    """Return the name of a strategy, or of its stand-in if the game has no strategy of this name."""
    return names_or_stand_ins([name], game)[0]


def names_or_stand_ins(names: Iterable[str], game: str) -> list[str]:
    """Return the names of strategies, with stand-ins for those that the game does not have; each name once, in order."""
    known = known_names(game)
    return list(dict.fromkeys(name if name in known else STAND_INS.get(name, name) for name in names))


def what_plays(name: str, game: str) -> tuple[str, float]:
    """Return the strategy behind a name, and its error probability; ``careless`` errs unless a file has that name."""
    if name == CARELESS and name not in known_names(game):
        return name_or_stand_in(PLAYS_CARELESSLY, game), ERROR
    return name, 0.0


def next_rung(name: str, game: str) -> str | None:
    """Return the next rung of a game's ladder; None above the last one, or for a strategy that is not in `LADDER`."""
    known = known_names(game)
    rungs = [rung for rung in names_or_stand_ins(LADDER, game) if rung in known]
    return rungs[rungs.index(name) + 1] if name in rungs[:-1] else None


def list_declarations(game: str | None = None) -> tuple[list[StrategyDeclaration], list[str]]:
    """Return the declarations of strategies, by game and name, and the problems of files without one.

    No file is run, so what a file only works out when it is run is not known here.

    Parameters
    ----------
    game
        Only strategies that can play this game are listed, with this game as theirs. If left out, the strategies of all games
        are listed, and a strategy for every game has None as its game.
    """
    declarations: list[StrategyDeclaration] = []
    problems: list[str] = []
    for name in known_names():
        try:
            by_file = [(file, file.declaration) for file in _files_of(name, game)]
            games = dict.fromkeys(declaration.game for _, declaration in by_file) if game is None else [game]
            declarations += [chosen[0] for g in games if (chosen := _choose(by_file, g)) is not None]
        except InputError as error:
            problems += error.problems
    return sorted(declarations, key=lambda declaration: (declaration.game or "", declaration.name)), problems


def find_strategy(
    name: str, parameters: Mapping[str, float] | None = None, label: str | None = None, game: str | None = None
) -> Strategy:
    """Return a strategy by its name.

    Parameters
    ----------
    name
        Its name, or the path of its file, which ends in ``.py``. ``careless`` is `balanced` with errors.
    game
        The game to play; may be left out if only one game has a strategy of this name.

    Raises
    ------
    InputError
        If there is no strategy of this name, several games have one and `game` is left out, it is defined twice, its file
        cannot be loaded, or a parameter is unknown or out of range.
    """
    if name.endswith(".py"):
        strategy = _strategy_in(file_at(Path(name)))
        return (strategy if game is None else strategy.for_game(game)).tuned(parameters or {}, label)
    loaded = [(file, _strategy_in(file)) for file in _files_of(name, game)]
    games = list(dict.fromkeys(strategy.game for _, strategy in loaded))
    if game is None and len(games) > 1:
        choices = [f"{g}: {name}" for g in _game_names(games)]
        raise InputError(f"strategy {name!r}: several games have one of this name ({', '.join(choices)}); name the game as well")
    wanted_game = game if game is not None or not games else games[0]
    chosen = _choose(loaded, wanted_game)
    if chosen is None and name == CARELESS:
        if game is None:
            raise InputError(f"strategy {name!r}: every game has it, {PLAYS_CARELESSLY} with errors; name the game as well")
        plays, error = what_plays(name, game)
        return find_strategy(plays, parameters, label or name, game).careless(error)
    if chosen is None:
        raise InputError(_unknown_strategy_text(name, game))
    strategy, replaced = chosen
    if replaced is not None:
        _say_replaced(
            name, wanted_game or "every game", strategy.path, "shipped" if replaced.entry_point is None else "installed"
        )
    return strategy.tuned(parameters or {}, label)


def find_line_up(strategies: Sequence[str | Strategy], players: int, game: str) -> list[Strategy]:
    """Return one strategy per seat, given names or strategies.

    Raises
    ------
    InputError
        If a name is unknown, a strategy plays another game or there is not one strategy per seat.
    """
    if isinstance(strategies, str):
        raise InputError(f"strategies: must be a list with one strategy for each seat, not {strategies!r}")
    if len(strategies) != players:
        raise InputError(f"strategies: {len(strategies)} given for {players} players")
    return [
        find_strategy(strategy, game=game) if isinstance(strategy, str) else strategy.for_game(game) for strategy in strategies
    ]


# --- files


def _files_of(name: str, game: str | None = None) -> list[StrategyFile]:
    """Return the files of a name in the order of the search, without those that say they are of another game."""
    return [file for file in strategy_files() if file.name == name and (game is None or _may_play(file, game))]


def _may_play(file: StrategyFile, game: str) -> bool:
    """Return whether the strategy of a file may play a game, as far as its folder and its text say."""
    if not file.may_lie_here(game):
        return False
    try:
        return file.declaration.game in (None, game)
    except InputError:  # running the file reports the problem
        return True


def _strategy_in(file: StrategyFile) -> Strategy:
    """Return the strategy in a file; refuse a file without a strategy, or with one of another game than its folder's."""
    with _reporting_load_errors(file.location):
        if file.entry_point is None:
            strategy = getattr(_load(file.path, file.path.stat().st_mtime_ns), file.attribute, None)
        else:
            strategy = getattr(import_module(file.entry_point.module), file.attribute, None)
            strategy = replace(strategy, name=file.name, label=file.name) if isinstance(strategy, Strategy) else None
    if not isinstance(strategy, Strategy):
        raise InputError(file.no_strategy_message)
    file.check_game(strategy.game)
    return strategy if file.game_of_folder is None else strategy.for_game(file.game_of_folder)


@contextmanager
def _reporting_load_errors(location: str) -> Iterator[None]:
    """Turn every exception of a file that is run, except Ctrl-C, into an error that names the file."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise InputError(f"{location}: cannot be loaded: {type(error).__name__}: {error}") from error


@cache
def _load(path: Path, mtime_ns: int) -> ModuleType:
    """Return the module of a file; the time of its last change is part of the cache key, so a changed file is loaded again."""
    # Two files may have the same name, and each needs a module of its own.
    name = f"rajas_strategy_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # Not from bytecode on disk: Python takes it for current if size and second of the change agree.
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


# --- choosing among files of the same name


def _choose(by_file: Iterable[tuple[StrategyFile, S]], game: str | None) -> tuple[S, StrategyFile | None] | None:
    """Return the strategy that plays a game, and the file of the strategy it replaces, if any.

    Within a folder, a strategy of the game comes before one for every game. A file that may replace others comes before them.

    Parameters
    ----------
    by_file
        Strategies or their declarations, each after its file.
    """
    by_root: dict[Path, list[tuple[StrategyFile, S]]] = {}
    for file, strategy in by_file:
        if strategy.game in (None, game):
            by_root.setdefault(file.root, []).append((file, strategy))
    by_folder = [
        _single([candidate for candidate in candidates if candidate[1].game == game] or candidates, game)
        for candidates in by_root.values()
    ]
    if not by_folder:
        return None
    replacing = [candidate for candidate in by_folder if candidate[0].may_replace_others]
    _, strategy = _single(replacing or by_folder, game)
    replaced = next((file for file, _ in by_folder if replacing and not file.may_replace_others), None)
    return strategy if game is None else replace(strategy, game=game), replaced


def _single(candidates: list[tuple[StrategyFile, S]], game: str | None) -> tuple[StrategyFile, S]:
    """Return the only candidate; refuse several, which define the same strategy of a game twice."""
    if len(candidates) > 1:
        locations = " and ".join(file.location for file, _ in candidates)
        raise InputError(
            f"strategy {candidates[0][1].name!r} of {game or 'every game'} is defined twice: {locations}; rename one of them"
        )
    return candidates[0]


@cache
def _say_replaced(name: str, game: str, path: Path, kind_replaced: str) -> None:
    """Print a note that a strategy replaces another one: once per process, and not in the workers of a run."""
    if multiprocessing.parent_process() is None:
        print(f"note: {path} replaces the {kind_replaced} strategy {name!r} of {game}", file=sys.stderr)


def _game_names(games: Iterable[str | None]) -> list[str]:
    """Return the names of games, each once; None, the game of a strategy for every game, stands for all in `GAMES`."""
    return list(dict.fromkeys(name for game in games for name in (GAMES if game is None else [game])))


def _unknown_strategy_text(name: str, game: str | None) -> str:
    """Return the message for an unknown strategy, with the nearest names in the game and the games that have this name."""
    text = unknown_name("strategy", name, known_names(game))
    other_games = [] if game is None else _game_names(d.game for d in list_declarations()[0] if d.name == name)
    if not other_games:
        return text
    name_in_text = f"strategy {name!r} of {game}; it is one of {' and '.join(other_games)}"
    return text.replace(f"strategy {name!r}", name_in_text, 1)
