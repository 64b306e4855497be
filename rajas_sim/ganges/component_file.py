"""Component files: reading, checking, and where each value comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError, model_validator

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.roads import SHAPES, SIDE_NAMES
from rajas_sim.ganges.layout import EARNINGS_AT_ONE_PLACE, MAX_BONUSES, MAX_STACK_SIZE, MAX_WHITE_TILES, MAX_YIELDS, N_TILES
from rajas_sim.ganges.words import (
    ANY_COLOUR,
    BACKS,
    BUILDINGS,
    COLOURS,
    COLUMNS,
    DEAD_END,
    EARNINGS,
    GOODS,
    MAX_ASSORTED,
    MAX_HARBOUR,
    MAX_OUTER_TERRACES,
    MAX_PLAYERS,
    MAX_QUARRY,
    N_CELLS,
    N_CHAMBERS,
    N_COLOURS,
    N_LEVELS,
    RESIDENCE,
    ROWS,
)

REFERENCE = "reference"
TILES_PER_COLOUR = N_TILES // N_COLOURS

#: Cells of the province board on which a tile may lie: all but the two top corners, the residence and the dead ends.
FREE_CELLS = tuple(c for c in range(N_CELLS) if c not in (0, COLUMNS - 1, RESIDENCE, DEAD_END))

_COLOURED = ("dice", "dice_per_karma")
#: What a component file may call an earning -> (kind, colour); `green_dice` is a die of that colour, `dice` one of any.
EARNING_KEYS: dict[str, tuple[int, int]] = {
    **{name: (kind, ANY_COLOUR) for kind, name in enumerate(EARNINGS) if kind and name != "dice_per_karma"},
    **{f"{colour}_{name}": (EARNINGS.index(name), number) for name in _COLOURED for number, colour in enumerate(COLOURS)},
}

Amount = Annotated[int, Field(ge=0, le=60)]


class Strict(BaseModel):
    """Base of all parts: unknown keys are refused and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Earnings(RootModel[dict[str, Annotated[int, Field(ge=1, le=60)]]]):
    """What one place pays: up to two earnings, each with its amount, in the order they are received."""

    model_config = ConfigDict(strict=True, frozen=True)

    @model_validator(mode="after")
    def _known_and_few(self) -> Earnings:
        for key in self.root:
            if key not in EARNING_KEYS:
                raise ValueError(unknown_name("earning", key, EARNING_KEYS))
        if not 1 <= len(self.root) <= EARNINGS_AT_ONE_PLACE:
            raise ValueError(f"one place pays 1 or {EARNINGS_AT_ONE_PLACE} earnings, not {len(self.root)}")
        return self


class Game(Strict):
    """Limits of a simulated game."""

    round_limit: Annotated[int, Field(ge=1, le=1000)]


class Setup(Strict):
    """What every player starts with."""

    money: Annotated[list[Amount], Field(min_length=MAX_PLAYERS, max_length=MAX_PLAYERS)]
    karma: Annotated[int, Field(ge=0, le=9)]
    workers: Annotated[int, Field(ge=1, le=6)]
    dice: Annotated[int, Field(ge=0, le=2)]


class Dice(Strict):
    """The 48 dice and Kali's hands."""

    per_colour: Annotated[int, Field(ge=8, le=60)]
    hand_limit: Annotated[int, Field(ge=1, le=30)]


class Karma(Strict):
    """The karma path."""

    limit: Annotated[int, Field(ge=0, le=9)]


class Workers(Strict):
    """The inactive workers."""

    extra: Annotated[int, Field(ge=0, le=3)]
    fame_space: Annotated[int, Field(ge=1, le=60)]
    money_space: Annotated[int, Field(ge=1, le=120)]
    bridge: Annotated[int, Field(ge=0, le=39)]


class Track(Strict):
    """One scoring track: its bonuses by space."""

    bonus: Annotated[dict[Annotated[str, Field(pattern=r"^[1-9]\d*$")], Earnings], Field(max_length=MAX_BONUSES)]


class Tracks(Strict):
    """Both scoring tracks and the line on which they meet."""

    meeting_line: Annotated[int, Field(ge=5, le=120)]
    money_per_fame: Annotated[int, Field(ge=1, le=10)]
    fame: Track
    money: Track


class Buildings(Strict):
    """Fame for a building by upgrade level."""

    values: Annotated[list[Amount], Field(min_length=N_LEVELS, max_length=N_LEVELS)]


