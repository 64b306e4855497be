"""Rules: component files, every number and reading of one kind of game as checked data, and the record that kernels read."""

# ruff: noqa: ANN401 - fills arrays by slices, which protocols of kernels do not have

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from pydantic import ValidationError

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS, Bonus, Components, Earnings, Market, Sheet
from rajas_sim.charmers.rulebook.layout import RULES, THINGS, RulesRecord
from rajas_sim.charmers.rulebook.streams import FIRST_LUCK_SOURCE, LUCK_SOURCES
from rajas_sim.charmers.rulebook.terms import CELL, EARN, EDGES, READINGS, SYMBOLS
from rajas_sim.core.board import SIDE_NAMES
from rajas_sim.core.games import box_label
from rajas_sim.core.positions.wording import counted
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.component_file import Model
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.rulebook.paths import value_at
from rajas_sim.core.rulebook.restrictions import restricted_things

#: How often every symbol occurs on the river (rulebook: Advance on the river).
SPACES_PER_SYMBOL = 3
FALLING_PRICES = "no price is lower than one to its left: the more goods of a kind are sold, the more valuable it is \
(rulebook: Opened-up markets)"


class CharmersComponents(ComponentSource):
    """The component files of The Dice Charmers."""

    game = "charmers"
    box_label = box_label(game)
    reference = Path(__file__).with_name("reference.toml")
    form = Components
    readings = READINGS
    optional_keys = frozenset((*EARNING_KEYS, *EDGES))

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters on a side of the pad."""
        section, *below = path.split(".")
        if section == "sheets":
            return below[:1] in ([], [variant])
        return super().is_in_play(path, variant, modules)

    def piece_count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file has more or fewer of something than the pad; allowed in a what-if, not in a file read off a box."""
        market = _checked_part(Market, raw, "market")
        for side in self.box_label.variants:
            sheet = _checked_part(Sheet, raw, "sheets", side)
            if sheet is None:
                continue
            n_printed: Counter[str] = Counter(space.symbol for space in sheet.river.values())
            for symbol in SYMBOLS:
                if n_printed[symbol] != SPACES_PER_SYMBOL:
                    n, n_expected = n_printed[symbol], SPACES_PER_SYMBOL
                    yield f"sheets.{side}.river: the {symbol} occurs {n} times, on the pad each symbol occurs {n_expected} times"
            for good, bonuses in sheet.tents:
                if market is not None and len(bonuses) > len(market.tents):
                    yield f"sheets.{side}.tents.{good}: {len(bonuses)} bonuses for {counted(len(market.tents), 'tent', 'tents')}"

    def rulebook_problem(self, path: str, value: Any) -> str:
        """Return what the rulebook says against a value at a path, and where; empty if it says nothing."""
        is_of_numbers = path == "market.prices" and isinstance(value, list) and all(isinstance(price, int) for price in value)
        return FALLING_PRICES if is_of_numbers and value != sorted(value) else ""


def _checked_part(form: type[Model], raw: Any, *path: str) -> Model | None:
    """Return a part of a file as a checked model; None if it does not fit the form, which is reported elsewhere."""
    try:
        return form.model_validate(value_at(raw, path))
    except ValidationError:
        return None


SOURCE = CharmersComponents()


# --- rules

#: Names of the faces of each colour -> their codes.
FACE_CODES: dict[str, dict[str, int]] = {
    "purple": terms.GOODS_FACES,
    **{
        colour: {name: code for code, name in enumerate(names)}
        for colour, names in (("green", terms.ROAD_FACES), ("blue", terms.SYMBOLS), ("orange", terms.PEOPLE))
    },
}
DICE_OF_TWO_PLAYERS, DICE_OF_MORE = 2, 1


