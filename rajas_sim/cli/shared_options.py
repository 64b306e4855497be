"""Options that several commands have.

Their help names games, variants and modules without importing a game, which would take a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from rajas_sim.core.games import GAMES, MAX_SEED, box_label
from rajas_sim.questions.shared_options import complete_run

# The possible values of `--variant` and `--module`, by game.
VARIANTS = {game: box_label(game).variants for game in GAMES}
MODULES = {game: box_label(game).modules for game in GAMES}


def choice_text(words: Iterable[str]) -> str:
    """Return words as a choice, for a text.

    >>> choice_text(["base", "navaratnas", "mixed"])
    'base, navaratnas or mixed'
    """
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def text_by_game(words: Mapping[str, tuple[str, ...]]) -> str:
    """Return the words of every game for a help text; games without words are left out."""
    return "; ".join(f"{game}: {choice_text(words[game])}" for game in GAMES if words.get(game))


def checked_seed(seed: int | None) -> int | None:
    """Return the seed of an option, unless there is no such seed."""
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise typer.BadParameter(f"a seed is a whole number from 0 to {MAX_SEED:,}; found {seed}.")
    return seed


def complete_experiment(incomplete: str) -> list[str]:
    """Return the names of shipped experiments, for shell completion."""
    from rajas_sim.study.config.shipped import shipped_names

    return [name for name in shipped_names("experiment") if name.startswith(incomplete)]


CONFIG = typer.Argument(
    metavar="CONFIG",
    help="Experiment file (.toml), or the name of a shipped one such as start_player.",
    autocompletion=complete_experiment,
)
Variant = Annotated[
    str | None, typer.Option("--variant", help=f"Variant of the game; by default its first. {text_by_game(VARIANTS)}.")
]
Modules = Annotated[
    list[str] | None, typer.Option("--module", help=f"Module to play with. {text_by_game(MODULES)}. May be repeated.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a rule (see `rajas rules show`), e.g. setup.karma=2. Repeatable."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result: no progress, no remarks.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
GamePage = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write the game as a page to step through.")]
AnswerPage = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write the answer as a page.")]
IsOpened = Annotated[bool, typer.Option("--open", help="Show the page in the browser; without --html it gets a default name.")]
Playouts = Annotated[
    int | None,
    typer.Option(
        "--playouts",
        metavar="N",
        min=0,
        max=10_000,
        help="Of the page: play the position after every turn on N times to estimate the chances to win. 0: leave them out.",
    ),
]
OptionChances = Annotated[
    bool,
    typer.Option(
        "--option-chances",
        help="Of the page: also play the best options of every decision on as often, so that each has its chance to win. It "
        "takes a minute or more.",
    ),
]
GameName = Annotated[str, typer.Option("--game", help=f"Which game: {choice_text(GAMES)}, or one in a file.")]
AnyGame = Annotated[str | None, typer.Option("--game", help=f"Only this game: {choice_text(GAMES)}, or one in a file.")]


RUN = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="Folder or URL of a run, its label, or its name below reports/ (the hash may be left out).",
        autocompletion=complete_run,
    ),
]
