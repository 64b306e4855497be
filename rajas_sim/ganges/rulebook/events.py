"""What `detail`, `change` and `after` of an event mean, by what it is about (terms.EVENTS, core.engine.events.EVENT)."""

from __future__ import annotations

from typing import NamedTuple

UNUSED = "unused"


class EventFields(NamedTuple):
    """What the fields of a kind of event mean; one that is unused is 0."""

    detail: str
    change: str
    after: str


EVENT_FIELDS: dict[str, EventFields] = {
    "money": EventFields(UNUSED, "money gained, or paid below 0", "money of the seat"),
    "fame": EventFields(UNUSED, "fame gained", "fame of the seat"),
    "karma": EventFields(UNUSED, "levels gained, or used below 0", "karma of the seat"),
    "die": EventFields("colour * 6 + value - 1", "1 on the Kali statue, -1 off it", "dice of this colour on the Kali statue"),
    "upgrade": EventFields("the building", "1", "its level"),
    "worker": EventFields("where he waited (terms.WORKER_SOURCES)", "1", "workers of the seat"),
    "river": EventFields(UNUSED, "spaces the boat moves", "space of the boat"),
    "tile": EventFields("the tile", "quarter turns", "the cell"),
    "placement": EventFields("the space", "1", "workers placed this round"),
    "start_player": EventFields(UNUSED, UNUSED, "the seat that starts the next round"),
    "yield_tile": EventFields("the yield tile drawn", "1", "yield tiles left to be drawn"),
    "open_tile": EventFields("the stack", "1, 0 if it is empty", "the tile, -1 if it is empty"),
    "markers_passed": EventFields(UNUSED, "1", "the overlap"),
    "covering_tile": EventFields("the tile", "quarter turns", "the cell"),
    "river_tile": EventFields("the river tile", "1", "the river space"),
    "slot": EventFields("the yield tile", "the slot", "the slot"),
}
