"""What the fields of a task (core.engine.tasks.TASK_RECORD) mean, by its kind; a field with a number always has that value."""

from __future__ import annotations

from rajas_sim.core.engine.tasks import TaskFields

TASK_FIELDS = {
    "take_die": TaskFields(),
    "karma_roll": TaskFields(detail="the die of the middle that was rolled with the elephant's"),
    "build_road": TaskFields(detail="the road to be drawn, not yet turned"),
    "half_roads": TaskFields(
        "half-roads still to be drawn",
        "terms.NEW_ROAD_ONLY if they may only be combined, otherwise 0",
        "the lowest option that may follow as the next addition to a road; 0 before the first",
    ),
    "sell": TaskFields(
        "goods that may still be sold",
        "which goods may be sold together (terms.SALES)",
        "0 before the first good, then 1 + the lowest kind that may follow",
    ),
    "take_good": TaskFields(amount="goods still to be circled", limit="the lowest kind that may follow"),
    "palace_action": TaskFields(detail="the first person that may be chosen: the Great Mogul does not choose himself"),
    "maharani": TaskFields(amount="the most spaces ahead"),
    "trader": TaskFields(amount="the most goods he buys"),
    "portuguese": TaskFields(amount="the most unmarked spaces back"),
    "upgrade": TaskFields(amount="upgrades still to be done"),
    "goods_die": TaskFields(amount="times the goods of a die are still to be circled"),
    "sail_back": TaskFields(),
    "use_bonus": TaskFields(),
    "earn": TaskFields("how much is earned", "what is earned (terms.EARNINGS)", "its detail (terms.EARNINGS)"),
}
