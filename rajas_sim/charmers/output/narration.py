"""One game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rajas_sim.charmers.output.log_fields import CharmersLog
from rajas_sim.charmers.output.wording import dice_at, river_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.narration import Narration
from rajas_sim.core.positions.outcome import Standing
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import spaced

_LOG = CharmersLog()


class CharmersNarration(Narration):
    """How a game of The Dice Charmers is narrated."""

    def title(self, start: State) -> str:
        """Return which game it is."""
        rules = start.rules
        return f"{rules.source.title}, {rules.variant.title()} side, {rules.players} players, seed {start.seed}"

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the round, and whose turn it is."""
        is_new_round = previous is None or before.round_number != previous.round_number
        if is_new_round:
            yield ""
            yield f"Round {before.round_number}, {names[before.start_player]} starts"
        if is_new_round or previous is None or before.turn_in_round != previous.turn_in_round:
            yield f"  {names[before.seat_to_move]}: {_resources(before)}"
            yield f"    on the table: {_dice(before)}"

    def event_text(self, after: State, event: EventRecord) -> str:  # noqa: C901 - one case a kind of event
        """Return an event in words, or nothing if it is left out."""
        fields = _LOG.event_fields(after, event)
        because = f" ({spaced(fields['cause'])})"
        match fields["resource"]:
            case "money" | "fame" | "karma":
                return f"{fields['resource']} {fields['change']:+d} = {fields['after']}{because}"
            case "good":
                return f"circles {fields['good']} {fields['after']}"
            case "sold":
                return f"sells {fields['good']} {fields['after']}"
            case "river":
                return f"marks {river_text(after, fields['after'])}"
            case "palace":
                return f"crosses out box {fields['after']} of the {spaced(fields['person'])}"
            case "upgrade":
                return f"{fields['building']} is worth more: upgrade {fields['after']}"
            case "bonus":
                return f"releases a bonus: {fields['earning']} ({fields['place']})"
            case "bonus_lost":
                return f"cannot use a bonus: {fields['earning']} ({fields['place']})"
            case "die_rolled" if fields["cause"] == "karma":
                return f"rolls {fields['colour']}: {fields['shows']}"
            case "markers_passed":
                return f"the tracks intersect: overlap {fields['overlap']:g}"
            case _:
                return ""

    def standing_text(self, final: State, standing: Standing) -> str:
        """Return where a seat ended in words, with the karma that decides between equals."""
        seat = final.seats[standing.seat]
        return f"{super().standing_text(final, standing)}, karma collected {seat.karma_collected}, used {seat.karma_used}"


def _resources(state: State) -> str:
    seat = state.mover
    goods = ", ".join(f"{seat.goods[g] - seat.sold[g]} {good}" for g, good in enumerate(terms.GOODS))
    karma = seat.karma_collected - seat.karma_used
    return f"fame {seat.fame}, money {seat.money}, karma {karma}, river {seat.river}, {goods}"


def _dice(state: State) -> str:
    middle = ", ".join(map(str, dice_at(state, terms.MIDDLE)))
    return "; ".join([middle, *(f"on the elephant {die}" for die in dice_at(state, terms.ELEPHANT))])
