"""Which boxes a pad has; the terms of the game name all that any pad can have."""

from __future__ import annotations

from collections.abc import Iterator

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.record_types import RulesRecord
from rajas_sim.charmers.rulebook.terms import EARN


def boxes_of(rules: RulesRecord) -> tuple[str, ...]:
    """Return the boxes that can be filled under some rules (rulebook.layout.RULES), in the order of terms.BOXES."""
    return tuple(terms.BOXES[box] for box in sorted(_numbers(rules)))


def things_in_play(rules: RulesRecord) -> dict[str, int]:
    """Return what a seat can be restricted from using under some rules: the number of each box by its name as a thing."""
    return {THING_NAMES[box]: box for box in sorted(_numbers(rules))}


def _thing_name(box: str) -> str:
    """Name a box as a thing: ``palace/trader/2`` is palace.trader.2, and of areas with a single row ``river/1/5`` is river.5."""
    area, row, column = box.split("/")
    return f"{area}.{column}" if area in _SINGLE_ROWS else f"{area}.{row}.{column}"


_SINGLE_ROWS = ("river", "karma", "upgrade_column", "karma_bonus")
#: Names of boxes as things a seat can be restricted from using, by their number.
THING_NAMES = tuple(_thing_name(box) for box in terms.BOXES)


def _numbers(rules: RulesRecord) -> Iterator[int]:
    yield from (terms.FIRST_BOX.province + cell for cell in range(terms.N.cells) if cell != rules.residence)
    yield from range(terms.FIRST_BOX.river, terms.FIRST_BOX.river + int(rules.n_river))
    yield from range(terms.FIRST_BOX.palace, terms.FIRST_BOX.market)
    for good in range(terms.N.goods):
        first = terms.FIRST_BOX.market + good * terms.MAX_COLUMNS
        yield from range(first, first + int(rules.n_columns))
    yield from range(terms.FIRST_BOX.upgrades, terms.FIRST_BOX.karma)
    yield from range(terms.FIRST_BOX.karma, terms.FIRST_BOX.karma + int(rules.karma_limit))
    out_of_reach = range(terms.FIRST_PLACE.karma_bonus + int(rules.karma_limit), terms.FIRST_PLACE.karma_bonus + terms.MAX_KARMA)
    for place in range(terms.N.places):
        if rules.places[place].kind != EARN.nothing and place not in out_of_reach:
            yield terms.FIRST_BOX.places + place
