"""The game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from rajas_sim.charmers import narration, words
from rajas_sim.charmers.audit import AUDIT
from rajas_sim.charmers.boxes import boxes_of
from rajas_sim.charmers.match import MATCH
from rajas_sim.charmers.rules import rules
from rajas_sim.core import rules as core
from rajas_sim.core.adapter import Adapter


class Charmers(Adapter):
    """The Dice Charmers."""

    rules = staticmethod(rules)
    narrate = staticmethod(narration.narrate)

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables."""
        return {"box": words.BOXES, "die": words.TURN_DICE, "cause": words.CAUSES, "end_reason": words.END_REASONS}

    def in_play(self, rules: core.Rules) -> dict[str, tuple[str, ...]]:
        """Return the boxes that are printed on the pad."""
        return {"box": boxes_of(rules.record)}


GAME = Charmers(MATCH, AUDIT)
