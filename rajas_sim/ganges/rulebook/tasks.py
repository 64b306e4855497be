"""What the fields of a task (core.engine.tasks.TASK_RECORD) mean, by its kind; a field with a number always has that value."""

from __future__ import annotations

from rajas_sim.core.engine.tasks import TaskFields

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
