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
from rajas_sim.core.games import DEFAULT_GAME, GAMES, game_files
from rajas_sim.core.strategies.registry import find_strategy, known_names, name_or_stand_in
from rajas_sim.live.forms import PAGE_NAME, in_form, is_about_rules
from rajas_sim.live.kept_games import KeptGame, LiveSetUp, keep_box, new_seed, read_kept
from rajas_sim.live.person_rating import RATED_PLAYERS, PersonRating, ratings_of
from rajas_sim.live.records import PersonRecord, records_of
from rajas_sim.plain.game_file import title_in
from rajas_sim.running.authoring.strength import YARDSTICK, Strength, strengths_of
from rajas_sim.study.config.files import box_of
from rajas_sim.study.rule_sets import example_of
from rajas_sim.study.saved_boxes import boxes_in

#: Value of a seat in the form at which a person sits.
ME = "me"
#: The strategy that the form first proposes for the other seats.
OPPONENT = "balanced"
#: Of strategies that play more games a second than this, no time is named.
FASTEST_NAMED = 100
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
        Name -> what the strategy does, and how slow it is.
    problems, refused_rules
        Why the requested game cannot begin: all but what is wrong with its changed rules, and that.
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
    change_example
        A changed rule of the game, as one may type it.
    box, person, seed
        Values of the form: the box, the name of the person, and the seed of the luck.
    """

    game: Game
    games: Mapping[str, str]
    begun: tuple[BegunGame, ...]
    records: tuple[PersonRecord, ...]
    ratings: tuple[PersonRating, ...]
    strategies: Mapping[str, Mapping[str, str]]
    summaries: Mapping[str, str]
    problems: tuple[str, ...]
    refused_rules: tuple[str, ...]
    seats: tuple[str, ...]
    boards: Mapping[str, tuple[str, ...]]
    boxes: tuple[str, ...]
    asked: LiveSetUp | None
    must_compile: bool
    change_example: str
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
        game_name
            The game of the form; None for the usual one.
        problems
            Why the game cannot begin, as a command says it.
        asked
            The set-up that was refused, to be corrected; by default that of the last game.
        box
            Name of the box to play with, if the set-up has none.
        """
        game = find_game(require_no_file(game_name or DEFAULT_GAME))
        begun = tuple(begun_games(folder))
        kept_games = [begun_game.kept for begun_game in begun]
        last_person = next((kept.set_up.person for kept in kept_games if kept.set_up.person), "")
        set_up = _last_set_up(game, kept_games) if asked is None else asked
        strategies = strength_texts(game.name)
        opponent = name_or_stand_in(OPPONENT, game.name)
        seats = [ME, *[opponent] * (game.player_counts[-1] - 1)]
        if set_up is not None:
            seats[: len(set_up.strategies)] = [
                ME if i + 1 in set_up.people else name if name in strategies else opponent
                for i, name in enumerate(set_up.strategies)
            ]
            if set_up.components is not None:
                box = set_up.components.stem.rpartition("-")[0]  # the copy of a box is named after the box and a digest
        boards = {variant: game.boards(variant) for variant in game.variants}
        return cls(
            game=game,
            games=titles_of_games(),
            begun=begun,
            records=records_of(kept_games),
            ratings=ratings_of(kept_games, shares_against_yardstick),
            strategies=strategies,
            summaries={name: _summary_of(name, game) for name in strategies},
            problems=tuple(in_form(problem) for problem in problems if not is_about_rules(problem)),
            refused_rules=tuple(in_form(problem) for problem in problems if is_about_rules(problem)),
            seats=tuple(seats),
            boards={variant: names for variant, names in boards.items() if names},
            boxes=tuple(file.stem for file in sorted(boxes_in(folder).glob("*.toml")) if _game_of_box(file) == game.name),
            asked=set_up,
            must_compile=must_be_compiled(game.name, LAST_KERNEL_OF_ONE_GAME),
            change_example=example_of(game),
            box=box,
            person=last_person if set_up is None else set_up.person,
            seed=new_seed() if set_up is None else set_up.seed,
        )


def _summary_of(name: str, game: Game) -> str:
    """Return what a strategy does, and how long it thinks in a whole game if that is long enough to be named."""
    summary = find_strategy(name, game=game.name).summary.replace("`", "")
    nearest = _nearest_strength(strengths_in(game.name)[name], game.variants[0], game.player_counts[0])
    if nearest is None or nearest.games_per_s > FASTEST_NAMED:
        return summary
    return f"{summary} It thinks for about {1 / nearest.games_per_s:.1g} s in a whole game of {nearest.players} players."


