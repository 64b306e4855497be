"""Decisions about things that can be taken once, so that another seat may have taken the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.core.positions.state import State


@dataclass(frozen=True)
class ContendedDecision:
    """A decision as if nobody had taken anything in this round.

    Attributes
    ----------
    position_if_free
        A position that is part of no game: the same seat has the same decision under the same rules, but everything can be taken.
    takers
        By the code of an option of `position_if_free`: the seat that has taken in this round what this option takes. Options that
        take what nobody has taken are missing.
    names
        By the code of an option of `position_if_free` or of the real position: the name of what it takes, as in
        `Game.path_titles`. Equivalent things share one name.
    """

    position_if_free: State
    takers: Mapping[int, int]
    names: Mapping[int, str]
