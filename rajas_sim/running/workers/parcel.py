"""Packs what is to be played, for machines that have this package but not the user's files.

Rules are packed as resolved values. A strategy of this package or of another installed one is looked up by name and must have the
same files there. Any other strategy is packed with its file and the files beside it that its text names. Unpacking fails, with
a message about what differs, unless versions, engine and strategies are the same.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any

import platformdirs
from filelock import FileLock

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES, game_files, name_of_game, shipped_folder
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.files import strategy_files
from rajas_sim.core.strategies.plans import correctable, python_function
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.study.folder.identity import engine_digest, versions
from rajas_sim.study.folder.places import write_file

#: Fields of a strategy that its file does not determine.
FIELDS_BEYOND_THE_FILE = ("label", "game", "is_deterministic", "values", "by_rules", "learned", "given", "board", "error")


@dataclass(frozen=True)
class StrategySource:
    """The files of a strategy.

    Attributes
    ----------
    name, game
        Name and game of the strategy.
    path
        Path of its file on the machine that packed it.
    is_installed
        Whether it belongs to this package or another installed one, and so is found by name.
    files
        Name -> content of the strategy's file and of the files beside it that it names.
    """

    name: str
    game: str
    path: str
    is_installed: bool
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, strategy: Strategy, game: str) -> StrategySource:
        """Return the files of a strategy that plays a game."""
        path = strategy.path.resolve()
        content = path.read_bytes()
        named_files = {
            neighbour.name: neighbour.read_bytes()
            for neighbour in sorted(path.parent.iterdir())
            if neighbour.is_file() and neighbour != path and neighbour.name.encode() in content
        }
        return cls(strategy.name, game, str(path), path in _installed_paths(), {path.name: content, **named_files})

    @property
    def key(self) -> str:
        """A name for these files, derived from their contents."""
        sha = hashlib.sha256(repr((self.name, self.game, self.is_installed)).encode())
        for name, content in self.files.items():
            sha.update(repr((name, content)).encode())
        return sha.hexdigest()[:16]

    def strategy(self) -> Strategy:
        """Return the strategy as its files declare it on this machine.

        Raises
        ------
        InputError
            If it is not installed here, or cannot be loaded.
        RunError
            If it is installed here with other files.
        """
        if self.is_installed:
            installed = find_strategy(self.name, game=self.game)
            differing = [name for name in self.files if not self._is_unchanged(installed.path.with_name(name))]
            if differing:
                raise RunError(f"strategy {self.name!r}: {' and '.join(differing)} differ{'s' if len(differing) == 1 else ''}")
            return installed
        path = Path(self.path)
        if not all(self._is_unchanged(path.with_name(name)) for name in self.files):
            path = _write_to_cache("strategies", self.key, self.files) / path.name
        return find_strategy(str(path), game=self.game)

    def _is_unchanged(self, path: Path) -> bool:
        return path.is_file() and path.read_bytes() == self.files[path.name]


def _write_to_cache(section: str, key: str, files: Mapping[str, bytes]) -> Path:
    """Write files into the folder ``section/key`` of this user's cache, and return the folder."""
    folder = Path(platformdirs.user_cache_dir("rajas")) / section / key
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_suffix(".lock")):
        for name, content in files.items():
            write_file(folder / name, content)
    return folder


@dataclass(frozen=True)
class GameSource:
    """The file of a game in plain Python.

    Attributes
    ----------
    path
        Path of the file on the machine that packed it.
    """

    path: str
    content: bytes

    @classmethod
    def of(cls, game: str) -> GameSource | None:
        """Return the file of a game; None for a game that is part of this package."""
        path = None if game in GAMES else game_files()[game]
        return None if path is None else cls(str(path), path.read_bytes())

    def make_known(self) -> None:
        """Make the game known here: by the original file if it is here with the same content, else by a copy."""
        path = Path(self.path)
        if not (path.is_file() and path.read_bytes() == self.content):
            path = _write_to_cache("games", hashlib.sha256(self.content).hexdigest()[:16], {path.name: self.content}) / path.name
        name_of_game(str(path))


@cache
def _installed_paths() -> frozenset[Path]:
    """Return the files of strategies that belong to this package or to another installed one."""
    shipped = shipped_folder("strategies").resolve()
    return frozenset(file.path.resolve() for file in strategy_files() if file.entry_point is not None or file.root == shipped)