class Quarry(Strict):
    """Spaces of the quarry from left to right."""

    prices: Annotated[list[Amount], Field(max_length=MAX_QUARRY)]


class Harbour(Strict):
    """Spaces of the harbour from left to right."""

    prices: Annotated[list[Amount], Field(max_length=MAX_HARBOUR)]
    highest_die: Annotated[int, Field(ge=1, le=6)]


class Market(Strict):
    """The assorted-goods spaces; there is one space for each good beside them."""

    assorted_spaces: Annotated[int, Field(ge=0, le=MAX_ASSORTED)]
    assorted_per_round: Annotated[int, Field(ge=0, le=9)]


Colour = Literal["orange", "green", "blue", "purple"]


class Palace(Strict):
    """The spaces of the palace and what they give."""

    outer_terraces: Annotated[int, Field(ge=0, le=MAX_OUTER_TERRACES)]
    outer_terrace_money: Amount
    terrace_dice: Annotated[int, Field(ge=0, le=6)]
    balcony_dice: Annotated[int, Field(ge=0, le=6)]
    balconies: Annotated[dict[Colour, Colour], Field(min_length=N_COLOURS)]
    chamber_dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=N_CHAMBERS, max_length=N_CHAMBERS)]
    great_mogul_fame: Amount
    dancer_dice: Annotated[int, Field(ge=0, le=6)]
    yogi_karma: Amount
    yogi_dice: Annotated[int, Field(ge=0, le=6)]
    raja_upgrades: Annotated[int, Field(ge=0, le=8)]
    raja_money: Amount
    portuguese_steps: Annotated[int, Field(ge=1, le=39)]


class SpecialYield(Strict):
    """A yield at the edge of the province board, beside one side of one cell."""

    cell: Annotated[list[int], Field(min_length=2, max_length=2)]
    side: Literal["top", "right", "bottom", "left"]
    earns: Earnings

    @model_validator(mode="after")
    def _on_the_board(self) -> SpecialYield:
        row, column = self.cell
        if not (1 <= row <= ROWS and 1 <= column <= COLUMNS) or self.cell_number not in FREE_CELLS:
            raise ValueError(f"no tile can lie on row {row}, column {column}")
        return self

    @property
    def cell_number(self) -> int:
        """Cell counted row by row from 0."""
        return (self.cell[0] - 1) * COLUMNS + self.cell[1] - 1

    @property
    def side_number(self) -> int:
        """0 top, 1 right, 2 bottom, 3 left."""
        return SIDE_NAMES.index(self.side)


class Province(Strict):
    """The edge of the province board."""

    yields: Annotated[dict[str, SpecialYield], Field(max_length=MAX_YIELDS)]


class YieldTiles(Strict):
    """Yield tiles by colour."""

    white: Annotated[list[Earnings], Field(min_length=1, max_length=MAX_WHITE_TILES)]


class Tile(Strict):
    """A province tile."""

    stack: Literal["snake", "cow", "tiger"]
    cost: Annotated[int, Field(ge=1, le=30)]
    roads: Literal["dead_end", "straight", "bend", "fork", "crossroad"]
    buildings: Annotated[list[Literal["temple", "palace", "fort", "mill"]], Field(max_length=2)]
    markets: Annotated[list[list[str | int]], Field(max_length=2)]

    @model_validator(mode="after")
    def _markets_make_sense(self) -> Tile:
        for market in self.markets:
            match market:
                case [str(good), int(value)] if good in GOODS and 1 <= value <= 9:
                    continue
            raise ValueError(f'a market is ["silk" or "tea" or "spices", 1 to 9], not {market}')
        return self


class Readings(Strict):
    """How doubtful rules are read; the first choice of each is the rulebook's."""

    finish: Literal["stage", "round"]
    tie: Literal["first_passed", "turn_order"]
    start_player: Literal["lowest_total", "random"]
    one_kind_market: Literal["unlimited", "one_a_round"]
    master_builder: Literal["scores", "nothing"]
    fame_upgrade: Literal["next_turn", "at_once"]
    harbour_one: Literal["must_move", "may_stay"]
    passing: Literal["forbidden", "allowed"]


