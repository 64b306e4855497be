"""What the fields of tasks and events (core.engine.course) mean, by their kind; a field with a number always has that value."""

from __future__ import annotations

from rajas_sim.core.engine.course import EventFields, TaskFields

TASK_FIELDS = {
    "place": TaskFields(),
    "pay_die": TaskFields(detail="the space the worker was placed on"),
    "choose_tile": TaskFields(amount=0),
    "pay_for_tile": TaskFields("what is still to be paid", "colour of the dice", "order key of the last die paid (board.quarry)"),
    "choose_cell": TaskFields(0, "the tile", "the cell to cover, for the Master Builder, otherwise 0"),
    "cover_tile": TaskFields(amount=0),
    "upgrade": TaskFields(amount="upgrades still to be done"),
    "take_die": TaskFields("dice still to be taken", "their colour, any or several kinds", "the lowest colour that may follow"),
    "give_back_die": TaskFields("dice that are too many", limit="the lowest die that may follow"),
    "reroll": TaskFields(amount=0, limit="the lowest die that may follow"),
    "sail": TaskFields(amount="the most spaces ahead"),
    "move_boat": TaskFields(amount="times the boat may still move"),
    "palace_action": TaskFields(amount="actions still to be carried out"),
    "choose_good": TaskFields(amount="the most markets that are scored"),
    "take_yield_tile": TaskFields(),
    "place_yield_tile": TaskFields(detail="the yield tile"),
    "choose_order": TaskFields("earnings right below on the stack, the next of which is chosen"),
    "earn": TaskFields("how much is earned", "what is earned (terms.EARNINGS)", "its detail (terms.EARNINGS)"),
    "roll": TaskFields(amount=0),
    "draw_yield_tile": TaskFields(amount=0),
    "open_next_tile": TaskFields(detail="the stack"),
}


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