@dataclass(frozen=True, eq=False)
class Rules(core.Rules):
    """The rules of one kind of game (core.rulebook.rules)."""

    layout = RULES
    source = SOURCE
    values: Components

    def problems(self) -> Iterator[str]:
        """Yield a problem for every bonus of a tent that does not exist."""
        n_tents = len(self.values.market.tents)
        for good, bonuses in self.sheet.tents:
            for tent, bonus in enumerate(bonuses[n_tents:], n_tents + 1):
                if bonus.root:
                    remedy_text = f"print none there: sheets.{self.variant}.tents.{good}.{tent} = {{}}"
                    yield f"market.tents: there is no tent {tent}, so its bonus would never be released; {remedy_text}"

    def write_record(self, record: Any) -> None:
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        values = self.values
        record.players = self.players
        record.dice_a_round = DICE_OF_TWO_PLAYERS if self.players == 2 else DICE_OF_MORE
        record.round_limit = values.game.round_limit
        for name, by_seat in values.setup.by_seat.items():
            record[f"setup_{name}"][:] = by_seat
        record.karma_limit = values.karma.limit
        record.meeting_line = values.tracks.meeting_line
        record.money_per_fame = values.tracks.money_per_fame
        record.building_values[:] = values.buildings.values
        _write_dice(record, values)
        _write_province(record, values)
        record.n_columns = len(values.market.prices)
        record.prices[: len(values.market.prices)] = values.market.prices
        record.tent_ends[: len(values.market.tents)] = list(accumulate(values.market.tents))
        for name, value in values.palace:
            record[name] = value
        _write_sheet(record, self.sheet)
        for name, choices in terms.READINGS.items():
            record.readings[name] = choices.index(getattr(values.readings, name))
        self.write_luck(record.luck)
        THINGS.write(record.restricted, restricted_things(values.restrict, self.players, things_in_play(record)))

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: number by name."""
        return {name: number for number, name in enumerate(LUCK_SOURCES[: FIRST_LUCK_SOURCE.seat + self.players])}

    @property
    def seat_luck_sources(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself: dice rolled with karma."""
        return LUCK_SOURCES[FIRST_LUCK_SOURCE.karma : FIRST_LUCK_SOURCE.seat]

    @property
    def things(self) -> dict[str, int]:
        """The things a seat can be restricted from using in this game: number by name."""
        return things_in_play(self.record)

    @property
    def sheet(self) -> Sheet:
        """The side of the pad that is in play."""
        sheet: Sheet = getattr(self.values.sheets, self.variant)
        return sheet


# --- filling the record


def _write_dice(record: Any, values: Components) -> None:
    for colour_number, colour in enumerate(terms.COLOURS):
        dice = getattr(values.dice, colour)
        record.are_alike[colour_number] = sorted(dice[0]) == sorted(dice[1])
        for i, faces in enumerate(dice):
            record.faces[colour_number * len(dice) + i] = [FACE_CODES[colour][face] for face in faces]


def _write_province(record: Any, values: Components) -> None:
    province = values.province
    record.cells[:] = province.cells
    record.residence = province.cells.index(CELL.residence)
    record.residence_roads = sum(1 << SIDE_NAMES.index(side) for side in province.residence_roads)
    record.market_goods = province.market_goods


def _write_sheet(record: Any, sheet: Sheet) -> None:
    """Write what one side of the pad has: the bonus at each place, the spaces of the tracks with bonuses, and the river."""
    bonus_records = record.places
    for edge, bonus in sheet.edge.items():
        _write_bonus(bonus_records[terms.FIRST_BONUS_PLACE.edge + terms.EDGES.index(edge)], bonus)
    for good_number, good in enumerate(terms.GOODS):
        for tent, bonus in enumerate(getattr(sheet.tents, good)):
            _write_bonus(bonus_records[terms.FIRST_BONUS_PLACE.tent + good_number * terms.MAX_TENTS + tent], bonus)
    for area_number, area in enumerate(terms.PALACE_AREAS):
        for column, bonus in enumerate(getattr(sheet.palace_columns, area)):
            _write_bonus(
                bonus_records[terms.FIRST_BONUS_PLACE.palace_column + area_number * terms.N_OF.palace_columns + column], bonus
            )
    for column, bonus in enumerate(sheet.upgrade_columns):
        _write_bonus(bonus_records[terms.FIRST_BONUS_PLACE.upgrade_column + column], bonus)
    for karma_number, bonus in sheet.karma.items():
        _write_bonus(bonus_records[terms.FIRST_BONUS_PLACE.karma_bonus + int(karma_number) - 1], bonus)
    _write_track(record.fame_spaces, bonus_records, terms.FIRST_BONUS_PLACE.fame_bonus, sheet.fame)
    _write_track(record.money_spaces, bonus_records, terms.FIRST_BONUS_PLACE.money_bonus, sheet.money)
    record.n_river = len(sheet.river)
    for space_number, river_space in sheet.river.items():
        record.symbols[int(space_number)] = terms.SYMBOLS.index(river_space.symbol)
        _write_earnings(record.river[int(space_number)], river_space.earns)


