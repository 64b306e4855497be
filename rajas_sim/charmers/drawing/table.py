"""The whole table: the race, the dice, and the sheet of every seat."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.dice import dice_panel
from rajas_sim.charmers.drawing.earnings import KEY, printed_bonuses
from rajas_sim.charmers.drawing.sheet import sheet_panel
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import FIRST_PLACE
from rajas_sim.charmers.state import State
from rajas_sim.core.drawing.panel import Drawing, DrawnTracks, race_panel


def drawing_of(state: State) -> Drawing:
    """Return a position drawn."""
    sheets = [sheet_panel(state.rules, i, seat) for i, seat in enumerate(state.seats)]
    return Drawing((race_panel(_tracks(state.rules), state), dice_panel(state), *sheets), KEY)


@lru_cache(maxsize=16)
def _tracks(rules: Rules) -> DrawnTracks:
    record = rules.record
    fame, money = (
        {int(space): printed_bonuses(rules)[first + i][0] for i, space in enumerate(spaces) if space}
        for first, spaces in ((FIRST_PLACE.fame_bonus, record.fame_spaces), (FIRST_PLACE.money_bonus, record.money_spaces))
    )
    return DrawnTracks(int(record.meeting_line), int(record.money_per_fame), fame, money)
