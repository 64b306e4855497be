"""Balance analysis for *Rajas of the Ganges* and *The Dice Charmers*.

Public are the names in ``__all__`` here, in `rajas_sim.<game>`, in its `appraisal` and `toolbox`, and in `rajas_sim.learning`;
the words of `rajas_sim.<game>.rulebook.terms`; the command line; the tables of a run; and the form of experiment and component
files. Everything else may change with any version.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rajas_sim.core.games import GAMES
from rajas_sim.version import __version__

if TYPE_CHECKING:
    from rajas_sim import charmers, ganges
    from rajas_sim.core.engine.chance import CHOICE_STREAM, below, draw
    from rajas_sim.core.engine.course import decision_of, mover, top
    from rajas_sim.core.strategies.declaration import Parameter, Strategy, parameter, strategy
    from rajas_sim.core.strategies.registry import find_strategy

__all__ = [
    "CHOICE_STREAM",
    "Parameter",
    "Strategy",
    "__version__",
    "below",
    "charmers",
    "decision_of",
    "draw",
    "find_strategy",
    "ganges",
    "mover",
    "parameter",
    "strategy",
    "top",
]

# Where public names stand; they are loaded when they are first asked for, since the engine takes a second to load.
_HOMES = {
    "core.strategies.declaration": ("Parameter", "Strategy", "parameter", "strategy"),
    "core.strategies.registry": ("find_strategy",),
    "core.engine.chance": ("CHOICE_STREAM", "below", "draw"),
    "core.engine.course": ("decision_of", "mover", "top"),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has a type of its own
    if name in GAMES:
        return importlib.import_module(f"rajas_sim.{name}")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"rajas_sim.{home}"), name)
    raise AttributeError(f"module 'rajas_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
