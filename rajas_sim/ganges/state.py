"""A position of the game, read-only, with the options of whoever is to move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rajas_sim.core import state as core
from rajas_sim.core.state import Option, Standing, Verbs
from rajas_sim.ganges import wording, words
from rajas_sim.ganges.engine import list_options, play_option
from rajas_sim.ganges.layout import MAX_OPTIONS, STATE
from rajas_sim.ganges.rules import Rules
from rajas_sim.ganges.setup import set_up
from rajas_sim.ganges.standings import write_ranks
from rajas_sim.ganges.tracks import overlap_of

__all__ = ["Option", "Standing", "State", "new_game"]


class State(core.State):
    """A position: rules, and one flat record (layout.STATE) that never changes (core.state)."""

    layout = STATE
    max_options = MAX_OPTIONS
    decisions = words.DECISIONS
    end_reasons = words.END_REASONS
    verbs = Verbs(set_up, list_options, play_option, write_ranks)

    rules: Rules

    def option_text(self, code: int) -> str:
        """Return an option of the present decision in words."""
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
        Board of each seat (words.BOARDS), for a variant in which players may differ; by default the first seat is the
        advanced player.

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow, and for too many or too few of them.
    """
    return State.new_game(rules, seed, boards)