def _write_track(
    bonus_spaces: NDArray[Any], bonus_records: NDArray[Any], first_bonus_place: int, bonuses: dict[str, Bonus]
) -> None:
    """Write the spaces of a track that have a bonus, in rising order, and these bonuses to the places from the first one on."""
    for i, (space, bonus) in enumerate(sorted(bonuses.items(), key=lambda item: int(item[0]))):
        bonus_spaces[i] = int(space)
        _write_bonus(bonus_records[first_bonus_place + i], bonus)


def _write_bonus(earning_record: Any, bonus: Bonus) -> None:
    _write_earnings([earning_record], bonus)


def _write_earnings(earning_records: Iterable[Any], earnings: Earnings) -> None:
    for earning_record, (key, amount) in zip(earning_records, earnings.root.items(), strict=False):
        earning_record.kind, earning_record.detail = EARNING_KEYS[key]
        earning_record.amount = amount


# --- which boxes a pad has; the terms of the game name all boxes that any pad can have


def sheet_boxes_in_play(rules: RulesRecord) -> tuple[str, ...]:
    """Return the boxes of the sheet that can be filled under some rules, in the order of terms.SHEET_BOXES."""
    return tuple(terms.SHEET_BOXES[sheet_box] for sheet_box in sorted(_numbers_of_boxes_in_play(rules)))


def things_in_play(rules: RulesRecord) -> dict[str, int]:
    """Return the things that a seat can be restricted from using under some rules: number of the box by name of the thing."""
    return {THING_NAMES[sheet_box]: sheet_box for sheet_box in sorted(_numbers_of_boxes_in_play(rules))}


def _thing_name(sheet_box: str) -> str:
    """Return the thing's name of a box: palace.trader.2 for ``palace/trader/2``, river.5 for ``river/1/5`` (areas of one row)."""
    area, row, column = sheet_box.split("/")
    return f"{area}.{column}" if area in _AREAS_OF_ONE_ROW else f"{area}.{row}.{column}"


_AREAS_OF_ONE_ROW = ("river", "karma", "upgrade_column", "karma_bonus")
#: Names of all boxes as things that a seat can be restricted from using, by number.
THING_NAMES = tuple(_thing_name(sheet_box) for sheet_box in terms.SHEET_BOXES)


def _numbers_of_boxes_in_play(rules: RulesRecord) -> Iterator[int]:
    """Yield the index in terms.SHEET_BOXES of every box that can be filled, in no particular order.

    Left out are the residence, boxes beyond the end of a row or track, and places without a bonus.
    """
    yield from (terms.FIRST_SHEET_BOX.province + cell for cell in range(terms.N_OF.cells) if cell != rules.residence)
    yield from range(terms.FIRST_SHEET_BOX.river, terms.FIRST_SHEET_BOX.river + int(rules.n_river))
    yield from range(terms.FIRST_SHEET_BOX.palace, terms.FIRST_SHEET_BOX.market)
    for good in range(terms.N_OF.goods):
        first_box = terms.FIRST_SHEET_BOX.market + good * terms.MAX_MARKET_COLUMNS
        yield from range(first_box, first_box + int(rules.n_columns))
    yield from range(terms.FIRST_SHEET_BOX.upgrades, terms.FIRST_SHEET_BOX.karma)
    yield from range(terms.FIRST_SHEET_BOX.karma, terms.FIRST_SHEET_BOX.karma + int(rules.karma_limit))
    places_out_of_reach = range(
        terms.FIRST_BONUS_PLACE.karma_bonus + int(rules.karma_limit), terms.FIRST_BONUS_PLACE.karma_bonus + terms.MAX_KARMA
    )
    for bonus_place in range(terms.N_OF.bonus_places):
        if rules.places[bonus_place].kind != EARN.nothing and bonus_place not in places_out_of_reach:
            yield terms.FIRST_SHEET_BOX.places + bonus_place
