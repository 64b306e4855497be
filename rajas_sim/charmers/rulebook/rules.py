"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

# ruff: noqa: ANN401 - fills arrays by slices, which protocols of kernels do not have

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from numpy.typing import NDArray

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.boxes import things_in_play
from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS, Bonus, Components, Earnings, Sheet
from rajas_sim.charmers.rulebook.component_source import SOURCE
from rajas_sim.charmers.rulebook.layout import RULES, THINGS
from rajas_sim.charmers.rulebook.streams import LUCK_FROM, LUCK_SOURCES
from rajas_sim.charmers.rulebook.terms import CELL
from rajas_sim.core.board import SIDE_NAMES
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.restrictions import restricted_things

#: What the faces of each colour are called -> their codes.
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

    def write_record(self, record: Any) -> None:
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        values = self.values
        record.players = self.players
        record.dice_a_round = DICE_OF_TWO_PLAYERS if self.players == 2 else DICE_OF_MORE
        record.round_limit = values.game.round_limit
        record.setup_karma = values.setup.karma
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
        """The sources of luck in play: the number of each by its name."""
        return {name: number for number, name in enumerate(LUCK_SOURCES[: LUCK_FROM.seat + self.players])}

    @property
    def luck_of_seats(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself: dice rolled with karma."""
        return LUCK_SOURCES[LUCK_FROM.karma : LUCK_FROM.seat]

    @property
    def things(self) -> dict[str, int]:
        """What a seat can be restricted from using in this game: the number of each thing by its name."""
        return things_in_play(self.record)

    @property
    def sheet(self) -> Sheet:
        """The side of the pad that is played on."""
        sheet: Sheet = getattr(self.values.sheets, self.variant)
        return sheet


# --- filling the record


def _write_dice(record: Any, values: Components) -> None:
    for number, colour in enumerate(terms.COLOURS):
        dice = getattr(values.dice, colour)
        record.are_alike[number] = sorted(dice[0]) == sorted(dice[1])
        for i, faces in enumerate(dice):
            record.faces[number * len(dice) + i] = [FACE_CODES[colour][face] for face in faces]


def _write_province(record: Any, values: Components) -> None:
    province = values.province
    record.cells[:] = province.cells
    record.residence = province.cells.index(CELL.residence)
    record.residence_roads = sum(1 << SIDE_NAMES.index(side) for side in province.residence_roads)
    record.market_goods = province.market_goods


def _write_sheet(record: Any, sheet: Sheet) -> None:
    places = record.places
    for edge, bonus in sheet.edge.items():
        _write_bonus(places[terms.FIRST_PLACE.edge + terms.EDGES.index(edge)], bonus)
    for number, good in enumerate(terms.GOODS):
        for tent, bonus in enumerate(getattr(sheet.tents, good)):
            _write_bonus(places[terms.FIRST_PLACE.tent + number * terms.MAX_TENTS + tent], bonus)
    for number, area in enumerate(terms.PALACE_AREAS):
        for column, bonus in enumerate(getattr(sheet.palace_columns, area)):
            _write_bonus(places[terms.FIRST_PLACE.palace_column + number * terms.N.palace_columns + column], bonus)
    for column, bonus in enumerate(sheet.upgrade_columns):
        _write_bonus(places[terms.FIRST_PLACE.upgrade_column + column], bonus)
    for nth, bonus in sheet.karma.items():
        _write_bonus(places[terms.FIRST_PLACE.karma_bonus + int(nth) - 1], bonus)
    _write_track(record.fame_spaces, places, terms.FIRST_PLACE.fame_bonus, sheet.fame)
    _write_track(record.money_spaces, places, terms.FIRST_PLACE.money_bonus, sheet.money)
    record.n_river = len(sheet.river)
    for space, printed in sheet.river.items():
        record.symbols[int(space)] = terms.SYMBOLS.index(printed.symbol)
        _write_earnings(record.river[int(space)], printed.earns)


def _write_track(spaces: NDArray[Any], places: NDArray[Any], first: int, bonuses: dict[str, Bonus]) -> None:
    for i, (space, bonus) in enumerate(sorted(bonuses.items(), key=lambda item: int(item[0]))):
        spaces[i] = int(space)
        _write_bonus(places[first + i], bonus)


def _write_bonus(target: Any, bonus: Bonus) -> None:
    _write_earnings([target], bonus)


def _write_earnings(target: Iterable[Any], earnings: Earnings) -> None:
    for slot, (key, amount) in zip(target, earnings.root.items(), strict=False):
        slot.kind, slot.detail = EARNING_KEYS[key]
        slot.amount = amount
