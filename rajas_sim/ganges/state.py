"""A position of the game, read-only, with the options of whoever is to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rajas_sim.core.positions import state as core
from rajas_sim.core.positions.state import Option, Standing, Verbs
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.engine import list_options, play_option
from rajas_sim.ganges.course.setup import set_up
from rajas_sim.ganges.course.standings import write_ranks
from rajas_sim.ganges.output import wording
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rulebook.rules import Rules

__all__ = ["Option", "Standing", "State", "new_game"]


class State(core.State):
    """A position: rules, and one flat record (rulebook.layout.STATE) that never changes (core.positions.state)."""

    layout = STATE
    max_options = MAX_OPTIONS
    decisions = terms.DECISIONS
    end_reasons = terms.END_REASONS
    verbs = Verbs(set_up, list_options, play_option, write_ranks)

    rules: Rules

    def option_text(self, code: int) -> str:
        """Return an option of the present decision in terms."""
        return wording.option_text(self, code)

    def overlap_of(self, seat: Any) -> int:
        """Return by how many fame spaces the markers of a seat have passed each other."""
        return int(overlap_of(seat, self.rules.record))

    @property
    def moment(self) -> str:
        """When in the game it is, for the eyes of a programmer."""
        return f"{super().moment} stage {self.record.stage}"


def new_game(rules: Rules, seed: int, boards: Sequence[str | None] = ()) -> State:
    """Return the start of a game.

    Parameters
    ----------
    seed
        Its luck, 0 to 2**63 - 1.
    boards
        Board of each seat (terms.BOARDS), for a variant in which players may differ; by default the first seat is the
        advanced player.

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow, and for too many or too few of them.
    """
    return State.new_game(rules, seed, boards)
