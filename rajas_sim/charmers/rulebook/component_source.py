"""The component files of the game: which values matter when, and how often things are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rajas_sim.charmers.rulebook.component_form import EARNING_KEYS, Components, Market, Sheet
from rajas_sim.charmers.rulebook.terms import EDGES, READINGS, SYMBOLS
from rajas_sim.core.games import box
from rajas_sim.core.rulebook.component_file import Model
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.rulebook.paths import value_at

#: How often every symbol occurs on the river (rulebook: Advance on the river).
SPACES_PER_SYMBOL = 3


class CharmersComponents(ComponentSource):
    """The component files of The Dice Charmers."""

    game = "charmers"
    box = box(game)
    reference = Path(__file__).with_name("reference.toml")
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
        market = _part(Market, raw, "market")
        for side in self.box.variants:
            sheet = _part(Sheet, raw, "sheets", side)
            if sheet is None:
                continue
            n_printed: Counter[str] = Counter(space.symbol for space in sheet.river.values())
            for symbol in SYMBOLS:
                if n_printed[symbol] != SPACES_PER_SYMBOL:
                    n, wanted = n_printed[symbol], SPACES_PER_SYMBOL
                    yield f"sheets.{side}.river: the {symbol} occurs {n} times, on the pad each symbol occurs {wanted} times"
            for good, bonuses in sheet.tents:
                if market is not None and len(bonuses) > len(market.tents):
                    yield f"sheets.{side}.tents.{good}: {len(bonuses)} bonuses for {len(market.tents)} tents"


def _part(form: type[Model], raw: Any, *path: str) -> Model | None:  # noqa: ANN401 - values of TOML
    """Return a part of a file in its checked form; None if it has another form, which is a problem of its own."""
    try:
        return form.model_validate(value_at(raw, path))
    except ValidationError:
        return None


SOURCE = CharmersComponents()
