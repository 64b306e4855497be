"""The whole table: the race, the dice wherever they lie, and the sheet of every seat."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.charmers.drawing.dice import dice_panel
from rajas_sim.charmers.drawing.sheet import sheet_panel
from rajas_sim.charmers.drawing.spots import spot_of as spot_of
from rajas_sim.charmers.drawing.symbols import KEY, printed_bonuses
from rajas_sim.charmers.drawing.things import picture_of as picture_of
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import FIRST_BONUS_PLACE
from rajas_sim.charmers.state import State
from rajas_sim.core.drawing.panel import Drawing, DrawnTracks, race_panel


def drawing_of(state: State) -> Drawing:
    """Return the drawing of a position."""
    sheets = [sheet_panel(state.rules, i, seat) for i, seat in enumerate(state.seats)]
    return Drawing((race_panel(_drawn_tracks(state.rules), state), dice_panel(state), *sheets), KEY)


@lru_cache(maxsize=16)
def _drawn_tracks(rules: Rules) -> DrawnTracks:
    """Return what is printed on the tracks; a bonus is drawn at its space."""
    record = rules.record
    fame_bonuses, money_bonuses = (
        {int(space): printed_bonuses(rules)[first_bonus_place + i][0] for i, space in enumerate(spaces) if space}
        for first_bonus_place, spaces in (
            (FIRST_BONUS_PLACE.fame_bonus, record.fame_spaces),
            (FIRST_BONUS_PLACE.money_bonus, record.money_spaces),
        )
    )
    return DrawnTracks(int(record.meeting_line), int(record.money_per_fame), fame_bonuses, money_bonuses)
