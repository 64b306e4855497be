"""Decisions about things that can be taken once, so that another seat may have taken the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.core.positions.state import State


@dataclass(frozen=True)
class ContendedDecision:
    """What a decision would be like if nobody had taken anything in this round.

    Attributes
    ----------
    free
        A position of no game: the same seat decides the same under the same rules, and everything is there to be taken.
    takers
        By the code of an option of `free`: the seat that has taken in this round what the option takes. Of the others nobody has.
    names
        By the code of an option, of `free` or as it is: what it takes, as `Game.path_titles` names things; things that serve the
        same have one name.
    """

    free: State
    takers: Mapping[int, int]
    names: Mapping[int, str]
