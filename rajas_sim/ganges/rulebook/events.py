"""What the fields of an event (core.engine.events.EVENT_RECORD) mean, by its kind; a number is the value a field always has."""

from __future__ import annotations

from rajas_sim.core.engine.events import EventFields

EVENT_FIELDS = {
    "money": EventFields(0, "money gained, or paid below 0", "money of the seat"),
    "fame": EventFields(0, "fame gained", "fame of the seat"),
    "karma": EventFields(0, "levels gained, or used below 0", "karma of the seat"),
    "die": EventFields("colour * 6 + value - 1", "1 on the Kali statue, -1 off it", "dice of this colour on the Kali statue"),
    "upgrade": EventFields("the building type (terms.BUILDINGS)", 1, "upgrades of the type done"),
    "worker": EventFields("where he waited (terms.WORKER_SOURCES)", 1, "workers of the seat"),
    "river": EventFields(0, "spaces the boat moves", "space of the boat"),
    "tile": EventFields("the tile", "quarter turns", "the cell"),
    "placement": EventFields("the space", 1, "workers placed this round"),
    "start_player": EventFields(0, 0, "the seat that starts the next round"),
    "yield_tile": EventFields("the yield tile drawn", 1, "yield tiles left to be drawn"),
    "open_tile": EventFields("the stack", "1, or 0 if it is empty", "the tile, -1 if the stack is empty"),
    "markers_passed": EventFields(0, 1, "the overlap"),
    "covering_tile": EventFields("the tile", "quarter turns", "the cell"),
    "river_tile": EventFields("the river tile", 1, "the river space"),
    "slot": EventFields("the yield tile", "the slot", "the slot"),
    "chamber": EventFields("the chamber whose action is carried out without a worker", 0, 0),
}
