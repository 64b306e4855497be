"""A position of the game, read-only, with the options of the seat to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine import record_types
from rajas_sim.core.engine.course import top
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.positions import state as core
from rajas_sim.core.positions.state import Kernels
from rajas_sim.core.positions.views import Observed
from rajas_sim.core.positions.wording import gained_and_used_texts
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.decisions import list_options, play_option
from rajas_sim.ganges.course.setup import set_up
from rajas_sim.ganges.course.standings import write_ranks
from rajas_sim.ganges.output import options
from rajas_sim.ganges.output.options import Option
from rajas_sim.ganges.output.position_text import position_lines
from rajas_sim.ganges.output.wording import earnings_text, yield_tile_of
from rajas_sim.ganges.rulebook import layout
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import DECISIONS, EVENT, EndReason

#: What players see of a position as numbers.
OBSERVED = Observed(
    unseen_fields=("seed", "n_decisions", "yield_tiles_drawn", "seats.rolls"),
    seat_numbers={"start_player": 0, "next_start_player": 0, "seat_to_move": 0, "spaces": 1},
    bit_sets={
        "yield_tiles_left": layout.MAX_YIELD_TILES,
        "hidden_tiles": layout.MAX_STACK_SIZE,
        "seats.roads": N_SIDES,
        "seats.yields_connected": layout.MAX_YIELDS,
    },
    explaining_files=(Path(layout.__file__), Path(record_types.__file__)),
)


class State(core.State):
    """A position: rules, and one flat record (rulebook.layout.STATE) that never changes (core.positions.state)."""

    layout = STATE
    max_options = MAX_OPTIONS
    decisions = DECISIONS
    decision_texts = options.DECISION_TEXTS
    end_reasons = EndReason
    option_type = Option
    observed = OBSERVED
    option_text = options.option_text
    option_note = options.option_note
    option_values = options.option_values
    kernels = Kernels(set_up, list_options, play_option, write_ranks)
    drawing_module = "rajas_sim.ganges.drawing.table"
    end_texts: ClassVar[Mapping[str, str]] = {"markers_passed": "the markers of {seat} met or passed"}

    rules: Rules
    options: tuple[Option, ...]

    @property
    def decision_text(self) -> str:
        """What is to be decided, in the words of people who play."""
        n_dice = int(top(self.record).amount) if self.decision == "take_die" else 1
        return f"take {n_dice} dice, one after the other" if n_dice > 1 else super().decision_text

    def lines(self) -> list[str]:
        """Return the position drawn as lines of text."""
        return list(position_lines(self))

    def totals(self, seat: int) -> dict[str, float]:
        """Return fame, money and karma of a seat."""
        return super().totals(seat) | {"karma": self.seats[seat].karma}

    def totals_in_detail(self, seat: int) -> dict[str, float]:
        """Return the totals, how many dice the seat has rolled (rerolled ones too), and how many river spaces it has sailed."""
        view = self.seats[seat]
        return self.totals(seat) | {"dice rolled": int(view.rolls.sum()), "river spaces": view.river}

    def gained_texts(self, events: Sequence[EventRecord]) -> list[str]:
        """Name the karma that was gained if karma was also used, and the yield tiles that were drawn."""
        karma_changes = [int(event.change) for event in events if event.what == EVENT.karma]
        drawn_tiles = [yield_tile_of(self.rules, int(event.detail)) for event in events if event.what == EVENT.yield_tile]
        return [
            *gained_and_used_texts(karma_changes, "karma"),
            *(f"{tile.colour} yield tile: {earnings_text(self.rules, tile.earns)}" for tile in drawn_tiles),
        ]

    def overlap_of(self, seat: Any) -> int:  # noqa: ANN401 - a flat record
        """Return by how many fame spaces the markers of a seat, given as its flat record, have passed each other."""
        return int(overlap_of(seat, self.rules.record))

    @property
    def moment(self) -> str:
        """The current moment of the game in a few words."""
        return f"{super().moment} stage {self.stage}" if self.stage else "set-up"
