"""A game in writing: its events in the audit log, and one game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rajas_sim.charmers.output.wording import SPELLINGS, bonus_of, dice_at, die_of, river_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.narration import AuditLog, Narration
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import cell_of, sides_of, spaced


class CharmersLog(AuditLog):
    """How a game of The Dice Charmers is logged."""

    def time_fields(self, before: State | None) -> dict[str, Any]:
        """Return the round and the turn within it; 0 for the set-up."""
        return {**super().time_fields(before), "turn": 0 if before is None else before.turn_in_round + 1}

    def event_fields(self, state_after: State, event: EventRecord) -> dict[str, Any]:
        """Return an event as the fields of a log line; what those of the event mean, `terms.Events` says."""
        event_name = terms.EVENTS[event.what]
        detail, value = int(event.detail), int(event.after)
        fields: dict[str, Any] = {"seat": int(event.seat) + 1, "resource": event_name}
        match event_name:
            case "good" | "sold":
                fields["good"] = terms.GOODS[detail]
            case "road":
                new_roads, all_roads = " ".join(sides_of(int(event.change))), " ".join(sides_of(value))
                fields |= {"space": str(cell_of(detail, terms.COLUMNS)), "added": new_roads, "roads": all_roads}
            case "palace":
                fields["person"] = terms.PEOPLE[detail]
            case "upgrade":
                fields["building"] = terms.BUILDINGS[detail]
            case "bonus" | "bonus_used" | "bonus_lost":
                bonus = bonus_of(state_after, detail)
                fields |= {"place": spaced(bonus.place, SPELLINGS), "earning": str(bonus.earning)}
            case "die_rolled" | "die_taken" | "die_on_elephant":
                die = die_of(detail, value)
                fields |= {"colour": die.colour, "die": detail, "shows": die.shows}
            case "start_player":
                fields |= {"of_round": detail, "after": value + 1}
            case "markers_passed":
                fields["overlap"] = value / int(state_after.rules.record.money_per_fame)
        if event_name in ("money", "fame", "karma", "karma_used", "good", "sold", "river", "palace", "upgrade"):
            fields |= {"change": int(event.change), "after": value}
        fields["cause"] = terms.CAUSES[event.cause]
        return fields


LOG = CharmersLog()


class CharmersNarration(Narration):
    """How a game of The Dice Charmers is narrated."""

    def title(self, start: State) -> str:
        """Return the name of the game, the side of the pad, the number of players and the seed."""
        rules = start.rules
        return f"{rules.source.title}, {rules.variant.title()} side, {rules.players} players, seed {start.seed}"

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the round if it is new, and then, if the turn is new, whose it is and the dice on the table."""
        is_new_round = previous is None or before.round_number != previous.round_number
        if is_new_round:
            yield ""
            yield f"Round {before.round_number}, {names[before.start_player]} starts"
        if is_new_round or previous is None or before.turn_in_round != previous.turn_in_round:
            yield f"  {names[before.seat_to_move]}: {_resources_text(before)}"
            yield f"    on the table: {_dice_text(before)}"

    def event_text(self, after: State, event: EventRecord) -> str:  # noqa: C901 - one case a kind of event
        """Return an event in words; empty if it is left out."""
        fields = LOG.event_fields(after, event)
        cause_text = f" ({spaced(fields['cause'], SPELLINGS)})"
        match fields["resource"]:
            case "money" | "fame" | "karma":
                return f"{fields['resource']} {fields['change']:+d}, now {fields['after']}{cause_text}"
            case "good":
                return f"circles {fields['good']} ({fields['after']} so far)"
            case "sold":
                return f"sells {fields['good']} ({fields['after']} so far)"
            case "river":
                return f"marks {river_text(after, fields['after'])}"
            case "palace":
                return f"crosses out box {fields['after']} of {spaced(fields['person'], SPELLINGS)}"
            case "upgrade":
                return f"{fields['building']} is now worth {after.rules.record.building_values[fields['after']]} fame"
            case "bonus":
                return f"releases a bonus: {bonus_of(after, int(event.detail))}"
            case "bonus_lost":
                return f"cannot use a bonus: {bonus_of(after, int(event.detail))}"
            case "die_rolled" if fields["cause"] == "karma":
                return f"rolls {fields['colour']}: {fields['shows']}"
            case "markers_passed":
                return f"the tracks intersect: overlap {fields['overlap']:g}"
            case _:
                return ""

    def standing_text(self, final: State, standing: Standing) -> str:
        """Return the final standing of a seat in words, with the karma that decides ties."""
        seat = final.seats[standing.seat]
        return f"{super().standing_text(final, standing)}, karma collected {seat.karma_collected}, used {seat.karma_used}"


def _resources_text(state: State) -> str:
    """Return the fame, money, karma, river space and goods in stock of the seat to move."""
    seat = state.mover
    goods = ", ".join(f"{seat.goods[i] - seat.sold[i]} {good}" for i, good in enumerate(terms.GOODS))
    karma = seat.karma_collected - seat.karma_used
    return f"fame {seat.fame}, money {seat.money}, karma {karma}, river {seat.river}, {goods}"


def _dice_text(state: State) -> str:
    middle_text = ", ".join(map(str, dice_at(state, terms.MIDDLE)))
    return "; ".join([middle_text, *(f"on the elephant {die}" for die in dice_at(state, terms.ELEPHANT))])
