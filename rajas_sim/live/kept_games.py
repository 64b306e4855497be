"""Games that people play, kept in files: what they were begun with, and every choice."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from secrets import randbelow
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.rulebook.component_file import text_of
from rajas_sim.live.compiling import compile_ahead
from rajas_sim.live.live_game import LiveGame
from rajas_sim.running.one_game import set_table
from rajas_sim.study.folder.places import write_file

#: Where games are kept, below the current folder.
FOLDER = Path("played")


#: Seeds of games that people play lie below it, so that they can be said.
NEW_SEEDS = 1_000_000
#: So much of its digest tells the copy of a box from those of other times.
DIGITS_OF_A_BOX = 8


def new_seed() -> int:
    """Return a seed for a game that has none given."""
    return randbelow(NEW_SEEDS)


class LiveSetUp(BaseModel):
    """What a game is begun with.

    Attributes
    ----------
    strategies
        Names of strategies in turn order, or one for all seats; they do not sit where people do.
    people
        The seats of people, from 1.
    person
        What the person at the table wants to be called, if there is one; games of one name count together.
    sets
        Changed rules as ``path=value``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

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
            Whether another process compiles the strategies at the table, and what hints need, from now on.

        Raises
        ------
        InputError
            With all that is impossible.
        """
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
        if compiles_ahead:  # only now, so that the game itself is not compiled twice at the same time
            compile_ahead(table.game, table.strategies)
        return live_game

    @property
    def changes(self) -> tuple[str, ...]:
        """What was changed in the printed game, in words."""
        return (*self.sets, *([f"box {self.components.stem}"] if self.components else []))

    @property
    def python_files(self) -> list[str]:
        """The Python files it names, which are run to play it."""
        return [name for name in (self.game, *self.strategies) if name.endswith(".py")]


class KeptGame(BaseModel):
    """A game as its file has it.

    Attributes
    ----------
    rules
        Digest of the rules it is played by.
    choices
        The codes of all options played so far.
    n_undone, n_hints
        How many decisions people took back, and how often they asked what the options are worth.
    win_shares
        Of every seat, once the game is over.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal[1] = 1
    set_up: LiveSetUp
    rules: str
    choices: tuple[int, ...] = ()
    n_undone: int = 0
    n_hints: int = 0
    win_shares: tuple[float, ...] = ()

    @property
    def is_helped(self) -> bool:
        """Whether a person took something back, or asked what the options are worth."""
        return self.n_undone + self.n_hints > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.win_shares)


def new_file(set_up: LiveSetUp, game_name: str, folder: Path = FOLDER) -> Path:
    """Return a file for a new game that is not there yet, named after the game and its seed."""
    stem = f"{game_name}-seed-{set_up.seed}"
    names = [stem, *(f"{stem}-{nth}" for nth in range(2, 10_000))]
    return next(file for name in names if not (file := folder / f"{name}.json").exists())


def nth_text(name: str) -> str:
    """Say which game of the same luck one is, by its name; nothing of the first."""
    nth = re.search(r"-seed-\d+-(\d+)$", name)
    return f", game {nth.group(1)} with this luck" if nth else ""


def keep(file: Path, set_up: LiveSetUp, live: LiveGame) -> None:
    """Write a game to its file, and once it is over its audit log beside it, which ends in ``.jsonl``.

    Raises
    ------
    RunError
        If they cannot be written.
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
    )
    write_file(file, kept.model_dump_json(indent=1))
    if kept.is_over:
        live.table.game.audit_log.write(file.with_suffix(".jsonl"), live.steps, live.labels)


def keep_box(box: Path, folder: Path) -> Path:
    """Return a copy of a component file among the games, as it is now: a game that has begun keeps its values.

    Raises
    ------
    InputError
        If it cannot be read.
    RunError
        If the copy cannot be written.
    """
    text = text_of(box)
    copy = folder.absolute() / f"{box.stem}-{hashlib.sha256(text.encode()).hexdigest()[:DIGITS_OF_A_BOX]}.toml"
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_file(copy, text)
    return copy


def read_kept(file: Path) -> KeptGame:
    """Return what the file of a game says; nothing is played.

    Raises
    ------
    InputError
        If it is not there, or is not the file of such a game.
    """
    try:
        return KeptGame.model_validate_json(file.read_bytes())
    except FileNotFoundError as error:
        raise InputError(f"{file}: there is no such game") from error
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise InputError(f"{file}: is not the file of a game that people play: {error.errors()[0]['msg']}") from error


def go_on_with(file: Path, *, trusts_files: bool = False, compiles_ahead: bool = False) -> tuple[LiveSetUp, LiveGame]:
    """Return a kept game as far as it was played; `compiles_ahead` as in `LiveSetUp.begin`.

    Raises
    ------
    InputError
        If it cannot be read, or names Python files and these are not trusted.
    RunError
        If today's rules or engine would play it differently.
    """
    kept = read_kept(file)
    if kept.set_up.python_files and not trusts_files:
        files = ", ".join(kept.set_up.python_files)
        raise InputError(f"{file}: names Python files, which would be run: {files}. If you trust them, add --trust-files")
    live = kept.set_up.begin(compiles_ahead=compiles_ahead)
    if live.state.rules.digest() != kept.rules:
        raise RunError(f"{file}: was played by other rules than {kept.set_up.game} has today, so it cannot go on")
    try:
        live.replay(kept.choices, kept.n_undone, kept.n_hints)
    except ValueError as error:
        raise RunError(f"{file}: its choices do not fit the game as it is today: {error}") from error
    return kept.set_up, live
