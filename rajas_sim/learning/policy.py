"""Letting a policy, learned or not, choose in a strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.positions.state import State
from rajas_sim.learning.encode import encoding_of

#: ``(observation, action mask) -> action``: numbers as `encode.Encoding` writes them, and the index of an allowed action.
Policy = Callable[[NDArray[np.int16], NDArray[np.int8]], Any]


def chosen_by(policy: Policy, state: State) -> int:
    """Return the code of the option that a policy chooses in a position, for a strategy in plain Python to return.

    Raises
    ------
    ValueError
        If it chooses an action that the mask forbids.
    """
    encoding = encoding_of(state.rules.source.game, state.rules.players)
    mask = encoding.mask(str(state.decision), state.option_codes)
    return encoding.code(policy(encoding.observation(state.array, int(state.record.seat_to_move)), mask), mask)
