"""One game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rajas_sim.core.playing.one_game import steps
from rajas_sim.ganges.output.log_fields import event_fields
from rajas_sim.ganges.output.wording import earnings_text, tile_text, yield_tile_text
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.state import State

if TYPE_CHECKING:
    from rajas_sim.core.strategies.declaration import Strategy


def narrate(rules: Rules, line_up: Sequence[Strategy], seed: int, seating: Sequence[int] | None = None) -> Iterator[str]:
    """Yield one game as lines of text."""
    seats = list(seating) if seating is not None else list(range(rules.players))
    names = [f"seat {i + 1} ({line_up[seats[i]].label})" for i in range(rules.players)]
    heading = ""
    for step in steps(State, rules, line_up, seed, seats):
        before = step.before
        if before is None:
            yield _title(rules, seed)
            yield from _setup_lines(step.after, names)
            continue
        present = _heading(before, names)
        if present != heading:
            heading = present
            yield ""
            yield heading
        if before.decision == "place" or before.tasks[before.n_tasks - 1].cause == terms.BY_MISSING_WORKER:
            yield f"  stage {before.stage}, {names[before.seat_to_move]}: {_resources(before, before.seat_to_move)}"
        elif before.stage == 0:
            yield f"  {names[before.seat_to_move]}"
        yield f"    {before.options[step.chosen].text}"
        for event in step.events:
            text = _event_text(step.after, event)
            if text:
                yield f"      {text}"
    yield ""
    yield f"End after round {step.after.round_number}: {step.after.end_reason.replace('_', ' ')}"
    for standing in step.after.standings:
        yield (
            f"  place {standing.rank}: {names[standing.seat]}, fame {standing.fame}, money {standing.money}, "
            f"overlap {standing.overlap}"
        )


def _title(rules: Rules, seed: int) -> str:
    variant = {"base": "", "navaratnas": ", Navaratnas version", "mixed": ", mixed group"}[rules.variant]
    modules = ", Ganga module" if "ganga" in rules.modules else ""
    return f"Rajas of the Ganges{variant}{modules}, {rules.players} players, seed {seed}"


def _heading(state: State, names: list[str]) -> str:
    if state.stage == 0:
        return "Before round 1, everybody lays a brown yield tile"
    return f"Round {state.round_number}, {names[state.start_player]} starts"


def _setup_lines(state: State, names: list[str]) -> Iterator[str]:
    for i, name in enumerate(names):
        board = ", on the Navaratnas board" if state.rules.variant == "mixed" and state.seats[i].board == terms.NAVARATNAS else ""
        yield f"  {name}{board}: {_resources(state, i)}"
    rules = state.rules
    yield f"  open: {', '.join(tile_text(rules, int(tile)) for tile in state.open_tiles if tile >= 0)}"
    for space, tile in enumerate(state.river_tiles):
        if tile:
            yield f"  river space {space} has a river tile: {earnings_text(rules, rules.values.ganga.tiles[tile - 1])}"


def _resources(state: State, i: int) -> str:
    seat = state.seats[i]
    dice = [
        f"{terms.COLOURS[c]} {' '.join(str(v + 1) for v in range(terms.N_FACES) for _ in range(seat.dice[c, v]))}"
        for c in range(terms.N_COLOURS)
        if seat.dice[c].any()
    ]
    hand = ", ".join(dice) or "no dice"
    return f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, river {seat.river}, {hand}"


def _event_text(after: State, event: Any) -> str:
    fields = event_fields(after, event)
    sign = f"{fields.get('change', 0):+d}"
    because = f" ({fields['cause'].replace('_', ' ')})"
    match fields["resource"]:
        case "money" | "fame" | "karma":
            return f"{fields['resource']} {sign} = {fields['after']}{because}"
        case "die" if event.change > 0:
            return f"rolls {fields['colour']} {fields['value']}{because}"
        case "river":
            return f"boat to river space {fields['after']}{because}"
        case "worker":
            return f"new worker from the {fields['source']}{because}"
        case "markers_passed":
            return f"the markers meet or pass: overlap {fields['after']}"
        case "open_tile" if fields["tile"]:
            return f"{fields['tile']} comes to lie open"
        case "yield_tile":
            return f"draws a {yield_tile_text(after.rules, int(event.detail))}"
        case _:
            return ""
