"""One game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.narration import Narration
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import spaced
from rajas_sim.ganges.output.log_fields import GangesLog
from rajas_sim.ganges.output.wording import earnings_text, tile_text, yield_tile_of, yield_tile_text
from rajas_sim.ganges.rulebook import terms

_LOG = GangesLog()


class GangesNarration(Narration):
    """How a game of Rajas of the Ganges is narrated."""

    def title(self, start: State) -> str:
        """Return which game it is."""
        rules = start.rules
        variant = {"base": "", "navaratnas": ", Navaratnas version", "mixed": ", mixed group"}[rules.variant]
        modules = ", Ganga module" if "ganga" in rules.modules else ""
        return f"{rules.source.title}{variant}{modules}, {rules.players} players, seed {start.seed}"

    def setup_lines(self, start: State, names: Sequence[str]) -> Iterator[str]:
        """Yield what everybody begins with, and what lies open."""
        rules: Any = start.rules
        for i, name in enumerate(names):
            is_advanced = rules.variant == "mixed" and start.seats[i].board == terms.BOARD.navaratnas
            yield f"  {name}{', on the Navaratnas board' * is_advanced}: {_resources(start, i)}"
        yield f"  open: {', '.join(tile_text(rules, rules.tile_names[tile]) for tile in start.open_tiles if tile >= 0)}"
        for space, tile in enumerate(start.river_tiles):
            if tile:
                yield f"  river space {space} has a river tile: {earnings_text(rules, rules.values.ganga.tiles[tile - 1].root)}"

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the round, and whose turn it is."""
        heading = _heading(before, names)
        if previous is None or heading != _heading(previous, names):
            yield ""
            yield heading
        if before.decision == "place" or before.tasks[before.n_tasks - 1].cause == terms.CAUSE.missing_worker:
            yield f"  stage {before.stage}, {names[before.seat_to_move]}: {_resources(before, before.seat_to_move)}"
        elif before.stage == 0:
            yield f"  {names[before.seat_to_move]}"

    def event_text(self, after: State, event: EventRecord) -> str:
        """Return an event in words, or nothing if it is left out."""
        fields = _LOG.event_fields(after, event)
        rules: Any = after.rules
        sign = f"{fields.get('change', 0):+d}"
        because = f" ({spaced(fields['cause'])})"
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
                return f"draws a {yield_tile_text(rules, yield_tile_of(rules, int(event.detail)))}"
            case _:
                return ""


def _heading(state: State, names: Sequence[str]) -> str:
    if state.stage == 0:
        return "Before round 1, everybody lays a brown yield tile"
    return f"Round {state.round_number}, {names[state.start_player]} starts"


def _resources(state: State, i: int) -> str:
    seat = state.seats[i]
    dice = [
        f"{terms.COLOURS[c]} {' '.join(str(v + 1) for v in range(terms.N.faces) for _ in range(seat.dice[c, v]))}"
        for c in range(terms.N.colours)
        if seat.dice[c].any()
    ]
    hand = ", ".join(dice) or "no dice"
    return f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, river {seat.river}, {hand}"