def titles_of_games() -> dict[str, str]:
    """Return name -> title of all games; equal titles are followed by the name.

    No game's file is run.
    """
    titles = {name: find_game(name).title for name in GAMES}
    titles |= {name: title_in(path) for name, path in game_files().items() if name not in GAMES}
    n_alike = Counter(titles.values())
    return {name: title if n_alike[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


def _last_set_up(game: Game, kept_games: Iterable[KeptGame]) -> LiveSetUp | None:
    """Return the set-up of the last kept game of this game, with the printed rules, new luck and the latest name of a person.

    Set-ups that the form cannot show, with Python files or with one name for all seats, are passed over. None if there is none.

    Parameters
    ----------
    kept_games
        Games of any kind, the latest first.
    """
    set_ups = [kept.set_up for kept in kept_games]
    fitting = [
        set_up for set_up in set_ups if set_up.game == game.name and not set_up.python_files and len(set_up.strategies) > 1
    ]
    if not fitting:
        return None
    person = next((set_up.person for set_up in set_ups if set_up.person), "")
    return fitting[0].model_copy(update={"sets": (), "components": None, "seed": new_seed(), "person": person})


def _game_of_box(file: Path) -> str | None:
    """Return the game of a component file; None if the file cannot be read."""
    try:
        return box_of(file)
    except InputError:
        return None


def require_no_file(name: str) -> str:
    """Return the name of a game or strategy that a page asks for, unless it is refused.

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
    for change_time, file in sorted(((file.stat().st_mtime, file) for file in folder.glob("*.json")), reverse=True):
        with suppress(InputError):
            begun.append(BegunGame(file.stem, date.fromtimestamp(change_time), read_kept(file)))
    return begun


@cache
def strengths_in(game_name: str) -> dict[str, tuple[Strength, ...]]:
    """Return name -> measurements in this game, for each strategy of a game; strategies that cannot be loaded are left out."""
    strengths = {}
    for name in known_names(game_name):
        try:
            measurements = strengths_of(find_strategy(name, game=game_name))
        except InputError:
            continue
        strengths[name] = tuple(strength for strength in measurements if strength.game == game_name)
    return strengths


def strength_texts(game_name: str) -> dict[str, dict[str, str]]:
    """Return name -> texts about how often a strategy of a game wins against the yardstick, the weakest strategy first.

    The keys of the texts are a variant and a number of players, such as 'sun 4'. If that number was not measured, the text is
    about the nearest measured number, and says so. Strategies without measurements come first, without texts.
    """
    game = find_game(game_name)
    texts_by_share: list[tuple[float, str, dict[str, str]]] = []
    for name, measurements in strengths_in(game_name).items():
        texts = {}  # by variant and number of players
        for variant, players in product(game.variants, game.player_counts):
            nearest = _nearest_strength(measurements, variant, players)
            if nearest is not None:
                share = percent(nearest.win_share, 0)
                remark = f" with {nearest.players} players (even: {percent(1 / nearest.players, 0)})"
                texts[f"{variant} {players}"] = share if nearest.players == players else share + remark
        ranked_by = _nearest_strength(measurements, game.variants[0], game.player_counts[0])
        texts_by_share.append((0.0 if ranked_by is None else ranked_by.win_share, name, texts))
    return {name: texts for _, name, texts in sorted(texts_by_share, key=lambda row: row[0])}


def _nearest_strength(measurements: Sequence[Strength], variant: str, players: int) -> Strength | None:
    """Return the measurement against the yardstick in a variant with the nearest number of players; None if there is none.

    Of two that are equally near, it is that with more players.
    """
    in_variant = [strength for strength in measurements if (strength.variant, strength.against) == (variant, YARDSTICK)]
    return min(in_variant, key=lambda strength: (abs(strength.players - players), -strength.players), default=None)


def shares_against_yardstick(game_name: str, variant: str | None) -> tuple[str, dict[str, float]]:
    """Return the variant (the game's first for None), and name -> win share against the yardstick in it, with 2 players."""
    chosen_variant = variant or find_game(game_name).variants[0]
    shares = {
        name: strength.win_share
        for name, measurements in strengths_in(game_name).items()
        for strength in measurements
        if (strength.variant, strength.players, strength.against) == (chosen_variant, RATED_PLAYERS, YARDSTICK)
    }
    return chosen_variant, shares


def _whole_number(fields: Mapping[str, Sequence[str]], name: str) -> int:
    """Return the number in a field of a form (name of each field -> its values)."""
    text = fields.get(name, [""])[0]
    try:
        return int(text)
    except ValueError as error:
        raise InputError(f"{name} must be a whole number; got {text!r}") from error


def set_up_from(fields: Mapping[str, Sequence[str]], folder: Path) -> LiveSetUp:
    """Return the set-up that the form asks for.

    Whether the game can be played with it shows when it begins.

    Parameters
    ----------
    fields
        Name of each field -> its values; fields without a value may be missing.
    folder
        Folder in which games are kept.

    Raises
    ------
    InputError
        If a number is not valid, a file is named, or there is no such box.
    RunError
        If a copy of the box cannot be written.
    """
    players, seed = (_whole_number(fields, name) for name in ("players", "seed"))
    if not 0 < players <= MOST_SEATS:
        raise InputError(f"the number of players must be from 1 to {MOST_SEATS}")
    seats = [require_no_file(fields.get(f"seat_{i + 1}", [OPPONENT])[0]) for i in range(players)]
    people = tuple(i + 1 for i, name in enumerate(seats) if name == ME)
    boards = [fields.get(f"board_{i + 1}", [""])[0] for i in range(players)]
    box = fields.get("box", [""])[0]
    file = boxes_in(folder) / f"{box}.toml"
    if box and not PAGE_NAME.fullmatch(box):
        raise InputError(f"there is no box {box!r}")
    return LiveSetUp(
        game=require_no_file(fields.get("game", [DEFAULT_GAME])[0]),
        players=players,
        variant=fields.get("variant", [None])[0],
        modules=tuple(fields.get("module", ())),
        sets=tuple(line.strip() for line in fields.get("sets", [""])[0].splitlines() if line.strip()),
        components=keep_box(file, folder) if box else None,
        boards=tuple(boards) if all(boards) else (),
        strategies=tuple("random" if name == ME else name for name in seats),  # not used on the seats of people
        people=people,
        person=fields.get("person", [""])[0].strip(),
        seed=seed,
    )
