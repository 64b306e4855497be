"""Games in plain Python: one file defines the numbers, positions and options of a game.

::

    from rajas_sim.plain import Chance, GameResult, number

docs/games.md shows how such a file is written.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rajas_sim.plain.author import Chance, GameResult, by_seat, number, one_of

if TYPE_CHECKING:
    from rajas_sim.plain.search import after, best_by_search, best_of, worth

__all__ = ["Chance", "GameResult", "after", "best_by_search", "best_of", "by_seat", "number", "one_of", "worth"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - what strategies look ahead with, loaded when it is first asked for
    if name in ("after", "best_by_search", "best_of", "worth"):
        return getattr(importlib.import_module("rajas_sim.plain.search"), name)
    raise AttributeError(f"module 'rajas_sim.plain' has no attribute {name!r}")
