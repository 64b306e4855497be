"""Which boxes a pad has; the terms of the game name all that any pad can have."""

from __future__ import annotations

from collections.abc import Iterator

from rajas_sim.charmers.rulebook.terms import (
    BOXES,
    EARN,
    FIRST_CELL_BOX,
    FIRST_GOODS_BOX,
    FIRST_KARMA_BONUS,
    FIRST_KARMA_BOX,
    FIRST_PALACE_BOX,
    FIRST_PLACE_BOX,
    FIRST_RIVER_BOX,
    FIRST_UPGRADE_BOX,
    MAX_COLUMNS,
    MAX_KARMA,
    N_CELLS,
    N_GOODS,
    N_PLACES,
)
from rajas_sim.core.engine.kernel import Record


def boxes_of(rules: Record) -> tuple[str, ...]:
    """Return the boxes that can be filled under some rules (rulebook.layout.RULES), in the order of terms.BOXES."""
    return tuple(BOXES[box] for box in sorted(_numbers(rules)))


def _numbers(rules: Record) -> Iterator[int]:
    yield from (FIRST_CELL_BOX + cell for cell in range(N_CELLS) if cell != rules.residence)
    yield from range(FIRST_RIVER_BOX, FIRST_RIVER_BOX + int(rules.n_river))
    yield from range(FIRST_PALACE_BOX, FIRST_GOODS_BOX)
    for good in range(N_GOODS):
        first = FIRST_GOODS_BOX + good * MAX_COLUMNS
        yield from range(first, first + int(rules.n_columns))
    yield from range(FIRST_UPGRADE_BOX, FIRST_KARMA_BOX)
    yield from range(FIRST_KARMA_BOX, FIRST_KARMA_BOX + int(rules.karma_limit))
    out_of_reach = range(FIRST_KARMA_BONUS + int(rules.karma_limit), FIRST_KARMA_BONUS + MAX_KARMA)
    for place in range(N_PLACES):
        if rules.places[place].kind != EARN.nothing and place not in out_of_reach:
            yield FIRST_PLACE_BOX + place
