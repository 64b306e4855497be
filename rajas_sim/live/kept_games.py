"""Games that people play, kept in files: their set-up and every choice."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from secrets import randbelow
from typing import Literal

from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.games import MAX_SEED
from rajas_sim.core.rulebook.component_file import text_of
from rajas_sim.live.compiling import compile_ahead
from rajas_sim.live.forms import PAGE_NAME
from rajas_sim.live.live_game import EarlierGame, LiveGame
from rajas_sim.running.one_game import set_table
from rajas_sim.study.folder.places import write_file
from rajas_sim.study.saved_boxes import PLAYED

#: New seeds are below this number, so that people can say them.
NEW_SEEDS = 1_000_000
#: Digits of the digest in the name of the copy of a box; they tell it from earlier copies.
DIGITS_OF_A_BOX = 8


def new_seed() -> int:
    """Return a random seed for a game without a given seed."""
    return randbelow(NEW_SEEDS)


class LiveSetUp(BaseModel, extra="forbid", frozen=True):
    """Everything that a game begins with.

    Attributes
    ----------
    players
        None for as many as there are strategies, boards or people, but at least the game's smallest number.
    variant
        None for the game's first.
    components
        Component file; None for the reference.
    strategies
        Names of strategies in turn order, or one name for all seats. On the seats of people they are not used.
    people
        The seats of people, from 1.
    person
        The name of the person at the table, if given; games with the same name count together.
    sets
        Changed rules as ``path=value``.
    boards
        The board of each seat, or one for all seats; empty if the game hands out boards.
    """

    game: str
    players: int | None = None
    variant: str | None = None
    modules: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    components: Path | None = None
    strategies: tuple[str, ...]
    boards: tuple[str, ...] = ()
    people: tuple[int, ...]
    person: str = ""
    seed: int

    def begin(self, *, compiles_ahead: bool = False) -> LiveGame:
        """Return the game at its start.

        Parameters
        ----------
        compiles_ahead
            Whether another process begins to compile the strategies at the table, and what hints need.

        Raises
        ------
        InputError
            With everything that is not possible.
        """
        if not 0 <= self.seed <= MAX_SEED:
            raise InputError(f"the seed must be from 0 to {MAX_SEED:,}")
        table = set_table(
            self.game,
            self.players,
            self.strategies,
            boards=self.boards,
            variant=self.variant,
            modules=self.modules,
            sets=self.sets,
            components=self.components,
            people=self.people,
        )
        live_game = LiveGame(table, self.seed, self.person)
        if compiles_ahead:  # only now, or both processes would compile the game itself at the same time
            compile_ahead(table.game, table.strategies)
        return live_game

    @property
    def changes(self) -> tuple[str, ...]:
        """Changes to the printed game, in words."""
        return (*self.sets, *([f"box {self.components.stem}"] if self.components else []))

    @property
    def python_files(self) -> list[str]:
        """The Python files that the set-up names.

        Playing the game runs them.
        """
        return [name for name in (self.game, *self.strategies) if name.endswith(".py")]


class KeptGame(BaseModel, extra="forbid", frozen=True):
    """A game as its file has it.

    Attributes
    ----------
    rules
        Digest of the rules that the game is played by.
    choices
        The codes of all options played so far.
    n_undone, n_hints
        How many decisions people took back, and how often they asked for a hint.
    win_shares
        Win share of every seat; empty until the game is over.
    earlier
        The game from a position of which this one plays on; None without one, and in older files.
    """

    format: Literal[1] = 1
    set_up: LiveSetUp
    rules: str
    choices: tuple[int, ...] = ()
    n_undone: int = 0
    n_hints: int = 0
    win_shares: tuple[float, ...] = ()
    earlier: EarlierGame | None = None

    @property
    def is_helped(self) -> bool:
        """Whether a person took a decision back or asked for a hint."""
        return self.n_undone + self.n_hints > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.win_shares)


def new_file(set_up: LiveSetUp, game_name: str, folder: Path = PLAYED) -> Path:
    """Return the path of a file that does not exist yet for a new game, named after the game and its seed."""
    stem = f"{game_name}-seed-{set_up.seed}"
    names = chain([stem], (f"{stem}-{nth}" for nth in count(2)))
    return next(file for name in names if not (file := folder / f"{name}.json").exists())


def nth_text(name: str) -> str:
    """Return which game with the same luck a game is, by its name, as text; empty for the first."""
    match = re.search(r"-seed-\d+-(\d+)$", name)
    return f", game {match.group(1)} with this luck" if match else ""


def file_of_kept(text: str, folder: Path = PLAYED) -> Path | None:
    """Return the file of the kept game that a user names by its file or by its name; None if there is no such game."""
    if text.endswith(".json"):
        return Path(text)
    return file if PAGE_NAME.fullmatch(text) and (file := folder / f"{text}.json").is_file() else None


def keep(file: Path, set_up: LiveSetUp, live: LiveGame) -> None:
    """Write a game to its file; if it is over, also write its audit log beside it, with the suffix ``.jsonl``.

    Raises
    ------
    RunError
        If a file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    standings = sorted(live.state.standings, key=lambda standing: standing.seat) if live.state.is_over else ()
    kept = KeptGame(
        set_up=set_up,
        rules=live.state.rules.digest(),
        choices=live.choices,
        n_undone=live.n_undone,
        n_hints=live.n_hints,
        win_shares=tuple(standing.win_share for standing in standings),
        earlier=live.earlier,
    )
    write_file(file, kept.model_dump_json(indent=1))
    if kept.is_over:
        live.table.game.audit_log.write(file.with_suffix(".jsonl"), live.steps, live.labels)


