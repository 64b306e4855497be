"""What the fields of tasks and events (core.engine.course) mean, by their kind; a field with a number always has that value."""

from __future__ import annotations

from rajas_sim.core.engine.course import EventFields, TaskFields

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


EVENT_FIELDS = {
    "money": EventFields(0, "money gained", "money of the seat"),
    "fame": EventFields(0, "fame gained", "fame of the seat"),
    "karma": EventFields(0, 1, "karma ever collected"),
    "karma_used": EventFields(0, 1, "karma ever used"),
    "good": EventFields("the kind (terms.GOODS)", 1, "goods of the kind ever circled"),
    "sold": EventFields("the kind (terms.GOODS)", 1, "goods of the kind ever sold"),
    "road": EventFields("the province space", "the roads that are drawn", "all roads on the space"),
    "river": EventFields(0, "the marked space, less the position before", "the marked space"),
    "palace": EventFields("the person (terms.PEOPLE)", 1, "boxes of the person crossed out"),
    "upgrade": EventFields("the building type (terms.BUILDINGS)", 1, "upgrades of the type done"),
    "bonus": EventFields("the place that is circled (terms.PLACES)", 1, 1),
    "bonus_used": EventFields("the place that is crossed out (terms.PLACES)", -1, 0),
    "bonus_lost": EventFields("the place that is crossed out (terms.PLACES)", -1, 0),
    "die_rolled": EventFields("the die", 1, "the face it shows"),
    "die_taken": EventFields("the die", 1, "the face it shows"),
    "die_on_elephant": EventFields("the die", 1, "the face it shows"),
    "start_player": EventFields("the round", 1, "the seat that starts it"),
    "no_action": EventFields(0, 1, 0),
    "turn_ended": EventFields(0, 1, "the turn in the round, from 0"),
    "markers_passed": EventFields(0, 1, "the overlap, in money spaces"),
}
