"""The game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from rajas_sim.core.adapter import Adapter
from rajas_sim.ganges import narration, words
from rajas_sim.ganges.audit import AUDIT
from rajas_sim.ganges.match import MATCH
from rajas_sim.ganges.rules import BOARD_OF_ALL, rules


class Ganges(Adapter):
    """Rajas of the Ganges."""

    rules = staticmethod(rules)
    narrate = staticmethod(narration.narrate)

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables; tiles are those of the reference components."""
        return {
            "space": words.SPACES,
            "tile": rules(players=2).tile_names,
            "cause": words.CAUSES,
            "end_reason": words.END_REASONS,
            "board": words.BOARDS,
        }

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose between in a variant; none where the variant gives everybody the same."""
        return words.BOARDS if BOARD_OF_ALL.get(variant, words.BASIC) is None else ()


GAME = Ganges(MATCH, AUDIT)