def keep_box(box: Path, folder: Path) -> Path:
    """Copy a component file to a folder, so that its present values stay there, and return the path of the copy.

    Raises
    ------
    InputError
        If the file cannot be read.
    RunError
        If the copy cannot be written.
    """
    text = text_of(box)
    copy = folder.absolute() / f"{box.stem}-{_digest_of_box(text)}.toml"
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_file(copy, text)
    return copy


def _digest_of_box(text: str) -> str:
    """Return the first digits of the digest of a component file's text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS_OF_A_BOX]


def read_kept(file: Path) -> KeptGame:
    """Return the content of a game's file; nothing is played.

    Raises
    ------
    InputError
        If the file does not exist, or is not the file of such a game.
    """
    try:
        return KeptGame.model_validate_json(file.read_bytes())
    except FileNotFoundError as error:
        raise InputError(f"{file}: there is no such game") from error
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise InputError(f"{file}: is not the file of a game that people play: {error.errors()[0]['msg']}") from error


def delete_kept(file: Path) -> None:
    """Delete the file of a game, its audit log, and its copy of a box unless another game uses it.

    If the file is a symbolic link, the file that it points to stays.

    Raises
    ------
    InputError
        If it is not the file of such a game.
    RunError
        If it cannot be deleted.
    """
    box = read_kept(file).set_up.components
    try:
        file.with_suffix(".jsonl").unlink(missing_ok=True)
        file.unlink()
        if box is not None and _is_unused_copy(box, file.parent):
            box.unlink()
    except OSError as error:
        raise RunError(f"{file}: cannot be deleted: {error.strerror}") from error


def _is_unused_copy(box: Path, folder: Path) -> bool:
    """Return whether a component file is a copy that `keep_box` wrote to this folder, and no game in it uses the copy."""
    if box.parent != folder.absolute() or not box.is_file() or not box.stem.endswith(f"-{_digest_of_box(text_of(box))}"):
        return False
    for file in folder.glob("*.json"):
        with suppress(InputError):
            if read_kept(file).set_up.components == box:
                return False
    return True


def go_on_with(file: Path, *, trusts_files: bool = False, compiles_ahead: bool = False) -> tuple[LiveSetUp, LiveGame]:
    """Return the set-up of a kept game, and the game in the position in which it was left.

    Parameters
    ----------
    trusts_files
        Whether to run Python files that the set-up names.
    compiles_ahead
        As in `LiveSetUp.begin`.

    Raises
    ------
    InputError
        If the file cannot be read, or names Python files that are not trusted.
    RunError
        If today's rules or engine would play it differently.
    """
    kept = read_kept(file)
    if kept.set_up.python_files and not trusts_files:
        files = ", ".join(kept.set_up.python_files)
        raise InputError(f"{file}: names Python files, which would be run: {files}. If you trust them, add --trust")
    live = kept.set_up.begin(compiles_ahead=compiles_ahead)
    if live.state.rules.digest() != kept.rules:
        raise RunError(f"{file}: was played by other rules than {kept.set_up.game} has today, so it cannot go on")
    try:
        live.replay(kept.choices, kept.n_undone, kept.n_hints)
    except ValueError as error:
        raise RunError(f"{file}: its choices do not fit the game as it is today: {error}") from error
    live.earlier = kept.earlier
    return kept.set_up, live