class Provenance(Strict):
    """Where the values under some paths come from; an assumed value says how far off it may be."""

    paths: list[str]
    label: Literal["box", "rulebook", "published", "derived", "assumed"]
    why: str
    plus_minus: int | None = None
    choices: list[str] | None = None

    @model_validator(mode="after")
    def _assumed_has_a_range(self) -> Provenance:
        if self.label == "assumed" and self.plus_minus is None and self.choices is None:
            raise ValueError("an assumed value needs plus_minus or choices")
        return self


class Components(Strict):
    """A whole component file, resolved for one number of players."""

    name: str
    game: Game
    setup: Setup
    dice: Dice
    karma: Karma
    workers: Workers
    tracks: Tracks
    buildings: Buildings
    quarry: Quarry
    harbour: Harbour
    market: Market
    palace: Palace
    river: Annotated[dict[Annotated[str, Field(pattern=r"^[1-9]\d*$")], Earnings], Field(min_length=1, max_length=39)]
    province: Province
    yield_tiles: YieldTiles
    tiles: dict[Annotated[str, Field(pattern=r"^(orange|green|blue|purple)_\d\d$")], Tile]
    readings: Readings

    @model_validator(mode="after")
    def _counts(self) -> Components:
        problems = [*self._tile_counts(), *self._river_problems()]
        if self.setup.karma > self.karma.limit:
            problems.append(f"setup.karma: {self.setup.karma} is above karma.limit, which is {self.karma.limit}")
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _tile_counts(self) -> Iterator[str]:
        for colour in COLOURS:
            expected = {f"{colour}_{number:02d}" for number in range(1, TILES_PER_COLOUR + 1)}
            found = {name for name in self.tiles if name.startswith(colour)}
            if found != expected:
                missing, spare = sorted(expected - found), sorted(found - expected)
                differs = [f"missing {', '.join(missing)}"] * bool(missing) + [f"too many: {', '.join(spare)}"] * bool(spare)
                yield f"tiles: {len(found)} {colour} tiles, the game has {TILES_PER_COLOUR} of each colour; {'; '.join(differs)}"
            for back in BACKS:
                size = sum(t.stack == back for n, t in self.tiles.items() if n.startswith(colour))
                if not 1 <= size <= MAX_STACK_SIZE:
                    yield f"tiles: the {colour} {back} stack has {size} tiles, 1 to {MAX_STACK_SIZE} are possible"

    def _river_problems(self) -> Iterator[str]:
        spaces = sorted(int(space) for space in self.river)
        if spaces != list(range(1, len(spaces) + 1)):
            yield f"river: spaces must be numbered 1, 2, 3, ... without gaps, found {spaces}"
        if self.workers.bridge >= len(spaces):
            yield f"workers.bridge: the bridge lies after space {self.workers.bridge}, the river has {len(spaces)}"


# --- reading


def reference_path() -> Path:
    """Return the shipped component file."""
    return Path(str(files("rajas_sim.ganges.components") / f"{REFERENCE}.toml"))


def read_raw(path: Path | None = None) -> dict[str, Any]:
    """Return a component file as plain dicts.

    Raises
    ------
    InputError
        If the file cannot be read or is not TOML.
    """
    source = path or reference_path()
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{source}: is not a text file") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: is not valid TOML: {error}") from None


def for_players(raw: dict[str, Any], players: int) -> dict[str, Any]:
    """Return the values that hold for a number of players, without the bookkeeping sections."""
    resolved = {k: v for k, v in raw.items() if k not in ("by_players", "provenance")}
    overlay = raw.get("by_players", {})
    return merged(resolved, overlay.get(str(players), {}) if isinstance(overlay, dict) else {})


