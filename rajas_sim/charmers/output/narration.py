"""One game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rajas_sim.charmers.output.log_fields import event_fields
from rajas_sim.charmers.output.wording import die_text, river_text
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.state import State
from rajas_sim.core.playing.one_game import steps

if TYPE_CHECKING:
    from rajas_sim.core.strategies.declaration import Strategy


def narrate(rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[str]:
    """Yield one game as lines of text."""
    seats = list(seating) if seating is not None else list(range(rules.players))
    names = [f"seat {i + 1} ({line_up[seats[i]].label})" for i in range(rules.players)]
    moment = (0, 0)
    for step in steps(State, rules, line_up, seed, seats):
        before = step.before
        if before is None:
            yield f"{rules.kit.title}, {rules.variant.title()} side, {rules.players} players, seed {seed}"
            continue
        if before.round_number != moment[0]:
            yield ""
            yield f"Round {before.round_number}, {names[before.start_player]} starts"
        if (before.round_number, before.turn_in_round) != moment:
            moment = (before.round_number, before.turn_in_round)
            yield f"  {names[before.seat_to_move]}: {_resources(before)}"
            yield f"    on the table: {_dice(before)}"
        yield f"    {before.options[step.chosen].text}"
        for event in step.events:
            text = _event_text(step.after, event)
            if text:
                yield f"      {text}"
    yield ""
    yield f"End after round {step.after.round_number}: {step.after.end_reason.replace('_', ' ')}"
    for standing in step.after.standings:
        seat = step.after.seats[standing.seat]
        yield (
            f"  place {standing.rank}: {names[standing.seat]}, fame {standing.fame}, money {standing.money}, "
            f"overlap {standing.overlap:g}, karma collected {seat.karma_collected}, used {seat.karma_used}"
        )


def _resources(state: State) -> str:
    seat = state.seats[state.seat_to_move]
    goods = ", ".join(f"{seat.goods[g] - seat.sold[g]} {good}" for g, good in enumerate(terms.GOODS))
    karma = seat.karma_collected - seat.karma_used
    return f"fame {seat.fame}, money {seat.money}, karma {karma}, river {seat.river}, {goods}"


def _dice(state: State) -> str:
    middle = [die_text(state, die) for die in range(terms.N_DICE) if state.where[die] == terms.MIDDLE]
    elephant = [die_text(state, die) for die in range(terms.N_DICE) if state.where[die] == terms.ELEPHANT]
    return "; ".join([", ".join(middle), *(f"on the elephant {die}" for die in elephant)])


def _event_text(after: State, event: Any) -> str:
    fields = event_fields(after, event)
    because = f" ({fields['cause'].replace('_', ' ')})"
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
            return f"crosses out box {fields['after']} of the {fields['person'].replace('_', ' ')}"
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
