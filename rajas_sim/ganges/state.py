"""A position of the game, read-only, with the options of the seat to move."""

from __future__ import annotations

from typing import Any

from rajas_sim.core.positions import state as core
from rajas_sim.core.positions.state import Kernels
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.decisions import list_options, play_option
from rajas_sim.ganges.course.setup import set_up
from rajas_sim.ganges.course.standings import write_ranks
from rajas_sim.ganges.output import options
from rajas_sim.ganges.output.observed import OBSERVED
from rajas_sim.ganges.output.options import Option
from rajas_sim.ganges.output.position_text import lines_of
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rulebook.rules import Rules
from rajas_sim.ganges.rulebook.terms import DECISIONS, EndReason


class State(core.State):
    """A position: rules, and one flat record (rulebook.layout.STATE) that never changes (core.positions.state)."""

    layout = STATE
    max_options = MAX_OPTIONS
    decisions = DECISIONS
    end_reasons = EndReason
    option_type = Option
    observed = OBSERVED
    option_text = options.option_text
    option_values = options.option_values
    kernels = Kernels(set_up, list_options, play_option, write_ranks)
    drawn_by = "rajas_sim.ganges.drawing.table"

    rules: Rules
    options: tuple[Option, ...]

    def lines(self) -> list[str]:
        """Return the position drawn as lines of text."""
        return list(lines_of(self))

    def overlap_of(self, seat: Any) -> int:  # noqa: ANN401 - a flat record
        """Return by how many fame spaces the markers of a seat, given as its flat record, have passed each other."""
        return int(overlap_of(seat, self.rules.record))

    @property
    def moment(self) -> str:
        """When in the game it is, in a few words."""
        return f"{super().moment} stage {self.stage}"