@dataclass(frozen=True)
class Parcel:
    """Something to play, and what must be the same on the machine that unpacks it (`Packing.parcel`).

    Attributes
    ----------
    versions
        Versions of this package and of the libraries that determine the bytes of tables.
    game, engine
        Name of the game, and the digest of its sources (`folder.identity.engine_digest`).
    games
        The list of games.
    game_source
        The file of the game, if it is in plain Python.
    sources
        Key -> files of every strategy.
    content
        What was packed (`Packing.dumps`).
    key
        A random name for the parcel: removing one leaves identical ones from other runs in place.
    """

    versions: Mapping[str, str]
    game: str
    engine: str
    games: Mapping[str, str]
    game_source: GameSource | None
    sources: Mapping[str, StrategySource]
    content: bytes
    key: str = field(default_factory=lambda: token_hex(8))


class Packing:
    """Turns objects that hold games and strategies into bytes.

    Games and strategies cannot be pickled, since they hold functions from files that only some machines have. A game is replaced
    by its name. A strategy is replaced by the key of its files and the fields that the files do not determine.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._sources: dict[tuple[Path, str], StrategySource] = {}

    def parcel(self, content: Any) -> Parcel:
        """Return a parcel with some content and the files of all strategies in it."""
        packed = self.dumps(content)
        sources = {source.key: source for source in self._sources.values()}
        name = self.game.name
        return Parcel(_versions_to_match(), name, engine_digest(name), dict(GAMES), GameSource.of(name), sources, packed)

    def dumps(self, content: Any) -> bytes:
        """Return the bytes of an object, such as a call, whose strategies have their files in the parcel."""
        buffer = io.BytesIO()
        _Pickler(buffer, self).dump(content)
        return buffer.getvalue()

    def reference(self, strategy: Strategy) -> tuple[str, bool, dict[str, Any]]:
        """Return what replaces a strategy: the key of its files, whether it is corrected by lessons, and the other fields."""
        source = self._sources.get((strategy.path, strategy.name))
        if source is None:
            source = StrategySource.of(strategy, self.game.name)
            self._sources[strategy.path, strategy.name] = source
        is_corrected = bool(strategy.learned) and strategy.body is python_function(self.game.appraisal.lesson_kernels.choose)
        return source.key, is_corrected, {name: getattr(strategy, name) for name in FIELDS_BEYOND_THE_FILE}


class _Pickler(pickle.Pickler):
    """Writes references in place of games and strategies."""

    def __init__(self, buffer: io.BytesIO, packing: Packing) -> None:
        super().__init__(buffer)
        self.packing = packing

    def persistent_id(self, value: Any) -> Any:
        """Return what replaces a game or a strategy; None for anything else, which is pickled as usual."""
        if isinstance(value, Game):
            return "game", value.name
        return ("strategy", *self.packing.reference(value)) if isinstance(value, Strategy) else None


#: Key of files -> the strategy as these files declare it on this machine.
_strategies_by_key: dict[str, Strategy] = {}


def unpack(parcel: Parcel) -> Any:
    """Return the content of a parcel.

    Raises
    ------
    RunError
        If versions, engine or strategies differ here; the message says which.
    """
    GAMES.update(parcel.games)
    if parcel.game_source is not None:
        parcel.game_source.make_known()
    problems = [*_differences(parcel)]
    for key, source in parcel.sources.items() if not problems else ():
        try:
            _strategies_by_key[key] = _strategies_by_key.get(key) or source.strategy()
        except (InputError, RunError) as error:
            problems.append(str(error))
    if problems:
        raise RunError("; ".join(problems))
    return loads(parcel.content)


def loads(content: bytes) -> Any:
    """Return the object that `Packing.dumps` turned into bytes; a parcel with its strategies must have been unpacked before."""
    return _Unpickler(io.BytesIO(content)).load()


def declared_strategies() -> list[Strategy]:
    """Return the strategies of all parcels that were unpacked in this process, as their files declare them."""
    return list(_strategies_by_key.values())


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote."""

    def persistent_load(self, reference: Any) -> Any:
        """Return what a reference stands for: a game, or the strategy of this machine's files with the packed fields."""
        if reference[0] == "game":
            return find_game(reference[1])
        _, key, is_corrected, fields = reference
        strategy = _strategies_by_key[key]
        if is_corrected:
            strategy = correctable(strategy, find_game(fields["game"]).appraisal.lesson_kernels)
        return replace(strategy, **fields)


def _versions_to_match() -> dict[str, str]:
    """Return the versions that must agree.

    The version of Python is not among them, since it changes no game.
    """
    return {name: version for name, version in versions().items() if name != "python"}


def _differences(parcel: Parcel) -> Iterator[str]:
    """Yield what differs on this machine: versions and the engine."""
    versions_here = _versions_to_match()
    for name, version in parcel.versions.items():
        if versions_here[name] != version:
            yield f"{name} is {versions_here[name]}, not {version}"
    if engine_digest(parcel.game) != parcel.engine:
        yield f"the sources of the game {parcel.game!r} differ"
