"""The page on which people begin a game, or go on with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rajas_sim.analysis.formatting import percent
from rajas_sim.core.engine.kernel import LAST_KERNEL_OF_ONE_GAME, must_be_compiled
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import DEFAULT_GAME, GAMES, MAX_SEED, game_files
from rajas_sim.core.strategies.registry import find_strategy, known_names, name_or_stand_in
from rajas_sim.live.forms import PAGE_NAME
from rajas_sim.live.kept_games import KeptGame, LiveSetUp, keep_box, new_seed, read_kept
from rajas_sim.live.person_rating import RATED_PLAYERS, PersonRating, ratings_of
from rajas_sim.live.records import OwnRecord, records_of
from rajas_sim.plain.game_file import title_in
from rajas_sim.running.authoring.strength import YARDSTICK, Strength, strengths_of
from rajas_sim.study.config.files import box_of

#: Value of a seat in the form at which a person sits.
ME = "me"
#: The strategy that the form first proposes for the other seats.
OPPONENT = "balanced"
#: The largest number of seats of any game.
MOST_SEATS = 8


class BegunGame(NamedTuple):
    """A game in the folder: its name, the day it was last played, and the content of its file."""

    name: str
    day: date
    kept: KeptGame


@dataclass(frozen=True)
class HomePage:
    """The content of the page.

    Attributes
    ----------
    games
        Name -> title of all games. No game's file is run for this.
    begun
        Games that were begun, the latest first.
    records
        Results of people in their finished games.
    ratings
        How strong people are by these results.
    strategies
        Strategies that may sit at a seat: name -> texts about their strength, by variant and number of players.
    summaries
        Name -> what the strategy does, in a sentence.
    problems
        Why the requested game cannot begin.
    seats
        Who sits at each seat in the form.
    boards
        Variants in which seats choose their boards -> these boards.
    boxes
        Names of the component files that people filled in.
    asked
        The set-up that the form shows, to be corrected or begun again; None for an empty form.
    must_compile
        Whether the game must be compiled before it is played.
    box, person, seed
        Values of the form: the box, the name of the person, and the seed of the luck.
    """

    game: Game
    games: Mapping[str, str]
    begun: tuple[BegunGame, ...]
    records: tuple[OwnRecord, ...]
    ratings: tuple[PersonRating, ...]
    strategies: Mapping[str, Mapping[str, str]]
    summaries: Mapping[str, str]
    problems: tuple[str, ...]
    seats: tuple[str, ...]
    boards: Mapping[str, tuple[str, ...]]
    boxes: tuple[str, ...]
    asked: LiveSetUp | None
    must_compile: bool
    box: str
    person: str
    seed: int

    @classmethod
    def of(
        cls, folder: Path, game_name: str | None, problems: Sequence[str] = (), asked: LiveSetUp | None = None, box: str = ""
    ) -> HomePage:
        """Return the page.

        Parameters
        ----------
        folder
            Folder in which games are kept.
        asked
            The set-up that was refused, to be corrected; by default that of the last game.
        box
            The box to play with, if there is no set-up.
        """
        game = find_game(by_name(game_name or DEFAULT_GAME))
        begun = tuple(begun_games(folder))
        kept_games = [game.kept for game in begun]
        if asked is None:
            asked = _last_set_up(game, kept_games)
        strategies = strength_texts(game.name)
        usual = name_or_stand_in(OPPONENT, game.name)
        seats = [ME, *[usual] * (game.player_counts[-1] - 1)]
        if asked is not None:
            seats[: len(asked.strategies)] = [
                ME if i + 1 in asked.people else name if name in strategies else usual for i, name in enumerate(asked.strategies)
            ]
        boards = {variant: game.boards(variant) for variant in game.variants}
        return cls(
            game,
            titles_of_games(),
            begun,
            records_of(kept_games),
            ratings_of(kept_games, shares_against_yardstick),
            strategies,
            {name: find_strategy(name, game=game.name).summary.replace("`", "") for name in strategies},
            tuple(problems),
            tuple(seats),
            {variant: names for variant, names in boards.items() if names},
            tuple(file.stem for file in sorted(boxes_in(folder).glob("*.toml")) if _game_of_box(file) == game.name),
            asked,
            must_be_compiled(game.name, LAST_KERNEL_OF_ONE_GAME),
            asked.components.stem.rpartition("-")[0] if asked is not None and asked.components is not None else box,
            next((kept.set_up.person for kept in kept_games if kept.set_up.person), "") if asked is None else asked.person,
            new_seed() if asked is None else asked.seed,
        )


def titles_of_games() -> dict[str, str]:
    """Return name -> title of all games; equal titles are followed by the name.

    No game's file is run.
    """
    titles = {name: find_game(name).title for name in GAMES}
    titles |= {name: title_in(path) for name, path in game_files().items() if name not in GAMES}
    n_alike = Counter(titles.values())
    return {name: title if n_alike[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


def _last_set_up(game: Game, kept_games: Iterable[KeptGame]) -> LiveSetUp | None:
    """Return the set-up of the last game for the printed game: with new luck and the last person's name; None without one."""
    set_ups = [kept.set_up for kept in kept_games]
    last = next((each for each in set_ups if each.game == game.name and not each.python_files and len(each.strategies) > 1), None)
    if last is None:
        return None
    person = next((each.person for each in set_ups if each.person), "")
    return last.model_copy(update={"sets": (), "components": None, "seed": new_seed(), "person": person})


