"""Values of parameters that were tuned for one variant and number of players each, kept in a file beside the strategy."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError

#: Values by parameter, for each variant and number of players they were tuned for.
ByRules = Mapping[tuple[str, int], Mapping[str, float]]
#: Numbers without names, for each variant and number of players they were learned for.
Learned = Mapping[tuple[str, int], NDArray[np.float64]]
T = TypeVar("T")


@cache
def read_tuned_values(path: Path) -> ByRules:
    """Return the tables ``[values.VARIANT.PLAYERS]`` of a file; the rest of it says where they come from.

    Raises
    ------
    InputError
        If the file cannot be read, or has none.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    tables = document.get("values", {})
    found = {(variant, int(players)): values for variant in tables for players, values in tables[variant].items()}
    if not found:
        raise InputError(f"{path}: has no table such as [values.base.2]")
    return found


def nearest_values(by_rules: Mapping[tuple[str, int], T], variant: str, players: int) -> T | Mapping[str, float]:
    """Return what is kept for a variant and number of players; else for the nearest number, else of the first variant."""
    if not by_rules:
        return {}
    variants = dict.fromkeys(key[0] for key in by_rules)
    chosen = variant if variant in variants else next(iter(variants))
    counts = [count for name, count in by_rules if name == chosen]
    return by_rules[chosen, min(counts, key=lambda count: abs(count - players))]
