"""The game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from rajas_sim.charmers.match import MATCH
from rajas_sim.charmers.output import names, narration
from rajas_sim.charmers.output.log_fields import AUDIT
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.boxes import boxes_of
from rajas_sim.charmers.rulebook.rules import rules
from rajas_sim.core.adapter import Adapter
from rajas_sim.core.rulebook import rules as core


class Charmers(Adapter):
    """The Dice Charmers."""

    rules = staticmethod(rules)
    narrate = staticmethod(narration.narrate)
    written = names.WRITTEN
    column_titles = names.COLUMN_TITLES
    variant_titles = names.VARIANT_TITLES

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables."""
        return {"box": terms.BOXES, "die": terms.TURN_DICE, "cause": terms.CAUSES, "end_reason": terms.END_REASONS}

    def in_play(self, rules: core.Rules) -> dict[str, tuple[str, ...]]:
        """Return the boxes that are printed on the pad."""
        return {"box": boxes_of(rules.record)}


GAME = Charmers(MATCH, AUDIT)