def boxes_in(folder: Path) -> Path:
    """Return the folder of the component files that people fill in, inside the folder of games."""
    return folder / "boxes"


def _game_of_box(file: Path) -> str | None:
    """Return the game of a component file; None if the file cannot be read."""
    try:
        return box_of(file)
    except InputError:
        return None


def by_name(name: str) -> str:
    """Return the name of a game or strategy that a page asks for.

    Raises
    ------
    InputError
        If it is the path of a Python file, because no page may have a file run.
    """
    if name.endswith(".py"):
        raise InputError(f"{name!r} is the path of a file; pages play games and strategies by their names alone")
    return name


def begun_games(folder: Path) -> list[BegunGame]:
    """Return the games in a folder, the last changed first; other files are skipped."""
    begun = []
    for changed, file in sorted(((file.stat().st_mtime, file) for file in folder.glob("*.json")), reverse=True):
        with suppress(InputError):
            begun.append(BegunGame(file.stem, date.fromtimestamp(changed), read_kept(file)))
    return begun


@cache
def strengths_in(game_name: str) -> dict[str, tuple[Strength, ...]]:
    """Return the strategies of a game with their measurements in this game."""
    strengths = {}
    for name in known_names(game_name):
        try:
            measured = strengths_of(find_strategy(name, game=game_name))
        except InputError:
            continue
        strengths[name] = tuple(strength for strength in measured if strength.game == game_name)
    return strengths


def strength_texts(game_name: str) -> dict[str, dict[str, str]]:
    """Return name -> texts about how often a strategy of a game wins against the yardstick, the weakest strategy first.

    The keys of the texts are a variant and a number of players, such as 'sun 4'. If that number was not measured, the text is
    about the nearest measured number, and says so. Strategies without measurements come first, without texts.
    """
    game = find_game(game_name)
    texts_by_share: list[tuple[float, str, dict[str, str]]] = []
    for name, measured in strengths_in(game_name).items():
        texts = {}
        for variant, players in product(game.variants, game.player_counts):
            nearest = _nearest_strength(measured, variant, players)
            if nearest is not None:
                share = percent(nearest.win_share, 0)
                remark = f" with {nearest.players} players (even: {percent(1 / nearest.players, 0)})"
                texts[f"{variant} {players}"] = share if nearest.players == players else share + remark
        usual = _nearest_strength(measured, game.variants[0], game.player_counts[0])
        texts_by_share.append((0.0 if usual is None else usual.win_share, name, texts))
    return {name: texts for _, name, texts in sorted(texts_by_share, key=lambda row: row[0])}


def _nearest_strength(measured: Sequence[Strength], variant: str, players: int) -> Strength | None:
    """Return the measurement in a variant, against the yardstick, with the nearest number of players; None if there is none."""
    in_variant = [strength for strength in measured if (strength.variant, strength.against) == (variant, YARDSTICK)]
    return min(in_variant, key=lambda strength: (abs(strength.players - players), -strength.players), default=None)


def shares_against_yardstick(game_name: str, variant: str | None) -> tuple[str, dict[str, float]]:
    """Return the variant meant (by default the first), and each strategy's win share in it against the yardstick (2 players)."""
    chosen_variant = variant or find_game(game_name).variants[0]
    shares = {
        name: strength.win_share
        for name, measured in strengths_in(game_name).items()
        for strength in measured
        if (strength.variant, strength.players, strength.against) == (chosen_variant, RATED_PLAYERS, YARDSTICK)
    }
    return chosen_variant, shares


def _whole_number(values: Mapping[str, Sequence[str]], field: str) -> int:
    """Return the number in a field of a form."""
    text = values.get(field, [""])[0]
    try:
        return int(text)
    except ValueError as error:
        raise InputError(f"{field} must be a whole number; got {text!r}") from error


def set_up_from(values: Mapping[str, Sequence[str]], folder: Path) -> LiveSetUp:
    """Return the set-up that the form asks for.

    Whether the game can be played with it shows when it begins.

    Parameters
    ----------
    folder
        Folder in which games are kept.

    Raises
    ------
    InputError
        If a number is not valid, a file is named, or there is no such box.
    RunError
        If a copy of the box cannot be written.
    """
    players, seed = (_whole_number(values, field) for field in ("players", "seed"))
    if not 0 < players <= MOST_SEATS:
        raise InputError(f"the number of players must be from 1 to {MOST_SEATS}")
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"the seed must be from 0 to {MAX_SEED:,}")
    seats = [by_name(values.get(f"seat_{i + 1}", [OPPONENT])[0]) for i in range(players)]
    people = tuple(i + 1 for i, name in enumerate(seats) if name == ME)
    boards = [values.get(f"board_{i + 1}", [""])[0] for i in range(players)]
    box = values.get("box", [""])[0]
    file = boxes_in(folder) / f"{box}.toml"
    if box and not PAGE_NAME.fullmatch(box):
        raise InputError(f"there is no box {box!r}")
    return LiveSetUp(
        game=by_name(values.get("game", [DEFAULT_GAME])[0]),
        players=players,
        variant=values.get("variant", [None])[0],
        modules=tuple(values.get("module", ())),
        sets=tuple(line.strip() for line in values.get("sets", [""])[0].splitlines() if line.strip()),
        components=keep_box(file, folder) if box else None,
        boards=tuple(boards) if all(boards) else (),
        strategies=tuple("random" if name == ME else name for name in seats),
        people=people,
        person=values.get("person", [""])[0].strip(),
        seed=seed,
    )
