"""The component files of the game: which values matter when, and how often things are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from rajas_sim.charmers.component_model import EARNING_KEYS, Components
from rajas_sim.charmers.words import EDGES, MODULES, PLAYER_COUNTS, READINGS, SYMBOLS, VARIANTS
from rajas_sim.core.component_kit import ComponentKit

#: How often every symbol occurs on the river (rulebook: Advance on the river).
SPACES_PER_SYMBOL = 3


class CharmersKit(ComponentKit):
    """The component files of The Dice Charmers."""

    game = "charmers"
    title = "Rajas of the Ganges: The Dice Charmers"
    player_counts = PLAYER_COUNTS
    variants = VARIANTS
    modules = MODULES
    reference = Path(str(files("rajas_sim.charmers.components") / "reference.toml"))
    form = Components
    readings = READINGS
    optional_keys = frozenset((*EARNING_KEYS, *EDGES))

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters on a side of the pad."""
        section, *below = path.split(".")
        if section == "sheets":
            return below[:1] in ([], [variant])
        return super().is_in_play(path, variant, modules)

    def count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file holds more or fewer of something than is printed; a what-if may, a file read off a box may not."""
        sheets = raw.get("sheets")
        for side in VARIANTS:
            sheet = sheets.get(side) if isinstance(sheets, dict) else None
            river = sheet.get("river") if isinstance(sheet, dict) else None
            if not isinstance(river, dict):
                continue
            found = Counter(space.get("symbol") for space in river.values() if isinstance(space, dict))
            for symbol in SYMBOLS:
                if found[symbol] != SPACES_PER_SYMBOL:
                    n, wanted = found[symbol], SPACES_PER_SYMBOL
                    yield f"sheets.{side}.river: the {symbol} occurs {n} times, on the pad each symbol occurs {wanted} times"


KIT = CharmersKit()
