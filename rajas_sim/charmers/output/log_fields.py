"""The audit log of a game: what its events are (core.playing.audit_log)."""

from __future__ import annotations

from typing import Any

from rajas_sim.charmers.output.wording import bonus_of, die_of
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.audit_log import AuditLog
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import cell_of, sides_of, spaced


class CharmersLog(AuditLog):
    """How a game of The Dice Charmers is logged."""

    def time_fields(self, before: State | None) -> dict[str, Any]:
        """Return the round, and the turn within it, 0 for the set-up."""
        return {**super().time_fields(before), "turn": 0 if before is None else before.turn_in_round + 1}

    def event_fields(self, after: State, event: EventRecord) -> dict[str, Any]:
        """Return an event as the fields of a log line; `after` is the position it led to."""
        what = terms.EVENTS[event.what]
        detail, value = int(event.detail), int(event.after)
        fields: dict[str, Any] = {"seat": int(event.seat) + 1, "resource": what}
        match what:
            case "good" | "sold":
                fields["good"] = terms.GOODS[detail]
            case "road":
                added, roads = " ".join(sides_of(int(event.change))), " ".join(sides_of(value))
                fields |= {"space": str(cell_of(detail, terms.COLUMNS)), "added": added, "roads": roads}
            case "palace":
                fields["person"] = terms.PEOPLE[detail]
            case "upgrade":
                fields["building"] = terms.BUILDINGS[detail]
            case "bonus" | "bonus_used" | "bonus_lost":
                bonus = bonus_of(after, detail)
                fields |= {"place": spaced(bonus.place), "earning": str(bonus.earning)}
            case "die_rolled" | "die_taken" | "die_on_elephant":
                die = die_of(detail, value)
                fields |= {"colour": die.colour, "die": detail, "shows": die.shows}
            case "start_player":
                fields |= {"of_round": detail, "after": value + 1}
            case "markers_passed":
                fields["overlap"] = value / int(after.rules.record.money_per_fame)
        if what in ("money", "fame", "karma", "karma_used", "good", "sold", "river", "palace", "upgrade"):
            fields |= {"change": int(event.change), "after": value}
        fields["cause"] = terms.CAUSES[event.cause]
        return fields
