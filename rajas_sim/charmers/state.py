"""A position of the game, read-only, with the options of the seat to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rajas_sim.charmers.course.decisions import list_options, play_option
from rajas_sim.charmers.course.setup import set_up
from rajas_sim.charmers.course.standings import write_ranks
from rajas_sim.charmers.output import options, reached
from rajas_sim.charmers.output.options import Option
from rajas_sim.charmers.output.position_text import position_lines
from rajas_sim.charmers.rulebook import layout, terms
from rajas_sim.charmers.rulebook.layout import MAX_OPTIONS, STATE
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import DECISIONS
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine import record_types
from rajas_sim.core.engine.course import EndReason, top
from rajas_sim.core.engine.record_types import EventRecord
from rajas_sim.core.positions import state as core
from rajas_sim.core.positions.state import Kernels
from rajas_sim.core.positions.views import Observed
from rajas_sim.core.positions.wording import counted, gained_and_used_texts

#: What players see of a position as numbers.
OBSERVED = Observed(
    unseen_fields=("seed", "n_decisions", "seats.position"),
    seat_numbers={"start_player": 0, "seat_to_move": 0, "where": terms.DEPOT},
    bit_sets={
        "seats.released": terms.N_OF.bonus_places,
        "seats.pending": terms.N_OF.bonus_places,
        "seats.river_marks": terms.MAX_RIVER + 1,
        "seats.roads": N_SIDES,
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
    option_note = reached.option_note
    option_values = options.option_values
    kernels = Kernels(set_up, list_options, play_option, write_ranks)
    drawing_module = "rajas_sim.charmers.drawing.table"
    lead_meaning = "by how many fame spaces its tracks have passed each other (a money space counts as a part of one)"
    end_texts: ClassVar[Mapping[str, str]] = {"markers_passed": "the tracks of {seat} met or passed"}

    rules: Rules

    @property
    def decision_text(self) -> str:
        """What is to be decided, with how many half-roads, goods or upgrades are left."""
        text = super().decision_text
        n_left = int(top(self.record).amount)
        if self.decision == "sell":
            return f"sell up to {counted(n_left, 'good', 'goods')}"
        is_counted = self.decision == "half_roads" or (self.decision in ("take_good", "upgrade") and n_left > 1)
        return f"{text}, {n_left} left" if is_counted else text

    def lines(self) -> list[str]:
        """Return the position drawn as lines of text."""
        return list(position_lines(self))

    def totals(self, seat: int) -> dict[str, float]:
        """Return fame, money and the unused karma of a seat."""
        view = self.seats[seat]
        return super().totals(seat) | {"karma": view.karma_collected - view.karma_used}

    def totals_in_detail(self, seat: int) -> dict[str, float]:
        """Return the totals, and how many goods the seat has circled and river spaces it has sailed."""
        view = self.seats[seat]
        return self.totals(seat) | {"goods": int(view.goods.sum()), "river spaces": view.river}

    def gained_texts(self, events: Sequence[EventRecord]) -> list[str]:
        """Name the karma that was gained if karma was also used."""
        gained = [int(event.change) for event in events if event.what == terms.EVENT.karma]
        used = [-int(event.change) for event in events if event.what == terms.EVENT.karma_used]
        return gained_and_used_texts([*gained, *used], "karma")

    def overlap_of(self, seat: Any) -> float:  # noqa: ANN401 - a flat record
        """Return by how many fame spaces the tracks of a seat, given as its flat record, exceed the intersection point.

        The result is a multiple of 1 / `money_per_fame`.
        """
        return int(seat_overlap_in_money(seat, self.rules.record)) / int(self.rules.record.money_per_fame)

    @property
    def moment(self) -> str:
        """The current moment of the game in a few words."""
        return f"{super().moment} turn {self.turn_in_round + 1}"
