"""What `amount`, `detail` and `limit` of a task on the stack mean, by its kind (terms.TASKS, core.engine.tasks.TASK)."""

from __future__ import annotations

from typing import NamedTuple

UNUSED = "unused"


class TaskFields(NamedTuple):
    """What the fields of a kind of task mean; one that is unused is 0."""

    amount: str = UNUSED
    detail: str = UNUSED
    limit: str = UNUSED


TASK_FIELDS: dict[str, TaskFields] = {
    "place": TaskFields("1"),
    "pay_die": TaskFields("1", "the space the worker was placed on"),
    "choose_tile": TaskFields(),
    "pay_for_tile": TaskFields("what is still to be paid", "colour of the dice", "order key of the last die paid (board.dice)"),
    "choose_cell": TaskFields(detail="the tile", limit="the cell to cover, for the Master Builder"),
    "cover_tile": TaskFields(),
    "upgrade": TaskFields("how many upgrades"),
    "take_die": TaskFields("how many dice", "their colour, any or several", "the lowest colour that may be chosen"),
    "give_back_die": TaskFields("how many dice are too many", limit="the lowest die that may be chosen"),
    "reroll": TaskFields(limit="the lowest die that may be chosen"),
    "sail": TaskFields("the most spaces the boat may advance"),
    "move_boat": TaskFields("how many times"),
    "palace_action": TaskFields("how many times"),
    "choose_good": TaskFields("the most markets that are scored"),
    "take_yield_tile": TaskFields("1"),
    "place_yield_tile": TaskFields("1", "the yield tile"),
    "earn": TaskFields("how much", "the kind of earning (terms.EARNINGS)", "colour of its dice, or its chamber"),
    "roll": TaskFields(),
    "draw_yield_tile": TaskFields(),
    "open_next_tile": TaskFields("1", "the stack"),
}
