"""The game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from rajas_sim.core.adapter import Adapter
from rajas_sim.ganges.match import MATCH
from rajas_sim.ganges.output import names, narration
from rajas_sim.ganges.output.log_fields import AUDIT
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import BOARD_OF_ALL, rules


class Ganges(Adapter):
    """Rajas of the Ganges."""

    rules = staticmethod(rules)
    narrate = staticmethod(narration.narrate)
    written = names.WRITTEN
    column_titles = names.COLUMN_TITLES
    variant_titles = names.VARIANT_TITLES

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables; tiles are those of the reference components."""
        return {
            "space": terms.SPACES,
            "tile": rules(players=2).tile_names,
            "cause": terms.CAUSES,
            "end_reason": terms.END_REASONS,
            "board": terms.BOARDS,
        }

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose between in a variant; none where the variant gives everybody the same."""
        return terms.BOARDS if BOARD_OF_ALL.get(variant, terms.BASIC) is None else ()


GAME = Ganges(MATCH, AUDIT)