def merged(base: dict[str, Any], overlay: dict[str, Any]) -> dict[str, Any]:
    """Return `base` with the values of `overlay` written over it, table by table."""
    result = dict(base)
    for key, value in overlay.items():
        below = result.get(key)
        result[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


def validate(resolved: dict[str, Any], place: str) -> Components:
    """Return the checked components.

    Raises
    ------
    InputError
        With one problem per wrong, missing or unknown value.
    """
    try:
        return Components.model_validate(resolved)
    except ValidationError as error:
        raise InputError(sorted(set(_problems(error, place)))) from None


def _problems(error: ValidationError, place: str) -> Iterator[str]:
    for item in error.errors():
        path = ".".join(str(part) for part in item["loc"] if part != "root")
        message = item["msg"].removeprefix("Value error, ")
        if item["type"] == "extra_forbidden":
            message = "is not a key of a component file"
        elif item["type"] == "missing":
            message = "is missing"
        elif item["type"] != "value_error":
            message = f"{message}, found {item['input']!r}"
        yield f"{place}: {path}: {message}" if path else f"{place}: {message}"


# --- provenance

FROM_A_BOX = Provenance(paths=["*"], label="box", why="differs from the reference; filled in from a box")


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (dotted path, value) of every number, word or switch in nested dicts and lists."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, f"{path}.{i + 1}")
    else:
        yield path, value


def provenance_of(entries: list[Provenance], path: str) -> Provenance | None:
    """Return the last entry that fits a path."""
    fitting = [entry for entry in entries if any(fnmatchcase(path, pattern) for pattern in entry.paths)]
    return fitting[-1] if fitting else None


def list_values(path: Path | None = None) -> list[dict[str, Any]]:
    """Return every value of a component file with its provenance.

    A value that differs from the reference file's was filled in by somebody and has the label `box`.

    Returns
    -------
    list of dict
        With the keys path, value, provenance, low, high, choices, why; an assumed number has low and high, another assumed
        value the choices it may be one of.
    """
    raw = read_raw(path)
    entries = _provenance_entries(raw, str(path or REFERENCE))
    reference = {} if path is None else dict(_values(read_raw()))
    rows = []
    for where, value in _values(raw):
        entry = FROM_A_BOX if reference and reference.get(where) != value else provenance_of(entries, where)
        is_number = isinstance(value, int) and entry is not None and entry.plus_minus is not None
        spread = entry.plus_minus if is_number and entry is not None and entry.plus_minus is not None else 0
        rows.append(
            {
                "path": where,
                "value": value,
                "provenance": entry.label if entry else "unknown",
                "low": max(0, value - spread) if is_number else None,
                "high": value + spread if is_number else None,
                "choices": entry.choices if entry else None,
                "why": entry.why if entry else "",
            }
        )
    return rows


def _values(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return leaves({key: value for key, value in raw.items() if key not in ("name", "provenance")})


def _provenance_entries(raw: dict[str, Any], place: str) -> list[Provenance]:
    entries = raw.get("provenance", [])
    if not isinstance(entries, list):
        raise InputError(f"{place}: provenance: must be a list of tables")
    problems: list[str] = []
    result = []
    for number, entry in enumerate(entries, 1):
        try:
            result.append(Provenance.model_validate(entry))
        except ValidationError as error:
            problems += _problems(error, f"{place}: provenance {number}")
    if problems:
        raise InputError(problems)
    return result


def summary(path: Path | None = None) -> dict[str, Any]:
    """Return what a report says about a component file: its name, how many values, and the assumed ones."""
    values = list_values(path)
    assumed = [v for v in values if v["provenance"] == "assumed"]
    keys = ("path", "value", "low", "high", "choices", "why")
    return {
        "name": str(read_raw(path).get("name", path)),
        "n_values": len(values),
        "n_assumed": len(assumed),
        "assumed": [{key: value[key] for key in keys} for value in assumed],
    }


def check(path: Path) -> list[str]:
    """Return all problems of a component file: unreadable, unknown or missing keys, ranges, counts, provenance."""
    try:
        raw = read_raw(path)
    except InputError as error:
        return error.problems
    problems: list[str] = []
    overlays = raw.get("by_players", {})
    if not isinstance(overlays, dict):
        return [f"{path}: by_players: must be a table"]
    problems += [f"{path}: by_players.{n}: 2, 3 or 4 players are possible" for n in overlays if n not in ("2", "3", "4")]
    for players in (2, 3, 4):
        try:
            validate(for_players(raw, players), str(path))
        except InputError as error:
            problems += error.problems
    try:
        problems += [
            f"{path}: {row['path']}: no provenance entry fits" for row in list_values(path) if row["provenance"] == "unknown"
        ]
    except InputError as error:
        problems += error.problems
    return list(dict.fromkeys(problems))


def tile_roads(tile: Tile) -> int:
    """Return the unrotated roads of a tile as four bits."""
    return SHAPES[tile.roads]


def tile_buildings(tile: Tile) -> list[int]:
    """Return how many buildings of each type stand on a tile."""
    return [tile.buildings.count(building) for building in BUILDINGS]  # type: ignore[arg-type]
