"""The audit log of a game: what its events are (core.playing.audit_log)."""

from __future__ import annotations

from typing import Any

from rajas_sim.core.board import rotated
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.playing.audit_log import AuditLog
from rajas_sim.core.positions.state import State
from rajas_sim.core.positions.wording import cell_of, sides_of
from rajas_sim.ganges.output.wording import yield_names
from rajas_sim.ganges.rulebook import terms


class GangesLog(AuditLog):
    """How a game of Rajas of the Ganges is logged."""

    def table_fields(self, start: State) -> dict[str, Any]:
        """Return everybody's board."""
        return {"boards": [terms.BOARDS[seat.board] for seat in start.seats]}

    def time_fields(self, before: State | None) -> dict[str, Any]:
        """Return the round and stage in which something happens, 0 for the set-up."""
        return {**super().time_fields(before), "stage": 0 if before is None else before.stage}

    def is_in_a_round(self, state: State) -> bool:
        """Return whether yield tiles are no longer placed before round 1."""
        return bool(state.stage > 0)

    def is_change(self, event: EventRecord) -> bool:
        """Return whether an event changes anything: that a chamber is used without a worker only says where changes come from."""
        return bool(event.what != terms.EVENT.chamber)

    def event_fields(self, after: State, event: EventRecord) -> dict[str, Any]:  # noqa: C901 - one case a kind of event
        """Return an event as the fields of a log line; `after` is the position it led to."""
        rules: Any = after.rules
        what = terms.EVENTS[event.what]
        detail = int(event.detail)
        fields: dict[str, Any] = {"seat": int(event.seat) + 1, "resource": what}
        match what:
            case "die":
                fields |= {"colour": terms.COLOURS[detail // terms.N.faces], "value": detail % terms.N.faces + 1}
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
                board = int(after.seats[event.seat].board)
                fields |= {"colour": colour, "slot": yield_names(rules, board)[event.after], "yield": dict(earnings.root)}
            case "river_tile":
                del fields["seat"]
                fields |= {"space": int(event.after), "yield": dict(rules.values.ganga.tiles[detail].root)}
        if what not in ("tile", "covering_tile", "open_tile", "start_player", "slot", "river_tile"):
            fields |= {"change": int(event.change), "after": int(event.after)}
        fields["cause"] = terms.CAUSES[event.cause]
        return fields
