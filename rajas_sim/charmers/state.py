"""A position of the game, read-only, with the options of whoever is to move."""

from __future__ import annotations

from typing import Any

from rajas_sim.charmers import wording, words
from rajas_sim.charmers.engine import list_options, play_option
from rajas_sim.charmers.layout import MAX_OPTIONS, STATE
from rajas_sim.charmers.rules import Rules
from rajas_sim.charmers.setup import set_up
from rajas_sim.charmers.standings import write_ranks
from rajas_sim.charmers.tracks import overlap_of
from rajas_sim.core import state as core
from rajas_sim.core.state import Option, Standing, Verbs

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

    def overlap_of(self, seat: Any) -> float:
        """Return by how many fame points the tracks of a seat exceed the intersection point, in steps of 1 / `money_per_fame`."""
        return int(overlap_of(seat, self.rules.record)) / int(self.rules.record.money_per_fame)

    @property
    def moment(self) -> str:
        """When in the game it is, for the eyes of a programmer."""
        return f"{super().moment} turn {self.record.turn_in_round + 1}"


def new_game(rules: Rules, seed: int) -> State:
    """Return the start of a game.

    Parameters
    ----------
    seed
        Its luck, 0 to 2**63 - 1.
    """
    return State.new_game(rules, seed)
