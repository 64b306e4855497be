"""Balance analysis for *Rajas of the Ganges* and *The Dice Charmers*.

Public are the names in ``__all__`` here, in `rajas_sim.ganges` and in `rajas_sim.charmers`; the command line; the tables of a
run; and the form of experiment and component files. Everything else may change with any version.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rajas_sim.version import __version__

if TYPE_CHECKING:
    from rajas_sim import charmers, ganges
    from rajas_sim.core.strategies.declaration import Parameter, Strategy, parameter, strategy
    from rajas_sim.core.strategies.registry import find as find_strategy

__all__ = ["Parameter", "Strategy", "__version__", "charmers", "find_strategy", "ganges", "parameter", "strategy"]

# Where a public name stands, module and name; it is loaded when it is first asked for, since the engine takes a second to load.
_HOMES = {
    "Parameter": ("rajas_sim.core.strategies.declaration", "Parameter"),
    "Strategy": ("rajas_sim.core.strategies.declaration", "Strategy"),
    "find_strategy": ("rajas_sim.core.strategies.registry", "find"),
    "parameter": ("rajas_sim.core.strategies.declaration", "parameter"),
    "strategy": ("rajas_sim.core.strategies.declaration", "strategy"),
}


def __getattr__(name: str) -> Any:
    if name in ("charmers", "ganges"):
        return importlib.import_module(f"rajas_sim.{name}")
    if name in _HOMES:
        module, original = _HOMES[name]
        return getattr(importlib.import_module(module), original)
    raise AttributeError(f"module 'rajas_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
