"""A game in writing: its events in the audit log, and one game as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rajas_sim.core.board import rotated
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.narration import AuditLog, Narration
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import cell_of, sides_of, spaced
from rajas_sim.ganges.output.wording import (
    SPELLINGS,
    WORKER_PLACES,
    earnings_text,
    tile_name,
    tile_text,
    yield_names,
    yield_tile_of,
    yield_tile_text,
)
from rajas_sim.ganges.rulebook import terms


class GangesLog(AuditLog):
    """How a game of Rajas of the Ganges is logged."""

    def player_fields(self, start: State) -> dict[str, Any]:
        """Return the board of every seat."""
        return {"boards": [terms.BOARDS[seat.board] for seat in start.seats]}

    def time_fields(self, before: State | None) -> dict[str, Any]:
        """Return the round and stage in which something happens, 0 for the set-up."""
        return {**super().time_fields(before), "stage": 0 if before is None else before.stage}

    def is_in_a_round(self, state: State) -> bool:
        """Return whether round 1 has begun, so that no first yield tiles are placed any more."""
        return bool(state.stage > 0)

    def is_change(self, event: EventRecord) -> bool:
        """Return whether an event changes anything; the use of a chamber without a worker only says where changes come from."""
        return bool(event.what != terms.EVENT.chamber)

    def event_fields(self, state_after: State, event: EventRecord) -> dict[str, Any]:  # noqa: C901 - one case a kind of event
        """Return an event as the fields of a log line; what those of the event mean, `terms.Events` says."""
        rules: Any = state_after.rules
        event_name = terms.EVENTS[event.what]
        detail = int(event.detail)
        fields: dict[str, Any] = {"seat": int(event.seat) + 1, "resource": event_name}
        match event_name:
            case "die":
                fields |= {"colour": terms.COLOURS[detail // terms.N_OF.faces], "value": detail % terms.N_OF.faces + 1}
            case "upgrade":
                fields["building"] = terms.BUILDINGS[detail]
            case "worker":
                fields["source"] = terms.WORKER_SOURCES[detail]
            case "placement":
                fields["space"] = terms.SPACES[detail]
            case "open_tile":
                if event.cause == terms.CAUSE.set_up:
                    del fields["seat"]
                fields["stack"] = f"{terms.COLOURS[detail // len(terms.BACKS)]} {terms.BACKS[detail % len(terms.BACKS)]}"
                fields["tile"] = rules.tile_names[event.after] if event.change else None
            case "tile" | "covering_tile":
                fields |= {
                    "tile": rules.tile_names[detail],
                    "cell": str(cell_of(int(event.after), terms.COLUMNS)),
                    "quarter_turns": int(event.change),
                    "roads": " ".join(sides_of(rotated(int(rules.record.tiles[detail].roads), int(event.change)))),
                }
            case "start_player":
                fields["after"] = int(event.after) + 1
            case "yield_tile":
                fields["yield"] = dict(rules.yield_tiles[detail][1].root)
            case "slot":
                colour, earnings = rules.yield_tiles[detail]
                board = int(state_after.seats[event.seat].board)
                fields |= {"colour": colour, "slot": yield_names(rules, board)[event.after], "yield": dict(earnings.root)}
            case "river_tile":
                del fields["seat"]
                fields |= {"space": int(event.after), "yield": dict(rules.values.ganga.tiles[detail].root)}
        if event_name not in ("tile", "covering_tile", "open_tile", "start_player", "slot", "river_tile"):
            fields |= {"change": int(event.change), "after": int(event.after)}
        fields["cause"] = terms.CAUSES[event.cause]
        return fields


LOG = GangesLog()


class GangesNarration(Narration):
    """How a game of Rajas of the Ganges is narrated."""

    def title(self, start: State) -> str:
        """Return the name of the game, its variant and modules, the number of players and the seed."""
        rules = start.rules
        variant = {"base": "", "navaratnas": ", Navaratnas version", "mixed": ", mixed group"}[rules.variant]
        modules = ", Ganga module" if "ganga" in rules.modules else ""
        return f"{rules.source.title}{variant}{modules}, {rules.players} players, seed {start.seed}"

    def setup_lines(self, start: State, names: Sequence[str]) -> Iterator[str]:
        """Yield the starting resources of every seat, the open tiles and the river tiles."""
        rules: Any = start.rules
        for i, name in enumerate(names):
            is_advanced = rules.variant == "mixed" and start.seats[i].board == terms.BOARD.navaratnas
            yield f"  {name}{', on the Navaratnas board' * is_advanced}: {_resources_text(start, i)}"
        yield f"  open: {', '.join(tile_text(rules, rules.tile_names[tile]) for tile in start.open_tiles if tile >= 0)}"
        for space, tile in enumerate(start.river_tiles):
            if tile:
                yield f"  river space {space} has a river tile: {earnings_text(rules, rules.values.ganga.tiles[tile - 1].root)}"

    def headings(self, before: State, previous: State | None, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines before a decision: the round if it is new, and whose turn it is if this decision begins a turn."""
        heading_text = _heading_text(before, names)
        if previous is None or heading_text != _heading_text(previous, names):
            yield ""
            yield heading_text
        if before.decision == "place" or before.tasks[before.n_tasks - 1].cause == terms.CAUSE.missing_worker:
            yield f"  stage {before.stage}, {names[before.seat_to_move]}: {_resources_text(before, before.seat_to_move)}"
        elif before.stage == 0:
            yield f"  {names[before.seat_to_move]}"

    def event_text(self, after: State, event: EventRecord) -> str:
        """Return an event in words; empty if it is left out."""
        fields = LOG.event_fields(after, event)
        rules: Any = after.rules
        change_text = f"{fields.get('change', 0):+d}"
        cause = spaced(fields["cause"], SPELLINGS)
        cause_text = f" ({cause})"
        match fields["resource"]:
            case "karma" if event.change < 0:
                return f"karma {change_text}, now {fields['after']} (to turn a die: {cause})"
            case "money" | "fame" | "karma":
                return f"{fields['resource']} {change_text}, now {fields['after']}{cause_text}"
            case "die" if event.change > 0:
                return f"rolls {fields['colour']} {fields['value']}{cause_text}"
            case "river":
                return f"boat to river space {fields['after']}{cause_text}"
            case "worker":
                return f"new worker, from the {WORKER_PLACES[event.detail]}{cause_text}"
            case "markers_passed":
                return f"the markers meet or pass: overlap {fields['after']}"
            case "open_tile" if fields["tile"]:
                return f"{tile_name(fields['tile'])} is revealed"
            case "yield_tile":
                return f"draws a {yield_tile_text(rules, yield_tile_of(rules, int(event.detail)))}"
            case _:
                return ""


def _heading_text(state: State, names: Sequence[str]) -> str:
    """Return the heading of a round, or of what comes before round 1."""
    if state.stage == 0:
        return "Before round 1, everybody lays a brown yield tile"
    return f"Round {state.round_number}, {names[state.start_player]} starts"


def _resources_text(state: State, seat_index: int) -> str:
    """Return the fame, money, karma and river space of a seat (index from 0), and its dice."""
    seat = state.seats[seat_index]
    dice_texts = [
        f"{colour} {' '.join(str(value) for value, n in enumerate(counts, 1) for _ in range(n))}"
        for colour, counts in zip(terms.COLOURS, seat.dice, strict=True)
        if counts.any()
    ]
    dice_text = f"dice {', '.join(dice_texts)}" if dice_texts else "no dice"
    return f"fame {seat.fame}, money {seat.money}, karma {seat.karma}, river {seat.river}, {dice_text}"
