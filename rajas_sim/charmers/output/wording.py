"""Dice, spaces, roads and bonuses by name and in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS, EARNING_TEXTS
from rajas_sim.charmers.rulebook.rules import FACE_CODES, Rules
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import counted, spaced

#: Names of earnings by (kind, detail), and of faces by colour and code.
_EARNING_NAMES = {(kind, detail): key for key, (kind, detail) in EARNING_KEYS.items()}
_FACE_NAMES = {colour: {code: name for name, code in codes.items()} for colour, codes in FACE_CODES.items()}
#: Earnings that are counted, with the words for one and for several.
_COUNTED_EARNINGS = {
    "goods": ("good", "goods"),
    "upgrade": ("upgrade", "upgrades"),
    "half_road": ("half-road", "half-roads"),
    "sell_any": ("good", "goods"),
    "sell_same": ("good", "goods of the same kind"),
    "sell_different": ("good", "different goods"),
}
#: Names that are written with capitals.
SPELLINGS = {person: spaced(person).title() for person in terms.PEOPLE}
#: Earnings whose amount is not simply a number of things received.
_EARNING_TEXTS = {
    **EARNING_TEXTS,
    "palace_action": "a palace action",
    **{person: f"the {SPELLINGS[person]} action" for person in terms.PEOPLE},
    **{shape: f"draw a {shape}" for shape in ("straight", "bend", "fork")},
    "crossroad": "draw an intersection",
}


class Die(NamedTuple):
    """A die on the table: its colour, its number (1 or 2) among those of the colour, and its face as in the component file."""

    colour: str
    number: int
    face: str

    def __str__(self) -> str:
        return f"{self.colour} die ({self.shows})"

    @property
    def shows(self) -> str:
        """The face in words: ``tea and silk``."""
        if self.face == "half_roads":
            return "two half-roads"
        return self.face.replace("_", " and ") if self.colour == "purple" else spaced(self.face, SPELLINGS)


class Earning(NamedTuple):
    """What a bonus or a river space gives, named as in the component file."""

    kind: str
    amount: int

    def __str__(self) -> str:
        if self.kind == "goods_die" and self.amount == 2:
            return f"twice {_EARNING_TEXTS[self.kind]}"
        if self.kind in _COUNTED_EARNINGS:
            sells = ("sell up to " if self.amount > 1 else "sell ") if self.kind.startswith("sell") else ""
            return sells + counted(self.amount, *_COUNTED_EARNINGS[self.kind])
        return _EARNING_TEXTS.get(self.kind, f"{self.amount} {spaced(self.kind)}")


class PlacedBonus(NamedTuple):
    """A bonus: its place on the sheet, named as in the tables, and what it gives."""

    place: str
    earning: Earning

    def __str__(self) -> str:
        return f"{self.earning} ({place_text(self.place)})"


def place_text(bonus_place: str) -> str:
    """Return a place of the sheet that holds a bonus (terms.BONUS_PLACES) in words: ``left edge, row 4``."""
    area, part, number = bonus_place.split("/")  # part: the side, the good, the area of the palace or the track
    match area:
        case "edge":
            return f"{part} edge, {'column' if part in ('top', 'bottom') else 'row'} {number}"
        case "tent":
            return f"{part} tent {number}"
        case "palace_column":
            return f"{part} palace, column {number}"
        case "upgrade_column":
            return f"all buildings upgraded {'once' if number == '1' else 'twice'}"
        case "karma_bonus":
            return f"karma track, space {number}"
        case _:  # track/fame/1
            return f"{part} track, bonus {number}"


def die_of(die_number: int, face: int) -> Die:
    """Return a die, given its number (terms) and the code of the face it shows."""
    colour_code, number = divmod(die_number, terms.N_OF.dice_per_colour)
    colour = terms.COLOURS[colour_code]
    return Die(colour, number + 1, _FACE_NAMES[colour][face])


def dice_at(state: State, location: int) -> list[Die]:
    """Return the dice at a location (terms.MIDDLE, terms.ELEPHANT, or terms.DEPOT + seat)."""
    return [
        die_of(die_number, int(state.record.faces[die_number]))
        for die_number in range(terms.N_OF.dice)
        if state.record.where[die_number] == location
    ]


def earning_of(earning_record: Any) -> Earning:  # noqa: ANN401 - the rules of the game, without their type
    """Return the earning that a record (core.engine.record_types.EarningRecord) holds, by its name."""
    return Earning(_EARNING_NAMES[int(earning_record.kind), int(earning_record.detail)], int(earning_record.amount))


def bonus_of(state: State, bonus_place: int) -> PlacedBonus:
    """Return the bonus at a place, given its number (terms.BONUS_PLACES)."""
    return PlacedBonus(terms.BONUS_PLACES[bonus_place], earning_of(state.rules.record.places[bonus_place]))


def river_text(state: State, space: int) -> str:
    """Return a river space with what it gives: ``river space 10 (4 money)``."""
    earnings = [str(earning_of(earning)) for earning in state.rules.record.river[space] if earning.kind]
    return f"river space {space} ({', '.join(earnings)})"


def reminders_of(rules: Rules) -> dict[str, str]:
    """Return what the people of the palace do, by name, with the amounts of these rules."""
    palace = rules.values.palace
    return {
        "Great Mogul": "Any other palace action, which is crossed out as well.",
        "Maharani": f"{_spaces_text(palace.maharani_steps)} along the river.",
        "Trader": f"Sell up to {counted(palace.trader_goods, 'good', 'goods')}, or get one.",
        "Raja Man Singh": f"{palace.raja_money} money and {counted(palace.raja_upgrades, 'upgrade', 'upgrades')}.",
        "Master Builder": (
            f"{counted(palace.master_builder_half_roads, 'half-road', 'half-roads')}: two make one road, or each is added to "
            "a road that is there."
        ),
        "Portuguese": f"{_spaces_text(palace.portuguese_steps, 'unmarked ')} back along the river, or get a good.",
    }


def _spaces_text(n: int, adjective: str = "") -> str:
    return f"1 {adjective}space" if n == 1 else f"1 to {n} {adjective}spaces"
