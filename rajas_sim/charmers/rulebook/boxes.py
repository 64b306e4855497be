"""Which boxes a pad has; the terms of the game name all that any pad can have."""

from __future__ import annotations

from collections.abc import Iterator

from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.terms import EARN
from rajas_sim.core.engine.kernel import Record


def boxes_of(rules: Record) -> tuple[str, ...]:
    """Return the boxes that can be filled under some rules (rulebook.layout.RULES), in the order of terms.BOXES."""
    return tuple(terms.BOXES[box] for box in sorted(_numbers(rules)))


def _numbers(rules: Record) -> Iterator[int]:
    yield from (terms.FIRST_CELL_BOX + cell for cell in range(terms.N_CELLS) if cell != rules.residence)
    yield from range(terms.FIRST_RIVER_BOX, terms.FIRST_RIVER_BOX + int(rules.n_river))
    yield from range(terms.FIRST_PALACE_BOX, terms.FIRST_GOODS_BOX)
    for good in range(terms.N_GOODS):
        first = terms.FIRST_GOODS_BOX + good * terms.MAX_COLUMNS
        yield from range(first, first + int(rules.n_columns))
    yield from range(terms.FIRST_UPGRADE_BOX, terms.FIRST_KARMA_BOX)
    yield from range(terms.FIRST_KARMA_BOX, terms.FIRST_KARMA_BOX + int(rules.karma_limit))
    out_of_reach = range(terms.FIRST_KARMA_BONUS + int(rules.karma_limit), terms.FIRST_KARMA_BONUS + terms.MAX_KARMA)
    for place in range(terms.N_PLACES):
        if rules.places[place].kind != EARN.nothing and place not in out_of_reach:
            yield terms.FIRST_PLACE_BOX + place
