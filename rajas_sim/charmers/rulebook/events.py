"""What the fields of an event (core.engine.events.EVENT_RECORD) mean, by its kind; a number is the value a field always has."""

from __future__ import annotations

from rajas_sim.core.engine.events import EventFields

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
