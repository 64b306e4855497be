"""The whole table: the race, the board, the river, the tiles on display, and what lies before every seat."""

from __future__ import annotations

from functools import lru_cache

from rajas_sim.core.drawing.panel import Drawing, DrawnTracks, race_panel
from rajas_sim.core.drawing.shapes import badge
from rajas_sim.ganges.drawing.board import board_panel, display_panel, river_panel
from rajas_sim.ganges.drawing.key import KEY
from rajas_sim.ganges.drawing.province import seat_panel
from rajas_sim.ganges.drawing.spots import spot_of as spot_of
from rajas_sim.ganges.drawing.symbols import earnings_symbols
from rajas_sim.ganges.drawing.things import picture_of as picture_of
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.state import State


def drawing_of(state: State) -> Drawing:
    """Return the drawing of a position."""
    seats = [seat_panel(state.rules, i, seat) for i, seat in enumerate(state.seats)]
    panels = race_panel(_drawn_tracks(state.rules), state), display_panel(state), board_panel(state), river_panel(state)
    return Drawing((*panels, *seats), KEY)


@lru_cache(maxsize=16)
def _drawn_tracks(rules: Rules) -> DrawnTracks:
    """Return what is printed on the tracks: bonuses, and the pawns of the spaces that bring a worker."""
    values = rules.values
    bonuses = {
        track: {int(space): earnings_symbols(bonus.root) for space, bonus in getattr(values.tracks, track).bonus.items()}
        for track in ("fame", "money")
    }
    bonuses["fame"][values.workers.fame_space] = badge("pawn", size=16, class_="dim")
    bonuses["money"][values.workers.money_space] = badge("pawn", size=16, class_="dim")
    return DrawnTracks(values.tracks.meeting_line, values.tracks.money_per_fame, bonuses["fame"], bonuses["money"])
